"""Count every solution on one grid, a block of solutions at a time.

The solutions of a block differ in the last rows only. All puzzles of a block make their first pass, then the unfinished
ones make their second, and so on: no branch depends on how long a single puzzle takes, which no processor can predict.

A state is one word here, with 2 * cells bits per line: line l has its known cells from bit 2 * l * cells on, and those
included from bit 2 * l * cells + cells on. The bits of a line are thus the index in a table of its deductions:
`look_up`, a uint64[lines * 4**cells], has at line << 2 * cells | included << cells | known the known cells once the
line is solved, as in a state of the other order. A pass over a 5x5 board is five look-ups.

Grids have up to 30 cells and no holes; compiled anew for each size.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, all_ones, count_ones
from rullo_core.rullo.kernels.counting.weighted import Stuck, count_transposed
from rullo_core.rullo.kernels.lines.board import FEWEST_STUCK, LEAST_AFTER_GUESS, difficulty_after_stall, turn
from rullo_core.rullo.kernels.lines.counts import EXHAUSTIVE, SIMPLE, keep
from rullo_core.rullo.kernels.lines.guesses import difficulty_with_memory

BLOCK_BITS = 10
"""Most cells in the rows of a block, so that its states fit in the first-level cache."""


class Lines(NamedTuple):
    """The rows or the columns of a grid, to be solved all at once.

    `sides` and `crossing` have an element per line, and per cell of a line: tuples have their length in the type, so
    that the compiler unrolls the passes, which saves a third of the time.
    """

    look_up: np.ndarray
    sides: tuple[int, ...]
    crossing: tuple[int, ...]


@inner
def rows_in_block(height, width):
    """Return how many of the last rows differ in a block."""
    return max(1, min(height, BLOCK_BITS // width))


@kernel
def block_size(height, width):
    """Return the number of solutions in a block: those without the last cell, as the others are their inverses."""
    return 1 << (rows_in_block(height, width) * width - 1)


@inner
def as_known(word, lines, cells):
    """Convert a word of cells in the order by its lines to the known cells of a state."""
    state = NONE
    for line in range(lines):
        state |= (word >> np.uint64(line * cells) & all_ones(cells)) << np.uint64(2 * line * cells)
    return state


@inner
def known_of(state, lines, cells):
    """Return the known cells of a state as a word of cells."""
    word = NONE
    for line in range(lines):
        word |= (state >> np.uint64(2 * line * cells) & all_ones(cells)) << np.uint64(line * cells)
    return word


@kernel
def fill_look_up(tables, look_up):
    """Convert tables of `rullo_core.rullo.kernels.lines.board` to the form described above."""
    lines, masks, _ = tables.shape
    cells = 0
    while 1 << cells < masks:
        cells += 1
    for line in range(lines):
        for included in range(masks):
            for known_cells in range(masks):
                deduced = tables[line, included, known_cells] << np.uint64(line)
                look_up[line << 2 * cells | included << cells | known_cells] = as_known(deduced, cells, lines)


@kernel
def make_pass(lines, state, included):
    """Solve every line of a state; the solution is given in the other order, as a state."""
    bits = 2 * len(lines.crossing)
    deduced = included
    for line in range(len(lines.sides)):
        deduced |= lines.look_up[np.uint64(line << bits) + (state >> np.uint64(line * bits) & all_ones(bits))]
    return deduced


@kernel
def iterations(rows, columns, by_row, by_column):
    """Return the number of iterations, rows first, until lines stall, for a solution without known cells."""
    number = 0
    state = by_row
    while True:
        previous = state
        after_rows = make_pass(rows, previous, by_column)
        state = make_pass(columns, after_rows, by_row)
        number += 1
        if state == previous:
            return number


@kernel
def count(grid, rows, columns, first, last, counts, memory, transposed, stop):
    """Count solutions of one grid without holes, with tables, each with its inverse.

    A block is a choice of the rows above its own; `last` is excluded. The memory is given if lines alone leave many of
    the grid's solutions unsolved. If the transpose is given and to be rated, its exhaustive puzzles are added to its
    counts.
    """
    digits, every_number = grid.digits, grid.every_number
    height, width = len(rows.sides), len(columns.sides)
    cells = height * width
    row_ones, column_ones = all_ones(2 * width), all_ones(2 * height)
    size = block_size(height, width)
    all_cells = all_ones(cells)
    all_by_row = as_known(all_cells, height, width)
    all_by_column = as_known(all_cells, width, height)

    # The block's own part of each solution, and the deductions from its rows at the start. The cells of a block are
    # counted column by column, so that the first deductions of the columns can be combined column by column as well.
    rows_within = rows_in_block(height, width)
    choices = 1 << rows_within
    rows_above = np.uint64(height - rows_within)
    part = np.empty(size, np.uint64)
    part_by_row = np.empty(size, np.uint64)
    part_by_column = np.empty(size, np.uint64)
    rows_at_once = np.empty(size, np.uint64)
    columns_at_once = np.empty(size, np.uint64)
    required_in_part = np.empty(size, np.uint8)
    for i in range(size):
        by_column = NONE
        for c in range(width):
            column_bits = np.uint64(i >> c * rows_within & choices - 1)
            by_column |= column_bits << np.uint64(c * height) + rows_above
        part[i] = turn(by_column, width, height)
        part_by_row[i] = as_known(part[i], height, width) << np.uint64(width)
        part_by_column[i] = as_known(by_column, width, height) << np.uint64(height)
        required_in_part[i] = count_ones(part[i])
        rows_at_once[i] = part_by_column[i]
        for r in range(height - rows_within, height):
            rows_at_once[i] |= rows.look_up[
                np.uint64(r << 2 * width) + (part_by_row[i] >> np.uint64(2 * r * width) & row_ones)
            ]

    # Unfinished puzzles: their solutions, and their states in both orders.
    active = np.empty(size, np.uint16)
    columns_first = np.empty(size, np.uint64)
    rows_first = np.empty(size, np.uint64)
    at_iteration = np.empty(size, np.uint64)
    # Halves of difficulty of each solution that lines alone find.
    halves = np.empty(size, np.uint16)
    # Solutions that lines alone do not find, and their stalled states, by row.
    which_stuck = np.empty(size + 1, np.uint16)
    stuck = np.empty(size + 1, np.uint64)
    # Of these, for the transposed grid: the solution, what is known, and twice the iterations, rows first.
    solutions, known_cells, runs = np.empty(size, np.uint64), np.empty(size, np.uint64), np.empty(size, np.int64)
    puzzles = np.zeros((cells + 1, 2, counts.puzzles.shape[2]), np.int64)
    hardest = counts.hardest
    bound = counts.puzzles.shape[2] - 1

    for block in range(first, last):
        upper = np.uint64(block)
        upper_by_row = as_known(upper, height, width) << np.uint64(width)
        upper_by_column = as_known(turn(upper, height, width), width, height) << np.uint64(height)

        # The first pass of the columns, for one more of them at a time.
        entries = 1
        columns_at_once[0] = upper_by_row
        for c in range(width):
            upper_line = upper_by_column >> np.uint64(2 * c * height) & column_ones
            for choice in range(min(choices, size // entries) - 1, -1, -1):
                deduced = columns.look_up[
                    np.uint64(c << 2 * height) + (upper_line | np.uint64(choice) << rows_above + np.uint64(height))
                ]
                for i in range(entries):
                    columns_at_once[choice * entries + i] = columns_at_once[i] | deduced
            entries *= choices
        upper_rows_at_once = upper_by_column
        for r in range(height - rows_within):
            upper_line = upper_by_row >> np.uint64(2 * r * width) & row_ones
            upper_rows_at_once |= rows.look_up[np.uint64(r << 2 * width) + upper_line]

        # All make their first pass. An unfinished puzzle stays in the list because it is not overwritten.
        remaining = 0
        for i in range(size):
            by_row = upper_by_row | part_by_row[i]
            by_column = upper_by_column | part_by_column[i]
            columns_state = columns_at_once[i] | part_by_row[i]
            rows_state = upper_rows_at_once | rows_at_once[i]
            columns_done = columns_state == by_row | all_by_row
            rows_done = rows_state == by_column | all_by_column
            halves[i] = 2 + (columns_done != rows_done)
            active[remaining] = i
            columns_first[remaining] = columns_state
            rows_first[remaining] = rows_state
            at_iteration[remaining] = by_column
            remaining += not (columns_done or rows_done)
        under_way = remaining
        passes = 1
        left_stuck = 0
        while under_way > 0:
            # Second pass of an iteration.
            passes += 1
            remaining = 0
            for j in range(under_way):
                i = active[j]
                by_row = upper_by_row | part_by_row[i]
                by_column = upper_by_column | part_by_column[i]
                previous = columns_first[j]
                columns_state = make_pass(rows, previous, by_column)
                rows_state = make_pass(columns, rows_first[j], by_row)
                columns_done = columns_state == by_column | all_by_column
                rows_done = rows_state == by_row | all_by_row
                is_done = columns_done or rows_done
                idle = columns_state == at_iteration[j] and not is_done
                which_stuck[left_stuck] = i
                stuck[left_stuck] = previous
                left_stuck += idle
                halves[i] = 2 * passes + (columns_done != rows_done) if is_done else passes
                active[remaining] = i
                columns_first[remaining] = columns_state
                rows_first[remaining] = rows_state
                remaining += not (is_done or idle)
            under_way = remaining

            # First pass of the next iteration.
            passes += 1
            remaining = 0
            for j in range(under_way):
                i = active[j]
                by_row = upper_by_row | part_by_row[i]
                by_column = upper_by_column | part_by_column[i]
                previous = columns_first[j]
                columns_state = make_pass(columns, previous, by_row)
                rows_state = make_pass(rows, rows_first[j], by_column)
                columns_done = columns_state == by_row | all_by_row
                rows_done = rows_state == by_column | all_by_column
                halves[i] = 2 * passes + (columns_done != rows_done)
                active[remaining] = i
                columns_first[remaining] = columns_state
                rows_first[remaining] = rows_state
                at_iteration[remaining] = previous
                remaining += not (columns_done or rows_done)
            under_way = remaining

        required_above = np.uint8(count_ones(upper))
        for j in range(left_stuck):
            i = which_stuck[j]
            solution = upper | part[i]
            if count_ones(~stuck[j] & all_by_row) == FEWEST_STUCK:
                difficulty = halves[i] + LEAST_AFTER_GUESS
            elif memory is not None:
                difficulty = halves[i] + difficulty_with_memory(
                    grid.numbers,
                    grid.rows,
                    grid.columns,
                    solution,
                    known_of(stuck[j], height, width),
                    memory,
                    stop,
                )
            else:
                difficulty = halves[i] + difficulty_after_stall(
                    grid.numbers,
                    grid.rows,
                    grid.columns,
                    solution,
                    turn(solution, height, width),
                    known_of(stuck[j], height, width),
                    bound - halves[i],
                    stop,
                )
            halves[i] = 0
            puzzles[required_above + required_in_part[i], EXHAUSTIVE, difficulty] += 1
            if difficulty >= hardest[EXHAUSTIVE, every_number]:
                keep(counts, EXHAUSTIVE, every_number, difficulty, digits, solution)
                keep(counts, EXHAUSTIVE, every_number, difficulty, digits, all_cells ^ solution)
        if transposed is not None:  # noqa: SIM102 -- numba leaves out no more than a branch of its own
            if transposed.is_rated[0]:
                for j in range(left_stuck):
                    i = which_stuck[j]
                    by_row, by_column = upper_by_row | part_by_row[i], upper_by_column | part_by_column[i]
                    runs[j] = 2 * iterations(rows, columns, by_row, by_column)
                    solutions[j] = upper | part[i]
                    known_cells[j] = known_of(stuck[j], height, width)
                all_stuck = Stuck(solutions[:left_stuck], known_cells[:left_stuck], runs[:left_stuck])
                count_transposed(transposed, grid, all_cells, all_stuck, 1, 1, stop)
        hardest_simple = hardest[SIMPLE, every_number]
        for i in range(size):
            puzzles[required_above + required_in_part[i], SIMPLE, halves[i]] += 1
            if halves[i] >= hardest_simple and halves[i] != 0:
                solution = upper | part[i]
                keep(counts, SIMPLE, every_number, halves[i], digits, solution)
                keep(counts, SIMPLE, every_number, halves[i], digits, all_cells ^ solution)
                hardest_simple = hardest[SIMPLE, every_number]
        if stop[0] != 0:
            return
        counts.completed[0] += 2 * size

    # Count each with its inverse.
    for required in range(cells + 1):
        for kind in (SIMPLE, EXHAUSTIVE):
            for difficulty in range(1, bound):
                counts.puzzles[required, kind, difficulty] += puzzles[required, kind, difficulty]
                counts.puzzles[cells - required, kind, difficulty] += puzzles[required, kind, difficulty]
