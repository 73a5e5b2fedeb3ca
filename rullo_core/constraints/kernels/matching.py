"""Filter cells whose values are all different, without a sum: completely, whatever the number of values.

The cells are given values by a largest matching. A cell can have a value if it has it there, or if no cell has it, or
if the cell that has it can take another one: on a path of such exchanges that ends where it began, or at a value that
no cell has (J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, 1994). Domains are int64.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel


class Matching(NamedTuple):
    """Working memory: the domains to filter, the value that each cell has as a bit, the cells that can be reached from
    each by exchanges as bits, and for the search the cells to visit, and the cell that each was reached from.
    """

    domains: np.ndarray
    value: np.ndarray
    reach: np.ndarray
    queue: np.ndarray
    parent: np.ndarray


def matching_for(cells: int) -> Matching:
    """Return working memory for up to this number of cells, 62 at most."""
    return Matching(*np.zeros((5, max(cells, 1)), np.int64))


@kernel
def filter_different(count, room):
    """Filter domains to the values of assignments of different values; False if there are none."""
    domains, value, reach = room.domains, room.value, room.reach
    taken = 0
    for cell in range(count):
        value[cell] = 0
    for cell in range(count):
        free = domains[cell] & ~taken
        if free:
            value[cell] = free & -free
            taken |= value[cell]
    for cell in range(count):
        if value[cell] == 0:
            new = augment(cell, count, taken, room)
            if new == 0:
                return False
            taken |= new
    ends = 0
    for cell in range(count):
        reach[cell] = 0
        for other in range(count):
            if domains[cell] & value[other]:
                reach[cell] |= 1 << other
        if domains[cell] & ~taken:
            ends |= 1 << cell
    for middle in range(count):
        for cell in range(count):
            if reach[cell] >> middle & 1:
                reach[cell] |= reach[middle]
    for cell in range(count):
        kept = domains[cell] & ~taken
        for other in range(count):
            if domains[cell] & value[other] and (reach[other] >> cell & 1 or reach[other] & ends):
                kept |= value[other]
        domains[cell] = kept
    return True


@inlined
def augment(root, count, taken, room):
    """Give a value to a cell without one, by exchanges; return the value that is now taken, too, as a bit, or 0."""
    domains, value, queue, parent = room.domains, room.value, room.queue, room.parent
    visited = 1 << root
    queue[0] = root
    head, tail = 0, 1
    while head < tail:
        cell = queue[head]
        head += 1
        free = domains[cell] & ~taken
        if free:
            new = free & -free
            given = new
            while cell != root:
                old = value[cell]
                value[cell] = given
                given = old
                cell = parent[cell]
            value[root] = given
            return new
        for other in range(count):
            if visited >> other & 1 == 0 and domains[cell] & value[other]:
                visited |= 1 << other
                parent[other] = cell
                queue[tail] = other
                tail += 1
    return 0
