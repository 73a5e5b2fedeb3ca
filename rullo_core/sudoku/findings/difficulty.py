"""How hard Sudokus are, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import Point
from rullo_core.sudoku.batch import count_passes
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import LEVELS
from rullo_core.sudoku.studies import rated as studies
from rullo_core.uncertainty import FEWEST_GROUPS, FEWEST_ITEMS, rank_correlation, with_error

ENOUGH = 30
"""Puzzles of so many clues, at least, for a mean."""

BOARDS = 6_670_903_752_021_072_936_960
"""Of 9x9 (B. Felgenhauer and F. Jarvis, Enumerating possible Sudoku grids, 2005)."""


def percent(share: float, error: float | None = None) -> str:
    """A share, with two standard errors on either side where these are known."""
    if error is None:
        return f"{share:.1%}"
    return f"{with_error(100 * share, 100 * error)} %"


def answer(dug: pd.DataFrame, population: pd.DataFrame) -> str:
    """What share singles solve, of what is dug and of all there are."""
    here, there = studies.how_far(dug).loc["hidden"], studies.how_far(population).loc["hidden"]
    # A comparison with an unknown error, NaN, is never true.
    away = here["share"] - there["share"] > 2 * np.hypot(here["error"], there["error"])
    easier = ": what is dug is easier than what there is" if away else ""
    passes = f", in {here['mean']:.1f} passes on average and {here['most']:.0f} at most" if here["share"] else ""
    return (
        f"Of {len(dug):,} minimal puzzles that were dug out of random boards, singles solve "
        f"**{percent(here['share'], here['error'])}**{passes}. Of *all* minimal puzzles it is an estimated "
        f"**{percent(there['share'], there['error'])}**{easier}.{too_few(population)}"
    )


def too_few(rated: pd.DataFrame) -> str:
    """Why a population's estimates have no error, if they have none."""
    shards = studies.number_of_shards(rated)
    if shards is None or shards >= FEWEST_GROUPS:
        return ""
    counted = "1 shard" if shards == 1 else f"{shards} shards"
    return f" (From {counted}: an error is estimated from {FEWEST_GROUPS} on, so none is given, and nothing concluded.)"


def number(population: pd.DataFrame) -> str:
    """How many minimal puzzles there are."""
    estimate, error = studies.number_of_minimal(population)
    power = int(np.floor(np.log10(estimate)))
    one = 10.0**power
    mean = (studies.weights_of(population) * population["clues"]).sum()
    of_mean = studies.error_of_mean(population["clues"].to_numpy(float), population)
    return (
        f"Their weights add up to ({with_error(estimate / one, error / one, '{:.2f}'.format)}) · 10^{power} minimal "
        f"puzzles of 9×9: some {estimate / BOARDS:.1e} for each of the {BOARDS:.2e} boards. They have "
        f"{with_error(mean, of_mean, '{:.2f}'.format)} clues on average.{too_few(population)}"
    )


