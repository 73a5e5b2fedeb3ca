"""Generate Sudokus: fill a board and dig, until the puzzle meets the request; or climb to it."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.compiled.rng import stream_of
from rullo_core.sudoku.batch import count_passes, rate_many
from rullo_core.sudoku.climb import climb_to
from rullo_core.sudoku.dig import dig_puzzle
from rullo_core.sudoku.fill import fill_board
from rullo_core.sudoku.puzzle import Cells, Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.solver import Rating


@dataclass(frozen=True)
class Generated:
    """A puzzle that was made.

    Attributes
    ----------
    puzzle, board : Sudoku
        The puzzle, and the filled board that it was dug out of.
    rating : Rating
    tries : int
        Boards that were filled.
    climbed : bool
        Whether it was climbed to from there: it is no random one of its kind.
    """

    puzzle: Sudoku
    board: Sudoku
    rating: Rating
    tries: int
    climbed: bool = False

    @property
    def solution(self) -> Cells:
        """The digits of the board."""
        return self.board.cells


def generate_puzzle(
    fill_spec: FillSpec,
    dig_spec: DigSpec,
    puzzle: Sudoku,
    seed: int,
    index: int,
    passes: tuple[int, int] | None = None,
    tries: int = 1000,
) -> Generated | None:
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
        Give up after so many boards; or, of puzzles without locked cells, symmetry or a number of clues, climb to one.

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
        word = stream_of(index, number)
        filled = fill_board(fill_spec, puzzle, seed, word)
        if filled.board is None:
            return None
        dug = dig_puzzle(filled.board, dig_spec, seed, word, locked)
        needed = None if passes is None else count_passes(dug.puzzle, dig_spec.criterion)
        if passes is None or (needed is not None and passes[0] <= needed <= passes[1]):
            (rating,) = rate_many([dug.puzzle], threads=1)
            return Generated(dug.puzzle, filled.board, rating, number + 1)
    if passes is None or locked or dig_spec != DigSpec(dig_spec.criterion):
        return None
    climbed = climb_to(dig_spec.criterion, passes, puzzle.box, seed, index)
    if climbed is None:
        return None
    (rating,) = rate_many([climbed.puzzle], threads=1)
    return Generated(climbed.puzzle, climbed.board, rating, tries, climbed=True)
