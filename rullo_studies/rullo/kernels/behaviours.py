"""Passes on a small board, given only how its lines may behave: what each deduces from each state.

A line has up to 64 possible behaviours, as bits of a word, and each behaviour has up to 64 equations, likewise. Choices
are made as late as possible: in each pass every line is filtered, and its behaviours with the same deduction stay
together. An equation common to all remaining behaviours of a line holds; what such equations of all lines
imply must hold, too.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, ONE, count_ones
from rullo_studies.rullo.kernels.flats import add_equation, rest_of

LARGEST = 2**12
"""Largest coefficient of reduced equations, so that those of four cells can be reduced without overflow."""


class Lines(NamedTuple):
    """The lines of a board, rows first, with their possible behaviours."""

    tables: np.ndarray  # uint64[lines, behaviours, 2**side]: the known cells after a deduction, by those before
    holds: np.ndarray  # uint64[lines, behaviours]: which of the line's equations a behaviour satisfies
    equations: np.ndarray  # int64[lines, equations, cells of the board]: unused entries are rows of 0
    is_repeat: (
        np.ndarray
    )  # bool[lines]: rows that are exchangeable with the row before, and so have no earlier behaviour
    holes: np.ndarray  # uint64[lines]: cells without a number, known from the start


class Depths(NamedTuple):
    """The state at each depth of the search; empty before it."""

    sets: np.ndarray  # uint64[depths, lines]: the behaviours that each line may still have
    known_cells: np.ndarray  # uint64[depths, lines]: known cells
    waiting: np.ndarray  # uint64[depths]: behaviours of the current line that have not been tried
    line: np.ndarray  # the current line; when both orders are done, one that has several behaviours
    order: np.ndarray  # 0 for rows first, 1 for columns first, 2 when both are done
    passes: np.ndarray  # number of passes done in this order
    rows_first: np.ndarray  # number of passes that the first order took
    unknown: np.ndarray  # number of unknown cells
    unknown_before: np.ndarray  # number of unknown cells at the start of the pass


def depths_for(lines: int, cells: int) -> Depths:
    """Return the arrays for a board: each pass but the first of an order fixes a cell, then behaviours are chosen."""
    depths = 2 * (cells + 1) * lines + lines + 1
    words, numbers = np.zeros((depths, lines), np.uint64), np.zeros(depths, np.int64)
    return Depths(words, words.copy(), words[:, 0].copy(), *(numbers.copy() for _ in range(6)))


@kernel
def choose_behaviours(lines, sets, height, min_halves, depths, choices, stop):
    """Find all closed choices of a behaviour for each line that give a simple puzzle of at least `min_halves` halves.

    A choice is closed if the equations of all lines imply no equation that a line lacks, and some nonzero numbers
    satisfy them. Return the number of choices, and how many deductions were made; `choices` receives the first choices.
    """
    number_of_lines, _, cells = lines.equations.shape
    reduced, leading = np.zeros((cells, cells), np.int64), np.zeros(cells, np.int64)
    copy(sets, depths.sets[0])
    begin_order(lines, depths, 0, 0, height)
    depths.waiting[0] = sets[depths.line[0]]
    number = deductions = depth = 0
    while depth >= 0 and stop[0] == 0:
        line, order = depths.line[depth], depths.order[depth]
        group = next_to_try(lines, depths, depth)
        if group == NONE:
            depth -= 1
            continue
        deductions += 1
        new = depth + 1
        copy(depths.sets[depth], depths.sets[new])
        copy(depths.known_cells[depth], depths.known_cells[new])
        for of_depths in (depths.order, depths.passes, depths.rows_first, depths.unknown, depths.unknown_before):
            of_depths[new] = of_depths[depth]
        if order < 2 and not answer(lines, depths, new, line, group, height, min_halves):
            continue
        if group != depths.sets[depth, line]:
            depths.sets[new, line] = group
            if not filter_candidates(lines, depths.sets[new], height, reduced, leading):
                continue
        if depths.order[new] == 2:
            depths.line[new] = line_with_several(depths.sets[new])
            if depths.line[new] < 0:
                if number < len(choices):
                    for i in range(number_of_lines):
                        choices[number, i] = count_ones(depths.sets[new, i] - ONE)
                number += 1
                continue
        depths.waiting[new] = depths.sets[new, depths.line[new]]
        depth = new
    return number, deductions


@inner
def begin_order(lines, depths, depth, order, height):
    """Start an order: only holes are known, and its first line is filtered next."""
    unknown = lines.equations.shape[2]
    for line in range(len(lines.holes)):
        depths.known_cells[depth, line] = lines.holes[line]
        if line < height:
            unknown -= count_ones(lines.holes[line])
    depths.order[depth], depths.line[depth], depths.passes[depth] = order, 0 if order == 0 else height, 0
    depths.unknown[depth] = depths.unknown_before[depth] = unknown


@inner
def next_to_try(lines, depths, depth):
    """Take from the waiting behaviours of the current line those with the same deduction as the first of them."""
    waiting, line = depths.waiting[depth], depths.line[depth]
    first = waiting & (~waiting + ONE)
    group = first
    if depths.order[depth] < 2 and waiting != NONE:
        known_cells = depths.known_cells[depth, line]
        deduced = lines.tables[line, count_ones(first - ONE), known_cells]
        remaining = waiting ^ first
        while remaining != NONE:
            bit = remaining & (~remaining + ONE)
            remaining ^= bit
            if lines.tables[line, count_ones(bit - ONE), known_cells] == deduced:
                group |= bit
    depths.waiting[depth] ^= group
    return group


@kernel
def answer(lines, depths, depth, line, group, height, min_halves):
    """Apply a line's deduction and find the next line to filter; return whether the difficulty can still be reached."""
    known_cells = depths.known_cells[depth, line]
    deduced = lines.tables[line, count_ones((group & (~group + ONE)) - ONE), known_cells]
    depths.known_cells[depth, line] = deduced
    is_row = line < height
    index, first_crossing = (line, height) if is_row else (line - height, 0)
    new = deduced ^ known_cells
    while new != NONE:
        bit = new & (~new + ONE)
        new ^= bit
        depths.known_cells[depth, first_crossing + count_ones(bit - ONE)] |= ONE << np.uint64(index)
        depths.unknown[depth] -= 1
    unknown = depths.unknown[depth]
    # The orders differ by one pass at most.
    fewest = min_halves // 2 if depths.order[depth] == 0 else min_halves - depths.rows_first[depth]
    if depths.passes[depth] + 1 + most_passes(unknown) < fewest:
        return False
    depths.line[depth] = line + 1
    if line + 1 != height and line + 1 != depths.known_cells.shape[1]:
        return True
    depths.passes[depth] += 1
    if unknown > 0:
        if unknown == depths.unknown_before[depth] and depths.passes[depth] > 1:  # lines are stalled
            return False
        depths.unknown_before[depth] = unknown
        depths.line[depth] = first_crossing
    elif depths.order[depth] == 0:
        depths.rows_first[depth] = depths.passes[depth]
        begin_order(lines, depths, depth, 1, height)
    else:
        depths.order[depth] = 2
    return True