def beside_published(population: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """The estimates of a population beside those that D. Berthier has published.

    Parameters
    ----------
    population : pandas.DataFrame
    published : pandas.DataFrame
        Index ``quantity``; ``value`` and ``unit``: the number of minimal puzzles, their mean clues, and what singles
        solve without and with locked candidates.

    Returns
    -------
    pandas.DataFrame
        By quantity: ``here``, with two standard errors on either side; ``Berthier``; and how many standard ``errors
        apart`` the two are, where the error is known.
    """
    far = studies.how_far(population)
    estimate, error = studies.number_of_minimal(population)
    clues = population["clues"].to_numpy(float)
    ours = {
        "minimal puzzles": (estimate / 1e37, error / 1e37),
        "clues on average": (
            float((studies.weights_of(population) * clues).sum()),
            studies.error_of_mean(clues, population),
        ),
        "singles solve": (100 * far.loc["hidden", "share"], 100 * far.loc["hidden", "error"]),
        "singles and locked candidates solve": (100 * far.loc["locked", "share"], 100 * far.loc["locked", "error"]),
    }
    rows = {}
    for quantity, (value, unit) in published[["value", "unit"]].iterrows():
        mean, error = ours[str(quantity)]
        rows[f"{quantity}, {unit}" if unit != "clues" else str(quantity)] = {
            "here": with_error(mean, error, "{:.2f}".format),
            "Berthier": f"{value:g}",
            "errors apart": "–" if not error > 0 else f"{(mean - value) / error:+.1f}",
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("of all minimal puzzles")


def clues(dug: pd.DataFrame, population: pd.DataFrame, published: pd.Series) -> pd.DataFrame:
    """By number of clues: the share of what is dug, of all there are, and as it was published."""
    here, there = (studies.by_clues(some)["share"] for some in (dug, population))
    rows = {}
    drawn = population["clues"].value_counts()
    for clue in sorted({*here.index, *there.index, *published.index}):
        is_so = (population["clues"] == clue).to_numpy(float)
        few = drawn.get(clue, 0) < FEWEST_ITEMS
        error = np.nan if few else studies.error_of_mean(is_so, population)
        rows[str(clue)] = {
            "dug": f"{100 * here.get(clue, 0):.2f} %",
            "of all, estimated": f"{with_error(100 * there[clue], 100 * error, '{:.2f}'.format)} %"
            if clue in there.index
            else "none drawn",
            "drawn": f"{drawn.get(clue, 0):,}",
            "of all, Berthier": f"{published[clue]:.2f} %" if clue in published else "",
        }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "clues"
    return frame


def passes_by_clues(dug: pd.DataFrame) -> pd.DataFrame:
    """By number of clues: what share of minimal puzzles singles solve, and in how many passes; where there are some."""
    by_clues = dug.groupby("clues")["hidden"]
    number, solved = by_clues.size(), by_clues.count()
    table = pd.DataFrame({"puzzles": number, "share": solved / number, "passes": by_clues.mean()})
    table = table[table["puzzles"] >= ENOUGH]
    shown = pd.DataFrame(
        {
            "puzzles": table["puzzles"].map("{:,}".format),
            "singles solve": table["share"].map(percent),
            "passes of these, mean": table["passes"].map(lambda mean: "–" if pd.isna(mean) else f"{mean:.1f}"),
        }
    )
    shown.index = shown.index.map(str)
    shown.index.name = "clues"
    return shown


def levels(dug: pd.DataFrame, population: pd.DataFrame) -> pd.DataFrame:
    """How far each level gets with what is dug, and with all there are."""
    rows = {}
    here, there = studies.how_far(dug), studies.how_far(population)
    for level in LEVELS:
        rows[level] = {
            "solves, dug": percent(here.loc[level, "share"], here.loc[level, "error"]),
            "passes, mean": with_error(here.loc[level, "mean"], here.loc[level, "error of mean"]),
            "most": whole(here.loc[level, "most"]),
            "solves, of all": percent(there.loc[level, "share"], there.loc[level, "error"]),
            "passes of these": with_error(there.loc[level, "mean"], there.loc[level, "error of mean"]),
        }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "level"
    return frame


def whole(value: float) -> str:
    """A whole number, or a dash where there is none."""
    return "–" if pd.isna(value) else f"{value:.0f}"


def correlations(found: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Rank correlations, as numbers and as text, for a map."""
    return found, found.map(lambda one: "" if pd.isna(one) else f"{one:+.2f}")


def what_goes_with_passes(measures: pd.DataFrame) -> str:
    """Which measures go with the passes of singles, and which do not, with 95 % confidence intervals.

    Parameters
    ----------
    measures : pandas.DataFrame
        As `rullo_core.sudoku.studies.difficulty.measures_of` makes it.
    """
    # Where singles solve a puzzle, the cells that finish it are all that are empty: the number of clues once more.
    others = measures.drop(columns=["passes", "guesses", "finishing"])
    along = {name: rank_correlation(others[name], measures["passes"]) for name in others}
    along = {name: found for name, found in along.items() if not np.isnan(found[0])}
    if len(along) < 2:
        return "There are too few puzzles here that singles solve to say what goes with their passes."
    ordered = sorted(along, key=lambda name: abs(along[name][0]), reverse=True)
    best, worst = (f"*{name}* ({describe_correlation(*along[name])})" for name in (ordered[0], ordered[-1]))
    return f"With the passes of singles goes best {best}, and least {worst}."


def describe_correlation(correlation: float, low: float, high: float) -> str:
    """A rank correlation with its 95 % confidence interval, if that is known."""
    interval = "" if np.isnan(low) else f", 95 % confidence interval {low:+.2f} to {high:+.2f}"
    return f"rank correlation {correlation:+.2f}{interval}"


def orders(found: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """After some passes, the share of empty cells that are fixed and of digits that are gone."""
    rows = {}
    for name, table in found.items():
        for made in (1, 2, 4, 8, 12, 16):
            if made in table.index:
                rows[f"{name}, after {made}"] = {
                    "cells fixed": percent(table.loc[made, "settled"]),
                    "digits that are wrong still there": percent(table.loc[made, "left"]),
                }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "puzzles, passes"
    return frame


def hardest(dug: pd.DataFrame, records: Mapping[str, Sudoku]) -> pd.DataFrame:
    """By level: the most passes of what was dug, and of the puzzle found here that takes the most."""
    rows = {
        level: {
            f"most of {len(dug):,} dug": f"{dug[level].max():.0f}" if dug[level].notna().any() else "–",
            "found here": count_passes(puzzle, level),
            "its clues": puzzle.clues,
            "puzzle": f"`{puzzle}`",
        }
        for level, puzzle in records.items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "level"
    return frame


# -- one dataset, and several ------------------------------------------------------------------------------------------


def contents(dataset: Dataset) -> str:
    """What a study or a population holds."""
    parameters = dataset.manifest["parameters"]
    far = studies.how_far(dataset.by_puzzle).loc["hidden"]
    how = ", ".join(str(parameters[key]) for key in ("criterion", "order", "symmetry") if key in parameters)
    return (
        f"**{dataset.tally.total:,} puzzles** of {parameters['side']}×{parameters['side']}, "
        f"{declaration(dataset.manifest['experiment']).words} ({how}). Singles solve "
        f"{percent(far['share'], far['error'])} of them.{too_few(dataset.by_puzzle)}"
    )


def source(dataset: Dataset) -> str:
    """Where a dataset comes from, and what makes it again."""
    manifest = dataset.manifest
    command = declaration(manifest["experiment"]).command(manifest["parameters"])
    return (
        f"From a dataset whose rows have the SHA-256 `{manifest['sha256']}`. This makes it again:\n\n"
        f"    {command} --out study.parquet"
    )


def one_by_level(rated: pd.DataFrame) -> pd.DataFrame:
    """How far each level gets with the puzzles of one dataset."""
    rows = {
        level: {
            "solves": percent(row["share"], row["error"]),
            "passes, mean": with_error(row["mean"], row["error of mean"]),
            "most": whole(row["most"]),
        }
        for level, row in studies.how_far(rated).iterrows()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "level"
    return frame


def hardest_of(dataset: Dataset) -> pd.DataFrame:
    """For each level the puzzle of a dataset that takes it the most passes."""
    rows: dict[str, dict[str, object]] = {}
    for row in dataset.hardest_table.to_pylist():
        rows.setdefault(row["kind"], {"passes": int(row["difficulty"]), "clues": row["clues"], "puzzle": row["puzzle"]})
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame["puzzle"] = frame["puzzle"].map("`{}`".format)
    frame.index.name = "level"
    return frame


def name_of(point: Point, with_size: bool) -> str:
    """How the puzzles of a point were dug, in words; and their size, if that is not the same everywhere."""
    content = point.experiment.parameters
    parts = [str(content[key]) for key in ("criterion", "order", "symmetry") if content.get(key, "none") != "none"]
    return ", ".join([f"{content['side']}x{content['side']}", *parts] if with_size else parts)


def overview(points: Sequence[Point]) -> str:
    """What a sweep holds, and what of it is not there."""
    there = [point.dataset for point in points if point.dataset]
    puzzles = sum(dataset.tally.total for dataset in there)
    content = f"{len(there)} ways, {puzzles:,} puzzles together."
    missing = len(points) - len(there)
    return (
        content
        if missing == 0
        else f"{content} {missing} of {len(points)} points are left out: {points_missing(points)}."
    )


def points_missing(points: Sequence[Point]) -> str:
    """Why points are not there, each reason once."""
    return "; ".join(dict.fromkeys(point.failure for point in points if point.dataset is None))


def maps(points: Sequence[Point], criterion: str) -> dict[str, tuple[pd.DataFrame, pd.DataFrame]]:
    """Over order and symmetry: clues, what share of the puzzles singles solve, and in how many passes.

    Parameters
    ----------
    points : sequence of Point
    criterion : str
        Those that were dug by it; of the largest size, if there are several.

    Returns
    -------
    dict of str to pair of pandas.DataFrame
        As `rullo_core.views.charts.heat_maps` draws it.
    """
    there = [point.dataset for point in points if point.dataset is not None]
    sides = [dataset.manifest["parameters"]["side"] for dataset in there]
    rows = []
    for side, dataset in zip(sides, there, strict=True):
        content = dataset.manifest["parameters"]
        if side == max(sides) and content["criterion"] == criterion:
            far = studies.how_far(dataset.by_puzzle).loc["hidden"]
            rows.append(
                {
                    "order": content["order"],
                    "symmetry": content["symmetry"],
                    "clues": dataset.by_puzzle["clues"].mean(),
                    "singles solve, %": 100 * far["share"],
                    "their passes": far["mean"],
                }
            )
    frame = pd.DataFrame(rows)
    found = {}
    for what in ("clues", "singles solve, %", "their passes"):
        numbers = frame.pivot(index="order", columns="symmetry", values=what)
        numbers = numbers.reindex(index=frame["order"].unique(), columns=frame["symmetry"].unique())
        found[what] = numbers, numbers.map("{:.1f}".format)
    return found


def criteria(points: Sequence[Point]) -> list[str]:
    """By what the puzzles of a sweep were dug."""
    return list(dict.fromkeys(point.experiment.parameters["criterion"] for point in points if point.dataset))


def spread(points: Sequence[Point]) -> str:
    """Where singles solve the fewest and the most, of what was dug as long as there is one solution."""
    differ = len({point.experiment.parameters["side"] for point in points}) > 1
    shares = {
        name_of(point, differ): studies.how_far(point.dataset.by_puzzle).loc["hidden"]
        for point in points
        if point.dataset is not None and point.dataset.manifest["parameters"]["criterion"] == "one-solution"
    }
    if len(shares) < 2:
        return ""
    least, most = (pick(shares, key=lambda name: shares[name]["share"]) for pick in (min, max))
    return (
        f"Of puzzles dug as long as there is one solution, singles solve the fewest with *{least}* "
        f"({percent(shares[least]['share'], shares[least]['error'])}), and the most with *{most}* "
        f"({percent(shares[most]['share'], shares[most]['error'])}); these are the extremes of {len(shares)} shares, "
        "and the order of those near them may be random."
    )
