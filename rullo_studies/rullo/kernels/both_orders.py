"""Count the passes of every puzzle in both orders independently, to verify assumptions of `kernels.lines.board`.

It is not for speed: `kernels.lines.board` has the fast pass, and the search for the best guesses after it.
"""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, all_ones
from rullo_core.rullo.kernels.lines.board import make_pass, turn
from rullo_studies.rullo.kernels.indexed import room_for_grid, set_grid


@kernel
def passes_of(first, first_count, second, second_count, included_by_first, included_by_second):
    """Return the number of passes, first over the lines given first, until every cell is known; 0 if lines stall."""
    everything = all_ones(first_count * second_count)
    known = NONE
    passes = 0
    while True:
        before = known
        known = make_pass(first, first_count, second_count, included_by_first, known)
        passes += 1
        if known == everything:
            return passes
        known = make_pass(second, second_count, first_count, included_by_second, known)
        passes += 1
        if known == everything:
            return passes
        if known == before:
            return 0


@kernel
def compare_orders(values, height, width, differences, others):
    """Solve every puzzle of a size, at most 30 cells, and range in both orders.

    `differences` receives the number of simple puzzles at index `cells` + passes columns first - passes rows first;
    `others` the number of puzzles that only one order solves, and the greatest number of passes.
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
            others[0] += (columns_first == 0) != (rows_first == 0)
            others[1] = max(others[1], columns_first, rows_first)
