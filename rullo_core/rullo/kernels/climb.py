"""Change a puzzle cell by cell until it is as difficult as can be found: simulated annealing."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.compiled.philox import WORDS, philox
from rullo_core.rullo.kernels.board import solve_by_lines, turn

HOTTEST, COLDEST = 2.0, 0.2
"""How much worse, in halves, a change may be that is taken with a probability of 1/e: at first and in the end.

Between 2 and 5 at first, and 0.2 and 0.5 in the end, nothing else came out on grids of 5x5 to 7x7.
"""

NEVER = 2**20
"""Halves that no puzzle has: with these wanted, the search goes on to its end."""

UNIT = 2.0**-53
"""Of the highest 53 bits of a word, which make a number from 0 to 1."""


@kernel
def set_number(numbers, row_lanes, column_lanes, r, c, number):
    """Write a number into the grid and into the lanes of both its lines."""
    numbers[r, c] = number
    row_lanes[8 * c + r] = np.uint64(number)
    column_lanes[8 * r + c] = np.uint64(number)


@kernel
def climb(numbers, solution, free, largest, steps, seed, attempt, best, least_wanted, most_wanted, stop):
    """Look for a difficult simple puzzle.

    A puzzle is worth the halves of its difficulty; or the passes until lines are stuck, less the cells then unknown.
    What is more difficult than wanted is worth as much less. Every step changes the number of a free cell, its choice,
    or both. The first puzzle as difficult as wanted ends the search.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid. What stands in free cells does not matter. Changed.
    solution : uint64
        By row, likewise.
    free : int64 array of shape (n,)
        The cells that may change, by row.
    largest : int
        Numbers go from 1 to this; all of them fit into `rullo_core.rullo.kernels.lanes`.
    steps : int
    seed, attempt : uint64
        The key of the random words; step i takes block i, and what is before the first step the blocks from `steps` on.
    best : int64 array of shape (height, width)
        Filled with the grid of the most difficult simple puzzle, or of the first as difficult as wanted.
    least_wanted, most_wanted : int
        Halves.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.

    Returns
    -------
    halves : int64
        Twice its difficulty; -1 if none was met.
    solution : uint64
        Its solution.
    """
    height, width = numbers.shape
    everything = all_ones(height * width)
    row_lanes = np.zeros(64, np.uint64)
    column_lanes = np.zeros(64, np.uint64)
    words = np.empty(WORDS, np.uint64)
    for i in range(len(free)):
        philox(np.uint64(steps + i), seed, attempt, words, 0)
        numbers[free[i] // width, free[i] % width] = 1 + words[0] % np.uint64(largest)
        bit = ONE << np.uint64(free[i])
        solution = solution & ~bit | (words[1] & ONE) * bit
    for r in range(height):
        for c in range(width):
            set_number(numbers, row_lanes, column_lanes, r, c, numbers[r, c])

    worth = -np.inf
    most = -1
    best_solution = solution
    for step in range(steps):
        if stop[0] != 0:
            break
        heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
        philox(np.uint64(step), seed, attempt, words, 0)
        cell = free[words[0] % np.uint64(len(free))]
        r, c = cell // width, cell % width
        old_number, old_solution = numbers[r, c], solution
        what = words[1] % np.uint64(8)
        if what < 5:  # else the choice alone
            set_number(numbers, row_lanes, column_lanes, r, c, 1 + words[2] % np.uint64(largest))
        if what > 3:  # else the number alone
            solution ^= ONE << np.uint64(cell)
        halves, known, passes = solve_by_lines(
            row_lanes, height, column_lanes, width, solution, turn(solution, height, width), NONE, NONE
        )
        unknown = count_ones(~known & everything)
        if unknown == 0 and least_wanted <= halves <= most_wanted:
            best[:] = numbers
            return halves, solution
        new = float(min(halves, 2 * most_wanted - halves) if unknown == 0 else passes - unknown)
        if new >= worth or np.exp((new - worth) / heat) > (words[3] >> np.uint64(11)) * UNIT:
            worth = new
            if unknown == 0 and halves > most:
                most = halves
                best_solution = solution
                best[:] = numbers
        else:
            set_number(numbers, row_lanes, column_lanes, r, c, old_number)
            solution = old_solution
    return most, best_solution
