"""A Sudoku board in bits: for each digit and row, the columns where it may be; a placed digit is alone in its cell.

A box is its height and width; sides are N = height * width, up to 49, so that a row fits a word. Digits, rows and
columns are numbered from 0. All words are int64. In arrays of N * N cells, digits are from 1, 0 for none.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel

LOW = np.array([16] + [(word & -word).bit_length() - 1 for word in range(1, 1 << 16)], np.int8)
"""The lowest bit of sixteen."""


class Board(NamedTuple):
    """By digit and row, the columns where the digit may be; by row, the columns of cells without a digit; as bits."""

    can: np.ndarray
    unfixed: np.ndarray


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
    can, unfixed = board.can, board.unfixed
    height, width = box
    side = len(unfixed)
    bit = 1 << column
    if can[digit, row] & bit == 0:
        return False
    for i in range(side):
        can[i, row] &= ~bit
        can[digit, i] &= ~bit
    first = row // height * height
    box_mask = ((1 << width) - 1) << (column // width * width)
    for peer_row in range(first, first + height):
        can[digit, peer_row] &= ~box_mask
    can[digit, row] = bit
    unfixed[row] &= ~bit
    return True


@inlined
def copy(board, source):
    """Copy a source board into a board."""
    side = len(board.unfixed)
    for digit in range(side):
        for row in range(side):
            board.can[digit, row] = source.can[digit, row]
    for row in range(side):
        board.unfixed[row] = source.unfixed[row]


@inlined
def is_filled(board):
    """Whether every cell has a digit."""
    any_left = 0
    for row in range(len(board.unfixed)):
        any_left |= board.unfixed[row]
    return any_left == 0


@kernel
def set_up(board, box, cells):
    """Place the digits of cells on a board; return -1, or the first cell whose digit repeats one of its units."""
    side = len(board.unfixed)
    board.can[:] = (1 << side) - 1
    board.unfixed[:] = (1 << side) - 1
    for cell in range(side * side):
        if cells[cell] and not place(board, box, cells[cell] - 1, cell // side, cell % side):
            return cell
    return -1


@kernel
def write_down(board, cells):
    """Fill cells with the digits of a board."""
    side = len(board.unfixed)
    cells[:] = 0
    for digit in range(side):
        for row in range(side):
            placed = board.can[digit, row] & ~board.unfixed[row]
            if placed:
                cells[row * side + lowest(placed)] = digit + 1
