"""Sort the grids of a size and range into classes that behave alike, so that one grid can be solved for all.

Two things make grids alike, as `rullo_core.rullo.kernels.counting.classes` explains: lines with the same pattern of
equal sums, and another order of rows or columns. Exchanging rows and columns makes them alike too, except for puzzles
that lines alone do not solve (`rullo_core.rullo.kernels.counting.weighted`). The 387,420,489 grids of 3x3 over 1 to 9
fall into 449,053 classes by the patterns of their six lines alone, into 14,715 with another order as well, and into
7,333 with all three.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import factorial

import numpy as np

from rullo_core.bars import Bar
from rullo_core.rullo.kernels.counting import classes as kernel
from rullo_core.runs.shards import run_on_threads

LARGEST_TABLES = 2**23
"""Greatest number of entries, of 8 bytes each, in the tables of all lines; beyond, lines are solved each time."""

MOST_CELLS = 25
"""Greatest number of cells: there is a flag for each solution of a grid."""

MOST_CLASSES = 2**23
"""Slots in a table of classes, of 24 bytes each; each part that is sorted at the same time has a table."""

ROW_PARTS = 8
"""Number of parts of the first rows; fixed, so that the limit of a table does not depend on the number of threads."""

MOST_ORDERS = 2**18
"""Greatest number of orders of rows and columns, because all are tried on each grid."""

MOST_DIRECT = 2**22
"""Greatest number of possible keys for which a table is indexed directly."""

MOST_BEGUN = 2**14
"""Number of partial grids that are extended by a row at a time when the grids of a class are enumerated."""


@dataclass(frozen=True, eq=False)
class Classes:
    """One grid of each class."""

    digits: np.ndarray = field(repr=False)  # uint16[n, cells]: the index of each number in the range
    every_number: np.ndarray = field(repr=False)  # uint8[n]: 1 if the grids contain every number of the range
    weights: np.ndarray = field(repr=False)  # int64[n]: number of grids equivalent to the representative
    transposed: np.ndarray = field(repr=False)  # int64[n]: number of those equivalent only to its transpose

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def checksum(self) -> str:
        """Checksum of all fields."""
        arrays = (self.digits, self.every_number, self.weights, self.transposed)
        return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()[:16]

    def part(self, first: int, last: int) -> Classes:
        """Return a range of the classes, the last one excluded."""
        return self.take(slice(first, last))

    def take(self, places: slice | np.ndarray) -> Classes:
        """Return the classes at some indices."""
        return Classes(self.digits[places], self.every_number[places], self.weights[places], self.transposed[places])

    @property
    def representatives(self) -> Classes:
        """Return each grid with weight one, and its transpose if it represents transposed grids."""
        weights, transposed = np.ones_like(self.weights), np.minimum(self.transposed, 1)
        return Classes(self.digits, self.every_number, weights, transposed)


@lru_cache(maxsize=4)
def lines_of(values: tuple[int, ...], cells: int) -> kernel.Lines:
    """Find the patterns of equal sums in all lines of a range; a 0 is a hole, which is never included."""
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    subsets = np.array(list(itertools.product((0, 1), repeat=cells)), np.int64)
    sums = numbers @ subsets.T
    forbidden = (numbers == 0).astype(np.int64) @ subsets.T > 0
    first_equal = np.empty(sums.shape, np.int16)
    for subset in range(len(subsets)):
        first_equal[:, subset] = (sums[:, : subset + 1] == sums[:, subset : subset + 1]).argmax(axis=1)
    # The first subset with a sum is never forbidden: without its holes it has the same sum, and comes earlier.
    first_equal[forbidden] = -1
    rows = (
        np.ascontiguousarray(first_equal).view(np.dtype((np.void, first_equal.dtype.itemsize * len(subsets)))).ravel()
    )
    kinds, patterns = np.unique(rows, return_inverse=True)
    return kernel.Lines(patterns.astype(np.int64), len(kinds))


def codes_of(digits: np.ndarray, base: int) -> np.ndarray:
    """Return the codes of lines: their digits along the last axis, read as a number to the base."""
    return np.asarray(digits.astype(np.int64) @ base ** np.arange(digits.shape[-1])[::-1])


def orders_of(lines: int) -> np.ndarray:
    """Return all permutations of a number of lines as an int64 array with one permutation in each row."""
    return np.array(list(itertools.permutations(range(lines))), np.int64)


def are_counted(height: int, width: int, values: tuple[int, ...]) -> bool:
    """Return whether the grids of a size and range are few enough, and their lines short enough, to be sorted."""
    short, long = sorted((height, width))
    base = len(values)
    return (
        short > 1
        and short * long <= MOST_CELLS
        and factorial(short) * factorial(long) <= MOST_ORDERS
        and base**long << 2 * long <= LARGEST_TABLES
        and base ** (short * long) < 2**62  # codes and weights of grids
        and lines_of(values, short).kinds ** long * lines_of(values, long).kinds ** short < 2**61
        and reduced_grids(short, long, base) < 2**36
    )


def rows_in_order(width: int, base: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the codes of all rows, by sorted numbers and ascending first, and the indices of the ascending ones."""
    rows = np.array(list(itertools.product(range(base), repeat=width)))
    numbers = codes_of(np.sort(rows, axis=1), base)
    codes = np.argsort(numbers, kind="stable")
    return codes, np.flatnonzero(numbers[codes] == codes)


