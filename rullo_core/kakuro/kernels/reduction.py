"""Which clues or entries a puzzle can do without: each is removed if the puzzle remains unique."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.kakuro.kernels.search import ANY, search

NOT_SAID, NO_ENTRY = 0, -1
"""In place of a clue: only the sum goes, or the entry."""

NEEDED, GONE, UNDECIDED = range(3)


@kernel
def reduce(puzzles, p, solution, order, instead, limit, stop, depths, desk, found):
    """Remove what can be removed, in an order of entries within the puzzle, and fill found with NEEDED, GONE or
    UNDECIDED.

    A clue becomes `instead`, NOT_SAID or NO_ENTRY; the limit is for each search, and a clue that stays undecided is
    kept. The solution has digits as bits.
    """
    cells = len(solution)
    other = np.zeros((1, cells), np.int64)
    for i in range(len(order)):
        entry = puzzles.entries[p] + order[i]
        clue = puzzles.clues[entry]
        puzzles.clues[entry] = instead
        # Its own digits are the last solution to be found.
        number, _, _ = search(puzzles, p, other, ANY, solution, limit, stop, depths, desk)
        same = number > 0
        for cell in range(cells):
            same = same and other[0, cell] == solution[cell]
        found[i] = GONE if same else NEEDED if number else UNDECIDED
        if not same:
            puzzles.clues[entry] = clue
