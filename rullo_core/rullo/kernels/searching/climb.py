"""Change a puzzle cell by cell to make it as difficult as possible: simulated annealing."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.annealing import geometric, is_accepted, least_accepted
from rullo_core.compiled.bits import ONE, count_ones
from rullo_core.compiled.rng import WORDS, below, fraction, philox
from rullo_core.rullo.kernels.lines.memory import change, exchange, run, set_cell
from rullo_core.rullo.kernels.searching.climb_guesses import difficulty_unless_easy

HEATS = 2.0, 0.2
"""Temperature at the start and at the end: a change that is worse by this many halves has probability 1/e.

Start values from 2 to 5 and end values from 0.2 to 0.5 gave the same results on grids of 5x5 to 7x7.
"""

HEATS_OF_8X8 = 1.0, 0.6
"""Temperatures of long attempts on `CELLS_OF_8X8`: 22 attempts of 8,388,608 changes gave 55.6 on average, and 54.3 with
the temperatures above.

With few changes those above are better; on 9x9 to 16x16, neither was better in a few attempts.
"""

CELLS_OF_8X8 = 60, 80
"""Least and greatest number of cells."""

LONG = 2**22
"""Smallest number of changes in a long attempt."""

ANY_NUMBER = 0, 2**20
"""Any number of included cells."""

UNREACHABLE = 2**20, 2**20, *ANY_NUMBER
"""Requested halves that no puzzle has, so that the search runs to its end."""

ROWS, COLUMNS = np.int64(0), np.int64(1)
"""Groups of lines, as the first of a run."""


@kernel
def fill(board, height, width, free, values, seed, attempt, block):
    """Set free cells to random numbers and choices, with a block of random words per cell from `block` on."""
    words = np.empty(WORDS, np.uint64)
    for i in range(len(free)):
        philox(np.uint64(block + i), seed, attempt, words, 0)
        r, c = free[i] // width, free[i] % width
        set_cell(board, height, r, c, values[below(words[0], len(values))], words[1] & ONE)


@kernel
def climb(board, height, width, free, values, steps, seed, attempt, best, bounds, most_unknown, guesses, stop):
    """Change free cells at random so that the puzzle tends to become difficult, simple or exhaustive as requested.

    A puzzle that is to be simple (`most_unknown` is 0) is worth the halves of its difficulty or, if lines stall, the
    passes until then minus the unknown cells. Difficulty above the requested one counts against it. A puzzle that is to
    be exhaustive is worth the halves of its difficulty; or the passes, if lines alone solve it; or as above, if more
    than `most_unknown` cells are unknown. Each step changes the number of a free cell, its choice, or both, with a
    block of random words of the same index. The first puzzle as requested, by least and greatest halves and included
    cells, ends the search. Return the halves of the best puzzle, -1 if there is none; `best` receives its numbers and
    choices.
    """
    words = np.empty(WORDS, np.uint64)
    min_halves, max_halves, fewest_included, most_included = bounds
    heats = HEATS
    if steps >= LONG and CELLS_OF_8X8[0] <= height * width <= CELLS_OF_8X8[1]:
        heats = HEATS_OF_8X8
    worth = -np.inf
    best_halves = -1
    for step in range(steps):
        if stop[0] != 0:
            break
        heat = geometric(heats, step, steps)
        philox(np.uint64(step), seed, attempt, words, 0)
        cell = free[below(words[0], len(free))]
        r, c = cell // width, cell % width
        old_number, old_choice = board.numbers[r, c], board.included[r] >> np.uint64(c) & ONE
        number, choice = old_number, old_choice
        move = below(words[1], 8)
        if move < 5:  # otherwise change only the choice
            number = values[below(words[2], len(values))]
        if move > 3:  # otherwise change only the number
            choice ^= ONE
        uniform = fraction(words[3])
        change(board, height, r, c, number, choice)
        passes, unknown = run(board, height, width, COLUMNS)
        halves = -1
        new = float(passes - unknown)
        if most_unknown > 0:
            if 0 < unknown <= most_unknown:
                # A puzzle with fewer halves than this would not be accepted.
                minimum = np.int64(np.floor(max(least_accepted(worth, heat, uniform), -1.0))) - passes
                more_than_any = 2 * height * width + 2
                halves = passes + difficulty_unless_easy(board, height, width, unknown, guesses, more_than_any, minimum)
                new = float(halves)
        elif unknown == 0:
            # The other order takes one pass more or one less; it is skipped if even one more would not be enough.
            new = float(2 * passes + 1)
            if new >= min_halves or is_accepted(new - worth, heat, uniform):
                halves = passes + run(board, height, width, ROWS)[0]
                new = float(min(halves, 2 * max_halves - halves))
        if min_halves <= halves <= max_halves:
            included = 0
            for line in range(height):
                included += count_ones(board.included[line])
            if fewest_included <= included <= most_included:
                write_down(board, height, width, best)
                return halves
        if is_accepted(new - worth, heat, uniform):
            worth = new
            if halves > best_halves:
                best_halves = halves
                write_down(board, height, width, best)
        else:
            set_cell(board, height, r, c, old_number, old_choice)
            exchange(board, height, r, c)
    return best_halves


@kernel
def write_down(board, height, width, best):
    """Copy numbers and choices to `best`."""
    for r in range(height):
        for c in range(width):
            best[0, r, c] = board.numbers[r, c]
            best[1, r, c] = board.included[r] >> np.uint64(c) & ONE
