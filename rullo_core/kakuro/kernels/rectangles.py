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
from rullo_core.kakuro.kernels.board import ANYWHERE, NO_LENGTH, count_open, reach

EMPTY = np.uint64(0)


@inlined
def place_of(puzzles, entry, cell):
    """Return the place of a cell in an entry; -1 if it is not in it."""
    for i in range(puzzles.members[entry], puzzles.members[entry + 1]):
        if puzzles.member[i] == cell:
            return i - puzzles.members[entry]
    return -1


@inner
def fill_room(puzzles, entry, base, domains, place_u, place_v, room):
    """Put the domains of an entry into a room, and in order those of all cells but two; return the number of these."""
    first = puzzles.members[entry]
    free_count = 0
    for i in range(puzzles.members[entry + 1] - first):
        room.domains[i] = domains[puzzles.member[first + i] - base]
        if i != place_u and i != place_v:
            room.free[free_count] = i
            free_count += 1
    return free_count


@inlined
def without_two(puzzles, entry, u, v, families):
    """Put into families[1] the sets of an entry that have two digits, without these."""
    count = puzzles.members[entry + 1] - puzzles.members[entry]
    clear(families[0])
    clear(families[1])
    take_from(FAMILIES[count, puzzles.clues[entry]], count, u, families[0])
    take_from(families[0], count - 1, v, families[1])


@inner
def fitting(puzzles, entry, base, domains, place_u, place_v, room, families, fits):
    """Fill a relation with the pairs of digits that fit at two places of an entry."""
    free_count = fill_room(puzzles, entry, base, domains, place_u, place_v, room)
    go_forward(room.domains, room.free, free_count, room.forward)
    for u in range(DIGITS):
        fits[u] = 0
        if not room.domains[place_u] >> u & 1:
            continue
        digits = room.domains[place_v] & ~(1 << u)
        while digits:
            v = LOWEST[digits] - 1
            digits &= digits - 1
            without_two(puzzles, entry, u, v, families)
            common = EMPTY
            for w in range(WORDS):
                common |= families[1, w] & room.forward[free_count, w]
            if common != EMPTY:
                fits[u] |= 1 << v


@kernel
def keep(puzzles, entry, base, domains, place_u, place_v, room, families, pairs):
    """Filter an entry by the pairs that are kept at two of its places; return whether a domain changed."""
    free_count = fill_room(puzzles, entry, base, domains, place_u, place_v, room)
    ends = np.zeros(WORDS, np.uint64)
    digits_u = digits_v = 0
    for u in range(DIGITS):
        digits = pairs[u]
        if digits:
            digits_u |= 1 << u
            digits_v |= digits
        while digits:
            v = LOWEST[digits] - 1
            digits &= digits - 1
            without_two(puzzles, entry, u, v, families)
            for w in range(WORDS):
                ends[w] |= families[1, w]
    room.domains[place_u] = digits_u
    room.domains[place_v] = digits_v
    go_forward(room.domains, room.free, free_count, room.forward)
    for w in range(WORDS):
        room.backward[0, w] = room.forward[free_count, w] & ends[w]
    go_back(room.domains, room.free, free_count, room.forward, room.backward)
    has_changed = False
    first = puzzles.members[entry]
    for i in range(puzzles.members[entry + 1] - first):
        cell = puzzles.member[first + i] - base
        tighter = domains[cell] & room.domains[i]
        has_changed |= tighter != domains[cell]
        domains[cell] = tighter
    return has_changed


@kernel
def join(first, second, third, fourth, pairs):
    """Keep the pairs (a, b) of the first relation that (a, c), (c, d) and (b, d) complete to a circle."""
    for a in range(DIGITS):
        pairs[a] = 0
        corner = 0
        for c in range(DIGITS):
            if second[a] >> c & 1:
                corner |= third[c]
        for b in range(DIGITS):
            if first[a] >> b & 1 and fourth[b] & corner:
                pairs[a] |= 1 << b


@inlined
def transpose(relation, transposed):
    """Transpose a relation."""
    for v in range(DIGITS):
        transposed[v] = 0
        for u in range(DIGITS):
            transposed[v] |= (relation[u] >> v & 1) << u


@inner
def filter_rectangle(puzzles, base, domains, four, room, families, relations):
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
        entry, first, second = ends[k]
        places = place_of(puzzles, entry, first), place_of(puzzles, entry, second)
        fitting(puzzles, entry, base, domains, places[0], places[1], room, families, relations[k])
        transpose(relations[k], relations[4 + k])
    # (a, b) by (a, c), (c, d), (b, d); and so on around: each relation, the next two, and the one before.
    join(relations[0], relations[1], relations[2], relations[3], relations[8])
    join(relations[1], relations[0], relations[3], relations[2], relations[9])
    join(relations[2], relations[5], relations[0], relations[7], relations[10])
    join(relations[3], relations[4], relations[1], relations[6], relations[11])
    has_changed = False
    for k in range(4):
        union = 0
        for u in range(DIGITS):
            union |= relations[8 + k, u]
        if union == 0:
            return -1
        is_same = True
        for u in range(DIGITS):
            is_same &= relations[8 + k, u] == relations[k, u]
        if not is_same:
            entry, first, second = ends[k]
            places = place_of(puzzles, entry, first), place_of(puzzles, entry, second)
            has_changed |= keep(puzzles, entry, base, domains, places[0], places[1], room, families, relations[8 + k])
    return 1 if has_changed else 0


@inner
def reach_with_rectangles(puzzles, p, domains, start, desk):
    """Propagate with entries and rectangles (G+Q), as `reach` does with entries; all rectangles are examined."""
    base, room = puzzles.cells[p], desk.room
    families = np.zeros((2, WORDS), np.uint64)
    relations = np.zeros((12, DIGITS), np.int64)
    if not reach(puzzles, p, domains, ALL, NO_LENGTH, start, desk):
        return False
    has_changed = True
    while has_changed and count_open(domains):
        has_changed = False
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
                        sign = filter_rectangle(puzzles, base, domains, four, room, families, relations)
                        if sign < 0 or (sign > 0 and not reach(puzzles, p, domains, ALL, NO_LENGTH, ANYWHERE, desk)):
                            return False
                        has_changed |= sign > 0
    return True
