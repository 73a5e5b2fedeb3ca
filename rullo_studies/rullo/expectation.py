"""The mean number of solutions of a random puzzle other than the one that it is generated from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb, gcd

import numpy as np

from rullo_studies.rullo.kernels.differences import mean_of_zero

MOST_STEPS = 2**31
"""Steps, of about a nanosecond each, that the computation of a mean may take."""

MOST_STEPS_OF_PART = 2**28
"""The same limit for each part of the computation, of which there are many."""


@dataclass(frozen=True)
class Mean:
    """A mean number of other solutions."""

    value: float
    is_exact: bool  # but for rounding; otherwise the mean is at least this value


def mean_other_solutions(
    height: int, width: int, values: tuple[int, ...], included: float = 0.5, most_steps: int = MOST_STEPS
) -> Mean:
    """Compute the mean number of other solutions of puzzles with random numbers and a coin for every cell.

    Let d be 1 in a cell that only the puzzle's own solution includes, -1 in one that only another one includes, and 0
    elsewhere. Both have the same sums if d x, with x the numbers, adds up to 0 in every line. So the mean is a sum over
    all d but 0 and all numbers with this property, each with its weight: for every cell the share of its number, times
    p, 1 - p or 1 where d is 1, -1 or 0, and p the probability that a cell is included. As cells are independent, the
    sum follows from the Fourier transform of what a single cell does, see
    `rullo_studies.rullo.kernels.differences`.

    Where that takes more than `most_steps`, only those d are counted that are 0 in so many whole rows and columns that
    the rest is small enough. Nothing that is left out is negative.
    """
    unit = gcd(*values)
    numbers = tuple(value // unit for value in values) if unit else (0,)
    coin = min(included, 1 - included)  # inverting a puzzle changes nothing
    if steps(height, width, numbers) <= most_steps:
        return Mean(_exact(min(height, width), max(height, width), numbers, coin), True)
    parts = (
        comb(height, rows) * comb(width, columns) * _spanning(rows, columns, numbers, coin)
        for rows in range(2, height + 1)
        for columns in range(2, width + 1)
        if steps(rows, columns, numbers) <= min(most_steps, MOST_STEPS_OF_PART)
    )
    return Mean(sum(parts), False)


def mean_rectangles(height: int, width: int, values: tuple[int, ...], included: float = 0.5) -> float:
    """Return the part of this mean from rectangles: four equal numbers, two opposite ones of which are included."""
    shares = sum((1 / len(values)) ** 4 for value in values if value)
    return comb(height, 2) * comb(width, 2) * shares * 2 * (included * (1 - included)) ** 2


def steps(height: int, width: int, numbers: tuple[int, ...]) -> int:
    """Return the steps that a mean takes: so many angles for so many sets of angles."""
    angles = _angles(max(height, width), numbers)
    free_angles = min(height, width) - 1
    return angles * comb(angles + free_angles - 1, free_angles) if free_angles else 0


def _angles(cells: int, numbers: tuple[int, ...]) -> int:
    """Return a number modulo which a line's sum of d x is 0 only if it is 0."""
    return cells * max(map(abs, numbers)) + 1


@cache
def _exact(shorter: int, longer: int, numbers: tuple[int, ...], included: float) -> float:
    """Return the mean for a grid with so many lines of so many cells."""
    if shorter == 1 or not any(numbers):
        return 0.0
    angles = _angles(longer, numbers)
    nonzero = np.array([number for number in numbers if number])
    forward, backward = (np.bincount(step % angles, minlength=angles) for step in (nonzero, -nonzero))
    weights = (included * forward + (1 - included) * backward) / len(numbers)
    weights[0] += 1
    transform = np.fft.fft(weights)
    total = mean_of_zero(transform.real.copy() if included == 0.5 else transform, shorter, longer)
    return max(0.0, float(total.real) - 1)


@cache
def _spanning(rows: int, columns: int, numbers: tuple[int, ...], included: float) -> float:
    """Return the part of the mean from all d that are not 0 throughout in any row or column."""
    smaller = (
        comb(rows, fewer_rows) * comb(columns, fewer_columns) * _spanning(fewer_rows, fewer_columns, numbers, included)
        for fewer_rows in range(2, rows + 1)
        for fewer_columns in range(2, columns + 1)
        if (fewer_rows, fewer_columns) != (rows, columns)
    )
    return _exact(min(rows, columns), max(rows, columns), numbers, included) - sum(smaller)
