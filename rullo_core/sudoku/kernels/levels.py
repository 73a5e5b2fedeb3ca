"""Filter the units of a board: singles, locked candidates, subsets, completely; pass by pass, or until stuck.

`rullo_core.sudoku.rules` is the readable counterpart. Rules are a sum of the constants below.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.constraints.kernels import different
from rullo_core.constraints.kernels.different import DIGITS, make_room
from rullo_core.sudoku.kernels.board import is_filled, lowest, place
from rullo_core.sudoku.kernels.filtering import filter_all, filter_subsets

NAKED, HIDDEN, LOCKED, PAIRS, SUBSETS, ALL = map(np.int64, (1, 2, 4, 8, 16, 32))
"""Rules that can be joined: naked and hidden singles, locked candidates, subsets of two, of two and three, all of each
unit."""


IN_UNITS = PAIRS | SUBSETS | ALL
"""Rules that filter the digits of a unit's cells."""


class Room(NamedTuple):
    """Workspace for filtering a board.

    Found has digits that can be placed (digit, row, column); gone the eliminated candidates, as `Board.can`; digits
    those of each row and column; seen, by kind, unit and cell, those when the unit was last filtered, 0 before. Nine is
    to filter a unit of up to nine cells, whose domains are the same as here. The others are for the cells of a unit;
    several has those with few candidates, but not only one.
    """

    found: np.ndarray
    gone: np.ndarray
    digits: np.ndarray
    seen: np.ndarray
    nine: different.Room
    domains: np.ndarray
    several: np.ndarray
    match: np.ndarray
    owner: np.ndarray
    edges: np.ndarray
    queue: np.ndarray
    parent: np.ndarray


def room_for(box: tuple[int, int]) -> Room:
    """Return room for boards of a size."""
    side = box[0] * box[1]
    nine = make_room()
    domains = nine.domains[:side] if side <= DIGITS else np.zeros(side, np.int64)
    return Room(
        np.zeros((4 * side * side, 3), np.int64),
        np.zeros((side, side), np.int64),
        np.zeros((side, side), np.int64),
        np.zeros((3, side, side), np.int64),
        nine,
        domains,
        *(np.zeros(side, np.int64) for _ in range(6)),
    )


@inlined
def note(found, number, digit, row, columns):
    """Note a digit for each of some columns of a row; return how many are noted then."""
    while columns:
        found[number, 0] = digit
        found[number, 1] = row
        found[number, 2] = lowest(columns)
        columns &= columns - 1
        number += 1
    return number


@inlined
def find_naked(board, found, number):
    """Note the digits of cells with one candidate; return -1 if a cell has none."""
    side = len(board.left)
    full = (1 << side) - 1
    for row in range(side):
        once = twice = 0
        for digit in range(side):
            places = board.can[digit, row]
            twice |= once & places
            once |= places
        if once != full:
            return -1
        single = once & ~twice & board.left[row]
        if single:
            for digit in range(side):
                number = note(found, number, digit, row, board.can[digit, row] & single)
    return number


@inlined
def find_hidden(board, box, found, number):
    """Note digits with one place in a row, column or box; return -1 if one has none."""
    side = len(board.left)
    full = (1 << side) - 1
    high, wide = box
    block = (1 << wide) - 1
    for digit in range(side):
        once = twice = 0
        for band in range(0, side, high):
            once_here = twice_here = 0
            for row in range(band, band + high):
                places = board.can[digit, row]
                if places == 0:
                    return -1
                if places & (places - 1) == 0 and places & board.left[row]:
                    number = note(found, number, digit, row, places)
                twice_here |= once_here & places
                once_here |= places
            twice |= once & once_here | twice_here
            once |= once_here
            inside = block
            for _ in range(high):
                places = once_here & inside
                if places == 0:
                    return -1
                if places & (places - 1) == 0 and places & twice_here == 0:
                    for row in range(band, band + high):
                        number = note(found, number, digit, row, board.can[digit, row] & places & board.left[row])
                inside <<= wide
        if once != full:
            return -1
        single = once & ~twice
        if single:
            for row in range(side):
                places = board.can[digit, row] & single & board.left[row]
                if places:
                    number = note(found, number, digit, row, places)
    return number


