"""All combinations of equal sums that the lines of a small grid can have, over any positive integers.

The deductions from a line depend only on its pattern: which of its parts have equal sums
(`rullo_core.rullo.kernels.counting.classes`). So a puzzle over any positive numbers is equivalent to one on a grid with
the same patterns, and there are few combinations of patterns. This module finds each that can be realised, with its
smallest numbers: a statement that is true for all of these grids is true for every grid of the size.

That two parts of a line have equal sums is a linear equation in the numbers of the grid. A combination of patterns can
be realised if and only if

- no equation of a line that its pattern does not have follows from those of all patterns, and
- some grid of positive numbers satisfies the equations.

For if both hold, most grids of positive rational numbers that satisfy the equations satisfy no others, and a multiple
of such a grid is whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.kernels.counting import census as kernel_of_grids
from rullo_core.rullo.kernels.lines.board import tables_of
from rullo_core.rullo.kernels.lines.counts import empty_counts
from rullo_studies.rullo.kernels import flats as kernel

LONGEST_SIDE = 3
"""Longest side of a grid, in cells: lines of four cells have too many combinations of patterns."""

LARGEST_FOR_PATTERNS = 4
"""Every pattern of up to three positive numbers has a line of numbers up to this."""

TRIED_BLINDLY = 9
"""Largest number up to which grids are tried before it is decided whether there is any."""


@dataclass(frozen=True, eq=False)
class Combinations:
    """Combinations of patterns that can be realised, up to the order of lines and transposing, each with the first
    grid, in reading order, of those whose largest number is the smallest.
    """

    grids: np.ndarray  # int64[n, height, width]
    closed: int  # how many satisfy the first condition above


def rate_combinations(sizes: Sequence[str | int | tuple[int, int]] = ("2x2", "2x3")) -> pd.DataFrame:
    """Rate one grid for each combination of equal sums that the lines of a grid of positive integers can have.

    Puzzles on other grids are solved in the same steps as on one of these, up to the order of rows and columns and, of
    squares, transposing: so what is true for these grids is true for all of their size.

    Parameters
    ----------
    sizes : sequence of str, int or (int, int)
        Heights and widths, such as ``"3x3"``; no side is longer than 3.

    Returns
    -------
    pandas.DataFrame
        A row for each combination: ``size`` (str), ``numbers`` (int64 array of shape (height, width), the grid with the
        smallest numbers), ``largest`` (int64, the largest of them), and ``simple`` and ``exhaustive`` (float64,
        passes), the greatest difficulty of its puzzles; missing if there is none. In its ``attrs`` is ``consistent``:
        for each size how many combinations there would be if numbers could be 0 or less.

    Raises
    ------
    BadInput
        If there are no sizes, or one cannot be read or is too large.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> grids = rs.rullo.rate_combinations(["2x2"])
    >>> grids[["largest", "simple", "exhaustive"]].max().tolist()
    [3.0, 2.0, 3.0]
    """
    if not sizes:
        raise BadInput("sizes: name at least one, such as ['2x2']")
    rows, consistent = [], {}
    for sides in map(sides_of, sizes):
        combinations = combinations_of(*sides)
        size = format_size(*sides)
        consistent[size] = combinations.closed
        for grid in combinations.grids:
            ways = [grid, grid.T] if sides[0] == sides[1] else [grid]
            greatest = np.max([_greatest_difficulties(np.ascontiguousarray(way)) for way in ways], axis=0)
            rows.append((size, grid, int(grid.max()), *np.where(greatest > 0, greatest, np.nan)))
    frame = pd.DataFrame(rows, columns=["size", "numbers", "largest", "simple", "exhaustive"])
    frame.attrs["consistent"] = consistent
    return frame


def _greatest_difficulties(numbers: np.ndarray) -> np.ndarray:
    """Return the greatest difficulties of simple and exhaustive puzzles on a grid, below 0 if there are none."""
    height, width = numbers.shape
    counts = empty_counts(numbers.size, 0)
    rows, columns = tables_of(numbers, height), tables_of(np.ascontiguousarray(numbers.T), width)
    grid = kernel_of_grids.Grid(numbers, rows, columns, numbers.ravel().astype(np.uint16), 0)
    kernel_of_grids.count_grid(grid, 0, 2 ** (numbers.size - 1), counts, np.zeros(1, np.uint8))
    return np.asarray(counts.hardest[:, 0] / 2)


def equations_of(cells: int) -> np.ndarray:
    """Return the equations of two parts of a line with equal sums, as coefficients of 1, 0 and -1, up to the sign."""
    coefficients = np.array(list(itertools.product((1, 0, -1), repeat=cells)), np.int64)
    return np.asarray(
        coefficients[(coefficients.max(axis=1) == 1) & (coefficients.min(axis=1) == -1)][
            : (3**cells + 1) // 2 - 2**cells
        ]
    )


def patterns_of(cells: int) -> np.ndarray:
    """Return the patterns of a line of positive numbers: which equations of `equations_of` each satisfies."""
    lines = np.array(list(itertools.product(range(1, LARGEST_FOR_PATTERNS + 1), repeat=cells)), np.int64)
    return np.asarray(np.unique(lines @ equations_of(cells).T == 0, axis=0))


@cache
def combinations_of(height: int, width: int) -> Combinations:
    """Find every combination of patterns that grids of a size can have."""
    if max(height, width) > LONGEST_SIDE:
        raise BadInput(f"{format_size(height, width)}: lines of four cells have too many patterns; take at most 3x3")
    equations, holds, of_line = _lines(height, width)
    choices = np.empty((0, height + width), np.int64)
    for _ in range(2):  # how many, and then all of them
        number = kernel.find_flats(equations, holds, of_line, height, choices)
        if number > len(choices):
            choices = np.empty((number, height + width), np.int64)
    closed = _up_to_order(choices, holds, of_line, height, width)
    grids = [grid for choice in closed if (grid := _smallest_grid(equations, holds, choice)) is not None]
    ordered = sorted(grids, key=lambda grid: (int(grid.max()), grid.tolist()))
    return Combinations(np.array(ordered).reshape(-1, height, width), len(closed))


def _lines(height: int, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the equations of all lines in the cells of the grid, the patterns, and which of them a line may have."""
    lengths = [width] * height + [height] * width
    cells = np.arange(height * width).reshape(height, width)
    places = [*cells, *cells.T]
    most_equations = max(len(equations_of(length)) for length in lengths)
    equations = np.zeros((height + width, most_equations, height * width), np.int64)
    for line, (length, place) in enumerate(zip(lengths, places, strict=True)):
        of_length = equations_of(length)
        equations[line, : len(of_length), place] = of_length.T
    first, blocks, number = {}, [], 0
    for length in sorted(set(lengths), reverse=True):
        patterns = patterns_of(length)
        blocks.append(np.pad(patterns, ((0, 0), (0, most_equations - patterns.shape[1]))))
        first[length] = number, number + len(patterns)
        number += len(patterns)
    return equations, np.concatenate(blocks), np.array([first[length] for length in lengths])


