"""Random images of a board."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.rng import integer_below, shuffled


@kernel
def permuted_cells(cells, box, rng):
    """Return a random image of a board under digits, rows of a band, columns of a stack, bands, stacks, and turns if
    square.

    With boxes of h x w, all N! (h!)^(w + 1) (w!)^(h + 1) ways, or twice as many, are equally likely.
    """
    high, wide = box
    side = high * wide
    digits = shuffled(np.arange(side), rng)
    lines = np.empty((2, side), np.int64)
    for axis in range(2):
        thick = wide if axis else high
        bands = shuffled(np.arange(side // thick), rng)
        for band in range(side // thick):
            inside = shuffled(np.arange(thick), rng)
            for i in range(thick):
                lines[axis, band * thick + i] = bands[band] * thick + inside[i]
    turned = integer_below(rng, 2) if high == wide else 0
    out = np.empty(side * side, np.int64)
    for row in range(side):
        for column in range(side):
            digit = cells[lines[0, row] * side + lines[1, column]]
            out[column * side + row if turned else row * side + column] = digits[digit - 1] + 1 if digit else 0
    return out
