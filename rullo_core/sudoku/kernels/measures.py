"""Other measures of difficulty: how many digits are forced at a time, which techniques it takes, units not needed."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below
from rullo_core.sudoku.kernels.board import is_filled, place, set_up
from rullo_core.sudoku.kernels.levels import (
    GAC,
    HIDDEN,
    LOCKED,
    NAKED,
    SUBSETS,
    find_hidden,
    find_naked,
    make_pass,
    set_down,
    step,
)
from rullo_core.sudoku.kernels.search import at_depth

NO_UNIT = np.int64(-1)
"""In place of a unit."""

TECHNIQUES = np.array([NAKED, NAKED | HIDDEN, NAKED | HIDDEN | LOCKED, NAKED | HIDDEN | SUBSETS, GAC | LOCKED])
"""Rules that are tried where all before them reveal nothing."""


@kernel
def count_forced(stack, box, cells, rng, forced):
    """Place digits that singles force, each drawn at random, until none is; return the number of positions.

    Forced is filled with the number of cells that are forced at each position.
    """
    side = box[0] * box[1]
    board, singles = at_depth(stack, 0), stack.room.singles
    set_up(board, box, cells)
    first_index = np.empty(side * side, np.int64)
    for position in range(side * side):
        number = find_naked(board, singles, 0)
        if number >= 0:
            number = find_hidden(board, box, singles, number)
        if number <= 0:
            return position
        # A cell may have been found more than once.
        first_index[:] = -1
        different = 0
        for i in range(number):
            cell = singles[i, 1] * side + singles[i, 2]
            if first_index[cell] < 0:
                first_index[cell] = i
                copy(singles[i], singles[different])
                different += 1
        forced[position] = different
        i = integer_below(rng, different)
        if not place(board, box, singles[i, 0], singles[i, 1], singles[i, 2]):
            return position
    return side * side


@kernel
def count_techniques(stack, box, cells, uses):
    """Solve a puzzle by repeatedly using the first of `TECHNIQUES` that deduces anything; return whether that solves
    it.

    Uses is filled with how often each was used, on all units at once.
    """
    board = at_depth(stack, 0)
    set_up(board, box, cells)
    uses[:] = 0
    while not is_filled(board):
        deduced = 0
        for i in range(len(TECHNIQUES)):
            # Each rule has to examine all units again, whichever another rule has examined.
            stack.room.previous[:] = 0
            deduced = step(board, box, TECHNIQUES[i], stack.room)
            if deduced > 0:
                uses[i] += 1
                break
        if deduced <= 0:
            return False
    return True


@kernel
def count_candidates(board, box, cells, rules, room, candidates):
    """Fill candidates with the number of candidates after each pass, and return the passes until solved or stuck."""
    set_down(board, cells)
    room.previous[:] = 0
    number = 0
    while not is_filled(board) and make_pass(board, box, rules, room) > 0:
        candidates[number] = 0
        for places in board.can.flat:
            while places:
                places &= places - 1
                candidates[number] += 1
        number += 1
    return number


@kernel
def count_open(board, box, cells, rules, room):
    """Return the passes until solved or stuck, and the cells that are unfixed then; -1 if units contradict."""
    set_down(board, cells)
    room.previous[:] = 0
    passes = eliminations = 0
    while not is_filled(board):
        eliminations = make_pass(board, box, rules, room)
        if eliminations <= 0:
            break
        passes += 1
    if eliminations < 0 or make_pass(board, box, NAKED, room) < 0:
        return passes, -1
    unfixed = 0
    for row in board.unfixed:
        while row:
            row &= row - 1
            unfixed += 1
    return passes, unfixed


@inner
def is_solved_without(box, cells, units, left_out):
    """Whether singles solve a unique puzzle without using one of its units, -1 for none."""
    side = box[0] * box[1]
    digits = np.empty(len(cells), np.int64)
    for cell in range(len(cells)):
        digits[cell] = 1 << (cells[cell] - 1) if cells[cell] else (1 << side) - 1
    has_changed = True
    while has_changed:
        has_changed = False
        for unit in range(len(units)):
            if unit == left_out:
                continue
            fixed = covered = doubled = 0
            for cell in units[unit]:
                if digits[cell] & (digits[cell] - 1) == 0:
                    fixed |= digits[cell]
            for cell in units[unit]:
                if digits[cell] & (digits[cell] - 1):
                    has_changed |= digits[cell] & fixed != 0
                    digits[cell] &= ~fixed
                doubled |= covered & digits[cell]
                covered |= digits[cell]
            for cell in units[unit]:
                single = digits[cell] & ~doubled
                if single and single != digits[cell]:
                    digits[cell] = single
                    has_changed = True
    unfixed = 0
    for cell in range(len(cells)):
        unfixed |= digits[cell] & (digits[cell] - 1)
    return unfixed == 0


@kernel
def count_to_spare(box, cells, units):
    """Count the units that singles can do without, one at a time; -1 if they do not solve the puzzle."""
    if not is_solved_without(box, cells, units, NO_UNIT):
        return -1
    number = 0
    for unit in range(len(units)):
        number += is_solved_without(box, cells, units, unit)
    return number
