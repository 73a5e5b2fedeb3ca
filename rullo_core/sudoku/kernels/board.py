"""A Sudoku board in bits: for each digit and row, the columns where it may be; a placed digit is alone in its cell.

A box is its height and width; sides are N = height * width, up to 49, so that a row fits a word. Digits, rows and
columns are numbered from 0. All words are int64. In arrays of N * N cells, digits are from 1, 0 for none.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel

LOW = np.array([16] + [(one & -one).bit_length() - 1 for one in range(1, 1 << 16)], np.int8)
"""The lowest bit of sixteen."""


class Board(NamedTuple):
    """By digit and row, the columns where the digit may be; and by row, those of cells without a digit; as bits."""

    can: np.ndarray
    left: np.ndarray


def board_for(box: tuple[int, int]) -> Board:
    """Return an empty board."""
    side = box[0] * box[1]
    return Board(np.full((side, side), (1 << side) - 1), np.full(side, (1 << side) - 1))


@inlined
def lowest(word):
    """Return the number of the lowest bit of a word, which must not be 0."""
    number = 0
    while word & 0xFFFF == 0:
        word >>= 16
        number += 16
    return number + np.int64(LOW[word & 0xFFFF])


@inlined
def place(board, box, digit, row, column):
    """Write a digit into a cell and eliminate it from its row, column and box; False if it may not be there."""
    can, left = board.can, board.left
    high, wide = box
    side = len(left)
    bit = 1 << column
    if can[digit, row] & bit == 0:
        return False
    for other in range(side):
        can[other, row] &= ~bit
        can[digit, other] &= ~bit
    first = row // high * high
    inside = ((1 << wide) - 1) << (column // wide * wide)
    for other in range(first, first + high):
        can[digit, other] &= ~inside
    can[digit, row] = bit
    left[row] &= ~bit
    return True


@inlined
def copy(board, other):
    """Copy another board into a board."""
    side = len(board.left)
    for digit in range(side):
        for row in range(side):
            board.can[digit, row] = other.can[digit, row]
    for row in range(side):
        board.left[row] = other.left[row]


@inlined
def is_filled(board):
    """Whether every cell has a digit."""
    any_left = 0
    for row in range(len(board.left)):
        any_left |= board.left[row]
    return any_left == 0


@kernel
def set_up(board, box, cells):
    """Place the digits of cells on a board; return -1, or the first cell whose digit repeats one of its units."""
    side = len(board.left)
    board.can[:] = (1 << side) - 1
    board.left[:] = (1 << side) - 1
    for cell in range(side * side):
        if cells[cell] and not place(board, box, cells[cell] - 1, cell // side, cell % side):
            return cell
    return -1


@kernel
def write_down(board, cells):
    """Fill cells with the digits of a board."""
    side = len(board.left)
    cells[:] = 0
    for digit in range(side):
        for row in range(side):
            placed = board.can[digit, row] & ~board.left[row]
            if placed:
                cells[row * side + lowest(placed)] = digit + 1
