"""Kind, grade, passes and solutions of many puzzles."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.constraints.kernels.different import ALL, DIGITS, EVERY
from rullo_core.kakuro.kernels.board import ACROSS, ANYWHERE, DOWN, NO_LENGTH, SETUP, count_open, make_passes, reach
from rullo_core.kakuro.kernels.rectangles import reach_with_rectangles
from rullo_core.kakuro.kernels.search import search

UNFIXED, ACROSS_FIRST, DOWN_FIRST, GRADE, BY_RECTANGLES, SOLUTIONS, COMPLETE, NODES = range(8)
"""Columns of the table of ratings."""

COLUMNS = 8
NO_GRADE = DIGITS + 1
"""Grades are 0 for the setup, then the length of the longest entry that has to be filtered completely, then this."""


@kernel
def rate_table(puzzles, first, end, max_solutions, limit, stop, depths, desk, table):
    """Fill the rows of a table with the ratings of the puzzles first to end - 1.

    What cannot be said, as entries show that there is no solution, is -1; entries and rectangles are only tried if
    needed.
    """
    for p in range(first, end):
        cells = puzzles.cells[p + 1] - puzzles.cells[p]
        domains = np.full(cells, EVERY)
        row = table[p]
        row[:] = -1
        if reach(puzzles, p, domains, ALL, NO_LENGTH, ANYWHERE, desk):
            row[UNFIXED] = count_open(domains)
            row[ACROSS_FIRST] = make_passes(puzzles, p, ACROSS, desk)
            row[DOWN_FIRST] = make_passes(puzzles, p, DOWN, desk)
            row[GRADE] = NO_GRADE
            if row[UNFIXED] == 0:
                # The next grade continues from the state of the last grade, which it would reach as well.
                domains[:] = EVERY
                longest = NO_LENGTH
                reach(puzzles, p, domains, SETUP, longest, ANYWHERE, desk)
                while count_open(domains):
                    longest = longest + 1 if longest else NO_LENGTH + 2
                    reach(puzzles, p, domains, SETUP, longest, ANYWHERE, desk)
                row[GRADE] = longest
        solutions = np.zeros((max_solutions, cells), np.int64)
        last = np.zeros(cells, np.int64)
        row[SOLUTIONS], row[COMPLETE], row[NODES] = search(
            puzzles, p, solutions, max_solutions + 1, last, limit, stop, depths, desk
        )
        if row[UNFIXED] > 0 and row[SOLUTIONS] == 1 and row[COMPLETE]:
            domains[:] = EVERY
            reach_with_rectangles(puzzles, p, domains, ANYWHERE, desk)
            row[BY_RECTANGLES] = count_open(domains)
