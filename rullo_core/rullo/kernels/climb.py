"""Change a puzzle cell by cell until it is as difficult as can be found: simulated annealing."""

import numpy as np

from rullo_core.compiled import inlined, kernel, uncounted
from rullo_core.compiled.bits import ONE, count_ones
from rullo_core.compiled.philox import WORDS, philox
from rullo_core.rullo.kernels.climb_guesses import after_best_guess
from rullo_core.rullo.kernels.memory import change, exchange, run, set_cell

HEATS = 2.0, 0.2
"""How much worse, in halves, a change may be that is taken with a probability of 1/e: at first and in the end.

Between 2 and 5 at first, and 0.2 and 0.5 in the end, nothing else came out on grids of 5x5 to 7x7.
"""

HEATS_OF_8X8 = 1.0, 0.6
"""The same for long attempts on `CELLS_OF_8X8`: 22 of 8,388,608 changes came to 55.6 on average, and to 54.3 with the
other.

With few changes it is the other way round; on 9x9 to 16x16 neither came to more than the other in a few attempts.
"""

CELLS_OF_8X8 = 60, 80
"""From how many cells to how many."""

LONG = 2**22
"""So many changes, and more, make a long attempt."""

ANY = 0, 2**20
"""However many included cells."""

NOTHING = 2**20, 2**20, *ANY
"""Wanted halves that no puzzle has: with these the search goes on to its end."""

ROWS, COLUMNS = np.int64(0), np.int64(1)
"""What is gone through first."""

UNIT = 2.0**-53
"""Of the highest 53 bits of a word, which make a number from 0 to 1."""


@kernel
def fill(counted_board, height, width, free, values, seed, attempt, block):
    """Write random numbers and choices into free cells.

    Parameters
    ----------
    counted_board : rullo_core.rullo.kernels.memory.Board
        Changed.
    height, width : int
    free : int64 array of shape (n,)
        The cells that may change, by row.
    values : int64 array of shape (k,)
        The numbers they may have.
    seed, attempt : uint64
        The key of the random words.
    block : int
        The first of their blocks; there is one for each cell.
    """
    board = uncounted(counted_board)
    words = np.empty(WORDS, np.uint64)
    for i in range(len(free)):
        philox(np.uint64(block + i), seed, attempt, words, 0)
        r, c = free[i] // width, free[i] % width
        set_cell(board, height, r, c, values[words[0] % np.uint64(len(values))], words[1] & ONE)


@kernel
def climb(
    counted_board, height, width, free, values, steps, seed, attempt, best, wanted, most_unknown, counted_guesses, stop
):
    """Change free cells at random, so that the puzzle tends to become a difficult one, simple or exhaustive.

    A puzzle that is to be simple is worth the halves of its difficulty; or the passes until lines are stuck, less the
    cells then unknown. What is more difficult than wanted is worth as much less. One that is to be exhaustive is worth
    the halves of its difficulty; or if lines alone solve it, the passes; or if too many cells are unknown, as before.
    Every step changes the number of a free cell, its choice, or both. The first puzzle as wanted ends the search.

    Parameters
    ----------
    counted_board, height, width, free, values, seed, attempt
        As in `fill`.
    steps : int
        How many. A step takes the block of random words that is called like it.
    best : int64 array of shape (2, height, width)
        Filled with the numbers and the choices, 0 or 1, of the most difficult simple puzzle, or of the first as
        difficult as wanted.
    wanted : tuple of int
        The least and the greatest number of halves, and of included cells.
    most_unknown : int
        0 if the puzzle is to be simple; else how many cells may be unknown where lines are stuck.
    counted_guesses : rullo_core.rullo.kernels.climb_guesses.Guesses
        For as many.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search.

    Returns
    -------
    int64
        Twice the difficulty of the best; -1 if none was met.
    """
    board, guesses = uncounted(counted_board), uncounted(counted_guesses)
    words = np.empty(WORDS, np.uint64)
    least_wanted, most_wanted, fewest_included, most_included = wanted
    first, last = HEATS
    if steps >= LONG and CELLS_OF_8X8[0] <= height * width <= CELLS_OF_8X8[1]:
        first, last = HEATS_OF_8X8
    worth = -np.inf
    most = -1
    for step in range(steps):
        if stop[0] != 0:
            break
        heat = first * (last / first) ** (step / steps)
        philox(np.uint64(step), seed, attempt, words, 0)
        cell = free[words[0] % np.uint64(len(free))]
        r, c = cell // width, cell % width
        old_number, old_choice = board.numbers[r, c], board.included[r] >> np.uint64(c) & ONE
        number, choice = old_number, old_choice
        what = words[1] % np.uint64(8)
        if what < 5:  # else the choice alone
            number = values[words[2] % np.uint64(len(values))]
        if what > 3:  # else the number alone
            choice ^= ONE
        rng = (words[3] >> np.uint64(11)) * UNIT
        change(board, height, r, c, number, choice)
        passes, unknown = run(board, height, width, COLUMNS)
        halves = -1
        new = float(passes - unknown)
        if most_unknown > 0:
            if 0 < unknown <= most_unknown:
                # With fewer halves than this it would not be taken.
                least = np.int64(np.floor(max(worth + heat * np.log(max(rng, UNIT)), -1.0))) - passes
                more_than_any = 2 * height * width + 2
                halves = passes + after_best_guess(board, height, width, unknown, guesses, more_than_any, least)
                new = float(halves)
        elif unknown == 0:
            # The other order takes one pass more or one less, and is not gone through if not even one more would do.
            new = float(2 * passes + 1)
            if new >= least_wanted or is_taken(new, worth, heat, rng):
                halves = passes + run(board, height, width, ROWS)[0]
                new = float(min(halves, 2 * most_wanted - halves))
        if least_wanted <= halves <= most_wanted:
            included = 0
            for line in range(height):
                included += count_ones(board.included[line])
            if fewest_included <= included <= most_included:
                write_down(board, height, width, best)
                return halves
        if is_taken(new, worth, heat, rng):
            worth = new
            if halves > most:
                most = halves
                write_down(board, height, width, best)
        else:
            set_cell(board, height, r, c, old_number, old_choice)
            exchange(board, height, r, c)
    return most


@inlined
def is_taken(new, worth, heat, rng):
    """Whether a change is taken: if it is no worse, or else with a probability that falls with how much worse it is."""
    return new >= worth or np.exp((new - worth) / heat) > rng


@kernel
def write_down(board, height, width, best):
    """Copy numbers and choices."""
    for r in range(height):
        for c in range(width):
            best[0, r, c] = board.numbers[r, c]
            best[1, r, c] = board.included[r] >> np.uint64(c) & ONE
