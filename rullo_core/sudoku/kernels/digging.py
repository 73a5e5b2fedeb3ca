"""Puzzles dug out of a filled board: cells are emptied one after the other as long as a criterion holds."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.rng import shuffled
from rullo_core.sudoku.kernels.board import copy, is_filled, lowest, place, set_up
from rullo_core.sudoku.kernels.levels import HIDDEN, LOCKED, NAKED, SUBSETS, reach
from rullo_core.sudoku.kernels.search import at_depth, digits_of, search
from rullo_core.sudoku.kernels.search9 import has_another

ONE_SOLUTION = np.int64(0)
"""In place of rules: as long as there is one solution."""

ANY = np.int64(1)
"""Solutions that are enough to see whether there is any."""

LARGE = 13
"""The smallest side of boards where a search goes on by more than singles. That takes longer for each guess, and needs
so many fewer that to dig a board of 16x16 takes a sixth of the time, and one of 12x12 as long.
"""

KEPT, UNDECIDED = range(2)
"""What is counted: emptied cells that were put back; those of them where a search was given up."""

FIRST_WORD = np.int64(1 << 40)
"""Of those of a seed and number, the first that orders cells: those before it were for the board."""

RANDOM, ROWS, BOXES, DIGITS, CANDIDATES = map(np.int64, range(5))
"""In which order cells are tried."""

NONE, HALF_TURN, QUARTER_TURN, MIRROR = map(np.int64, range(4))
"""Which cells are emptied together."""


class Order(NamedTuple):
    """In which order cells are tried: groups of cells that are emptied together, where each group ends, and their
    number.
    """

    cells: np.ndarray
    ends: np.ndarray
    number: np.ndarray


def order_of(box: tuple[int, int]) -> Order:
    """Return room for the order of the cells of a board."""
    cells = (box[0] * box[1]) ** 2
    return Order(np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(1, np.int64))


@inlined
def turned(cell, symmetry, i, side):
    """Return the image of a cell after i turns; the cell itself where there are no more."""
    row, column = cell // side, cell % side
    last = side - 1
    if symmetry == HALF_TURN and i == 1:
        return (last - row) * side + last - column
    if symmetry == MIRROR and i == 1:
        return row * side + last - column
    if symmetry == QUARTER_TURN:
        for _ in range(i):
            row, column = column, last - row
        return row * side + column
    return cell


@inlined
def part_of(cell, which, solution, rank, box):
    """Return what cells are sorted by: boxes, or the ranks of their digits."""
    high, wide = box
    side = high * wide
    if which == BOXES:
        return cell // side // high * high + cell % side // wide
    return rank[solution[cell] - 1] if which == DIGITS else 0


@kernel
def put_in_order(order, box, solution, locked, which, symmetry, rng):
    """Put the groups of cells in the order in which they are tried, without those that have a locked cell."""
    side = box[0] * box[1]
    cells = np.arange(side * side)
    rank = np.arange(side)
    if which != ROWS:
        cells = shuffled(cells, rng)
    if which == DIGITS:
        rank = shuffled(rank, rng)
    seen = np.zeros(side * side, np.uint8)
    number = size = 0
    # One part after the other; orders with a single part are done at once.
    for part in range(side if which in (BOXES, DIGITS) else 1):
        for cell in cells:
            if seen[cell] or part_of(cell, which, solution, rank, box) != part:
                continue
            begin, free = size, True
            for i in range(4):
                other = turned(cell, symmetry, i, side)
                if seen[other] == 0:
                    seen[other] = 1
                    order.cells[size] = other
                    size += 1
                    free &= locked[other] == 0
            if free:
                order.ends[number] = size
                number += 1
            else:
                size = begin
    order.number[0] = number


@kernel
def holds(stack, box, cells, solution, emptied, rules, limit, stop):
    """Return 1 if a puzzle keeps the criterion after cells were emptied, 0 if not, -1 if that is undecided.

    The criterion is that rules fill the board, or with ONE_SOLUTION that it is unique.
    """
    side = box[0] * box[1]
    board = at_depth(stack, 0)
    if rules != ONE_SOLUTION:
        set_up(board, box, cells)
        return 1 if reach(board, box, rules, stack.room) and is_filled(board) else 0
    if box[0] == 3 and box[1] == 3:
        another = has_another(stack.nine, cells, solution, emptied, limit, stop)
        return another if another < 0 else 1 - another
    none = np.empty((0, 0), np.int64)
    search_rules = NAKED | HIDDEN | LOCKED | SUBSETS if side >= LARGE else NAKED | HIDDEN
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
            number, complete, _ = search(stack, box, search_rules, ANY, limit, stop, none)
            if number:
                return 0
            if not complete:
                return -1
        place(before, box, own, row, column)
    return 1


@inner
def most_open(cells, box, order, tried):
    """Return the first untried group whose first cell has the most digits that its units allow."""
    high, wide = box
    side = high * wide
    taken = np.zeros((3, side), np.int64)
    for cell in range(side * side):
        if cells[cell]:
            row, column = cell // side, cell % side
            bit = 1 << (cells[cell] - 1)
            taken[0, row] |= bit
            taken[1, column] |= bit
            taken[2, row // high * high + column // wide] |= bit
    most = best = -1
    for group in range(order.number[0]):
        if tried[group]:
            continue
        cell = order.cells[order.ends[group - 1] if group else 0]
        row, column = cell // side, cell % side
        used = taken[0, row] | taken[1, column] | taken[2, row // high * high + column // wide]
        number = side
        while used:
            used &= used - 1
            number -= 1
        if number > most:
            most, best = number, group
    return best


@inlined
def group_of(order, number):
    """Return the cells of a group."""
    return order.cells[order.ends[number - 1] if number else 0 : order.ends[number]]


@kernel
def dig(stack, box, solution, order, which, rules, least, limit, stop, cells, counts):
    """Empty cells in an order as long as the criterion holds, down to `least` digits.

    One round is enough: with fewer givens there are no fewer solutions, and no level gets farther, so a cell that was
    needed stays needed. With CANDIDATES, the group whose first cell could have the most digits is next, and the order
    breaks ties.
    """
    clues = 0
    for cell in range(len(cells)):
        clues += cells[cell] > 0
    tried = np.zeros(len(cells), np.uint8)
    for i in range(order.number[0]):
        if stop[0]:
            return
        number = most_open(cells, box, order, tried) if which == CANDIDATES else i
        tried[number] = 1
        group = group_of(order, number)
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
