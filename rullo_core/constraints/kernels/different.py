"""Filter cells whose digits are all different, with or without a sum; digit d is bit d - 1.

A family of digit sets of the same size is a set of up to 256 numbers, stored in four words: {1, 3} is number 5. The
largest digit does not count in a number, as the size says whether a set has it. The families that the first cells of an
assignment can have meet those that the last cells allow. This is the automaton of
`rullo_core.constraints.distinct.different`, with all states at one position computed at once. It filters five or more
unfixed cells; there are faster methods for fewer cells, and for cells without a sum.

A total of 0 means that there is no sum. All domains are int64.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel

ANY_SUM = np.int64(0)
DIGITS = 9
EVERY = 2**DIGITS - 1
WORDS = 4

COUNT = np.array([bin(bits).count("1") for bits in range(EVERY + 1)])
"""Number of digits in each set."""

LOWEST = np.array([0] + [(bits & -bits).bit_length() for bits in range(1, EVERY + 1)])
"""Smallest digit of each set."""

HIGHEST = np.array([bits.bit_length() for bits in range(EVERY + 1)])

MIRRORED = np.array([sum(1 << (DIGITS - 1 - i) for i in range(DIGITS) if bits >> i & 1) for bits in range(EVERY + 1)])
"""Each set with every digit d replaced by 10 - d."""

HALF = np.array([1 << (total // 2 - 1) if total % 2 == 0 and total else 0 for total in range(2 * DIGITS + 1)])
"""For each total, the digit that is half of it, as a bit."""

MAX_SUM = 45
"""The sum of all digits."""

LACK_DIGIT = np.array([sum(1 << n for n in range(64) if not n >> digit & 1) for digit in range(6)], np.uint64)
"""For each of the first six digits, which of the 64 sets of a word do not contain it."""

LAST = DIGITS - 1
"""The largest digit, counted from 0."""

LACK_LAST = np.zeros((DIGITS, WORDS), np.uint64)
for _bits in range(1 << LAST):
    LACK_LAST[COUNT[_bits], _bits >> 6] |= np.uint64(1 << (_bits & 63))
"""For each size, the family of all sets of this size without the largest digit."""


def _tables():
    families = np.zeros((DIGITS + 1, MAX_SUM + 1, WORDS), np.uint64)
    unions = np.zeros((DIGITS + 1, MAX_SUM + 1), np.int64)
    by_size: list[list[list[int]]] = [[[] for _ in range(MAX_SUM + 1)] for _ in range(DIGITS + 1)]
    for cells in range(DIGITS + 1):
        for bits in range(EVERY + 1):
            if COUNT[bits] != cells:
                continue
            for total in {0, sum(digit + 1 for digit in range(DIGITS) if bits >> digit & 1)}:
                families[cells, total, (bits & ~(1 << LAST)) >> 6] |= np.uint64(1 << (bits & 63))
                unions[cells, total] |= bits
                by_size[cells][total].append(bits)
    flat = [bits for row in by_size for sets in row for bits in sets]
    ends = np.cumsum([len(sets) for row in by_size for sets in row])
    first = np.concatenate([[0], ends]).astype(np.int64)
    return families, unions, np.array(flat, np.int64), first


FAMILIES, UNIONS, SETS, FIRST_SET = _tables()
"""By number of cells and sum: the family of sets and their union; then all sets, and where those of each begin."""


class Room(NamedTuple):
    """Working memory for filtering the cells of one unit.

    Domains are the domains to filter, and free the indices of the unfixed cells. Forward has, for each cell, the family
    of sets that the cells before it can have, backward those that the cells after it allow; unions, for each set of
    cells, the union of their domains.
    """

    domains: np.ndarray
    free: np.ndarray
    forward: np.ndarray
    backward: np.ndarray
    unions: np.ndarray


def make_room() -> Room:
    """Return empty working memory."""
    return Room(
        np.zeros(DIGITS, np.int64),
        np.zeros(DIGITS, np.int64),
        np.zeros((DIGITS + 1, WORDS), np.uint64),
        np.zeros((2, WORDS), np.uint64),
        np.zeros(2**DIGITS, np.int64),
    )


@inlined
def clear(family):
    """Remove all sets from a family."""
    for w in range(WORDS):
        family[w] = np.uint64(0)


@inlined
def add_to(family, digit, wider):
    """Add a digit (counted from 0) to every set of a family that lacks it; add these sets to another family.

    Sets that have the largest digit are not left out with it: their numbers then have two digits fewer than the size,
    which those of no set have, and so they never end in one.
    """
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            wider[w] |= (family[w] & LACK_DIGIT[digit]) << shift
    elif digit < LAST:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                wider[w | bit] |= family[w]
    else:
        for w in range(WORDS):
            wider[w] |= family[w]


@inlined
def take_from(family, size, digit, tighter):
    """Remove a digit from every set of a family that has it; add these sets to another family."""
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            tighter[w] |= family[w] >> shift & LACK_DIGIT[digit]
    elif digit < LAST:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                tighter[w] |= family[w | bit]
    else:
        for w in range(WORDS):
            tighter[w] |= family[w] & LACK_LAST[size - 1, w]


@inlined
def can_end(source, digit, target):
    """Return whether some set of a family that lacks a digit becomes a set of another family with it."""
    common = np.uint64(0)
    if digit < 6:
        shift = np.uint64(1 << digit)
        for w in range(WORDS):
            common |= source[w] & (target[w] >> shift) & LACK_DIGIT[digit]
    elif digit < LAST:
        bit = 1 << (digit - 6)
        for w in range(WORDS):
            if w & bit == 0:
                common |= source[w] & target[w | bit]
    else:
        for w in range(WORDS):
            common |= source[w] & target[w]
    return common != np.uint64(0)


@inlined
def go_forward(domains, cells, count, forward):
    """Fill forward, for each position, with the family of sets that the cells before it can have."""
    clear(forward[0])
    forward[0, 0] = np.uint64(1)
    for i in range(count):
        clear(forward[i + 1])
        candidates = domains[cells[i]]
        while candidates:
            add_to(forward[i], LOWEST[candidates] - 1, forward[i + 1])
            candidates &= candidates - 1


@inlined
def go_back(domains, cells, count, forward, backward):
    """Filter domains to the digits that lead from the families `forward` to the family in backward[0]; False if one is
    empty.
    """
    old = 0
    for i in range(count - 1, -1, -1):
        new = 1 - old
        clear(backward[new])
        possible = 0
        candidates = domains[cells[i]]
        while candidates:
            digit = LOWEST[candidates] - 1
            candidates &= candidates - 1
            if can_end(forward[i], digit, backward[old]):
                possible |= 1 << digit
                if i:
                    take_from(backward[old], i + 1, digit, backward[new])
        if possible == 0:
            return False
        domains[cells[i]] = possible
        old = new
    return True


@kernel
def filter_candidates(count, total, room):
    """Filter domains to the digits of assignments of different digits with a sum (0 for none); False if there are none.

    Fixed cells and digits that are in no combination are removed first, repeatedly until nothing changes.
    """
    if total == 0:
        return keep_apart(count, room)
    domains, free = room.domains, room.free
    n = count
    for i in range(count):
        free[i] = i
    used_digits = 0
    rest = total
    while True:
        unfixed = 0
        fixed = 0
        for i in range(n):
            cell = free[i]
            domain = domains[cell]
            if domain & (domain - 1) == 0:
                if domain == 0 or fixed & domain:
                    return False
                fixed |= domain
                rest -= LOWEST[domain]
            else:
                free[unfixed] = cell
                unfixed += 1
        used_digits |= fixed
        n = unfixed
        if n == 0:
            return rest == 0
        if not 0 < rest <= MAX_SUM:
            return False
        allowed = UNIONS[n, rest] & ~used_digits
        single = False
        for i in range(n):
            domain = domains[free[i]] & allowed
            if domain == 0:
                return False
            domains[free[i]] = domain
            single |= domain & (domain - 1) == 0
        if not single:
            break
    is_uniform = True
    for i in range(1, n):
        is_uniform &= domains[free[i]] == domains[free[0]]
    if is_uniform:
        return filter_alike(domains, free, n, rest)
    if n == 2:
        return filter_two(domains, free[0], free[1], rest)
    if n == 3:
        return filter_three(domains, free, rest)
    if n == 4:
        return filter_four(domains, free, rest)
    # The states after the last cell need not be computed: going back, its digits that end in a set are found.
    go_forward(domains, free, n - 1, room.forward)
    for w in range(WORDS):
        room.backward[0, w] = FAMILIES[n, rest, w]
    return go_back(domains, free, n, room.forward, room.backward)


@inlined
def filter_alike(domains, free, n, total):
    """Filter unfixed cells that all have the same domain: the digits of a set can then be in any order."""
    domain = domains[free[0]]
    union = 0
    index = n * (MAX_SUM + 1) + total
    for k in range(FIRST_SET[index], FIRST_SET[index + 1]):
        if SETS[k] & ~domain == 0:
            union |= SETS[k]
    for i in range(n):
        domains[free[i]] = union
    return union != 0


@inlined
def keep_apart(count, room):
    """Filter cells without a sum: eliminate the digits of some with only as many digits from all others; False if there
    are fewer.

    This filter is complete (P. Hall, 1935). Fixed cells are removed first, repeatedly. Of n others, those with n digits
    or more are never among such cells, unless these are all n.
    """
    domains, free, unions = room.domains, room.free, room.unions
    for i in range(count):
        free[i] = i
    n, used_digits, fixed = count, 0, 1
    while fixed:
        fixed = unfixed = 0
        for i in range(n):
            cell = free[i]
            domain = domains[cell] & ~used_digits
            if domain & ~fixed == 0:
                return False
            domains[cell] = domain
            if domain & (domain - 1) == 0:
                fixed |= domain
            else:
                free[unfixed] = cell
                unfixed += 1
        used_digits |= fixed
        n = unfixed
    small = 0
    for i in range(n):
        if COUNT[domains[free[i]]] < n:
            free[i], free[small] = free[small], free[i]
            small += 1
    unions[0] = 0
    for i in range(small):
        for subset in range(1 << i):
            unions[1 << i | subset] = unions[subset] | domains[free[i]]
    for subset in range(1, 1 << small):
        if COUNT[unions[subset]] <= COUNT[subset]:
            if COUNT[unions[subset]] < COUNT[subset]:
                return False
            for i in range(n):
                if not subset >> i & 1:
                    domains[free[i]] &= ~unions[subset]
    return True


@inlined
def partners(domain, total):
    """Return, as bits, the digits that complete some digit of a domain to a total of 2 to 18."""
    mirrored = MIRRORED[domain]
    return mirrored >> (DIGITS + 1 - total) if total <= DIGITS + 1 else mirrored << (total - DIGITS - 1) & EVERY


@inlined
def filter_two(domains, first, second, total):
    """Filter two unfixed cells; half of the total is in no combination, and so not in their domains."""
    domains[first] &= partners(domains[second], total)
    domains[second] = partners(domains[first], total)
    return domains[first] != 0


@inlined
def pair_up(first, second, total):
    """Return the digits of a first cell that a different digit of a second cell completes to a total."""
    if not 2 < total < 2 * DIGITS:
        return 0
    return first & partners(second, total) & ~HALF[total]


@inlined
def filter_three(domains, free, total):
    """Filter three unfixed cells, by trying each digit of the first."""
    a = b = c = 0
    candidates = domains[free[0]]
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
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
    """Filter four unfixed cells, by trying each pair of digits of the first two."""
    a = b = c = d = 0
    candidates = domains[free[0]]
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        second = domains[free[1]] & ~bit
        while second:
            pair = bit | second & -second
            second &= second - 1
            rest = total - LOWEST[bit] - LOWEST[pair ^ bit]
            firsts = pair_up(domains[free[2]] & ~pair, domains[free[3]] & ~pair, rest)
            if firsts:
                a |= bit
                b |= pair ^ bit
                c |= firsts
                d |= partners(firsts, rest)
    domains[free[0]], domains[free[1]], domains[free[2]], domains[free[3]] = a, b, c, d
    return a != 0


# -- incomplete filters -----------------------------------------------------------------------------------------------

BOUNDS, FORWARD, HALL, UNION, LIVING, ALL = map(np.int64, (1, 2, 4, 8, 16, 32))
"""Filters that can be combined: B, FC, H, R, C and G of `rullo_core.kakuro.solver`.

