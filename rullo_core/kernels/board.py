"""Passes and difficulty on bit masks: `rullo_core.solver.run` and `difficulty` for a puzzle made from a solution.

A board of up to 64 cells is one word, and the state of a puzzle is the word of its known cells (why that is enough,
`rullo_core.kernels.line` says). A word stands in one of two orders:

====================  ==================================================
by row                cell (r, c) is bit r * width + c
by column             cell (r, c) is bit c * height + r
====================  ==================================================

A pass over the rows takes the known cells by row and returns them by column, just as the pass over the columns wants
them, and the other way round. So no pass ever has to turn the board.

The rows of a grid, and its columns, are given in one of two forms, and each kernel is compiled for either:

====================  ====================================  ====================================================
form                  type                                  what it is
====================  ====================================  ====================================================
numbers               int64[lines, cells]                   the numbers; each line is solved whenever it is met
tables                uint64[lines, 2**cells, 2**cells]     [line, included, known]: what is known once the line
                                                            is solved, already spread out into the other order
====================  ====================================  ====================================================

Difficulties are counted in halves: a simple puzzle's is the number of passes of both orders together.
"""

import numpy as np

from rullo_core.kernels import kernel
from rullo_core.kernels.line import NONE, ONE, all_ones, solve_line

LEAST_AFTER_GUESS = 4
"""Halves that a guess takes at least, two passes of either order.

Where lines are stuck, each unfinished one has two unknown cells or more, so unknown cells stand in two rows and in two
columns or more. The first pass after a guess has news for one line only, so it cannot settle all of them.
"""


@kernel
def spread(mask, step):
    """Move bit i of a mask to bit i * step."""
    out = NONE
    i = 0
    while mask != NONE:
        out |= (mask & ONE) << np.uint64(i)
        mask >>= ONE
        i += step
    return out


@kernel
def turn(mask, lines, cells):
    """Bring a word from the order by its lines, each of so many cells, into the other order."""
    out = NONE
    for i in range(lines):
        out |= spread((mask >> np.uint64(i * cells)) & all_ones(cells), lines) << np.uint64(i)
    return out


@kernel
def fill_tables(numbers, lines, tables):
    """Work out what lines reveal, whatever the solution and whatever is known.

    Parameters
    ----------
    numbers : int64 array of shape (n, cells)
        A line for each table.
    lines : int
        Lines of the board, the distance of neighbouring cells in the other order.
    tables : uint64 array of shape (n, 2**cells, 2**cells)
        Filled.
    """
    for i in range(tables.shape[0]):
        for included in range(tables.shape[1]):
            for known in range(tables.shape[2]):
                after = solve_line(numbers[i], np.uint64(included), np.uint64(known))
                tables[i, included, known] = spread(after, lines)


@kernel
def make_pass(lines, count, cells, included, known):
    """Solve every line from the state at the start of the pass.

    Parameters
    ----------
    lines : numbers or tables
    count, cells : int
        Lines, and cells in each.
    included, known : uint64
        The solution and the state, in the order by these lines.

    Returns
    -------
    uint64
        The known cells, in the other order.
    """
    ones = all_ones(cells)
    after = NONE
    for i in range(count):
        first = np.uint64(i * cells)
        line_included = (included >> first) & ones
        line_known = (known >> first) & ones
        if lines.ndim == 3:
            after |= lines[i, line_included, line_known] << np.uint64(i)
        else:
            after |= spread(solve_line(lines[i], line_included, line_known), count) << np.uint64(i)
    return after


@kernel
def run(first, n_first, second, n_second, included_first, included_second, known):
    """Make passes, these lines first, until all cells are known or an iteration has changed nothing.

    Parameters
    ----------
    first, second : numbers or tables
        Columns and rows, or rows and columns.
    n_first, n_second : int
        How many there are of each.
    included_first, included_second : uint64
        The solution, in the order by each.
    known : uint64
        The state, in the order by the first.

    Returns
    -------
    passes : int64
        Passes made; of a stuck run an even number, the two idle ones at the end included.
    known : uint64
        In the order by the second; all cells if lines alone solve the puzzle.
    """
    everything = all_ones(n_first * n_second)
    passes = 0
    while True:
        halfway = make_pass(first, n_first, n_second, included_first, known)
        passes += 1
        if halfway == everything:
            return passes, halfway
        after = make_pass(second, n_second, n_first, included_second, halfway)
        passes += 1
        if after == everything:
            return passes, after
        if after == known:
            return passes, halfway
        known = after


