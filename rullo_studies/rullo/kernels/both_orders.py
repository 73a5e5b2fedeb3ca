"""Count the passes of every puzzle in both orders independently, to verify assumptions of `kernels.lines.board`.

It is not fast: `kernels.lines.board` has the fast pass, and the search for the best guesses after it.
"""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, all_ones
from rullo_core.rullo.kernels.lines.board import make_pass, turn
from rullo_studies.rullo.kernels.indexed import room_for_grid, set_grid


@kernel
def passes_of(first, first_count, second, second_count, included_by_first, included_by_second):
    """Return the number of passes, first over the lines given first, until every cell is known; 0 if lines stall."""
    all_cells = all_ones(first_count * second_count)
    known_cells = NONE
    passes = 0
    while True:
        known_before = known_cells
        known_cells = make_pass(first, first_count, second_count, included_by_first, known_cells)
        passes += 1
        if known_cells == all_cells:
            return passes
        known_cells = make_pass(second, second_count, first_count, included_by_second, known_cells)
        passes += 1
        if known_cells == all_cells:
            return passes
        if known_cells == known_before:
            return 0


@kernel
def compare_orders(values, height, width, differences, summary):
    """Solve every puzzle of a size, at most 30 cells, and range in both orders.

    `differences` receives the number of simple puzzles at index `cells` + passes columns first - passes rows first;
    `summary` the number of puzzles that only one order solves, and the greatest number of passes.
    """
    cells = height * width
    numbers, columns, row_tables, column_tables = room_for_grid(height, width)
    for grid in range(len(values) ** cells):
        set_grid(grid, values, numbers, columns, row_tables, column_tables)
        for mask in range(1 << cells):
            by_row = np.uint64(mask)
            by_column = turn(by_row, height, width)
            columns_first = passes_of(column_tables, width, row_tables, height, by_column, by_row)
            rows_first = passes_of(row_tables, height, column_tables, width, by_row, by_column)
            if columns_first and rows_first:
                differences[cells + columns_first - rows_first] += 1
            summary[0] += (columns_first == 0) != (rows_first == 0)
            summary[1] = max(summary[1], columns_first, rows_first)
