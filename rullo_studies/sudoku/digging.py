"""Puzzles dug out of boards without a rating; and all minimal puzzles of 4x4."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Literal

import numpy as np
import pandas as pd

from rullo_core.parameters import check_count, check_word
from rullo_core.puzzles.results import Puzzles
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.api import API
from rullo_core.sudoku.batch import RULES, solve_many
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels.board import board_for
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.puzzle import Sudoku, check_side
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_studies.sudoku.kernels.subsets import BOX, find_minimal, passes_of

MOST_MINIMAL = 1 << 14
"""Room for the minimal puzzles of a 4x4 board."""


def empty(size: str | int | tuple[int, int]) -> Sudoku:
    """Return a board without any digit."""
    side, box = API.side_and_box(size, None)
    check_side(side)
    return Sudoku(box, (0,) * side**2)


def dig(
    count: int = 1,
    size: str | int | tuple[int, int] = 9,
    *,
    level: str | None = None,
    order: Literal["random", "rows", "boxes", "digits", "candidates"] = "random",
    symmetry: Literal["none", "half-turn", "quarter-turn", "mirror"] = "none",
    boards: Iterable[Sudoku] | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Puzzles[Sudoku]:
    """Dig a puzzle out of each of some boards, which are filled at random, though not all with the same probability.

    The cell with the fewest candidates is filled first, and with backtracking.
    This is faster than `rullo_core.sudoku.generate`, which rates every puzzle; the puzzles of a seed are not the same.

    Parameters
    ----------
    count : int
        Number of boards.
    size : str, int or (int, int)
        Rows and columns of a board, 4 to 49.
    level : {'naked', 'hidden', 'locked', 'subsets', 'gac', 'gac-locked'}, optional
        Remove digits as long as this level solves the puzzle; as long as it has one solution unless given.
    order : {'random', 'rows', 'boxes', 'digits', 'candidates'}
        Order in which cells are emptied.
    symmetry : {'none', 'half-turn', 'quarter-turn', 'mirror'}
        Symmetry of the given cells.
    boards : iterable of Sudoku, optional
        Filled boards, in place of `count` boards of a size that are filled at random.
    seed : int
        Random seed, from 0.
    threads : int, optional
        Threads to dig with; as many as processors unless given.

    Returns
    -------
    Puzzles
        In the order of their boards; of boards larger than 9x9 some may be missing, as they could not be filled.

    Raises
    ------
    BadInput
        If a parameter is out of its range, or a board is not filled.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> [puzzle.clues for puzzle in rs.sudoku.dig(5, 4)]
    [5, 4, 4, 5, 5]
    """
    check_word("seed", seed)
    board, dig_spec = empty(size), DigSpec(level or "one-solution", order, symmetry)

    def work(numbered: tuple[int, Sudoku | None], _: np.ndarray) -> Sudoku | None:
        index, full_board = numbered
        full_board = full_board or fill_board(FillSpec(), board, seed, index).board
        if full_board is None:
            return None
        return API.with_solution(dig_puzzle(full_board, dig_spec, seed, index).puzzle, full_board.cells)

    sources = repeat(None, check_count(count)) if boards is None else API.as_puzzles(boards)
    puzzles = run_on_threads(enumerate(sources), work, threads)
    return Puzzles(puzzle for puzzle in puzzles if puzzle is not None)


def count_4x4(threads: int | None = None) -> pd.DataFrame:
    """Count all minimal puzzles of all 4x4 boards, by their clues and by the passes of each level.

    Boards that differ in the names of digits only have the same puzzles, so that of each 24 the one is examined whose
    first row is in order.

    Parameters
    ----------
    threads : int, optional
        Threads to count with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each combination that occurs: ``clues``, a column of passes for each level, and ``puzzles``, the
        number of minimal puzzles (all int64). All levels solve all of them. Its ``attrs`` have ``boards``, the number
        of boards, and ``unique``, that of puzzles with one solution, minimal or not.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.sudoku.count_4x4()
    >>> table.groupby("clues").puzzles.sum().to_dict(), table.attrs
    ({4: 25728, 5: 58368, 6: 1536}, {'boards': 288, 'unique': 13579680})
    """

    def work(board: tuple[int, ...], stop: np.ndarray) -> tuple[int, pd.DataFrame]:
        stack, solution, minimal = stack_for(BOX), np.array(board, np.int64), np.empty(MOST_MINIMAL, np.int64)
        unique, number = find_minimal(stack, solution, stop, minimal)
        assert number <= MOST_MINIMAL
        subsets, passes = minimal[:number], np.empty((len(RULES), number), np.int64)
        for row, rules in zip(passes, RULES.values(), strict=True):
            passes_of(board_for(BOX), solution, subsets, rules, stack.room, row)
        clues = [subset.bit_count() for subset in subsets.tolist()]
        return int(unique), pd.DataFrame({"clues": clues} | dict(zip(RULES, passes, strict=True)))

    boards = next(solve_many([empty(4)], 1000, threads=1)).solutions
    in_order = [board for board in boards if board[:4] == (1, 2, 3, 4)]
    names = len(boards) // len(in_order)
    unique, frames = zip(*run_on_threads(in_order, work, threads), strict=True)
    table = pd.concat(frames).value_counts(sort=False).sort_index() * names
    frame = table.rename("puzzles").reset_index()
    frame.attrs = {"boards": len(boards), "unique": sum(unique) * names}
    return frame
