"""Solve puzzles and their inverses independently, to verify assumptions of the other kernels (thesis, section 5.3)."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, all_ones
from rullo_core.rullo.kernels.lines.board import difficulty_after_stall, solve_by_lines, turn
from rullo_studies.rullo.kernels.indexed import room_for_grid, set_grid

BEYOND_ANY = np.int64(1 << 30)
"""More halves than any difficulty."""


@kernel
def compare_inverses(values, first, last, height, width, compared):
    """Solve every puzzle of the grids from one index to before another, and its inverse, independently.

    Grids have at most 30 cells and no holes, which have no inverse. Four numbers are added to `compared`: pairs of a
    puzzle and its inverse; pairs that differ in passes columns first; in passes rows first; and in difficulty, or in
    the cells known where lines stall.
    """
    cells = height * width
    everything = all_ones(cells)
    numbers, columns, row_tables, column_tables = room_for_grid(height, width)
    stop = np.zeros(1, np.uint8)
    for grid in range(first, last):
        set_grid(grid, values, numbers, columns, row_tables, column_tables)
        for mask in range(1 << cells - 1):
            passes = np.zeros((2, 2), np.int64)
            fixed = np.zeros(2, np.uint64)
            difficulty = np.zeros(2, np.int64)
            for which in range(2):
                solution = np.uint64(mask) if which == 0 else everything ^ np.uint64(mask)
                turned = turn(solution, height, width)
                halves, known, columns_first = solve_by_lines(
                    row_tables, height, column_tables, width, solution, turned, NONE, NONE
                )
                passes[which, 0] = columns_first
                passes[which, 1] = halves - columns_first if known == everything else 0
                fixed[which] = known
                difficulty[which] = halves
                if known != everything:
                    difficulty[which] += difficulty_after_stall(
                        numbers, row_tables, column_tables, solution, turned, known, BEYOND_ANY, stop
                    )
            compared[0] += 1
            compared[1] += passes[0, 0] != passes[1, 0]
            compared[2] += passes[0, 1] != passes[1, 1]
            compared[3] += difficulty[0] != difficulty[1] or fixed[0] != fixed[1]
