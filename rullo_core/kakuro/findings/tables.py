"""The paper's tables beside ours, in sentences of Markdown and tables to show."""

from __future__ import annotations

import pandas as pd

from rullo_core.passes.explain import counted, listed

WORDS = {
    "set": "set",
    "k": "puzzles",
    "setup_pct": "setup",
    "shave_pct": "shaving",
    "total_pct": "in all",
    "solved_pct": "solved",
    "avg_time_s": "mean seconds",
    "max_time_s": "most seconds",
    "avg_backtracks": "mean backtracks",
    "max_backtracks": "most backtracks",
    "avg_decisions": "mean decisions",
    "max_decisions": "most decisions",
    "variables_mean": "mean variables",
    "ratio_min": "least ratio",
    "ratio_avg": "mean ratio",
    "ratio_max": "greatest ratio",
    "complete_min_pct": "complete, least",
    "complete_avg_pct": "complete, mean",
    "complete_max_pct": "complete, most",
    "partial_min_pct": "partial, least",
    "partial_avg_pct": "partial, mean",
    "partial_max_pct": "partial, most",
}
"""How printed columns are called here."""


def printed(table: pd.DataFrame, missing: int) -> tuple[pd.DataFrame, str]:
    """A printed table as it is shown, and a sentence on what our copy of it has lost.

    Shares are in per cent, sizes as in the paper, with the border for clues.
    """
    shown = table.drop(columns=[name for name in table if name.endswith("_derived")])
    names = shown["set"] + shown["x"].where(shown["x"] == "", " " + shown["x"] + "x" + shown["y"])
    shown = shown.drop(columns=["x", "y", "set"]).rename(columns=WORDS)
    for name in table:
        if name.endswith("_pct"):
            column = WORDS[name]
            shown[column] = [f"{one}%" if one not in ("", "n/a") else one for one in shown[column]]
    shown.index = pd.Index(names, name="set")
    text = f"{counted(missing, 'row')} of it {'is' if missing == 1 else 'are'} missing in our copy." if missing else ""
    return shown.replace("n/a", "–"), text


def share(one: float) -> str:
    """In per cent."""
    return f"{one:.1%}"


def number(one: float) -> str:
    """With three digits that count, at least; – where there is none."""
    return "–" if pd.isna(one) else f"{one:,.0f}" if one >= 100 else f"{one:.3g}"


def levels(table: pd.DataFrame) -> pd.DataFrame:
    """Tables 2, 5, 7 and 12 of ours."""
    shown = pd.DataFrame({"puzzles": table["k"].map("{:,}".format)})
    for name, words in (("setup", "setup"), ("shaving", "shaving"), ("in_all", "in all")):
        shown[words] = table[name].map(share)
    shown["mean backtracks"] = table["backtracks"].map(number)
    shown["most backtracks"] = table["most"].map("{:,}".format)
    shown["given up"] = table["given_up"]
    shown.index.name = "size"
    return shown


def models(table: pd.DataFrame, what: str) -> pd.DataFrame:
    """Tables 3, 4 and 6 of ours; what is counted is nodes or conflicts."""
    shown = pd.DataFrame({"puzzles": table["k"], "solved": table["solved"].map(share)})
    if what == "conflicts":
        shown["mean restarts"] = table["restarts"].map(number)
    shown[f"mean {what}"] = table["conflicts"].map(number)
    shown[f"most {what}"] = table["conflicts_most"].map("{:,}".format)
    if what == "conflicts":
        shown["mean decisions"] = table["decisions"].map(number)
    for name, words in (("solve_ms", "mean ms"), ("solve_most", "most ms"), ("prove_ms", "mean ms to prove")):
        shown[words] = table[name].map(number)
    shown.index.name = "size"
    return shown


def ratios(table: pd.DataFrame) -> pd.DataFrame:
    """Table 8 of ours."""
    shown = table.map(number)
    shown.index.name = "size"
    return shown.rename(columns={"k": "puzzles"})


def grades(table: pd.DataFrame) -> pd.DataFrame:
    """Table 10 of ours."""
    shown = table.drop(columns=["k", "passes"]).map(share)
    shown.insert(0, "puzzles", table["k"].map(lambda k: f"{int(k):,}"))
    shown["mean difficulty"] = table["passes"].map(number)
    shown.index.name = "made by"
    return shown


def answer(by_level: dict[str, pd.DataFrame]) -> str:
    """How far each level gets with all puzzles."""
    every = {level: table.iloc[-1] for level, table in by_level.items()}
    text = [f"{level} {row['setup']:.1%}" for level, row in every.items()]
    last = every[list(every)[-1]]
    return (
        f"Of the {int(last['k']):,} puzzles here, {listed(text)} are solved by that level alone. With shaving and "
        f"search {', '.join(f'{row.in_all:.1%}' for row in every.values())} are, in the same order."
    )


def ways_to_use(solved: dict[tuple[bool, bool], int], puzzles: int) -> pd.DataFrame:
    """What rectangles solve when less is looked at."""
    rows = {
        f"{'neighbouring lines' if neighbours else 'any lines'}, {'crossings' if corners else 'all cells'}": {
            "solved": f"{number} of {puzzles}"
        }
        for (neighbours, corners), number in solved.items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "rectangles of"
    return frame


def with_table(by_level: dict[str, pd.DataFrame]) -> str:
    """What the table of combinations adds to sum and difference."""
    before, after = by_level["B+FC"].iloc[-1], by_level["R+B+FC"].iloc[-1]

    def mean(row: pd.Series) -> str:
        return f"{'at least ' if row['given_up'] else ''}{number(row['backtracks'])}"

    return (
        f"With it, B + FC solve {after['setup']:.1%} of ours at setup where they solved {before['setup']:.1%}, and a "
        f"search takes {mean(after)} backtracks on average where it took {mean(before)}; searches that were given up "
        "count as far as they had come."
    )


def of_two_cells(table: pd.DataFrame) -> str:
    """Whether working through entries of two cells solves any puzzle that setup does not."""
    more = (table["P2"] > table["setup"]).any()
    return f"Of these puzzles, P2 solves {'some' if more else 'none'} that setup does not."
