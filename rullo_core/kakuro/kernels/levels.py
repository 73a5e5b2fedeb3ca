"""Levels, shaving over them and search over them, for any of the rules."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.different import ALL, COUNT, EVERY
from rullo_core.kakuro.kernels.board import ANYWHERE, NO_LENGTH, count_open, reach
from rullo_core.kakuro.kernels.rectangles import reach_with_rectangles


@kernel
def reach_level(puzzles, p, domains, rules, longest, rectangles, desk):
    """Propagate at a level, with rectangles if wanted (for G only); False after a contradiction."""
    return reach_from(puzzles, p, domains, rules, longest, rectangles, ANYWHERE, desk)


@inner
def reach_from(puzzles, p, domains, rules, longest, rectangles, start, desk):
    """Do what `reach_level` does where nothing has changed since it was done but a cell, or where start is ANYWHERE."""
    if rectangles:
        return reach_with_rectangles(puzzles, p, domains, start, desk)
    return reach(puzzles, p, domains, rules, longest, start, desk)


@kernel
def shave(puzzles, p, domains, rules, longest, rectangles, desk):
    """Eliminate candidates that lead a level to a contradiction until there are none; False if there is no solution."""
    if not reach_level(puzzles, p, domains, rules, longest, rectangles, desk):
        return False
    trial = domains.copy()
    has_changed = True
    while has_changed and count_open(domains):
        has_changed = False
        for cell in range(len(domains)):
            candidates = domains[cell]
            while COUNT[domains[cell]] > 1 and candidates:
                digit = candidates & -candidates
                candidates ^= digit
                if not domains[cell] & digit:
                    continue
                copy(domains, trial)
                trial[cell] = digit
                if not reach_from(puzzles, p, trial, rules, longest, rectangles, np.int64(cell), desk):
                    domains[cell] ^= digit
                    has_changed = True
                    if not reach_from(puzzles, p, domains, rules, longest, rectangles, np.int64(cell), desk):
                        return False
    return True


@kernel
def search_level(puzzles, p, rules, longest, limit, depths, desk):
    """Search for a first solution with a level, branching on the first cell with the fewest candidates, in ascending
    order.

    What a level solves is filtered completely once more. Returns 1 for a solution, 0 for none, -1 beyond the limit of
    nodes; the nodes, and how many of them failed.
    """
    cells = puzzles.cells[p + 1] - puzzles.cells[p]
    branch_cells = np.full(cells + 1, -1)
    depths[0, :cells] = EVERY
    depth = nodes = backtracks = 0
    cell = ANYWHERE
    while True:
        if nodes >= limit:
            return -1, nodes, backtracks
        nodes += 1
        domains = depths[depth, :cells]
        is_consistent = reach(puzzles, p, domains, rules, longest, cell, desk)
        if is_consistent:
            fewest, cell = 10, ANYWHERE
            for i in range(cells):
                if 1 < COUNT[domains[i]] < fewest:
                    fewest, cell = COUNT[domains[i]], np.int64(i)
            if cell < 0:
                if reach(puzzles, p, domains, ALL, NO_LENGTH, ANYWHERE, desk):
                    return 1, nodes, backtracks
                is_consistent = False
            else:
                branch_cells[depth] = cell
        if not is_consistent:
            backtracks += 1
            depth -= 1
            if depth < 0:
                return 0, nodes, backtracks
        cell = branch_cells[depth]
        digit = depths[depth, cell] & -depths[depth, cell]
        candidates = depths[depth, cell] ^ digit
        if candidates:
            copy(depths[depth, :cells], depths[depth + 1])
            depths[depth, cell] = candidates
            depths[depth + 1, cell] = digit
            depth += 1
