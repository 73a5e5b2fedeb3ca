"""A Killer Sudoku in bits, and how far cages and units get with it, whatever comes first; digit d is bit d - 1."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel, uncounted
from rullo_core.constraints.kernels import different, sets

LARGEST = 16
"""Side of a board."""

KINDS = 5
"""Row, column, box and two diagonals: a cell is in so many units at most."""

NAKED, HIDDEN, ALL = map(np.int64, (1, 2, 4))
"""What is looked at of units: settled digits, digits with one place, everything."""

NO_CAGE = -1


class Frame(NamedTuple):
    """What belongs together: units first, then cages. A unit is a row, a column, a box or a diagonal.

    Attributes
    ----------
    side, high, wide, units : int64
        Of the board, of a box; and how many units there are.
    number : int64 array of shape (1,)
        How many groups of cells, units and cages.
    cells : int64 array
        Of the groups, one after the other.
    ends : int64 array
        Where each of them ends.
    totals : int64 array
        Sums of cages; 0 for units.
    of_cell : int64 array of shape (N * N, 6)
        By cell, the cage that it is in, if any, and the units, and then -1.
    sees : uint8 array of shape (N * N, N * N)
        Whether two cells share a unit.
    """

    side: np.int64
    high: np.int64
    wide: np.int64
    units: np.int64
    number: np.ndarray
    cells: np.ndarray
    ends: np.ndarray
    totals: np.ndarray
    of_cell: np.ndarray
    sees: np.ndarray


class Desk(NamedTuple):
    """Room to look at cages and units in.

    Attributes
    ----------
    nine : rullo_core.constraints.kernels.different.Room
        For boards up to 9x9.
    sets : rullo_core.constraints.kernels.sets.Sets
    waiting : uint8 array
        Groups that are still to be looked at.
    before : int64 array of shape (N,)
        What the cells of a group had.
    """

    nine: different.Room
    sets: sets.Sets
    waiting: np.ndarray
    before: np.ndarray


def frame_for(side: int, high: int, wide: int, units: list[tuple[int, ...]]) -> Frame:
    """The frame of boards of a shape, without cages."""
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
        high=np.int64(high),
        wide=np.int64(wide),
        units=np.int64(len(units)),
        number=np.array([len(units)], np.int64),
        cells=flat,
        ends=ends,
        totals=np.zeros(len(ends), np.int64),
        of_cell=of_cell,
        sees=sees,
    )


def desk_for(side: int, groups: int) -> Desk:
    """Room for boards of a side, and so many cages and units."""
    return Desk(different.make_room(), sets.sets_of(side), np.zeros(groups, np.uint8), np.zeros(side, np.int64))


@inner
def set_cages(counted_frame, owner, totals, number):
    """Put cages into a frame.

    Parameters
    ----------
    counted_frame : Frame
    owner : int64 array of shape (N * N,)
        By cell, the number of its cage, or NO_CAGE.
    totals : int64 array of shape (most,)
        Their sums.
    number : int
        How many.
    """
    frame = uncounted(counted_frame)
    at, units = frame.ends[frame.units - 1], frame.units
    for cage in range(number):
        frame.ends[units + cage] = 0
        frame.totals[units + cage] = totals[cage]
    for cell in range(len(owner)):
        frame.of_cell[cell, 0] = units + owner[cell] if owner[cell] >= 0 else -1
        if owner[cell] >= 0:
            frame.ends[units + owner[cell]] += 1
    for cage in range(units, units + number):
        at += frame.ends[cage]
        frame.ends[cage] = at
    # From behind, each cage is filled up to where it begins, and then moved back.
    for cell in range(len(owner) - 1, -1, -1):
        if owner[cell] >= 0:
            cage = units + owner[cell]
            frame.ends[cage] -= 1
            frame.cells[frame.ends[cage]] = cell
    for cage in range(units, units + number - 1):
        frame.ends[cage] = frame.ends[cage + 1]
    frame.ends[units + number - 1] = at
    frame.number[0] = units + number


@inlined
def cells_of(frame, group):
    """The cells of a unit or a cage, in reading order."""
    return frame.cells[frame.ends[group - 1] if group else 0 : frame.ends[group]]


@inlined
def filter_group(domains, frame, group, desk, after):
    """Leave of each cell of a group what some way to fill it has: all digits for a unit, the sum for a cage.

    Returns
    -------
    bool
        False if there is no such way; else `after` is narrowed at the group's cells. It may be the domains.
    """
    cells, total = cells_of(frame, group), frame.totals[group]
    n = len(cells)
    small = frame.side <= different.DIGITS
    left = desk.nine.domains if small else desk.sets.domains
    for i in range(n):
        left[i] = domains[cells[i]]
    good = different.filter_candidates(n, total, desk.nine) if small else sets.filter_by_sets(n, total, desk.sets)[0]
    if good:
        for i in range(n):
            after[cells[i]] &= left[i]
    return good


@inlined
def filter_cells(domains, cells, rules):
    """Naked and hidden singles of a unit; False if two cells have the same digit, or a digit has no place.

    In each cell's place, what is left of it.
    """
    fixed = once = twice = 0
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            if fixed & domain or domain == 0:
                return False
            fixed |= domain
        twice |= once & domain
        once |= domain
    if rules & HIDDEN and once != (1 << len(cells)) - 1:
        return False
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1):
            domain &= ~fixed
            if rules & HIDDEN and domain & ~twice:
                domain &= ~twice
                if domain & (domain - 1):
                    return False
            if domain == 0:
                return False
            domains[cell] = domain
    return True


@inlined
def wake(cell, frame, waiting):
    """Let all that a cell belongs to be looked at."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            waiting[group] = 1


@inlined
def wake_all(frame, waiting):
    """Let every unit and cage be looked at."""
    for group in range(frame.number[0]):
        waiting[group] = 1


@kernel
def reach(domains, counted_frame, rules, counted_desk):
    """Look at cages and units that wait, until they reveal nothing more.

    Parameters
    ----------
    domains : int64 array of shape (N * N,)
        Narrowed.
    counted_frame : Frame
    rules : int
        NAKED, HIDDEN or both, or ALL, of units; of cages everything.
    counted_desk : Desk

    Returns
    -------
    bool
        False if there is no solution.
    """
    frame, desk = uncounted(counted_frame), uncounted(counted_desk)
    waiting, before = desk.waiting, desk.before
    again = True
    while again:
        again = False
        # Cages come after units in a frame, and are looked at first: they are cheaper and reveal more.
        for group in range(frame.number[0] - 1, -1, -1):
            if not waiting[group]:
                continue
            waiting[group] = 0
            cells = cells_of(frame, group)
            everything = frame.totals[group] > 0 or rules & ALL != 0
            for i in range(len(cells)):
                before[i] = domains[cells[i]]
            if everything:
                if not filter_group(domains, frame, group, desk, domains):
                    return False
            elif not filter_cells(domains, cells, rules):
                return False
            for i in range(len(cells)):
                if domains[cells[i]] != before[i]:
                    again = True
                    wake(cells[i], frame, waiting)
            # Singles of a unit may reveal more; all of a group is revealed at once.
            if everything:
                waiting[group] = 0
    return True
