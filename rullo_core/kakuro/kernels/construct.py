"""Clues chosen one at a time, as a constructor does it (Puzzling Stack Exchange, 2017, first answer).

Preferred is a clue that has many sets of digits on its own and few in its place. No clue may leave no solution, or a
deadly rectangle; where no clue fits, some are removed again.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import integer_below, swap_random, uniform
from rullo_core.constraints.kernels.different import ALL, COUNT, FIRST_SET, LOWEST, MAX_SUM, SETS, UNIONS
from rullo_core.kakuro.kernels.board import FIRST, NO_LENGTH, reach
from rullo_core.kakuro.kernels.draft import measure
from rullo_core.kakuro.kernels.search import ONE_SOLUTION, search_from
from rullo_core.kakuro.kernels.steps import bounds_of, exchange_pairs, length_of, try_clues
from rullo_core.kakuro.kernels.uniqueness import find_rectangle

EXAMINED = 6
"""The number of entries that are examined for each clue."""

RANDOMNESS = 0.5
"""The greatest share by which the score of a value is lowered at random."""

DEEPEST = 8
"""The greatest number of cells whose clues are removed: one at first, then one more each time, then one again."""

NODES = np.int64(300)
"""Nodes of a search for a solution, after which a clue is refused."""


class Log(NamedTuple):
    """How often a clue was chosen; was refused without a solution, or for a deadly rectangle; was removed; and how
    often two clues were changed together in the end.
    """

    counts: np.ndarray


CHOSEN_CLUES, NO_SOLUTION, EXCHANGEABLE, TAKEN_BACK, CHANGED_PAIRS = range(5)


def log_of() -> Log:
    """Return an empty log."""
    return Log(np.zeros(5, np.int64))


@inner
def count_living(puzzle, entry, total, domains):
    """Count the sets of a total that an entry can still have, by the candidates of its cells."""
    count = length_of(puzzle, entry)
    first = place_of_sets(count, total)
    union = 0
    for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
        union |= domains[puzzle.member[i]]
    number = 0
    for k in range(FIRST_SET[first], FIRST_SET[first + 1]):
        digits = SETS[k]
        # Each cell needs a digit, fixed cells as well.
        is_possible = digits & ~union == 0
        for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
            is_possible = is_possible and digits & domains[puzzle.member[i]] != 0
        number += is_possible
    return number


@inner
def place_of_sets(count, total):
    """Return the row, in the table of all sets, of the sets of `count` digits with a sum."""
    return count * (MAX_SUM + 1) + total


@kernel
def weigh(draft, entry, table, bits):
    """Return how many values a clue that is not set can have, by propagation.

    Rows of the table have the value, its number of sets, and those in its place; bits has the ambiguity that remains.
    Only the second row of the draft's domains changes.
    """
    puzzle = draft.puzzle
    number = 0
    lower, upper = bounds_of(draft, entry)
    for value in range(lower, upper + 1):
        if UNIONS[length_of(puzzle, entry), value] == 0:
            continue
        ambiguity = try_clues(draft, (entry,), (value,), puzzle.member[puzzle.members[entry]])
        if ambiguity < np.inf:
            first = place_of_sets(length_of(puzzle, entry), value)
            table[number, 0] = value
            table[number, 1] = FIRST_SET[first + 1] - FIRST_SET[first]
            table[number, 2] = count_living(puzzle, entry, value, draft.domains[1])
            bits[number] = ambiguity
            number += 1
    puzzle.clues[entry] = 0
    return number


@kernel
def fits(draft, cell, stop, depths, solution, log):
    """Whether the clues that are set have a solution without a deadly rectangle; that solution becomes the digits.

    Digits that still fit are kept. The first row of domains has what is known without the clues of the cell.
    """
    puzzle = draft.puzzle
    cells = puzzle.cells[1]
    is_solution = True
    for entry in range(puzzle.entries[1]):
        total = 0
        for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
            total += draft.digits[puzzle.member[i]]
        is_solution = is_solution and (puzzle.clues[entry] == 0 or total == puzzle.clues[entry])
    if not is_solution or draft.digits[0] == 0:
        copy(draft.domains[0, :cells], depths[0])
        last = np.zeros(cells, np.int64)
        number, _, _ = search_from(puzzle, FIRST, solution, ONE_SOLUTION, last, NODES, stop, depths, cell, draft.desk)
        if number == 0:
            log.counts[NO_SOLUTION] += 1
            return False
        for cell in range(cells):
            draft.digits[cell] = LOWEST[solution[0, cell]]
    if find_rectangle(draft, np.empty(4, np.int64)):
        log.counts[EXCHANGEABLE] += 1
        return False
    return True


@inner
def choose_entries(draft, entries, rng):
    """Choose at most EXAMINED entries without a clue, preferring entries that cross an entry with a clue; return their
    number.
    """
    puzzle = draft.puzzle
    number = crossing = 0
    for entry in range(puzzle.entries[1]):
        if puzzle.clues[entry]:
            continue
        crosses = False
        for i in range(puzzle.members[entry], puzzle.members[entry + 1]):
            cell = puzzle.member[i]
            crosses |= puzzle.clues[puzzle.across[cell]] > 0 or puzzle.clues[puzzle.down[cell]] > 0
        entries[number] = entry
        number += 1
        if crosses:
            entries[number - 1] = entries[crossing]
            entries[crossing] = entry
            crossing += 1
    among = crossing if crossing else number
    for i in range(min(EXAMINED, among)):
        swap_random(entries, i, among, rng)
    return min(EXAMINED, among)


@inner
def take_back(draft, count, rng):
    """Remove both clues of some open cells; of any cell if none is open."""
    puzzle = draft.puzzle
    cells = puzzle.cells[1]
    for _ in range(count):
        number, chosen_cell = 0, integer_below(rng, cells)
        for cell in range(cells):
            has_clue = puzzle.clues[puzzle.across[cell]] or puzzle.clues[puzzle.down[cell]]
            if COUNT[draft.domains[0, cell]] > 1 and has_clue:
                number += 1
                if integer_below(rng, number) == 0:
                    chosen_cell = cell
        puzzle.clues[puzzle.across[chosen_cell]] = 0
        puzzle.clues[puzzle.down[chosen_cell]] = 0
    measure(draft, draft.domains[0])


@inner
def choose_clue(draft, stop, depths, rng, log):
    """Set the next clue, and return whether one of the entries examined can have one.

    Of a few entries, the value with the most sets on its own per set in its place is chosen, and of equal ones the one
    that leaves the least ambiguity; with some randomness, so that what was removed is not chosen again.
    """
    puzzle = draft.puzzle
    entries = np.empty(puzzle.entries[1], np.int64)
    count = choose_entries(draft, entries, rng)
    values = np.empty((EXAMINED * (MAX_SUM + 1), 2), np.int64)
    score = np.empty((EXAMINED * (MAX_SUM + 1), 2), np.float64)
    table = np.empty((MAX_SUM + 1, 3), np.int64)
    bits = np.empty(MAX_SUM + 1, np.float64)
    solution = np.empty((1, puzzle.cells[1]), np.int64)
    old_digits = draft.digits.copy()
    number = 0
    for k in range(count):
        for i in range(weigh(draft, entries[k], table, bits)):
            values[number, 0], values[number, 1] = entries[k], table[i, 0]
            score[number, 0] = table[i, 1] / max(table[i, 2], 1) * (1 - RANDOMNESS * uniform(rng))
            score[number, 1] = bits[i]
            number += 1
    while number:
        best = 0
        for i in range(1, number):
            if score[i, 0] > score[best, 0] or (score[i, 0] == score[best, 0] and score[i, 1] < score[best, 1]):
                best = i
        entry = values[best, 0]
        puzzle.clues[entry] = values[best, 1]
        cell = puzzle.member[puzzle.members[entry]]
        copy(old_digits, draft.digits)
        if fits(draft, cell, stop, depths, solution, log):
            reach(puzzle, FIRST, draft.domains[0, : puzzle.cells[1]], ALL, NO_LENGTH, cell, draft.desk)
            log.counts[CHOSEN_CLUES] += 1
            return True
        puzzle.clues[entry] = 0
        number -= 1
        copy(values[number], values[best])
        copy(score[number], score[best])
        if stop[0]:
            break
    copy(old_digits, draft.digits)
    return False


@kernel
def construct(draft, max_removals, depths, rng, stop, log):
    """Choose clues for a layout one at a time until propagation solves it, and return whether it does.

    If no clue fits, or all are set and cells are open, clues are removed, `max_removals` times at most; before that,
    the two clues of an open cell are changed together.
    """
    puzzle = draft.puzzle
    cells = puzzle.cells[1]
    draft.digits[:] = 0
    measure(draft, draft.domains[0])
    while log.counts[TAKEN_BACK] <= max_removals and not stop[0]:
        missing = 0
        for entry in range(puzzle.entries[1]):
            missing += puzzle.clues[entry] == 0
        if missing:
            if not choose_clue(draft, stop, depths, rng, log):
                take_back(draft, 1 + log.counts[TAKEN_BACK] % DEEPEST, rng)
                log.counts[TAKEN_BACK] += 1
            continue
        bits = measure(draft, draft.domains[0])
        if bits > 0:
            bits = exchange_pairs(draft)
            log.counts[CHANGED_PAIRS] += 1
        if bits == 0:
            for cell in range(cells):
                draft.digits[cell] = LOWEST[draft.domains[0, cell]]
            return True
        take_back(draft, 1 + log.counts[TAKEN_BACK] % DEEPEST, rng)
        log.counts[TAKEN_BACK] += 1
    return False
