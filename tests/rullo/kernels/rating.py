"""Rate a puzzle with the kernels, for comparison with the readable solver."""

import numpy as np

from rullo_core.rullo.kernels.lines import board as kernel
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.solver import start_marks


def as_mask(flags):
    return np.uint64(sum(1 << i for i, flag in enumerate(flags) if flag))


def known_cells(state):
    """Return the known cells of a state, as a word by row."""
    return as_mask([cell is not None for cell in flat(state)])


def numbers_of(grid):
    """Return the lines of a grid as numbers."""
    return np.array(grid, np.int64)


def tables_of(grid):
    """Return the lines of a grid as tables."""
    return kernel.tables_of(numbers_of(grid), len(grid))


def rate(puzzle, solution, form=numbers_of):
    """Return the cells that lines alone fix, as a word by row, and the difficulty."""
    height, width = puzzle.height, puzzle.width
    rows, columns = form(puzzle.numbers), form(puzzle.columns)
    included = as_mask(flat(solution))
    included_by_column = np.uint64(kernel.turn(included, height, width))
    start = known_cells(start_marks(puzzle))
    start_by_column = np.uint64(kernel.turn(start, height, width))
    halves, fixed_cells, _ = kernel.solve_by_lines(
        rows, height, columns, width, included, included_by_column, start, start_by_column
    )
    if fixed_cells != as_mask([True] * height * width):
        halves += kernel.difficulty_after_stall(
            numbers_of(puzzle.numbers), rows, columns, included, included_by_column, np.uint64(fixed_cells), 10**6,
            np.zeros(1, np.uint8),
        )  # fmt: skip
    return fixed_cells, halves / 2