def _up_to_order(choices: np.ndarray, holds: np.ndarray, of_line: np.ndarray, height: int, width: int) -> np.ndarray:
    """Return one of the choices that differ in the order of rows and columns only, or by transposing a square."""
    moved = {}
    for length in {height, width}:
        first, last = of_line[-1] if length == height else of_line[0]
        moved[length] = {
            order: first + _places_among(holds[first:last], length, order)
            for order in itertools.permutations(range(length))
        }
    kinds = len(holds)
    weights = kinds ** np.arange(height + width)
    canonical = np.full(len(choices), np.iinfo(np.int64).max)
    sides = [(choices[:, :height], choices[:, height:])]
    if height == width:
        sides.append(sides[0][::-1])
    for rows, columns in sides:
        for row_order in itertools.permutations(range(height)):
            for column_order in itertools.permutations(range(width)):
                of_rows = moved[width][column_order][rows[:, list(row_order)] - of_line[0, 0]]
                of_columns = moved[height][row_order][columns[:, list(column_order)] - of_line[-1, 0]]
                canonical = np.minimum(canonical, np.concatenate([of_rows, of_columns], axis=1) @ weights)
    return np.asarray(choices[np.unique(canonical, return_index=True)[1]])


def _places_among(patterns: np.ndarray, cells: int, order: tuple[int, ...]) -> np.ndarray:
    """Return which pattern each becomes when the cells of the line stand in another order."""
    equations = equations_of(cells)
    place = {tuple(row): i for i, row in enumerate(equations.tolist())}
    of_equation = [
        place.get(tuple(row), place.get(tuple(-number for number in row), -1))
        for row in equations[:, list(np.argsort(order))].tolist()
    ]
    of_pattern = {pattern[: len(equations)].tobytes(): i for i, pattern in enumerate(patterns)}
    return np.array([of_pattern[pattern[of_equation].tobytes()] for pattern in patterns])


