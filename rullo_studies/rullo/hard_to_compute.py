"""Sizes and ranges at which random Rullos are hard to compute, and at which they are hard to reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import format_size, parse_range
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.search import find_solutions

COLUMNS = ["size", "range", "index", "solver", "solutions", "milliseconds"]


def load_times(times: str | Path) -> pd.DataFrame:
    """Read the times in which solvers decide random puzzles, as the benchmark of solvers has measured them.

    Parameters
    ----------
    times : str or pathlib.Path
        A file that ``python -m benchmarks.peers`` has written.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle and solver: ``side``, the number of rows and of columns (int); ``range`` (str); ``index``
        of the puzzle (int); ``solver`` (str, ``ours`` for this project's, which there are always times of);
        ``solutions``, 2 for two or more, NaN if undecided; and ``milliseconds`` of processor time. Ranges of fewer
        numbers and shorter sides come first.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_times("benchmarks/peers.csv").groupby("solver").size().tolist()
    [1100, 1100, 1100, 1100]
    """
    frame = read_measured(times, COLUMNS, "benchmarks.peers").rename(columns={"size": "side"}).astype({"range": str})
    if "ours" not in set(frame["solver"]):
        raise BadInput(f"times: {times} has no times of this project's solver")
    ranges = sorted(set(frame["range"]), key=lambda text: (len(parse_range(text)), text))
    place = frame["range"].map({text: i for i, text in enumerate(ranges)})
    return frame.iloc[np.lexsort((frame["side"], place))].reset_index(drop=True)


def estimate_solutions(puzzles: Iterable[Rullo]) -> pd.DataFrame:
    r"""Estimate how many solutions puzzles have, as if their lines were independent, and try whether lines solve them.

    Each line is satisfied by a share of all 2**cells ways to include cells. The product of these shares and of the
    number of ways is no exact count, but it shows where about one solution is to be expected.

    Parameters
    ----------
    puzzles : iterable of Rullo
        The puzzles.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: its ``size``; ``expected``, the base-2 logarithm of the number of solutions (float); and
        ``simple``, whether lines alone solve it (bool).

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> rs.rullo.estimate_solutions([rc.rullo.parse("5 7\n4 1 4\n8 5 3")]).to_dict("records")
    [{'size': '2x2', 'expected': -4.0, 'simple': True}]
    """
    rows = []
    for puzzle in puzzles:
        outcome = find_solutions(puzzle, nodes=1)  # Without a node, lines alone solve the puzzle.
        is_simple = not outcome.undecided and not outcome.nodes
        rows.append((format_size(puzzle.height, puzzle.width), expected_solutions(puzzle), is_simple))
    return pd.DataFrame(rows, columns=["size", "expected", "simple"]).astype(
        {"size": str, "expected": float, "simple": bool}
    )


def expected_solutions(puzzle: Rullo) -> float:
    """Return the exponent of the expected number of solutions, as a power of two, if lines were independent."""
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
