"""Passes and difficulty on bit masks: `rullo_core.rullo.solver.run` and `difficulty` for a puzzle made from a solution.

The fast pass is `make_pass`, and `solve_by_lines` repeats it; `difficulty_after_stall` searches the best guesses, for
one puzzle. For all solutions of a grid, `kernels.lines.guesses` does so with memory; a test
verifies what both assume of the two orders.

A board of up to 64 cells is one word, and the state of a puzzle is the word of its known cells
(`rullo_core.rullo.kernels.lines.line` explains why that is enough). By row, cell (r, c) is bit r * width + c; by
column, it is bit c * height + r. A pass over the rows takes the known cells by row and returns them by column, which is
the order that the pass over the columns takes, and vice versa, so no pass has to transpose the board.

Rows and columns are given in one of three forms; each kernel is compiled for those it is used with:

numbers: int64[lines, cells], each line is solved each time;
tables: uint64[lines, 2**cells, 2**cells], at [line, included, known] what is known once the line is solved, already
    spread out into the other order;
lanes: uint32 or uint64, small numbers, all lines solved at once; see `rullo_core.rullo.kernels.lines.lanes`. Words are
    squares then: those of a board of 8x8, whose further cells are known.

Difficulties are counted in halves: a simple puzzle's is the number of passes of both orders together.
"""

import numpy as np

from rullo_core.compiled import NO_LIMIT, inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, spread
from rullo_core.rullo.kernels.lines.counts import EXHAUSTIVE, SIMPLE, SKIPPED
from rullo_core.rullo.kernels.lines.lanes import make_pass as make_pass_in_lanes
from rullo_core.rullo.kernels.lines.line import solve_line

LEAST_AFTER_GUESS = 4
"""Lower bound on the difficulty after a guess, in halves: two passes of either order.

Where lines stall, each unfinished line has at least two unknown cells, so unknown cells are in at least two rows and
two columns. The first pass after a guess has new information for one line only, so it cannot fix all of them.
"""

FEWEST_STUCK = 4
"""Smallest number of unknown cells where lines stall; the difficulty after a guess is then `LEAST_AFTER_GUESS`.

Four such cells are the corners of a rectangle, two in each unfinished line. Knowing one of the two fixes the other, as
no number is 0: a guess fixes a second corner in the first pass of either order, and the rest in the second.
"""


@kernel
def turn(mask, lines, cells):
    """Convert a word, a uint64, from the order by its lines, with `cells` cells each, to the other order."""
    if lines == 8 and cells == 8:  # it is a square already
        return transpose(mask)
    if lines > 8 or cells > 8:
        out = NONE
        for i in range(lines):
            out |= spread((mask >> np.uint64(i * cells)) & all_ones(cells), lines) << np.uint64(i)
        return out
    return from_square(transpose(as_square(mask, lines, cells)), cells, lines)


@inner
def as_square(mask, lines, cells):
    """Convert a word of up to 8x8 cells to a square, where cell i of line l is bit 8 * l + i."""
    square = NONE
    for i in range(lines):
        square |= (mask >> np.uint64(i * cells) & all_ones(cells)) << np.uint64(8 * i)
    return square


@inner
def from_square(square, lines, cells):
    """Convert a square to a word of its cells, in the order by its lines."""
    mask = NONE
    for i in range(lines):
        mask |= (square >> np.uint64(8 * i) & all_ones(cells)) << np.uint64(i * cells)
    return mask


@inner
def transpose(square):
    """Exchange rows and columns of a square: halves, quarters and eighths change places across its diagonal."""
    square = swap(square, 28, 0x00000000F0F0F0F0)
    square = swap(square, 14, 0x0000CCCC0000CCCC)
    return swap(square, 7, 0x00AA00AA00AA00AA)


@inner
def swap(word, distance, lower):
    """Exchange the bits in a mask with the bits at a distance above them."""
    different = (word ^ word >> np.uint64(distance)) & np.uint64(lower)
    return word ^ different ^ different << np.uint64(distance)


@kernel
def fill_tables(numbers, lines, tables):
    """Compute the deductions from each line, for every solution and state, on a board with `lines` lines."""
    for i in range(tables.shape[0]):
        for included in range(tables.shape[1]):
            for known_cells in range(tables.shape[2]):
                deduced = solve_line(numbers[i], np.uint64(included), np.uint64(known_cells))
                tables[i, included, known_cells] = spread(deduced, lines)


def tables_of(numbers: np.ndarray, lines: int) -> np.ndarray:
    """Return tables for lines of numbers, on a board with a number of lines; see `fill_tables`."""
    masks = 1 << numbers.shape[1]
    tables = np.empty((len(numbers), masks, masks), np.uint64)
    fill_tables(numbers, lines, tables)
    return tables


