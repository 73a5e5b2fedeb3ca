"""Deductions from two entries across and two down that cross in four cells; see `rullo_core.kakuro.rules.Rectangle`.

For each entry, the families of sets that its other cells can have say which two digits fit at its crossings: a
relation, with a word of bits for each digit. Pairs that fit all around are kept, and of other cells the digits that go
with one.
"""

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.constraints.kernels.different import (
    ALL,
    DIGITS,
    FAMILIES,
    LOWEST,
    WORDS,
    clear,
    go_back,
    go_forward,
    take_from,
)
from rullo_core.kakuro.kernels.board import ANYWHERE, NONE, count_open, reach

NOTHING = np.uint64(0)


@inlined
def place_of(puzzles, entry, cell):
    """Return the place of a cell in an entry; -1 if it is not in it."""
    for i in range(puzzles.members[entry], puzzles.members[entry + 1]):
        if puzzles.member[i] == cell:
            return i - puzzles.members[entry]
    return -1


@inner
def fill_room(puzzles, entry, base, domains, one, other, room):
    """Put the domains of an entry into a room, and in order those of its cells but two; return the number of these."""
    first = puzzles.members[entry]
    others = 0
    for i in range(puzzles.members[entry + 1] - first):
        room.domains[i] = domains[puzzles.member[first + i] - base]
        if i != one and i != other:
            room.free[others] = i
            others += 1
    return others


@inlined
def without_two(puzzles, entry, u, v, left):
    """Put into left[1] the sets of an entry that have two digits, without these."""
    count = puzzles.members[entry + 1] - puzzles.members[entry]
    clear(left[0])
    clear(left[1])
    take_from(FAMILIES[count, puzzles.clues[entry]], count, u, left[0])
    take_from(left[0], count - 1, v, left[1])


@inner
def fitting(puzzles, entry, base, domains, one, other, room, left, fits):
    """Fill a relation with the pairs of digits that fit at two places of an entry."""
    others = fill_room(puzzles, entry, base, domains, one, other, room)
    go_forward(room.domains, room.free, others, room.forward)
    for u in range(DIGITS):
        fits[u] = 0
        if not room.domains[one] >> u & 1:
            continue
        digits = room.domains[other] & ~(1 << u)
        while digits:
            v = LOWEST[digits] - 1
            digits &= digits - 1
            without_two(puzzles, entry, u, v, left)
            met = NOTHING
            for w in range(WORDS):
                met |= left[1, w] & room.forward[others, w]
            if met != NOTHING:
                fits[u] |= 1 << v


@kernel
def keep(puzzles, entry, base, domains, one, other, room, left, kept):
    """Filter an entry by the pairs that are kept at two of its places; return whether a domain changed."""
    others = fill_room(puzzles, entry, base, domains, one, other, room)
    ends = np.zeros(WORDS, np.uint64)
    at_one = at_other = 0
    for u in range(DIGITS):
        digits = kept[u]
        if digits:
            at_one |= 1 << u
            at_other |= digits
        while digits:
            v = LOWEST[digits] - 1
            digits &= digits - 1
            without_two(puzzles, entry, u, v, left)
            for w in range(WORDS):
                ends[w] |= left[1, w]
    room.domains[one] = at_one
    room.domains[other] = at_other
    go_forward(room.domains, room.free, others, room.forward)
    for w in range(WORDS):
        room.backward[0, w] = room.forward[others, w] & ends[w]
    go_back(room.domains, room.free, others, room.forward, room.backward)
    changed = False
    first = puzzles.members[entry]
    for i in range(puzzles.members[entry + 1] - first):
        cell = puzzles.member[first + i] - base
        tighter = domains[cell] & room.domains[i]
        changed |= tighter != domains[cell]
        domains[cell] = tighter
    return changed


@kernel
def join(first, second, third, fourth, kept):
    """Keep the pairs (a, b) of the first relation that (a, c), (c, d) and (b, d) complete to a circle."""
    for a in range(DIGITS):
        kept[a] = 0
        corner = 0
        for c in range(DIGITS):
            if second[a] >> c & 1:
                corner |= third[c]
        for b in range(DIGITS):
            if first[a] >> b & 1 and fourth[b] & corner:
                kept[a] |= 1 << b


