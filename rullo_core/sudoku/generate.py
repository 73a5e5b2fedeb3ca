"""Sudokus made: a board filled, and a puzzle dug out of it, until it is as wished."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.dig import dig_puzzle
from rullo_core.sudoku.fill import fill_board
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import Rating
from rullo_core.sudoku.wish import Digger, Filler

SERIES = 2**32
"""So many tries of an index, at most, have numbers of their own."""


@dataclass(frozen=True)
class Made:
    """A puzzle that was made.

    Attributes
    ----------
    puzzle, board : Sudoku
    rating : Rating
    tries : int
    """

    puzzle: Sudoku
    board: Sudoku
    rating: Rating
    tries: int


def make_puzzle(
    filler: Filler,
    digger: Digger,
    puzzle: Sudoku,
    seed: int,
    index: int,
    passes: tuple[int, int] | None = None,
    tries: int = 10_000,
) -> Made | None:
    """Make a puzzle.

    Parameters
    ----------
    filler : Filler
    digger : Digger
    puzzle : Sudoku
        Its cells that have a digit are set before, and stay.
    seed, index : int
        With the same ones, the same puzzle everywhere.
    passes : (int, int), optional
        From and to: of the level that is the criterion.
    tries : int
        Give up after so many boards.

    Returns
    -------
    Made or None
        None if nothing was found, which does not mean that there is nothing.

    Raises
    ------
    BadInput
        As `rullo_core.sudoku.fill.fill_board`.
    """
    locked = frozenset(cell for cell, digit in enumerate(puzzle.cells) if digit)
    for number in range(tries):
        word = (index * SERIES + number) % 2**64
        filled = fill_board(filler, puzzle, seed, word)
        if filled.board is None:
            return None
        dug = dig_puzzle(filled.board, digger, seed, word, locked)
        (rating,) = rate_many([dug.puzzle], threads=1)
        needed = rating.passes.get(digger.criterion)
        if passes is None or (needed is not None and passes[0] <= needed <= passes[1]):
            return Made(dug.puzzle, filled.board, rating, number + 1)
    return None
