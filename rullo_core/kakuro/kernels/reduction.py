"""Which clues or entries a puzzle can do without: each is removed if the puzzle remains unique."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.kakuro.kernels.search import ONE_SOLUTION, search

NOT_SAID, NO_ENTRY = 0, -1
"""In place of a clue: only the sum goes, or the entry."""

REQUIRED, REMOVED, UNDECIDED = range(3)


@kernel
def reduce(puzzles, p, solution, order, instead, limit, stop, depths, desk, answers):
    """Remove what can be removed, in an order of entries within the puzzle, and fill answers with REQUIRED,
    REMOVED or UNDECIDED.

    A clue becomes `instead`, NOT_SAID or NO_ENTRY; the limit is for each search, and a clue that stays undecided is
    kept. The solution has digits as bits.
    """
    cells = len(solution)
    first_solution = np.zeros((1, cells), np.int64)
    for i in range(len(order)):
        entry = puzzles.entries[p] + order[i]
        clue = puzzles.clues[entry]
        puzzles.clues[entry] = instead
        # The digits of the known solution come last, so it is the first solution only if it is the only one.
        number, _, _ = search(puzzles, p, first_solution, ONE_SOLUTION, solution, limit, stop, depths, desk)
        is_unique = number > 0
        for cell in range(cells):
            is_unique = is_unique and first_solution[0, cell] == solution[cell]
        answers[i] = REMOVED if is_unique else REQUIRED if number else UNDECIDED
        if not is_unique:
            puzzles.clues[entry] = clue
