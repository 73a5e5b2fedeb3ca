"""Count the puzzles of a part of a census: on representatives of equivalent grids, or on every grid."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from rullo_core.rullo.experiments import blocks
from rullo_core.rullo.experiments.classes import LARGEST_TABLES, Classes, codes_of, orders_of
from rullo_core.rullo.kernels.counting import census as kernel
from rullo_core.rullo.kernels.counting import weighted
from rullo_core.rullo.kernels.lines.board import tables_of
from rullo_core.rullo.kernels.lines.counts import Counts
from rullo_core.rullo.kernels.lines.guesses import forget


@dataclass(frozen=True)
class SomeClasses:
    """Some of the classes: their indices, and a checksum of their contents."""

    first: int
    last: int
    checksum: str
    classes: Classes = field(repr=False, compare=False)


@dataclass(frozen=True)
class Stretch:
    """A number of consecutive blocks of solutions, from a block of a grid on; see `kernels.counting.census.count`."""

    grid: int
    block: int
    units: int
    block_size: int
    blocks: int


def count_stretch(
    height: int, width: int, values: tuple[int, ...], stretch: Stretch, counts: Counts, stop: np.ndarray
) -> None:
    """Add the puzzles of a stretch to counts, until `stop`, a uint8 array of shape (1,), is set by another thread."""
    digits = np.zeros(height * width, np.uint16)
    rest = stretch.grid
    for cell in reversed(range(height * width)):
        rest, digits[cell] = divmod(rest, len(values))
    of_stretch = kernel.Blocks(stretch.block, stretch.units, stretch.block_size, stretch.blocks)
    kernel.count(height, width, forms_of(height, width, values), digits, of_stretch, counts, stop)


def count_classes(
    height: int,
    width: int,
    values: tuple[int, ...],
    classes: Classes,
    counts: Counts,
    stop: np.ndarray,
    part: range | None = None,
) -> None:
    """Add the puzzles of classes to counts until `stop`: by symmetries, or else in blocks, where there are any.

    For an estimate of the time, `part` restricts the solutions of each class; then each of them is counted separately.
    """
    room = weighted.empty_room(height, width, counts.solutions.shape[2])
    if not has_blocks(height, width, values):
        _count_one_by_one(height, width, values, classes, counts, room, stop, part)
        return
    for i, digits in enumerate(classes.digits):
        single = classes.part(i, i + 1)
        is_symmetric = len(symmetries(height, width, digits)) > 1
        count = _count_one_by_one if is_symmetric else _count_in_blocks
        count(height, width, values, single, counts, room, stop, part)
        if stop[0]:
            return


def _count_one_by_one(
    height: int,
    width: int,
    values: tuple[int, ...],
    classes: Classes,
    counts: Counts,
    room: weighted.Room,
    stop: np.ndarray,
    part: range | None,
) -> None:
    grids = weighted.WeightedGrids(classes.digits, classes.every_number, classes.weights, classes.transposed)
    orders = all_orders(height, width)
    if part is not None:
        orders = weighted.Orders(orders.rows[:1], orders.columns[:1])
    first, last = _ends(height * width, part)
    weighted.count(grids, first, last, forms_of(height, width, values), orders, counts, room, stop)


def _count_in_blocks(
    height: int,
    width: int,
    values: tuple[int, ...],
    single: Classes,
    counts: Counts,
    room: weighted.Room,
    stop: np.ndarray,
    part: range | None,
) -> None:
    (digits,), (every_number,) = single.digits, single.every_number
    (weight,), (weight_transposed,) = single.weights, single.transposed
    forms = forms_of(height, width, values)
    cells, base = digits.reshape(height, width), len(values)
    rows, columns = forms.rows[codes_of(cells, base)], forms.columns[codes_of(cells.T, base)]
    grid = kernel.Grid(forms.values[cells], rows, columns, digits, int(every_number))
    forget(room.memory)
    weighted.set_transposed(room.transposed, grid.numbers, digits, int(weight_transposed > 0))
    first, last = _ends(height * width, part)
    blocks.count_in_blocks(grid, first, last, *room, stop)
    if stop[0]:
        weighted.add_done(counts, room.of_grid, weight + weight_transposed)
    else:
        weighted.add_weighted(counts, room.of_grid, room.transposed, weight, weight_transposed, digits)


def _ends(cells: int, part: range | None) -> tuple[int, int]:
    """Return the first and the last solution, excluded, of a part or of half of all, the others being inverses."""
    return (0, 2 ** (cells - 1)) if part is None else (part.start, min(part.stop, 2 ** (cells - 1)))


def symmetries(height: int, width: int, digits: np.ndarray) -> np.ndarray:
    """Return the permutations of rows and columns that leave a grid unchanged: int64 cell indices, shape (n, cells)."""
    orders = all_orders(height, width)
    moves = np.empty((len(orders.rows) * len(orders.columns), height * width), np.int64)
    return moves[: weighted.automorphisms(digits, orders, moves)]


def count_orbits(moves: np.ndarray, is_numbered: np.ndarray) -> float:
    """Count the solutions of a grid up to its symmetries, by Burnside's lemma.

    `moves` are those of `symmetries`, and `is_numbered`, a bool array of shape (cells,), the cells with a number. A
    solution stays as it is if every cycle of a permutation is included or excluded as a whole.
    """
    cycle_start, image = np.arange(len(is_numbered)), moves
    for _ in is_numbered:  # to the least cell of each cycle
        cycle_start, image = np.minimum(cycle_start, image), np.take_along_axis(moves, image, axis=1)
    cycles = ((cycle_start == np.arange(len(is_numbered))) & is_numbered).sum(axis=1)
    return float((2.0**cycles).mean())


def all_orders(height: int, width: int) -> weighted.Orders:
    """Return all permutations of the rows and of the columns of a size."""
    return weighted.Orders(orders_of(height), orders_of(width))


def has_blocks(height: int, width: int, values: tuple[int, ...]) -> bool:
    """Return whether a size is large enough for the kernel for blocks of solutions, and the range has no holes."""
    return height * width >= blocks.FEWEST_CELLS and 0 not in values


def forms_of(height: int, width: int, values: tuple[int, ...]) -> kernel.Forms:
    """Return the numbers of a range, and the tables of all rows and all columns."""
    rows, columns = forms_of_lines(values, height, width), forms_of_lines(values, width, height)
    return kernel.Forms(np.array(values, np.int64), rows, columns)


@lru_cache(maxsize=2)
def forms_of_lines(values: tuple[int, ...], lines: int, cells: int) -> np.ndarray:
    """Return tables for every line of a range, as in `rullo_core.rullo.kernels.lines.board`; numbers if too large."""
    codes = len(values) ** cells
    if codes << 2 * cells > LARGEST_TABLES:
        return np.zeros((1, cells), np.int64)
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    return tables_of(numbers, lines)
