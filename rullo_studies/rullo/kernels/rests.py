"""Find the cells that passes leave unknown in random Rullos."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE
from rullo_core.compiled.rng import restart
from rullo_core.rullo.kernels.predicting.boards import count_passes, draw, is_small


@kernel
def find_rests(board, height, width, classes, coin, seed, first, rng, numbers, unknown, small, stop):
    """Draw boards by number from `first` on, as `run_boards` does without planted sets, and make passes.

    Write the signed numbers of each, minus where they are included, and masks of the unknown cells of its rows; and
    whether only small sets stay unknown.
    """
    for i in range(len(small)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        draw(board, classes, coin, rng)
        count_passes(board, 0)
        small[i] = is_small(board.unknown, board.lines)
        for r in range(height):
            unknown[i, r] = board.unknown[r]
            for c in range(width):
                is_included = board.included[r] >> np.uint64(c) & np.uint64(1) != NONE
                numbers[i, r, c] = -board.numbers[r, c] if is_included else board.numbers[r, c]
