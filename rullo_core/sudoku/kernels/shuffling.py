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
    height, width = box
    side = height * width
    digits = shuffled(np.arange(side), rng)
    lines = np.empty((2, side), np.int64)
    for axis in range(2):
        thickness = width if axis else height
        bands = shuffled(np.arange(side // thickness), rng)
        for band in range(side // thickness):
            order = shuffled(np.arange(thickness), rng)
            for i in range(thickness):
                lines[axis, band * thickness + i] = bands[band] * thickness + order[i]
    is_transposed = integer_below(rng, 2) if height == width else 0
    out = np.empty(side * side, np.int64)
    for row in range(side):
        for column in range(side):
            digit = cells[lines[0, row] * side + lines[1, column]]
            out[column * side + row if is_transposed else row * side + column] = digits[digit - 1] + 1 if digit else 0
    return out
