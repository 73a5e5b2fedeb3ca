"""Hill climbing to Sudokus for which a level takes many passes, where digging hardly ever finds any."""

from __future__ import annotations

import numpy as np

from rullo_core.compiled.rng import rng_from_seed, stream_of
from rullo_core.parameters import check_choice
from rullo_core.puzzles.boxes import Box, side_of
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.results import Climbed
from rullo_core.runs.attempts import first_success, steps_of
from rullo_core.sudoku.batch import RULES, to_array
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels import climb as kernel
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec, HardestRequest

STEPS = 2000
"""Changes in a first attempt; in every fourth, twice as many."""

ATTEMPTS = 24

UNREACHABLE = 2**31
"""More passes than there are."""


class SudokuClimb(Climb[Sudoku, HardestRequest]):
    """Changes a dug puzzle, digit by digit, so that its level takes more passes."""

    def climb_once(self, attempt: int, stop: np.ndarray) -> Climbed[Sudoku]:
        """See `Climb`; a puzzle is worth the passes of the level."""
        request = self.request
        return climb_once(request.level, request.shape, request.seed, attempt, request.steps, stop)


def climb_once(
    level: str,
    box: Box,
    seed: int,
    number: int,
    steps: int,
    stop: np.ndarray,
    passes: tuple[int, int] = (UNREACHABLE, UNREACHABLE),
) -> Climbed[Sudoku]:
    """Change a dug puzzle step by step so that its level takes more passes, until these are in the range."""
    check_choice("level", level, LEVELS)
    board = fill_board(FillSpec(), Sudoku(box, (0,) * side_of(box) ** 2), seed, number).board
    assert board is not None
    cells = to_array(dig_puzzle(board, DigSpec(level), seed, number).puzzle)
    rng = rng_from_seed(seed, number, kernel.FIRST_WORD)
    rules, stack = np.int64(RULES[level]), stack_for(box)
    best = kernel.climb(stack, box, to_array(board), rules, *passes, steps, rng, stop, cells)
    return Climbed(board.with_cells(cells.tolist()), int(best), board.cells)


def climb_to(
    level: str, passes: tuple[int, int], box: Box, seed: int, index: int, attempts: int = ATTEMPTS
) -> Climbed[Sudoku] | None:
    """Return a puzzle, determined by seed and index, with passes in a range; None if no attempt finds one."""

    def climb(attempt: int, stop: np.ndarray) -> Climbed[Sudoku] | None:
        steps, number = steps_of(attempt, STEPS), stream_of(index, attempt)
        climbed = climb_once(level, box, seed, number, steps, stop, passes)
        return climbed if passes[0] <= climbed.worth <= passes[1] else None

    return first_success(attempts, climb)
