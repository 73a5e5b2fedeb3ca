"""What is dug out of boards, and how hard it is, in sentences of Markdown and tables to show."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.passes.explain import listed
from rullo_core.sudoku.findings.filling import number
from rullo_core.sudoku.studies.digging import Small
from rullo_core.uncertainty import rank_correlation

CRITERIA = {
    "one-solution": "one solution",
    "naked": "naked singles solve it",
    "hidden": "singles solve it",
    "locked": "and locked candidates",
    "gac": "all of each unit",
}

WEAK = 0.3
"""Correlations below this, of which less than a tenth of the variance comes, say little."""


def answer(rated: pd.DataFrame, level: str) -> str:
    """What the number of clues says about how hard minimal puzzles are."""
    solved = rated[rated[level].notna()]
    correlation, low, high = rank_correlation(solved["clues"], solved[level])
    text = (
        f"Some {rated['clues'].mean():.1f} numbers are left on average of {len(rated):,} boards. Of these minimal "
        f"puzzles, singles solve {len(solved) / len(rated):.1%}"
    )
    if not len(solved):
        return f"{text}."
    text += f", in {solved[level].min():.0f} to {solved[level].max():.0f} passes."
    if np.isnan(low):
        return f"{text} These are too few to say whether clues and passes go together."
    little = ", so that a single puzzle's clues say little of it" if max(abs(low), abs(high)) < WEAK else ""
    return (
        f"{text} Between their number of clues and these passes the rank correlation is **{correlation:.2f}** (95 % "
        f"confidence interval {low:.2f} to {high:.2f}){little}."
    )


def clues(table: pd.DataFrame) -> pd.DataFrame:
    """Clues by criterion, order and symmetry."""
    shown = pd.DataFrame(
        {
            "order": table["order"],
            "symmetry": table["symmetry"],
            "puzzles": table["puzzles"],
            "clues, mean": table["mean"].map("{:.2f}".format),
            "deviation": table["deviation"].map("{:.2f}".format),
            "least": table["least"],
            "most": table["most"],
        }
    )
    shown.index = pd.Index([CRITERIA[name] for name in table["criterion"]], name="as long as")
    return shown


def shares(table: pd.DataFrame) -> pd.DataFrame:
    """The share of clues by size."""
    shown = pd.DataFrame({"puzzles": table["puzzles"], "clues, mean": table["mean"].map("{:.1f}".format)})
    shown["least"], shown["most"] = table["least"], table["most"]
    shown["share of cells"] = table["share"].map("{:.1%}".format)
    shown.index = pd.Index([f"{side}x{side}" for side in table["side"]], name="board")
    return shown


def levels(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """How far levels get with several lots of puzzles: shares, and passes of those that are solved."""
    columns = {}
    for name, table in tables.items():
        columns[name] = [
            f"{row['share']:.1%}" + (f"; {row['mean']:.1f}, {row['most']:.0f}" if row["share"] else "")
            for _, row in table.iterrows()
        ]
    frame = pd.DataFrame(columns, index=next(iter(tables.values())).index)
    frame.index.name = "level"
    return frame


def by_clues(table: pd.DataFrame) -> pd.DataFrame:
    """By number of clues."""
    shown = pd.DataFrame(
        {
            "puzzles": table["puzzles"].map("{:,}".format),
            "share solved": table["hidden"].map("{:.1%}".format),
            "mean passes": table["passes"].map(number),
        }
    )
    shown.index = pd.Index([str(clues) for clues in table.index], name="clues")
    return shown


def small(counted: Small) -> str:
    """4x4 exactly, in sentences."""
    total = sum(counted.minimal.values())
    text = listed(f"{count:,} with {clues} clues" for clues, count in counted.minimal.items())
    stuck = sum(counts.get(-1, 0) for counts in counted.passes.values())
    solved = "every one of them is solved by naked singles" if stuck == 0 else f"{stuck:,} are stuck at some level"
    return (
        f"There are {counted.boards} boards and {counted.unique:,} puzzles with one solution. **{total:,} are "
        f"minimal**: {text}; and {solved}."
    )


def small_passes(counted: Small) -> pd.DataFrame:
    """By level: how many minimal 4x4 puzzles take so many passes."""
    passes = sorted({one for counts in counted.passes.values() for one in counts})
    rows = {
        level: {"stuck" if one < 0 else f"{one} passes": counts.get(one, 0) for one in passes}
        for level, counts in counted.passes.items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "level"
    return frame


def speed(frame: pd.DataFrame) -> pd.DataFrame:
    """Processor time, as it was measured."""
    shown = pd.DataFrame(
        {
            "ms, median": frame["median_ms"].map(number),
            "mean": frame["mean_ms"].map(number),
            "most": frame["most_ms"].map(number),
        }
    )
    # Of what was done in one call only the mean is known.
    shown.loc[frame["calls"] == 1, ["ms, median", "most"]] = ""
    shown.index = pd.Index(frame["what"], name="what")
    return shown


def times_as_fast(frame: pd.DataFrame) -> str:
    """How much longer a plain solver takes, in the mean."""
    mean = frame.set_index("what")["mean_ms"]
    dug, published = (mean[f"solve in plain Python, {lot}"] / mean[f"solve, {lot}"] for lot in ("dug", "published"))
    return (
        f"A plain solver in Python, with singles and the fewest digits first, takes **{dug:.0f} times** as long in the "
        f"mean for minimal puzzles that were dug, and {published:.0f} times for published ones, hard ones among them."
    )
