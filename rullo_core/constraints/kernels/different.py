"""Digits that are all different, with or without a sum, on bits: digit d is bit d - 1.

A family of digit sets is a set of up to 512 numbers, eight words: the set {1, 3} is number 5. The families of sets that
the first cells of a row of different digits can have, and those that the last ones leave, meet in the middle: as
`rullo_core.constraints.distinct.different` does it, with all states of a place at once. So five cells and more are
looked at; where fewer are open, or no sum is said, there are shorter ways to the same.

What is meant by a total of 0 is that no sum is said. Domains are int64 all through.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel, uncounted

ANY_SUM = np.int64(0)
DIGITS = 9
EVERY = 2**DIGITS - 1
WORDS = 8

COUNT = np.array([bin(one).count("1") for one in range(EVERY + 1)])
"""How many digits a set has."""

LOWEST = np.array([0] + [(one & -one).bit_length() for one in range(1, EVERY + 1)])
"""The smallest digit of a set."""

HIGHEST = np.array([one.bit_length() for one in range(EVERY + 1)])

MIRRORED = np.array([sum(1 << (DIGITS - 1 - i) for i in range(DIGITS) if one >> i & 1) for one in range(EVERY + 1)])
"""A set with 10 - d in place of each digit d."""

HALF = np.array([1 << (total // 2 - 1) if total % 2 == 0 and total else 0 for total in range(2 * DIGITS + 1)])
"""The digit, as a bit, that is half of a total."""

MOST = 45
"""The sum of all digits."""

WITHOUT = np.array([sum(1 << n for n in range(64) if not n >> digit & 1) for digit in range(6)], np.uint64)
"""Which of 64 sets in a word are without a digit, for the first six."""


def _tables():
    families = np.zeros((DIGITS + 1, MOST + 1, WORDS), np.uint64)
    unions = np.zeros((DIGITS + 1, MOST + 1), np.int64)
    listed: list[list[list[int]]] = [[[] for _ in range(MOST + 1)] for _ in range(DIGITS + 1)]
    for cells in range(DIGITS + 1):
        for one in range(EVERY + 1):
            if COUNT[one] != cells:
                continue
            for total in {0, sum(digit + 1 for digit in range(DIGITS) if one >> digit & 1)}:
                families[cells, total, one >> 6] |= np.uint64(1 << (one & 63))
                unions[cells, total] |= one
                listed[cells][total].append(one)
    flat = [one for row in listed for sets in row for one in sets]
    ends = np.cumsum([len(sets) for row in listed for sets in row])
    first = np.concatenate([[0], ends]).astype(np.int64)
    return families, unions, np.array(flat, np.int64), first


FAMILIES, UNIONS, SETS, FIRST_SET = _tables()
"""By number of cells and sum: the family of sets, their union; the sets one by one, and where those of each begin."""


class Room(NamedTuple):
    """Room to look at a row of digits in.

    Attributes
    ----------
    domains : int64 array of shape (9,)
        What is looked at.
    free : int64 array of shape (9,)
        Which of them are not settled.
    forward : uint64 array of shape (10, 8)
        The families of sets that the cells before each can have.
    back : uint64 array of shape (2, 8)
        Those with which the cells after one can finish.
    unions : int64 array of shape (512,)
        The digits that some of the cells have, by the set of cells.
    """

    domains: np.ndarray
    free: np.ndarray
    forward: np.ndarray
    back: np.ndarray
    unions: np.ndarray


def make_room() -> Room:
    """Room, with nothing in it."""
    return Room(
        np.zeros(DIGITS, np.int64),
        np.zeros(DIGITS, np.int64),
        np.zeros((DIGITS + 1, WORDS), np.uint64),
        np.zeros((2, WORDS), np.uint64),
        np.zeros(2**DIGITS, np.int64),
    )


@inlined
def add_to(family, digit, wider):
    """Put a digit, from 0, into every set of a family that is without it; add these sets to another family."""
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            wider[w] |= (family[w] & WITHOUT[digit]) << shift
    else:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                wider[w | bit] |= family[w]


@inlined
def take_from(family, digit, tighter):
    """Take a digit out of every set of a family that has it; add these sets to another family."""
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            tighter[w] |= family[w] >> shift & WITHOUT[digit]
    else:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                tighter[w] |= family[w | bit]


@inlined
def can_end(before, after, digit):
    """Whether some set of a family, with a digit that it is without, is one of another family."""
    met = np.uint64(0)
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            met |= before[w] & (after[w] >> shift) & WITHOUT[digit]
    else:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                met |= before[w] & after[w | bit]
    return met != np.uint64(0)


@inlined
def go_forward(domains, cells, count, forward):
    """Fill the families that the first of some cells can have.

    Parameters
    ----------
    domains : int64 array
    cells : int64 array
        Which of them, in order.
    count : int
        How many.
    forward : uint64 array of shape (count + 1, 8)
        Filled.
    """
    forward[0, :] = np.uint64(0)
    forward[0, 0] = np.uint64(1)
    for i in range(count):
        forward[i + 1, :] = np.uint64(0)
        left = domains[cells[i]]
        while left:
            add_to(forward[i], LOWEST[left] - 1, forward[i + 1])
            left &= left - 1


@inlined
def go_back(domains, cells, count, forward, back):
    """Narrow domains to what leads from families forward to one at the end.

    Parameters
    ----------
    domains, cells, count, forward
        As in `go_forward`; domains are narrowed.
    back : uint64 array of shape (2, 8)
        The family at the end is in the first row.

    Returns
    -------
    bool
        Whether anything is left.
    """
    at = 0
    for i in range(count - 1, -1, -1):
        new = 1 - at
        back[new, :] = np.uint64(0)
        kept = 0
        left = domains[cells[i]]
        while left:
            digit = LOWEST[left] - 1
            left &= left - 1
            if can_end(forward[i], back[at], digit):
                kept |= 1 << digit
                take_from(back[at], digit, back[new])
        if kept == 0:
            return False
        domains[cells[i]] = kept
        at = new
    return True


@kernel
def filter_candidates(count, total, counted_room):
    """Leave of each domain what some row of different digits has, with the sum if one is said.

    Settled digits are put aside first, and digits that no combination has, until neither changes anything.

    Parameters
    ----------
    count : int
        How many domains of the room.
    total : int
        Their sum; 0 if it is not said.
    counted_room : Room

    Returns
    -------
    bool
        False if there is no such row.
    """
    room = uncounted(counted_room)
    domains, free = room.domains, room.free
    n = count
    for i in range(count):
        free[i] = i
    used = 0
    rest = total
    while True:
        kept = 0
        fixed = 0
        for i in range(n):
            cell = free[i]
            domain = domains[cell]
            if COUNT[domain] == 1:
                if fixed & domain or used & domain:
                    return False
                fixed |= domain
                rest -= LOWEST[domain]
            else:
                free[kept] = cell
                kept += 1
        used |= fixed
        n = kept
        if n == 0:
            return total == 0 or rest == 0
        if total == 0:
            allowed = EVERY & ~used
        elif 0 < rest <= MOST:
            allowed = UNIONS[n, rest] & ~used
        else:
            return False
        single = False
        for i in range(n):
            domain = domains[free[i]] & allowed
            if domain == 0:
                return False
            domains[free[i]] = domain
            single |= COUNT[domain] == 1
        if not single:
            break
    alike = True
    for i in range(1, n):
        alike &= domains[free[i]] == domains[free[0]]
    if alike:
        return filter_alike(domains, free, n, rest if total else 0)
    if n == 2:
        return total == 0 or filter_two(domains, free[0], free[1], rest)
    if total == 0:
        return keep_apart(domains, free, n, room.unions)
    if n == 3:
        return filter_three(domains, free, rest)
    if n == 4:
        return filter_four(domains, free, rest)
    go_forward(domains, free, n, room.forward)
    some = np.uint64(0)
    for w in range(WORDS):
        room.back[0, w] = room.forward[n, w] & FAMILIES[n, rest, w]
        some |= room.back[0, w]
    return some != np.uint64(0) and go_back(domains, free, n, room.forward, room.back)


@inlined
def filter_alike(domains, free, n, total):
    """The same where all that are not settled have the same digits: any set of these can be put in any order."""
    domain = domains[free[0]]
    if total == 0:
        return COUNT[domain] >= n
    union = 0
    at = n * (MOST + 1) + total
    for k in range(FIRST_SET[at], FIRST_SET[at + 1]):
        if SETS[k] & ~domain == 0:
            union |= SETS[k]
    for i in range(n):
        domains[free[i]] = union
    return union != 0


@inlined
def keep_apart(domains, free, n, unions):
    """The same where no sum is said: cells that have only as many digits as they are keep them from all others.

    More cannot be seen (P. Hall, 1935).
    """
    unions[0] = 0
    for i in range(n):
        for some in range(1 << i):
            unions[1 << i | some] = unions[some] | domains[free[i]]
    for some in range(1, 1 << n):
        if COUNT[unions[some]] <= COUNT[some]:
            if COUNT[unions[some]] < COUNT[some]:
                return False
            for i in range(n):
                if not some >> i & 1:
                    domains[free[i]] &= ~unions[some]
    return True


@inlined
def partners(domain, total):
    """The digits, as bits, that a digit of a domain makes up to a total, from 2 to 18."""
    mirrored = MIRRORED[domain]
    return mirrored >> (DIGITS + 1 - total) if total <= DIGITS + 1 else mirrored << (total - DIGITS - 1) & EVERY


@inlined
def filter_two(domains, one, other, total):
    """The same for two cells; half of the total is in no combination, and so not in their domains."""
    domains[one] &= partners(domains[other], total)
    domains[other] = partners(domains[one], total)
    return domains[one] != 0


@inlined
def pair_up(one, other, total):
    """Which digits of the first of two cells have another one in the second, so that they come to a total."""
    if not 2 < total < 2 * DIGITS:
        return 0
    return one & partners(other, total) & ~HALF[total]


@inlined
def filter_three(domains, free, total):
    """The same for three cells: each digit of the first in turn."""
    a = b = c = 0
    left = domains[free[0]]
    while left:
        bit = left & -left
        left ^= bit
        rest = total - LOWEST[bit]
        firsts = pair_up(domains[free[1]] & ~bit, domains[free[2]] & ~bit, rest)
        if firsts:
            a |= bit
            b |= firsts
            c |= partners(firsts, rest)
    domains[free[0]], domains[free[1]], domains[free[2]] = a, b, c
    return a != 0


@inlined
def filter_four(domains, free, total):
    """The same for four cells: each pair of digits of the first two in turn."""
    a = b = c = d = 0
    left = domains[free[0]]
    while left:
        bit = left & -left
        left ^= bit
        second = domains[free[1]] & ~bit
        while second:
            both = bit | second & -second
            second &= second - 1
            rest = total - LOWEST[bit] - LOWEST[both ^ bit]
            firsts = pair_up(domains[free[2]] & ~both, domains[free[3]] & ~both, rest)
            if firsts:
                a |= bit
                b |= both ^ bit
                c |= firsts
                d |= partners(firsts, rest)
    domains[free[0]], domains[free[1]], domains[free[2]], domains[free[3]] = a, b, c, d
    return a != 0


# -- what sees less ---------------------------------------------------------------------------------------------------

BOUNDS, FORWARD, HALL, UNION, LIVING, ALL = map(np.int64, (1, 2, 4, 8, 16, 32))
"""Rules that can be joined: B, FC, H, R, C and G of `rullo_core.kakuro.solver`.

