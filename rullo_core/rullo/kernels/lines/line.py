"""Deductions from one line: `rullo_core.rullo.line.solve_line` on bit masks.

Kernels always have the solution, and the state agrees with it. The state of a line is therefore only the set of its
known cells: whether a known cell is included follows from the solution. Cell i is bit i of the masks.

A line has up to 64 numbers below 2**31, 0 for none: their sums stay below 2**37, far from where int64 overflows.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE

WORD = 64
"""Number of bits in a word."""


@kernel
def solve_line(numbers, included, known_cells):
    """Return the cells of a line that are known after all deductions, holes included."""
    target = 0
    for i in range(len(numbers)):
        if included & ~known_cells & ONE << np.uint64(i) != NONE:
            target += numbers[i]
    to_include, to_exclude, _ = fix(numbers, known_cells, target)
    return known_cells | to_include | to_exclude


@kernel
def fix(numbers, known_cells, target):
    """Deduce the unknown cells of a line, which have to reach a target.

    Return those that every combination includes, those that none includes (holes always), and whether there is any
    combination; if not, the others have no meaning.
    """
    holes = NONE
    taken_sum = target
    rest_sum = -target
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known_cells & bit == NONE:
            holes |= bit if numbers[i] == 0 else NONE
            taken_sum -= min(0, numbers[i])
            rest_sum += max(0, numbers[i])
    goal = min(taken_sum, rest_sum)
    if goal < 0:
        return NONE, NONE, False
    if goal < WORD:
        to_include, to_exclude, possible = fix_by_sums(numbers, known_cells | holes, goal, goal != taken_sum)
    else:
        to_include, to_exclude, possible = fix_by_counts(numbers, known_cells | holes, target)
    return to_include, to_exclude | holes, possible


@inner
def fix_by_sums(numbers, known_cells, goal, is_inverted):
    """Do what `fix` does for numbers other than 0, by the sums that cells can reach, as the bits of a word.

    The cells before each cell reach sums from 0 up, and those after it leave sums from `goal` down. All numbers count
    as positive: a cell with a negative one is taken if it is excluded. `goal` is the sum of the taken cells or, if that
    is smaller, of the others, which count as taken instead; then `is_inverted` is set.
    """
    to_include = NONE
    to_exclude = NONE
    sums = ONE
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known_cells & bit != NONE:
            continue
        completing = ONE << np.uint64(goal)
        for j in range(i + 1, len(numbers)):
            size = abs(numbers[j])
            if known_cells >> np.uint64(j) & ONE == NONE and size < WORD:
                completing |= completing >> np.uint64(size)
        size = abs(numbers[i])
        taking = sums << np.uint64(size) if size < WORD else NONE
        if sums & completing == NONE or taking & completing == NONE:
            if (taking & completing == NONE) == ((numbers[i] < 0) == is_inverted):
                to_exclude |= bit
            else:
                to_include |= bit
        sums |= taking
    return to_include, to_exclude, sums >> np.uint64(goal) & ONE != NONE


@inner
def fix_by_counts(numbers, known_cells, target):
    """Do what `fix` does for numbers other than 0, by enumerating how many cells of each number are included.

    Cells with equal numbers are interchangeable, so only the number of included cells matters. Such a group is fixed if
    and only if every combination includes all of it, or every one none of it. With few different numbers in the range,
    this is fast even for long lines.
    """
    # Groups of equal unknown numbers.
    cells = np.empty(len(numbers), np.uint64)
    number = np.empty(len(numbers), np.int64)
    size = np.empty(len(numbers), np.int64)
    groups = 0
    to_include = NONE
    to_exclude = NONE
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known_cells & bit != NONE:
            continue
        for g in range(groups):
            if number[g] == numbers[i]:
                cells[g] |= bit
                size[g] += 1
                break
        else:
            cells[groups] = bit
            number[groups] = numbers[i]
            size[groups] = 1
            groups += 1

    # Least and greatest sum of the groups from g on.
    minimum = np.zeros(groups + 1, np.int64)
    maximum = np.zeros(groups + 1, np.int64)
    for g in range(groups - 1, -1, -1):
        minimum[g] = minimum[g + 1] + min(0, number[g] * size[g])
        maximum[g] = maximum[g + 1] + max(0, number[g] * size[g])

    # Enumerate combinations by the number of cells of each group, until each group is known to be undecided.
    counts = np.empty(groups, np.int64)
    for g in range(groups):
        counts[g] = -1
    seen_in = np.zeros(groups, np.bool_)
    seen_out = np.zeros(groups, np.bool_)
    undecided = 0
    g = 0
    rest = target
    while g >= 0 and undecided < groups:
        if counts[g] >= 0:
            rest += number[g] * counts[g]
        counts[g] += 1
        if counts[g] > size[g]:
            counts[g] = -1
            g -= 1
            continue
        rest -= number[g] * counts[g]
        if rest < minimum[g + 1] or rest > maximum[g + 1]:
            continue
        if g + 1 < groups:
            g += 1
            continue
        for k in range(groups):
            if seen_in[k] and seen_out[k]:
                continue
            seen_in[k] |= counts[k] > 0
            seen_out[k] |= counts[k] < size[k]
            if seen_in[k] and seen_out[k]:
                undecided += 1

    for k in range(groups):
        if not seen_out[k]:
            to_include |= cells[k]
        elif not seen_in[k]:
            to_exclude |= cells[k]
    return to_include, to_exclude, seen_in[0] or seen_out[0]
