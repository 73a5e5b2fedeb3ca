"""Grids of a range by index, with tables for their lines, for kernels that enumerate small puzzles."""

import numpy as np

from rullo_core.compiled import inner
from rullo_core.rullo.kernels.lines.board import fill_tables


@inner
def room_for_grid(height, width):
    """Return arrays for a grid: its numbers, its columns, and the tables of rows and columns."""
    return (
        np.empty((height, width), np.int64),
        np.empty((width, height), np.int64),
        np.empty((height, 1 << width, 1 << width), np.uint64),
        np.empty((width, 1 << height, 1 << height), np.uint64),
    )


@inner
def set_grid(index, values, numbers, columns, row_tables, column_tables):
    """Set the grid of an index, which has a digit to the base k for each cell, and the tables of its lines."""
    height, width = numbers.shape
    for cell in range(height * width - 1, -1, -1):
        r, c = cell // width, cell % width
        numbers[r, c] = columns[c, r] = values[index % len(values)]
        index //= len(values)
    fill_tables(numbers, height, row_tables)
    fill_tables(columns, width, column_tables)
