"""Hill climbing to puzzles that take a level many passes: givens are added and removed; more passes are kept."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.annealing import TEMPERATURES, is_accepted_at_random, linear
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, shuffled
from rullo_core.sudoku.kernels.board import is_filled, set_up
from rullo_core.sudoku.kernels.levels import count_passes, reach
from rullo_core.sudoku.kernels.search import at_depth

FIRST_WORD = np.int64(1 << 41)
"""Of those of a seed and number, the first that changes: those before were for the board, and to dig."""

MOST_GIVEN = 3
"""Digits that a change gives, at most."""


@kernel
def climb(stack, box, solution, rules, least, most, steps, rng, stop, cells):
    """Change a minimal puzzle step by step so that a level takes more passes, and return the passes of the best one.

    Cells, solved by the level before, become that puzzle. The search ends at the first puzzle with `least` to `most`
    passes, after so many steps, or when another thread sets stop.
    """
    size = len(cells)
    board = at_depth(stack, 0)
    now, next_one, passed = cells.copy(), np.empty(size, np.int64), np.empty(size, np.int64)
    passes = best = count_passes(board, box, now, rules, stack.room, passed)
    for step in range(steps):
        if stop[0] or least <= best <= most:
            break
        copy(now, next_one)
        for _ in range(1 + integer_below(rng, MOST_GIVEN)):
            cell = integer_below(rng, size)
            next_one[cell] = solution[cell]
        # Remove what can be removed: fewer givens never mean fewer passes.
        for cell in shuffled(np.flatnonzero(next_one), rng):
            next_one[cell] = 0
            set_up(board, box, next_one)
            if not (reach(board, box, rules, stack.room) and is_filled(board)):
                next_one[cell] = solution[cell]
        found = count_passes(board, box, next_one, rules, stack.room, passed)
        if is_accepted_at_random(found - passes, linear(TEMPERATURES, step, steps), rng):
            copy(next_one, now)
            passes = found
        if found > best and found <= most:
            best = found
            copy(next_one, cells)
    return best