@inlined
def turned(relation, other):
    """Transpose a relation."""
    for v in range(DIGITS):
        other[v] = 0
        for u in range(DIGITS):
            other[v] |= (relation[u] >> v & 1) << u


@inner
def filter_rectangle(puzzles, base, domains, four, room, left, relations):
    """Filter two entries across (top, bottom) and two down (left, right); 1 if a domain changed, 0 if none, -1 if
    empty.
    """
    top, bottom, west, east = four
    for i in range(puzzles.members[west], puzzles.members[west + 1]):
        if puzzles.across[puzzles.member[i]] == top:
            a = puzzles.member[i]
        if puzzles.across[puzzles.member[i]] == bottom:
            c = puzzles.member[i]
    for i in range(puzzles.members[east], puzzles.members[east + 1]):
        if puzzles.across[puzzles.member[i]] == top:
            b = puzzles.member[i]
        if puzzles.across[puzzles.member[i]] == bottom:
            d = puzzles.member[i]
    ends = ((top, a, b), (west, a, c), (bottom, c, d), (east, b, d))
    for k in range(4):
        entry, one, other = ends[k]
        places = place_of(puzzles, entry, one), place_of(puzzles, entry, other)
        fitting(puzzles, entry, base, domains, places[0], places[1], room, left, relations[k])
        turned(relations[k], relations[4 + k])
    # (a, b) by (a, c), (c, d), (b, d); and so on around: each relation, the next two, and the one before.
    join(relations[0], relations[1], relations[2], relations[3], relations[8])
    join(relations[1], relations[0], relations[3], relations[2], relations[9])
    join(relations[2], relations[5], relations[0], relations[7], relations[10])
    join(relations[3], relations[4], relations[1], relations[6], relations[11])
    changed = False
    for k in range(4):
        some = 0
        for u in range(DIGITS):
            some |= relations[8 + k, u]
        if some == 0:
            return -1
        same = True
        for u in range(DIGITS):
            same &= relations[8 + k, u] == relations[k, u]
        if not same:
            entry, one, other = ends[k]
            places = place_of(puzzles, entry, one), place_of(puzzles, entry, other)
            changed |= keep(puzzles, entry, base, domains, places[0], places[1], room, left, relations[8 + k])
    return 1 if changed else 0


@inner
def reach_with_rectangles(puzzles, p, domains, start, desk):
    """Propagate with entries and rectangles (G+Q), as `reach` does with entries; all rectangles are looked at."""
    base, room = puzzles.cells[p], desk.room
    left = np.zeros((2, WORDS), np.uint64)
    relations = np.zeros((12, DIGITS), np.int64)
    if not reach(puzzles, p, domains, ALL, NONE, start, desk):
        return False
    again = True
    while again and count_open(domains):
        again = False
        for top in range(puzzles.entries[p], puzzles.downs[p]):
            for i in range(puzzles.members[top], puzzles.members[top + 1]):
                west = puzzles.down[puzzles.member[i]]
                for j in range(i + 1, puzzles.members[top + 1]):
                    east = puzzles.down[puzzles.member[j]]
                    if west < 0 or east < 0:
                        continue
                    for k in range(puzzles.members[west], puzzles.members[west + 1]):
                        bottom = puzzles.across[puzzles.member[k]]
                        if bottom <= top:
                            continue
                        crosses = False
                        for m in range(puzzles.members[east], puzzles.members[east + 1]):
                            crosses |= puzzles.across[puzzles.member[m]] == bottom
                        if not crosses:
                            continue
                        four = top, bottom, west, east
                        what = filter_rectangle(puzzles, base, domains, four, room, left, relations)
                        if what < 0 or (what > 0 and not reach(puzzles, p, domains, ALL, NONE, ANYWHERE, desk)):
                            return False
                        again |= what > 0
    return True
