"""Five steps that choose clues, and thereby the only solution (Puzzling Stack Exchange, 2017, second answer).

1 a layout; 2 clues that cross and share few digits; 3 the other clues, each so that the least ambiguity remains; 4
while cells are open, make one black and choose the clues around it again; 5 if none can be, change both clues of an
open cell.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, shuffle
from rullo_core.constraints.kernels.different import COUNT, DIGITS, HIGHEST, LOWEST, MAX_SUM, UNIONS
from rullo_core.kakuro.kernels.draft import forget, lay_out, measure, measure_from
from rullo_core.kakuro.kernels.layout import blacken

CROSSING, CLUES, BLACK, PAIRS = range(4)
"""Steps 2 to 5."""


class Log(NamedTuple):
    """How often each step failed, so that everything was restarted; cells that step 4 made black in the last attempt;
    and the step that solved it: CLUES, BLACK or PAIRS.
    """

    failed: np.ndarray
    blackened: np.ndarray
    ended: np.ndarray


def log_of() -> Log:
    """Return an empty log."""
    return Log(np.zeros(4, np.int64), np.zeros(1, np.int64), np.full(1, -1))


@inner
def length_of(puzzle, entry):
    """Return the number of cells of an entry."""
    return puzzle.members[entry + 1] - puzzle.members[entry]


@inner
def try_clues(draft, entries, values, cell):
    """Set clues and propagate in the second row of domains; return the ambiguity, infinite after a contradiction."""
    for i in range(len(entries)):
        draft.puzzle.clues[entries[i]] = values[i]
    return measure_from(draft, draft.domains[0], cell, draft.domains[1])


@inner
def keep(draft):
    """Adopt the domains that were tried."""
    for i in range(draft.puzzle.cells[1]):
        draft.domains[0, i] = draft.domains[1, i]


@inner
def bounds_of(draft, entry):
    """Return the least and the greatest sum of an entry by its candidates, or its clue twice."""
    puzzle = draft.puzzle
    if puzzle.clues[entry]:
        return puzzle.clues[entry], puzzle.clues[entry]
    n = length_of(puzzle, entry)
    low = high = 0
    for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
        low += LOWEST[draft.domains[0, puzzle.member[i]]]
        high += HIGHEST[draft.domains[0, puzzle.member[i]]]
    return max(low, n * (n + 1) // 2), min(high, n * (2 * DIGITS + 1 - n) // 2)


@kernel
def choose_crossings(draft, rng):
    """Step 2: for each cell without clues, choose two that share as few digits as possible."""
    puzzle = draft.puzzle
    pairs = np.empty((MAX_SUM * MAX_SUM, 2), np.int64)
    order = np.empty(MAX_SUM * MAX_SUM, np.int64)
    for cell in range(puzzle.cells[1]):
        across_entry, down_entry = puzzle.across[cell], puzzle.down[cell]
        if puzzle.clues[across_entry] or puzzle.clues[down_entry]:
            continue
        is_set = False
        for shared in range(1, DIGITS + 1):
            number = 0
            for s in range(1, MAX_SUM + 1):
                for t in range(1, MAX_SUM + 1):
                    common = UNIONS[length_of(puzzle, across_entry), s] & UNIONS[length_of(puzzle, down_entry), t]
                    if COUNT[common] == shared:
                        pairs[number, 0], pairs[number, 1] = s, t
                        order[number] = number
                        number += 1
            shuffle(order[:number], rng)
            for k in range(number):
                s, t = pairs[order[k], 0], pairs[order[k], 1]
                if try_clues(draft, (across_entry, down_entry), (s, t), cell) < np.inf:
                    keep(draft)
                    is_set = True
                    break
            if is_set:
                break
        if not is_set:
            return False
    return True


@kernel
def choose_clues(draft, rng):
    """Step 3: give the clue with the most possible values the one that leaves the least ambiguity.

    Clues across and down have to have the same sum, as far as bounds show it.
    """
    puzzle = draft.puzzle
    while True:
        most_values, entry, ties = -1, -1, 0
        low = np.zeros(2, np.int64)
        high = np.zeros(2, np.int64)
        for number in range(puzzle.entries[1]):
            lower, upper = bounds_of(draft, number)
            side = 1 if number >= puzzle.downs[0] else 0
            low[side] += lower
            high[side] += upper
            if puzzle.clues[number] == 0:
                values = upper - lower
                if values > most_values:
                    most_values, entry, ties = values, number, 1
                elif values == most_values:
                    ties += 1
                    if integer_below(rng, ties) == 0:
                        entry = number
        if entry < 0:
            return True
        side = 1 if entry >= puzzle.downs[0] else 0
        lower, upper = bounds_of(draft, entry)
        # Without this clue, its side adds up to low to high; the other has to be able to add up to the same.
        low[side] -= lower
        high[side] -= upper
        fewest, best, ties = np.inf, 0, 0
        for value in range(lower, upper + 1):
            if UNIONS[length_of(puzzle, entry), value] == 0:
                continue
            if low[side] + value > high[1 - side] or high[side] + value < low[1 - side]:
                continue
            bits = try_clues(draft, (entry,), (value,), puzzle.member[puzzle.members[entry]])
            if bits < fewest:
                fewest, best, ties = bits, value, 1
            elif bits == fewest and bits < np.inf:
                ties += 1
                if integer_below(rng, ties) == 0:
                    best = value
        puzzle.clues[entry] = 0
        if fewest == np.inf:
            return False
        try_clues(draft, (entry,), (best,), puzzle.member[puzzle.members[entry]])
        keep(draft)


@kernel
def blacken_cell(draft, rules, rng, log):
    """Step 4: make an open cell black if the rules allow it, and choose the clues around it again; False if none can
    be.
    """
    puzzle, white, number = draft.puzzle, draft.white, draft.number
    height, width = white.shape
    old_clues = np.zeros((2, height, width), np.int64)
    lengths = np.zeros((2, height, width), np.int64)
    order = np.arange(height * width)
    shuffle(order, rng)
    cells = np.empty((4, 2), np.int64)
    stack = np.empty(height * width, np.int64)
    old_white = white.copy()
    for place in order:
        r, c = place // width, place % width
        if not white[r, c] or COUNT[draft.domains[0, number[r, c]]] == 1:
            continue
        for y in range(height):
            for x in range(width):
                for side in range(2):
                    lengths[side, y, x] = 0
                    if white[y, x]:
                        entry = puzzle.down[number[y, x]] if side else puzzle.across[number[y, x]]
                        if puzzle.member[puzzle.members[entry]] == number[y, x]:
                            old_clues[side, y, x] = puzzle.clues[entry]
                            lengths[side, y, x] = length_of(puzzle, entry)
        if not blacken(white, r, c, rules, cells, stack):
            continue
        lay_out(draft)
        for y in range(height):
            for x in range(width):
                for side in range(2):
                    if white[y, x]:
                        cell = number[y, x]
                        entry = puzzle.down[cell] if side else puzzle.across[cell]
                        first = puzzle.member[puzzle.members[entry]] == cell
                        if first and lengths[side, y, x] == length_of(puzzle, entry):
                            puzzle.clues[entry] = old_clues[side, y, x]
        if measure(draft, draft.domains[0]) < np.inf and choose_clues(draft, rng):
            for y in range(height):
                for x in range(width):
                    log.blackened[0] += old_white[y, x] - white[y, x]
            return True
        # Restore the draft: another cell may do.
        copy(old_white, white)
        lay_out(draft)
        for y in range(height):
            for x in range(width):
                for side in range(2):
                    if lengths[side, y, x]:
                        cell = number[y, x]
                        puzzle.clues[puzzle.down[cell] if side else puzzle.across[cell]] = old_clues[side, y, x]
        measure(draft, draft.domains[0])
    return False


@kernel
def exchange_pairs(draft):
    """Step 5: choose the two clues of each open cell that leave the least ambiguity, while that falls; return the
    ambiguity.
    """
    puzzle = draft.puzzle
    bits = measure(draft, draft.domains[0])
    lowered = True
    while lowered and bits > 0:
        lowered = False
        for cell in range(puzzle.cells[1]):
            if COUNT[draft.domains[0, cell]] == 1 or bits == 0:
                continue
            across_entry, down_entry = puzzle.across[cell], puzzle.down[cell]
            old = puzzle.clues[across_entry], puzzle.clues[down_entry]
            best = old
            forget(draft, cell)
            # The two have to change alike, as the others stay.
            for difference in range(-MAX_SUM, MAX_SUM + 1):
                s, t = old[0] + difference, old[1] + difference
                if difference == 0 or min(s, t) < 1 or max(s, t) > MAX_SUM:
                    continue
                if UNIONS[length_of(puzzle, across_entry), s] == 0 or UNIONS[length_of(puzzle, down_entry), t] == 0:
                    continue
                puzzle.clues[across_entry], puzzle.clues[down_entry] = s, t
                new = measure_from(draft, draft.domains[2], cell, draft.domains[1])
                if new < bits:
                    bits = new
                    best = s, t
                    lowered = True
            puzzle.clues[across_entry], puzzle.clues[down_entry] = best
            measure_from(draft, draft.domains[2], cell, draft.domains[0])
    return bits


@kernel
def make_in_steps(draft, rules, attempts, rng, stop, log):
    """Choose clues for a layout so that entries solve it; return the attempt that succeeded, from 1, or 0.

    White cells may become black; the digits become the solution.
    """
    white = draft.white.copy()
    puzzle = draft.puzzle
    for attempt in range(1, attempts + 1):
        if stop[0]:
            break
        copy(white, draft.white)
        lay_out(draft)
        log.blackened[0] = 0
        measure(draft, draft.domains[0])
        if not choose_crossings(draft, rng):
            log.failed[CROSSING] += 1
            continue
        if not choose_clues(draft, rng):
            log.failed[CLUES] += 1
            continue
        ended = CLUES
        bits = measure(draft, draft.domains[0])
        while 0 < bits < np.inf:
            ended = BLACK
            if not blacken_cell(draft, rules, rng, log):
                ended = PAIRS
                bits = exchange_pairs(draft)
                break
            bits = measure(draft, draft.domains[0])
        if bits != 0:
            log.failed[ended] += 1
            continue
        for cell in range(puzzle.cells[1]):
            draft.digits[cell] = LOWEST[draft.domains[0, cell]]
        log.ended[0] = ended
        return attempt
    return 0
