"""Solutions of a Kakuro: propagation by entries, then each candidate of the first cell with the fewest."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.constraints.kernels.different import ALL, COUNT, HIGHEST
from rullo_core.kakuro.kernels.board import ANYWHERE, NO_LENGTH, reach, take_clues

ONE_SOLUTION = np.int64(1)
"""A maximum number of solutions: a single solution shows whether there is any."""


@kernel
def search(puzzles, p, solutions, max_solutions, last, limit, stop, depths, desk):
    """Search for solutions depth first, candidates in ascending order; return how many, whether these are all, and the
    nodes.

    The first of them are written to `solutions`, digits as bits. The search ends after `max_solutions` of them, after
    `limit` nodes, or when another thread sets stop. The digit `last` of a cell, a bit or 0, is tried after all others.
    A row of depths is for the domains at a depth.
    """
    take_clues(puzzles, p, depths[0, : puzzles.cells[p + 1] - puzzles.cells[p]])
    return search_from(puzzles, p, solutions, max_solutions, last, limit, stop, depths, ANYWHERE, desk)


@kernel
def search_each(puzzles, first, white, max_solutions, limit, stop, depths, desk, numbers, complete, nodes, solutions):
    """Search for solutions of puzzles from a first one on, a mask of white cells each, and for one more than
    `max_solutions` to see whether there are others, with `limit` nodes each. Fill in the number of each,
    `max_solutions` at most, whether these are all, the nodes after the first, and the digits of the first solution.
    """
    size = depths.shape[1]
    digits, last = np.empty((1, size), np.int64), np.zeros(size, np.int64)
    for i in range(len(white)):
        number, complete[i], visited = search(
            puzzles, first + i, digits, max_solutions + 1, last, limit, stop, depths, desk
        )
        numbers[i], nodes[i] = min(number, max_solutions), visited - 1
        if number == 0:
            continue
        cell = 0
        for r in range(white.shape[1]):
            for c in range(white.shape[2]):
                if white[i, r, c]:
                    solutions[i, r, c] = HIGHEST[digits[0, cell]]
                    cell += 1


@inner
def search_from(puzzles, p, solutions, max_solutions, last, limit, stop, depths, start, desk):
    """Search from the domains in the first row of depths, with start as in `reach`."""
    cells = puzzles.cells[p + 1] - puzzles.cells[p]
    branch_cells = np.full(cells + 1, -1)
    depth = nodes = number = 0
    while True:
        if nodes >= limit or stop[0]:
            return number, False, nodes
        nodes += 1
        is_consistent = reach(puzzles, p, depths[depth, :cells], ALL, NO_LENGTH, start, desk)
        if is_consistent:
            fewest, cell = 10, -1
            for i in range(cells):
                count = COUNT[depths[depth, i]]
                if 1 < count < fewest:
                    fewest, cell = count, i
                    if count == 2:
                        break
            if cell < 0:
                if number < len(solutions):
                    for i in range(cells):
                        solutions[number, i] = depths[depth, i]
                number += 1
                if number == max_solutions:
                    return number, False, nodes
                is_consistent = False
            else:
                branch_cells[depth] = cell
        if not is_consistent:
            # Backtrack to a depth with an untried digit; the last digit is tried in place.
            depth -= 1
            if depth < 0:
                return number, True, nodes
        cell = branch_cells[depth]
        sooner = depths[depth, cell] & ~last[cell]
        digit = sooner & -sooner if sooner else last[cell]
        candidates = depths[depth, cell] ^ digit
        if candidates:
            for i in range(cells):
                depths[depth + 1, i] = depths[depth, i]
            depths[depth, cell] = candidates
            depths[depth + 1, cell] = digit
            depth += 1
        start = cell
