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
"""The first word, of the stream of a seed and number, for changes: words before it fill the board and dig."""

MOST_GIVEN = 3
"""Digits that a change gives, at most."""


@kernel
def climb(stack, box, solution, rules, min_passes, max_passes, steps, rng, stop, cells):
    """Change a minimal puzzle step by step so that a level takes more passes, and return the passes of the best one.

    Cells, solved by the level before, become that puzzle. The search ends at the first puzzle with `min_passes` to
    `max_passes` passes, after so many steps, or when another thread sets stop.
    """
    size = len(cells)
    board = at_depth(stack, 0)
    current, proposal, passed = cells.copy(), np.empty(size, np.int64), np.empty(size, np.int64)
    passes = best = count_passes(board, box, current, rules, stack.room, passed)
    for step in range(steps):
        if stop[0] or min_passes <= best <= max_passes:
            break
        copy(current, proposal)
        for _ in range(1 + integer_below(rng, MOST_GIVEN)):
            cell = integer_below(rng, size)
            proposal[cell] = solution[cell]
        # Remove what can be removed: fewer givens never mean fewer passes.
        for cell in shuffled(np.flatnonzero(proposal), rng):
            proposal[cell] = 0
            set_up(board, box, proposal)
            if not (reach(board, box, rules, stack.room) and is_filled(board)):
                proposal[cell] = solution[cell]
        proposed_passes = count_passes(board, box, proposal, rules, stack.room, passed)
        if is_accepted_at_random(proposed_passes - passes, linear(TEMPERATURES, step, steps), rng):
            copy(proposal, current)
            passes = proposed_passes
        if proposed_passes > best and proposed_passes <= max_passes:
            best = proposed_passes
            copy(proposal, cells)
    return best
