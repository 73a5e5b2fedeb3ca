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
    """Working memory for one line; `sums` to `intersections` have two lists for each half of the cells."""

    weights: np.ndarray  # int64[64]: positive weights of the unknown cells
    bits: np.ndarray  # uint64[64]: the bit of each of these cells in the line
    reachable: np.ndarray  # uint64[65, words]: the sums that the cells before each can reach
    words: np.ndarray  # uint64[64]: the same if one word is enough
    rest: np.ndarray  # uint64[words]: the sums from which the cells after one can reach the target
    sums: np.ndarray  # int64[4, listed]: the different sums of half of the cells, ascending
    ways: np.ndarray  # float64[4, listed]: number of ways to reach each sum
    unions: np.ndarray  # uint64[4, listed]: the cells that some of these ways take
    intersections: np.ndarray  # uint64[4, listed]: the cells that all of these ways take
    way_counts: np.ndarray  # int64[2, sums]: number of ways to reach each sum, to read and to write
    taking: np.ndarray  # float64[64]: the share of solutions that take each cell


def room_for(cells: int, largest: int) -> Room:
    """Return working memory for lines of at most `cells` cells, with numbers up to this absolute value."""
    largest_sum = cells * largest // 2
    words = (min(largest_sum, MOST_SUMS) >> 6) + 1
    # Half of the cells have no more sums than subsets.
    lists = (4, min(MOST_LISTED, 2 ** (-(-cells // 2))))
    return Room(
        weights=np.zeros(MOST_CELLS, np.int64),
        bits=np.zeros(MOST_CELLS, np.uint64),
        reachable=np.zeros((MOST_CELLS + 1, words), np.uint64),
        words=np.zeros(MOST_CELLS, np.uint64),
        rest=np.zeros(words, np.uint64),
        sums=np.empty(lists, np.int64),
        ways=np.empty(lists, np.float64),
        unions=np.empty(lists, np.uint64),
        intersections=np.empty(lists, np.uint64),
        way_counts=np.zeros((2, min(largest_sum, MOST_COUNTED) + 1), np.int64),
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
    inverted = NONE
    remaining = unknown
    while remaining != NONE:
        bit = remaining & (~remaining + ONE)
        remaining ^= bit
        number = numbers[line, count_ones(bit - ONE)]
        if number < 0:
            target -= number
            number = -number
            inverted |= bit
        room.weights[count] = number
        room.bits[count] = bit
        total += number
        count += 1
    if 2 * target > total:
        target = total - target
        inverted ^= unknown
    return count, target, inverted


@inlined
def solve_line(numbers, line, unknown, target, room):
    """Return whether a line has any solution, and the unknown cells that all solutions include, and exclude."""
    count, target, inverted = weigh(numbers, line, unknown, target, room)
    if target < 0:
        return False, NONE, NONE
    if target == 0:
        return True, inverted, unknown & ~inverted
    if target < 64:
        holds, always, never = solve_in_word(count, target, room)
    elif is_listed(count, target):
        holds, always, never = solve_by_lists(count, target, room)
    else:
        holds, always, never = solve_wide(count, target, room)
    return holds, always & ~inverted | never & inverted, never & ~inverted | always & inverted


@inlined
def is_listed(count, target):
    """Return whether lists of sums are shorter than bit sets, or sums too large for bit sets."""
    return target > MOST_SUMS or target >> 6 > 1 << ((count + 1) >> 1)


@inlined
def solve_in_word(count, target, room):
    """Find the cells that are always taken, and those never taken, if all sums fit into a word."""
    weights, bits, words = room.weights, room.bits, room.words
    reachable = ONE
    for i in range(count):
        words[i] = reachable
        if weights[i] <= target:
            reachable |= reachable << np.uint64(weights[i])
    if reachable >> np.uint64(target) & ONE == NONE:
        return False, NONE, NONE
    always = NONE
    never = NONE
    rest = ONE << np.uint64(target)
    for i in range(count - 1, -1, -1):
        if weights[i] > target:
            never |= bits[i]
            continue
        taking = rest >> np.uint64(weights[i])
        if words[i] & rest == NONE:
            always |= bits[i]
        elif words[i] & taking == NONE:
            never |= bits[i]
        rest |= taking
    return True, always, never


@kernel
def solve_wide(count, target, room):
    """Find the cells that are always taken, and those never taken, with sums in several words."""
    weights, bits, reachable, rest = room.weights, room.bits, room.reachable, room.rest
    cells, words = np.uint64(count), np.uint64((target >> 6) + 1)
    for k in range(words):
        reachable[NONE, k] = NONE
        rest[k] = NONE
    reachable[NONE, NONE] = ONE
    for i in range(cells):
        word_shift, bit_shift = np.uint64(weights[i] >> 6), np.uint64(weights[i]) & WORD
        for k in range(words):
            word = reachable[i, k]
            if k >= word_shift:
                word |= reachable[i, k - word_shift] << bit_shift
                if bit_shift != NONE and k > word_shift:
                    word |= reachable[i, k - word_shift - ONE] >> (BITS - bit_shift)
            reachable[i + ONE, k] = word
    bit = ONE << (np.uint64(target) & WORD)
    if reachable[cells, words - ONE] & bit == NONE:
        return False, NONE, NONE
    rest[words - ONE] = bit
    always = NONE
    never = NONE
    for step in range(cells):
        cell = cells - ONE - step
        word_shift, bit_shift = np.uint64(weights[cell] >> 6), np.uint64(weights[cell]) & WORD
        excluding = NONE
        including = NONE
        for k in range(words):
            word = NONE
            if k + word_shift < words:
                word = rest[k + word_shift] >> bit_shift
                if bit_shift != NONE and k + word_shift + ONE < words:
                    word |= rest[k + word_shift + ONE] << (BITS - bit_shift)
            excluding |= reachable[cell, k] & rest[k]
            including |= reachable[cell, k] & word
            rest[k] |= word
        if excluding == NONE:
            always |= bits[cell]
        elif including == NONE:
            never |= bits[cell]
    return True, always, never


# -- lists ------------------------------------------------------------------------------------------------------------


@inner
def list_sums(current, first, last, target, room):
    """List the different sums of the cells from `first` to before `last`, up to the target.

    Return the index of the list with the result, the given one or the next, and its length; -1 if a list is too short.
    """
    sums, ways, unions, intersections = room.sums, room.ways, room.unions, room.intersections
    sums[current, 0] = 0
    ways[current, 0] = 1.0
    unions[current, 0] = NONE
    intersections[current, 0] = NONE
    number = 1
    for cell in range(first, last):
        weight, bit = room.weights[cell], room.bits[cell]
        new = current ^ 1
        i = j = n = 0
        while True:
            excluding = sums[current, i] if i < number else target + 1
            including = sums[current, j] + weight if j < number else target + 1
            if excluding > target and including > target:
                break
            if n == MOST_LISTED:
                return current, -1
            sums[new, n] = min(excluding, including)
            ways[new, n] = 0.0
            unions[new, n] = NONE
            intersections[new, n] = ~NONE
            if excluding <= including:
                ways[new, n] = ways[current, i]
                unions[new, n] = unions[current, i]
                intersections[new, n] = intersections[current, i]
                i += 1
            if including <= excluding:
                ways[new, n] += ways[current, j]
                unions[new, n] |= unions[current, j] | bit
                intersections[new, n] &= intersections[current, j] | bit
                j += 1
            n += 1
        current, number = new, n
    return current, number


@kernel
def solve_by_lists(count, target, room):
    """Find the cells that are always or never taken, by the sums of either half; if these are too many, by bounds."""
    sums, unions, intersections = room.sums, room.unions, room.intersections
    half = count >> 1
    first_list, number = list_sums(0, 0, half, target, room)
    second_list, j = list_sums(2, half, count, target, room)
    if number < 0 or j < 0:
        return solve_by_bounds(count, target, room)
    holds = False
    ever = NONE
    always = ~NONE
    always_other = ~NONE
    i = 0
    while i < number and j > 0:
        sum_of_both = sums[first_list, i] + sums[second_list, j - 1]
        if sum_of_both > target:
            j -= 1
        elif sum_of_both < target:
            i += 1
        else:
            holds = True
            ever |= unions[first_list, i] | unions[second_list, j - 1]
            always &= intersections[first_list, i]
            always_other &= intersections[second_list, j - 1]
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
    always = NONE
    never = NONE
    for i in range(count):
        if weights[i] > target:
            never |= bits[i]
        elif total - weights[i] < target:
            always |= bits[i]
    return True, always, never


# -- shares -----------------------------------------------------------------------------------------------------------


@inlined
def share_line(numbers, line, unknown, target, room, depth, shares):
    """Compute the share of a line's solutions that include each unknown cell; return the number of solutions.

    Shares are written to `shares[depth, line]`. If solutions are not counted, they are 0.5, and the number is 0.
    """
    count, target, inverted = weigh(numbers, line, unknown, target, room)
    by_sum = target <= MOST_COUNTED
    number = count_taking(count, target, room) if by_sum else count_taking_by_lists(count, target, room)
    for i in range(count):
        share = 1 - room.taking[i] if inverted & room.bits[i] != NONE else room.taking[i]
        shares[depth, line, count_ones(room.bits[i] - ONE)] = share
    return number


@inner
def count_taking(count, target, room):
    """Compute the share of solutions that take each cell.

    Numbers of ways are exact: of 64 positive weights no more than 64 over 32 choices have the same sum (P. Erdős, On a
    lemma of Littlewood and Offord, 1945), which an int64 can hold.
    """
    weights, ways, taking = room.weights, room.way_counts, room.taking
    sums = np.uint64(target + 1)
    current = NONE
    for s in range(sums):
        ways[current, s] = 0
    ways[current, NONE] = 1
    for i in range(count):
        weight = np.uint64(min(weights[i], target + 1))
        new = current ^ ONE
        for s in range(weight):
            ways[new, s] = ways[current, s]
        for s in range(sums - weight):
            ways[new, s + weight] = ways[current, s + weight] + ways[current, s]
        current = new
    total = ways[current, sums - ONE]
    for i in range(count):
        # Ways that take a cell are ways without it to a sum lower by its weight: all ways, minus those with it, etc.
        with_it = 0
        sign = 1
        for s in range(target - weights[i], -1, -weights[i]):
            with_it += sign * ways[current, np.uint64(s)]
            sign = -sign
        taking[i] = with_it / total
    return np.float64(total)


@inner
def count_taking_by_lists(count, target, room):
    """Compute the shares by lists; a cell that only some of a sum's ways take is counted for half of these ways."""
    sums, ways, unions, intersections, taking = room.sums, room.ways, room.unions, room.intersections, room.taking
    half = count >> 1
    first_list, number = list_sums(0, 0, half, target, room)
    second_list, j = list_sums(2, half, count, target, room)
    taking[:count] = 0.5
    if number < 0 or j < 0:
        return 0.0
    taking[:count] = 0.0
    total = 0.0
    i = 0
    while i < number and j > 0:
        sum_of_both = sums[first_list, i] + sums[second_list, j - 1]
        if sum_of_both > target:
            j -= 1
        elif sum_of_both < target:
            i += 1
        else:
            number_of_ways = ways[first_list, i] * ways[second_list, j - 1]
            total += number_of_ways
            for k in range(count):
                in_some = unions[first_list, i] if k < half else unions[second_list, j - 1]
                in_every = intersections[first_list, i] if k < half else intersections[second_list, j - 1]
                if in_every & room.bits[k] != NONE:
                    taking[k] += number_of_ways
                elif in_some & room.bits[k] != NONE:
                    taking[k] += number_of_ways / 2
            i += 1
            j -= 1
    for k in range(count):
        taking[k] /= total
    return total