@inlined
def find_locked(board, box, gone):
    """Eliminate where all places of a digit in a line lie in a box, or the reverse; False if a digit has no place any
    more.
    """
    side = len(board.left)
    high, wide = box
    block = (1 << wide) - 1
    for digit in range(side):
        once = twice = 0
        for band in range(0, side, high):
            here = 0
            for row in range(band, band + high):
                here |= board.can[digit, row]
            twice |= once & here
            once |= here
        for band in range(0, side, high):
            here = 0
            for row in range(band, band + high):
                here |= board.can[digit, row]
            inside = block
            for _ in range(high):
                rows, last = 0, -1
                for row in range(band, band + high):
                    places = board.can[digit, row]
                    if places & inside:
                        rows += 1
                        last = row
                        if places & ~inside == 0:
                            # All places of the row lie in the box.
                            for other in range(band, band + high):
                                if other != row:
                                    gone[digit, other] |= board.can[digit, other] & inside
                if rows == 1:
                    # All places of the box lie in the row.
                    gone[digit, last] |= board.can[digit, last] & ~inside
                columns = here & inside
                if columns and columns & (columns - 1) == 0:
                    # All places of the box lie in the column.
                    for row in range(side):
                        if not band <= row < band + high:
                            gone[digit, row] |= board.can[digit, row] & columns
                only = columns & once & ~twice
                if only:
                    # All places of the column lie in the box.
                    if only & (only - 1):
                        return False
                    for row in range(band, band + high):
                        gone[digit, row] |= board.can[digit, row] & inside & ~only
                inside <<= wide
    return True


@inlined
def extent_of(kind, unit, box):
    """Return the row and column of the first cell of a row, column or box, and how many columns it has."""
    high, wide = box
    if kind == 0:
        return unit, 0, high * wide
    if kind == 1:
        return 0, unit, 1
    return unit // high * high, unit % high * wide, wide


@inlined
def next_of(row, column, left, width):
    """Return the row and column of the next cell of a unit that has so many columns from a left one on."""
    column += 1
    return (row, column) if column < left + width else (row + 1, left)


@inlined
def take_digits(board, digits):
    """Fill digits with the candidates of each cell, as bits."""
    side = len(board.left)
    digits[:] = 0
    for digit in range(side):
        for row in range(side):
            places = board.can[digit, row]
            while places:
                digits[row, lowest(places)] |= 1 << digit
                places &= places - 1


@inlined
def find_in_units(board, box, rules, room):
    """Filter each unit by subsets or completely; False if one cannot be filled."""
    side = len(board.left)
    largest = 3 if rules & SUBSETS else 2
    take_digits(board, room.digits)
    for kind in range(3):
        for unit in range(side):
            seen, same = room.seen[kind, unit], True
            top, left, width = extent_of(kind, unit, box)
            row, column = top, left
            for i in range(side):
                room.domains[i] = room.digits[row, column]
                same &= seen[i] == room.domains[i]
                seen[i] = room.domains[i]
                row, column = next_of(row, column, left, width)
            if same:
                # It has not changed since it was filtered.
                continue
            good = filter_all(room, side) if rules & ALL else filter_subsets(room, side, largest)
            if not good:
                return False
            row, column = top, left
            for i in range(side):
                lost = seen[i] & ~room.domains[i]
                while lost:
                    room.gone[lowest(lost), row] |= 1 << column
                    lost &= lost - 1
                row, column = next_of(row, column, left, width)
    return True


@kernel
def step(board, box, rules, room):
    """Filter all units by rules, placing digits at once; return the deductions (digits, rows with eliminations), or -1.

    It is faster than a pass and reaches the same end; -1 is for no solution.
    """
    side = len(board.left)
    beyond = rules & (LOCKED | IN_UNITS)
    number = find_naked(board, room.found, 0)
    if number >= 0 and rules & HIDDEN:
        number = find_hidden(board, box, room.found, number)
    if number < 0:
        return -1
    if beyond:
        room.gone[:] = 0
        if rules & LOCKED and not find_locked(board, box, room.gone):
            return -1
        if rules & IN_UNITS and not find_in_units(board, box, rules, room):
            return -1
    deduced = 0
    for i in range(number):
        digit, row, column = room.found[i, 0], room.found[i, 1], room.found[i, 2]
        if board.left[row] >> column & 1:
            if not place(board, box, digit, row, column):
                return -1
            deduced += 1
        elif board.can[digit, row] >> column & 1 == 0:
            return -1
    if beyond:
        for digit in range(side):
            for row in range(side):
                if board.can[digit, row] & room.gone[digit, row]:
                    board.can[digit, row] &= ~room.gone[digit, row]
                    deduced += 1
    return deduced


