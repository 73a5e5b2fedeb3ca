"""Puzzles that lines cannot finish though they have one solution only."""

import numpy as np

from rullo_core.kernels import kernel
from rullo_core.kernels.board import solve_by_lines, turn
from rullo_core.kernels.indexed import room_for_grid, set_grid
from rullo_core.kernels.line import NONE, all_ones


@kernel
def find(values, first, last, height, width, found):
    """Go through every solution of some grids, and note the puzzles with no other solution that lines cannot finish.

    A puzzle and its inverse are alike in both respects, so each solution stands for its inverse as well.

    Parameters
    ----------
    values : int64 array of shape (k,)
        The range, without a 0.
    first, last : int64
        Which grids, the last one excluded; as many digits to the base k as there are cells.
    height, width : int
        Size; lines short enough for tables.
    found : int64 array of shape (n, 2)
        Filled with grid and solution, as far as it goes.

    Returns
    -------
    int
        How many there are.
    """
    cells = height * width
    everything = all_ones(cells)
    numbers, columns, row_tables, column_tables = room_for_grid(height, width)
    most = 2 * max(abs(values[0]), abs(values[-1])) * max(height, width) + 1
    sums = np.empty(1 << cells, np.int64)
    number = 0
    for grid in range(first, last):
        set_grid(grid, values, numbers, columns, row_tables, column_tables)
        # All target-sums of a solution in one number: two solutions are of the same puzzle just if they have the same.
        sums[0] = 0
        for cell in range(cells):
            r, c = cell // width, cell % width
            step = numbers[r, c] * (most**r + most ** (height + c))
            for mask in range(1 << cell):
                sums[mask | 1 << cell] = sums[mask] + step
        ordered = np.sort(sums)
        for mask in range(1 << cells - 1):
            place = np.searchsorted(ordered, sums[mask])
            if place + 1 < len(ordered) and ordered[place + 1] == sums[mask]:
                continue
            solution = np.uint64(mask)
            _, known, _ = solve_by_lines(
                row_tables, height, column_tables, width, solution, turn(solution, height, width), NONE, NONE
            )
            if known != everything:
                if number < len(found):
                    found[number, 0] = grid
                    found[number, 1] = mask
                number += 1
    return number
