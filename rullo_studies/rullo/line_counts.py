"""Whether counts of a line's cells are enough to say how passes go on: decoupled lines without their numbers."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.reachable import room_for
from rullo_core.parameters import parse_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.kernels.predicting.boards import board_for, lines_of
from rullo_core.rullo.predicting import PART, Process, classes_of
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import line_counts as kernel

FAIR = 0.5
"""The probability that a cell is included."""


def sample_outcomes(
    cells: int, values: tuple[int, ...], memory: bool, lines: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return what sampled lines fix, sorted by state: the first row of each state, and the rows."""
    keys, fixed = np.empty(lines * (cells + 1), np.int64), np.empty((lines * (cells + 1), 2), np.int64)
    room, rng = room_for(cells, values[-1]), rng_from_seed(seed, cells)
    number = kernel.sample_lines(np.array(values, np.int64), FAIR, cells, lines, memory, room, rng, keys, fixed)
    order = np.argsort(keys[:number], kind="stable")
    first = np.searchsorted(keys[:number][order], np.arange(2 * (cells + 1) ** 3 + 1))
    return first, fixed[:number][order]


def compare_counts(
    size: str | int | tuple[int, int] = "8x8",
    values: str = "1-10",
    boards: int = 40_000,
    lines: int = 200_000,
    seed: int = 1,
) -> pd.DataFrame:
    """Compare decoupled lines with lines of which only counts are known: how often only small sets stay unknown.

    With *memory*, the state of a line is how many cells it learned from the lines across, and how many excluded and
    included cells are unknown; without, only the latter.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"8x8"``.
    values : str
        The range of the numbers, such as ``"1-10"``.
    boards : int
        The number of random boards for each row.
    lines : int
        The number of sampled lines.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        Index ``lines``: ``numbers`` for lines with numbers, in one size class, ``counts with memory`` and ``counts``.
        ``bulk``, the share of boards, and ``error``, its standard error (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.compare_counts("3x3", "1-9", boards=500, lines=2000)["bulk"].round(1).tolist()
    [1.0, 1.0, 1.0]
    """
    (height, width), numbers = sides_of(size), parse_range(values)
    shares = {"numbers": Process(height, width, classes_of(numbers, 1), FAIR, seed).run(range(boards)).small.mean()}
    for name, memory in (("counts with memory", True), ("counts", False)):
        of_rows, of_columns = (sample_outcomes(cells, numbers, memory, lines, seed) for cells in (width, height))

        def work(first: int, stop: np.ndarray) -> np.ndarray:
            small = np.zeros(min(PART, boards - first), np.bool_)
            board, rng = board_for(lines_of(height, width), 1), rng_from_seed(0, 0)
            tables = (of_rows, of_columns, memory)  # noqa: B023 - it is called before they change
            kernel.run_counts(board, height, width, *tables, FAIR, np.uint64(seed), np.int64(first), rng, small, stop)
            return small

        shares[name] = np.concatenate(list(run_on_threads(range(0, boards, PART), work))).mean()
    rows = [(float(share), sqrt(share * (1 - share) / boards)) for share in shares.values()]
    return pd.DataFrame(rows, pd.Index(shares, name="lines"), ["bulk", "error"])
