"""Random Kakurasus: which of them are simple, counted and predicted as random Rullos are.

In a Kakurasu, a cell counts as the number of its column in its row, and as the number of its row in its column. So the
two numbers of a cell have nothing to do with each other, and the lines of a Kakurasu are decoupled as they are. It is
the Rullo whose numbers are the multiplication table, as its row r has r times, and its column c has c times the sums.

No line has two equal numbers. So the smallest stopping sets are *product sets*: rows whose numbers, and columns whose
numbers add up to 0 if some of them are negative, but no part of them does; a cell is included if the signs of its row
and its column are equal, or if they are different. If W(k) are the ways to choose k numbers and their signs, up to the
sign of all, then the expected number of product sets of k rows and l columns is 2 W(k) W(l) / 2^(k l).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from math import exp, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import at_least_one, check_count, check_word
from rullo_core.rullo.kernels.predicting.boards import board_for, lines_of
from rullo_core.rullo.predicting import PART, Ends, joined, predict
from rullo_core.rullo.request import PredictionRequest
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import kakurasu as kernel

LARGEST_EXACT = 5
"""The greatest side whose solutions are all rated; there are 33,554,432 of 5x5."""

LONGEST = 30
"""The greatest side that is measured."""

SIDES_OF_SETS = (3, 4)
"""Rows and columns of the product sets that are planted."""

COLUMNS = ["side", "boards", "simple", "error", "passes", "bulk", "sets", "hold_up", "predicted", "random_numbers"]


@cache
def list_ways(numbers: int, cells: int) -> tuple[tuple[int, ...], ...]:
    """Return each way to choose cells of a line with the numbers from 1 on, so that they can only change together.

    A way has the number of each of these cells, negative if it is excluded while the first one is included.
    """
    ways = []
    for chosen in combinations(range(1, numbers + 1), cells):
        for signs in product((1, -1), repeat=cells - 1):
            way = tuple(number * sign for number, sign in zip(chosen, (1, *signs), strict=True))
            parts = (sum(part) for size in range(1, cells) for part in combinations(way, size))
            if sum(way) == 0 and all(parts):
                ways.append(way)
    return tuple(ways)


def expect_product_sets(side: int, rows: int, columns: int) -> float:
    """Return how many product sets of some rows and columns a random Kakurasu has on average, exactly.

    Parameters
    ----------
    side : int
        Rows and columns of the puzzle.
    rows, columns : int
        Rows and columns of the sets.

    Returns
    -------
    float
        The expected number.

    Raises
    ------
    BadInput
        If a number is less than 1.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.expect_product_sets(3, 3, 3) == 2 / 512
    True
    """
    for name, number in (("side", side), ("rows", rows), ("columns", columns)):
        at_least_one(name, number)
    return len(list_ways(side, rows)) * len(list_ways(side, columns)) * 2.0 ** (1 - rows * columns)


def count_kakurasus(side: int) -> pd.DataFrame:
    """Count all Kakurasus of a side by passes.

    Parameters
    ----------
    side : int
        Rows and columns, up to 5.

    Returns
    -------
    pandas.DataFrame
        ``passes`` (float64, the mean of both orders, missing for puzzles that are not simple) and ``puzzles`` (int64).

    Raises
    ------
    BadInput
        If there are too many.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.count_kakurasus(3).dropna()["puzzles"].sum()
    np.int64(510)
    """
    if at_least_one("side", side) > LARGEST_EXACT:
        raise BadInput(f"side {side}: write a whole number from 1 to {LARGEST_EXACT}")

    def work(first: int, stop: np.ndarray) -> np.ndarray:
        ends = Ends(np.empty(size, np.bool_), *np.empty((2, size), np.int64))
        kernel.run_solutions(board_for(lines_of(side, side), side), side, side, first, *ends, stop)
        return np.bincount(np.where(ends.unknown == 0, ends.halves + 1, 0), minlength=8 * side**2)

    size = 2 ** min(side**2, 16)
    counts = sum(run_on_threads(range(0, 2**side**2, size), work), np.zeros(8 * side**2, np.int64))
    present = np.flatnonzero(counts)
    return pd.DataFrame({"passes": np.where(present, (present - 1) / 2, np.nan), "puzzles": counts[present]})


def _planted(side: int, rows: int, columns: int, number: int, rng: np.random.Generator) -> np.ndarray:
    """Draw boards with a product set: -1 in its included cells, 1 in its excluded ones, and 0 elsewhere."""
    boards = np.zeros((number, side, side), np.int64)
    row_ways, column_ways = np.array(list_ways(side, rows)), np.array(list_ways(side, columns))
    for board in boards:
        row_way, column_way = rng.choice(row_ways), rng.choice(column_ways)
        signs = np.sign(np.outer(row_way, column_way)) * rng.choice((-1, 1))
        board[np.ix_(abs(row_way) - 1, abs(column_way) - 1)] = signs
    return boards


def _run(side: int, boards: int, sets: np.ndarray, seed: int) -> Ends:
    """Return the ends of random boards, each with one of some sets."""

    def work(first: int, stop: np.ndarray) -> Ends:
        count = min(PART, boards - first)
        ends, rng = Ends(np.empty(count, np.bool_), *np.empty((2, count), np.int64)), rng_from_seed(0, 0)
        board = board_for(lines_of(side, side), side)
        kernel.run_random(board, side, side, sets, np.uint64(seed % 2**64), np.int64(first), rng, *ends, stop)
        return ends

    return joined(run_on_threads(range(0, boards, PART), work))


def measure_kakurasus(sides: Sequence[int] = (6,), boards: int = 10_000, seed: int = 1) -> pd.DataFrame:
    """Count the simple ones of random Kakurasus, and predict them.

    Parameters
    ----------
    sides : sequence of int
        Rows and columns, 1 to 30.
    boards : int
        Random puzzles of each; and as many with a product set of each shape.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each side: ``side``, ``boards``; ``simple`` with ``error``, the share of simple puzzles and its
        standard error; ``passes``, the mean passes of these; ``bulk``, the share in which nothing, or only small sets
        of cells as in `rullo_core.rullo.predict`, stays unknown; ``sets``, the expected number of product sets of three
        or four rows and columns in at most half of the board; ``hold_up``, the mean factor by which a set changes the
        bulk; ``predicted``, bulk * exp(-sets * hold_up); and ``random_numbers``, the predicted share of simple Rullos
        of this size if these numbers are random, and of one size class.

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.measure_kakurasus([6], boards=1000)[["simple", "predicted"]].round(1).values.tolist()
    [[0.8, 0.8]]
    """
    rows, number = [], check_count(boards)
    check_word("seed", seed)
    for side in sides:
        if at_least_one("side", side) > LONGEST:
            raise BadInput(f"side {side}: write a whole number from 1 to {LONGEST}")
        ends = _run(side, number, np.zeros((1, side, side), np.int64), seed)
        is_simple, bulk = ends.unknown == 0, float(ends.small.mean())
        expected = held = 0.0
        for height, width in product(SIDES_OF_SETS, repeat=2):
            if expect_product_sets(side, height, width) and 2 * height * width <= side**2:
                expected += expect_product_sets(side, height, width)
                planted = _planted(side, height, width, number, np.random.default_rng((seed, height, width)))
                held += expect_product_sets(side, height, width) * _run(side, number, planted, seed + 1).small.mean()
        simple = float(is_simple.mean())
        rate = held / bulk if bulk else 0.0
        rows.append(
            {
                "side": side,
                "boards": number,
                "simple": simple,
                "error": sqrt(simple * (1 - simple) / number),
                "passes": float(ends.halves[is_simple].mean()) / 2 if simple else np.nan,
                "bulk": bulk,
                "sets": expected,
                "hold_up": rate / expected if expected else 1.0,
                "predicted": bulk * exp(-rate),
                "random_numbers": predict(PredictionRequest(f"{side}x{side}", values=f"1-{side}", classes=1)).simple,
            }
        )
    return pd.DataFrame(rows, columns=COLUMNS)


def load_kakurasus(path: str | Path) -> pd.DataFrame:
    """Read a table of Kakurasus, which `measure_kakurasus` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_kakurasus` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_kakurasus("data/predictions/elsewhere-kakurasu.csv")["simple"].is_monotonic_decreasing
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.theory")
