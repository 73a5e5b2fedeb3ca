"""The system of M. Gordon in kernels: random cages that may have a digit twice, strategies, plain backtracking.

Matthew Gordon, Automatic Puzzle Solving (MATH3001 project, University of Leeds, 2024): the report. `killer.gordon` is
the same in readable Python.
"""

import numpy as np

from rullo_core.compiled import NO_LIMIT, inlined, inner, kernel
from rullo_core.compiled.rng import fill_shuffled, integer_below
from rullo_core.killer.kernels.board import NO_CAGE, cells_of, wake_all
from rullo_core.killer.kernels.cages import tidy
from rullo_core.killer.kernels.filling import fill
from rullo_core.killer.kernels.generation import find_another
from rullo_core.killer.kernels.levels import (
    BOX_LINE,
    CAGE_SINGLES,
    HIDDEN,
    INFEASIBLE,
    NAKED,
    POINTING,
    SOLVED,
    STUCK,
    is_fixed,
    make_pass,
)

CUT_OFF, REPEATS, VALID, AMBIGUOUS = map(np.int64, range(4))
"""Outcomes of a draw: a cell that no cage can reach; a digit twice in a cage; a puzzle; an ambiguous puzzle."""

ELIMINATION, HIDDEN_SINGLE, POINTING_PAIR, BOX_LINE_REDUCTION = range(4)
"""Indices of the strategies that the loop repeats; combinations of digits in cages come before it, once."""


@kernel
def draw(workspace, seeds, ungrowable, request, stop):
    """Draw cages and a board as the report does; return CUT_OFF, REPEATS or VALID.

    Seeds are drawn at random; a given number of them stay single cells. Then a random cage takes a random free
    neighbour of its cells, until no cell is free. Digits are ignored: a cage may have a digit twice. A cage that is too
    large counts as REPEATS.
    """
    draft, shape, rng = workspace.draft, workspace.shape, workspace.rng
    owner, growing, free = draft.owner, draft.first_buffer, draft.second_buffer
    fill_shuffled(workspace.order, rng)
    owner[:] = NO_CAGE
    for i in range(seeds):
        owner[workspace.order[i]] = workspace.order[i]
        growing[i] = workspace.order[i]
    cell_count = seeds
    # The seeds are in random order, so the first ones can be chosen to stay single cells.
    cages = seeds - ungrowable
    for i in range(cages):
        growing[i] = growing[ungrowable + i]
    while cages:
        index = integer_below(rng, cages)
        free_count = 0
        for cell in range(len(owner)):
            if owner[cell] == growing[index]:
                for neighbour in shape.neighbours[cell]:
                    if neighbour >= 0 and owner[neighbour] == NO_CAGE:
                        fresh = True
                        for i in range(free_count):
                            fresh &= free[i] != neighbour
                        if fresh:
                            free[free_count] = neighbour
                            free_count += 1
        if free_count:
            owner[free[integer_below(rng, free_count)]] = growing[index]
            cell_count += 1
        else:
            # The cage has no free neighbour left, and cannot grow again.
            cages -= 1
            growing[index] = growing[cages]
    if cell_count < len(owner):
        return CUT_OFF
    if not fill(workspace.fill_spec, draft.solution, rng, stop):
        return CUT_OFF
    return VALID if tidy(draft, shape, request) else REPEATS


@kernel
def draw_until_unique(workspace, min_seeds, max_seeds, ungrowable, request, parts, counts, stop):
    """Draw the number of seeds, cages and a board until the puzzle is unique; False if stopped.

    Counts has the draws by outcome; those of the last, AMBIGUOUS, are among those that are VALID.
    """
    counts[:] = 0
    while not stop[0]:
        seeds = min_seeds + integer_below(workspace.rng, max_seeds - min_seeds + 1)
        outcome = draw(workspace, seeds, ungrowable, request, stop)
        counts[outcome] += 1
        if outcome == VALID:
            if find_another(workspace, parts, NO_LIMIT, stop) < 0:
                return stop[0] == 0
            counts[AMBIGUOUS] += 1
    return False


@inner
def sweep(domains, room, strategy):
    """Make a pass of one strategy; return the number of cells that lost candidates, -1 if there is no solution."""
    wake_all(room.frame, room.desk.waiting)
    if strategy == ELIMINATION:
        return make_pass(domains, room, NAKED | CAGE_SINGLES)
    if strategy == HIDDEN_SINGLE:
        return make_pass(domains, room, HIDDEN)
    return make_pass(domains, room, POINTING if strategy == POINTING_PAIR else BOX_LINE)


