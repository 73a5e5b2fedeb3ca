"""Count the puzzles of a part of a census: of grids that stand for others, or of every grid by itself."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from rullo_core.alike import LARGEST_TABLES, Classes, codes_of, orders_of
from rullo_core.grids import FEWEST_CELLS_FOR_BLOCKS, count_in_blocks
from rullo_core.kernels import census as kernel
from rullo_core.kernels import classes as kernel_of_classes
from rullo_core.kernels.board import tables_of
from rullo_core.kernels.counts import Counts, empty_counts
from rullo_core.kernels.guesses import Memory, empty_memory, forget


@dataclass(frozen=True)
class SomeClasses:
    """Some of the classes, by their places among all, and by a checksum of what they are."""

    first: int
    last: int
    checksum: str
    classes: Classes = field(repr=False, compare=False)


@dataclass(frozen=True)
class Stretch:
    """So many blocks of solutions in a row, from a block of a grid on; see `kernels.census.count`."""

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
    kernel.count(
        height,
        width,
        np.array(values, np.int64),
        digits,
        stretch.block,
        stretch.units,
        stretch.block_size,
        stretch.blocks,
        *forms_of(height, width, values),
        counts,
        stop,
    )


def count_classes(
    height: int, width: int, values: tuple[int, ...], classes: Classes, counts: Counts, stop: np.ndarray
) -> None:
    """Add the puzzles of classes to counts, until `stop`, a uint8 array of shape (1,), is set by another thread.

    Grids with symmetries go through the kernel that turns them to account. The others go through the one that takes
    solutions in blocks, where it is there for the size.
    """
    of_grid, memory = empty_counts(height * width, counts.solutions.shape[2]), empty_memory()
    if not has_blocks(height, width, values):
        _count_one_by_one(height, width, values, classes, counts, of_grid, memory, stop)
        return
    orders = orders_of(height), orders_of(width)
    moves = np.empty((len(orders[0]) * len(orders[1]), height * width), np.int64)
    for i, digits in enumerate(classes.digits):
        one = classes.part(i, i + 1)
        if kernel_of_classes.automorphisms(digits, *orders, moves) > 1:
            _count_one_by_one(height, width, values, one, counts, of_grid, memory, stop)
        else:
            _count_in_blocks(height, width, values, one, counts, of_grid, memory, stop)
        if stop[0]:
            return


def _count_one_by_one(
    height: int,
    width: int,
    values: tuple[int, ...],
    classes: Classes,
    counts: Counts,
    of_grid: Counts,
    memory: Memory,
    stop: np.ndarray,
) -> None:
    kernel_of_classes.count(
        height,
        width,
        np.array(values, np.int64),
        classes.digits,
        classes.every_number,
        classes.weights,
        *forms_of(height, width, values),
        orders_of(height),
        orders_of(width),
        counts,
        of_grid,
        memory,
        stop,
    )


def _count_in_blocks(
    height: int,
    width: int,
    values: tuple[int, ...],
    one: Classes,
    counts: Counts,
    of_grid: Counts,
    memory: Memory,
    stop: np.ndarray,
) -> None:
    """The same for a single class."""
    (digits,), (every_number,), (weight,) = one.digits, one.every_number, one.weights
    grid = digits.reshape(height, width)
    row_forms, column_forms = forms_of(height, width, values)
    forget(memory)
    count_in_blocks(
        np.array(values, np.int64)[grid],
        row_forms[codes_of(grid, len(values))],
        column_forms[codes_of(grid.T, len(values))],
        digits,
        int(every_number),
        0,
        2 ** (height * width - 1),
        of_grid,
        memory,
        stop,
    )
    if stop[0]:
        counts.done[0] += of_grid.done[0]  # all that can still be told: how fast it was
    else:
        kernel_of_classes.add_weighted(counts, of_grid, int(weight), digits)


def compile_for(height: int, width: int, values: tuple[int, ...], classes: Classes) -> None:
    """Have the kernels for classes compiled, so that a time that is measured is that of their work."""
    counts, of_grid = empty_counts(height * width, 0), empty_counts(height * width, 0)
    memory, stopped = empty_memory(), np.ones(1, np.uint8)
    _count_one_by_one(height, width, values, classes.part(0, 0), counts, of_grid, memory, stopped)
    if has_blocks(height, width, values):
        _count_in_blocks(height, width, values, classes.part(0, 1), counts, of_grid, memory, stopped)


def has_blocks(height: int, width: int, values: tuple[int, ...]) -> bool:
    """Whether a size is large enough for the kernel that takes solutions in blocks, and there are no holes."""
    return height * width >= FEWEST_CELLS_FOR_BLOCKS and 0 not in values


def forms_of(height: int, width: int, values: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The forms of all rows, and of all columns."""
    return forms_of_lines(values, height, width), forms_of_lines(values, width, height)


@lru_cache(maxsize=2)
def forms_of_lines(values: tuple[int, ...], lines: int, cells: int) -> np.ndarray:
    """Tables for every line that a range allows; numbers where the tables would be too large.

    Returns
    -------
    numpy.ndarray
        The forms of `rullo_core.kernels.board`, as `rullo_core.kernels.census.count` wants them.
    """
    codes = len(values) ** cells
    if codes << 2 * cells > LARGEST_TABLES:
        return np.zeros((1, cells), np.int64)
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    return tables_of(numbers, lines)
