"""Boards of 9x9 only: a band of three rows in a word makes a search four times as fast.

The kernel finds the same solutions as `rullo_core.sudoku.kernels.search.search_any`, in another order.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.sudoku.kernels.board import lowest

BANDS, DIGITS, CELLS = 3, 9, 81

ROW, BAND = 0x1FF, 0x7FFFFFF
"""The bits of a row, and of a band: its first row lowest."""

COLUMN = 0x40201
"""The first column of a band."""

DEPTHS = CELLS + 2

NEXT, EXISTENCE = np.int64(1), np.int64(1)
"""The depth below the first; and solutions that are enough to see whether there is any."""


def _boxes_of_rows() -> np.ndarray:
    """Return, for each word of a row, the boxes in which it has a place."""
    return np.array([sum((row >> 3 * box & 7 > 0) << box for box in range(3)) for row in range(512)], np.int64)


def _places_by_shape() -> np.ndarray:
    """Return where a digit can be in a band, each row in another box, by the boxes with places of each row (9 bits)."""
    places = np.zeros(512, np.int64)
    for shape in range(512):
        for first, second in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)):
            parts = first, 3 + second, 9 - first - second
            if all(shape >> part & 1 for part in parts):
                places[shape] |= sum(7 << 3 * part for part in parts)
    return places


def _peers() -> np.ndarray:
    """Return the peers of each cell of a band: the other cells of its row, box and column there."""
    peers = np.zeros(27, np.int64)
    for cell in range(27):
        for peer in range(27):
            is_peer = cell // 9 == peer // 9 or cell % 9 // 3 == peer % 9 // 3
            peers[cell] |= (is_peer and cell != peer) << peer
    return peers


BOXES_OF_ROW, PLACES_BY_SHAPE, PEERS = _boxes_of_rows(), _places_by_shape(), _peers()


class Boards(NamedTuple):
    """At each depth of a search a board, a cell and its candidates that are still to be tried.

    Can has the places at 3 * digit + band, previous the same when the board was last examined; unfixed, by band, the
    cells without a digit.
    """

    can: np.ndarray
    previous: np.ndarray
    unfixed: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def boards() -> Boards:
    """Return room for a search."""
    can, previous, unfixed = (np.empty((DEPTHS, size), np.int64) for size in (27, 27, BANDS))
    return Boards(can, previous, unfixed, np.empty(DEPTHS, np.int64), np.empty(DEPTHS, np.int64))


@inlined
def put(can, unfixed, digit, band, position):
    """Write a digit into a cell of a band; False if it may not be there."""
    bit = 1 << position
    word = 3 * digit + band
    if can[word] & bit == 0:
        return False
    places = can[word] & ~PEERS[position]
    for other_digit in range(DIGITS):
        can[3 * other_digit + band] &= ~bit
    column = COLUMN << (position % 9)
    for peer_word in range(3 * digit, 3 * digit + 3):
        can[peer_word] &= ~column
    can[word] = places
    unfixed[band] &= ~bit
    return True


@kernel
def begin(stack, depth, cells):
    """Write the digits of a puzzle into the board at a depth; False if one is twice in a unit.

    This is faster than to `put` them one after the other, as each is eliminated from its own places only; at the end,
    the cells with digits are from those of all digits.
    """
    can, unfixed, placed = stack.can[depth], stack.unfixed[depth], stack.previous[depth]
    can[:] = BAND
    unfixed[:] = BAND
    placed[:] = 0
    for cell in range(CELLS):
        if cells[cell]:
            band, position = cell // 27, cell % 27
            first = 3 * (cells[cell] - 1)
            if can[first + band] >> position & 1 == 0:
                return False
            places = can[first + band] & ~PEERS[position]
            column = COLUMN << (position % 9)
            for word in range(first, first + BANDS):
                can[word] &= ~column
            can[first + band] = places
            placed[first + band] |= 1 << position
            unfixed[band] &= ~(1 << position)
    for digit in range(DIGITS):
        for band in range(BANDS):
            can[3 * digit + band] &= unfixed[band] | placed[3 * digit + band]
    placed[:] = 0
    return True


@kernel
def take(stack, board):
    """Convert a `rullo_core.sudoku.kernels.board.Board` to the board at depth 0."""
    stack.previous[0] = 0
    for band in range(BANDS):
        stack.unfixed[0, band] = 0
        for row in range(BANDS):
            stack.unfixed[0, band] |= board.unfixed[3 * band + row] << 9 * row
        for digit in range(DIGITS):
            stack.can[0, 3 * digit + band] = 0
            for row in range(BANDS):
                stack.can[0, 3 * digit + band] |= board.can[digit, 3 * band + row] << 9 * row


@inlined
def one_each(word):
    """Return the cells that are alone in their row of a band."""
    singles = 0
    for row in range(BANDS):
        places = word & ROW << 9 * row
        if places & (places - 1) == 0:
            singles |= places
    return singles


@inlined
def place_naked(can, unfixed):
    """Place the digits of cells with one candidate; return how many, or -1 if a cell has none."""
    number = 0
    for band in range(BANDS):
        covered = doubled = 0
        for digit in range(DIGITS):
            places = can[3 * digit + band]
            doubled |= covered & places
            covered |= places
        if covered != BAND:
            return -1
        single = covered & ~doubled & unfixed[band]
        while single:
            position = lowest(single)
            single &= single - 1
            digit = 0
            while digit < DIGITS and can[3 * digit + band] >> position & 1 == 0:
                digit += 1
            if digit == DIGITS:
                return -1
            put(can, unfixed, digit, band, position)
            number += 1
    return number


@inlined
def place_hidden(can, previous, unfixed):
    """Place digits with one place, and filter rows against boxes in each band; return the deductions, or -1."""
    number = 0
    for digit in range(DIGITS):
        first = 3 * digit
        if (
            can[first] == previous[first]
            and can[first + 1] == previous[first + 1]
            and can[first + 2] == previous[first + 2]
        ):
            continue
        covered = doubled = 0
        for word in range(first, first + 3):
            places = can[word]
            shape = BOXES_OF_ROW[places & ROW] | BOXES_OF_ROW[places >> 9 & ROW] << 3 | BOXES_OF_ROW[places >> 18] << 6
            consistent = places & PLACES_BY_SHAPE[shape]
            if consistent == 0:
                return -1
            number += consistent != places
            can[word] = previous[word] = consistent
            top, middle, bottom = consistent & ROW, consistent >> 9 & ROW, consistent >> 18
            band_covered = top | middle | bottom
            doubled |= covered & band_covered | top & middle | (top | middle) & bottom
            covered |= band_covered
        if covered != ROW:
            return -1
        columns = (covered & ~doubled) * COLUMN
        for band in range(BANDS):
            word = first + band
            single = (can[word] & columns | one_each(can[word])) & unfixed[band]
            while single:
                position = lowest(single)
                single &= single - 1
                if not put(can, unfixed, digit, band, position):
                    return -1
                number += 1
    return number


@inlined
def next_cell(can, unfixed):
    """Return a cell with two candidates, or else with the fewest."""
    best = -1
    for band in range(BANDS):
        covered = doubled = tripled = quadrupled = 0
        for digit in range(DIGITS):
            places = can[3 * digit + band]
            quadrupled |= tripled & places
            tripled |= doubled & places
            doubled |= covered & places
            covered |= places
        two = doubled & ~tripled & unfixed[band]
        if two:
            return 27 * band + lowest(two)
        three = tripled & ~quadrupled & unfixed[band]
        if three:
            best = 27 * band + lowest(three)
        elif best < 0 and unfixed[band]:
            best = 27 * band + lowest(unfixed[band])
    return best


@inlined
def write_down(can, cells):
    """Fill cells with the digits of a filled board."""
    for digit in range(DIGITS):
        for band in range(BANDS):
            places = can[3 * digit + band]
            while places:
                cells[27 * band + lowest(places)] = digit + 1
                places &= places - 1


@kernel
def count(stack, depth, max_solutions, limit, stop, solutions):
    """Search for solutions as `kernels.search.search_any` does, from the board at a depth; lower ones are kept."""
    lowest_depth = depth
    number = guesses = 0
    while True:
        can, previous, unfixed = stack.can[depth], stack.previous[depth], stack.unfixed[depth]
        deduced = 1
        while deduced > 0:
            deduced = place_naked(can, unfixed)
            if deduced >= 0:
                hidden = place_hidden(can, previous, unfixed)
                deduced = -1 if hidden < 0 else deduced + hidden
        if deduced == 0 and unfixed[0] | unfixed[1] | unfixed[2] == 0:
            if number < len(solutions):
                write_down(can, solutions[number])
            number += 1
            if number == max_solutions:
                return number, False, guesses
            deduced = -1
        if deduced == 0:
            cell = next_cell(can, unfixed)
            digits = 0
            for digit in range(DIGITS):
                digits |= (can[3 * digit + cell // 27] >> cell % 27 & 1) << digit
            stack.cell[depth], stack.digits[depth] = cell, digits
        else:
            depth -= 1
            while depth >= lowest_depth and stack.digits[depth] == 0:
                depth -= 1
            if depth < lowest_depth:
                return number, True, guesses
        if guesses >= limit or stop[0]:
            return number, False, guesses
        cell, digit = stack.cell[depth], lowest(stack.digits[depth])
        stack.digits[depth] &= stack.digits[depth] - 1
        for word in range(27):
            stack.can[depth + 1, word] = stack.can[depth, word]
            stack.previous[depth + 1, word] = stack.previous[depth, word]
        for band in range(BANDS):
            stack.unfixed[depth + 1, band] = stack.unfixed[depth, band]
        depth += 1
        guesses += 1
        put(stack.can[depth], stack.unfixed[depth], digit, cell // 27, cell % 27)


@inner
def has_another(stack, cells, solution, emptied, limit, stop):
    """Return 1 if a puzzle has another solution, which must differ in the emptied cells; 0 if not, -1 if undecided."""
    no_solutions = np.empty((0, 0), np.int64)
    begin(stack, 0, cells)
    for cell in emptied:
        digit, band, position = solution[cell] - 1, cell // 27, cell % 27
        for word in range(27):
            stack.can[1, word] = stack.can[0, word]
        for other_band in range(BANDS):
            stack.unfixed[1, other_band] = stack.unfixed[0, other_band]
        stack.previous[1] = 0
        stack.can[1, 3 * digit + band] &= ~(1 << position)
        number, complete, _ = count(stack, NEXT, EXISTENCE, limit, stop, no_solutions)
        if number:
            return 1
        if not complete:
            return -1
        put(stack.can[0], stack.unfixed[0], digit, band, position)
    return 0
