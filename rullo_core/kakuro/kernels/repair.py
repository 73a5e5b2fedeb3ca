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
from rullo_core.kakuro.kernels.uniqueness import AMBIGUOUS, UNIQUE, find_other

ANYWHERE = 0.3
"""The probability that a cell of an entry of an open cell is changed, and not the open cell."""


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
    excluded = taken_by(draft, puzzle.across[cell], cell) | taken_by(draft, puzzle.down[cell], cell)
    return (1 << DIGITS) - 1 & ~excluded & ~(1 << (draft.digits[cell] - 1))


@inner
def put(draft, cell, digit):
    """Write a digit, and adapt both clues."""
    puzzle = draft.puzzle
    difference = digit - draft.digits[cell]
    puzzle.clues[puzzle.across[cell]] += difference
    puzzle.clues[puzzle.down[cell]] += difference
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
    chosen_cell = 0
    for cell in range(cells):
        if COUNT[domains[cell]] > 1:
            if k == 0:
                chosen_cell = cell
                break
            k -= 1
    if uniform(rng) < ANYWHERE:
        entry = puzzle.down[chosen_cell] if integer_below(rng, 2) else puzzle.across[chosen_cell]
        first = puzzle.members[entry]
        chosen_cell = puzzle.member[first + integer_below(rng, puzzle.members[entry + 1] - first)]
    return chosen_cell


@kernel
def repair(draft, fixed, moves, heat, bounds, rng, stop, trace):
    """Change a digit, or exchange two of an entry, until the ambiguity is 0 and the sum of both numbers of passes is
    wanted.

    A change is kept if the ambiguity does not rise, or else with probability exp(-rise / heat). Cells with a given
    digit are not changed. The trace is filled with the ambiguity before each move. Returns the moves that were tried,
    or -1 if `moves` were not enough, and the last ambiguity.
    """
    puzzle = draft.puzzle
    lower, upper = bounds
    set_clues(draft)
    bits = measure(draft, draft.domains[0])
    for move in range(moves + 1):
        if move < len(trace):
            trace[move] = bits
        if bits == 0.0:
            passes = make_passes(puzzle, FIRST, ACROSS, draft.desk) + make_passes(puzzle, FIRST, DOWN, draft.desk)
            if lower <= passes <= upper:
                return move, bits
        if stop[0]:
            break
        cell = choose_cell(draft, rng)
        partner = -1
        old = draft.digits[cell]
        if integer_below(rng, 2):
            entry = puzzle.down[cell] if integer_below(rng, 2) else puzzle.across[cell]
            first = puzzle.members[entry]
            partner = puzzle.member[first + integer_below(rng, puzzle.members[entry + 1] - first)]
            if partner == cell or fixed[cell] or fixed[partner]:
                continue
            # The sum of the entry stays; the sums of entries that cross it change.
            if not can_exchange(draft, cell, partner, puzzle.down[cell] == puzzle.down[partner]):
                continue
            digit = draft.digits[partner]
            put(draft, cell, digit)
            put(draft, partner, old)
        else:
            free = free_for(draft, cell)
            if free == 0 or fixed[cell]:
                continue
            put(draft, cell, LOWEST[random_bit(free, rng)])
        new = measure(draft, draft.domains[1])
        if is_accepted_at_random(bits - new, heat, rng):
            bits = new
            copy(draft.domains[1], draft.domains[0])
        elif partner >= 0:
            put(draft, partner, draft.digits[cell])
            put(draft, cell, old)
        else:
            put(draft, cell, old)
    return -1, bits


@inner
def can_exchange(draft, cell, partner, is_down):
    """Whether the entries across it let two cells of an entry exchange their digits."""
    puzzle = draft.puzzle
    crossing = puzzle.across[cell] if is_down else puzzle.down[cell]
    partner_crossing = puzzle.across[partner] if is_down else puzzle.down[partner]
    return not (
        taken_by(draft, crossing, cell) >> (draft.digits[partner] - 1) & 1
        or taken_by(draft, partner_crossing, partner) >> (draft.digits[cell] - 1) & 1
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
                partner = puzzle.member[i]
                digit = draft.digits[partner]
                if partner == cell or number == len(changes) or not can_exchange(draft, cell, partner, is_down):
                    continue
                if partner < cell and COUNT[draft.domains[0, partner]] > 1:
                    continue  # it was met from there
                put(draft, cell, digit)
                put(draft, partner, old)
                bits[number] = measure(draft, draft.domains[1])
                changes[number, 0], changes[number, 1], changes[number, 2] = cell, partner, digit
                put(draft, partner, digit)
                put(draft, cell, old)
                number += 1
    return number


@kernel
def part_solutions(draft, fixed, changes, examined, limit, depths, rng, stop):
    """Change a digit where a second solution differs, until there is none.

    `examined` such cells are tried with all digits, for the change that leaves the least ambiguity; with 0 any of them
    gets any digit. Returns the changes that were made, -1 if the draft is not unique after all, and the last answer of
    `find_other`.
    """
    cells = draft.puzzle.cells[1]
    other_solution = np.zeros(len(draft.digits), np.int64)
    differ = np.empty(cells, np.int64)
    set_clues(draft)
    for change in range(changes + 1):
        answer, _ = find_other(draft, limit, stop, depths, other_solution)
        if answer == UNIQUE:
            return change, answer
        if answer != AMBIGUOUS or change == changes or stop[0]:
            return -1, answer
        number = 0
        for cell in range(cells):
            if draft.digits[cell] != other_solution[cell] and not fixed[cell] and free_for(draft, cell):
                differ[number] = cell
                number += 1
        if number == 0:
            # No digit can stand where they differ: any cell of the puzzle is changed.
            cell = integer_below(rng, cells)
            free = free_for(draft, cell)
            if free and not fixed[cell]:
                put(draft, cell, LOWEST[random_bit(free, rng)])
            continue
        if examined == 0:
            cell = differ[integer_below(rng, number)]
            put(draft, cell, LOWEST[random_bit(free_for(draft, cell), rng)])
            continue
        count = min(examined, number)
        for k in range(count):
            swap_random(differ, k, number, rng)
        levels = 1
        while 1 << (levels - 1) < count:
            levels += 1
        states = np.empty((levels, cells), np.int64)
        fewest_bits, best, best_digit = np.inf, -1, 0
        for k in range(count):
            cell = differ[k]
            old = draft.digits[cell]
            free = free_for(draft, cell)
            forget_next(draft, differ[:count], k, states)
            for digit in range(1, DIGITS + 1):
                if free >> (digit - 1) & 1:
                    put(draft, cell, digit)
                    bits = measure_from(draft, states[levels - 1], cell, draft.domains[1])
                    if bits < fewest_bits:
                        fewest_bits, best, best_digit = bits, cell, digit
                    put(draft, cell, old)
        put(draft, best, best_digit)
    return -1, AMBIGUOUS
