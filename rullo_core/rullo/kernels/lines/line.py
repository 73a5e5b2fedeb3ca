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
def solve_line(numbers, included, known):
    """Return the cells of a line that are known after all deductions, holes included."""
    target = 0
    for i in range(len(numbers)):
        if included & ~known & ONE << np.uint64(i) != NONE:
            target += numbers[i]
    within, without, _ = fix(numbers, known, target)
    return known | within | without


@kernel
def fix(numbers, known, target):
    """Deduce the unknown cells of a line, which have to reach a target.

    Return those that every combination includes, those that none includes (holes always), and whether there is any
    combination; if not, the others have no meaning.
    """
    holes = NONE
    taken = target
    others = -target
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known & bit == NONE:
            holes |= bit if numbers[i] == 0 else NONE
            taken -= min(0, numbers[i])
            others += max(0, numbers[i])
    goal = min(taken, others)
    if goal < 0:
        return NONE, NONE, False
    if goal < WORD:
        within, without, possible = fix_by_sums(numbers, known | holes, goal, goal != taken)
    else:
        within, without, possible = fix_by_counts(numbers, known | holes, target)
    return within, without | holes, possible


@inner
def fix_by_sums(numbers, known, goal, is_inverted):
    """Do what `fix` does for numbers other than 0, by the sums that cells can reach, as the bits of a word.

    The cells before each cell reach sums from 0 up, and those after it leave sums from `goal` down. All numbers count
    as positive: a cell with a negative one is taken if it is excluded. `goal` is the sum of the taken cells or, if that
    is smaller, of the others, which count as taken instead; then `is_inverted` is set.
    """
    within = NONE
    without = NONE
    before = ONE
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known & bit != NONE:
            continue
        after = ONE << np.uint64(goal)
        for j in range(i + 1, len(numbers)):
            size = abs(numbers[j])
            if known >> np.uint64(j) & ONE == NONE and size < WORD:
                after |= after >> np.uint64(size)
        size = abs(numbers[i])
        taking = before << np.uint64(size) if size < WORD else NONE
        if before & after == NONE or taking & after == NONE:
            if (taking & after == NONE) == ((numbers[i] < 0) == is_inverted):
                without |= bit
            else:
                within |= bit
        before |= taking
    return within, without, before >> np.uint64(goal) & ONE != NONE


@inner
def fix_by_counts(numbers, known, target):
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
    within = NONE
    without = NONE
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if known & bit != NONE:
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
    least = np.zeros(groups + 1, np.int64)
    most = np.zeros(groups + 1, np.int64)
    for g in range(groups - 1, -1, -1):
        least[g] = least[g + 1] + min(0, number[g] * size[g])
        most[g] = most[g + 1] + max(0, number[g] * size[g])

    # Enumerate combinations by the number of cells of each group, until each group is known to be undecided.
    taken = np.empty(groups, np.int64)
    for g in range(groups):
        taken[g] = -1
    seen_in = np.zeros(groups, np.bool_)
    seen_out = np.zeros(groups, np.bool_)
    undecided = 0
    g = 0
    rest = target
    while g >= 0 and undecided < groups:
        if taken[g] >= 0:
            rest += number[g] * taken[g]
        taken[g] += 1
        if taken[g] > size[g]:
            taken[g] = -1
            g -= 1
            continue
        rest -= number[g] * taken[g]
        if rest < least[g + 1] or rest > most[g + 1]:
            continue
        if g + 1 < groups:
            g += 1
            continue
        for k in range(groups):
            if seen_in[k] and seen_out[k]:
                continue
            seen_in[k] |= taken[k] > 0
            seen_out[k] |= taken[k] < size[k]
            if seen_in[k] and seen_out[k]:
                undecided += 1

    for k in range(groups):
        if not seen_out[k]:
            within |= cells[k]
        elif not seen_in[k]:
            without |= cells[k]
    return within, without, seen_in[0] or seen_out[0]
