"""What one line of a large board reveals: by the sums that its unknown cells can reach, from either end.

Cells with negative numbers count the other way round, as taken when they are excluded, so that all weights are
positive; and if the cells are to reach more than half of what they have together, all are turned round, so that the
sums are as small as can be. What is reached is a set of bits, or where sums are large and cells are few, two sorted
lists: what either half of the cells can reach.

What counts in inner loops is unsigned: an index that need not be asked whether it counts from the end.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.bits import NONE, ONE, count_ones

MOST_CELLS = 64
"""The longest line: its cells are the bits of a word."""

MOST_SUMS = 2**20
"""Larger sums are only kept in lists."""

MOST_LISTED = 2**14
"""The longest list; if half of the cells have more different sums, only bounds are looked at."""

MOST_COUNTED = 2**14
"""With a larger sum to reach, solutions are counted by lists."""

BITS, WORD = np.uint64(64), np.uint64(63)
"""Bits of a word; and of a bit's number, its place in a word."""


class Room(NamedTuple):
    """Room to look at a line in.

    Attributes
    ----------
    weights : int64 array of shape (64,)
        Of the unknown cells, positive.
    bits : uint64 array of shape (64,)
        Which cells they are: cell i is bit i.
    reached : uint64 array of shape (65, words)
        The sums that the cells before each can reach.
    words : uint64 array of shape (64,)
        The same where a word holds them all.
    rest : uint64 array of shape (words,)
        The sums from which those after a cell can reach the target-sum.
    sums : int64 array of shape (4, MOST_LISTED)
        The different sums of a half of the cells, in order; two lists for each, that what is made is not what it is
        made of.
    ways : float64 array of shape (4, MOST_LISTED)
        In how many ways a sum is reached.
    some, every : uint64 arrays of shape (4, MOST_LISTED)
        The cells that some of these ways take, and that every one takes.
    counted : int64 array of shape (2, sums)
        The number of ways to each sum; two, likewise.
    taking : float64 array of shape (64,)
        The share of solutions that take each cell.
    """

    weights: np.ndarray
    bits: np.ndarray
    reached: np.ndarray
    words: np.ndarray
    rest: np.ndarray
    sums: np.ndarray
    ways: np.ndarray
    some: np.ndarray
    every: np.ndarray
    counted: np.ndarray
    taking: np.ndarray


def room_for(numbers: np.ndarray) -> Room:
    """Room for lines of numbers, an int64 array of shape (lines, 64)."""
    most = int(np.abs(numbers).sum(axis=1).max()) // 2
    words = (min(most, MOST_SUMS) >> 6) + 1
    lists = (4, MOST_LISTED)
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
    """Write down the unknown cells of a line as positive weights.

    Parameters
    ----------
    numbers : int64 array of shape (lines, 64)
        Of each line; 0 beyond its end.
    line : int
    unknown : uint64
        Its cells that are unknown: cell i is bit i.
    target : int64
        What they are to add up to.
    room : Room
        Weights and bits are filled.

    Returns
    -------
    count : int64
        How many cells there are.
    target : int64
        What those that are taken have to weigh: at most half of all; negative if that cannot be.
    turned : uint64
        The cells that are taken if they are excluded.
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
    """What all solutions of a line have in common.

    Returns
    -------
    holds : bool
        Whether it has any.
    included, excluded : uint64
        The unknown cells that all of them include, or exclude.
    """
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
    """Whether lists of sums are shorter than sets of bits, or there is no room for sets."""
    return target > MOST_SUMS or target >> 6 > 1 << ((count + 1) >> 1)


@inlined
def solve_in_word(count, target, room):
    """Which cells are always taken, and which never, where all sums fit into a word."""
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
    """The same where they fit into several."""
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
    """The different sums of some cells, from the first to before the last, up to the target-sum.

    Returns
    -------
    at : int64
        Which list they are in: the one that was given, or the next.
    number : int64
        How many they are; -1 if more than a list holds.
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
    """Which cells are always taken, and which never, by what either half can reach; by bounds if that is too much."""
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
    """Only that a cell weighs too much, or the others too little."""
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
    """How large a share of a line's solutions include each unknown cell.

    Parameters
    ----------
    numbers, line, unknown, target, room
        As in `solve_line`.
    depth : int
    shares : float64 array of shape (depth, lines, cells)
        Filled at the depth where cells are unknown; 0.5 where solutions are not counted.

    Returns
    -------
    float64
        The number of solutions of the line; 0 where they are not counted.
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
    """The share of solutions that take each cell.

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
        # Ways to take it are ways without it to reach so much less: all ways to, less those that take it, and so on.
        with_it = 0
        sign = 1
        for s in range(target - weights[i], -1, -weights[i]):
            with_it += sign * ways[at, np.uint64(s)]
            sign = -sign
        taking[i] = with_it / total
    return np.float64(total)


@inner
def count_taking_by_lists(count, target, room):
    """The same by lists; half of the ways of a sum are taken to take a cell that only some of them take."""
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
    taking[:count] /= total
    return total
