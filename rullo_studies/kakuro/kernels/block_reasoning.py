"""Deductions from up to three entries across and three down together; see `rullo_core.kakuro.rules.Block`.

Only entries that cross in at least six open cells are examined, each entry down crossing two or three of the entries
across: a fixed cell connects nothing, and a connection by a single cell implies no more than its domain. Each candidate
of each cell needs a filling of all six entries.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import NO_LIMIT, inlined, inner, kernel
from rullo_core.constraints.kernels.different import ALL, COUNT, DIGITS
from rullo_core.kakuro.kernels.board import ANYWHERE, FIRST, NO_LENGTH, Desk, Puzzles, count_open, desk_for, reach
from rullo_core.kakuro.kernels.rectangles import reach_with_rectangles
from rullo_core.kakuro.kernels.search import ONE_SOLUTION, search_from

SIX = 6
MOST_CELLS = SIX * DIGITS

NO_ENTRY = np.int64(-1)
"""In place of an entry; and of its clue, which says so."""


class Group(NamedTuple):
    """Room for six entries as a puzzle of their own; cell maps its cells to those of the whole puzzle, and stop is
    never set.
    """

    puzzle: Puzzles
    cell: np.ndarray
    domains: np.ndarray
    supported: np.ndarray
    solutions: np.ndarray
    last: np.ndarray
    depths: np.ndarray
    desk: Desk
    stop: np.ndarray


def group_of() -> Group:
    """Return an empty group."""
    sizes = (2, 2, 1, SIX + 1, MOST_CELLS, SIX, MOST_CELLS, MOST_CELLS, SIX)
    puzzle = Puzzles(*(np.zeros(size, np.int64) for size in sizes))
    puzzle.entries[1] = SIX
    puzzle.downs[0] = SIX // 2
    cells = np.zeros((4, MOST_CELLS), np.int64)
    return Group(
        puzzle,
        cells[0],
        cells[1],
        cells[2],
        np.zeros((1, MOST_CELLS), np.int64),
        cells[3],
        np.zeros((MOST_CELLS + 1, MOST_CELLS), np.int64),
        desk_for(puzzle),
        np.zeros(1, np.uint8),
    )


@kernel
def gather(puzzles, base, six, group):
    """Put up to six entries into a group, those across first, NO_ENTRY for none; return the number of their cells."""
    puzzle = group.puzzle
    cells = members = 0
    for k in range(SIX):
        if six[k] == NO_ENTRY:
            puzzle.clues[k] = NO_ENTRY
            puzzle.order[k] = k
            puzzle.members[k + 1] = members
            continue
        for i in range(puzzles.members[six[k]], puzzles.members[six[k] + 1]):
            cell = puzzles.member[i] - base
            position = 0
            while position < cells and group.cell[position] != cell:
                position += 1
            if position == cells:
                group.cell[position] = cell
                puzzle.across[position] = puzzle.down[position] = -1
                cells += 1
            if k < SIX // 2:
                puzzle.across[position] = k
            else:
                puzzle.down[position] = k
            puzzle.member[members] = position
            members += 1
        puzzle.members[k + 1] = members
        puzzle.clues[k] = puzzles.clues[six[k]]
        puzzle.order[k] = k
    puzzle.cells[1] = cells
    return cells


@inner
def filter_block(puzzles, base, domains, six, group):
    """Filter six entries as one unit; 1 if a domain changed, 0 if none, -1 if there is no filling."""
    cells = gather(puzzles, base, six, group)
    for position in range(cells):
        group.domains[position] = domains[group.cell[position]]
        group.supported[position] = 0
    is_changed = False
    for position in range(cells):
        untested = group.domains[position]
        while untested:
            digit = untested & -untested
            untested ^= digit
            if group.supported[position] & digit:
                continue
            for i in range(cells):
                group.depths[0, i] = group.domains[i]
            group.depths[0, position] = digit
            number, _, _ = search_from(
                group.puzzle,
                FIRST,
                group.solutions,
                ONE_SOLUTION,
                group.last,
                NO_LIMIT,
                group.stop,
                group.depths,
                ANYWHERE,
                group.desk,
            )
            if number:
                for i in range(cells):
                    group.supported[i] |= group.solutions[0, i]
            else:
                group.domains[position] ^= digit
                is_changed = True
                if group.domains[position] == 0:
                    return -1
    for position in range(cells):
        domains[group.cell[position]] = group.domains[position]
    return 1 if is_changed else 0


@inlined
def cross_open(puzzles, base, domains, across_entry, down_entry):
    """Whether an entry across and one down cross in an open cell."""
    for i in range(puzzles.members[across_entry], puzzles.members[across_entry + 1]):
        cell = puzzles.member[i]
        if puzzles.down[cell] == down_entry:
            return COUNT[domains[cell - base]] > 1
    return False


@inlined
def count_open_of(puzzles, base, domains, entry):
    """Count the open cells of an entry."""
    number = 0
    for i in range(puzzles.members[entry], puzzles.members[entry + 1]):
        number += COUNT[domains[puzzles.member[i] - base]] > 1
    return number


@inlined
def count_crossed(puzzles, p, domains, six, crossed, degree):
    """List the entries down that cross two or three of the first three in open cells, and how many each; return their
    number.
    """
    number = 0
    for down_entry in range(puzzles.downs[p], puzzles.entries[p + 1]):
        times = 0
        for k in range(SIX // 2):
            if six[k] != NO_ENTRY:
                times += cross_open(puzzles, puzzles.cells[p], domains, six[k], down_entry)
        if times > 1:
            crossed[number], degree[number] = down_entry, times
            number += 1
    return number


@kernel
def reach_together(puzzles, p, domains, desk, group):
    """Propagate with entries, rectangles, and blocks of three entries across and three down (G+Q+Q6)."""
    base, first, downs, end = puzzles.cells[p], puzzles.entries[p], puzzles.downs[p], puzzles.entries[p + 1]
    if not reach_with_rectangles(puzzles, p, domains, ANYWHERE, desk):
        return False
    across_entries = np.empty(downs - first, np.int64)
    crossed = np.empty(end - downs, np.int64)
    degree = np.empty(end - downs, np.int64)
    six = np.empty(SIX, np.int64)
    is_changed = True
    while is_changed and count_open(domains):
        is_changed = False
        across_count = 0
        for entry in range(first, downs):
            if count_open_of(puzzles, base, domains, entry) > 1:
                across_entries[across_count] = entry
                across_count += 1
        for i in range(across_count):
            for j in range(i + 1, across_count):
                for k in range(j, across_count):
                    six[0], six[1] = across_entries[i], across_entries[j]
                    six[2] = across_entries[k] if k > j else NO_ENTRY
                    number = count_crossed(puzzles, p, domains, six, crossed, degree)
                    for a in range(number):
                        for b in range(a + 1, number):
                            for c in range(b, number):
                                if degree[a] + degree[b] + (degree[c] if c > b else 0) < SIX:
                                    continue
                                six[3], six[4] = crossed[a], crossed[b]
                                six[5] = crossed[c] if c > b else NO_ENTRY
                                outcome = filter_block(puzzles, base, domains, six, group)
                                if outcome < 0:
                                    return False
                                if outcome:
                                    if not reach(puzzles, p, domains, ALL, NO_LENGTH, ANYWHERE, desk):
                                        return False
                                    is_changed = True
        if is_changed and not reach_with_rectangles(puzzles, p, domains, ANYWHERE, desk):
            return False
    return True
