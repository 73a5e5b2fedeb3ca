"""Variants of the puzzle: other numbers, other operations, a sign in each cell (thesis, section 4.1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput, quoted
from rullo_core.parameters import check_choice, check_whole, format_size, parse_size
from rullo_core.rullo.operation import PRODUCT, SUM, Operation, divide
from rullo_core.rullo.puzzle import Rullo, Solution, solution_of_bits
from rullo_core.rullo.solver import difficulty, is_simple
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import equalities as kernel

MOST_CELLS = 12
"""Largest number of cells of a grid whose solutions are enumerated; there are 4,096 of 12 cells."""

LARGEST_TABLES = 2**24
"""Largest number of entries, of 8 bytes each, in the tables of all lines."""


class Signed(NamedTuple):
    """A number with a sign, the operation of including it."""

    sign: str
    number: int

    def __str__(self) -> str:
        """Return the sign and the number, as printed in a cell."""
        return f"{self.sign}{self.number}"


def _follow(result: Any, cell: Signed) -> Any:
    """Return the result of a line after a cell with a sign is included."""
    if cell.sign == "+":
        return result + cell.number
    if cell.sign == "−":
        return result - cell.number
    return result * cell.number if cell.sign == "×" else divide(result, cell.number)


IN_ORDER = Operation("result", 1, _follow)
"""Follow the signs from left to right and from top to bottom, from 1 on, so that a first × or ÷ has something to do."""


@dataclass(frozen=True)
class Variant:
    """A range of integers, fractions or signed numbers, 0 for a hole, and what a line does with those included."""

    values: tuple[Any, ...]
    operation: Operation = SUM

    def puzzle(self, height: int, width: int, grid: int, solution: int) -> tuple[Rullo, Solution]:
        """Return a puzzle, and the solution that it is generated from.

        The digits of `grid` to the base of the range are the indices of its numbers; bit i of `solution` says whether
        the i-th cell that is no hole, in reading order, is included.
        """
        base, cells = len(self.values), height * width
        numbers = [self.values[grid // base ** (cells - 1 - i) % base] for i in range(cells)]
        choices = solution_of_bits(solution, height, width)
        rows = [numbers[r : r + width] for r in range(0, cells, width)]
        return Rullo.from_solution(rows, choices, self.operation), choices


OPERATIONS: Mapping[str, Operation] = {"sum": SUM, "product": PRODUCT, "in order": IN_ORDER}
"""By the name that `measure_variants` takes."""


def read_variant(name: str, values: Iterable[int | str], operation: str) -> Variant:
    """Return the variant of these numbers and this operation."""
    check_choice(f"{name}: operation", operation, OPERATIONS)
    try:
        numbers = [_signed(str(value)) if operation == "in order" else divide(Fraction(value), 1) for value in values]
    except (ValueError, ZeroDivisionError, TypeError):
        raise BadInput(
            f"{name}: values {quoted(str(values))}: write whole numbers, fractions or signed numbers"
        ) from None
    if not numbers:
        raise BadInput(f"{name}: values: write at least one number")
    return Variant(tuple(numbers), OPERATIONS[operation])


def _signed(text: str) -> Signed:
    sign = text[:1].replace("-", "−")
    if sign not in tuple("+−×÷") or int(text[1:]) < 1:
        raise ValueError(text)
    return Signed(sign, int(text[1:]))


def line_worths(variant: Variant, cells: int) -> np.ndarray:
    """Return the worths, equal for equal results, of each subset of each line of a range.

    Their shape is (range**cells, 2**cells), as `rullo_studies.rullo.kernels.equalities` takes them.
    """
    lines = list(itertools.product(variant.values, repeat=cells))
    worths = np.empty((len(lines), 1 << cells), np.int64)
    for i, line in enumerate(lines):
        results: list[Any] = [variant.operation.start]  # by subset, cell by cell; None where there is a hole in it
        for cell in line:
            results += [
                variant.operation.step(worth, cell) if cell and worth is not None else None for worth in results
            ]
        number: dict[Any, int] = {None: kernel.FORBIDDEN}
        worths[i] = [number.setdefault(worth, len(number) - 1) for worth in results]
    return worths


def fits(variant: Variant, height: int, width: int) -> bool:
    """Return whether a variant of a size has few enough cells and different lines to enumerate every solution."""
    longest = max(height, width)
    return height * width <= MOST_CELLS and len(variant.values) ** longest << 2 * longest <= LARGEST_TABLES


def sort_puzzles(
    variant: Variant, height: int, width: int, grids: np.ndarray, max_stuck: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Classify every puzzle on some grids; see `rullo_studies.rullo.kernels.equalities.sort_puzzles`.

    Return counts by grid: puzzles, simple ones, those with one solution, greatest difficulty of a simple one in halves;
    and grid and solution of up to `max_stuck` puzzles with one solution that lines cannot finish.
    """
    base = len(variant.values)
    if not fits(variant, height, width):
        raise BadInput(
            f"{format_size(height, width)} with {base} different numbers: that is too large to enumerate every "
            f"solution; take at most {MOST_CELLS} cells, shorter lines, or fewer numbers"
        )
    forms = []
    for cells, lines in ((width, height), (height, width)):
        worths = line_worths(variant, cells)
        tables = np.empty((len(worths), 1 << cells, 1 << cells), np.uint64)
        kernel.fill_tables(worths, lines, tables)
        forms += [worths, tables]
    counts = np.zeros((len(grids), 4), np.int64)
    stuck = np.zeros((max_stuck, 2), np.int64)
    number = kernel.sort_puzzles(grids, base, height, width, *forms, counts, stuck)
    return counts, stuck[:number]