@kernel
def make_pass(lines, count, cells, included, known_cells):
    """Solve every line from the state at the start of the pass; return the known cells, in the other order."""
    if lines.ndim == 1:
        return ~make_pass_in_lanes(lines, len(lines) // cells, included, ~known_cells)
    line_mask = all_ones(cells)
    deduced = NONE
    for i in range(count):
        first = np.uint64(i * cells)
        line_included = (included >> first) & line_mask
        line_known = (known_cells >> first) & line_mask
        if lines.ndim == 3:
            deduced |= lines[i, line_included, line_known] << np.uint64(i)
        else:
            deduced |= spread(solve_line(lines[i], line_included, line_known), count) << np.uint64(i)
    return deduced


@kernel
def solve_by_lines(rows, height, columns, width, included_by_row, included_by_column, known_by_row, known_by_column):
    """Make passes in both orders at once, until lines alone finish or stall; see `solve_within`."""
    return solve_within(
        NO_LIMIT, rows, height, columns, width, included_by_row, included_by_column, known_by_row, known_by_column
    )


@inner
def solve_within(
    pass_limit, rows, height, columns, width, included_by_row, included_by_column, known_by_row, known_by_column
):
    """Make passes in both orders at once, until lines alone finish or stall, or until there are enough passes.

    Return twice the difficulty, or twice the iterations, columns first, until lines stall; the known cells by row; and
    the passes, columns first, until lines finish or an iteration changes nothing. A run that is not done when an
    iteration ends with `pass_limit` passes or more is given up; the first of the three is then `NO_LIMIT`.

    After n passes, one order knows at least what the other knew after n - 1 (docs/rullo.md has the proof). So when the
    first order is done, the other is done as well or needs exactly one more pass, which is not made. The two are
    independent of each other, so that the processor can overlap them.
    """
    all_cells = all_ones(height * width)
    passes = 0
    while True:
        columns_first = make_pass(columns, width, height, included_by_column, known_by_column)
        rows_first = make_pass(rows, height, width, included_by_row, known_by_row)
        passes += 1
        if columns_first == all_cells or rows_first == all_cells:
            return 2 * passes + (columns_first != rows_first), all_cells, passes + (columns_first != all_cells)
        columns_then_rows = make_pass(rows, height, width, included_by_row, columns_first)
        rows_then_columns = make_pass(columns, width, height, included_by_column, rows_first)
        passes += 1
        if columns_then_rows == all_cells or rows_then_columns == all_cells:
            different = columns_then_rows != rows_then_columns
            return 2 * passes + different, all_cells, passes + (columns_then_rows != all_cells)
        if columns_then_rows == known_by_column:
            return passes, columns_first, passes
        if passes >= pass_limit:
            return NO_LIMIT, columns_first, passes
        known_by_column = columns_then_rows
        known_by_row = rows_then_columns


@inner
def has_earlier_twin(numbers, i, included, known_cells):
    """Return whether an earlier line has the same numbers, solution and known cells, so that the two are equivalent."""
    cells = numbers.shape[1]
    line_mask = all_ones(cells)
    offset = np.uint64(i * cells)
    for j in range(i):
        other_offset = np.uint64(j * cells)
        if (
            (included >> offset ^ included >> other_offset) | (known_cells >> offset ^ known_cells >> other_offset)
        ) & line_mask != NONE:
            continue
        equal = 0
        for cell in range(cells):
            equal += numbers[i, cell] == numbers[j, cell]
        if equal == cells:
            return True
    return False


@kernel
def cells_to_guess(numbers, included_by_row, included_by_column, stuck_by_row):
    """Return the unknown cells of a stalled state, by row, with only the first of any interchangeable ones."""
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
    """Return the unknown cells, by row, in the connected component of the first; cells of a line are connected."""
    row = all_ones(width)
    column = spread(all_ones(height), width)
    component = unknown & (~unknown + ONE)
    while True:
        previous = component
        for r in range(height):
            line = row << np.uint64(r * width)
            if component & line != NONE:
                component |= unknown & line
        for c in range(width):
            line = column << np.uint64(c)
            if component & line != NONE:
                component |= unknown & line
        if component == previous:
            return component


@kernel
def difficulty_after_stall(numbers, rows, columns, included_by_row, included_by_column, stuck_by_row, bound, stop):
    """Return the difficulty after a stalled run, in halves, or `bound` if it is not below it.

    Unknown cells that are not connected by lines are independent: a guess in one component fixes no cell of another.
    Each component is therefore searched separately, and the difficulties are added. Only the very last run does not
    stall, and counts passes instead of iterations; any component may come last.
    """
    height, width = numbers.shape
    all_cells = all_ones(height * width)
    unknown = ~stuck_by_row & all_cells
    total = 0
    for_being_last = bound
    while unknown != NONE:
        part = connected(unknown, height, width)
        unknown ^= part
        last = 0
        for is_last in range(int(part | stuck_by_row == all_cells), 2):  # the only component is always the last
            not_last = last
            last = search(
                numbers,
                rows,
                columns,
                included_by_row,
                included_by_column,
                all_cells ^ part,
                is_last,
                bound,
                stop,
            )
        total += not_last
        for_being_last = min(for_being_last, last - not_last)
    return min(bound, total + for_being_last)


@kernel
def search(numbers, rows, columns, included_by_row, included_by_column, stuck_by_row, is_last, bound, stop):
    """Search the guesses, and the guesses after them, depth first; see `difficulty_after_stall`.

    With `is_last`, the run that finishes ends the puzzle and counts passes; otherwise it counts iterations, including
    the last one, which changes nothing. This uses a stack because numba cannot cache every recursive function on disk.
    """
    height, width = numbers.shape
    all_cells = all_ones(height * width)
    if count_ones(~stuck_by_row & all_cells) == FEWEST_STUCK:
        return min(bound, LEAST_AFTER_GUESS)
    # By depth: the stalled state; the cells still to be guessed there; the guesses after which lines stall again, which
    # are searched when the others have given a bound; the halves of the run that led there; and the least difficulty
    # found after it. Two arrays hold them, as making one takes as long as two passes.
    deepest = height * width + 1
    stuck, to_guess, to_search = np.empty((3, deepest), np.uint64)
    spent, best = np.empty((2, deepest), np.int64)
    depth = 0
    stuck[0] = stuck_by_row
    to_guess[0] = cells_to_guess(numbers, included_by_row, included_by_column, stuck_by_row)
    to_search[0] = NONE
    best[0] = bound
    while True:
        is_new = to_guess[depth] != NONE
        guesses = to_guess if is_new else to_search
        if guesses[depth] == NONE or best[depth] <= LEAST_AFTER_GUESS or stop[0] != 0:
            if depth == 0:
                return best[0]
            depth -= 1
            best[depth] = min(best[depth], spent[depth + 1] + best[depth + 1])
            continue
        guess = guesses[depth] & (~guesses[depth] + ONE)
        guesses[depth] ^= guess
        by_row = stuck[depth] | guess
        halves, known_cells, passes = solve_within(
            useful_passes(best[depth], is_last),
            rows,
            height,
            columns,
            width,
            included_by_row,
            included_by_column,
            by_row,
            turn(by_row, height, width),
        )
        if known_cells == all_cells:
            best[depth] = min(best[depth], halves if is_last else 2 * ((passes + 1) // 2 + 1))
        elif count_ones(~known_cells & all_cells) == FEWEST_STUCK:
            best[depth] = min(best[depth], halves + LEAST_AFTER_GUESS)
        elif halves + LEAST_AFTER_GUESS < best[depth]:
            if is_new:
                to_search[depth] |= guess
                continue
            depth += 1
            stuck[depth] = known_cells
            to_guess[depth] = cells_to_guess(numbers, included_by_row, included_by_column, known_cells)
            to_search[depth] = NONE
            spent[depth] = halves
            best[depth] = best[depth - 1] - halves


@inner
def useful_passes(halves, is_last):
    """Return after how many passes a run that is not done can no longer lead to a difficulty below `halves` halves.

    It needs another pass to finish, or another iteration to stall, after which there is at least one more guess.
    """
    if is_last:
        return max((halves - 1) // 2, halves - LEAST_AFTER_GUESS - 2)
    return halves - LEAST_AFTER_GUESS


@kernel
def rate(numbers, rows, columns, included_by_row, holes_by_row, guess_limit, bound, stop):
    """Return the kind of a puzzle and its difficulty in halves, for the solution it was made from.

    If lines stall with more than `guess_limit` unknown cells, the puzzle is skipped, with difficulty 0. `bound` is more
    than any difficulty.
    """
    height, width = numbers.shape
    included_by_column = turn(included_by_row, height, width)
    holes_by_column = turn(holes_by_row, height, width)
    halves, known_cells, _ = solve_by_lines(
        rows, height, columns, width, included_by_row, included_by_column, holes_by_row, holes_by_column
    )
    if known_cells == all_ones(height * width):
        return SIMPLE, halves
    return rate_stalled(numbers, rows, columns, included_by_row, halves, known_cells, guess_limit, bound, stop)


@inner
def rate_stalled(numbers, rows, columns, included_by_row, halves, known_by_row, guess_limit, bound, stop):
    """Return what `rate` does for a puzzle whose lines stall after so many halves, with these cells known."""
    height, width = numbers.shape
    if count_ones(~known_by_row & all_ones(height * width)) > guess_limit:
        return SKIPPED, 0
    halves += difficulty_after_stall(
        numbers,
        rows,
        columns,
        included_by_row,
        turn(included_by_row, height, width),
        known_by_row,
        bound - halves,
        stop,
    )
    return EXHAUSTIVE, halves
