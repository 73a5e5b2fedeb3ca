"""The best guesses after a stalled run, with memory, for every solution of a grid.

The result is that of `kernels.lines.board.difficulty_after_stall`, which searches the guesses of one puzzle.

Where lines stall, the known cells matter only through what they leave of the target-sums, which the solution reaches
with the unknown cells. The difficulty of what follows is thus a function of the unknown cells and of which of them the
solution includes. Many solutions of a grid leave the same cells, and many guesses lead to the same cells, so results
are stored; and because components that lines do not connect are independent, they are stored by component.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.compiled.hashing import place_of, shift_for
from rullo_core.rullo.kernels.lines.board import (
    FEWEST_STUCK,
    LEAST_AFTER_GUESS,
    cells_to_guess,
    connected,
    solve_by_lines,
    turn,
)

PLACES_BITS = 18
"""Bits of a slot in the table, which is cleared when it is three quarters full. 4x4 needs some ten thousand slots."""

PLACES_BITS_IF_LARGE = 22
"""The same for grids of more than 16 cells, whose tables always fill up: it makes 5x5 over {1, 2} 1.4 times faster."""

UNREACHED = 1 << 30


class Memory(NamedTuple):
    """Table of the components of one grid that have been searched."""

    keys: np.ndarray  # 2**bits uint64: a component's unknown cells, by row; in the upper half those included; 0 is free
    last: np.ndarray  # int16: the least halves after it if it comes last, so that its final run counts passes
    not_last: np.ndarray  # int16: the same if it does not, so that every run counts iterations
    occupied: np.ndarray  # number of slots taken
    shift: np.ndarray  # as `rullo_core.compiled.hashing.place_of` needs it


def memory_for(cells: int) -> Memory:
    """Return an empty table for grids of `cells` cells."""
    return empty_memory(PLACES_BITS if cells <= 16 else PLACES_BITS_IF_LARGE)


def empty_memory(bits: int) -> Memory:
    """Return an empty table with 2**bits slots."""
    return Memory(
        np.zeros(1 << bits, np.uint64),
        np.zeros(1 << bits, np.int16),
        np.zeros(1 << bits, np.int16),
        np.zeros(1, np.int64),
        np.full(1, shift_for(1 << bits), np.uint64),
    )


@kernel
def forget(memory):
    """Clear the table for another grid."""
    if memory.occupied[0]:
        memory.keys[:] = 0
        memory.occupied[0] = 0


@inner
def recall(height, width, included_by_row, unknown, memory):
    """Return the difficulty after a stalled run, in halves, if all its components are in the table; else -1."""
    cells = np.uint64(height * width)
    total = np.int64(0)
    for_last = np.int64(UNREACHED)
    while unknown != NONE:
        part = connected(unknown, height, width)
        unknown ^= part
        last = np.int64(LEAST_AFTER_GUESS)
        not_last = last
        if count_ones(part) != FEWEST_STUCK:
            place = place_of(memory.keys, part | (included_by_row & part) << cells, memory.shift[0])
            if memory.keys[place] == NONE:
                return np.int64(-1)
            last = np.int64(memory.last[place])
            not_last = np.int64(memory.not_last[place])
        total += not_last
        for_last = min(for_last, last - not_last)
    return total + for_last


@kernel
def difficulty_with_memory(numbers, rows, columns, included_by_row, stuck_by_row, memory, stop):
    """Return the difficulty after a stalled run, in halves, on a grid of at most 32 cells; results are stored."""
    height, width = numbers.shape
    unknown = ~stuck_by_row & all_ones(height * width)
    known_already = recall(height, width, included_by_row, unknown, memory)
    if known_already >= 0:
        return known_already
    return search(numbers, rows, columns, included_by_row, unknown, memory, stop)


@kernel
def search(numbers, rows, columns, included_by_row, unknown, memory, stop):
    """Search the guesses for each component not in the table, and those after them; see `difficulty_with_memory`.

    This uses a stack because numba cannot cache every recursive function on disk.
    """
    height, width = numbers.shape
    cells = np.uint64(height * width)
    all_cells = all_ones(height * width)
    # By depth: a component, the guesses left to try, those tried that leave cells unknown and what they leave, and the
    # least difficulty found if it is the last component or not. Of the current guess: the halves of its run, the
    # unknown cells of components not yet added, the total of those added if none is the last, and the least extra if
    # one of them is. At depth 0 there is no guess, only a state.
    deepest = height * width + 2
    part = np.empty(deepest, np.uint64)
    to_guess = np.empty(deepest, np.uint64)
    deferred = np.zeros(deepest, np.uint64)
    run_of_deferred = np.empty((deepest, height * width), np.int64)
    unknown_after = np.empty((deepest, height * width), np.uint64)
    best_last = np.empty(deepest, np.int64)
    best_others = np.empty(deepest, np.int64)
    run = np.zeros(deepest, np.int64)
    pending = np.empty(deepest, np.uint64)
    totals = np.zeros(deepest, np.int64)
    for_last = np.full(deepest, UNREACHED, np.int64)
    depth = 0
    pending[0] = unknown
    to_guess[0] = NONE
    best_last[0] = UNREACHED
    best_others[0] = UNREACHED
    while True:
        if stop[0] != 0:
            return 0
        if pending[depth] != NONE:
            component = connected(pending[depth], height, width)
            last = np.int64(LEAST_AFTER_GUESS)
            not_last = np.int64(LEAST_AFTER_GUESS)
            if count_ones(component) != FEWEST_STUCK:
                key = component | (included_by_row & component) << cells
                place = place_of(memory.keys, key, memory.shift[0])
                if memory.keys[place] == NONE:
                    depth += 1
                    part[depth] = component
                    best_last[depth] = UNREACHED
                    best_others[depth] = UNREACHED
                    pending[depth] = NONE
                    to_guess[depth] = cells_to_guess(
                        numbers, included_by_row, turn(included_by_row, height, width), all_cells ^ component
                    )
                    continue
                last = np.int64(memory.last[place])
                not_last = np.int64(memory.not_last[place])
            totals[depth] += not_last
            for_last[depth] = min(for_last[depth], last - not_last)
            pending[depth] ^= component
            if pending[depth] == NONE:
                best_last[depth] = min(best_last[depth], run[depth] + totals[depth] + for_last[depth])
                best_others[depth] = min(best_others[depth], run[depth] + totals[depth])
        elif to_guess[depth] != NONE:
            guess = to_guess[depth] & (~to_guess[depth] + ONE)
            to_guess[depth] ^= guess
            by_row = all_cells ^ part[depth] | guess
            halves, known_cells, passes = solve_by_lines(
                rows,
                height,
                columns,
                width,
                included_by_row,
                turn(included_by_row, height, width),
                by_row,
                turn(by_row, height, width),
            )
            if known_cells == all_cells:
                best_last[depth] = min(best_last[depth], halves)
                best_others[depth] = min(best_others[depth], 2 * ((passes + 1) // 2 + 1))
            else:
                cell = count_ones(guess - ONE)
                deferred[depth] |= guess
                run_of_deferred[depth, cell] = halves
                unknown_after[depth, cell] = ~known_cells & all_cells
        elif deferred[depth] != NONE:
            # Guesses that finish have given a bound by now; most others need not be searched further.
            guess = deferred[depth] & (~deferred[depth] + ONE)
            deferred[depth] ^= guess
            cell = count_ones(guess - ONE)
            at_least = run_of_deferred[depth, cell] + LEAST_AFTER_GUESS
            if at_least < best_last[depth] or at_least < best_others[depth]:
                run[depth] = run_of_deferred[depth, cell]
                pending[depth] = unknown_after[depth, cell]
                totals[depth] = 0
                for_last[depth] = UNREACHED
        elif depth == 0:
            return best_last[0]
        else:
            if 4 * memory.occupied[0] > 3 * len(memory.keys):
                forget(memory)
            key = part[depth] | (included_by_row & part[depth]) << cells
            place = place_of(memory.keys, key, memory.shift[0])
            memory.keys[place] = key
            memory.last[place] = best_last[depth]
            memory.not_last[place] = best_others[depth]
            memory.occupied[0] += 1
            depth -= 1
