"""Hill climbing to Sudokus for which a level takes many passes, where digging hardly ever finds any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.compiled.rng import rng_from_seed, stream_of
from rullo_core.parameters import check_choice
from rullo_core.puzzles.boxes import Box, side_of
from rullo_core.runs.attempts import first_success, improvements, steps_of
from rullo_core.sudoku.batch import RULES, to_array
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels import climb as kernel
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec

STEPS = 2000
"""Changes in a first attempt; in every fourth, twice as many."""

ATTEMPTS = 24

MOST = 2**31
"""More passes than there are."""


@dataclass(frozen=True)
class Climbed:
    """A puzzle that was climbed to, its board, and the passes of the level."""

    puzzle: Sudoku
    board: Sudoku
    passes: int


def climb_once(
    level: str, box: Box, seed: int, number: int, steps: int, stop: np.ndarray, passes: tuple[int, int] = (MOST, MOST)
) -> Climbed:
    """Change a dug puzzle step by step so that its level takes more passes, until these are in the range."""
    check_choice("level", level, LEVELS)
    board = fill_board(FillSpec(), Sudoku(box, (0,) * side_of(box) ** 2), seed, number).board
    assert board is not None
    cells = to_array(dig_puzzle(board, DigSpec(level), seed, number).puzzle)
    rng = rng_from_seed(seed, number, kernel.FIRST_WORD)
    rules, stack = np.int64(RULES[level]), stack_for(box)
    found = kernel.climb(stack, box, to_array(board), rules, *passes, steps, rng, stop, cells)
    return Climbed(board.with_cells(cells.tolist()), board, int(found))


def climb_to(
    level: str, passes: tuple[int, int], box: Box, seed: int, index: int, attempts: int = ATTEMPTS
) -> Climbed | None:
    """Return a puzzle, determined by seed and index, with passes in a range; None if no attempt finds one."""

    def climb(attempt: int, stop: np.ndarray) -> Climbed | None:
        steps, number = steps_of(attempt, STEPS), stream_of(index, attempt)
        found = climb_once(level, box, seed, number, steps, stop, passes)
        return found if passes[0] <= found.passes <= passes[1] else None

    return first_success(attempts, climb)


def hardest(
    level: str, box: Box, seed: int, attempts: int, steps: int, threads: int | None = None
) -> Iterator[Climbed]:
    """Yield the puzzle of each attempt for which a level takes more passes than for all before."""

    def climb(number: int, stop: np.ndarray) -> Climbed:
        return climb_once(level, box, seed, number, steps, stop)

    return improvements(attempts, climb, lambda found: found.passes, threads)
