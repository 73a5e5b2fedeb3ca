"""Count the solutions of one grid in blocks, with a kernel that shares work within each block."""

from __future__ import annotations

import numpy as np

from rullo_core.rullo.kernels.counting import grid as kernel
from rullo_core.rullo.kernels.counting.census import Grid
from rullo_core.rullo.kernels.counting.weighted import Transposed
from rullo_core.rullo.kernels.lines.board import tables_of
from rullo_core.rullo.kernels.lines.counts import Counts
from rullo_core.rullo.kernels.lines.guesses import Memory

LARGEST_TABLE = 2**22
"""Greatest number of entries, of 8 bytes each, in the tables of a line; without tables, lines are solved each time."""

FEWEST_CELLS = 16
"""Smallest number of cells for which the block kernel is faster than others despite being compiled for each size."""


def count_in_blocks(
    grid: Grid,
    first: int,
    last: int,
    counts: Counts,
    memory: Memory | None,
    transposed: Transposed | None,
    stop: np.ndarray,
) -> None:
    """Add a range of half of a grid's solutions, and their inverses, to counts; see `kernels.counting.grid.count`."""
    size = kernel.block_size(*grid.numbers.shape)
    rows, columns = _lines(grid.rows), _lines(grid.columns)
    kernel.count(grid, rows, columns, first // size, last // size, counts, memory, transposed, stop)


def _lines(tables: np.ndarray) -> kernel.Lines:
    look_up = np.empty(len(tables) * tables.shape[1] ** 2, np.uint64)
    kernel.fill_look_up(tables, look_up)
    cells = tables.shape[1].bit_length() - 1
    return kernel.Lines(look_up, (0,) * len(tables), (0,) * cells)


def forms(numbers: np.ndarray) -> np.ndarray:
    """Return the tables of the lines of a grid; their numbers if the tables would be too large."""
    lines, cells = numbers.shape
    return numbers if 1 << 2 * cells > LARGEST_TABLE else tables_of(numbers, lines)