@kernel
def solve_by_lines(rows, height, columns, width, included_by_row, included_by_column, known_by_row, known_by_column):
    """Columns first and, if that settles every cell, rows first as well.

    Returns
    -------
    halves : int64
        Twice the difficulty if lines alone finish, else twice the iterations until they are stuck.
    known : uint64
        By row; all cells if lines alone finish.
    """
    passes, by_row = run(columns, width, rows, height, included_by_column, included_by_row, known_by_column)
    if by_row == all_ones(height * width):
        passes += run(rows, height, columns, width, included_by_row, included_by_column, known_by_row)[0]
    return passes, by_row


@kernel
def has_earlier_twin(numbers, i, included, known):
    """Whether an earlier line has the same numbers, solution and known cells: exchanging the two changes nothing."""
    cells = numbers.shape[1]
    ones = all_ones(cells)
    mine = np.uint64(i * cells)
    for j in range(i):
        other = np.uint64(j * cells)
        if ((included >> mine ^ included >> other) | (known >> mine ^ known >> other)) & ones != NONE:
            continue
        if np.all(numbers[i] == numbers[j]):
            return True
    return False


@kernel
def cells_to_guess(numbers, included_by_row, included_by_column, stuck_by_row):
    """The unknown cells of a stuck state, by row, but of cells that can be exchanged only the first."""
    height, width = numbers.shape
    stuck_by_column = turn(stuck_by_row, height, width)
    cells = ~stuck_by_row & all_ones(height * width)
    for r in range(height):
        if has_earlier_twin(numbers, r, included_by_row, stuck_by_row):
            cells &= ~(all_ones(width) << np.uint64(r * width))
    for c in range(width):
        if has_earlier_twin(numbers.T, c, included_by_column, stuck_by_column):
            cells &= ~(spread(all_ones(height), width) << np.uint64(c))
    return cells


@kernel
def after_best_guess(numbers, rows, columns, included_by_row, included_by_column, stuck_by_row, bound, stop):
    """The difficulty of what follows on a stuck run, in halves, as long as it is below a bound.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid.
    rows, columns : numbers or tables
    included_by_row, included_by_column : uint64
        The solution, with which every guess agrees.
    stuck_by_row : uint64
        The state.
    bound : int64
        The search ends where it cannot get below.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the search at once; what is returned then means nothing.

    Returns
    -------
    int64
        Twice the difficulty; `bound` if it is not below it.

    Notes
    -----
    Depth first through the guesses, and the guesses after them, with a stack: numba cannot keep every recursive
    function on disk.
    """
    height, width = numbers.shape
    everything = all_ones(height * width)
    # By depth: the stuck state, the cells still to be guessed there, the halves of the run that led there, and the
    # least that was found to follow.
    deepest = height * width + 1
    stuck = np.empty(deepest, np.uint64)
    to_guess = np.empty(deepest, np.uint64)
    spent = np.zeros(deepest, np.int64)
    best = np.empty(deepest, np.int64)
    depth = 0
    stuck[0] = stuck_by_row
    to_guess[0] = cells_to_guess(numbers, included_by_row, included_by_column, stuck_by_row)
    best[0] = bound
    while True:
        if to_guess[depth] == NONE or best[depth] <= LEAST_AFTER_GUESS or stop[0] != 0:
            if depth == 0:
                return best[0]
            depth -= 1
            best[depth] = min(best[depth], spent[depth + 1] + best[depth + 1])
            continue
        guess = to_guess[depth] & (~to_guess[depth] + ONE)
        to_guess[depth] ^= guess
        by_row = stuck[depth] | guess
        halves, known = solve_by_lines(
            rows,
            height,
            columns,
            width,
            included_by_row,
            included_by_column,
            by_row,
            turn(by_row, height, width),
        )
        if known == everything:
            best[depth] = min(best[depth], halves)
        elif halves + LEAST_AFTER_GUESS < best[depth]:
            depth += 1
            stuck[depth] = known
            to_guess[depth] = cells_to_guess(numbers, included_by_row, included_by_column, known)
            spent[depth] = halves
            best[depth] = best[depth - 1] - halves
