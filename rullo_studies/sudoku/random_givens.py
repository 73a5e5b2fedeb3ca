"""Sudokus whose givens are random cells of a board: which of them are simple, counted and predicted.

The theory of random Rullos (`rullo_core.rullo.predicting`), elsewhere: P(simple) is P(bulk) times a floor of small sets
of cells. The bulk is *density evolution*, the deductions on an infinite tree of units, as a board without short cycles.
The floor is *unavoidable sets*: some givens have to be among their cells, as these can be filled in another way if all
other cells are known. On a board with the small unavoidable sets S, exp(-sum of (1 - p)^|S|) is the probability that
each has a given, if they were independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import check_count, check_word
from rullo_core.runs.shards import run_alone, run_on_threads
from rullo_core.sudoku.api import API
from rullo_core.sudoku.batch import RULES, solve_many
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels.board import board_for
from rullo_core.sudoku.kernels.levels import room_for
from rullo_core.sudoku.levels import BASE
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_studies.sudoku.digging import empty
from rullo_studies.sudoku.kernels.random_givens import count_fixed, send_messages

UNITS_SENT = 20_000
"""Units of a round of density evolution whose messages are drawn."""

ROUNDS = 100
"""The greatest number of rounds; those of the last quarter are averaged where not every cell is fixed."""

MOST_FILLINGS = 10_000
"""The greatest number of ways to fill some digits or lines that are compared; three digits have some hundreds."""

ALL_FIXED = 1 - 1e-5
"""A share of fixed cells that counts as all."""

PART = 50
"""Boards that a thread takes at a time."""

OUTCOMES = ["simple", "fixed", "unique", "floor", "covered", "floor_3", "covered_3"]
"""What is averaged over boards."""

COLUMNS = ["share", "boards", "simple", "error", "fixed", "unique", "tree", "floor", "covered", "floor_3", "covered_3"]


def list_unavoidable_sets(board: Sudoku, parts: int = 2) -> list[tuple[int, ...]]:
    """Return small unavoidable sets of a board: cells that can be filled in another way if all others are known.

    These lie in the cells of a few digits, or in a few rows of a band, or in a few columns of a stack.

    Parameters
    ----------
    board : Sudoku
        A filled board.
    parts : int
        How many digits, rows or columns: 2 or 3.

    Returns
    -------
    list of tuple of int
        The cells of each set, numbered from 0 in reading order, in order; fewer cells than two digits have. No part of
        a set is unavoidable.

    Raises
    ------
    BadInput
        If the board is not filled, or there are not so many parts.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> sets = rs.sudoku.list_unavoidable_sets(rc.sudoku.parse("1234341221434321"))
    >>> len(sets), sets[0]
    (8, (0, 1, 8, 9))
    """
    if not board.is_filled:
        raise BadInput("the board is not filled: fill each of its cells")
    if parts not in (2, 3):
        raise BadInput(f"parts {parts}: take sets in 2 or 3 digits, rows or columns")
    side, (height, width), solution = board.side, board.box, np.array(board.cells)
    rows = np.arange(side**2).reshape(side, side)
    of_digits = [np.flatnonzero(solution == digit) for digit in range(1, side + 1)]
    bands = [*rows.reshape(-1, height, side), *rows.T.reshape(-1, width, side)]
    empty_cells = [np.concatenate(group) for lines in (of_digits, *bands) for group in combinations(lines, parts)]
    puzzles = []
    for cells in empty_cells:
        givens = solution.copy()
        givens[cells] = 0
        puzzles.append(board.with_cells(givens.tolist()))
    sets: dict[frozenset[int], None] = {}
    for found in solve_many(puzzles, MOST_FILLINGS, threads=1):
        differences = [frozenset(np.flatnonzero(row).tolist()) for row in np.array(found.solutions) != solution]
        smallest: list[frozenset[int]] = []
        for difference in sorted((difference for difference in differences if 0 < len(difference) < 2 * side), key=len):
            if not any(part <= difference for part in smallest):
                smallest.append(difference)
        sets |= dict.fromkeys(smallest)
    return sorted(tuple(sorted(cells)) for cells in sets)


def propagate_on_tree(
    share: float, size: str | int | tuple[int, int] = 9, units: int = UNITS_SENT, seed: int = 1
) -> float:
    """Return how many cells complete unit filtering fixes on a tree, by density evolution.

    Each cell is in three units and each unit has as many cells as digits, but units have no two cells in common, and
    there are no cycles of units.

    Parameters
    ----------
    share : float
        The probability that a cell is given.
    size : str, int or (int, int)
        Rows and columns of a board with such units, up to nine.
    units : int
        Units that are drawn for each round.
    seed : int
        Random seed, from 0.

    Returns
    -------
    float
        The share of cells that are given or fixed, 1 if all are.

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.sudoku.propagate_on_tree(0.3), round(rs.sudoku.propagate_on_tree(0.1), 2)
    (1.0, 0.1)
    """
    if not 0 <= share <= 1:
        raise BadInput(f"share {share}: write a probability, from 0 to 1")
    box, sent = empty(size).box, check_count(units)
    side = box[0] * box[1]
    if side > 9:
        raise BadInput(f"{side}x{side}: units of up to nine cells are filtered on a tree; take a smaller size")
    rng = rng_from_seed(check_word("seed", seed), 0)

    def work(stop: np.ndarray) -> float:
        room, law, history = room_for(box), np.zeros(side), []
        law[-1] = 1.0
        rest = np.array([[digit for digit in range(side) if digit != i] for i in range(side)])
        for _ in range(ROUNDS):
            counts = np.zeros(side, np.int64)
            send_messages(np.cumsum(law), share, sent, room, rest, rng, counts, stop)
            law = counts / max(counts.sum(), 1)
            history.append(share + (1 - share) * _probability_of_one(law))
            if history[-1] > ALL_FIXED or stop[0]:
                return 1.0
        return float(np.mean(history[-ROUNDS // 4 :]))

    return run_alone(work)


def _probability_of_one(law: np.ndarray) -> float:
    """Return the probability that three messages leave one candidate, if law is that of their other candidates."""
    number = len(law) - 1
    contain = [
        sum(chance * comb(size, k) for size, chance in enumerate(law.tolist())) / comb(number, k)
        for k in range(number + 1)
    ]  # the probability that k given candidates are among those of a message
    return float(sum((-1) ** k * comb(number, k) * chance**3 for k, chance in enumerate(contain)))


def measure_random_givens(
    shares: Sequence[float], boards: int = 1500, size: str | int | tuple[int, int] = 9, seed: int = 1
) -> pd.DataFrame:
    """Count the simple ones of Sudokus with random givens, and predict them.

    Boards are filled cell by cell, with the fewest candidates first, so that not all have the same probability.

    Parameters
    ----------
    shares : sequence of float
        Probabilities that a cell is given.
    boards : int
        Random boards; each has one puzzle for each share, with a part of the givens of the next greater share.
    size : str, int or (int, int)
        Rows and columns of a board, up to nine.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each share: ``share``; ``boards`` (int64); ``simple`` with ``error``, the share of puzzles that
        complete unit filtering solves, and its standard error; ``fixed``, the share of cells given or fixed;
        ``unique``, the share of puzzles with one solution; ``tree``, the share of fixed cells on a tree; ``floor``, the
        mean over boards of exp(-expected number of unavoidable sets without a given); ``covered``, the share of puzzles
        with a given in each of these sets; and both with sets in three digits or lines, too, ``floor_3`` and
        ``covered_3``. The predicted share of simple puzzles is the floor where the tree is 1, and 0 elsewhere.

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.sudoku.measure_random_givens([0.5, 1.0], boards=20, size=4)["simple"].tolist()
    [0.65, 1.0]
    """
    sheet, probabilities, number = empty(size), np.array(shares, float), check_count(boards)
    tree = [propagate_on_tree(share, size, seed=seed) for share in probabilities.tolist()]

    def work(first: int, stop: np.ndarray) -> np.ndarray:
        results = (fill_board(FillSpec(), sheet, seed, i) for i in range(first, min(first + PART, number)))
        filled = [result.board for result in results if result.board is not None]
        key = np.array([seed, first], np.uint64)
        draws = np.random.Generator(np.random.Philox(key=key)).random((len(filled), sheet.side**2))
        return np.array([_outcomes(*pair, probabilities, stop) for pair in zip(filled, draws, strict=True)])

    outcomes = np.concatenate(list(run_on_threads(range(0, number, PART), work)))
    means = dict(zip(OUTCOMES, outcomes.mean(axis=0).T, strict=True))
    table = pd.DataFrame({"share": probabilities, "boards": len(outcomes), "tree": tree, **means})
    return table.assign(error=(table["simple"] * (1 - table["simple"]) / len(outcomes)).map(sqrt))[COLUMNS]


def _outcomes(board: Sudoku, draw: np.ndarray, shares: np.ndarray, stop: np.ndarray) -> np.ndarray:
    """Return the outcomes of a puzzle for each share."""
    is_given = draw < shares[:, None]
    puzzles = is_given * np.array(board.cells)
    fixed = np.empty(len(puzzles), np.int64)
    room, order = room_for(board.box), np.empty(len(draw), np.int64)
    count_fixed(board_for(board.box), board.box, puzzles, RULES[BASE], room, order, fixed, stop)
    simple = fixed == len(draw)
    unique = simple.copy()
    if not simple.all():
        arrays = {"cells": puzzles[~simple].reshape(-1, board.side, board.side)}
        unique[~simple] = API.solve_arrays(arrays, limit=2, threads=1)["solutions"] == 1
    outcomes = [simple, fixed / len(draw), unique]
    sets: set[tuple[int, ...]] = set()
    for parts in (2, 3):
        sets |= set(list_unavoidable_sets(board, parts))
        members = np.zeros((len(sets), len(draw)))
        for row, cells in zip(members, sets, strict=True):
            row[list(cells)] = 1
        outcomes.append(np.exp(-((1 - shares[:, None]) ** members.sum(axis=1)).sum(axis=1)))
        outcomes.append((is_given @ members.T > 0).all(axis=1))
    return np.column_stack(outcomes)


def load_random_givens(path: str | Path) -> pd.DataFrame:
    """Read a table of Sudokus with random givens, which `measure_random_givens` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_random_givens` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.sudoku.load_random_givens("data/predictions/elsewhere-sudoku.csv")["simple"].is_monotonic_increasing
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.theory")
