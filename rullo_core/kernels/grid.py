"""Every solution on one grid, a block of solutions at a time.

The solutions of a block differ in the last rows only. All puzzles of a block make their first pass, then those that are
not done make their second, and so on: no branch depends on how long a single puzzle takes, which no processor guesses.

A state is one word here with 2 * cells bits a line, known cells below and included ones above, so that the bits of a
line are the place in its table where it is said what they reveal, spread out into the other order already. A pass of a
5x5 board is five look-ups.

====================  ===============================  =============================================================
name                  type                             what it is
====================  ===============================  =============================================================
state                 uint64                           line l: known cells from bit 2 * l * cells on, included ones
                                                       from bit 2 * l * cells + cells on
look_up               uint64[lines, 4**cells]          [line, included << cells | known]: known cells once the line
                                                       is solved, as in a state of the other order
====================  ===============================  =============================================================

Grids of up to 30 cells without holes.
"""

import numpy as np

from rullo_core.kernels import kernel
from rullo_core.kernels.board import after_best_guess, turn
from rullo_core.kernels.counts import EXHAUSTIVE, SIMPLE, keep
from rullo_core.kernels.line import NONE, all_ones, count_ones

BLOCK_BITS = 10
"""Cells of the last rows in a block, at most: its states stay in the processor's first cache."""


