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

NAKED, HIDDEN, LOCKED, PAIRS, SUBSETS, GAC = map(np.int64, (1, 2, 4, 8, 16, 32))
"""Rules that can be joined: naked and hidden singles, locked candidates, subsets of two, of two and three, all of each
unit."""


IN_UNITS = PAIRS | SUBSETS | GAC
"""Rules that filter the digits of a unit's cells."""


class Room(NamedTuple):
    """Workspace for filtering a board.

    Singles are digits that can be placed (digit, row, column); eliminated has the eliminated candidates, as
    `Board.can`; digits the candidates of each row and column; previous, by kind, unit and cell, the candidates when the
    unit was last filtered, 0 before. Nine is to filter a unit of up to nine cells, whose domains are the same as here.
    The other arrays are for the cells of a unit; indices has the numbers of cells with two or three candidates, or of
    digits with two or three places.
    """

    singles: np.ndarray
    eliminated: np.ndarray
    digits: np.ndarray
    previous: np.ndarray
    nine: different.Room
    domains: np.ndarray
    indices: np.ndarray
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
def note(singles, number, digit, row, columns):
    """Note a digit for each of some columns of a row; return how many are noted then."""
    while columns:
        singles[number, 0] = digit
        singles[number, 1] = row
        singles[number, 2] = lowest(columns)
        columns &= columns - 1
        number += 1
    return number


@inlined
def find_naked(board, singles, number):
    """Note the digits of cells with one candidate; return -1 if a cell has none."""
    side = len(board.unfixed)
    full = (1 << side) - 1
    for row in range(side):
        covered = doubled = 0
        for digit in range(side):
            places = board.can[digit, row]
            doubled |= covered & places
            covered |= places
        if covered != full:
            return -1
        single = covered & ~doubled & board.unfixed[row]
        if single:
            for digit in range(side):
                number = note(singles, number, digit, row, board.can[digit, row] & single)
    return number


@inlined
def find_hidden(board, box, singles, number):
    """Note digits with one place in a row, column or box; return -1 if one has none."""
    side = len(board.unfixed)
    full = (1 << side) - 1
    height, width = box
    block = (1 << width) - 1
    for digit in range(side):
        covered = doubled = 0
        for band in range(0, side, height):
            band_covered = band_doubled = 0
            for row in range(band, band + height):
                places = board.can[digit, row]
                if places == 0:
                    return -1
                if places & (places - 1) == 0 and places & board.unfixed[row]:
                    number = note(singles, number, digit, row, places)
                band_doubled |= band_covered & places
                band_covered |= places
            doubled |= covered & band_covered | band_doubled
            covered |= band_covered
            box_mask = block
            for _ in range(height):
                places = band_covered & box_mask
                if places == 0:
                    return -1
                if places & (places - 1) == 0 and places & band_doubled == 0:
                    for row in range(band, band + height):
                        number = note(singles, number, digit, row, board.can[digit, row] & places & board.unfixed[row])
                box_mask <<= width
        if covered != full:
            return -1
        single = covered & ~doubled
        if single:
            for row in range(side):
                places = board.can[digit, row] & single & board.unfixed[row]
                if places:
                    number = note(singles, number, digit, row, places)
    return number


