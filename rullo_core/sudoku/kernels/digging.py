"""Dig: remove givens from a filled board, one after the other, as long as a criterion holds."""

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

EXISTENCE = np.int64(1)
"""Solutions that are enough to see whether there is any."""

LARGE = 13
"""The smallest side of boards where a search goes on by more than singles. That takes longer for each guess, and needs
so many fewer that to dig a board of 16x16 takes a sixth of the time, and one of 12x12 as long.
"""

RESTORED, UNDECIDED = range(2)
"""Counts: removed givens that were restored; those of them that were restored because a search was given up."""

FIRST_WORD = np.int64(1 << 40)
"""The first word, of the stream of a seed and number, for the order of cells: words before it fill the board."""

RANDOM, ROWS, BOXES, DIGITS, CANDIDATES = map(np.int64, range(5))
"""In which order cells are tried."""

NO_SYMMETRY, HALF_TURN, QUARTER_TURN, MIRROR = map(np.int64, range(4))
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
def image_of(cell, symmetry, i, side):
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
def part_of(cell, ordering, solution, rank, box):
    """Return what cells are sorted by: boxes, or the ranks of their digits."""
    height, width = box
    side = height * width
    if ordering == BOXES:
        return cell // side // height * height + cell % side // width
    return rank[solution[cell] - 1] if ordering == DIGITS else 0


@kernel
def put_in_order(order, box, solution, locked, ordering, symmetry, rng):
    """Put the groups of cells in the order in which they are tried, without those that have a locked cell."""
    side = box[0] * box[1]
    cells = np.arange(side * side)
    rank = np.arange(side)
    if ordering != ROWS:
        cells = shuffled(cells, rng)
    if ordering == DIGITS:
        rank = shuffled(rank, rng)
    is_visited = np.zeros(side * side, np.uint8)
    number = size = 0
    # One part after the other; orders with a single part are done at once.
    for part in range(side if ordering in (BOXES, DIGITS) else 1):
        for cell in cells:
            if is_visited[cell] or part_of(cell, ordering, solution, rank, box) != part:
                continue
            begin, free = size, True
            for i in range(4):
                image = image_of(cell, symmetry, i, side)
                if is_visited[image] == 0:
                    is_visited[image] = 1
                    order.cells[size] = image
                    size += 1
                    free &= locked[image] == 0
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
        answer = has_another(stack.nine, cells, solution, emptied, limit, stop)
        return answer if answer < 0 else 1 - answer
    no_solutions = np.empty((0, 0), np.int64)
    search_rules = NAKED | HIDDEN | LOCKED | SUBSETS if side >= LARGE else NAKED | HIDDEN
    # No search is so deep.
    puzzle_board = at_depth(stack, len(stack.cell) - 1)
    set_up(puzzle_board, box, cells)
    # Another solution has another digit in at least one of the emptied cells; the cases differ in the first such cell.
    for cell in emptied:
        row, column = cell // side, cell % side
        solution_digit = solution[cell] - 1
        alternatives = digits_of(puzzle_board, cell) & ~(1 << solution_digit)
        while alternatives:
            digit = lowest(alternatives)
            alternatives &= alternatives - 1
            copy(board, puzzle_board)
            place(board, box, digit, row, column)
            number, complete, _ = search(stack, box, search_rules, EXISTENCE, limit, stop, no_solutions)
            if number:
                return 0
            if not complete:
                return -1
        place(puzzle_board, box, solution_digit, row, column)
    return 1


@inner
def most_open(cells, box, order, is_tried):
    """Return the first untried group whose first cell has the most digits that its units allow."""
    height, width = box
    side = height * width
    unit_digits = np.zeros((3, side), np.int64)
    for cell in range(side * side):
        if cells[cell]:
            row, column = cell // side, cell % side
            bit = 1 << (cells[cell] - 1)
            unit_digits[0, row] |= bit
            unit_digits[1, column] |= bit
            unit_digits[2, row // height * height + column // width] |= bit
    maximum = best = -1
    for group in range(order.number[0]):
        if is_tried[group]:
            continue
        cell = order.cells[order.ends[group - 1] if group else 0]
        row, column = cell // side, cell % side
        excluded = (
            unit_digits[0, row] | unit_digits[1, column] | unit_digits[2, row // height * height + column // width]
        )
        number = side
        while excluded:
            excluded &= excluded - 1
            number -= 1
        if number > maximum:
            maximum, best = number, group
    return best


@inlined
def group_of(order, number):
    """Return the cells of a group."""
    return order.cells[order.ends[number - 1] if number else 0 : order.ends[number]]


@kernel
def dig(stack, box, solution, order, ordering, rules, min_clues, limit, stop, cells, counts):
    """Empty cells in an order as long as the criterion holds, down to `min_clues` digits.

    One round is enough: with fewer givens there are no fewer solutions, and no level gets farther, so a cell that was
    needed stays needed. With CANDIDATES, the group whose first cell could have the most digits is next, and the order
    breaks ties.
    """
    clues = 0
    for cell in range(len(cells)):
        clues += cells[cell] > 0
    is_tried = np.zeros(len(cells), np.uint8)
    for i in range(order.number[0]):
        if stop[0]:
            return
        number = most_open(cells, box, order, is_tried) if ordering == CANDIDATES else i
        is_tried[number] = 1
        group = group_of(order, number)
        givens = 0
        for cell in group:
            givens += cells[cell] > 0
        if givens == 0 or clues - givens < min_clues:
            continue
        for cell in group:
            cells[cell] = 0
        answer = holds(stack, box, cells, solution, group, rules, limit, stop)
        if answer == 1:
            clues -= givens
            continue
        counts[RESTORED] += 1
        counts[UNDECIDED] += answer < 0
        for cell in group:
            cells[cell] = solution[cell]
