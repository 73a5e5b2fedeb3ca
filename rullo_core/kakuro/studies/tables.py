"""The tables of H. Simonis, Kakuro as a constraint problem: what is printed, and the same of other puzzles.

Of most tables our copy of the paper has lost rows; these are said to be missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.rectangle import Rectangle, rectangles
from rullo_core.kakuro.solver import GRADES, STUCK, start_of, units_of
from rullo_core.kakuro.studies.ladder import propagate, search
from rullo_core.passes import levels
from rullo_core.passes.units import State, Unit
from rullo_core.paths import PUBLISHED

TABLES = (2, 3, 4, 5, 6, 7, 8, 11, 12)
"""The tables of which there are rows."""

PRINTED = {
    "k": "puzzles",
    "variables_mean": "mean_variables",
    "setup_pct": "setup",
    "shave_pct": "shaving",
    "total_pct": "in_all",
    "solved_pct": "solved",
    "restarts": "restarts",
    "conflicts": "conflicts",
    "avg_decisions": "mean_decisions",
    "max_decisions": "most_decisions",
    "avg_time_s": "mean_seconds",
    "max_time_s": "most_seconds",
    "avg_backtracks": "mean_backtracks",
    "max_backtracks": "most_backtracks",
    "ratio_min": "least_ratio",
    "ratio_avg": "mean_ratio",
    "ratio_max": "greatest_ratio",
    "complete_min_pct": "complete_least",
    "complete_avg_pct": "complete_mean",
    "complete_max_pct": "complete_most",
    "partial_min_pct": "partial_least",
    "partial_avg_pct": "partial_mean",
    "partial_max_pct": "partial_most",
}
"""What the columns of the files are called here."""

ALL = "all"
"""In place of a size."""

UNDECIDED = -1
"""A search that was given up."""

COLUMNS = [
    "name",
    "cells",
    "model",
    "reduced",
    "solutions",
    "restarts",
    "conflicts",
    "decisions",
    "solve_ms",
    "prove_ms",
]
"""Of what `benchmarks.models` writes."""


def published_table(number: int) -> pd.DataFrame:
    """Return a table of H. Simonis, Kakuro as a constraint problem, as it is printed.

    The project's copy of the paper has lost rows of most tables, and all of Table 10.

    Parameters
    ----------
    number : int
        Number of the table: 2 to 8, 11 or 12.

    Returns
    -------
    pandas.DataFrame
        A row for each set of puzzles, the last for all: ``set`` and ``size`` (str, height and width with the border for
        clues; empty for all), ``puzzles`` (int64), ``lost`` (bool, whether the copy has lost the row), and what the
        table has (float64, missing where nothing is printed): ``setup``, ``shaving``, ``in_all``, ``solved``,
        ``complete_least`` to ``partial_most`` in per cent; ``mean_seconds`` and ``most_seconds``; ``least_ratio``,
        ``mean_ratio`` and ``greatest_ratio``; ``mean_variables``, ``restarts``, ``conflicts``, ``mean_backtracks``,
        ``most_backtracks``, ``mean_decisions`` and ``most_decisions``.

    Raises
    ------
    BadInput
        If there is no such table.

    Examples
    --------
    >>> import rullo_core as rc
    >>> table = rc.kakuro.studies.published_table(11)
    >>> table[["set", "puzzles", "partial_mean"]].values.tolist()[-1]
    ['All', 243, 17.98]
    """
    if number not in TABLES:
        raise BadInput(f"table {number!r}: take one of {', '.join(map(str, TABLES))}")
    table = pd.read_csv(
        PUBLISHED / "kakuro" / f"simonis-table-{number:02}.csv", dtype={"x": str, "y": str}, na_values="n/a"
    )
    size = (table["x"] + "x" + table["y"]).fillna("").astype("str")
    shown = table.rename(columns=PRINTED).filter(PRINTED.values()).drop(columns="puzzles").astype(float)
    names = {"set": table["set"], "size": size, "puzzles": table["k"], "lost": table["status"] != "printed"}
    return pd.DataFrame(names).join(shown)


def printed(number: int) -> tuple[pd.DataFrame, int]:
    """A table of the paper.

    Parameters
    ----------
    number : int
        2 to 8, or 10 to 12.

    Returns
    -------
    table : pandas.DataFrame
        The rows that are there, as printed; ``x`` and ``y`` are sizes with the border for clues, ``k`` puzzles.
    missing : int
        How many rows our copy has lost.
    """
    table = pd.read_csv(PUBLISHED / "kakuro" / f"simonis-table-{number:02}.csv", dtype=str, keep_default_na=False)
    there = table["status"] == "printed"
    return table[there].drop(columns="status").reset_index(drop=True), int((~there).sum())


def sample(collection: pd.DataFrame, each: int) -> list[Kakuro]:
    """So many puzzles of each size, share of black cells and method, where that is said; else all."""
    if collection["method"].isna().all():
        return list(collection["puzzle"])
    return list(collection.groupby(["size", "black", "method"]).head(each)["puzzle"])


def sizes_of(puzzles: Sequence[Kakuro]) -> list[str]:
    """The size of each puzzle, without the border for clues."""
    return [f"{puzzle.rows - 1}x{puzzle.columns - 1}" for puzzle in puzzles]


def by_level(puzzles: Sequence[Kakuro], level: str, threads: int | None = None) -> pd.DataFrame:
    """Tables 2, 5, 7 and 12: how many puzzles a level solves, at setup, by shaving, and with search.

    Returns
    -------
    pandas.DataFrame
        By size, and all: int ``k`` puzzles; float ``setup``, ``shaving`` and ``in_all``, shares that are solved so far;
        ``backtracks`` of a search, their mean, and ``most``: none where shaving solves a puzzle, as in the paper, and
        elsewhere of a search from the beginning; int ``given_up``, searches that were given up after
        `rullo_core.kakuro.studies.ladder.NODES` steps.
    """
    searched = search(puzzles, level, threads)
    frame = pd.DataFrame(
        {
            "size": sizes_of(puzzles),
            "setup": propagate(puzzles, level, threads=threads)["unfixed"] == 0,
            "shaving": propagate(puzzles, level, shaving=True, threads=threads)["unfixed"] == 0,
            "found": searched["answer"] == 1,
        }
    )
    frame["in_all"] = frame["shaving"] | frame["found"]
    frame["backtracks"] = searched["backtracks"].where(~frame["shaving"], 0)
    frame["given_up"] = (searched["answer"] == UNDECIDED) & ~frame["shaving"]
    means = {one: (one, "mean") for one in ("setup", "shaving", "in_all", "backtracks")}
    return _by_size(frame, means | {"most": ("backtracks", "max"), "given_up": ("given_up", "sum")})


def _by_size(frame: pd.DataFrame, columns: dict[str, tuple[str, str]]) -> pd.DataFrame:
    """Aggregates of each size, in ascending order, and of all; k is how many."""
    order = sorted(set(frame["size"]), key=lambda size: [int(one) for one in size.split("x")])
    both = pd.concat([frame, frame.assign(size=ALL)])
    return both.groupby("size").agg(k=("size", "size"), **columns).reindex([*order, ALL])


def of_common_sizes(collection: pd.DataFrame) -> pd.DataFrame:
    """The puzzles of those sizes of which every method has made some; all, where no method is said."""
    sizes = [set(some["size"]) for _, some in collection.groupby("method")]
    return collection[collection["size"].isin(set.intersection(*sizes))] if sizes else collection


def by_grade(collection: pd.DataFrame) -> pd.DataFrame:
    """Table 10: the share of puzzles that each grade solves, from setup to P9, by what makes them.

    Returns
    -------
    pandas.DataFrame
        By method, and all: int ``k``; float shares, one column for each grade, those before included; and ``passes``,
        the mean difficulty of the simple ones.
    """
    some = collection.assign(method=collection["method"].fillna("unknown"))
    rows: dict[str, dict[str, float]] = {}
    for method, those in [*some.groupby("method", sort=False), (ALL, some)]:
        shares = those["grade"].value_counts(normalize=True).reindex([*GRADES, STUCK], fill_value=0.0)
        rows[str(method)] = {"k": len(those)} | {grade: float(shares.cumsum()[grade]) for grade in GRADES}
        rows[str(method)]["passes"] = float(those["difficulty"].mean())
    return pd.DataFrame.from_dict(rows, orient="index")


# -- rectangles, and what less would do -------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtCorners:
    """The rule of a rectangle that takes digits away at its four crossings only."""

    rectangle: Rectangle

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        now = self.rectangle.filtered(domains)
        corners = self.rectangle.corners
        return tuple(now[i] if i in corners else domain for i, domain in enumerate(domains))


def ways_to_use_rectangles(puzzles: Sequence[Kakuro]) -> dict[tuple[bool, bool], int]:
    """How many puzzles G and rectangles solve: of neighbouring lines only or all, at crossings only or in all cells."""
    solved = {}
    for neighbours in (True, False):
        for corners in (True, False):
            solved[neighbours, corners] = sum(_is_solved(puzzle, neighbours, corners) for puzzle in puzzles)
    return solved


def _is_solved(puzzle: Kakuro, neighbours: bool, corners: bool) -> bool:
    units = units_of(puzzle, "G")
    for unit in rectangles(puzzle):
        rule = unit.rule
        assert isinstance(rule, Rectangle)
        if neighbours and not _are_neighbours(puzzle, unit, rule):
            continue
        units.append(replace(unit, rule=AtCorners(rule)) if corners else unit)
    return levels.is_fixed(levels.reach(start_of(puzzle), units).state)


def _are_neighbours(puzzle: Kakuro, unit: Unit, rule: Rectangle) -> bool:
    a, b, c, _ = (puzzle.cells[unit.cells[corner]] for corner in rule.corners)
    return b[1] - a[1] == 1 and c[0] - a[0] == 1


def smallest_cores(puzzles: Sequence[Kakuro], number: int) -> list[Kakuro]:
    """The puzzles of which entries alone leave the fewest cells open, but some."""
    opened = propagate(puzzles, "G")["unfixed"]
    order = [i for i in np.argsort(opened, kind="stable").tolist() if opened[i] > 0]
    return [puzzles[i] for i in order[:number]]


# -- models -----------------------------------------------------------------------------------------------------------


def read_models(path: Path) -> pd.DataFrame:
    """What `benchmarks.models` has measured.

    Returns
    -------
    pandas.DataFrame
        Its columns, and ``size``.

    Raises
    ------
    BadInput
        If it is no such file.
    """
    frame = read_measured(path, COLUMNS, "benchmarks.models")
    return frame.assign(size=frame["name"].str.split(",").str[0])


def by_model(measured: pd.DataFrame, model: str, reduced: bool) -> pd.DataFrame:
    """Tables 3, 4 and 6: what a model takes.

    Returns
    -------
    pandas.DataFrame
        By size, and all: int ``k``; float ``solved``, the share of which the solution was found and proved to be the
        only one; the means of ``restarts``, ``conflicts`` and ``decisions`` to the solution, ``conflicts_most``; the
        means of ``solve_ms`` and ``prove_ms``, and ``solve_most``.
    """
    some = measured[(measured["model"] == model) & (measured["reduced"] == int(reduced))]
    columns = {name: (name, "mean") for name in ("restarts", "conflicts", "decisions", "solve_ms", "prove_ms")}
    most = {"conflicts_most": ("conflicts", "max"), "solve_most": ("solve_ms", "max")}
    return _by_size(some.assign(solved=some["solutions"] == 1), {"solved": ("solved", "mean"), **columns, **most})


def ratios(measured: pd.DataFrame, model: str, reduced: bool) -> pd.DataFrame:
    """Table 8: how many times as long a model takes as ours for a puzzle, solution and proof together.

    Returns
    -------
    pandas.DataFrame
        By size, and all: int ``k``; float ``least``, ``median`` and ``greatest``.
    """
    times = measured.assign(ms=measured["solve_ms"] + measured["prove_ms"])
    ours = times[times["model"] == "ours"].set_index("name")["ms"]
    theirs = times[(times["model"] == model) & (times["reduced"] == int(reduced))].set_index("name")
    frame = pd.DataFrame({"size": theirs["size"], "ratio": theirs["ms"] / ours.reindex(theirs.index)})
    return _by_size(frame, {"least": ("ratio", "min"), "median": ("ratio", "median"), "greatest": ("ratio", "max")})
