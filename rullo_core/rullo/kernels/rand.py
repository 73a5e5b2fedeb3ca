"""The C library's rand() in a kernel: `rullo_core.rullo.rand.draw`, puzzle after puzzle."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE

STATE, NEAR = 31, 3
"""Words that the next ones are made of; the next is the sum of the first and of the third from the end."""


def stream_from(state: np.ndarray, cells: int) -> np.ndarray:
    """A stream for puzzles of a size, from the state before the first: `rullo_core.rullo.rand.state_before`."""
    return np.concatenate([state, np.zeros(2 * cells, np.uint32)])


@kernel
def draw_next(stream, base, digits):
    """Draw the next puzzle of a stream.

    Parameters
    ----------
    stream : uint32 array of shape (31 + 2 * cells,)
        In its first 31 places the words before this puzzle; when done, those before the next one.
    base : int
        Size of the range.
    digits : uint16 array of shape (cells,)
        Written to: for each cell, which number of the range.

    Returns
    -------
    uint64
        A coin for every cell, bit by bit.
    """
    cells = len(digits)
    for i in range(STATE, len(stream)):
        stream[i] = np.uint32(stream[i - NEAR] + stream[i - STATE])
    chosen = NONE
    for cell in range(cells):
        digits[cell] = (stream[STATE + cell] >> np.uint32(1)) % np.uint32(base)
        chosen |= np.uint64(stream[STATE + cells + cell] >> np.uint32(31)) << np.uint64(cell)
    for i in range(STATE):
        stream[i] = stream[2 * cells + i]
    return chosen


@kernel
def count_included(stream, puzzles, bits, counts):
    """Draw puzzles, and count how many cells each includes if other bits are its coins.

    Parameters
    ----------
    stream : uint32 array of shape (31 + 2 * cells,)
        As `draw_next` has it.
    puzzles : int
    bits : uint32 array of shape (k,)
        Of an output, from 0 to 30.
    counts : int64 array of shape (k, cells + 1)
        Added to: for each bit, puzzles by number of included cells.
    """
    cells = counts.shape[1] - 1
    digits = np.empty(cells, np.uint16)
    for _ in range(puzzles):
        draw_next(stream, 1, digits)
        # What was drawn last stands behind the state that it has become: the coins themselves.
        for i in range(len(bits)):
            included = 0
            shift = np.uint32(bits[i] + np.uint32(1))
            for cell in range(cells):
                included += stream[STATE + cells + cell] >> shift & np.uint32(1)
            counts[i, included] += 1


@kernel
def find(stream, first, last, base, wanted, found):
    """Look for grids among those that are drawn.

    Parameters
    ----------
    stream : uint32 array of shape (31 + 2 * cells,)
        As `draw_next` has it, before the puzzle with the first index.
    first, last : int
        Indices, the last one excluded.
    base : int
        Size of the range.
    wanted : uint16 array of shape (k, cells)
        Grids: for each cell, which number of the range.
    found : int64 array of shape (k,)
        Written to: the index of each that is met.
    """
    digits = np.empty(wanted.shape[1], np.uint16)
    for index in range(first, last):
        draw_next(stream, base, digits)
        for i in range(len(wanted)):
            if digits[0] == wanted[i, 0] and digits[1] == wanted[i, 1] and (digits == wanted[i]).all():
                found[i] = index
