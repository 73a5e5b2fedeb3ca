"""The rule of 45 in a kernel: sums of the parts of cages inside and outside rows, columns, boxes and groups of them.

`rullo_core.killer.solver.Reasoner.sums` and `windows` are the same in readable Python.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner
from rullo_core.compiled.hashing import GOLDEN
from rullo_core.killer.kernels.board import LARGEST, cells_of

LISTED = 6
"""Greatest number of cells of a sum that is filtered fully."""

MOST_SINGLE, MOST = 4, 20
"""Greatest number of cells of a sum, for one row, column or box and for several."""

HASHED = 4096


class Sums(NamedTuple):
    """Signed sums of the parts of cages.

    Number is that of sums, or -1 before `make_sums`, and whether sums of windows are among them. A row of cells has
    `plus` added cells in reading order, then subtracted ones, `size` in all. Single sums belong to one row, column or
    box, are not mixed, and have at most `MOST_SINGLE` cells. Apart has, for sums of few cells, the earlier cells that
    each cell sees, as bits. Table hashes the sums; low and high are the least and the greatest digit of each domain.
    The others are working memory: which cells are inside a region, by cage how many are, and which are taken; for the
    cells of a sum, bounds of those from each one on, the digits that were found, and those that are left and chosen,
    with their sum so far.
    """

    number: np.ndarray
    cells: np.ndarray
    size: np.ndarray
    plus: np.ndarray
    totals: np.ndarray
    single: np.ndarray
    apart: np.ndarray
    table: np.ndarray
    inside: np.ndarray
    within: np.ndarray
    taken: np.ndarray
    least: np.ndarray
    most: np.ndarray
    found: np.ndarray
    left: np.ndarray
    chosen: np.ndarray
    so_far: np.ndarray
    low: np.ndarray
    high: np.ndarray


def sums_for(side: int, high: int, wide: int) -> Sums:
    """Return working memory for the sums of a board."""
    down, across = side // high, side // wide
    windows = side * (side + 1) + down * (down + 1) * across * (across + 1) // 4
    most = 3 * windows
    within, taken = np.zeros((2, 3 * side + 2 + side * side), np.int64)
    found, left, chosen, so_far = np.zeros((4, LISTED), np.int64)
    return Sums(
        np.array([-1, 0]),
        np.zeros((most, MOST), np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.uint8),
        np.zeros((most, LISTED), np.int64),
        np.zeros(HASHED, np.int64),
        np.zeros(side * side, np.uint8),
        within,
        taken,
        np.zeros(MOST + 1, np.int64),
        np.zeros(MOST + 1, np.int64),
        found,
        left,
        chosen,
        so_far,
        np.array([0] + [(one & -one).bit_length() for one in range(1, 2**side)]),
        np.array([one.bit_length() for one in range(2**side)]),
    )


# -- finding sums -----------------------------------------------------------------------------------------------------


@inner
def make_sums(frame, sums, windows):
    """Find the sums of a frame: those of single rows, columns and boxes, or with ``windows`` all."""
    side, high, wide, inside = frame.side, frame.high, frame.wide, sums.inside
    sums.number[0], sums.number[1] = 0, windows
    sums.table[:] = -1
    if not windows:
        for unit in range(3 * side):
            inside[:] = 0
            for cell in cells_of(frame, unit):
                inside[cell] = 1
            add_region(frame, sums, ONE)
        return
    for first in (0, side):
        for begin in range(side):
            inside[:] = 0
            for line in range(begin, side):
                if line - begin + 1 < side:
                    for cell in cells_of(frame, first + line):
                        inside[cell] = 1
                    add_region(frame, sums, line - begin + 1)
    down, across = side // high, side // wide
    for top in range(down):
        for left in range(across):
            for bottom in range(top, down):
                for right in range(left, across):
                    boxes = (bottom - top + 1) * (right - left + 1)
                    if boxes == side:
                        continue
                    inside[:] = 0
                    for r in range(top, bottom + 1):
                        for c in range(left, right + 1):
                            for cell in cells_of(frame, 2 * side + r * across + c):
                                inside[cell] = 1
                    add_region(frame, sums, boxes)


INNER, OUTER, MIXED = map(np.int64, range(3))

NO_CELLS, INSIDE, OUTSIDE = range(3)
"""Of a cage, those that are in a sum."""

ONE = np.int64(1)


@inner
def add_region(frame, sums, units):
    """Add the sums inside, outside and across the border of a region that consists of this number of units."""
    inside, within, taken, side = sums.inside, sums.within, sums.taken, frame.side
    inner = units * (side * (side + 1) // 2)
    within[: frame.number[0]] = 0
    alone = 0
    for cell in range(side * side):
        cage = frame.of_cell[cell, 0]
        if cage >= 0:
            within[cage] += inside[cell]
        else:
            alone += inside[cell]
    for cage in range(frame.units, frame.number[0]):
        if within[cage] == len(cells_of(frame, cage)):
            inner -= frame.totals[cage]
    for how in range(3 if sums.number[1] else MIXED):
        more, less = alone, 0
        total = inner
        for cage in range(frame.units, frame.number[0]):
            cells = len(cells_of(frame, cage))
            taken[cage] = NO_CELLS
            if within[cage] == 0 or within[cage] == cells:
                continue
            if how == OUTER or (how == MIXED and 2 * within[cage] > cells):
                total -= frame.totals[cage]
                taken[cage] = OUTSIDE
                less += cells - within[cage]
            else:
                taken[cage] = INSIDE
                more += within[cage]
        if more + less == 0 or more + less > MOST:
            continue
        new = sums.cells[sums.number[0]]
        added, subtracted = 0, more
        for cell in range(side * side):
            cage = frame.of_cell[cell, 0]
            if inside[cell] and (cage < 0 or taken[cage] == INSIDE):
                new[added] = cell
                added += 1
            elif not inside[cell] and cage >= 0 and taken[cage] == OUTSIDE:
                new[subtracted] = cell
                subtracted += 1
        single = units == 1 and how != MIXED and more + less <= MOST_SINGLE
        if more:
            add_sum(frame, sums, more + less, more, total, single)
        else:
            add_sum(frame, sums, less, less, -total, single)


@inner
def add_sum(frame, sums, n, plus, total, single):
    """Add a sum, whose n cells are in the next row, unless the same cells and signs are there already."""
    new = sums.number[0]
    mixed = np.uint64(plus)
    for i in range(n):
        mixed = (mixed ^ np.uint64(sums.cells[new, i] + 1)) * GOLDEN
        mixed ^= mixed >> np.uint64(29)
    at = np.int64(mixed % np.uint64(HASHED))
    while sums.table[at] >= 0:
        other = sums.table[at]
        if sums.size[other] == n and sums.plus[other] == plus:
            same = True
            for i in range(n):
                same &= sums.cells[other, i] == sums.cells[new, i]
            if same:
                sums.single[other] |= single
                return
        at = (at + 1) % HASHED
    sums.table[at] = new
    sums.size[new], sums.plus[new], sums.totals[new], sums.single[new] = n, plus, total, single
    if n <= LISTED:
        for i in range(n):
            sums.apart[new, i] = 0
            for j in range(i):
                one, other = sums.cells[new, i], sums.cells[new, j]
                cage = frame.of_cell[one, 0]
                if frame.sees[one, other] or (cage >= 0 and cage == frame.of_cell[other, 0]):
                    sums.apart[new, i] |= 1 << j
    sums.number[0] = new + 1


# -- filtering sums ---------------------------------------------------------------------------------------------------


@inner
def filter_sum(sums, k, domains, after):
    """Filter a sum, of few cells fully, of more than `LISTED` by the bounds of the others; False if no digits fit."""
    n, plus, least, most = sums.size[k], sums.plus[k], sums.least, sums.most
    lowest, highest = sums.low, sums.high
    least[n] = most[n] = 0
    for i in range(n - 1, -1, -1):
        domain = domains[sums.cells[k, i]]
        low, high = lowest[domain], highest[domain]
        least[i] = least[i + 1] + (low if i < plus else -high)
        most[i] = most[i + 1] + (high if i < plus else -low)
    total = sums.totals[k]
    if total < least[0] or total > most[0]:
        return False
    # No cell can be further above its least digit than `up`, or below its greatest digit than `down`.
    up, down = total - least[0], most[0] - total
    if n > LISTED:
        for i in range(n):
            kept = within_reach(domains[sums.cells[k, i]], i < plus, up, down, sums)
            if kept == 0:
                return False
            after[sums.cells[k, i]] &= kept
        return True
    found, chosen = sums.found, sums.chosen
    found[:] = 0
    for place in range(n):
        asked = within_reach(domains[sums.cells[k, place]], place < plus, up, down, sums) & ~found[place]
        while asked:
            bit = asked & -asked
            if not some_row(sums, k, domains, place, bit):
                asked ^= bit
                continue
            for i in range(n):
                found[i] |= chosen[i]
            asked &= ~found[place]
        if found[place] == 0:
            return False
    for i in range(n):
        after[sums.cells[k, i]] &= found[i]
    return True


@inlined
def within_reach(domain, is_added, up, down, sums):
    """Return the digits of a domain for which the other cells can still complete the sum."""
    low, high = sums.low[domain], sums.high[domain]
    return domain & (between(high - down, low + up) if is_added else between(high - up, low + down))


@inlined
def between(low, high):
    """Return the digits from `low` to `high` as bits."""
    if high < low or high < 1 or low > LARGEST:
        return 0
    return (1 << min(high, LARGEST)) - (1 << (max(low, 1) - 1))


@inner
def some_row(sums, k, domains, place, bit):
    """Whether digits have the sum if the one at `place` is fixed to `bit`; `chosen` then holds them.

    Digits that were not found yet are tried first, so that fewer rows are enough to find all.
    """
    found, left, chosen, so_far = sums.found, sums.left, sums.chosen, sums.so_far
    n, plus, total, least, most = sums.size[k], sums.plus[k], sums.totals[k], sums.least, sums.most
    # Until `place` is reached, the bounds of the cells to come are tightened by the digit that is fixed there.
    own, digit = domains[sums.cells[k, place]], sums.low[bit]
    up, down = digit - sums.low[own], sums.high[own] - digit
    if place >= plus:
        up, down = down, up
    depth = now = 0
    while True:
        domain = bit
        if depth != place:
            domain = domains[sums.cells[k, depth]]
            if depth < place and sums.apart[k, place] >> depth & 1:
                domain &= ~bit
            for other in range(depth):
                if sums.apart[k, depth] >> other & 1:
                    domain &= ~chosen[other]
        # The cells to come add up to what is left then, so that the last digit is known.
        low, high = total - now - most[depth + 1], total - now - least[depth + 1]
        if depth < place:
            low, high = low + down, high - up
        left[depth], so_far[depth] = domain & (between(low, high) if depth < plus else between(-high, -low)), now
        while left[depth] == 0:
            depth -= 1
            if depth < 0:
                return False
        fresh = left[depth] & ~found[depth]
        one = fresh & -fresh if fresh else left[depth] & -left[depth]
        left[depth] ^= one
        chosen[depth] = one
        if depth == n - 1:
            return True
        now = so_far[depth] + (sums.low[one] if depth < plus else -sums.low[one])
        depth += 1
