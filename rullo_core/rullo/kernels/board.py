"""Passes and difficulty on bit masks: `rullo_core.rullo.solver.run` and `difficulty` for a puzzle made from a solution.

A board of up to 64 cells is one word, and the state of a puzzle is the word of its known cells (why that is enough,
`rullo_core.rullo.kernels.line` says). A word stands in one of two orders:

====================  ==================================================
by row                cell (r, c) is bit r * width + c
by column             cell (r, c) is bit c * height + r
====================  ==================================================

A pass over the rows takes the known cells by row and returns them by column, just as the pass over the columns wants
them, and the other way round. So no pass ever has to turn the board.

The rows of a grid, and its columns, are given in one of three forms, and each kernel is compiled for any of them:

====================  ====================================  ====================================================
form                  type                                  what it is
====================  ====================================  ====================================================
numbers               int64[lines, cells]                   the numbers; each line is solved whenever it is met
tables                uint64[lines, 2**cells, 2**cells]     [line, included, known]: what is known once the line
                                                            is solved, already spread out into the other order
lanes                 uint64[64]                            small numbers, all lines solved at once; what `included`
                                                            means there, `rullo_core.rullo.kernels.lanes` says
====================  ====================================  ====================================================

Difficulties are counted in halves: a simple puzzle's is the number of passes of both orders together.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, spread
from rullo_core.rullo.kernels.counts import EXHAUSTIVE, SIMPLE, SKIPPED
from rullo_core.rullo.kernels.lanes import make_pass as make_pass_in_lanes
from rullo_core.rullo.kernels.line import solve_line

LEAST_AFTER_GUESS = 4
"""Halves that a guess takes at least, two passes of either order.

Where lines are stuck, each unfinished one has two unknown cells or more, so unknown cells stand in two rows and in two
columns or more. The first pass after a guess has news for one line only, so it cannot settle all of them.
"""

FEWEST_STUCK = 4
"""Unknown cells that lines leave at least where they are stuck, and then `LEAST_AFTER_GUESS` is what follows.