@kernel
def most_passes(unknown):
    """Return the greatest number of further passes with so many cells unknown after a pass.

    No line has a single unknown cell then. Up to three unknown cells are in one line, and lines across fix them. So if
    there are two more passes or more, at least four cells are unknown before the last two, and every other pass fixes
    at least one.
    """
    return unknown - 2 if unknown > 3 else min(unknown, 1)


@inner
def in_common(holds, behaviours):
    """Return the equations that all of the behaviours satisfy, and the equations that at least one satisfies."""
    common, union = ~NONE, NONE
    while behaviours != NONE:
        bit = behaviours & (~behaviours + ONE)
        behaviours ^= bit
        common &= holds[count_ones(bit - ONE)]
        union |= holds[count_ones(bit - ONE)]
    return common, union


@kernel
def filter_candidates(lines, sets, height, reduced, leading):
    """Eliminate behaviours that lack an equation implied by the equations that hold; return whether any remain.

    An OverflowError is raised if coefficients are larger than `LARGEST`.
    """
    equations = lines.equations
    max_rank = equations.shape[2]  # the rank must stay below it
    for line in range(len(sets)):
        max_rank -= count_ones(lines.holes[line]) if line < height else 0
    while True:
        rank = 0
        for line in range(len(sets)):
            certain, _ = in_common(lines.holds[line], sets[line])
            for e in range(equations.shape[1]):
                if certain >> np.uint64(e) & ONE != NONE:
                    rank = add_equation(equations[line, e], reduced, leading, rank)
                    if rank == max_rank:
                        return False
        if rank and np.abs(reduced[:rank]).max() > LARGEST:
            raise OverflowError("coefficients are too large")
        is_done = True
        for line in range(len(sets)):
            remaining = keep_closed(lines, line, sets[line], reduced, leading, rank)
            if lines.is_repeat[line]:
                remaining &= ~((sets[line - 1] & (~sets[line - 1] + ONE)) - ONE)
            if remaining == NONE:
                return False
            if remaining != sets[line]:
                sets[line] = remaining
                is_done = False
        if is_done:
            return True


@inner
def keep_closed(lines, line, behaviours, reduced, leading, rank):
    """Return the behaviours that satisfy every equation of their line implied by reduced ones."""
    certain, possible = in_common(lines.holds[line], behaviours)
    implied = NONE
    for e in range(lines.equations.shape[1]):
        bit = ONE << np.uint64(e)
        equation = lines.equations[line, e]
        if certain & bit == NONE and equation.any() and not rest_of(equation, reduced, leading, rank).any():
            implied |= bit
    if implied & ~possible != NONE:
        return NONE
    closed = NONE
    while behaviours != NONE:
        bit = behaviours & (~behaviours + ONE)
        behaviours ^= bit
        if implied & ~lines.holds[line, count_ones(bit - ONE)] == NONE:
            closed |= bit
    return closed


@inner
def line_with_several(sets):
    """Return the first line that has several behaviours; -1 if there is none."""
    for line in range(len(sets)):
        if sets[line] & (sets[line] - ONE) != NONE:
            return line
    return -1