@kernel
def reach(board, box, rules, room):
    """Propagate by rules until stuck; False after a contradiction."""
    if rules & IN_UNITS:
        room.seen[:] = 0
    while True:
        # Stronger rules only where singles are stuck: the result is the same.
        deduced = step(board, box, rules & (NAKED | HIDDEN), room)
        if deduced == 0 and rules & ~(NAKED | HIDDEN) and not is_filled(board):
            deduced = step(board, box, rules, room)
        if deduced <= 0:
            return deduced == 0


@inlined
def set_down(board, cells):
    """Write givens on a board without eliminating anything."""
    side = len(board.left)
    board.can[:] = (1 << side) - 1
    board.left[:] = (1 << side) - 1
    for cell in range(side * side):
        if cells[cell]:
            bit = 1 << (cell % side)
            for digit in range(side):
                if digit != cells[cell] - 1:
                    board.can[digit, cell // side] &= ~bit
            board.left[cell // side] &= ~bit


@inlined
def eliminate(board, box, gone):
    """Eliminate the digits of fixed cells from the others of their rows, columns and boxes."""
    side = len(board.left)
    high, wide = box
    block = (1 << wide) - 1
    for digit in range(side):
        columns = twice = 0
        for row in range(side):
            fixed = board.can[digit, row] & ~board.left[row]
            twice |= columns & fixed
            columns |= fixed
        if columns == 0:
            continue
        for row in range(side):
            fixed = board.can[digit, row] & ~board.left[row]
            gone[digit, row] |= board.can[digit, row] & (columns & ~fixed | twice)
            if fixed:
                # Of two in a row each is eliminated by the other.
                gone[digit, row] |= board.can[digit, row] & (~fixed if fixed & (fixed - 1) == 0 else -1)
                inside = block
                for _ in range(high):
                    if fixed & inside:
                        band = row // high * high
                        for other in range(band, band + high):
                            if other != row:
                                gone[digit, other] |= board.can[digit, other] & inside
                    inside <<= wide


@inlined
def keep_hidden(board, box, room):
    """Eliminate the other candidates of hidden singles; False if a digit has no place."""
    number = find_hidden(board, box, room.found, 0)
    side = len(board.left)
    for i in range(number):
        digit, row, column = room.found[i, 0], room.found[i, 1], room.found[i, 2]
        for other in range(side):
            if other != digit:
                room.gone[other, row] |= board.can[other, row] & 1 << column
    return number >= 0


@kernel
def make_pass(board, box, rules, room):
    """Filter all units from the same state by each of the rules; return the rows with eliminations, -1 after a
    contradiction.

    Columns are left of cells with several candidates.
    """
    side = len(board.left)
    room.gone[:] = 0
    if rules & NAKED:
        eliminate(board, box, room.gone)
    if rules & HIDDEN and not keep_hidden(board, box, room):
        return -1
    if rules & LOCKED and not find_locked(board, box, room.gone):
        return -1
    if rules & IN_UNITS and not find_in_units(board, box, rules, room):
        return -1
    deduced = 0
    for row in range(side):
        once = twice = 0
        for digit in range(side):
            deduced += room.gone[digit, row] != 0
            board.can[digit, row] &= ~room.gone[digit, row]
            twice |= once & board.can[digit, row]
            once |= board.can[digit, row]
        if once != (1 << side) - 1:
            return -1
        board.left[row] = twice
    return deduced


@kernel
def count_passes(board, box, cells, rules, room, order):
    """Return the passes until every cell is fixed and all units agree; -1 if they get stuck or contradict.

    Order is filled with the pass that fixed each cell: 0 for givens, -1 for none.
    """
    side = len(board.left)
    set_down(board, cells)
    room.seen[:] = 0
    for cell in range(side * side):
        order[cell] = 0 if cells[cell] else -1
    number = 0
    while not is_filled(board):
        if make_pass(board, box, rules, room) <= 0:
            return -1
        number += 1
        for cell in range(side * side):
            if order[cell] < 0 and not board.left[cell // side] >> (cell % side) & 1:
                order[cell] = number
    # The cells that were fixed last have to agree with all units.
    return number if make_pass(board, box, NAKED, room) == 0 else -1