@inlined
def find_locked(board, box, eliminated):
    """Eliminate where all places of a digit in a line lie in a box, or the reverse; False if a digit has no place any
    more.
    """
    side = len(board.unfixed)
    height, width = box
    block = (1 << width) - 1
    for digit in range(side):
        covered = doubled = 0
        for band in range(0, side, height):
            band_places = 0
            for row in range(band, band + height):
                band_places |= board.can[digit, row]
            doubled |= covered & band_places
            covered |= band_places
        for band in range(0, side, height):
            band_places = 0
            for row in range(band, band + height):
                band_places |= board.can[digit, row]
            box_mask = block
            for _ in range(height):
                rows, last = 0, -1
                for row in range(band, band + height):
                    places = board.can[digit, row]
                    if places & box_mask:
                        rows += 1
                        last = row
                        if places & ~box_mask == 0:
                            # All places of the row lie in the box.
                            for other_row in range(band, band + height):
                                if other_row != row:
                                    eliminated[digit, other_row] |= board.can[digit, other_row] & box_mask
                if rows == 1:
                    # All places of the box lie in the row.
                    eliminated[digit, last] |= board.can[digit, last] & ~box_mask
                columns = band_places & box_mask
                if columns and columns & (columns - 1) == 0:
                    # All places of the box lie in the column.
                    for row in range(side):
                        if not band <= row < band + height:
                            eliminated[digit, row] |= board.can[digit, row] & columns
                confined = columns & covered & ~doubled
                if confined:
                    # All places of the column lie in the box.
                    if confined & (confined - 1):
                        return False
                    for row in range(band, band + height):
                        eliminated[digit, row] |= board.can[digit, row] & box_mask & ~confined
                box_mask <<= width
    return True


@inlined
def extent_of(kind, unit, box):
    """Return the row and column of the first cell of a row, column or box, and how many columns it has."""
    height, width = box
    if kind == 0:
        return unit, 0, height * width
    if kind == 1:
        return 0, unit, 1
    return unit // height * height, unit % height * width, width


@inlined
def next_of(row, column, first_column, width):
    """Return the row and column of the next cell of a unit, given its first column and its number of columns."""
    column += 1
    return (row, column) if column < first_column + width else (row + 1, first_column)


@inlined
def take_digits(board, digits):
    """Fill digits with the candidates of each cell, as bits."""
    side = len(board.unfixed)
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
    side = len(board.unfixed)
    largest = 3 if rules & SUBSETS else 2
    take_digits(board, room.digits)
    for kind in range(3):
        for unit in range(side):
            previous, is_unchanged = room.previous[kind, unit], True
            top, first_column, width = extent_of(kind, unit, box)
            row, column = top, first_column
            for i in range(side):
                room.domains[i] = room.digits[row, column]
                is_unchanged &= previous[i] == room.domains[i]
                previous[i] = room.domains[i]
                row, column = next_of(row, column, first_column, width)
            if is_unchanged:
                # It has not changed since it was filtered.
                continue
            is_consistent = filter_all(room, side) if rules & GAC else filter_subsets(room, side, largest)
            if not is_consistent:
                return False
            row, column = top, first_column
            for i in range(side):
                lost = previous[i] & ~room.domains[i]
                while lost:
                    room.eliminated[lowest(lost), row] |= 1 << column
                    lost &= lost - 1
                row, column = next_of(row, column, first_column, width)
    return True


@kernel
def step(board, box, rules, room):
    """Filter all units by rules, placing digits at once; return the deductions (digits, rows with eliminations), or -1.

    It is faster than a pass and reaches the same end; -1 is for no solution.
    """
    side = len(board.unfixed)
    stronger_rules = rules & (LOCKED | IN_UNITS)
    number = find_naked(board, room.singles, 0)
    if number >= 0 and rules & HIDDEN:
        number = find_hidden(board, box, room.singles, number)
    if number < 0:
        return -1
    if stronger_rules:
        room.eliminated[:] = 0
        if rules & LOCKED and not find_locked(board, box, room.eliminated):
            return -1
        if rules & IN_UNITS and not find_in_units(board, box, rules, room):
            return -1
    deduced = 0
    for i in range(number):
        digit, row, column = room.singles[i, 0], room.singles[i, 1], room.singles[i, 2]
        if board.unfixed[row] >> column & 1:
            if not place(board, box, digit, row, column):
                return -1
            deduced += 1
        elif board.can[digit, row] >> column & 1 == 0:
            return -1
    if stronger_rules:
        for digit in range(side):
            for row in range(side):
                if board.can[digit, row] & room.eliminated[digit, row]:
                    board.can[digit, row] &= ~room.eliminated[digit, row]
                    deduced += 1
    return deduced