def _smallest_grid(equations: np.ndarray, holds: np.ndarray, choice: np.ndarray) -> np.ndarray | None:
    """Return the grid of smallest numbers with the chosen patterns; None if there is no grid of positive numbers."""
    has = holds[choice]
    return smallest_numbers(equations[has], equations[~has])


def smallest_numbers(equations: np.ndarray, forbidden: np.ndarray) -> np.ndarray | None:
    """Return the smallest positive numbers that satisfy equations and none of others, which do not follow, or None."""
    reduced, leading, rank = reduce_equations(equations)
    forbidden = forbidden[forbidden.any(axis=1)]
    numbers = np.zeros(equations.shape[1], np.int64)
    for largest in itertools.count(1):
        if largest == TRIED_BLINDLY + 1 and not has_positive(reduced[:rank], leading[:rank]):
            return None
        if kernel.smallest_numbers(reduced, leading, rank, forbidden, largest, numbers):
            return numbers
    raise AssertionError


def reduce_equations(equations: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Return equations as `kernels.flats` reduces them: rows, leading cells, and how many there are."""
    cells = equations.shape[1]
    reduced, leading = np.zeros((cells, cells), np.int64), np.zeros(cells, np.int64)
    rank = 0
    for equation in equations:
        rank = kernel.add_equation(equation, reduced, leading, rank)
    return reduced, leading, rank


def has_positive(reduced: np.ndarray, leading: np.ndarray) -> bool:
    """Return whether equations, as `rullo_studies.rullo.kernels.flats` reduces them, have a positive solution.

    Every solution without negative numbers is a sum of such that are 0 in as many cells as can be (R. T. Rockafellar,
    The elementary vectors of a subspace of R^N, 1969). Up to a factor, each of these is determined by some of its
    zeros, one fewer than the dimension. So all of them can be enumerated, and there is a positive solution if and only
    if each cell is positive in one of them.
    """
    rank, cells = reduced.shape
    free = [cell for cell in range(cells) if cell not in leading]
    basis = np.zeros((len(free), cells), np.int64)  # of all solutions: a free cell each, the others 0
    scale = int(np.lcm.reduce([1, *(abs(int(reduced[k, leading[k]])) for k in range(rank))]))
    for i, cell in enumerate(free):
        basis[i, cell] = scale
        for k in range(rank):
            basis[i, leading[k]] = -scale // reduced[k, leading[k]] * reduced[k, cell]
    positive = np.zeros(cells, np.bool_)
    for zeros in itertools.combinations(range(cells), len(free) - 1):
        part = np.array(basis[:, list(zeros)], object)
        # The only combination of the basis that is 0 there, if these conditions are independent: the signed minors.
        weights = [(-1) ** i * _determinant(np.delete(part, i, axis=0).tolist()) for i in range(len(free))]
        solution = sum(weight * row for weight, row in zip(weights, basis.astype(object), strict=True))
        if all(number >= 0 for number in solution) or all(number <= 0 for number in solution):
            positive |= np.array([number != 0 for number in solution])
    return bool(positive.all())


def _determinant(rows: list[list[int]]) -> int:
    """Expand by the first row: the matrices are small, the numbers exact."""
    if not rows:
        return 1
    return sum(
        (-1) ** i * first * _determinant([row[:i] + row[i + 1 :] for row in rows[1:]])
        for i, first in enumerate(rows[0])
        if first
    )