@lru_cache(maxsize=8)
def reduced_grids(height: int, width: int, base: int) -> int:
    """Count the grids to sort: those with an ascending first row, and ascending rows below that do not precede it."""
    *_, ascending = rows_in_order(width, base)
    return sum(_multisets(base**width - first, height - 1) for first in ascending.tolist())


def _multisets(kinds: int, size: int) -> int:
    number = 1
    for i in range(size):
        number = number * (kinds + i) // (i + 1)
    return number


def sampled_rows(rows: int, step: int) -> range:
    """Return the middle of every `step` first rows: later rows have fewer grids, so the middle is about average."""
    return range(min(step, rows) // 2, rows, step)


@lru_cache(maxsize=2)
def classes_of(height: int, width: int, values: tuple[int, ...], threads: int, row_step: int = 1) -> Classes | None:
    """Sort all grids, or those of one in `row_step` first rows, into classes, in order; None if there are too many."""
    if not are_counted(height, width, values):
        return None
    short, long = sorted((height, width))
    base = len(values)
    rows, columns = lines_of(values, long), lines_of(values, short)
    sizes = (short, long, base)
    all_keys = 2 * rows.kinds**short * columns.kinds**long
    direct = all_keys <= MOST_DIRECT
    places = all_keys if direct else _power_of_two(min(MOST_CLASSES, 2 * reduced_grids(*sizes)))
    codes, first_rows = rows_in_order(long, base)
    first_rows = first_rows[sampled_rows(len(first_rows), row_step)]

    def work(part: int, stop: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        table = kernel.empty_table(places, direct)
        part_rows = np.ascontiguousarray(first_rows[part::ROW_PARTS])
        if not kernel.count_classes(*sizes, rows, columns, codes, part_rows, table, stop):
            return None
        is_occupied = table.keys != 0
        return (table.keys[is_occupied] - 1).astype(np.int64), table.grids[is_occupied], table.weights[is_occupied]

    bar = Bar(
        run_on_threads(range(ROW_PARTS), work, threads),
        "sorting grids into classes",
        total=ROW_PARTS,
        unit=" parts",
        leave=False,
    )
    parts = [part for part in bar if part is not None]
    if len(parts) < ROW_PARTS:
        return None
    keys, grids, weights = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    keys, grids, (weights,) = _merged(keys, grids, weights)
    orders = orders_of(short)
    kernel.make_canonical(*sizes, rows, columns, orders, keys, grids)
    keys, grids, (weights,) = _merged(keys, grids, weights)
    transposed = np.zeros_like(weights)
    if short == long:
        transposed_keys, transposed_grids = keys.copy(), grids.copy()
        kernel.transpose(short, base, transposed_grids)
        kernel.make_canonical(*sizes, rows, columns, orders, transposed_keys, transposed_grids)
        is_transposed = transposed_keys < keys
        transposed[is_transposed], weights[is_transposed] = weights[is_transposed], 0
        keys, grids = np.minimum(keys, transposed_keys), np.where(is_transposed, transposed_grids, grids)
        keys, grids, (weights, transposed) = _merged(keys, grids, weights, transposed)
    order = np.argsort(grids, kind="stable")
    digits = _digits(grids[order], base**long, short)
    digits = np.concatenate([_digits(digits[:, r], base, long)[:, None] for r in range(short)], axis=1)
    if height > width:
        digits = digits.transpose(0, 2, 1)
    return Classes(
        np.ascontiguousarray(digits.reshape(len(order), -1)).astype(np.uint16),
        (keys[order] >= all_keys // 2).astype(np.uint8),
        weights[order],
        transposed[order],
    )


def grids_like(height: int, width: int, values: tuple[int, ...], digits: np.ndarray) -> Iterator[np.ndarray]:
    """Yield every grid, the given one included, whose lines have the same patterns of equal sums, cell by cell."""
    base = len(values)
    grid = digits.reshape(height, width)
    rows, columns = lines_of(values, width), lines_of(values, height)
    column_patterns = columns.patterns[codes_of(grid.T, base)]
    candidates = [
        _digits(np.flatnonzero(rows.patterns == pattern), base, width)
        for pattern in rows.patterns[codes_of(grid, base)]
    ]
    # For each column, the numbers it may begin with: by depth, and by code.
    allowed = [
        [
            np.bincount(
                np.flatnonzero(columns.patterns == pattern) // base ** (height - 1 - r), minlength=base ** (r + 1)
            )
            > 0
            for r in range(height)
        ]
        for pattern in column_patterns
    ]

    def extend(partial: np.ndarray, codes: np.ndarray) -> Iterator[np.ndarray]:
        """Yield all extensions of partial grids, a limited number at a time, so that the first are found soon."""
        r = partial.shape[1]
        if r == height:
            yield from partial.reshape(-1, height * width)
            return
        further = codes[:, None] * base + candidates[r]
        fit = np.all([allowed[c][r][further[..., c]] for c in range(width)], axis=0)
        of_begun, of_candidates = fit.nonzero()
        longer = np.concatenate([partial[of_begun], candidates[r][of_candidates][:, None]], axis=1)
        codes = further[fit]
        at_a_time = max(1, MOST_BEGUN // len(candidates[min(r + 1, height - 1)]))
        for i in range(0, len(longer), at_a_time):
            yield from extend(longer[i : i + at_a_time], codes[i : i + at_a_time])

    every_number = len(set(digits.tolist())) == base
    for cells in extend(np.zeros((1, 0, width), np.int64), np.zeros((1, width), np.int64)):
        if (len(set(cells.tolist())) == base) == every_number:
            yield cells


def _power_of_two(minimum: int) -> int:
    return 1 << max(4, (minimum - 1).bit_length())


def _digits(codes: np.ndarray, base: int, number: int) -> np.ndarray:
    return np.stack([codes // base**i % base for i in reversed(range(number))], axis=1)


def _merged(
    keys: np.ndarray, grids: np.ndarray, *weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Merge equal keys: keep the first of their grids, and add their weights."""
    unique_keys, of_key = np.unique(keys, return_inverse=True)
    first_grids = np.full(len(unique_keys), np.iinfo(np.int64).max)
    np.minimum.at(first_grids, of_key, grids)
    totals = [np.zeros(len(unique_keys), np.int64) for _ in weights]
    for total, part in zip(totals, weights, strict=True):
        np.add.at(total, of_key, part)
    return unique_keys, first_grids, totals