@kernel
def reach(board, box, rules, room):
    """Propagate by rules until stuck; False after a contradiction."""
    if rules & IN_UNITS:
        room.previous[:] = 0
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
    side = len(board.unfixed)
    board.can[:] = (1 << side) - 1
    board.unfixed[:] = (1 << side) - 1
    for cell in range(side * side):
        if cells[cell]:
            bit = 1 << (cell % side)
            for digit in range(side):
                if digit != cells[cell] - 1:
                    board.can[digit, cell // side] &= ~bit
            board.unfixed[cell // side] &= ~bit


@inlined
def eliminate(board, box, eliminated):
    """Eliminate the digits of fixed cells from the others of their rows, columns and boxes."""
    side = len(board.unfixed)
    height, width = box
    block = (1 << width) - 1
    for digit in range(side):
        columns = doubled = 0
        for row in range(side):
            fixed = board.can[digit, row] & ~board.unfixed[row]
            doubled |= columns & fixed
            columns |= fixed
        if columns == 0:
            continue
        for row in range(side):
            fixed = board.can[digit, row] & ~board.unfixed[row]
            eliminated[digit, row] |= board.can[digit, row] & (columns & ~fixed | doubled)
            if fixed:
                # Of two in a row each is eliminated by the other.
                eliminated[digit, row] |= board.can[digit, row] & (~fixed if fixed & (fixed - 1) == 0 else -1)
                box_mask = block
                for _ in range(height):
                    if fixed & box_mask:
                        band = row // height * height
                        for other_row in range(band, band + height):
                            if other_row != row:
                                eliminated[digit, other_row] |= board.can[digit, other_row] & box_mask
                    box_mask <<= width


@inlined
def keep_hidden(board, box, room):
    """Eliminate the other candidates of hidden singles; False if a digit has no place."""
    number = find_hidden(board, box, room.singles, 0)
    side = len(board.unfixed)
    for i in range(number):
        digit, row, column = room.singles[i, 0], room.singles[i, 1], room.singles[i, 2]
        for other_digit in range(side):
            if other_digit != digit:
                room.eliminated[other_digit, row] |= board.can[other_digit, row] & 1 << column
    return number >= 0


@kernel
def make_pass(board, box, rules, room):
    """Filter all units from the same state by each of the rules; return the rows with eliminations, -1 after a
    contradiction.

    Unfixed columns are those of cells with several candidates.
    """
    side = len(board.unfixed)
    room.eliminated[:] = 0
    if rules & NAKED:
        eliminate(board, box, room.eliminated)
    if rules & HIDDEN and not keep_hidden(board, box, room):
        return -1
    if rules & LOCKED and not find_locked(board, box, room.eliminated):
        return -1
    if rules & IN_UNITS and not find_in_units(board, box, rules, room):
        return -1
    deduced = 0
    for row in range(side):
        covered = doubled = 0
        for digit in range(side):
            deduced += room.eliminated[digit, row] != 0
            board.can[digit, row] &= ~room.eliminated[digit, row]
            doubled |= covered & board.can[digit, row]
            covered |= board.can[digit, row]
        if covered != (1 << side) - 1:
            return -1
        board.unfixed[row] = doubled
    return deduced


@kernel
def count_passes(board, box, cells, rules, room, order):
    """Return the passes until every cell is fixed and all units agree; -1 if they get stuck or contradict.

    Order is filled with the pass that fixed each cell: 0 for givens, -1 for none.
    """
    side = len(board.unfixed)
    set_down(board, cells)
    room.previous[:] = 0
    for cell in range(side * side):
        order[cell] = 0 if cells[cell] else -1
    number = 0
    while not is_filled(board):
        if make_pass(board, box, rules, room) <= 0:
            return -1
        number += 1
        for cell in range(side * side):
            if order[cell] < 0 and not board.unfixed[cell // side] >> (cell % side) & 1:
                order[cell] = number
    # The cells that were fixed last have to agree with all units.
    return number if make_pass(board, box, NAKED, room) == 0 else -1