No plain numbers, as a kernel would be compiled again for each that it is called with.
"""


@kernel
def filter_by(rules, count, total, counted_room):
    """Narrow the domains of a room by some of the rules, each used once.

    Parameters
    ----------
    rules : int
        The sum of some of the constants above.
    count, total, counted_room
        As in `filter_candidates`.

    Returns
    -------
    bool
        False if a rule cannot be kept.
    """
    room = uncounted(counted_room)
    domains = room.domains
    if rules & ALL:
        return filter_candidates(count, total, room)
    if rules & UNION:
        for i in range(count):
            domains[i] &= UNIONS[count, total]
            if domains[i] == 0:
                return False
    if rules & BOUNDS and total and not filter_by_bounds(domains, count, total):
        return False
    if rules & FORWARD and not filter_by_fixed(domains, count):
        return False
    if rules & LIVING and not filter_by_living(domains, count, total):
        return False
    return not rules & HALL or filter_candidates(count, ANY_SUM, room)


@inlined
def filter_by_bounds(domains, count, total):
    """Only digits that leave the others neither too much nor too little."""
    least = most = 0
    for i in range(count):
        least += LOWEST[domains[i]]
        most += HIGHEST[domains[i]]
    for i in range(count):
        low = max(total - (most - HIGHEST[domains[i]]), 1)
        high = min(total - (least - LOWEST[domains[i]]), DIGITS)
        if low > high:
            return False
        domains[i] &= (1 << high) - (1 << (low - 1))
        if domains[i] == 0:
            return False
    return True


@inlined
def filter_by_fixed(domains, count):
    """No digit of a settled cell for the others."""
    fixed = 0
    for i in range(count):
        if COUNT[domains[i]] == 1:
            if fixed & domains[i]:
                return False
            fixed |= domains[i]
    for i in range(count):
        if COUNT[domains[i]] > 1:
            domains[i] &= ~fixed
            if domains[i] == 0:
                return False
    return True


@inlined
def filter_by_living(domains, count, total):
    """Only digits of sets that can still be those of all cells."""
    everything = fixed = 0
    for i in range(count):
        everything |= domains[i]
        if COUNT[domains[i]] == 1:
            fixed |= domains[i]
    union = 0
    at = count * (MOST + 1) + total
    for k in range(FIRST_SET[at], FIRST_SET[at + 1]):
        one = SETS[k]
        living = one & ~everything == 0 and fixed & ~one == 0
        for i in range(count):
            living &= one & domains[i] != 0
        if living:
            union |= one
    for i in range(count):
        domains[i] &= union
        if domains[i] == 0:
            return False
    return True
