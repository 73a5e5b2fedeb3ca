"""Three ways to change the digits of a draft until propagation solves it, or until it is unique.

Clues follow the digits, which so remain a solution. The ambiguity after propagation is the distance from the aim.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.annealing import is_accepted_at_random
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, random_bit, swap_random, uniform
from rullo_core.constraints.kernels.different import COUNT, DIGITS, LOWEST
from rullo_core.kakuro.kernels.board import ACROSS, DOWN, FIRST, make_passes
from rullo_core.kakuro.kernels.draft import forget, forget_next, measure, measure_from, set_clues
from rullo_core.kakuro.kernels.uniqueness import ONE, SEVERAL, find_other

ANYWHERE = 0.3
"""How often it is any cell of an entry of an open cell that is changed, and not the open cell."""


@inner
def taken_by(draft, entry, but):
    """Return the digits of an entry without one of its cells, as bits."""
    puzzle = draft.puzzle
    digits = 0
    for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
        if puzzle.member[i] != but:
            digits |= 1 << (draft.digits[puzzle.member[i]] - 1)
    return digits


@inner
def free_for(draft, cell):
    """Return the digits that a cell can have instead of its own, as bits."""
    puzzle = draft.puzzle
    taken = taken_by(draft, puzzle.across[cell], cell) | taken_by(draft, puzzle.down[cell], cell)
    return (1 << DIGITS) - 1 & ~taken & ~(1 << (draft.digits[cell] - 1))


@inner
def put(draft, cell, digit):
    """Write a digit, and adapt both clues."""
    puzzle = draft.puzzle
    more = digit - draft.digits[cell]
    puzzle.clues[puzzle.across[cell]] += more
    puzzle.clues[puzzle.down[cell]] += more
    draft.digits[cell] = digit


@inner
def choose_cell(draft, rng):
    """Draw an open cell, or one of an entry of an open cell; any cell if none is open."""
    puzzle, domains = draft.puzzle, draft.domains[0]
    cells = puzzle.cells[1]
    number = 0
    for cell in range(cells):
        number += COUNT[domains[cell]] > 1
    if number == 0:
        return integer_below(rng, cells)
    k = integer_below(rng, number)
    chosen = 0
    for cell in range(cells):
        if COUNT[domains[cell]] > 1:
            if k == 0:
                chosen = cell
                break
            k -= 1
    if uniform(rng) < ANYWHERE:
        entry = puzzle.down[chosen] if integer_below(rng, 2) else puzzle.across[chosen]
        first = puzzle.members[entry]
        chosen = puzzle.member[first + integer_below(rng, puzzle.members[entry + 1] - first)]
    return chosen


@kernel
def repair(draft, given, moves, heat, wanted, rng, stop, trace):
    """Change a digit, or exchange two of an entry, until the ambiguity is 0 and the sum of both numbers of passes is
    wanted.

    A change is kept if the ambiguity does not rise, or else with probability exp(-rise / heat). Cells with a given
    digit are not changed. The trace is filled with the ambiguity before each move. Returns the moves that were tried,
    or -1 if `moves` were not enough, and the last ambiguity.
    """
    puzzle = draft.puzzle
    least, most = wanted
    set_clues(draft)
    bits = measure(draft, draft.domains[0])
    for move in range(moves + 1):
        if move < len(trace):
            trace[move] = bits
        if bits == 0.0:
            passes = make_passes(puzzle, FIRST, ACROSS, draft.desk) + make_passes(puzzle, FIRST, DOWN, draft.desk)
            if least <= passes <= most:
                return move, bits
        if stop[0]:
            break
        cell = choose_cell(draft, rng)
        other = -1
        old = draft.digits[cell]
        if integer_below(rng, 2):
            entry = puzzle.down[cell] if integer_below(rng, 2) else puzzle.across[cell]
            first = puzzle.members[entry]
            other = puzzle.member[first + integer_below(rng, puzzle.members[entry + 1] - first)]
            if other == cell or given[cell] or given[other]:
                continue
            # The sum of the entry stays; those across it change.
            if not can_exchange(draft, cell, other, puzzle.down[cell] == puzzle.down[other]):
                continue
            digit = draft.digits[other]
            put(draft, cell, digit)
            put(draft, other, old)
        else:
            free = free_for(draft, cell)
            if free == 0 or given[cell]:
                continue
            put(draft, cell, LOWEST[random_bit(free, rng)])
        new = measure(draft, draft.domains[1])
        if is_accepted_at_random(bits - new, heat, rng):
            bits = new
            copy(draft.domains[1], draft.domains[0])
        elif other >= 0:
            put(draft, other, draft.digits[cell])
            put(draft, cell, old)
        else:
            put(draft, cell, old)
    return -1, bits


@inner
def can_exchange(draft, cell, other, is_down):
    """Whether the entries across it let two cells of an entry exchange their digits."""
    puzzle = draft.puzzle
    across_one = puzzle.across[cell] if is_down else puzzle.down[cell]
    across_other = puzzle.across[other] if is_down else puzzle.down[other]
    return not (
        taken_by(draft, across_one, cell) >> (draft.digits[other] - 1) & 1
        or taken_by(draft, across_other, other) >> (draft.digits[cell] - 1) & 1
    )


@kernel
def list_changes(draft, changes, bits):
    """Fill rows with each single change at an open cell, and bits with the ambiguity after it; return their number.

    A row is a cell, the cell it exchanges digits with or -1, and its new digit.
    """
    puzzle = draft.puzzle
    number = 0
    for cell in range(puzzle.cells[1]):
        if COUNT[draft.domains[0, cell]] == 1:
            continue
        old = draft.digits[cell]
        free = free_for(draft, cell)
        forget(draft, cell)
        for digit in range(1, DIGITS + 1):
            if free >> (digit - 1) & 1 and number < len(changes):
                put(draft, cell, digit)
                bits[number] = measure_from(draft, draft.domains[2], cell, draft.domains[1])
                changes[number, 0], changes[number, 1], changes[number, 2] = cell, -1, digit
                put(draft, cell, old)
                number += 1
        for is_down in (False, True):
            entry = puzzle.down[cell] if is_down else puzzle.across[cell]
            for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
                other = puzzle.member[i]
                digit = draft.digits[other]
                if other == cell or number == len(changes) or not can_exchange(draft, cell, other, is_down):
                    continue
                if other < cell and COUNT[draft.domains[0, other]] > 1:
                    continue  # it was met from there
                put(draft, cell, digit)
                put(draft, other, old)
                bits[number] = measure(draft, draft.domains[1])
                changes[number, 0], changes[number, 1], changes[number, 2] = cell, other, digit
                put(draft, other, digit)
                put(draft, cell, old)
                number += 1
    return number


@kernel
def part_solutions(draft, given, changes, tried, limit, depths, rng, stop):
    """Change a digit where a second solution differs, until there is none.

    `tried` such cells are tried with all digits, for the change that leaves the least ambiguity; with 0 any of them
    gets any digit. Returns the changes that were made, -1 if the draft is not unique after all, and the last answer of
    `find_other`.
    """
    cells = draft.puzzle.cells[1]
    other = np.zeros(len(draft.digits), np.int64)
    differ = np.empty(cells, np.int64)
    set_clues(draft)
    for change in range(changes + 1):
        answer, _ = find_other(draft, limit, stop, depths, other)
        if answer == ONE:
            return change, answer
        if answer != SEVERAL or change == changes or stop[0]:
            return -1, answer
        number = 0
        for cell in range(cells):
            if draft.digits[cell] != other[cell] and not given[cell] and free_for(draft, cell):
                differ[number] = cell
                number += 1
        if number == 0:
            # No digit can stand where they differ: any cell of the puzzle is changed.
            cell = integer_below(rng, cells)
            free = free_for(draft, cell)
            if free and not given[cell]:
                put(draft, cell, LOWEST[random_bit(free, rng)])
            continue
        if tried == 0:
            cell = differ[integer_below(rng, number)]
            put(draft, cell, LOWEST[random_bit(free_for(draft, cell), rng)])
            continue
        some = min(tried, number)
        for k in range(some):
            swap_random(differ, k, number, rng)
        levels = 1
        while 1 << (levels - 1) < some:
            levels += 1
        known = np.empty((levels, cells), np.int64)
        least, best, best_digit = np.inf, -1, 0
        for k in range(some):
            cell = differ[k]
            old = draft.digits[cell]
            free = free_for(draft, cell)
            forget_next(draft, differ[:some], k, known)
            for digit in range(1, DIGITS + 1):
                if free >> (digit - 1) & 1:
                    put(draft, cell, digit)
                    bits = measure_from(draft, known[levels - 1], cell, draft.domains[1])
                    if bits < least:
                        least, best, best_digit = bits, cell, digit
                    put(draft, cell, old)
        put(draft, best, best_digit)
    return -1, SEVERAL
