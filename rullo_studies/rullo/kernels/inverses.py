"""Solve puzzles and their inverses independently, to verify assumptions of the other kernels (thesis, section 5.3)."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, all_ones
from rullo_core.rullo.kernels.lines.board import difficulty_after_stall, solve_by_lines, turn
from rullo_studies.rullo.kernels.indexed import room_for_grid, set_grid

BEYOND_ANY = np.int64(1 << 30)
"""More halves than any difficulty."""


@kernel
def compare_inverses(values, first, last, height, width, counts):
    """Solve every puzzle of the grids from one index to before another, and its inverse, independently.

    Grids have at most 30 cells and no holes, which have no inverse. Four numbers are added to `counts`: pairs of a
    puzzle and its inverse; pairs that differ in passes columns first; in passes rows first; and in difficulty, or in
    the cells known where lines stall.
    """
    cells = height * width
    all_cells = all_ones(cells)
    numbers, columns, row_tables, column_tables = room_for_grid(height, width)
    stop = np.zeros(1, np.uint8)
    for grid in range(first, last):
        set_grid(grid, values, numbers, columns, row_tables, column_tables)
        for mask in range(1 << cells - 1):
            passes = np.zeros((2, 2), np.int64)
            fixed = np.zeros(2, np.uint64)
            difficulty = np.zeros(2, np.int64)
            for version in range(2):
                solution = np.uint64(mask) if version == 0 else all_cells ^ np.uint64(mask)
                transposed = turn(solution, height, width)
                halves, known_cells, columns_first = solve_by_lines(
                    row_tables, height, column_tables, width, solution, transposed, NONE, NONE
                )
                passes[version, 0] = columns_first
                passes[version, 1] = halves - columns_first if known_cells == all_cells else 0
                fixed[version] = known_cells
                difficulty[version] = halves
                if known_cells != all_cells:
                    difficulty[version] += difficulty_after_stall(
                        numbers, row_tables, column_tables, solution, transposed, known_cells, BEYOND_ANY, stop
                    )
            counts[0] += 1
            counts[1] += passes[0, 0] != passes[1, 0]
            counts[2] += passes[0, 1] != passes[1, 1]
            counts[3] += difficulty[0] != difficulty[1] or fixed[0] != fixed[1]
