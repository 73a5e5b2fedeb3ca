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
    """A generated puzzle, dug or climbed to, the board that it was dug out of, and the number of boards filled."""

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
    """Generate a puzzle whose given digits stay; None if none was found, which does not mean that there is none.

    Seed and index determine it. Passes are a range for the level that is the criterion. After so many tries, a board
    each, puzzles without locked cells, symmetry or a number of clues are climbed to.
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
