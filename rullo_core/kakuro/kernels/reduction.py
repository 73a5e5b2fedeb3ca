"""Which clues, or entries, a puzzle can do without: one by one taken away if there still is one solution."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.kakuro.kernels.search import ANY, search

NOT_SAID, NO_ENTRY = 0, -1
"""In place of a clue: only the sum goes, or the entry."""

NEEDED, GONE, UNDECIDED = range(3)


@kernel
def reduce(puzzles, p, solution, order, instead, limit, stop, depths, desk, found):
    """Take away what can be, in an order.

    Parameters
    ----------
    puzzles, p, desk
        As in `rullo_core.kakuro.kernels.board.reach`; its clues are changed.
    solution : int64 array of shape (cells,)
        The only one, digits as bits.
    order : int64 array of shape (n,)
        Entries, by their number within the puzzle.
    instead : int
        NOT_SAID or NO_ENTRY.
    limit, stop, depths
        As in `rullo_core.kakuro.kernels.search.search`, for each test.
    found : int64 array of shape (n,)
        Filled, in the same order: NEEDED, GONE, or UNDECIDED, past the limit; that stays too.
    """
    cells = len(solution)
    other = np.zeros((1, cells), np.int64)
    for i in range(len(order)):
        entry = puzzles.entries[p] + order[i]
        clue = puzzles.clues[entry]
        puzzles.clues[entry] = instead
        # Its own digits are the last solution that can be met.
        number, _, _ = search(puzzles, p, other, ANY, solution, limit, stop, depths, desk)
        same = number > 0
        for cell in range(cells):
            same = same and other[0, cell] == solution[cell]
        found[i] = GONE if same else NEEDED if number else UNDECIDED
        if not same:
            puzzles.clues[entry] = clue
