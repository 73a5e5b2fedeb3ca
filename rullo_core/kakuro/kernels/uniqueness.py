"""Whether the digits of a draft are the only solution of its clues.

Most differences are small: so deadly rectangles are looked for before anything is searched.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.different import DIGITS
from rullo_core.kakuro.kernels.board import FIRST, count_open
from rullo_core.kakuro.kernels.draft import measure
from rullo_core.kakuro.kernels.search import ONE_SOLUTION, search_from

UNIQUE, AMBIGUOUS, UNDECIDED = range(3)


@inner
def is_free(draft, entry, digit, first, second):
    """Whether a digit is in no other cells of an entry than two."""
    puzzle = draft.puzzle
    for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
        cell = puzzle.member[i]
        if cell != first and cell != second and draft.digits[cell] == digit:
            return False
    return True


@kernel
def walk_rectangles(draft, four, limit):
    """Count deadly rectangles, `limit` at most: digits that still have the same sums with d more, d less; d less, d
    more.

    Only rectangles with all four clues are deadly. A rectangle with two differences counts twice. The last one's cells,
    upper left, upper right, lower left, lower right, are put into four, and its d is returned second, 0 for none.
    """
    number = difference = 0
    puzzle, digits = draft.puzzle, draft.digits
    for top in range(puzzle.downs[0]):
        for i in range(puzzle.members[top], puzzle.members[top + 1]):
            a = puzzle.member[i]
            west = puzzle.down[a]
            for j in range(i + 1, puzzle.members[top + 1]):
                b = puzzle.member[j]
                east = puzzle.down[b]
                for k in range(puzzle.members[west], puzzle.members[west + 1]):
                    c = puzzle.member[k]
                    bottom = puzzle.across[c]
                    if bottom <= top:
                        continue
                    d = -1
                    for m in range(puzzle.members[east], puzzle.members[east + 1]):
                        if puzzle.across[puzzle.member[m]] == bottom:
                            d = puzzle.member[m]
                    if d < 0 or min(
                        puzzle.clues[top], puzzle.clues[west], puzzle.clues[east], puzzle.clues[bottom]
                    ) == 0:  # fmt: skip
                        continue
                    for change in range(1 - DIGITS, DIGITS):
                        new_a, new_b = digits[a] + change, digits[b] - change
                        new_c, new_d = digits[c] - change, digits[d] + change
                        if (
                            change != 0
                            and min(new_a, new_b, new_c, new_d) > 0
                            and max(new_a, new_b, new_c, new_d) <= DIGITS
                            and new_a != new_b and new_c != new_d and new_a != new_c and new_b != new_d
                            and is_free(draft, top, new_a, a, b) and is_free(draft, top, new_b, a, b)
                            and is_free(draft, bottom, new_c, c, d) and is_free(draft, bottom, new_d, c, d)
                            and is_free(draft, west, new_a, a, c) and is_free(draft, west, new_c, a, c)
                            and is_free(draft, east, new_b, b, d) and is_free(draft, east, new_d, b, d)
                        ):  # fmt: skip
                            four[0], four[1], four[2], four[3] = a, b, c, d
                            number += 1
                            difference = change
                            if number == limit:
                                return number, difference
    return number, difference


@kernel
def find_rectangle(draft, four):
    """Find the first deadly rectangle: put its cells into four, and return its difference d; 0 if there is none."""
    return walk_rectangles(draft, four, ONE_SOLUTION)[1]


@kernel
def find_other(draft, limit, stop, depths, other_solution):
    """Search for a solution other than a draft's digits: return UNIQUE, AMBIGUOUS or UNDECIDED, and the
    nodes.

    There are no nodes if a deadly rectangle gives the other solution.
    """
    puzzle = draft.puzzle
    cells = puzzle.cells[1]
    four = np.empty(4, np.int64)
    difference = find_rectangle(draft, four)
    if difference:
        for cell in range(cells):
            other_solution[cell] = draft.digits[cell]
        other_solution[four[0]] += difference
        other_solution[four[1]] -= difference
        other_solution[four[2]] -= difference
        other_solution[four[3]] += difference
        return AMBIGUOUS, 0
    measure(draft, draft.domains[1])
    if count_open(draft.domains[1, :cells]) == 0:
        return UNIQUE, 1
    last = np.empty(cells, np.int64)
    for cell in range(cells):
        last[cell] = 1 << (draft.digits[cell] - 1)
    solutions = np.zeros((1, cells), np.int64)
    copy(draft.domains[1, :cells], depths[0])
    # Propagation is complete here: the first node is the same whichever cell it begins with.
    any_cell = np.int64(0)
    number, _, nodes = search_from(
        puzzle, FIRST, solutions, ONE_SOLUTION, last, limit, stop, depths, any_cell, draft.desk
    )
    if number == 0:
        return UNDECIDED, nodes
    is_unique = True
    for cell in range(cells):
        is_unique &= solutions[0, cell] == last[cell]
        digit = 1
        while 1 << (digit - 1) != solutions[0, cell]:
            digit += 1
        other_solution[cell] = digit
    # The draft's digits come last, so that they are the first solution only if they are the only one.
    return (UNIQUE if is_unique else AMBIGUOUS), nodes
