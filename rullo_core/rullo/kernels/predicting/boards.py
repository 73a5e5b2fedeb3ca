"""Passes on boards whose rows and columns are decoupled: a cell has one number for its row and another for its column.

Both numbers are of the same size class, and whether the cell is included is the same for both. With as many classes as
numbers, both are equal, and the board is a Rullo. Where lines get stuck, the cells that stay unknown are small sets, or
more; see `is_small`.

The solution is known, so the state of a line is the mask of its unknown cells. Lines are numbered, rows first.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.compiled.rng import integer_below, restart, uniform
from rullo_core.constraints.kernels.reachable import MOST_CELLS, Room, room_for, solve_line

LONGEST_BLOCK, LONGEST_STRIP = 4, 2
"""A small set has at most this many rows and columns; or any number of columns in this many rows, or of rows in this
many columns.
"""


class Board(NamedTuple):
    """A board with its solution, and the state of its lines."""

    numbers: np.ndarray  # int64[lines, 64]
    included: np.ndarray  # uint64[lines]: masks of the included cells
    unknown: np.ndarray  # uint64[lines]
    waiting: np.ndarray  # uint64[2]: masks of the rows, and of the columns, that have to be filtered
    room: Room


class Classes(NamedTuple):
    """Numbers, and for the place of each the places of the numbers of its size class."""

    values: np.ndarray  # int64, ascending
    first: np.ndarray  # int64: the first place of the class
    end: np.ndarray  # int64: the place after the last


def board_for(height: int, width: int, largest: int) -> Board:
    """Return a board of a size, for numbers up to the largest."""
    lines = height + width
    masks = np.zeros((2, lines), np.uint64)
    return Board(
        numbers=np.zeros((lines, MOST_CELLS), np.int64),
        included=masks[0],
        unknown=masks[1],
        waiting=np.zeros(2, np.uint64),
        room=room_for(max(height, width), largest),
    )


@inlined
def set_cell(board, height, r, c, row_number, column_number, is_included):
    """Set the numbers of a cell, and whether it is included."""
    board.numbers[r, c], board.numbers[height + c, r] = row_number, column_number
    if is_included:
        board.included[r] |= ONE << np.uint64(c)
        board.included[height + c] |= ONE << np.uint64(r)
    else:
        board.included[r] &= ~(ONE << np.uint64(c))
        board.included[height + c] &= ~(ONE << np.uint64(r))


@kernel
def draw(board, height, width, classes, coin, rng):
    """Draw a board: a number for the row of each cell, one of its class for the column, and a coin."""
    for r in range(height):
        for c in range(width):
            place = integer_below(rng, len(classes.values))
            other = classes.first[place] + integer_below(rng, classes.end[place] - classes.first[place])
            set_cell(board, height, r, c, classes.values[place], classes.values[other], uniform(rng) < coin)


@kernel
def plant(board, height, cells):
    """Write a set into the upper left of a board: the number of each cell, negative if it is included, 0 outside."""
    for r in range(cells.shape[0]):
        for c in range(cells.shape[1]):
            if cells[r, c] != 0:
                set_cell(board, height, r, c, abs(cells[r, c]), abs(cells[r, c]), cells[r, c] < 0)


@inlined
def fix(board, height, index, side, cells):
    """Make some unknown cells of a line known, a mask, and mark the lines across for filtering."""
    board.unknown[side * height + index] &= ~cells
    board.waiting[1 - side] |= cells
    while cells != NONE:
        cell = count_ones((cells & (~cells + ONE)) - ONE)
        cells &= cells - ONE
        board.unknown[(1 - side) * height + cell] &= ~(ONE << np.uint64(index))


@inlined
def make_pass(board, height, side):
    """Filter the lines of one side that wait, 0 for rows and 1 for columns; return whether a cell became known."""
    numbers, included, unknown, waiting, room = board
    is_changed = False
    while waiting[side] != NONE:
        bit = waiting[side] & (~waiting[side] + ONE)
        waiting[side] ^= bit
        index = count_ones(bit - ONE)
        line = side * height + index
        target, remaining = 0, unknown[line] & included[line]
        while remaining != NONE:
            target += numbers[line, count_ones((remaining & (~remaining + ONE)) - ONE)]
            remaining &= remaining - ONE
        _, to_include, to_exclude = solve_line(numbers, line, unknown[line], target, room)
        if to_include | to_exclude != NONE:
            is_changed = True
            fix(board, height, index, side, to_include | to_exclude)
    return is_changed


@inner
def propagate(board, height, side):
    """Make passes, first over the rows (0) or the columns (1), until none fixes a cell; return the number of the last
    pass that does.
    """
    passes = last = 0
    while board.waiting[0] | board.waiting[1] != NONE:
        passes += 1
        if make_pass(board, height, side):
            last = passes
        side = 1 - side
    return last


@kernel
def count_passes(board, height, width, side):
    """Return the number of the last pass that fixes a cell, if passes begin with the rows (0) or the columns (1)."""
    for r in range(height):
        board.unknown[r] = all_ones(width)
    for c in range(width):
        board.unknown[height + c] = all_ones(height)
    board.waiting[0], board.waiting[1] = all_ones(height), all_ones(width)
    return propagate(board, height, side)


@kernel
def is_small(board, height, width):
    """Return whether each connected component of the unknown cells, which lines connect, is small.

    It has a bounding box of at most `LONGEST_BLOCK` rows and columns, or of `LONGEST_STRIP` rows or columns, in at most
    half of the board.
    """
    done = NONE
    for first in range(height):
        if board.unknown[first] == NONE or done >> np.uint64(first) & ONE != NONE:
            continue
        rows, columns, earlier_rows = ONE << np.uint64(first), board.unknown[first], NONE
        while rows != earlier_rows:
            earlier_rows = rows
            for r in range(height):
                if board.unknown[r] & columns != NONE:
                    rows |= ONE << np.uint64(r)
                    columns |= board.unknown[r]
        done |= rows
        shorter = min(count_ones(rows), count_ones(columns))
        longer = max(count_ones(rows), count_ones(columns))
        if 2 * shorter * longer > height * width or (longer > LONGEST_BLOCK and shorter > LONGEST_STRIP):
            return False
    return True


@inlined
def count_unknown(board, height):
    """Return the number of unknown cells."""
    number = 0
    for r in range(height):
        number += count_ones(board.unknown[r])
    return number


@inlined
def finish(board, height, width, i, small, halves, unknown):
    """Make passes in both orders, and fill in how they end: see `run_boards`."""
    halves[i] = count_passes(board, height, width, 0) + count_passes(board, height, width, 1)
    unknown[i] = count_unknown(board, height)
    small[i] = is_small(board, height, width)


@kernel
def run_boards(board, height, width, classes, coin, sets, seed, first, rng, small, halves, unknown, stop):
    """Draw boards by number from `first` on, plant one of `sets` in turn in each, if there are any, and make passes.

    Fill in for each whether only small sets stay unknown, the last passes that fix cells, of both orders together, and
    the unknown cells.
    """
    for i in range(len(small)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        draw(board, height, width, classes, coin, rng)
        if len(sets) > 0:
            plant(board, height, sets[(first + i) % len(sets)])
        finish(board, height, width, i, small, halves, unknown)
