"""The C library's rand() for kernels: `rullo_core.rullo.rand.draw`, puzzle after puzzle.

A stream is an array of uint32 that begins with the state before the next puzzle; the words of a puzzle follow it.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE

STATE, SHORT_LAG = 31, 3
"""Number of words in the state; the next word is the sum of the first and of the third from the end."""

BYTES, BYTE = 4, np.uint32(255)
"""Bytes of a word; the mask of one."""


def stream_from(state: np.ndarray, cells: int) -> np.ndarray:
    """Return a stream for puzzles of a size, from the initial state of `rullo_core.rullo.rand.state_before`."""
    words = -(-2 * cells // SHORT_LAG) * SHORT_LAG  # they are drawn so many at a time
    return np.concatenate([state, np.zeros(words, np.uint32)])


@inner
def advance(stream, cells):
    """Draw the words of the next puzzle; the state becomes that after them."""
    # Each depends on the third before it: these three stay in registers.
    first, second, third = stream[STATE - 3], stream[STATE - 2], stream[STATE - 1]
    i = STATE
    while i < len(stream):
        first = np.uint32(first + stream[i - STATE])
        second = np.uint32(second + stream[i + 1 - STATE])
        third = np.uint32(third + stream[i + 2 - STATE])
        stream[i] = first
        stream[i + 1] = second
        stream[i + 2] = third
        i += SHORT_LAG
    for i in range(STATE):
        stream[i] = stream[2 * cells + i]


@inner
def set_digits(stream, base, digits):
    """Set the index of each number in the range from the words of a puzzle."""
    # An integer division would take longer. With the half, no quotient of 31 bits by up to 16 is so close to a whole
    # number that its rounding error matters.
    inverse = 1.0 / base
    for cell in range(len(digits)):
        output = np.int32(stream[STATE + cell] >> np.uint32(1))
        digits[cell] = output - np.int32((output + 0.5) * inverse) * np.int32(base)


@inner
def coins_drawn(stream, cells):
    """Return the coins from the words of a puzzle as bits."""
    coins = NONE
    for cell in range(cells):
        coins |= np.uint64(stream[STATE + cells + cell] >> np.uint32(31)) << np.uint64(cell)
    return coins


@kernel
def count_included(stream, puzzles, bits, counts):
    """Draw puzzles, and count the cells that each would include if its coins were other bits of the outputs.

    `bits` are up to eight of those from 0 to 30; in `counts`, of shape (bits, cells + 1), puzzles by included cells are
    added for each.
    """
    cells = counts.shape[1] - 1
    coins = stream[STATE + cells : STATE + 2 * cells]
    # By byte of a word and its value: which of the bits are set, each in a byte of its own.
    flags = np.zeros((BYTES, 256), np.uint64)
    for i in range(len(bits)):
        byte, place = divmod(bits[i] + 1, 8)
        for value in range(256):
            flags[byte, value] |= np.uint64(value >> place & 1) << np.uint64(8 * i)
    for _ in range(puzzles):
        advance(stream, cells)
        included = NONE
        for word in coins:
            low = flags[0, word & BYTE] + flags[1, word >> np.uint32(8) & BYTE]
            high = flags[2, word >> np.uint32(16) & BYTE] + flags[3, word >> np.uint32(24)]
            included += low + high  # in pairs, as each sum waits for the one before
        for i in range(len(bits)):
            counts[i, included >> np.uint64(8 * i) & np.uint64(255)] += 1


@kernel
def find(stream, first, last, base, grids, indices):
    """Search for grids, given by indices of numbers, among those drawn; `indices` receives theirs."""
    cells = grids.shape[1]
    for index in range(first, last):
        advance(stream, cells)
        for i in range(len(grids)):
            cell = 0
            while cell < cells and (stream[STATE + cell] >> np.uint32(1)) % np.uint32(base) == grids[i, cell]:
                cell += 1
            if cell == cells:
                indices[i] = index
