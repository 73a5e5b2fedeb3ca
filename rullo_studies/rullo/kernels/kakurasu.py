"""Kakurasus: passes on boards whose cells count as the number of their column in a row, and of their row in a column.

They are boards with decoupled lines, as those of `rullo_core.rullo.kernels.predicting.boards`, of fixed numbers.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.bits import NONE, ONE, count_ones
from rullo_core.compiled.rng import next_word, restart
from rullo_core.rullo.kernels.predicting.boards import count_passes, is_small, set_cell


@inlined
def finish(board, height, width, i, small, halves, unknown):
    """Make passes in both orders, and fill in how they end."""
    halves[i] = count_passes(board, 0) + count_passes(board, 1)
    small[i] = is_small(board.unknown, board.lines)
    unknown[i] = 0
    for r in range(height):
        unknown[i] += count_ones(board.unknown[r])


@kernel
def run_solutions(board, height, width, first, small, halves, unknown, stop):
    """Make passes on the boards of solutions, whose bits are the cells in reading order, from `first` on."""
    for i in range(len(small)):
        if stop[0] != 0:
            return
        for cell in range(height * width):
            r, c = cell // width, cell % width
            set_cell(board, r, c, c + 1, r + 1, (first + i) >> cell & 1)
        finish(board, height, width, i, small, halves, unknown)


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
        finish(board, height, width, i, small, halves, unknown)