def draw_grids(variant: Variant, height: int, width: int, max_grids: int, seed: int) -> np.ndarray:
    """Return every grid of a size, as `Variant.puzzle` reads them, or a random sample of `max_grids` of more."""
    all_grids = len(variant.values) ** (height * width)
    if all_grids <= max_grids:
        return np.arange(all_grids)
    if all_grids >= 2**63:
        raise BadInput(f"{format_size(height, width)}: too many grids to number; take a smaller size")
    return np.random.Generator(np.random.Philox(key=seed)).integers(all_grids, size=max_grids)


def measure_variants(
    variants: Mapping[str, tuple[Iterable[int | str], str]], size: str = "3x3", grids: int = 20_000, seed: int = 1
) -> pd.DataFrame:
    """Count simple and unique puzzles of variants: other numbers, and other operations (thesis, section 4.1).

    Every solution on every grid is classified, or on random grids if there are more. Of equal seeds and as many numbers
    the random grids correspond to each other.

    Parameters
    ----------
    variants : mapping of str to (iterable of int or str, {'sum', 'product', 'in order'})
        By name, the range and the operation on the included numbers of a line. Numbers are integers, 0 for a hole, or
        fractions such as "1/2". *In order* follows from 1 on the signs of numbers such as "+2", "−2", "×2" and "÷2".
    size : str
        Height and width; variants with too many different lines of this size are left out.
    grids : int
        Largest number of grids of each variant, from 2.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        Index ``variant``; ``grids`` (int64), ``complete`` (bool, whether these are all grids), ``puzzles``, ``simple``
        and ``unique`` (int64, puzzles), ``simple ±`` and ``unique ±`` (float64, standard errors of their shares, 0
        where complete), ``passes`` (float64, the greatest of a simple puzzle) and ``hardest`` (the first
        `Rullo` of that difficulty).

    Raises
    ------
    BadInput
        If a parameter is out of its range, or all variants are too large for the size.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> pair = {"sum": ([2, 4, 8], "sum"), "product": ([2, 4, 8], "product")}
    >>> table = rs.rullo.measure_variants(pair, size="2x2")
    >>> table[["puzzles", "simple"]].values.tolist()
    [[1296, 1290], [1296, 1290]]
    """
    height, width = parse_size(size)
    check_whole("grids", grids, 2)
    check_whole("seed", seed, 0)
    read = {name: read_variant(name, *variant) for name, variant in variants.items()}
    fitting = {name: variant for name, variant in read.items() if fits(variant, height, width)}
    if not fitting:
        raise BadInput(f"size {size} is too large; take at most {MOST_CELLS} cells, such as 3x3")

    def row(variant: Variant, _: np.ndarray) -> list[Any]:
        sample = draw_grids(variant, height, width, int(grids), int(seed))
        counts, _ = sort_puzzles(variant, height, width, sample)
        complete = len(sample) == len(variant.values) ** (height * width)
        errors = [0.0 if complete else _standard_error(counts[:, 0], counts[:, i]) for i in (1, 2)]
        greatest = counts[:, 3].max() / 2
        hardest = _first_of(variant, height, width, int(sample[counts[:, 3].argmax()]), greatest)
        return [len(sample), complete, *counts[:, :3].sum(axis=0).tolist(), *errors, greatest, hardest]

    rows = dict(zip(fitting, run_on_threads(fitting.values(), row), strict=True))
    columns = ["grids", "complete", "puzzles", "simple", "unique", "simple ±", "unique ±", "passes", "hardest"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("variant")


def _first_of(variant: Variant, height: int, width: int, grid: int, greatest: float) -> Rullo | None:
    """Return the first simple puzzle of a difficulty on a grid."""
    puzzles = (variant.puzzle(height, width, grid, solution) for solution in range(2 ** (height * width)))
    return next(
        (
            puzzle
            for puzzle, solution in puzzles
            if puzzle.is_solved_by(solution) and is_simple(puzzle) and difficulty(puzzle) == greatest
        ),
        None,
    )


def _standard_error(puzzles: np.ndarray, counts: np.ndarray) -> float:
    deviations = counts - puzzles * (counts.sum() / puzzles.sum())
    return float(deviations.std(ddof=1) * sqrt(len(puzzles)) / puzzles.sum())
