"""Random orders of cells, and random images of a board."""

import numpy as np

from rullo_core.compiled import borrowed, kernel
from rullo_core.compiled.chance import below


@kernel
def shuffled(order, lent):
    """The same numbers in a random order."""
    chance = borrowed(lent)
    out = order.copy()
    for i in range(len(out) - 1, 0, -1):
        j = below(chance, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


@kernel
def permuted_cells(cells, box, chance):
    """A random image of a board: digits, rows of a band, columns of a stack, bands and stacks exchanged, and turned.

    All N! (b!)^(2 b + 2) 2 ways are as likely.

    Parameters
    ----------
    cells : int64 array of shape (N * N,)
    box : int
    chance : rullo_core.compiled.chance.Chance
    """
    side = box * box
    digits = shuffled(np.arange(side), chance)
    lines = np.empty((2, side), np.int64)
    for axis in range(2):
        bands = shuffled(np.arange(box), chance)
        for band in range(box):
            inside = shuffled(np.arange(box), chance)
            for i in range(box):
                lines[axis, band * box + i] = bands[band] * box + inside[i]
    turned = below(chance, 2)
    out = np.empty(side * side, np.int64)
    for row in range(side):
        for column in range(side):
            digit = cells[lines[0, row] * side + lines[1, column]]
            out[column * side + row if turned else row * side + column] = digits[digit - 1] + 1 if digit else 0
    return out
