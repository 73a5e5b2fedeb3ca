"""Sizes and ranges at which random Rullos are hard to compute, and at which they are hard to reason."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured as read_table
from rullo_core.parameters import format_range, format_size, parse_range
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.search import find_solutions

OURS = "ours"
COLUMNS = ["size", "range", "index", "solver", "solutions", "milliseconds"]


def read_measured(path: Path) -> pd.DataFrame:
    """Read the times that `benchmarks.peers` has measured.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle and solver: int columns ``size``, ``index``; str ``range``, ``solver``; float
        ``solutions``, 2 for two or more, NaN if undecided; float ``milliseconds`` of processor time.

    Raises
    ------
    BadInput
        If it is no such file.
    """
    frame = read_table(path, COLUMNS, "benchmarks.peers")
    return frame.assign(range=frame["range"].astype(str))


def in_order(ranges: Sequence[str]) -> list[str]:
    """Return ranges sorted by how many numbers they have."""
    return sorted(set(ranges), key=lambda text: (len(parse_range(text)), text))


def by_point(measured: pd.DataFrame, solver: str) -> pd.DataFrame:
    """Tabulate a solver's times for the puzzles of each size and range.

    Returns
    -------
    pandas.DataFrame
        Index ``range``, ``size``; ``puzzles``, ``decided`` (a share), ``median`` and ``greatest`` in milliseconds.
        What is undecided took as long as it was let.
    """
    of_solver = measured[measured["solver"] == solver]
    points = of_solver.groupby(["range", "size"], sort=False)
    table = pd.DataFrame(
        {
            "puzzles": points.size(),
            "decided": points["solutions"].count() / points.size(),
            "median": points["milliseconds"].median(),
            "greatest": points["milliseconds"].max(),
        }
    )
    order = [(values, size) for values in in_order(measured["range"]) for size in sorted(set(measured["size"]))]
    return table.reindex([point for point in order if point in table.index])


def both_by_point(measured: pd.DataFrame, solver: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the times of this project's solver and of another on puzzles given to both, as `by_point` does."""
    keys = ["range", "size", "index"]
    given = measured[measured["solver"] == solver].set_index(keys).index
    same = measured[measured.set_index(keys).index.isin(given)]
    return by_point(same, OURS), by_point(same, solver)


def single_puzzles(measured: pd.DataFrame, solver: str) -> tuple[int, int]:
    """Return on how many puzzles another solver was faster than this project's, and how many both were given."""
    keys = ["range", "size", "index"]
    ours, other = (measured[measured["solver"] == name].set_index(keys) for name in (OURS, solver))
    both = ours.merge(other, left_index=True, right_index=True, suffixes=("", " other"))
    decided = both["solutions other"].notna()
    return int((decided & (both["milliseconds other"] < both["milliseconds"])).sum()), len(both)


def disagreements(measured: pd.DataFrame) -> int:
    """Return the number of puzzles that two solvers decide differently."""
    shown = measured.dropna(subset="solutions").groupby(["size", "range", "index"])["solutions"]
    return int((shown.nunique() > 1).sum())


def expected_solutions(puzzle: Rullo) -> float:
    """Return the exponent of the expected number of solutions, as a power of two, if lines were independent.

    Each line is satisfied by a share of all 2**cells ways to include cells. The product of these shares and of the
    number of ways is no exact count, but it shows where about one solution is to be expected.
    """
    lines = zip((*puzzle.numbers, *puzzle.columns), (*puzzle.row_targets, *puzzle.column_targets), strict=True)
    cells = sum(1 for row in puzzle.numbers for number in row if number)
    return sum(log2(max(_ways(numbers, target), 1.0)) for numbers, target in lines) - cells


def _ways(numbers: Sequence[int], target: int) -> float:
    """Count the ways in which numbers other than 0 add up to a target."""
    weights = [abs(number) for number in numbers if number]
    target -= sum(number for number in numbers if number < 0)  # a negative number counts the other way round
    ways = np.zeros(max(target, 0) + 1)
    ways[0] = 1.0
    for weight in weights:
        if weight < len(ways):
            ways[weight:] = ways[weight:] + ways[:-weight]
    return float(ways[target]) if target >= 0 else 0.0


def survey(points: Sequence[tuple[str, int]], puzzles: int, seed: int) -> pd.DataFrame:
    """Measure the expected number of solutions and the share simple of random puzzles of some ranges and sizes.

    Parameters
    ----------
    points : sequence of tuple of str and int
        Range and side.
    puzzles : int
        Random ones of each.

    Returns
    -------
    pandas.DataFrame
        Index ``range``, ``size``; ``expected``, the median power of two; ``simple``, the share that lines alone solve.
    """
    rows = {}
    for values, side in points:
        drawn = [draw_puzzle(side, side, parse_range(values), seed, index)[0] for index in range(puzzles)]
        # Without a node, lines alone solve the puzzle.
        simple = sum(not (found := find_solutions(puzzle, nodes=1)).undecided and not found.nodes for puzzle in drawn)
        rows[values, side] = {
            "expected": float(np.median([expected_solutions(puzzle) for puzzle in drawn])),
            "simple": simple / puzzles,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(["range", "size"])


def compared(ours: pd.DataFrame, other: pd.DataFrame, name: str) -> pd.DataFrame:
    """Tabulate the times of two solvers side by side.

    Parameters
    ----------
    ours, other : pandas.DataFrame
        Of `by_point`.
    name : str
        Of the other solver.

    Returns
    -------
    pandas.DataFrame
        Index ``point``; decided puzzles, median and greatest time of both, and how much longer the other takes in the
        median.
    """
    both = ours.join(other.add_suffix(" other"), how="inner")
    rows = {}
    for (values, side), one in both.iterrows():
        rows[f"{format_size(side, side)} over {format_range(parse_range(values))}"] = {
            "decided": f"{one['decided']:.0%}",
            f"by {name}": f"{one['decided other']:.0%}",
            "median (ms)": f"{one['median']:.3g}",
            f"of {name} (ms)": f"{one['median other']:.3g}",
            "ratio": f"{one['median other'] / one['median']:.3g}",
            "greatest (ms)": f"{one['greatest']:.3g}",
            f"of {name} (ms) ": f"{one['greatest other']:.3g}",
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("point")
