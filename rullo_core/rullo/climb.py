"""Puzzles that are as difficult as one wants, where random ones hardly ever are: climbed to, cell by cell."""

from __future__ import annotations

import math

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.kernels import climb as kernel
from rullo_core.rullo.kernels.sample import all_fit
from rullo_core.rullo.puzzle import Puzzle, Solution, solution_of_bits

STEPS = 100_000
"""Changes in a first attempt; every fourth, there are twice as many."""

ATTEMPTS = 2**12
"""Of each index: their keys are its own."""


def can_climb(height: int, width: int, values: tuple[int, ...]) -> bool:
    """Whether puzzles of a size and range are climbed to: boards of words, numbers from 1 on that fit into lanes."""
    return values == tuple(range(1, len(values) + 1)) and all_fit(height, width, len(values))


def climb_to(
    height: int,
    width: int,
    values: tuple[int, ...],
    difficulty: tuple[float, float],
    seed: int,
    index: int,
    attempts: int = 24,
) -> tuple[Puzzle, Solution] | None:
    """A simple puzzle of a difficulty, found by changing one cell by cell; not a random one of its kind.

    Parameters
    ----------
    height, width : int
        Size, in cells.
    values : tuple of int
        The range, 1 to some number.
    difficulty : tuple of float
        Least and greatest.
    seed, index : int
        With the same ones, the same puzzle everywhere; the seed from 0 to 2**64 - 1, the index to 2**52 - 1.
    attempts : int
        Give up after so many.

    Returns
    -------
    tuple of Puzzle and Solution, or None
        A simple puzzle has one solution only. None if none was found, which does not mean that there is none.

    Raises
    ------
    BadInput
        If puzzles of the size and range are not climbed to.
    """
    check_climb(height, width, values)
    least, most = math.ceil(2 * difficulty[0]), math.floor(2 * difficulty[1])
    for attempt in range(attempts):
        key = ATTEMPTS * index + attempt
        found = _climb(height, width, values, STEPS << attempt // 4, seed, key, (least, most), np.zeros(1, np.uint8))
        if found is not None and least <= 2 * found[0] <= most:
            return found[1:]
    return None


def climb_once(
    height: int, width: int, values: tuple[int, ...], steps: int, seed: int, attempt: int, stop: np.ndarray
) -> tuple[float, Puzzle, Solution] | None:
    """The most difficult simple puzzle that one attempt meets.

    Parameters
    ----------
    height, width, values
        As in `climb_to`.
    steps : int
        Changes to try.
    seed, attempt : int
        With the same ones, the same puzzle everywhere.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the attempt.

    Returns
    -------
    tuple of float, Puzzle and Solution, or None
        Its difficulty first. None if no simple puzzle was met.
    """
    check_climb(height, width, values)
    return _climb(height, width, values, steps, seed, attempt, (kernel.NEVER, kernel.NEVER), stop)


def check_climb(height: int, width: int, values: tuple[int, ...]) -> None:
    """Refuse what is not climbed to.

    Raises
    ------
    BadInput
        Saying what is.
    """
    if not can_climb(height, width, values):
        raise BadInput(
            f"{format_size(height, width)} over {format_range(values)}: puzzles are climbed to up to 8x8, over 1 to a "
            "number that times the longest side does not exceed 127"
        )


def _climb(
    height: int,
    width: int,
    values: tuple[int, ...],
    steps: int,
    seed: int,
    attempt: int,
    wanted: tuple[int, int],
    stop: np.ndarray,
) -> tuple[float, Puzzle, Solution] | None:
    numbers = np.ones((height, width), np.int64)
    best = np.zeros_like(numbers)
    halves, bits = kernel.climb(
        numbers, np.uint64(0), np.arange(height * width), len(values), steps, np.uint64(seed), np.uint64(attempt), best,
        *wanted, stop,
    )  # fmt: skip
    if halves < 0:
        return None
    solution = solution_of_bits(int(bits), height, width)
    return halves / 2, Puzzle.from_solution(best.tolist(), solution), solution