@kernel
def solve(domains, room, uses, removed):
    """Run the report's loop: each strategy in turn, and the first one again after each pass that eliminates something.

    Starts after combinations of cages. Fills, by strategy, the passes that eliminated something and the candidates that
    they eliminated; returns SOLVED, STUCK or INFEASIBLE, and the number of passes.
    """
    size = room.desk.sets.size
    uses[:] = 0
    removed[:] = 0
    sweeps = strategy = np.int64(0)
    while strategy < len(uses):
        difference = 0
        for domain in domains:
            difference += size[domain]
        changed_cells = sweep(domains, room, strategy)
        sweeps += 1
        if changed_cells < 0:
            return INFEASIBLE, sweeps
        if changed_cells == 0:
            strategy += 1
            continue
        uses[strategy] += 1
        for domain in domains:
            difference -= size[domain]
        removed[strategy] += difference
        strategy = np.int64(0)
    return (SOLVED if is_fixed(domains) else STUCK), sweeps


@kernel
def backtrack(frame, givens, backward, max_choices, stop, digits):
    """Try digits cell by cell in reading order; return whether that solves the puzzle, and the number of choices.

    A digit is a choice if the cell's units and cage do not have it, and if it leaves the cage a sum that the open cells
    need: 0 at the last cell, more before. Candidates are not computed. With backward the largest digit comes first;
    more than `max_choices` choices mean that the search gave up.
    """
    used_digits = np.zeros(len(frame.ends), np.int64)
    remaining, empty = frame.totals.copy(), np.zeros(len(frame.ends), np.int64)
    for group in range(frame.number[0]):
        empty[group] = len(cells_of(frame, group))
    for cell in range(len(givens)):
        digits[cell] = givens[cell]
        if givens[cell]:
            put_digit(frame, cell, givens[cell], used_digits, remaining, empty)
    order = np.flatnonzero(givens == 0)
    # By digits as bits, the digit that is tried first.
    first = np.zeros(1 << frame.side, np.int64)
    for digit_set in range(1, len(first)):
        first[digit_set] = 1 if digit_set & 1 and not backward else first[digit_set >> 1] + 1
    # The digits that are still to be tried at each of these cells.
    untried = np.empty(len(order), np.int64)
    choices = position = 0
    is_new = True
    while 0 <= position < len(order):
        cell = order[position]
        if is_new:
            untried[position] = digits_for(frame, cell, used_digits, remaining, empty)
        else:
            take_digit(frame, cell, digits[cell], used_digits, remaining, empty)
        is_new = untried[position] != 0
        if is_new:
            digits[cell] = first[untried[position]]
            untried[position] ^= 1 << digits[cell] - 1
            choices += 1
            if choices > max_choices or stop[0]:
                return False, max_choices + 1
            put_digit(frame, cell, digits[cell], used_digits, remaining, empty)
            position += 1
        else:
            digits[cell] = 0
            position -= 1
    return position == len(order), choices


@inlined
def digits_for(frame, cell, used_digits, remaining, empty):
    """Return the digits, as bits, that no group of a cell has, and with which its cage can still have its sum."""
    candidates = (1 << frame.side) - 1
    for group in frame.of_cell[cell]:
        if group >= 0:
            candidates &= ~used_digits[group]
    cage = frame.of_cell[cell, 0]
    if cage >= 0:
        total = remaining[cage]
        if empty[cage] == 1:
            candidates &= 1 << total - 1 if 1 <= total <= frame.side else 0
        elif total <= frame.side:
            candidates &= (1 << max(total, 1) - 1) - 1
    return candidates


@inlined
def put_digit(frame, cell, digit, used_digits, remaining, empty):
    """Enter a digit."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            used_digits[group] |= 1 << digit - 1
            remaining[group] -= digit
            empty[group] -= 1


@inlined
def take_digit(frame, cell, digit, used_digits, remaining, empty):
    """Remove a digit."""
    for group in frame.of_cell[cell]:
        if group >= 0:
            used_digits[group] &= ~(1 << digit - 1)
            remaining[group] += digit
            empty[group] += 1