These are numpy numbers, because a kernel would be compiled again for each plain number that it is called with.
"""


@kernel
def filter_by(rules, count, total, room):
    """Apply some of the filters to the domains, each once; False if one finds a contradiction."""
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
    """Keep only digits that leave the other cells a sum within their bounds."""
    minimum = maximum = 0
    for i in range(count):
        minimum += LOWEST[domains[i]]
        maximum += HIGHEST[domains[i]]
    for i in range(count):
        low = max(total - (maximum - HIGHEST[domains[i]]), 1)
        high = min(total - (minimum - LOWEST[domains[i]]), DIGITS)
        if low > high:
            return False
        domains[i] &= (1 << high) - (1 << (low - 1))
        if domains[i] == 0:
            return False
    return True


@inlined
def filter_by_fixed(domains, count):
    """Eliminate the digit of each fixed cell from the others."""
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
    """Keep only digits of the combinations that are still possible for all cells."""
    available = fixed = 0
    for i in range(count):
        available |= domains[i]
        if COUNT[domains[i]] == 1:
            fixed |= domains[i]
    union = 0
    index = count * (MAX_SUM + 1) + total
    for k in range(FIRST_SET[index], FIRST_SET[index + 1]):
        combination = SETS[k]
        living = combination & ~available == 0 and fixed & ~combination == 0
        for i in range(count):
            living &= combination & domains[i] != 0
        if living:
            union |= combination
    for i in range(count):
        domains[i] &= union
        if domains[i] == 0:
            return False
    return True
