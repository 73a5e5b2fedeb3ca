"""Decoupled lines reduced to counts: how often a line learned a cell, and how many of its cells are unknown.

What a line of some counts fixes when it learns a cell is drawn from what sampled lines of the same counts fixed. So a
board has no numbers, only its choices and these counts.
"""

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.compiled.rng import integer_below, restart, uniform
from rullo_core.constraints.kernels.reachable import MOST_CELLS, solve_line
from rullo_core.rullo.kernels.predicting.boards import is_small


@inlined
def key_of(cells, learned, excluded, included, is_included):
    """Return the number of a state: of a line that learned so many cells, the last one that is included or not, and had
    so many excluded and included cells unknown before.
    """
    return (((learned * (cells + 1)) + excluded) * (cells + 1) + included) * 2 + is_included


@inlined
def random_cell(cells, rng):
    """Return one of the cells of a mask that is not empty, as a mask."""
    for _ in range(integer_below(rng, count_ones(cells))):
        cells &= cells - ONE
    return cells & (~cells + ONE)


@inlined
def random_cells(number, cells, rng):
    """Return some of the cells of a mask, as a mask."""
    chosen = NONE
    for _ in range(number):
        chosen |= random_cell(cells & ~chosen, rng)
    return chosen


@inlined
def rest_of(numbers, cells):
    """Return the sum of the cells of a mask."""
    total = 0
    while cells != NONE:
        total += numbers[count_ones((cells & (~cells + ONE)) - ONE)]
        cells &= cells - ONE
    return total


@kernel
def sample_lines(values, coin, cells, lines, memory, room, rng, keys, fixed):
    """Let random lines learn one random cell after the other; fill in each state, and how many excluded and included
    cells the line fixes then; return how many there are. Without `memory`, lines that learned a cell or more are alike.
    """
    numbers = np.zeros((1, MOST_CELLS), np.int64)
    number = 0
    for _ in range(lines):
        is_included = NONE
        for cell in range(cells):
            numbers[0, cell] = values[integer_below(rng, len(values))]
            if uniform(rng) < coin:
                is_included |= ONE << np.uint64(cell)
        unknown, learned, last = all_ones(cells), 0, NONE
        while True:
            keys[number] = key_of(
                cells,
                learned if memory else min(learned, 1),
                count_ones((unknown | last) & ~is_included),
                count_ones((unknown | last) & is_included),
                last & is_included != NONE,
            )
            _, to_include, to_exclude = solve_line(
                numbers, 0, unknown, rest_of(numbers[0], unknown & is_included), room
            )
            fixed[number, 0], fixed[number, 1] = count_ones(to_exclude), count_ones(to_include)
            number += 1
            unknown &= ~(to_include | to_exclude)
            if unknown == NONE:
                break
            last = random_cell(unknown, rng)
            unknown ^= last
            learned += 1
    return number


@kernel
def outcome_of(cells, learned, excluded, included, is_included, outcomes, rng):
    """Return how many excluded and included cells a line fixes, as a random sampled line of these counts did, or, if
    there is none, one that learned a few cells more or fewer.
    """
    first, fixed = outcomes
    for distance in range(cells):
        for other in (learned - distance, learned + distance):
            if (other == learned or other >= 1) and other <= cells:
                key = key_of(cells, other, excluded, included, is_included)
                if first[key + 1] > first[key]:
                    row = first[key] + integer_below(rng, first[key + 1] - first[key])
                    return fixed[row, 0], fixed[row, 1]
        if learned == 0:
            break
    return 0, 0


@inlined
def fix_random(line, unknown, is_included, excluded, included, events, number, rng):
    """Fix random cells of a line, so many excluded and included ones, and list what the lines across will learn."""
    of_line = unknown[line]
    cells = random_cells(excluded, of_line & ~is_included[line], rng)
    cells |= random_cells(included, of_line & is_included[line], rng)
    unknown[line] = of_line & ~cells
    while cells != NONE:
        events[number, 0], events[number, 1] = line, count_ones((cells & (~cells + ONE)) - ONE)
        cells &= cells - ONE
        number += 1
    return number


@kernel
def run_counts(board, height, width, of_rows, of_columns, memory, coin, seed, first, rng, small, stop):
    """Run boards by number from `first` on; fill in whether only small sets of cells stay unknown; see `is_small`."""
    lines = height + width
    unknown, is_included, learned = board.unknown, board.included, np.zeros(lines, np.int64)
    events = np.empty((2 * height * width, 2), np.int64)
    for i in range(len(small)):
        if stop[0] != 0:
            return
        restart(rng, seed, np.uint64(first + i), 0)
        learned[:] = 0
        is_included[:] = NONE
        for r in range(height):
            unknown[r] = all_ones(width)
            for c in range(width):
                if uniform(rng) < coin:
                    is_included[r] |= ONE << np.uint64(c)
                    is_included[height + c] |= ONE << np.uint64(r)
        number = 0
        for line in range(lines):
            cells = width if line < height else height
            unknown[line] = all_ones(cells)
            included = count_ones(is_included[line])
            excluded, included = outcome_of(
                cells, 0, cells - included, included, False, of_rows if line < height else of_columns, rng
            )
            number = fix_random(line, unknown, is_included, excluded, included, events, number, rng)
        while number > 0:
            place = integer_below(rng, number)
            sender, cell = events[place, 0], events[place, 1]
            number -= 1
            events[place, 0], events[place, 1] = events[number, 0], events[number, 1]
            line = height + cell if sender < height else cell
            bit = ONE << np.uint64(sender if sender < height else sender - height)
            if unknown[line] & bit == NONE:
                continue
            cells = width if line < height else height
            learned[line] += 1
            excluded, included = outcome_of(
                cells,
                learned[line] if memory else 1,
                count_ones(unknown[line] & ~is_included[line]),
                count_ones(unknown[line] & is_included[line]),
                is_included[line] & bit != NONE,
                of_rows if line < height else of_columns,
                rng,
            )
            unknown[line] &= ~bit
            number = fix_random(line, unknown, is_included, excluded, included, events, number, rng)
        small[i] = is_small(board.unknown, board.lines)
