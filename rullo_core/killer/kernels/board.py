"""A Killer Sudoku up to 9x9 in bits, and how far cages and units get with it; digit d is bit d - 1."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import borrowed, inlined, kernel
from rullo_core.constraints.kernels.different import COUNT, Room, make_room, narrow

LARGEST = 9
"""Side of a board."""

KINDS = 5
"""Row, column, box and two diagonals: a cell is in so many units at most."""

NAKED, HIDDEN, ALL = map(np.int64, (1, 2, 4))
"""What is looked at of units: settled digits, digits with one place, everything."""


class Frame(NamedTuple):
    """What belongs together.

    Attributes
    ----------
    cells : int64 array of shape (n,)
        Of the cages, one after the other, and then of the units.
    ends : int64 array of shape (groups,)
        Where each of them ends.
    totals : int64 array of shape (groups,)
        Sums of cages; 0 for units.
    of_cell : int64 array of shape (N * N, 6)
        By cell, the groups that it is in, and then -1.
    """

    cells: np.ndarray
    ends: np.ndarray
    totals: np.ndarray
    of_cell: np.ndarray


class Desk(NamedTuple):
    """Room to work in.

    Attributes
    ----------
    room : rullo_core.constraints.kernels.different.Room
    waiting : uint8 array of shape (groups,)
        Groups that are still to be looked at.
    domains : int64 array of shape (N * N + 1, N * N)
        The digits that each cell can have, at each depth of a search.
    cell, digits : int64 arrays of shape (N * N + 1,)
        At each depth a cell, and the digits that are not tried yet.
    """

    room: Room
    waiting: np.ndarray
    domains: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def desk_for(cells: int, groups: int) -> Desk:
    """Room for boards of so many cells, and so many cages and units."""
    return Desk(
        make_room(),
        np.zeros(groups, np.uint8),
        np.zeros((cells + 1, cells), np.int64),
        np.zeros(cells + 1, np.int64),
        np.zeros(cells + 1, np.int64),
    )


@inlined
def look_at_cells(domains, cells, rules):
    """Naked and hidden singles of a unit; False if two cells have the same digit, or a digit has no place.

    In each cell's place, what is left of it.
    """
    settled = once = twice = 0
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            if settled & domain or domain == 0:
                return False
            settled |= domain
        twice |= once & domain
        once |= domain
    if rules & HIDDEN and once != (1 << len(cells)) - 1:
        return False
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1):
            domain &= ~settled
            if rules & HIDDEN and domain & ~twice:
                domain &= ~twice
                if domain & (domain - 1):
                    return False
            if domain == 0:
                return False
            domains[cell] = domain
    return True


@kernel
def reach(domains, lent, rules, lent_desk, cell):
    """Look at cages and units until they reveal nothing more.

    Parameters
    ----------
    domains : int64 array of shape (N * N,)
        Narrowed.
    lent : Frame
    rules : int
        NAKED, HIDDEN or both, or ALL, of units; of cages everything.
    lent_desk : Desk
    cell : int
        What has changed since nothing more was revealed; -1 for everything.

    Returns
    -------
    bool
        False if there is no solution.
    """
    frame, desk = borrowed(lent), borrowed(lent_desk)
    waiting, room = desk.waiting, desk.room
    groups = len(frame.ends)
    for group in range(groups):
        waiting[group] = cell < 0
    if cell >= 0:
        for group in frame.of_cell[cell]:
            if group >= 0:
                waiting[group] = 1
    before = np.empty(LARGEST * LARGEST, np.int64)
    again = True
    while again:
        again = False
        for group in range(groups):
            if not waiting[group]:
                continue
            waiting[group] = 0
            cells = frame.cells[frame.ends[group - 1] if group else 0 : frame.ends[group]]
            total = frame.totals[group]
            for i in range(len(cells)):
                before[i] = domains[cells[i]]
            if total or rules & ALL:
                for i in range(len(cells)):
                    room.domains[i] = before[i]
                if not narrow(len(cells), total, room):
                    return False
                for i in range(len(cells)):
                    domains[cells[i]] = room.domains[i]
            elif not look_at_cells(domains, cells, rules):
                return False
            for i in range(len(cells)):
                if domains[cells[i]] != before[i]:
                    for other in frame.of_cell[cells[i]]:
                        # Singles of a unit may reveal more; all of a group is revealed at once.
                        if other >= 0 and (other != group or not (total or rules & ALL)):
                            waiting[other] = 1
                            again = True
    return True


@kernel
def search(lent, rules, lent_desk, enough, stop, found):
    """Look for solutions of the board at depth 0: each digit of the first cell with the fewest, in order.

    Parameters
    ----------
    lent, rules
        As in `reach`.
    lent_desk : Desk
        With domains at depth 0.
    enough : int
        Solutions after which it is given up.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.
    found : int64 array of shape (most, N * N)
        Filled with the digits of so many solutions.

    Returns
    -------
    number : int
        Solutions found.
    complete : bool
        Whether there are no others.
    nodes : int
        Digits that were tried.
    """
    desk = borrowed(lent_desk)
    domains, size = desk.domains, desk.domains.shape[1]
    depth = number = nodes = 0
    good = reach(domains[0], lent, rules, lent_desk, -1)
    while True:
        cell, fewest = -1, LARGEST + 1
        if good:
            for one in range(size):
                many = COUNT[domains[depth, one]]
                if 1 < many < fewest:
                    cell, fewest = one, many
            if cell < 0:
                if number < len(found):
                    for one in range(size):
                        digit, left = 0, domains[depth, one]
                        while left:
                            left >>= 1
                            digit += 1
                        found[number, one] = digit
                number += 1
                if number == enough:
                    return number, False, nodes
                good = False
        if good:
            desk.cell[depth], desk.digits[depth] = cell, domains[depth, cell]
        else:
            depth -= 1
            while depth >= 0 and desk.digits[depth] == 0:
                depth -= 1
            if depth < 0:
                return number, True, nodes
        if stop[0]:
            return number, False, nodes
        cell = desk.cell[depth]
        digit = desk.digits[depth] & -desk.digits[depth]
        desk.digits[depth] ^= digit
        for one in range(size):
            domains[depth + 1, one] = domains[depth, one]
        depth += 1
        domains[depth, cell] = digit
        nodes += 1
        good = reach(domains[depth], lent, rules, lent_desk, cell)
