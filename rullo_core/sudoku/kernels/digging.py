"""Puzzles dug out of a filled board: cells are emptied one after the other, as long as a criterion holds."""

import numpy as np

from rullo_core.compiled import borrowed, kernel
from rullo_core.sudoku.kernels.board import copy, is_filled, lowest, place, set_up
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, reach
from rullo_core.sudoku.kernels.search import at_depth, digits_of, search

ONE_SOLUTION = np.int64(0)
"""In place of rules: as long as there is one solution."""

KEPT, UNDECIDED = range(2)
"""What is counted: emptied cells that were put back; those of them where a search was given up."""


@kernel
def holds(lent, box, cells, solution, emptied, rules, limit, stop):
    """Whether a puzzle keeps the criterion.

    Parameters
    ----------
    lent : rullo_core.sudoku.kernels.search.Stack
    box : int
    cells, solution : int64 arrays of shape (N * N,)
        The puzzle, some cells of which were just emptied, and its solution.
    emptied : int64 array of shape (n,)
        These.
    rules : int
        As in `rullo_core.sudoku.kernels.levels.reach`, which has to fill the board; or ONE_SOLUTION.
    limit, stop
        As in `rullo_core.sudoku.kernels.search.search`.

    Returns
    -------
    int
        1 if it does, 0 if it does not, -1 if that is undecided.
    """
    stack = borrowed(lent)
    side = box * box
    board = at_depth(stack, 0)
    if rules != ONE_SOLUTION:
        set_up(board, box, cells)
        return 1 if reach(board, box, rules, stack.room) and is_filled(board) else 0
    none = np.empty((0, 0), np.int64)
    # No search is so deep.
    before = at_depth(stack, len(stack.cell) - 1)
    set_up(before, box, cells)
    # Another solution has another digit in one of the emptied cells: the first, or that and the second, and so on.
    for cell in emptied:
        row, column = cell // side, cell % side
        own = solution[cell] - 1
        others = digits_of(before, cell) & ~(1 << own)
        while others:
            digit = lowest(others)
            others &= others - 1
            copy(board, before)
            place(board, box, digit, row, column)
            number, complete, _ = search(stack, box, NAKED | HIDDEN, 1, limit, stop, none)
            if number:
                return 0
            if not complete:
                return -1
        place(before, box, own, row, column)
    return 1


@kernel
def most_open(cells, box, groups, ends, tried):
    """The group that is not tried yet whose first cell could have the most digits, by its units; the first of them."""
    side = box * box
    taken = np.zeros((3, side), np.int64)
    for cell in range(side * side):
        if cells[cell]:
            row, column = cell // side, cell % side
            bit = 1 << (cells[cell] - 1)
            taken[0, row] |= bit
            taken[1, column] |= bit
            taken[2, row // box * box + column // box] |= bit
    most, best = -1, -1
    for group in range(len(ends)):
        if tried[group]:
            continue
        cell = groups[ends[group - 1] if group else 0]
        row, column = cell // side, cell % side
        used = taken[0, row] | taken[1, column] | taken[2, row // box * box + column // box]
        number = side
        while used:
            used &= used - 1
            number -= 1
        if number > most:
            most, best = number, group
    return best


@kernel
def dig(lent, box, solution, groups, ends, by_candidates, rules, least, limit, stop, cells, counts):
    """Empty cells in an order, as long as the criterion holds.

    A cell that was put back has to stay, as with fewer digits there are no fewer solutions, and no level gets farther:
    after one round nothing more can go.

    Parameters
    ----------
    lent, box, rules, limit, stop
        As in `holds`.
    solution : int64 array of shape (N * N,)
    groups : int64 array of shape (n,)
        Cells in the order in which they are tried; those that are emptied together stand together.
    ends : int64 array of shape (m,)
        Where each such group ends.
    by_candidates : bool
        Whether the group whose first cell could have the most digits is next, and their order says only which of them.
    least : int
        Stop at so many digits.
    cells : int64 array of shape (N * N,)
        With the digits to begin with; emptied.
    counts : int64 array of shape (2,)
        What is counted.
    """
    stack = borrowed(lent)
    clues = 0
    for cell in range(len(cells)):
        clues += cells[cell] > 0
    tried = np.zeros(len(ends), np.uint8)
    for i in range(len(ends)):
        if stop[0]:
            return
        number = most_open(cells, box, groups, ends, tried) if by_candidates else i
        tried[number] = 1
        group = groups[ends[number - 1] if number else 0 : ends[number]]
        there = 0
        for cell in group:
            there += cells[cell] > 0
        if there == 0 or clues - there < least:
            continue
        for cell in group:
            cells[cell] = 0
        answer = holds(stack, box, cells, solution, group, rules, limit, stop)
        if answer == 1:
            clues -= there
            continue
        counts[KEPT] += 1
        counts[UNDECIDED] += answer < 0
        for cell in group:
            cells[cell] = solution[cell]
