"""Deductions from one line of a large board, by the sums that its unknown cells can reach from either end.

Cells with negative numbers are inverted: they count as taken when excluded, so that all weights are positive. If the
cells have to reach more than half of their total, all are inverted, so that the sums are as small as possible. The
reachable sums are a bit set or, if sums are large and cells are few, two sorted lists: one for each half of the cells.

Integers in inner loops are unsigned, so that no index has to be tested for counting from the end.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.bits import NONE, ONE, count_ones

MOST_CELLS = 64
"""The longest line: its cells are the bits of a word."""

MOST_SUMS = 2**20
"""Largest sum for bit sets; larger sums are kept in lists."""

MOST_LISTED = 2**14
"""Longest list; if half of the cells have more different sums, only bounds are used."""

MOST_COUNTED = 2**14
"""If the sum to reach is larger, solutions are counted by lists."""

BITS, WORD = np.uint64(64), np.uint64(63)
"""Number of bits in a word; mask of a bit number's position in its word."""


class Room(NamedTuple):
    """Working memory for one line; `sums` to `every` have two lists for each half of the cells, to read and write."""

    weights: np.ndarray  # int64[64]: positive weights of the unknown cells
    bits: np.ndarray  # uint64[64]: the bit of each of these cells in the line
    reached: np.ndarray  # uint64[65, words]: the sums that the cells before each can reach
    words: np.ndarray  # uint64[64]: the same if one word is enough
    rest: np.ndarray  # uint64[words]: the sums from which the cells after one can reach the target
    sums: np.ndarray  # int64[4, listed]: the different sums of half of the cells, ascending
    ways: np.ndarray  # float64[4, listed]: number of ways to reach each sum
    some: np.ndarray  # uint64[4, listed]: the cells that some of these ways take
    every: np.ndarray  # uint64[4, listed]: the cells that all of these ways take
    counted: np.ndarray  # int64[2, sums]: number of ways to reach each sum, to read and to write
    taking: np.ndarray  # float64[64]: the share of solutions that take each cell


