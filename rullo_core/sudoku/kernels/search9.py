"""Boards of 9x9 only: a band of three rows in a word makes a search four times as fast.

It finds what `rullo_core.sudoku.kernels.search.search_any` finds, in another order.
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

NEXT, ANY = np.int64(1), np.int64(1)
"""The depth below the first; and solutions that are enough to see whether there is any."""


def _boxes_of_rows() -> np.ndarray:
    """Return, for each word of a row, the boxes in which it has a place."""
    return np.array([sum((row >> 3 * box & 7 > 0) << box for box in range(3)) for row in range(512)], np.int64)


def _kept() -> np.ndarray:
    """Return where a digit can be in a band, each row in another box, by the boxes with places of each row (9 bits)."""
    kept = np.zeros(512, np.int64)
    for shape in range(512):
        for first, second in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)):
            parts = first, 3 + second, 9 - first - second
            if all(shape >> part & 1 for part in parts):
                kept[shape] |= sum(7 << 3 * part for part in parts)
    return kept


def _others() -> np.ndarray:
    """Return, for each cell of a band, the others of its row, box and column there."""
    found = np.zeros(27, np.int64)
    for cell in range(27):
        for other in range(27):
            alike = cell // 9 == other // 9 or cell % 9 // 3 == other % 9 // 3
            found[cell] |= (alike and cell != other) << other
    return found


BOXES_OF_ROW, KEPT, OTHERS = _boxes_of_rows(), _kept(), _others()


class Boards(NamedTuple):
    """At each depth of a search a board, a cell and its candidates that are still to be tried.

    Can has the places at 3 * digit + band, seen the same when it was last examined; left, by band, the cells without a
    digit.
    """

    can: np.ndarray
    seen: np.ndarray
    left: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def boards() -> Boards:
    """Return room for a search."""
    can, seen, left = (np.empty((DEPTHS, size), np.int64) for size in (27, 27, BANDS))
    return Boards(can, seen, left, np.empty(DEPTHS, np.int64), np.empty(DEPTHS, np.int64))


@inlined
def put(can, left, digit, band, at):
    """Write a digit into a cell of a band; False if it may not be there."""
    bit = 1 << at
    word = 3 * digit + band
    if can[word] & bit == 0:
        return False
    own = can[word] & ~OTHERS[at]
    for other in range(DIGITS):
        can[3 * other + band] &= ~bit
    column = COLUMN << (at % 9)
    for other in range(3 * digit, 3 * digit + 3):
        can[other] &= ~column
    can[word] = own
    left[band] &= ~bit
    return True


@kernel
def begin(some, depth, cells):
    """Write the digits of a puzzle into the board at a depth; False if one is twice in a unit.

    This is faster than to `put` them one after the other, as each is eliminated from its own places only; at the end,
    the cells with digits are from those of all digits.
    """
    can, left, placed = some.can[depth], some.left[depth], some.seen[depth]
    can[:] = BAND
    left[:] = BAND
    placed[:] = 0
    for cell in range(CELLS):
        if cells[cell]:
            band, at = cell // 27, cell % 27
            first = 3 * (cells[cell] - 1)
            if can[first + band] >> at & 1 == 0:
                return False
            kept = can[first + band] & ~OTHERS[at]
            column = COLUMN << (at % 9)
            for word in range(first, first + BANDS):
                can[word] &= ~column
            can[first + band] = kept
            placed[first + band] |= 1 << at
            left[band] &= ~(1 << at)
    for digit in range(DIGITS):
        for band in range(BANDS):
            can[3 * digit + band] &= left[band] | placed[3 * digit + band]
    placed[:] = 0
    return True


@kernel
def take(some, board):
    """Convert a `rullo_core.sudoku.kernels.board.Board` to the board at depth 0."""
    some.seen[0] = 0
    for band in range(BANDS):
        some.left[0, band] = 0
        for row in range(BANDS):
            some.left[0, band] |= board.left[3 * band + row] << 9 * row
        for digit in range(DIGITS):
            some.can[0, 3 * digit + band] = 0
            for row in range(BANDS):
                some.can[0, 3 * digit + band] |= board.can[digit, 3 * band + row] << 9 * row


@inlined
def one_each(word):
    """Return the cells that are alone in their row of a band."""
    alone = 0
    for row in range(BANDS):
        places = word & ROW << 9 * row
        if places & (places - 1) == 0:
            alone |= places
    return alone


@inlined
def place_naked(can, left):
    """Place the digits of cells with one candidate; return how many, or -1 if a cell has none."""
    number = 0
    for band in range(BANDS):
        once = twice = 0
        for digit in range(DIGITS):
            places = can[3 * digit + band]
            twice |= once & places
            once |= places
        if once != BAND:
            return -1
        single = once & ~twice & left[band]
        while single:
            at = lowest(single)
            single &= single - 1
            digit = 0
            while digit < DIGITS and can[3 * digit + band] >> at & 1 == 0:
                digit += 1
            if digit == DIGITS:
                return -1
            put(can, left, digit, band, at)
            number += 1
    return number


@inlined
def place_hidden(can, seen, left):
    """Place digits with one place, and filter rows against boxes in each band; return the deductions, or -1."""
    number = 0
    for digit in range(DIGITS):
        first = 3 * digit
        if can[first] == seen[first] and can[first + 1] == seen[first + 1] and can[first + 2] == seen[first + 2]:
            continue
        once = twice = 0
        for word in range(first, first + 3):
            places = can[word]
            shape = BOXES_OF_ROW[places & ROW] | BOXES_OF_ROW[places >> 9 & ROW] << 3 | BOXES_OF_ROW[places >> 18] << 6
            kept = places & KEPT[shape]
            if kept == 0:
                return -1
            number += kept != places
            can[word] = seen[word] = kept
            top, middle, bottom = kept & ROW, kept >> 9 & ROW, kept >> 18
            here = top | middle | bottom
            twice |= once & here | top & middle | (top | middle) & bottom
            once |= here
        if once != ROW:
            return -1
        columns = (once & ~twice) * COLUMN
        for band in range(BANDS):
            word = first + band
            single = (can[word] & columns | one_each(can[word])) & left[band]
            while single:
                at = lowest(single)
                single &= single - 1
                if not put(can, left, digit, band, at):
                    return -1
                number += 1
    return number


@inlined
def next_cell(can, left):
    """Return a cell with two candidates, or else with the fewest."""
    best = -1
    for band in range(BANDS):
        once = twice = thrice = more = 0
        for digit in range(DIGITS):
            places = can[3 * digit + band]
            more |= thrice & places
            thrice |= twice & places
            twice |= once & places
            once |= places
        two = twice & ~thrice & left[band]
        if two:
            return 27 * band + lowest(two)
        three = thrice & ~more & left[band]
        if three:
            best = 27 * band + lowest(three)
        elif best < 0 and left[band]:
            best = 27 * band + lowest(left[band])
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
def count(some, depth, enough, limit, stop, found):
    """Search for solutions as `kernels.search.search_any` does, from the board at a depth; lower ones are kept."""
    lowest_depth = depth
    number = guesses = 0
    while True:
        can, seen, left = some.can[depth], some.seen[depth], some.left[depth]
        deduced = 1
        while deduced > 0:
            deduced = place_naked(can, left)
            if deduced >= 0:
                hidden = place_hidden(can, seen, left)
                deduced = -1 if hidden < 0 else deduced + hidden
        if deduced == 0 and left[0] | left[1] | left[2] == 0:
            if number < len(found):
                write_down(can, found[number])
            number += 1
            if number == enough:
                return number, False, guesses
            deduced = -1
        if deduced == 0:
            cell = next_cell(can, left)
            digits = 0
            for digit in range(DIGITS):
                digits |= (can[3 * digit + cell // 27] >> cell % 27 & 1) << digit
            some.cell[depth], some.digits[depth] = cell, digits
        else:
            depth -= 1
            while depth >= lowest_depth and some.digits[depth] == 0:
                depth -= 1
            if depth < lowest_depth:
                return number, True, guesses
        if guesses >= limit or stop[0]:
            return number, False, guesses
        cell, digit = some.cell[depth], lowest(some.digits[depth])
        some.digits[depth] &= some.digits[depth] - 1
        for word in range(27):
            some.can[depth + 1, word] = some.can[depth, word]
            some.seen[depth + 1, word] = some.seen[depth, word]
        for band in range(BANDS):
            some.left[depth + 1, band] = some.left[depth, band]
        depth += 1
        guesses += 1
        put(some.can[depth], some.left[depth], digit, cell // 27, cell % 27)


@inner
def has_another(some, cells, solution, emptied, limit, stop):
    """Return 1 if a puzzle has another solution, which must differ in the emptied cells; 0 if not, -1 if undecided."""
    none = np.empty((0, 0), np.int64)
    begin(some, 0, cells)
    for cell in emptied:
        own, band, at = solution[cell] - 1, cell // 27, cell % 27
        for word in range(27):
            some.can[1, word] = some.can[0, word]
        for other in range(BANDS):
            some.left[1, other] = some.left[0, other]
        some.seen[1] = 0
        some.can[1, 3 * own + band] &= ~(1 << at)
        number, complete, _ = count(some, NEXT, ANY, limit, stop, none)
        if number:
            return 1
        if not complete:
            return -1
        put(some.can[0], some.left[0], own, band, at)
    return 0
