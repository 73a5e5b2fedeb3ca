"""Filter cells with up to 16 different digits by enumerating sets of digits; digit d is bit d - 1.

Slower than `rullo_core.constraints.kernels.different`, which is limited to 9 digits, but also finds the digits that
every possible set has.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel


class Sets(NamedTuple):
    """Working memory for the cells of one unit, and a table of all sets of digits.

    Open has the indices of the unfixed cells, left the digits of one set that each can have, unions the union of the
    domains of each set of cells. Sets are all sets, ordered by number of digits and sum; first has the index of the
    first of each at `count * (most + 1) + sum`, where `most` is the sum of all digits.
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
    """Return working memory and tables for this number of digits."""
    size, sets, first = _tables(digits)
    domains, not_fixed, left = np.zeros((3, digits), np.int64)
    return Sets(domains, not_fixed, left, np.zeros(2**digits, np.int64), size, sets, first)


@kernel
def filter_by_sets(cells, total, room):
    """Filter domains to the digits of assignments of different digits with a sum; return whether there are any.

    The sum is 0 if the cells have all digits. A set of digits can be assigned to cells if every set of n cells has n of
    its digits among their domains (P. Hall, 1935); where it has only n, these digits are eliminated from the other
    cells. Also returns the digits that every possible set has.
    """
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
    """Return the digit of a bit, from 1."""
    digit = 0
    while bit:
        bit >>= 1
        digit += 1
    return digit


@inner
def can_hold(one, n, unions, count):
    """Return whether a set of digits can be assigned to n cells; `unions` has the union of each set of domains."""
    mask, every = 1, 1 << n
    while mask < every and count[unions[mask] & one] >= count[mask]:
        mask += 1
    return mask == every


@kernel
def leave(one, n, room):
    """Compute the digits of a set that each unfixed cell can have, from the unions in `room`."""
    unions, count, left = room.unions, room.size, room.left
    for i in range(n):
        left[i] = unions[1 << i] & one
    for mask in range(1, 1 << n):
        some = unions[mask] & one
        if count[some] == count[mask]:
            for i in range(n):
                if mask >> i & 1 == 0:
                    left[i] &= ~some
