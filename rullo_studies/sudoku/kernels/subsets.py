"""All puzzles of one board of 4x4: which sets of givens are unique, and which of these are minimal."""

import numpy as np

from rullo_core.compiled import NO_LIMIT, kernel
from rullo_core.sudoku.kernels.board import set_up
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, count_passes
from rullo_core.sudoku.kernels.search import at_depth, search

BOX, CELLS = (2, 2), 16
MAX_SOLUTIONS = np.int64(2)


@kernel
def find_minimal(stack, solution, stop, minimal):
    """Fill minimal with the minimal sets of cells, as bits; return how many sets are unique, and how many minimal.

    Sets are in ascending order, so that all with one cell less come before: if one of these is unique, the set is too,
    and it is not minimal.
    """
    has_one = np.zeros(1 << CELLS, np.uint8)
    cells = np.zeros(CELLS, np.int64)
    no_room = np.empty((0, 0), np.int64)
    unique = number = 0
    for subset in range(1 << CELLS):
        if stop[0]:
            break
        for cell in range(CELLS):
            if subset >> cell & 1 and has_one[subset ^ 1 << cell]:
                has_one[subset] = 1
        if has_one[subset] == 0:
            for cell in range(CELLS):
                cells[cell] = solution[cell] if subset >> cell & 1 else 0
            set_up(at_depth(stack, 0), BOX, cells)
            solutions, _, _ = search(stack, BOX, NAKED | HIDDEN, MAX_SOLUTIONS, NO_LIMIT, stop, no_room)
            if solutions == 1:
                has_one[subset] = 1
                if number < len(minimal):
                    minimal[number] = subset
                number += 1
        unique += has_one[subset]
    return unique, number


@kernel
def passes_of(board, solution, minimal, rules, room, passes):
    """Fill passes with those of the puzzles of a board that `find_minimal` found; -1 where rules are stuck."""
    cells, order = np.zeros(CELLS, np.int64), np.empty(CELLS, np.int64)
    for i in range(len(minimal)):
        for cell in range(CELLS):
            cells[cell] = solution[cell] if minimal[i] >> cell & 1 else 0
        passes[i] = count_passes(board, BOX, cells, rules, room, order)
