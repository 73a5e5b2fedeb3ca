"""Digits that are all different, up to 16 of them, set of digits by set of digits; digit d is bit d - 1.

Slower than `rullo_core.constraints.kernels.different`, which goes to 9, but it tells which digits every set has.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel, uncounted

LARGEST = 16


class Sets(NamedTuple):
    """Room for cells, and all sets of some digits.

    Attributes
    ----------
    domains : int64 array of shape (N,)
        The cells that are looked at.
    open : int64 array of shape (N,)
        Which of them are not settled.
    left : int64 array of shape (N,)
        What a set leaves of each.
    unions : int64 array of shape (2**N,)
        The digits of each choice of cells.
    size : int64 array of shape (2**N,)
        How many digits a set has.
    sets : int64 array of shape (2**N,)
        All sets, by how many digits they have and their sum.
    first : int64 array
        Where those of so many digits and such a sum begin: at `count * (most + 1) + sum`, `most` the sum of all.
    """

    domains: np.ndarray
    open: np.ndarray
    left: np.ndarray
    unions: np.ndarray
    size: np.ndarray
    sets: np.ndarray
    first: np.ndarray


def _tables(digits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    every = np.arange(2**digits, dtype=np.int64)
    has = every[:, None] >> np.arange(digits) & 1
    count, total = has.sum(axis=1), has @ np.arange(1, digits + 1)
    key = count * (digits * (digits + 1) // 2 + 1) + total
    order = np.argsort(key, kind="stable")
    first = np.searchsorted(key[order], np.arange(key.max() + 2)).astype(np.int64)
    return count.astype(np.int64), every[order], first


def sets_of(digits: int) -> Sets:
    """Room for so many digits."""
    size, sets, first = _tables(digits)
    domains, not_fixed, left = np.zeros((3, digits), np.int64)
    return Sets(domains, not_fixed, left, np.zeros(2**digits, np.int64), size, sets, first)


@kernel
def filter_by_sets(cells, total, counted_room):
    """Leave of each domain what some row of different digits has, with the sum if one is said.

    A set of digits can be put into cells if no choice of cells has too few of its digits between them (P. Hall, 1935);
    what so many cells need among themselves, no other has.

    Parameters
    ----------
    cells : int
        How many domains of the room.
    total : int
        Their sum; 0 if they have all digits.
    counted_room : Sets

    Returns
    -------
    bool
        False if there is no such row.
    int
        The digits that every set has that can be put into them.
    """
    room = uncounted(counted_room)
    domains, unions, count = room.domains, room.unions, room.size
    every = len(count) - 1
    for i in range(cells):
        room.open[i] = i
    n, used, rest = cells, 0, total
    while True:
        kept = fixed = 0
        for i in range(n):
            cell = room.open[i]
            domain = domains[cell] & ~used
            if domain == 0 or domain & fixed == domain:
                return False, 0
            domains[cell] = domain
            if domain & (domain - 1) == 0:
                fixed |= domain
                if total:
                    rest -= digit_of(domain)
            else:
                room.open[kept] = cell
                kept += 1
        used |= fixed
        n = kept
        if fixed == 0 or n == 0:
            break
    if n == 0:
        return rest == 0, used
    unions[0] = 0
    for mask in range(1, 1 << n):
        lowest = mask & -mask
        unions[mask] = unions[mask ^ lowest] | domains[room.open[digit_of(lowest) - 1]]
    all_of = unions[(1 << n) - 1]
    if total == 0:
        if not can_hold(every & ~used, n, unions, count):
            return False, 0
        leave(every & ~used, n, room)
        for i in range(n):
            domains[room.open[i]] = room.left[i]
        return True, every
    if rest <= 0:
        return False, 0
    most = len(room.first) // (len(domains) + 1)
    at = n * most + rest
    if rest >= most:
        return False, 0
    needed, some = every, False
    for i in range(n):
        domains[room.open[i]] = 0
    for k in range(room.first[at], room.first[at + 1]):
        one = room.sets[k]
        if one & ~all_of == 0 and one & used == 0 and can_hold(one, n, unions, count):
            leave(one, n, room)
            needed &= one
            some = True
            for i in range(n):
                domains[room.open[i]] |= room.left[i]
    return some, needed | used


@inner
def digit_of(bit):
    """The digit of a bit, from 1."""
    digit = 0
    while bit:
        bit >>= 1
        digit += 1
    return digit


@inner
def can_hold(one, n, unions, count):
    """Whether a set of digits can be put into so many cells, whose choices have these digits."""
    mask, every = 1, 1 << n
    while mask < every and count[unions[mask] & one] >= count[mask]:
        mask += 1
    return mask == every


@kernel
def leave(one, n, counted_room):
    """What a set that can be put into the open cells leaves of each; `counted_room.unions` tells what they can have."""
    room = uncounted(counted_room)
    unions, count, left = room.unions, room.size, room.left
    for i in range(n):
        left[i] = unions[1 << i] & one
    for mask in range(1, 1 << n):
        some = unions[mask] & one
        if count[some] == count[mask]:
            for i in range(n):
                if mask >> i & 1 == 0:
                    left[i] &= ~some
