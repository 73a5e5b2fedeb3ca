"""What two constraints imply together: different digits, with or without a sum, that share two cells or more.

A family of digit sets is a bit for each set: set s, whose bit d is digit d + 1, is bit s % 64 of word s // 64. The sets
that the common cells can have meet those that the other cells of either constraint leave over. Domains are int64.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.constraints.kernels.consistency import CONTRADICTION, REACHED, STOPPED, count_open, reach

LACK = np.array([sum(1 << n for n in range(64) if not n >> digit & 1) for digit in range(6)], np.uint64)
"""For each of the first six digits, from 0, which of the 64 sets of a word do not contain it."""

EMPTY = np.uint64(0)


class Pairs(NamedTuple):
    """Pairs of constraints, and working memory for their families.

    The cells of a pair are in three parts: common ones, and the others of each constraint; they begin at
    `first[3 * pair]`, and so on. Allowed has, in row `total`, the sets with that sum, and all sets in the last one;
    `accepts` is the row for each part but the common cells.
    """

    first: np.ndarray
    cells: np.ndarray
    accepts: np.ndarray  # int64[pairs, 2]
    allowed: np.ndarray  # uint64[totals, words]
    common: np.ndarray  # uint64[cells + 1, words]: sets that the common cells before each can have
    rests: np.ndarray  # uint64[2, cells + 1, words]: sets from which the others of a constraint can go on to its sum
    family: np.ndarray  # uint64[3, words]: families at work
    kept: np.ndarray  # int64[cells]: the filtered domains


@inlined
def clear(family):
    """Remove all sets from a family."""
    for w in range(len(family)):
        family[w] = EMPTY


@inlined
def add(family, digit, wider):
    """Add a digit, from 0, to every set of a family that lacks it; add these sets to another family."""
    if digit < 6:
        for w in range(len(family)):
            wider[w] |= (family[w] & LACK[digit]) << np.uint64(1 << digit)
    else:
        bit = 1 << (digit - 6)
        for w in range(len(family)):
            if w & bit == 0:
                wider[w | bit] |= family[w]


@inlined
def take(family, digit, tighter):
    """Remove a digit from every set of a family that has it; add these sets to another family."""
    if digit < 6:
        for w in range(len(family)):
            tighter[w] |= family[w] >> np.uint64(1 << digit) & LACK[digit]
    else:
        bit = 1 << (digit - 6)
        for w in range(len(family)):
            if w & bit == 0:
                tighter[w] |= family[w | bit]


@inlined
def digit_in(domain):
    """Return the least digit of a domain, from 0."""
    digit = 0
    while domain >> digit & 1 == 0:
        digit += 1
    return digit


@inlined
def keep_common(family, other):
    """Remove the sets of a family that another lacks; return whether any are left."""
    holds = EMPTY
    for w in range(len(family)):
        family[w] &= other[w]
        holds |= family[w]
    return holds != EMPTY


@kernel
def filter_pair(pairs, pair, domains):
    """Filter the domains of the cells of a pair, completely; False if there are no values that satisfy both.

    The filtered domains are in `pairs.kept`, in the order of the cells of the pair.
    """
    cells, common, rests, family, kept = pairs.cells, pairs.common, pairs.rests, pairs.family, pairs.kept
    begin = pairs.first[3 * pair]
    shared = pairs.first[3 * pair + 1] - begin
    clear(common[0])
    common[0, 0] = np.uint64(1)
    for i in range(shared):
        clear(common[i + 1])
        candidates = domains[cells[begin + i]]
        while candidates:
            add(common[i], digit_in(candidates), common[i + 1])
            candidates &= candidates - 1
    both = family[0]
    for w in range(len(both)):
        both[w] = common[shared, w]
    for part in range(2):
        start = pairs.first[3 * pair + 1 + part]
        count = pairs.first[3 * pair + 2 + part] - start
        allowed = pairs.allowed[pairs.accepts[pair, part]]
        for w in range(len(allowed)):
            rests[part, count, w] = allowed[w]
        for i in range(count - 1, -1, -1):
            clear(rests[part, i])
            candidates = domains[cells[start + i]]
            while candidates:
                take(rests[part, i + 1], digit_in(candidates), rests[part, i])
                candidates &= candidates - 1
        if not keep_common(both, rests[part, 0]):
            return False
    # Back through the common cells: the sets from which they go on to those that both constraints allow.
    after, before = family[1], family[2]
    for w in range(len(both)):
        after[w] = both[w]
    for i in range(shared - 1, -1, -1):
        clear(before)
        kept[i] = lead(domains[cells[begin + i]], after, common[i], before)
        for w in range(len(after)):
            after[w] = before[w]
    # On through the other cells of either constraint: the sets that they come to.
    for part in range(2):
        start = pairs.first[3 * pair + 1 + part]
        for w in range(len(both)):
            before[w] = both[w]
        for i in range(pairs.first[3 * pair + 2 + part] - start):
            clear(after)
            kept[start - begin + i] = go_on(domains[cells[start + i]], before, rests[part, i + 1], after)
            for w in range(len(after)):
                before[w] = after[w]
    return True


@inlined
def lead(domain, after, possible, before):
    """Return the digits of a cell that lead from a possible set to one in `after`; add those sets to `before`."""
    kept, candidates = 0, domain
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        digit = digit_in(bit)
        holds = EMPTY
        if digit < 6:
            for w in range(len(after)):
                word = after[w] >> np.uint64(1 << digit) & LACK[digit] & possible[w]
                before[w] |= word
                holds |= word
        else:
            half = 1 << (digit - 6)
            for w in range(len(after)):
                if w & half == 0:
                    word = after[w | half] & possible[w]
                    before[w] |= word
                    holds |= word
        if holds != EMPTY:
            kept |= bit
    return kept


@inlined
def go_on(domain, before, allowed, after):
    """Return the digits of a cell that lead from a set in `before` to an allowed one; add these to `after`."""
    kept, candidates = 0, domain
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        digit = digit_in(bit)
        holds = EMPTY
        if digit < 6:
            for w in range(len(before)):
                word = (before[w] & LACK[digit]) << np.uint64(1 << digit) & allowed[w]
                after[w] |= word
                holds |= word
        else:
            half = 1 << (digit - 6)
            for w in range(len(before)):
                if w & half == 0:
                    word = before[w] & allowed[w | half]
                    after[w | half] |= word
                    holds |= word
        if holds != EMPTY:
            kept |= bit
    return kept


@kernel
def reach_in_pairs(table, pairs, domains, stop):
    """Filter domains by every constraint and every pair of them until nothing changes.

    Domains are what `reach` has left. Return `CONTRADICTION`, `REACHED` or `STOPPED`. A pair of whose common cells one
    is open, or none, implies nothing beyond its constraints: their other cells have nothing else in common.
    """
    number = len(pairs.accepts)
    pair, unchanged = 0, 0
    while unchanged < number:
        if stop[0]:
            return STOPPED
        unchanged += 1
        begin, end = pairs.first[3 * pair], pairs.first[3 * pair + 3]
        open_cells = 0
        for k in range(begin, pairs.first[3 * pair + 1]):
            domain = domains[pairs.cells[k]]
            open_cells += domain & (domain - 1) != 0
        if open_cells > 1:
            if not filter_pair(pairs, pair, domains):
                return CONTRADICTION
            changes = False
            for k in range(begin, end):
                changes |= domains[pairs.cells[k]] != pairs.kept[k - begin]
                domains[pairs.cells[k]] = pairs.kept[k - begin]
            if changes:
                if not reach(table, domains, -1):
                    return CONTRADICTION
                if count_open(domains) == 0:
                    return REACHED
                unchanged = 0
        pair = pair + 1 if pair + 1 < number else 0
    return REACHED
