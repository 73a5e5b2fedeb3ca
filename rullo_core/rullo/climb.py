"""Generate puzzles of a high difficulty, which random ones hardly ever have, by hill climbing cell by cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.results import Climbed
from rullo_core.rullo.kernels.lines.memory import board_for, set_cell
from rullo_core.rullo.kernels.searching import climb as kernel
from rullo_core.rullo.kernels.searching.climb_guesses import guesses_for
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.request import Condition, HardestRequest, check_climb
from rullo_core.rullo.solver import game
from rullo_core.runs.attempts import first_success, steps_of

STEPS = 100_000
"""Number of changes in each of the first attempts; it doubles after every fourth attempt."""

ATTEMPTS = 2**12
"""Number of attempts reserved for each index, so that no two indices share a stream."""

INDICES = 2**64 // ATTEMPTS
"""Number of indices, so that every key fits in a word."""

GUESSED = 12
"""Greatest number of cells that lines may leave unknown in an exhaustive puzzle found by climbing."""


class RulloClimb(Climb[Rullo, HardestRequest]):
    """Changes one number, or whether one cell is included, at a time, so that a puzzle becomes more difficult."""

    def climb_once(self, attempt: int, stop: np.ndarray) -> Climbed[Rullo] | None:
        """See `Climb`; the worth of a puzzle is its difficulty."""
        request, guess_limit = self.request, guesses_of(self.request.simple)
        climbed = climb_once(
            *request.size, request.values, request.steps, request.seed, attempt, stop, guess_limit=guess_limit
        )
        return climbed and replace(climbed, solution=game(climbed.puzzle).values_in(climbed.solution))


def guesses_of(simple: bool | None) -> int:
    """Return the guess limit of `climb_once`: puzzles are simple unless they must not be."""
    return GUESSED if simple is False else 0


def climb_to(
    height: int, width: int, values: tuple[int, ...], condition: Condition, seed: int, index: int, attempts: int = 24
) -> Climbed[Rullo] | None:
    """Climb to a puzzle that meets a condition, simple unless it must not be; None if none does (index < 2**52)."""
    check_climb(height, width, values)
    if index >= INDICES:
        raise BadInput(f"index {index}: puzzles are climbed to from 0 to {INDICES - 1}")
    assert condition.difficulty is not None
    minimum, maximum = condition.difficulty
    bounds = math.ceil(2 * minimum), math.floor(2 * maximum), *(condition.required or kernel.ANY_NUMBER)
    guess_limit = guesses_of(condition.simple)

    def climb(attempt: int, stop: np.ndarray) -> Climbed[Rullo] | None:
        steps, key = steps_of(attempt, STEPS), ATTEMPTS * index + attempt
        climbed = climb_once(height, width, values, steps, seed, key, stop, bounds, guess_limit=guess_limit)
        return climbed if climbed is not None and condition.is_satisfied_by(climbed.puzzle, climbed.solution) else None

    return first_success(attempts, climb)


def climb_once(
    height: int,
    width: int,
    values: tuple[int, ...],
    steps: int,
    seed: int,
    attempt: int,
    stop: np.ndarray,
    bounds: tuple[int, int, int, int] = kernel.UNREACHABLE,
    fixed_cells: Mapping[tuple[int, int], tuple[int, bool]] = MappingProxyType({}),
    guess_limit: int = 0,
) -> Climbed[Rullo] | None:
    """Return the most difficult simple puzzle of one attempt, worth its difficulty; None if no such puzzle was found.

    With a guess limit, it is the most difficult exhaustive puzzle in which lines leave at most this many cells unknown.
    The first puzzle within `bounds`, the least and the greatest halves of difficulty and included cells, ends the
    attempt. `fixed_cells` has the numbers and choices of the cells to keep.
    """
    numbers = (*values, *(number for number, _ in fixed_cells.values()))
    check_climb(height, width, numbers)
    board = board_for(height, width, max(map(abs, numbers)))
    for (r, c), (number, is_included) in fixed_cells.items():
        set_cell(board, height, r, c, number, is_included)
    free = [r * width + c for r in range(height) for c in range(width) if (r, c) not in fixed_cells]
    cells = board, height, width, np.array(free), np.array(values)
    best = np.zeros((2, height, width), np.int64)
    key = np.uint64(seed), np.uint64(attempt)
    kernel.fill(*cells, *key, steps)
    guesses = guesses_for(height, width, max(guess_limit, 1))
    halves = kernel.climb(*cells, steps, *key, best, bounds, guess_limit, guesses, stop)
    if halves < 0:
        return None
    solution = tuple(tuple(map(bool, row)) for row in best[1].tolist())
    return Climbed(Rullo.from_solution(best[0].tolist(), solution), halves / 2, solution)
