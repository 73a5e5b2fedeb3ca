"""Filter cells with up to 16 different digits by enumerating sets of digits; digit d is bit d - 1.

Slower than `rullo_core.constraints.kernels.different`, which is limited to 9 digits, but also finds the digits that
every possible set has.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel


class Sets(NamedTuple):
    """Working memory for the cells of one unit, and a table of all sets of digits.

    Open has the indices of the unfixed cells, candidates the digits of one set that each can have, unions the union of
    the domains of each set of cells. Sets are all sets, ordered by number of digits and sum; first has the index of the
    first of each at `count * (max_sum + 1) + sum`, where `max_sum` is the sum of all digits.
    """

    domains: np.ndarray
    open: np.ndarray
    candidates: np.ndarray
    unions: np.ndarray
    size: np.ndarray
    sets: np.ndarray
    first: np.ndarray


def _tables(digits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    masks = np.arange(2**digits, dtype=np.int64)
    has = masks[:, None] >> np.arange(digits) & 1
    count, total = has.sum(axis=1), has @ np.arange(1, digits + 1)
    key = count * (digits * (digits + 1) // 2 + 1) + total
    order = np.argsort(key, kind="stable")
    first = np.searchsorted(key[order], np.arange(key.max() + 2)).astype(np.int64)
    return count.astype(np.int64), masks[order], first


def sets_of(digits: int) -> Sets:
    """Return working memory and tables for this number of digits."""
    size, sets, first = _tables(digits)
    domains, not_fixed, candidates = np.zeros((3, digits), np.int64)
    return Sets(domains, not_fixed, candidates, np.zeros(2**digits, np.int64), size, sets, first)


@kernel
def filter_by_sets(cells, total, room):
    """Filter domains to the digits of assignments of different digits with a sum; return whether there are any.

    The sum is 0 if the cells have all digits. A set of digits can be assigned to cells if every set of n cells has n of
    its digits among their domains (P. Hall, 1935); where it has only n, these digits are eliminated from the other
    cells. Also returns the digits that every possible set has.
    """
    domains, unions, count = room.domains, room.unions, room.size
    all_digits = len(count) - 1
    for i in range(cells):
        room.open[i] = i
    n, used_digits, rest = cells, 0, total
    while True:
        unfixed = fixed = 0
        for i in range(n):
            cell = room.open[i]
            domain = domains[cell] & ~used_digits
            if domain == 0 or domain & fixed == domain:
                return False, 0
            domains[cell] = domain
            if domain & (domain - 1) == 0:
                fixed |= domain
                if total:
                    rest -= digit_of(domain)
            else:
                room.open[unfixed] = cell
                unfixed += 1
        used_digits |= fixed
        n = unfixed
        if fixed == 0 or n == 0:
            break
    if n == 0:
        return rest == 0, used_digits
    unions[0] = 0
    for mask in range(1, 1 << n):
        lowest = mask & -mask
        unions[mask] = unions[mask ^ lowest] | domains[room.open[digit_of(lowest) - 1]]
    all_of = unions[(1 << n) - 1]
    if total == 0:
        if not can_hold(all_digits & ~used_digits, n, unions, count):
            return False, 0
        leave(all_digits & ~used_digits, n, room)
        for i in range(n):
            domains[room.open[i]] = room.candidates[i]
        return True, all_digits
    if rest <= 0:
        return False, 0
    stride = len(room.first) // (len(domains) + 1)
    index = n * stride + rest
    if rest >= stride:
        return False, 0
    required, is_possible = all_digits, False
    for i in range(n):
        domains[room.open[i]] = 0
    for k in range(room.first[index], room.first[index + 1]):
        digits = room.sets[k]
        if digits & ~all_of == 0 and digits & used_digits == 0 and can_hold(digits, n, unions, count):
            leave(digits, n, room)
            required &= digits
            is_possible = True
            for i in range(n):
                domains[room.open[i]] |= room.candidates[i]
    return is_possible, required | used_digits


@inner
def digit_of(bit):
    """Return the digit of a bit, from 1."""
    digit = 0
    while bit:
        bit >>= 1
        digit += 1
    return digit


@inner
def can_hold(digits, n, unions, count):
    """Return whether a set of digits can be assigned to n cells; `unions` has the union of each set of domains."""
    mask, full = 1, 1 << n
    while mask < full and count[unions[mask] & digits] >= count[mask]:
        mask += 1
    return mask == full


@kernel
def leave(digits, n, room):
    """Compute the digits of a set that each unfixed cell can have, from the unions in `room`."""
    unions, count, candidates = room.unions, room.size, room.candidates
    for i in range(n):
        candidates[i] = unions[1 << i] & digits
    for mask in range(1, 1 << n):
        hall_digits = unions[mask] & digits
        if count[hall_digits] == count[mask]:
            for i in range(n):
                if mask >> i & 1 == 0:
                    candidates[i] &= ~hall_digits