def room_for(cells: int, largest: int) -> Room:
    """Return working memory for lines of so many cells at most, with numbers up to this absolute value."""
    most = cells * largest // 2
    words = (min(most, MOST_SUMS) >> 6) + 1
    # Half of the cells have no more sums than subsets.
    lists = (4, min(MOST_LISTED, 2 ** (-(-cells // 2))))
    return Room(
        weights=np.zeros(MOST_CELLS, np.int64),
        bits=np.zeros(MOST_CELLS, np.uint64),
        reached=np.zeros((MOST_CELLS + 1, words), np.uint64),
        words=np.zeros(MOST_CELLS, np.uint64),
        rest=np.zeros(words, np.uint64),
        sums=np.empty(lists, np.int64),
        ways=np.empty(lists, np.float64),
        some=np.empty(lists, np.uint64),
        every=np.empty(lists, np.uint64),
        counted=np.zeros((2, min(most, MOST_COUNTED) + 1), np.int64),
        taking=np.zeros(MOST_CELLS, np.float64),
    )


@inlined
def weigh(numbers, line, unknown, target, room):
    """Set the weights of a line's unknown cells, a mask, which have to add up to a target.

    Return their number; the total weight of the taken ones, at most half of all, negative if there is no solution; and
    the cells that are taken if they are excluded.
    """
    count = 0
    total = 0
    turned = NONE
    left = unknown
    while left != NONE:
        bit = left & (~left + ONE)
        left ^= bit
        number = numbers[line, count_ones(bit - ONE)]
        if number < 0:
            target -= number
            number = -number
            turned |= bit
        room.weights[count] = number
        room.bits[count] = bit
        total += number
        count += 1
    if 2 * target > total:
        target = total - target
        turned ^= unknown
    return count, target, turned


@inlined
def solve_line(numbers, line, unknown, target, room):
    """Return whether a line has any solution, and the unknown cells that all solutions include, and exclude."""
    count, target, turned = weigh(numbers, line, unknown, target, room)
    if target < 0:
        return False, NONE, NONE
    if target == 0:
        return True, turned, unknown & ~turned
    if target < 64:
        holds, taken, left = solve_in_word(count, target, room)
    elif is_listed(count, target):
        holds, taken, left = solve_by_lists(count, target, room)
    else:
        holds, taken, left = solve_wide(count, target, room)
    return holds, taken & ~turned | left & turned, left & ~turned | taken & turned


@inlined
def is_listed(count, target):
    """Return whether lists of sums are shorter than bit sets, or sums too large for bit sets."""
    return target > MOST_SUMS or target >> 6 > 1 << ((count + 1) >> 1)


@inlined
def solve_in_word(count, target, room):
    """Find the cells that are always taken, and those never taken, if all sums fit into a word."""
    weights, bits, words = room.weights, room.bits, room.words
    reached = ONE
    for i in range(count):
        words[i] = reached
        if weights[i] <= target:
            reached |= reached << np.uint64(weights[i])
    if reached >> np.uint64(target) & ONE == NONE:
        return False, NONE, NONE
    taken = NONE
    left = NONE
    rest = ONE << np.uint64(target)
    for i in range(count - 1, -1, -1):
        if weights[i] > target:
            left |= bits[i]
            continue
        within = rest >> np.uint64(weights[i])
        if words[i] & rest == NONE:
            taken |= bits[i]
        elif words[i] & within == NONE:
            left |= bits[i]
        rest |= within
    return True, taken, left


@kernel
def solve_wide(count, target, room):
    """Find the cells that are always taken, and those never taken, with sums in several words."""
    weights, bits, reached, rest = room.weights, room.bits, room.reached, room.rest
    cells, words = np.uint64(count), np.uint64((target >> 6) + 1)
    for k in range(words):
        reached[NONE, k] = NONE
        rest[k] = NONE
    reached[NONE, NONE] = ONE
    for i in range(cells):
        whole, part = np.uint64(weights[i] >> 6), np.uint64(weights[i]) & WORD
        for k in range(words):
            word = reached[i, k]
            if k >= whole:
                word |= reached[i, k - whole] << part
                if part != NONE and k > whole:
                    word |= reached[i, k - whole - ONE] >> (BITS - part)
            reached[i + ONE, k] = word
    bit = ONE << (np.uint64(target) & WORD)
    if reached[cells, words - ONE] & bit == NONE:
        return False, NONE, NONE
    rest[words - ONE] = bit
    taken = NONE
    left = NONE
    for after in range(cells):
        cell = cells - ONE - after
        whole, part = np.uint64(weights[cell] >> 6), np.uint64(weights[cell]) & WORD
        without = NONE
        within = NONE
        for k in range(words):
            word = NONE
            if k + whole < words:
                word = rest[k + whole] >> part
                if part != NONE and k + whole + ONE < words:
                    word |= rest[k + whole + ONE] << (BITS - part)
            without |= reached[cell, k] & rest[k]
            within |= reached[cell, k] & word
            rest[k] |= word
        if without == NONE:
            taken |= bits[cell]
        elif within == NONE:
            left |= bits[cell]
    return True, taken, left


# -- lists ------------------------------------------------------------------------------------------------------------


@inner
def list_sums(at, first, last, target, room):
    """List the different sums of the cells from `first` to before `last`, up to the target.

    Return the index of the list with the result, the given one or the next, and its length; -1 if a list is too short.
    """
    sums, ways, some, every = room.sums, room.ways, room.some, room.every
    sums[at, 0] = 0
    ways[at, 0] = 1.0
    some[at, 0] = NONE
    every[at, 0] = NONE
    number = 1
    for cell in range(first, last):
        weight, bit = room.weights[cell], room.bits[cell]
        new = at ^ 1
        i = j = n = 0
        while True:
            without = sums[at, i] if i < number else target + 1
            within = sums[at, j] + weight if j < number else target + 1
            if without > target and within > target:
                break
            if n == MOST_LISTED:
                return at, -1
            sums[new, n] = min(without, within)
            ways[new, n] = 0.0
            some[new, n] = NONE
            every[new, n] = ~NONE
            if without <= within:
                ways[new, n] = ways[at, i]
                some[new, n] = some[at, i]
                every[new, n] = every[at, i]
                i += 1
            if within <= without:
                ways[new, n] += ways[at, j]
                some[new, n] |= some[at, j] | bit
                every[new, n] &= every[at, j] | bit
                j += 1
            n += 1
        at, number = new, n
    return at, number


@kernel
def solve_by_lists(count, target, room):
    """Find the cells that are always or never taken, by the sums of either half; if these are too many, by bounds."""
    sums, some, every = room.sums, room.some, room.every
    half = count >> 1
    one, number = list_sums(0, 0, half, target, room)
    other, j = list_sums(2, half, count, target, room)
    if number < 0 or j < 0:
        return solve_by_bounds(count, target, room)
    holds = False
    ever = NONE
    always = ~NONE
    always_other = ~NONE
    i = 0
    while i < number and j > 0:
        sum_of_both = sums[one, i] + sums[other, j - 1]
        if sum_of_both > target:
            j -= 1
        elif sum_of_both < target:
            i += 1
        else:
            holds = True
            ever |= some[one, i] | some[other, j - 1]
            always &= every[one, i]
            always_other &= every[other, j - 1]
            i += 1
            j -= 1
    all_bits = NONE
    for i in range(count):
        all_bits |= room.bits[i]
    return holds, always | always_other, all_bits & ~ever


@inner
def solve_by_bounds(count, target, room):
    """Find only cells whose weight is too large, or without which the others weigh too little."""
    weights, bits = room.weights, room.bits
    total = 0
    for i in range(count):
        total += weights[i]
    taken = NONE
    left = NONE
    for i in range(count):
        if weights[i] > target:
            left |= bits[i]
        elif total - weights[i] < target:
            taken |= bits[i]
    return True, taken, left


# -- shares -----------------------------------------------------------------------------------------------------------


@inlined
def share_line(numbers, line, unknown, target, room, depth, shares):
    """Compute the share of a line's solutions that include each unknown cell; return the number of solutions.

    Shares are written to `shares[depth, line]`. If solutions are not counted, they are 0.5, and the number is 0.
    """
    count, target, turned = weigh(numbers, line, unknown, target, room)
    by_sum = target <= MOST_COUNTED
    number = count_taking(count, target, room) if by_sum else count_taking_by_lists(count, target, room)
    for i in range(count):
        share = 1 - room.taking[i] if turned & room.bits[i] != NONE else room.taking[i]
        shares[depth, line, count_ones(room.bits[i] - ONE)] = share
    return number


@inner
def count_taking(count, target, room):
    """Compute the share of solutions that take each cell.

    Numbers of ways are exact: of 64 positive weights no more than 64 over 32 choices have the same sum (P. Erdős, On a
    lemma of Littlewood and Offord, 1945), which an int64 can hold.
    """
    weights, ways, taking = room.weights, room.counted, room.taking
    sums = np.uint64(target + 1)
    at = NONE
    for s in range(sums):
        ways[at, s] = 0
    ways[at, NONE] = 1
    for i in range(count):
        weight = np.uint64(min(weights[i], target + 1))
        new = at ^ ONE
        for s in range(weight):
            ways[new, s] = ways[at, s]
        for s in range(sums - weight):
            ways[new, s + weight] = ways[at, s + weight] + ways[at, s]
        at = new
    total = ways[at, sums - ONE]
    for i in range(count):
        # Ways that take a cell are ways without it to a sum lower by its weight: all ways, minus those with it, etc.
        with_it = 0
        sign = 1
        for s in range(target - weights[i], -1, -weights[i]):
            with_it += sign * ways[at, np.uint64(s)]
            sign = -sign
        taking[i] = with_it / total
    return np.float64(total)


@inner
def count_taking_by_lists(count, target, room):
    """Compute the shares by lists; a cell that only some of a sum's ways take is counted for half of these ways."""
    sums, ways, some, every, taking = room.sums, room.ways, room.some, room.every, room.taking
    half = count >> 1
    one, number = list_sums(0, 0, half, target, room)
    other, j = list_sums(2, half, count, target, room)
    taking[:count] = 0.5
    if number < 0 or j < 0:
        return 0.0
    taking[:count] = 0.0
    total = 0.0
    i = 0
    while i < number and j > 0:
        sum_of_both = sums[one, i] + sums[other, j - 1]
        if sum_of_both > target:
            j -= 1
        elif sum_of_both < target:
            i += 1
        else:
            number_of_ways = ways[one, i] * ways[other, j - 1]
            total += number_of_ways
            for k in range(count):
                in_some = some[one, i] if k < half else some[other, j - 1]
                in_every = every[one, i] if k < half else every[other, j - 1]
                if in_every & room.bits[k] != NONE:
                    taking[k] += number_of_ways
                elif in_some & room.bits[k] != NONE:
                    taking[k] += number_of_ways / 2
            i += 1
            j -= 1
    for k in range(count):
        taking[k] /= total
    return total
