"""The C library's rand() for kernels: `rullo_core.rullo.rand.draw`, puzzle after puzzle.

A stream is a uint32[31 + 2 * cells] that begins with the state before the next puzzle.
"""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE

STATE, NEAR = 31, 3
"""Number of words in the state; the next word is the sum of the first and of the third from the end."""


def stream_from(state: np.ndarray, cells: int) -> np.ndarray:
    """Return a stream for puzzles of a size, from the initial state of `rullo_core.rullo.rand.state_before`."""
    return np.concatenate([state, np.zeros(2 * cells, np.uint32)])


@kernel
def draw_next(stream, base, digits):
    """Draw the next puzzle of a stream: set the index of each number in the range, and return the coins as bits."""
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
    """Draw puzzles, and count the cells that each would include if its coins were other bits of the outputs.

    `bits` are k bits from 0 to 30; in `counts`, of shape (k, cells + 1), puzzles by included cells are added for each.
    """
    cells = counts.shape[1] - 1
    digits = np.empty(cells, np.uint16)
    for _ in range(puzzles):
        draw_next(stream, 1, digits)
        # The words drawn last, after the new state, are the coins.
        for i in range(len(bits)):
            included = 0
            shift = np.uint32(bits[i] + np.uint32(1))
            for cell in range(cells):
                included += stream[STATE + cells + cell] >> shift & np.uint32(1)
            counts[i, included] += 1


@kernel
def find(stream, first, last, base, wanted, found):
    """Search for grids, given by indices of numbers, among those drawn; `found` receives their indices."""
    digits = np.empty(wanted.shape[1], np.uint16)
    for index in range(first, last):
        draw_next(stream, base, digits)
        for i in range(len(wanted)):
            if digits[0] == wanted[i, 0] and digits[1] == wanted[i, 1] and (digits == wanted[i]).all():
                found[i] = index
