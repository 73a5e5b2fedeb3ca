"""All puzzles of one board of 4x4: which of its cells, given, leave one solution, and which of these are minimal."""

import numpy as np

from rullo_core.compiled import NO_LIMIT, kernel, uncounted
from rullo_core.sudoku.kernels.board import set_up
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, count_passes
from rullo_core.sudoku.kernels.search import at_depth, search

BOX, CELLS = (2, 2), 16
ENOUGH = np.int64(2)


@kernel
def find_minimal(counted_stack, solution, stop, minimal):
    """Find the minimal puzzles of a board.

    Sets of cells in ascending order, so that all with one cell less come before: if one of these has one solution, so
    has the set, and it is not minimal.

    Parameters
    ----------
    counted_stack : rullo_core.sudoku.kernels.search.Stack
    solution : int64 array of shape (16,)
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.
    minimal : int64 array
        Filled, as far as it goes, with sets of cells as bits.

    Returns
    -------
    unique, number : int
        How many sets have one solution, and how many of them are minimal.
    """
    stack = uncounted(counted_stack)
    has_one = np.zeros(1 << CELLS, np.uint8)
    cells = np.zeros(CELLS, np.int64)
    none = np.empty((0, 0), np.int64)
    unique = number = 0
    for some in range(1 << CELLS):
        if stop[0]:
            break
        for cell in range(CELLS):
            if some >> cell & 1 and has_one[some ^ 1 << cell]:
                has_one[some] = 1
        if has_one[some] == 0:
            for cell in range(CELLS):
                cells[cell] = solution[cell] if some >> cell & 1 else 0
            set_up(at_depth(stack, 0), BOX, cells)
            solutions, _, _ = search(stack, BOX, NAKED | HIDDEN, ENOUGH, NO_LIMIT, stop, none)
            if solutions == 1:
                has_one[some] = 1
                if number < len(minimal):
                    minimal[number] = some
                number += 1
        unique += has_one[some]
    return unique, number


@kernel
def passes_of(board, solution, minimal, rules, room, passes):
    """The passes of some rules for puzzles of a board, given as in `find_minimal`; -1 where they are stuck."""
    cells, order = np.zeros(CELLS, np.int64), np.empty(CELLS, np.int64)
    for i in range(len(minimal)):
        for cell in range(CELLS):
            cells[cell] = solution[cell] if minimal[i] >> cell & 1 else 0
        passes[i] = count_passes(board, BOX, cells, rules, room, order)