@kernel
def rows_in_block(height, width):
    """How many of the last rows differ in a block."""
    return max(1, min(height, BLOCK_BITS // width))


@kernel
def block_size(height, width):
    """Solutions in a block: those without the last cell, as the others are their inverses."""
    return 1 << (rows_in_block(height, width) * width - 1)


@kernel
def as_known(word, lines, cells):
    """A word of cells in the order by its lines as the known cells of a state."""
    state = NONE
    for line in range(lines):
        state |= (word >> np.uint64(line * cells) & all_ones(cells)) << np.uint64(2 * line * cells)
    return state


@kernel
def known_of(state, lines, cells):
    """The known cells of a state as a word of cells."""
    word = NONE
    for line in range(lines):
        word |= (state >> np.uint64(2 * line * cells) & all_ones(cells)) << np.uint64(line * cells)
    return word


@kernel
def fill_look_up(tables, look_up):
    """Bring tables, as `rullo_core.kernels.board` has them, into the form wanted here."""
    lines, masks, _ = tables.shape
    cells = 0
    while 1 << cells < masks:
        cells += 1
    for line in range(lines):
        for included in range(masks):
            for known in range(masks):
                after = tables[line, included, known] << np.uint64(line)
                look_up[line, included << cells | known] = as_known(after, cells, lines)


@kernel
def make_pass(look_up, lines, bits, ones, state, included):
    """Solve every line of a state; `included` is the solution in the other order, as a state."""
    after = included
    for line in range(lines):
        after |= look_up[line, state & ones]
        state >>= bits
    return after


@kernel
def count(numbers, rows, columns, rows_look_up, columns_look_up, digits, every_number, first, last, counts, stop):
    """Go through solutions of one grid, each with its inverse.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid, without holes.
    rows, columns : tables
        Its lines, as `rullo_core.kernels.board` describes them.
    rows_look_up, columns_look_up : uint64 arrays
        The same, as described above.
    digits : uint16 array of shape (cells,)
        For each cell, which number of the range.
    every_number : int
        1 if the grid holds every number of the range.
    first, last : int64
        Which blocks, the last one excluded. A block is a choice of the rows above the block's.
    counts : Counts
        Added to.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.
    """
    height, width = numbers.shape
    cells = height * width
    row_bits, column_bits = np.uint64(2 * width), np.uint64(2 * height)
    row_ones, column_ones = all_ones(2 * width), all_ones(2 * height)
    size = block_size(height, width)
    above = np.uint64(width * (height - rows_in_block(height, width)))
    everything = all_ones(cells)
    all_by_row = as_known(everything, height, width)
    all_by_column = as_known(everything, width, height)

    # The block's own part of the solutions, the same in every block.
    part_by_row = np.empty(size, np.uint64)
    part_by_column = np.empty(size, np.uint64)
    required_in_part = np.empty(size, np.int64)
    for i in range(size):
        part = np.uint64(i) << above
        part_by_row[i] = as_known(part, height, width) << np.uint64(width)
        part_by_column[i] = as_known(turn(part, height, width), width, height) << np.uint64(height)
        required_in_part[i] = count_ones(part)

    # Puzzles under way: which solution, and the states of both orders.
    which = np.empty(size, np.int64)
    columns_first = np.empty(size, np.uint64)
    rows_first = np.empty(size, np.uint64)
    at_iteration = np.empty(size, np.uint64)
    # What became of each solution: halves of difficulty, and the state where lines are stuck, by row; else none.
    halves = np.empty(size, np.int64)
    stuck = np.empty(size, np.uint64)
    bound = counts.puzzles.shape[2] - 1
    puzzles, hardest = counts.puzzles, counts.hardest

    for block in range(first, last):
        if stop[0] != 0:
            return
        upper = np.uint64(block)
        upper_by_row = as_known(upper, height, width) << np.uint64(width)
        upper_by_column = as_known(turn(upper, height, width), width, height) << np.uint64(height)
        for i in range(size):
            by_row = upper_by_row | part_by_row[i]
            by_column = upper_by_column | part_by_column[i]
            which[i] = i
            columns_first[i] = make_pass(columns_look_up, width, column_bits, column_ones, by_column, by_row)
            rows_first[i] = make_pass(rows_look_up, height, row_bits, row_ones, by_row, by_column)
            at_iteration[i] = by_column
            stuck[i] = NONE
        under_way = size
        passes = 1
        while True:
            # After the first pass of an iteration. A puzzle stays in the list by not being written over.
            left = 0
            for j in range(under_way):
                i = which[j]
                columns_done = columns_first[j] == upper_by_row | part_by_row[i] | all_by_row
                rows_done = rows_first[j] == upper_by_column | part_by_column[i] | all_by_column
                halves[i] = 2 * passes + (columns_done != rows_done)
                which[left] = i
                columns_first[left] = columns_first[j]
                rows_first[left] = rows_first[j]
                at_iteration[left] = at_iteration[j]
                left += not (columns_done or rows_done)
            under_way = left
            if under_way == 0:
                break

            # The second pass.
            passes += 1
            left = 0
            for j in range(under_way):
                i = which[j]
                by_row = upper_by_row | part_by_row[i]
                by_column = upper_by_column | part_by_column[i]
                before = columns_first[j]
                after = make_pass(rows_look_up, height, row_bits, row_ones, before, by_column)
                other = make_pass(columns_look_up, width, column_bits, column_ones, rows_first[j], by_row)
                columns_done = after == by_column | all_by_column
                rows_done = other == by_row | all_by_row
                done = columns_done or rows_done
                idle = after == at_iteration[j] and not done
                stuck[i] = before if idle else NONE
                halves[i] = 2 * passes + (columns_done != rows_done) if done else passes
                which[left] = i
                columns_first[left] = after
                rows_first[left] = other
                left += not (done or idle)
            under_way = left

            # The first pass of the next iteration.
            passes += 1
            for j in range(under_way):
                i = which[j]
                at_iteration[j] = columns_first[j]
                columns_first[j] = make_pass(
                    columns_look_up, width, column_bits, column_ones, columns_first[j], upper_by_row | part_by_row[i]
                )
                rows_first[j] = make_pass(
                    rows_look_up, height, row_bits, row_ones, rows_first[j], upper_by_column | part_by_column[i]
                )

        required_above = count_ones(upper)
        for i in range(size):
            kind = SIMPLE
            solution = upper | np.uint64(i) << above
            if stuck[i] != NONE:
                kind = EXHAUSTIVE
                halves[i] += after_best_guess(
                    numbers,
                    rows,
                    columns,
                    solution,
                    turn(solution, height, width),
                    known_of(stuck[i], height, width),
                    bound - halves[i],
                    stop,
                )
            required = required_above + required_in_part[i]
            puzzles[required, kind, halves[i]] += 1
            puzzles[cells - required, kind, halves[i]] += 1
            if halves[i] >= hardest[kind, every_number]:
                keep(counts, kind, every_number, halves[i], digits, solution)
                keep(counts, kind, every_number, halves[i], digits, everything ^ solution)
        if stop[0] == 0:
            counts.done[0] += 2 * size
