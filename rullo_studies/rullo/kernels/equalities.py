"""Solve puzzles given by which subsets of each line have equal worth, whatever defines the worth.

Solving a line needs only the ways to include its cells that reach the same target as the solution. A line is therefore
an array of *worths*, an int64 for each subset of its cells: equal for subsets with the same sum, product or other
result, and `FORBIDDEN` for subsets that include a hole.
"""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, all_ones, spread
from rullo_core.rullo.kernels.lines.board import solve_by_lines, turn

FORBIDDEN = -1


@kernel
def fill_tables(worths, lines, tables):
    """Fill tables as `rullo_core.rullo.kernels.lines.board` describes them; a forbidden solution has 0."""
    subsets = worths.shape[1]
    for i in range(len(worths)):
        for included in range(subsets):
            for known_cells in range(subsets):
                tables[i, included, known_cells] = NONE
                if worths[i, included] == FORBIDDEN:
                    continue
                differ = 0
                for subset in range(subsets):
                    if worths[i, subset] == worths[i, included] and (subset ^ included) & known_cells == 0:
                        differ |= subset ^ included
                tables[i, included, known_cells] = spread(np.uint64(subsets - 1 ^ differ), lines)


@kernel
def sort_puzzles(grids, base, height, width, row_worths, row_tables, column_worths, column_tables, counts, stuck):
    """Rate every solution of some grids: whether lines alone find it, and whether its puzzle has no other.

    A grid of at most 20 cells (three bits for each make a word) is its cells read as a number to the base; worths are
    in the order of the lines, below 2**width and 2**height. `counts` receives for each grid the number of puzzles, of
    simple and of unique ones, and the greatest difficulty of a simple one, in halves; `stuck` the grids and solutions
    of the first unique puzzles that lines alone do not solve, whose number is returned.
    """
    cells = height * width
    all_cells = all_ones(cells)
    row_ones = (1 << width) - 1
    column_ones = (1 << height) - 1
    digits = np.empty(cells, np.int64)
    row_codes = np.empty(height, np.int64)
    column_codes = np.empty(width, np.int64)
    rows = np.empty((height,) + row_tables.shape[1:], np.uint64)
    columns = np.empty((width,) + column_tables.shape[1:], np.uint64)
    transposed = np.empty(1 << cells, np.uint64)
    for solution in range(1 << cells):
        transposed[solution] = turn(np.uint64(solution), height, width)
    puzzles = np.empty(1 << cells, np.uint64)
    number = 0
    for g in range(len(grids)):
        rest = grids[g]
        for cell in range(cells - 1, -1, -1):
            digits[cell] = rest % base
            rest //= base
        row_codes[:] = 0
        column_codes[:] = 0
        for cell in range(cells):
            r, c = cell // width, cell % width
            row_codes[r] = row_codes[r] * base + digits[cell]
            column_codes[c] = column_codes[c] * base + digits[cell]
        for r in range(height):
            copy(row_tables[row_codes[r]], rows[r])
        for c in range(width):
            copy(column_tables[column_codes[c]], columns[c])

        # Target-sums and solution in one word, so that sorting brings the solutions of a puzzle together.
        size = 0
        for solution in range(1 << cells):
            by_column = int(transposed[solution])
            word = NONE
            forbidden = False
            for r in range(height):
                worth = row_worths[row_codes[r], solution >> r * width & row_ones]
                forbidden |= worth == FORBIDDEN
                word = word << np.uint64(width) | np.uint64(worth)
            for c in range(width):
                worth = column_worths[column_codes[c], by_column >> c * height & column_ones]
                word = word << np.uint64(height) | np.uint64(worth)
            if not forbidden:
                puzzles[size] = word << np.uint64(cells) | np.uint64(solution)
                size += 1
        puzzles[:size].sort()

        counts[g] = 0
        counts[g, 0] = size
        for i in range(size):
            solution = puzzles[i] & all_cells
            targets = puzzles[i] ^ solution
            is_unique = (i == 0 or puzzles[i - 1] < targets) and (i + 1 == size or puzzles[i + 1] > targets | all_cells)
            halves, known_cells, _ = solve_by_lines(
                rows, height, columns, width, solution, transposed[solution], NONE, NONE
            )
            counts[g, 2] += is_unique
            if known_cells == all_cells:
                counts[g, 1] += 1
                counts[g, 3] = max(counts[g, 3], halves)
            elif is_unique:
                if number < len(stuck):
                    stuck[number, 0] = grids[g]
                    stuck[number, 1] = solution
                number += 1
    return number
