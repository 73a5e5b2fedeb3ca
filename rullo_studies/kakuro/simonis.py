"""The tables of H. Simonis, Kakuro as a constraint problem: what is printed, and the same of other puzzles.

Of most tables our copy of the paper has lost rows; these are said to be missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.rules import Rectangle, rectangles
from rullo_core.kakuro.solver import start_of, units_of
from rullo_core.passes import levels
from rullo_core.passes.units import State, Unit
from rullo_core.paths import PUBLISHED

TABLES = (2, 3, 4, 5, 6, 7, 8, 11, 12)
"""The tables that the files have rows of."""

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
"""The names here of the columns of the files."""

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
    >>> import rullo_studies as rs
    >>> table = rs.kakuro.published_table(11)
    >>> table[["set", "puzzles", "partial_mean"]].values.tolist()[-1]
    ['All', 243, 17.98]
    """
    if number not in TABLES:
        raise BadInput(f"table {number!r}: take one of {', '.join(map(str, TABLES))}")
    table = pd.read_csv(
        PUBLISHED / "kakuro" / f"simonis-table-{number:02}.csv", dtype={"x": str, "y": str}, na_values="n/a"
    )
    size = (table["x"] + "x" + table["y"]).fillna("").astype("str")
    printed = table.rename(columns=PRINTED).filter(PRINTED.values()).drop(columns="puzzles").astype(float)
    names = {"set": table["set"], "size": size, "puzzles": table["k"], "lost": table["status"] != "printed"}
    return pd.DataFrame(names).join(printed)


# -- rectangles, and what less would do -------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtCorners:
    """A rectangle that eliminates candidates only at its four crossings."""

    rectangle: Rectangle

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        narrowed = self.rectangle.filter(domains)
        corners = self.rectangle.corners
        return tuple(narrowed[i] if i in corners else domain for i, domain in enumerate(domains))


def solve_by_rectangles(
    puzzles: Kakuro | Iterable[Kakuro], *, neighbouring: bool = False, crossings: bool = False
) -> np.ndarray:
    """Say which puzzles entries and some rectangles solve, by the readable solver.

    Parameters
    ----------
    puzzles : Kakuro or iterable of Kakuro
        The puzzles; a single one is a list of one. Each takes some seconds.
    neighbouring : bool
        Whether only rectangles of neighbouring lines are filtered.
    crossings : bool
        Whether candidates are eliminated only from the four cells where their entries cross.

    Returns
    -------
    bool array of shape (puzzles,)
        Whether each puzzle is solved.

    Raises
    ------
    BadInput
        If anything other than Kakuros is given.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.kakuro.read("data/published/kakuro/minizinc.txt")[2]
    >>> rs.kakuro.solve_by_rectangles(puzzle).tolist()
    [True]
    """
    return np.array([_is_solved(puzzle, neighbouring, crossings) for puzzle in API.as_puzzles(puzzles)], bool)


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


# -- models -----------------------------------------------------------------------------------------------------------


def load_models(models: str | Path) -> pd.DataFrame:
    """Read what the benchmark of general solvers has measured.

    Parameters
    ----------
    models : str or pathlib.Path
        A file that ``python -m benchmarks.models`` has written.

    Returns
    -------
    pandas.DataFrame
        A row for each question: ``name`` and ``size`` of the puzzle (str), its white ``cells``, the ``model`` (str,
        ``ours``, ``cp-sat``, ``milp`` or ``sat``), ``reduced`` (0 or 1, whether domains were reduced before),
        ``solutions`` (1, or 2 for several), ``restarts``, ``conflicts`` (nodes of ``milp``) and ``decisions``, and
        ``solve_ms`` and ``prove_ms``, milliseconds to the solution and to the proof that there is no other.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.kakuro.load_models("benchmarks/kakuro-models.csv").groupby("model").size().tolist()
    [1480, 1480, 740, 1480]
    """
    frame = read_measured(models, COLUMNS, "benchmarks.models")
    return frame.assign(size=frame["name"].str.split(",").str[0])