Four of them are the corners of a rectangle, two in each unfinished line. Knowing one of the two settles the other, for
no number is 0: so a guess settles a second corner in the first pass of either order, and the rest in the second.
"""


@kernel
def turn(mask, lines, cells):
    """Bring a word, a uint64, from the order by its lines, each of so many cells, into the other order."""
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


def tables_of(numbers: np.ndarray, lines: int) -> np.ndarray:
    """Tables for lines of numbers, on a board of so many lines; see `fill_tables`."""
    masks = 1 << numbers.shape[1]
    tables = np.empty((len(numbers), masks, masks), np.uint64)
    fill_tables(numbers, lines, tables)
    return tables


@kernel
def make_pass(lines, count, cells, included, known):
    """Solve every line from the state at the start of the pass.

    Parameters
    ----------
    lines : numbers, tables or lanes
    count, cells : int
        Lines, and cells in each.
    included, known : uint64
        The solution and the state, in the order by these lines.

    Returns
    -------
    uint64
        The known cells, in the other order.
    """
    if lines.ndim == 1:
        return make_pass_in_lanes(lines, count, cells, included, known)
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
def solve_by_lines(rows, height, columns, width, included_by_row, included_by_column, known_by_row, known_by_column):
    """Make passes in both orders at once, until lines alone finish or are stuck.

    After n passes one order knows at least what the other knew after n - 1 (the argument is in docs/rullo.md). So when
    the first of them is done, the other is done as well or needs just one pass more, which need not be made. The two do
    not wait for each other's results, which the processor turns to account.

    Parameters
    ----------
    rows, columns : numbers, tables or lanes
    height, width : int
    included_by_row, included_by_column : uint64
        The solution.
    known_by_row, known_by_column : uint64
        The state.

    Returns
    -------
    halves : int64
        Twice the difficulty if lines alone finish, else twice the iterations, columns first, until they are stuck.
    known : uint64
        By row; all cells if lines alone finish.
    passes : int64
        Columns first, until lines finish or an iteration is idle.
    """
    everything = all_ones(height * width)
    passes = 0
    while True:
        columns_first = make_pass(columns, width, height, included_by_column, known_by_column)
        rows_first = make_pass(rows, height, width, included_by_row, known_by_row)
        passes += 1
        if columns_first == everything or rows_first == everything:
            return 2 * passes + (columns_first != rows_first), everything, passes + (columns_first != everything)
        columns_then_rows = make_pass(rows, height, width, included_by_row, columns_first)
        rows_then_columns = make_pass(columns, width, height, included_by_column, rows_first)
        passes += 1
        if columns_then_rows == everything or rows_then_columns == everything:
            different = columns_then_rows != rows_then_columns
            return 2 * passes + different, everything, passes + (columns_then_rows != everything)
        if columns_then_rows == known_by_column:
            return passes, columns_first, passes
        known_by_column = columns_then_rows
        known_by_row = rows_then_columns


@inner
def has_earlier_twin(numbers, i, included, known):
    """Whether an earlier line has the same numbers, solution and known cells: exchanging the two changes nothing."""
    cells = numbers.shape[1]
    ones = all_ones(cells)
    mine = np.uint64(i * cells)
    for j in range(i):
        other = np.uint64(j * cells)
        if ((included >> mine ^ included >> other) | (known >> mine ^ known >> other)) & ones != NONE:
            continue
        equal = 0
        for cell in range(cells):
            equal += numbers[i, cell] == numbers[j, cell]
        if equal == cells:
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
def connected(unknown, height, width):
    """The unknown cells, by row, that share a line with the first of them, or with one that does, and so on."""
    row = all_ones(width)
    column = spread(all_ones(height), width)
    found = unknown & (~unknown + ONE)
    while True:
        before = found
        for r in range(height):
            line = row << np.uint64(r * width)
            if found & line != NONE:
                found |= unknown & line
        for c in range(width):
            line = column << np.uint64(c)
            if found & line != NONE:
                found |= unknown & line
        if found == before:
            return found


@kernel
def after_best_guess(numbers, rows, columns, included_by_row, included_by_column, stuck_by_row, bound, stop):
    """The difficulty of what follows on a stuck run, in halves, as long as it is below a bound.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid.
    rows, columns : numbers, tables or lanes
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
    Unknown cells that are not connected by lines have nothing to do with each other: a guess among some of them settles
    none of the others. So each connected part is searched on its own, and what they take is added up. Only the very
    last run is not stuck in the end, and counts passes instead of iterations; any part may be left for the end.
    """
    height, width = numbers.shape
    everything = all_ones(height * width)
    unknown = ~stuck_by_row & everything
    total = 0
    for_being_last = bound
    while unknown != NONE:
        part = connected(unknown, height, width)
        unknown ^= part
        last = 0
        for is_last in range(int(part | stuck_by_row == everything), 2):  # the only part is never but the last
            not_last = last
            last = search(
                numbers,
                rows,
                columns,
                included_by_row,
                included_by_column,
                everything ^ part,
                is_last,
                bound,
                stop,
            )
        total += not_last
        for_being_last = min(for_being_last, last - not_last)
    return min(bound, total + for_being_last)


@kernel
def search(numbers, rows, columns, included_by_row, included_by_column, stuck_by_row, is_last, bound, stop):
    """Go through the guesses, and the guesses after them, depth first; see `after_best_guess`.

    Parameters
    ----------
    is_last : int
        1 if the run that finishes ends the puzzle, and counts passes; 0 if it counts iterations, the idle one after it
        included.

    Notes
    -----
    With a stack: numba cannot keep every recursive function on disk.
    """
    height, width = numbers.shape
    everything = all_ones(height * width)
    if count_ones(~stuck_by_row & everything) == FEWEST_STUCK:
        return min(bound, LEAST_AFTER_GUESS)
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
        halves, known, passes = solve_by_lines(
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
            best[depth] = min(best[depth], halves if is_last else 2 * ((passes + 1) // 2 + 1))
        elif count_ones(~known & everything) == FEWEST_STUCK:
            best[depth] = min(best[depth], halves + LEAST_AFTER_GUESS)
        elif halves + LEAST_AFTER_GUESS < best[depth]:
            depth += 1
            stuck[depth] = known
            to_guess[depth] = cells_to_guess(numbers, included_by_row, included_by_column, known)
            spent[depth] = halves
            best[depth] = best[depth - 1] - halves


@kernel
def rate(numbers, rows, columns, included_by_row, holes_by_row, guess_limit, bound, stop):
    """The kind and difficulty of a puzzle for the solution it was made from.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid.
    rows, columns : numbers, tables or lanes
    included_by_row : uint64
        The solution.
    holes_by_row : uint64
        Cells that hold no number, known from the start.
    guess_limit : int
        With more unknown cells than this where lines are stuck, the puzzle is skipped.
    bound : int
        More halves than there can be.
    stop : uint8 array of shape (1,)
        As in `after_best_guess`.

    Returns
    -------
    kind : int
        SIMPLE, EXHAUSTIVE or SKIPPED.
    halves : int64
        Twice the difficulty; 0 if skipped.
    """
    height, width = numbers.shape
    included_by_column = turn(included_by_row, height, width)
    holes_by_column = turn(holes_by_row, height, width)
    halves, known, _ = solve_by_lines(
        rows, height, columns, width, included_by_row, included_by_column, holes_by_row, holes_by_column
    )
    unknown = ~known & all_ones(height * width)
    if unknown == NONE:
        return SIMPLE, halves
    if count_ones(unknown) > guess_limit:
        return SKIPPED, 0
    halves += after_best_guess(numbers, rows, columns, included_by_row, included_by_column, known, bound - halves, stop)
    return EXHAUSTIVE, halves
