"""Variants of the puzzle: other numbers, other operations, a sign in each cell (thesis, section 4.1)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.kernels.theory import equalities as kernel
from rullo_core.rullo.line import UNKNOWN, combinations
from rullo_core.rullo.operation import PRODUCT, SUM, Operation, divide
from rullo_core.rullo.puzzle import Grid, Rullo, Solution, solution_of_bits
from rullo_core.rullo.solver import difficulty, is_simple
from rullo_core.runs.shards import run_on_threads

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


def _follow(made: Any, cell: Signed) -> Any:
    """Return the result of a line after a cell with a sign is included."""
    if cell.sign == "+":
        return made + cell.number
    if cell.sign == "−":
        return made - cell.number
    return made * cell.number if cell.sign == "×" else divide(made, cell.number)


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
        chosen = solution_of_bits(solution, height, width)
        rows = [numbers[r : r + width] for r in range(0, cells, width)]
        return Rullo.from_solution(rows, chosen, self.operation), chosen


PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
WITH_NEGATIVES = (-4, -3, -2, -1, 1, 2, 3, 4)

VARIANTS: Mapping[str, Mapping[str, Variant]] = {
    "other numbers": {
        "1 to 9": Variant(tuple(range(1, 10))),
        "1 to 19": Variant(tuple(range(1, 20))),
        "2 to 4": Variant((2, 3, 4)),
        "1 to 3": Variant((1, 2, 3)),
        "1 and 2": Variant((1, 2)),
        "the first ten primes": Variant(PRIMES),
        "0 to 9, with holes": Variant(tuple(range(10))),
        "−4 to 4, no holes": Variant(WITH_NEGATIVES),
    },
    "product": {
        "product of 1 to 9": Variant(tuple(range(1, 10)), PRODUCT),
        "product of 2 to 4": Variant((2, 3, 4), PRODUCT),
        "product of 2, 4 and 8": Variant((2, 4, 8), PRODUCT),
        "product of ten primes": Variant(PRIMES, PRODUCT),
        "product of −4 to 4": Variant(WITH_NEGATIVES, PRODUCT),
    },
    "signs": {
        "+ and − with 2 to 4": Variant((-4, -3, -2, 2, 3, 4)),
        "× and ÷ with 2 to 4": Variant((*(Fraction(1, n) for n in (4, 3, 2)), 2, 3, 4), PRODUCT),
        "all four with 2 to 4": Variant(tuple(Signed(sign, n) for sign in "+−×÷" for n in (2, 3, 4)), IN_ORDER),
    },
}
"""By group and name; the first of them is the usual game."""

SORTS = ("simple", "one solution, not simple", "several solutions")


def line_worths(variant: Variant, cells: int) -> np.ndarray:
    """Return the worths, equal for equal results, of each subset of each line of a range.

    Their shape is (range**cells, 2**cells), as `rullo_core.rullo.kernels.theory.equalities` takes them.
    """
    lines = list(itertools.product(variant.values, repeat=cells))
    worths = np.empty((len(lines), 1 << cells), np.int64)
    for i, line in enumerate(lines):
        made: list[Any] = [variant.operation.start]  # by subset, cell by cell; None where there is a hole in it
        for cell in line:
            made += [variant.operation.step(worth, cell) if cell and worth is not None else None for worth in made]
        number: dict[Any, int] = {None: kernel.FORBIDDEN}
        worths[i] = [number.setdefault(worth, len(number) - 1) for worth in made]
    return worths


def fits(variant: Variant, height: int, width: int) -> bool:
    """Return whether a variant of a size has few enough cells and different lines to enumerate every solution."""
    longest = max(height, width)
    return height * width <= MOST_CELLS and len(variant.values) ** longest << 2 * longest <= LARGEST_TABLES


def sort_puzzles(
    variant: Variant, height: int, width: int, grids: np.ndarray, most: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Classify every puzzle on some grids; see `rullo_core.rullo.kernels.theory.equalities.sort_puzzles`.

    Return counts by grid: puzzles, simple ones, those with one solution, greatest difficulty of a simple one in halves;
    and grid and solution of up to `most` puzzles with one solution that lines cannot finish.
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
    counted = np.zeros((len(grids), 4), np.int64)
    found = np.zeros((most, 2), np.int64)
    number = kernel.sort_puzzles(grids, base, height, width, *forms, counted, found)
    return counted, found[:number]


def draw_grids(variant: Variant, height: int, width: int, most: int, seed: int) -> np.ndarray:
    """Return every grid of a size, as `Variant.puzzle` reads them, or a random sample of `most` if there are more."""
    all_grids = len(variant.values) ** (height * width)
    if all_grids <= most:
        return np.arange(all_grids)
    if all_grids >= 2**63:
        raise BadInput(f"{format_size(height, width)}: too many grids to number; take a smaller size")
    return np.random.Generator(np.random.Philox(key=seed)).integers(all_grids, size=most)


def hardest_on(variant: Variant, height: int, width: int, grids: np.ndarray) -> Rullo:
    """Return the first of the most difficult simple puzzles on some grids."""
    counted, _ = sort_puzzles(variant, height, width, grids)
    grid = int(grids[counted[:, 3].argmax()])
    puzzles = (variant.puzzle(height, width, grid, solution) for solution in range(2 ** (height * width)))
    simple = [puzzle for puzzle, solution in puzzles if puzzle.is_solved_by(solution) and is_simple(puzzle)]
    return max(simple, key=difficulty)


def survey(
    variants: Mapping[str, Mapping[str, Variant]], height: int, width: int, most_grids: int, seed: int
) -> pd.DataFrame:
    """Tabulate the shares of simple, non-simple and unique puzzles of variants by group and name, such as `VARIANTS`.

    Variants that are too large for the size are left out. If a range has more than `most_grids`, so many random ones
    are taken, and the shares of simple and unique puzzles have a standard error.
    """

    def row(variant: Variant, _: np.ndarray) -> list[Any]:
        grids = draw_grids(variant, height, width, most_grids, seed)
        counted, _ = sort_puzzles(variant, height, width, grids)
        puzzles, simple, alone, _ = counted.sum(axis=0).tolist()
        complete = len(grids) == len(variant.values) ** (height * width)
        errors = [0.0 if complete else _standard_error(counted[:, 0], counted[:, i]) for i in (1, 2)]
        shares = [simple / puzzles, (alone - simple) / puzzles, 1 - alone / puzzles, alone / puzzles]
        return [len(grids), complete, puzzles, *shares, *errors, counted[:, 3].max() / 2]

    named = {
        (group, name): variant
        for group, members in variants.items()
        for name, variant in members.items()
        if fits(variant, height, width)
    }
    if not named:
        raise BadInput(f"size {format_size(height, width)} is too large; take at most {MOST_CELLS} cells, such as 3x3")
    rows = dict(zip(named, run_on_threads(named.values(), row), strict=True))
    columns = ["grids", "complete", "puzzles", *SORTS, "one solution", "simple ±", "one solution ±", "greatest"]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    frame.index = pd.MultiIndex.from_tuples(frame.index, names=["group", "variant"])
    return frame


def _standard_error(puzzles: np.ndarray, counted: np.ndarray) -> float:
    off = counted - puzzles * (counted.sum() / puzzles.sum())
    return float(off.std(ddof=1) * sqrt(len(puzzles)) / puzzles.sum())


# -- subtraction and division -----------------------------------------------------------------------------------------

Ends = tuple[tuple[Any, Any], ...]
"""For each line the numbers at its beginning and at its end."""


@dataclass(frozen=True)
class TwoSided:
    """A puzzle with a number at both ends of each line: the first, less the included numbers, makes the last.

    Or the first divided by the included numbers, if the operation, which undoes the line's, is `PRODUCT`.
    """

    numbers: Grid
    row_ends: Ends  # first and last
    column_ends: Ends
    operation: Operation

    @staticmethod
    def from_solution(
        numbers: Grid, solution: Solution, row_lasts: Any, column_lasts: Any, operation: Operation
    ) -> TwoSided:
        """Return the puzzle with the given solution and the given last numbers of its lines."""
        puzzle = Rullo.from_solution(numbers, solution, operation)
        return TwoSided(
            puzzle.numbers,
            tuple((operation.step(last, made), last) for last, made in zip(row_lasts, puzzle.row_targets, strict=True)),
            tuple(
                (operation.step(last, made), last)
                for last, made in zip(column_lasts, puzzle.column_targets, strict=True)
            ),
            operation,
        )

    def ways(self) -> list[list[tuple[bool, ...]]]:
        """Return for each row, then each column, every choice of cells that satisfies it, by trying them all."""
        assert self.operation.rest is not None
        lines = [*self.numbers, *zip(*self.numbers, strict=True)]
        found = []
        for line, (first, last) in zip(lines, (*self.row_ends, *self.column_ends), strict=True):
            ways = []
            for chosen in itertools.product((True, False), repeat=len(line)):
                left = first
                for number, included in zip(line, chosen, strict=True):
                    left = self.operation.rest(left, number) if included else left
                if left == last:
                    ways.append(chosen)
            found.append(ways)
        return found

    def plain(self) -> Rullo:
        """Return the equivalent puzzle with one target for each line."""
        rest = self.operation.rest
        assert rest is not None
        return Rullo(
            self.numbers,
            tuple(rest(first, last) for first, last in self.row_ends),
            tuple(rest(first, last) for first, last in self.column_ends),
            self.operation,
        )


def compare_with_plain(height: int, width: int, values: tuple[int, ...], operation: Operation) -> tuple[int, int]:
    """Compare every two-sided puzzle of a size and range, without a 0, with the equivalent plain puzzle, line by line.

    Return how many there are, and how many have a line with other ways to include its cells.
    """
    variant = Variant(values, operation)
    puzzles = differ = 0
    for grid in range(len(values) ** (height * width)):
        for mask in range(2 ** (height * width)):
            puzzle, solution = variant.puzzle(height, width, grid, mask)
            lasts = [1 + (grid + mask + i) % 9 for i in range(height + width)]  # any numbers will do
            two_sided = TwoSided.from_solution(puzzle.numbers, solution, lasts[:height], lasts[height:], operation)
            plain = two_sided.plain()
            lines = [*zip(plain.numbers, plain.row_targets, strict=True)]
            lines += zip(plain.columns, plain.column_targets, strict=True)
            ways = [list(combinations(line, target, (UNKNOWN,) * len(line), operation)) for line, target in lines]
            puzzles += 1
            differ += plain != puzzle or ways != two_sided.ways()
    return puzzles, differ
