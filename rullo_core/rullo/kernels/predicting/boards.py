"""Passes on boards whose rows and columns are decoupled: a cell has one number for its row and another for its column.

Both numbers are of the same size class, and whether the cell is included is the same for both. With as many classes as
numbers, both are equal, and the board is a Rullo. Where lines get stuck, the cells that stay unknown are small sets, or
more; see `is_small`.

The solution is known, so the state of a line is the mask of its unknown cells. Lines are numbered, rows first. Each
cell is in a row and in a column, which may be parts of those of a grid, so that not all of them cross; see `Lines`.
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


class Lines(NamedTuple):
    """Which lines cross: of each cell of a line, counted along it, the line across, and where this has the cell."""

    rows: int  # the number of rows, which are the first lines
    length: np.ndarray  # int64[lines]: the cells of each
    across: np.ndarray  # int64[lines, cells]
    place: np.ndarray  # int64[lines, cells]


class Board(NamedTuple):
    """A board with its solution, and the state of its lines."""

    lines: Lines
    numbers: np.ndarray  # int64[lines, 64]
    included: np.ndarray  # uint64[lines]: masks of the included cells
    unknown: np.ndarray  # uint64[lines]
    waiting: np.ndarray  # bool[lines]: those that have to be filtered
    room: Room


class Classes(NamedTuple):
    """Numbers, and for the place of each the places of the numbers of its size class."""

    values: np.ndarray  # int64, ascending
    first: np.ndarray  # int64: the first place of the class
    end: np.ndarray  # int64: the place after the last


def lines_of(height: int, width: int) -> Lines:
    """Return the lines of a grid, each of which crosses all lines of the other side."""
    length = np.repeat([width, height], [height, width])
    across, place = np.zeros((2, height + width, max(height, width)), np.int64)
    across[:height, :width] = np.arange(height, height + width)
    across[height:, :height] = np.arange(height)
    place[:height, :width] = np.arange(height)[:, None]
    place[height:, :height] = np.arange(width)[:, None]
    return Lines(height, length, across, place)


def board_for(lines: Lines, largest: int) -> Board:
    """Return a board with some lines, for numbers up to the largest."""
    number = len(lines.length)
    masks = np.zeros((2, number), np.uint64)
    return Board(
        lines=lines,
        numbers=np.zeros((number, MOST_CELLS), np.int64),
        included=masks[0],
        unknown=masks[1],
        waiting=np.zeros(number, np.bool_),
        room=room_for(int(lines.length.max()), largest),
    )


@inlined
def set_cell(board, row, cell, row_number, column_number, is_included):
    """Set the numbers of a cell of a row, and whether it is included."""
    column, place = board.lines.across[row, cell], board.lines.place[row, cell]
    board.numbers[row, cell], board.numbers[column, place] = row_number, column_number
    if is_included:
        board.included[row] |= ONE << np.uint64(cell)
        board.included[column] |= ONE << np.uint64(place)
    else:
        board.included[row] &= ~(ONE << np.uint64(cell))
        board.included[column] &= ~(ONE << np.uint64(place))


@kernel
def draw(board, classes, coin, rng):
    """Draw a board: a number for the row of each cell, one of its class for the column, and a coin."""
    for row in range(board.lines.rows):
        for cell in range(board.lines.length[row]):
            place = integer_below(rng, len(classes.values))
            other = classes.first[place] + integer_below(rng, classes.end[place] - classes.first[place])
            set_cell(board, row, cell, classes.values[place], classes.values[other], uniform(rng) < coin)


@kernel
def plant(board, numbers, places):
    """Write a set into a board: the number of each cell, negative if it is included, 0 outside; and its place, which is
    64 times its row plus where this has the cell.
    """
    for r in range(numbers.shape[0]):
        for c in range(numbers.shape[1]):
            number = numbers[r, c]
            if number != 0:
                row, cell = places[r, c] // MOST_CELLS, places[r, c] % MOST_CELLS
                set_cell(board, row, cell, abs(number), abs(number), number < 0)


@inlined
def fix(board, line, cells):
    """Make some unknown cells of a line known, a mask, and mark the lines across for filtering."""
    board.unknown[line] &= ~cells
    while cells != NONE:
        cell = count_ones((cells & (~cells + ONE)) - ONE)
        cells &= cells - ONE
        across = board.lines.across[line, cell]
        board.unknown[across] &= ~(ONE << np.uint64(board.lines.place[line, cell]))
        board.waiting[across] = True


@inlined
def make_pass(board, side):
    """Filter the lines of one side that wait, 0 for rows and 1 for columns; return whether any line waited, and whether
    a cell became known.
    """
    lines, numbers, included, unknown, waiting, room = board
    has_waited = is_changed = False
    for line in range(0 if side == 0 else lines.rows, lines.rows if side == 0 else len(waiting)):
        if not waiting[line]:
            continue
        has_waited, waiting[line] = True, False
        target, remaining = 0, unknown[line] & included[line]
        while remaining != NONE:
            target += numbers[line, count_ones((remaining & (~remaining + ONE)) - ONE)]
            remaining &= remaining - ONE
        _, to_include, to_exclude = solve_line(numbers, line, unknown[line], target, room)
        if to_include | to_exclude != NONE:
            is_changed = True
            fix(board, line, to_include | to_exclude)
    return has_waited, is_changed


@inner
def propagate(board, side):
    """Make passes, first over the rows (0) or the columns (1), until none fixes a cell; return the number of the last
    pass that does.
    """
    passes = last = idle = 0
    while idle < 2:
        passes += 1
        has_waited, is_changed = make_pass(board, side)
        idle = 0 if has_waited else idle + 1
        if is_changed:
            last = passes
        side = 1 - side
    return last


@kernel
def count_passes(board, side):
    """Return the number of the last pass that fixes a cell, if passes begin with the rows (0) or the columns (1)."""
    for line in range(len(board.unknown)):
        board.unknown[line] = all_ones(board.lines.length[line])
        board.waiting[line] = True
    return propagate(board, side)


@inlined
def is_near(cells, line, lines, is_reached):
    """Return whether a line across some cells of a line, a mask, is reached."""
    while cells != NONE:
        if is_reached[lines.across[line, count_ones((cells & (~cells + ONE)) - ONE)]]:
            return True
        cells &= cells - ONE
    return False


@kernel
def is_small(unknown, lines):
    """Return whether each connected component of the unknown cells, of which each row has a mask, is small.

    Lines connect cells. A component has at most `LONGEST_BLOCK` rows and columns, or `LONGEST_STRIP` rows or columns,
    and the cells where these would all cross are at most half of those of the board.
    """
    is_reached, cells = np.zeros(len(lines.length), np.bool_), 0
    for row in range(lines.rows):
        cells += lines.length[row]
    for first in range(lines.rows):
        if unknown[first] == NONE or is_reached[first]:
            continue
        rows = columns = 0
        is_grown = True
        while is_grown:
            is_grown = False
            for row in range(first, lines.rows):
                if is_reached[row] or not (row == first or is_near(unknown[row], row, lines, is_reached)):
                    continue
                is_grown, is_reached[row], remaining = True, True, unknown[row]
                rows += 1
                while remaining != NONE:
                    column = lines.across[row, count_ones((remaining & (~remaining + ONE)) - ONE)]
                    remaining &= remaining - ONE
                    columns += not is_reached[column]
                    is_reached[column] = True
        shorter, longer = min(rows, columns), max(rows, columns)
        if 2 * shorter * longer > cells or (longer > LONGEST_BLOCK and shorter > LONGEST_STRIP):
            return False
    return True


@inlined
def count_unknown(board):
    """Return the number of unknown cells."""
    number = 0
    for row in range(board.lines.rows):
        number += count_ones(board.unknown[row])
    return number


@inlined
def finish(board, i, small, halves, unknown):
    """Make passes in both orders, and fill in how they end: see `run_boards`."""
    halves[i] = count_passes(board, 0) + count_passes(board, 1)
    unknown[i] = count_unknown(board)
    small[i] = is_small(board.unknown, board.lines)


@kernel
def run_boards(board, classes, coin, sets, places, seed, first, rng, small, halves, unknown, stop):
    """Draw boards by number from `first` on, plant one of `sets` in turn in each, if there are any, and make passes.

    Each set is planted at its own place, or all are at the only one. Fill in for each board whether only small sets
    stay unknown, the last passes that fix cells, of both orders together, and the unknown cells.
    """
    for i in range(len(small)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        draw(board, classes, coin, rng)
        if len(sets) > 0:
            plant(board, sets[(first + i) % len(sets)], places[(first + i) % len(sets) % len(places)])
        finish(board, i, small, halves, unknown)
