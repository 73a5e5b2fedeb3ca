"""Kakurasus: passes on boards whose cells count as the number of their column in a row, and of their row in a column.

They are boards with decoupled lines, as those of `rullo_core.rullo.kernels.predicting.boards`, of fixed numbers.
"""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.compiled.rng import next_word, restart
from rullo_core.rullo.kernels.predicting.boards import finish, set_cell


@kernel
def run_solutions(board, height, width, first, small, halves, unknown, stop):
    """Make passes on the boards of solutions, whose bits are the cells in reading order, from `first` on."""
    for i in range(len(small)):
        if stop[0] != 0:
            return
        for cell in range(height * width):
            r, c = cell // width, cell % width
            set_cell(board, r, c, c + 1, r + 1, (first + i) >> cell & 1)
        finish(board, i, small, halves, unknown)


@kernel
def run_random(board, height, width, sets, seed, first, rng, small, halves, unknown, stop):
    """Make passes on random boards by number from `first` on, each with one of `sets` in turn.

    A set is -1 in its included cells, 1 in its excluded ones and 0 elsewhere.
    """
    for i in range(len(small)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        planted = sets[(first + i) % len(sets)]
        for r in range(height):
            for c in range(width):
                is_included = next_word(rng) & ONE != NONE if planted[r, c] == 0 else planted[r, c] < 0
                set_cell(board, r, c, c + 1, r + 1, is_included)
        finish(board, i, small, halves, unknown)
