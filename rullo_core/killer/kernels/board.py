"""The cells, units and cages of a Killer Sudoku as arrays, and propagation in any order.

Digit d is bit d - 1; domains are int64 arrays of N * N cells, filtered in place.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.constraints.kernels import different, sets

LARGEST = 16
"""Side of the largest board."""

KINDS = 5
"""Largest number of units of a cell: a row, a column, a box and two diagonals."""

NAKED, HIDDEN, FULL = map(np.int64, (1, 2, 4))
"""Rules for units: naked singles, hidden singles, full consistency of all-different."""

NO_CAGE = -1


class Frame(NamedTuple):
    """Groups of cells: first the units (rows, columns, boxes and diagonals), then the cages.

    Group g ends before ends[g] in cells; totals are the sums of cages, 0 for units. A row of of_cell has the groups of
    a cell: its cage or -1, its units, then -1. Sees says whether two cells share a unit; number has the number of
    groups.
    """

    side: np.int64
    height: np.int64
    width: np.int64
    units: np.int64
    number: np.ndarray
    cells: np.ndarray
    ends: np.ndarray
    totals: np.ndarray
    of_cell: np.ndarray
    sees: np.ndarray


class Desk(NamedTuple):
    """Working memory for filtering groups: rooms for boards of up to 9x9 and for larger ones, the groups to filter
    again, and the previous domains of the group that is being filtered.
    """

    nine: different.Room
    sets: sets.Sets
    waiting: np.ndarray
    previous: np.ndarray


def frame_for(side: int, height: int, width: int, units: list[tuple[int, ...]]) -> Frame:
    """Return the frame of a board of some shape, without cages."""
    size = side * side
    of_cell = np.full((size, KINDS + 1), -1, np.int64)
    sees = np.zeros((size, size), np.uint8)
    for number, cells in enumerate(units):
        for cell in cells:
            of_cell[cell, np.argmax(of_cell[cell, 1:] < 0) + 1] = number
            sees[cell, cells] = 1
    np.fill_diagonal(sees, 0)
    flat = np.zeros((len(units) * side) + size, np.int64)
    flat[: len(units) * side] = np.concatenate([np.array(cells) for cells in units])
    ends = np.zeros(len(units) + size, np.int64)
    ends[: len(units)] = side * np.arange(1, len(units) + 1)
    return Frame(
        side=np.int64(side),
        height=np.int64(height),
        width=np.int64(width),
        units=np.int64(len(units)),
        number=np.array([len(units)], np.int64),
        cells=flat,
        ends=ends,
        totals=np.zeros(len(ends), np.int64),
        of_cell=of_cell,
        sees=sees,
    )


def desk_for(side: int, groups: int) -> Desk:
    """Return working memory for a board with this side and this number of cages and units."""
    return Desk(different.make_room(), sets.sets_of(side), np.zeros(groups, np.uint8), np.zeros(side, np.int64))


@inner
def set_cages(frame, owner, totals, number):
    """Put cages into a frame, given the cage of each cell (or NO_CAGE) and the sums of cages."""
    end, units = frame.ends[frame.units - 1], frame.units
    for cage in range(number):
        frame.ends[units + cage] = 0
        frame.totals[units + cage] = totals[cage]
    for cell in range(len(owner)):
        frame.of_cell[cell, 0] = units + owner[cell] if owner[cell] >= 0 else -1
        if owner[cell] >= 0:
            frame.ends[units + owner[cell]] += 1
    for cage in range(units, units + number):
        end += frame.ends[cage]
        frame.ends[cage] = end
    # Each cage is filled from its end, which leaves its first index in its end; the ends are then restored.
    for cell in range(len(owner) - 1, -1, -1):
        if owner[cell] >= 0:
            cage = units + owner[cell]
            frame.ends[cage] -= 1
            frame.cells[frame.ends[cage]] = cell
    for cage in range(units, units + number - 1):
        frame.ends[cage] = frame.ends[cage + 1]
    frame.ends[units + number - 1] = end
    frame.number[0] = units + number


@inlined
def cells_of(frame, group):
    """Return the cells of a unit or a cage, in reading order."""
    return frame.cells[frame.ends[group - 1] if group else 0 : frame.ends[group]]


@inlined
def filter_group(domains, frame, group, desk, output):
    """Filter a group completely into `output`, which may be `domains`; False if it has no filling."""
    cells, total = cells_of(frame, group), frame.totals[group]
    n = len(cells)
    small = frame.side <= different.DIGITS
    remaining = desk.nine.domains if small else desk.sets.domains
    for i in range(n):
        remaining[i] = domains[cells[i]]
    if small:
        is_consistent = different.filter_candidates(n, total, desk.nine)
    else:
        is_consistent = sets.filter_by_sets(n, total, desk.sets)[0]
    if is_consistent:
        for i in range(n):
            output[cells[i]] &= remaining[i]
    return is_consistent


@inlined
def filter_cells(domains, cells, rules):
    """Apply naked and hidden singles to a unit; False after a contradiction."""
    fixed = present = repeated = 0
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            if fixed & domain or domain == 0:
                return False
            fixed |= domain
        repeated |= present & domain
        present |= domain
    if rules & HIDDEN and present != (1 << len(cells)) - 1:
        return False
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1):
            domain &= ~fixed
            if rules & HIDDEN and domain & ~repeated:
                domain &= ~repeated
                if domain & (domain - 1):
                    return False
            if domain == 0:
                return False
            domains[cell] = domain
    return True


@inlined
def wake(cell, frame, waiting):
    """Mark all groups of a cell to be filtered again."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            waiting[group] = 1


@inlined
def wake_all(frame, waiting):
    """Mark every unit and cage to be filtered."""
    for group in range(frame.number[0]):
        waiting[group] = 1


@kernel
def reach(domains, frame, rules, desk):
    """Filter the marked groups until nothing changes, cages completely and units by rules; False if there is no
    solution.
    """
    waiting, previous = desk.waiting, desk.previous
    has_changed = True
    while has_changed:
        has_changed = False
        # Cages come after units in a frame, and are filtered first: that is cheaper and eliminates more.
        for group in range(frame.number[0] - 1, -1, -1):
            if not waiting[group]:
                continue
            waiting[group] = 0
            cells = cells_of(frame, group)
            is_full = frame.totals[group] > 0 or rules & FULL != 0
            for i in range(len(cells)):
                previous[i] = domains[cells[i]]
            if is_full:
                if not filter_group(domains, frame, group, desk, domains):
                    return False
            elif not filter_cells(domains, cells, rules):
                return False
            for i in range(len(cells)):
                if domains[cells[i]] != previous[i]:
                    has_changed = True
                    wake(cells[i], frame, waiting)
            # Applying singles again may eliminate more; full filtering is complete at once.
            if is_full:
                waiting[group] = 0
    return True
