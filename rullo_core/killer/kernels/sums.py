"""The rule of 45 in a kernel: sums of the parts of cages inside and outside rows, columns, boxes and groups of them.

`rullo_core.killer.solver.Reasoner.sums` and `windows` are the same in readable Python.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner
from rullo_core.compiled.hashing import GOLDEN
from rullo_core.killer.kernels.board import LARGEST, cells_of

MOST_FULL = 6
"""Greatest number of cells of a sum that is filtered fully."""

MOST_SINGLE, MOST_CELLS = 4, 20
"""Greatest number of cells of a sum, for one row, column or box and for several."""

HASHED = 4096


class Sums(NamedTuple):
    """Signed sums of the parts of cages.

    Number is that of sums, or -1 before `make_sums`, and whether sums of windows are among them. A row of cells has
    `plus` added cells in reading order, then subtracted ones, `size` in all. Single sums belong to one row, column or
    box, are not mixed, and have at most `MOST_SINGLE` cells. Conflicts has, for sums of few cells, the earlier cells
    that each cell sees, as bits. Table hashes the sums; low and high are the least and the greatest digit of each
    domain. The other fields are working memory: which cells are in a region; by cage, its overlap with the region, and
    the portion of it that is in a sum; for the cells of a sum, minima and maxima of the sum from each cell on, the
    digits that have support, and while rows are tried the untried digits, the assignment and its partial sums.
    """

    number: np.ndarray
    cells: np.ndarray
    size: np.ndarray
    plus: np.ndarray
    totals: np.ndarray
    single: np.ndarray
    conflicts: np.ndarray
    table: np.ndarray
    in_region: np.ndarray
    overlaps: np.ndarray
    portions: np.ndarray
    minima: np.ndarray
    maxima: np.ndarray
    support: np.ndarray
    untried: np.ndarray
    assignment: np.ndarray
    partial_sums: np.ndarray
    low: np.ndarray
    high: np.ndarray


def sums_for(side: int, height: int, width: int) -> Sums:
    """Return working memory for the sums of a board."""
    boxes_per_column, boxes_per_row = side // height, side // width
    windows = side * (side + 1) + boxes_per_column * (boxes_per_column + 1) * boxes_per_row * (boxes_per_row + 1) // 4
    max_sums = 3 * windows
    overlaps, portions = np.zeros((2, 3 * side + 2 + side * side), np.int64)
    support, untried, assignment, partial_sums = np.zeros((4, MOST_FULL), np.int64)
    return Sums(
        np.array([-1, 0]),
        np.zeros((max_sums, MOST_CELLS), np.int64),
        np.zeros(max_sums, np.int64),
        np.zeros(max_sums, np.int64),
        np.zeros(max_sums, np.int64),
        np.zeros(max_sums, np.uint8),
        np.zeros((max_sums, MOST_FULL), np.int64),
        np.zeros(HASHED, np.int64),
        np.zeros(side * side, np.uint8),
        overlaps,
        portions,
        np.zeros(MOST_CELLS + 1, np.int64),
        np.zeros(MOST_CELLS + 1, np.int64),
        support,
        untried,
        assignment,
        partial_sums,
        np.array([0] + [(bits & -bits).bit_length() for bits in range(1, 2**side)]),
        np.array([bits.bit_length() for bits in range(2**side)]),
    )


# -- finding sums -----------------------------------------------------------------------------------------------------


@inner
def make_sums(frame, sums, windows):
    """Find the sums of a frame: of single rows, columns and boxes, or with ``windows`` all sums."""
    side, height, width, in_region = frame.side, frame.height, frame.width, sums.in_region
    sums.number[0], sums.number[1] = 0, windows
    sums.table[:] = -1
    if not windows:
        for unit in range(3 * side):
            in_region[:] = 0
            for cell in cells_of(frame, unit):
                in_region[cell] = 1
            add_region(frame, sums, ONE_UNIT)
        return
    for first in (0, side):
        for begin in range(side):
            in_region[:] = 0
            for line in range(begin, side):
                if line - begin + 1 < side:
                    for cell in cells_of(frame, first + line):
                        in_region[cell] = 1
                    add_region(frame, sums, line - begin + 1)
    boxes_per_column, boxes_per_row = side // height, side // width
    for first_row in range(boxes_per_column):
        for first_column in range(boxes_per_row):
            for last_row in range(first_row, boxes_per_column):
                for last_column in range(first_column, boxes_per_row):
                    boxes = (last_row - first_row + 1) * (last_column - first_column + 1)
                    if boxes == side:
                        continue
                    in_region[:] = 0
                    for r in range(first_row, last_row + 1):
                        for c in range(first_column, last_column + 1):
                            for cell in cells_of(frame, 2 * side + r * boxes_per_row + c):
                                in_region[cell] = 1
                    add_region(frame, sums, boxes)


INNER, OUTER, MIXED = map(np.int64, range(3))

NO_CELLS, INSIDE_CELLS, OUTSIDE_CELLS = range(3)
"""The portion of a cage that is in a sum: none, or its cells inside or outside the region."""

ONE_UNIT = np.int64(1)


@inner
def add_region(frame, sums, units):
    """Add the sums inside, outside and across the border of a region that consists of this number of units."""
    in_region, overlaps, portions, side = sums.in_region, sums.overlaps, sums.portions, frame.side
    inner = units * (side * (side + 1) // 2)
    overlaps[: frame.number[0]] = 0
    uncaged = 0
    for cell in range(side * side):
        cage = frame.of_cell[cell, 0]
        if cage >= 0:
            overlaps[cage] += in_region[cell]
        else:
            uncaged += in_region[cell]
    for cage in range(frame.units, frame.number[0]):
        if overlaps[cage] == len(cells_of(frame, cage)):
            inner -= frame.totals[cage]
    for kind in range(3 if sums.number[1] else MIXED):
        plus, minus = uncaged, 0
        total = inner
        for cage in range(frame.units, frame.number[0]):
            cells = len(cells_of(frame, cage))
            portions[cage] = NO_CELLS
            if overlaps[cage] == 0 or overlaps[cage] == cells:
                continue
            if kind == OUTER or (kind == MIXED and 2 * overlaps[cage] > cells):
                total -= frame.totals[cage]
                portions[cage] = OUTSIDE_CELLS
                minus += cells - overlaps[cage]
            else:
                portions[cage] = INSIDE_CELLS
                plus += overlaps[cage]
        if plus + minus == 0 or plus + minus > MOST_CELLS:
            continue
        new = sums.cells[sums.number[0]]
        added, subtracted = 0, plus
        for cell in range(side * side):
            cage = frame.of_cell[cell, 0]
            if in_region[cell] and (cage < 0 or portions[cage] == INSIDE_CELLS):
                new[added] = cell
                added += 1
            elif not in_region[cell] and cage >= 0 and portions[cage] == OUTSIDE_CELLS:
                new[subtracted] = cell
                subtracted += 1
        single = units == 1 and kind != MIXED and plus + minus <= MOST_SINGLE
        if plus:
            add_sum(frame, sums, plus + minus, plus, total, single)
        else:
            add_sum(frame, sums, minus, minus, -total, single)


@inner
def add_sum(frame, sums, n, plus, total, single):
    """Add a sum, whose n cells are in the next row, unless the same cells and signs are there already."""
    new = sums.number[0]
    mixed = np.uint64(plus)
    for i in range(n):
        mixed = (mixed ^ np.uint64(sums.cells[new, i] + 1)) * GOLDEN
        mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed % np.uint64(HASHED))
    while sums.table[slot] >= 0:
        twin = sums.table[slot]
        if sums.size[twin] == n and sums.plus[twin] == plus:
            is_equal = True
            for i in range(n):
                is_equal &= sums.cells[twin, i] == sums.cells[new, i]
            if is_equal:
                sums.single[twin] |= single
                return
        slot = (slot + 1) % HASHED
    sums.table[slot] = new
    sums.size[new], sums.plus[new], sums.totals[new], sums.single[new] = n, plus, total, single
    if n <= MOST_FULL:
        for i in range(n):
            sums.conflicts[new, i] = 0
            for j in range(i):
                later, earlier = sums.cells[new, i], sums.cells[new, j]
                cage = frame.of_cell[later, 0]
                if frame.sees[later, earlier] or (cage >= 0 and cage == frame.of_cell[earlier, 0]):
                    sums.conflicts[new, i] |= 1 << j
    sums.number[0] = new + 1


# -- filtering sums ---------------------------------------------------------------------------------------------------


@inner
def filter_sum(sums, k, domains, output):
    """Filter a sum, fully if it has few cells, else by the bounds of its other cells; False if no digits fit."""
    n, plus, minima, maxima = sums.size[k], sums.plus[k], sums.minima, sums.maxima
    lowest, highest = sums.low, sums.high
    minima[n] = maxima[n] = 0
    for i in range(n - 1, -1, -1):
        domain = domains[sums.cells[k, i]]
        low, high = lowest[domain], highest[domain]
        minima[i] = minima[i + 1] + (low if i < plus else -high)
        maxima[i] = maxima[i + 1] + (high if i < plus else -low)
    total = sums.totals[k]
    if total < minima[0] or total > maxima[0]:
        return False
    # No cell can be further above its least digit than `rise`, or below its greatest digit than `fall`.
    rise, fall = total - minima[0], maxima[0] - total
    if n > MOST_FULL:
        for i in range(n):
            reachable = within_reach(domains[sums.cells[k, i]], i < plus, rise, fall, sums)
            if reachable == 0:
                return False
            output[sums.cells[k, i]] &= reachable
        return True
    support, assignment = sums.support, sums.assignment
    support[:] = 0
    for place in range(n):
        pending = within_reach(domains[sums.cells[k, place]], place < plus, rise, fall, sums) & ~support[place]
        while pending:
            bit = pending & -pending
            if not find_support(sums, k, domains, place, bit):
                pending ^= bit
                continue
            for i in range(n):
                support[i] |= assignment[i]
            pending &= ~support[place]
        if support[place] == 0:
            return False
    for i in range(n):
        output[sums.cells[k, i]] &= support[i]
    return True


@inlined
def within_reach(domain, is_added, rise, fall, sums):
    """Return the digits of a domain for which the other cells can still complete the sum."""
    low, high = sums.low[domain], sums.high[domain]
    return domain & (digits_between(high - fall, low + rise) if is_added else digits_between(high - rise, low + fall))


@inlined
def digits_between(low, high):
    """Return the digits from `low` to `high` as bits."""
    if high < low or high < 1 or low > LARGEST:
        return 0
    return (1 << min(high, LARGEST)) - (1 << (max(low, 1) - 1))


@inner
def find_support(sums, k, domains, place, bit):
    """Whether digits have the sum if that at `place` is fixed to `bit`; they are then the assignment.

    Digits without support so far are tried first, so that fewer assignments give support to all.
    """
    support, untried, assignment, partial_sums = sums.support, sums.untried, sums.assignment, sums.partial_sums
    n, plus, total, minima, maxima = sums.size[k], sums.plus[k], sums.totals[k], sums.minima, sums.maxima
    # Until `place` is reached, the bounds of the cells to come are tightened by the digit that is fixed there.
    place_domain, digit = domains[sums.cells[k, place]], sums.low[bit]
    rise, fall = digit - sums.low[place_domain], sums.high[place_domain] - digit
    if place >= plus:
        rise, fall = fall, rise
    depth = partial = 0
    while True:
        domain = bit
        if depth != place:
            domain = domains[sums.cells[k, depth]]
            if depth < place and sums.conflicts[k, place] >> depth & 1:
                domain &= ~bit
            for earlier in range(depth):
                if sums.conflicts[k, depth] >> earlier & 1:
                    domain &= ~assignment[earlier]
        # The cells to come have to add up to the rest of the total, which determines the last digit.
        low, high = total - partial - maxima[depth + 1], total - partial - minima[depth + 1]
        if depth < place:
            low, high = low + fall, high - rise
        untried[depth] = domain & (digits_between(low, high) if depth < plus else digits_between(-high, -low))
        partial_sums[depth] = partial
        while untried[depth] == 0:
            depth -= 1
            if depth < 0:
                return False
        fresh = untried[depth] & ~support[depth]
        choice = fresh & -fresh if fresh else untried[depth] & -untried[depth]
        untried[depth] ^= choice
        assignment[depth] = choice
        if depth == n - 1:
            return True
        partial = partial_sums[depth] + (sums.low[choice] if depth < plus else -sums.low[choice])
        depth += 1
