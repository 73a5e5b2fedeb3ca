"""What fillers of boards do: where they stick without a way back, dead ends, choices, patterns, and the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import factorial
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed, shuffled
from rullo_core.datasets.measured import read_measured
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.fill import FILLED, fill_board
from rullo_core.sudoku.kernels import filling
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_core.uncertainty import mean_error

SEED = 1

BOARDS = {2: 288, 3: 6_670_903_752_021_072_936_960}
"""How many boards there are, by the side of a box (B. Felgenhauer and F. Jarvis, 2005)."""

TIMES = ["side", "method", "level", "order", "boards", "median_ms", "mean_ms", "most_ms"]
"""Columns of what `benchmarks.fillers` writes."""


def empty(box: int) -> Sudoku:
    """A board without any digit."""
    return Sudoku((box, box), (0,) * box**4)


def without_a_way_back(box: int, in_rows: bool, number: int, threads: int | None = None) -> pd.Series:
    """Put random digits that break no rule into one cell after the other, and see how far that goes.

    Parameters
    ----------
    box : int
    in_rows : bool
        Cells in reading order, or in a random one, another each time.
    number : int
        Of tries.
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    pandas.Series
        How many tries filled so many cells, by number of cells.
    """

    def work(numbers: range, stop: np.ndarray) -> Counter[int]:
        far: Counter[int] = Counter()
        order = np.arange(box**4)
        for i in numbers:
            rng, log, cells = rng_from_seed(SEED, i), filling.log_of(), np.zeros(box**4, np.int64)
            some = order if in_rows else shuffled(order, rng)
            filling.fill_plain(cells, (box, box), some, box**4, 1, False, rng, stop, log)
            far[int(log.counts[filling.FARTHEST])] += 1
        return far

    parts = (range(first, min(first + 1000, number)) for first in range(0, number, 1000))
    total: Counter[int] = sum(run_on_threads(parts, work, threads), Counter())
    return pd.Series(total).sort_index()


def fill_many(
    fillers: Iterable[FillSpec], boxes: Iterable[int], number: int, threads: int | None = None
) -> pd.DataFrame:
    """Fill boards, and keep what each filler tried.

    Returns
    -------
    pandas.DataFrame
        A row for each board: ``side``, ``method``, ``level``, ``order``, ``filled``, and what the filler's log says.
    """

    def work(task: tuple[FillSpec, int, int], _: np.ndarray) -> dict[str, object]:
        fill_spec, box, index = task
        filled = fill_board(fill_spec, empty(box), SEED, index)
        of_filler = {"method": fill_spec.method, "level": fill_spec.level, "order": fill_spec.order}
        return {"side": box * box} | of_filler | {"filled": filled.status == FILLED} | filled.log

    tasks = [(fill_spec, box, index) for box in boxes for fill_spec in fillers for index in range(number)]
    return pd.DataFrame(run_on_threads(tasks, work, threads))


def tallies(found: pd.DataFrame) -> pd.DataFrame:
    """By size and filler: boards, the share that was filled, dead ends, placements and choices.

    Returns
    -------
    pandas.DataFrame
        Index ``side``, ``method``, ``level``, ``order``. What is capped counts with what it had tried until then, but
        not among choices, of which ``choices`` is the mean, beside ``least`` and ``most``; ``dead_error`` is the
        standard error of the mean of dead ends.
    """
    choices = found["choices"].where(found["filled"])
    return (
        found.assign(choices=choices)
        .groupby(["side", "method", "level", "order"], sort=False)
        .agg(
            boards=("filled", "size"),
            filled=("filled", "mean"),
            dead_median=("dead ends", "median"),
            dead_mean=("dead ends", "mean"),
            dead_error=("dead ends", mean_error),
            dead_most=("dead ends", "max"),
            placements=("placements", "median"),
            choices=("choices", "mean"),
            least=("choices", "min"),
            most=("choices", "max"),
        )
    )


def repeated(board: Sudoku) -> int:
    """How many triples of neighbours in a row or column are there before, in the same order: signs of a pattern.

    Examples
    --------
    >>> from rullo_core.sudoku.fill import shifted
    >>> repeated(shifted((3, 3)))
    90
    """
    side = board.side
    grid = np.array(board.cells).reshape(side, side)
    total = 0
    for lines in (grid, grid.T):
        met = Counter(tuple(line[i : i + 3].tolist()) for line in lines for i in range(side - 2))
        total += sum(number - 1 for number in met.values())
    return total


def patterns(fillers: Iterable[FillSpec], box: int, number: int) -> pd.DataFrame:
    """By method: the mean and greatest number of repeated triples of its boards."""
    rows = {}
    for fill_spec in fillers:
        counts = [repeated(board) for board in _boards(fill_spec, box, number)]
        rows[fill_spec.method] = {"boards": len(counts), "mean": float(np.mean(counts)), "most": max(counts)}
    return pd.DataFrame.from_dict(rows, orient="index")


def _boards(fill_spec: FillSpec, box: int, number: int) -> Iterable[Sudoku]:
    for index in range(1 if fill_spec.method == "shifted" else number):
        board = fill_board(fill_spec, empty(box), SEED, index).board
        if board is not None:
            yield board


def odds(box: int) -> dict[str, Fraction]:
    """How likely a random board is right: any digits; each digit as often as it has to be; each box with every digit.

    Examples
    --------
    >>> [float(f"{float(one):.2g}") for one in odds(3).values()]
    [3.4e-56, 1.3e-49, 6.1e-29]
    """
    side, boards = box * box, BOARDS[box]
    return {
        "any digits": Fraction(boards, side ** (side * side)),
        "each digit as often as it has to be": Fraction(boards * factorial(side) ** side, factorial(side * side)),
        "every box with every digit": Fraction(boards, factorial(side) ** side),
    }


def images(box: int) -> int:
    """How many images a board can have: digits, rows of a band, columns of a stack, bands and stacks, and turned.

    Examples
    --------
    >>> images(3)
    1218998108160
    """
    return 2 * factorial(box * box) * int(factorial(box) ** (2 * box + 2))


def read_times(path: Path) -> pd.DataFrame:
    """What `benchmarks.fillers` has measured.

    Raises
    ------
    BadInput
        If it is no such file.
    """
    return read_measured(path, TIMES, "benchmarks.fillers")
