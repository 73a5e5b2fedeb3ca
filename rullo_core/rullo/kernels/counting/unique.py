"""Decide whether a puzzle is unique; and compute the target-sums of all puzzles on a grid, to find unique ones."""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, gather, spread
from rullo_core.rullo.kernels.counting.batch import SIZE, draw_batch, known_to_lines, set_lines
from rullo_core.rullo.kernels.counting.drawing import words_needed
from rullo_core.rullo.kernels.lines.board import solve_by_lines, turn
from rullo_core.rullo.kernels.lines.line import fix


@kernel
def excess(numbers, included, solution):
    """Return the sum of a choice of a line's cells minus that of the solution."""
    difference = 0
    for i in range(len(numbers)):
        bit = ONE << np.uint64(i)
        if (included ^ solution) & bit != NONE:
            difference += numbers[i] if included & bit != NONE else -numbers[i]
    return difference


@inner
def propagate(rows, columns, solution, included, known_cells, cell):
    """Filter lines until they stall, from a state that need not agree with the solution.

    Lines were stalled before `cell` was set, so filtering starts there. The solution defines the targets; the unknown
    cells of `included` are as in it. Return the state, `included` and `known_cells`, and False if a line has no
    solution.
    """
    height, width = rows.shape
    to_do = ONE << np.uint64(cell // width) | ONE << np.uint64(height + cell % width)
    while to_do != NONE:
        line = 0
        while to_do >> np.uint64(line) & ONE == NONE:
            line += 1
        to_do ^= ONE << np.uint64(line)
        is_row = line < height
        first = line * width if is_row else line - height
        step = 1 if is_row else width
        cells = width if is_row else height
        numbers = rows[line] if is_row else columns[line - height]
        line_known = gather(known_cells, first, step, cells)
        if line_known == all_ones(cells):
            if excess(numbers, gather(included, first, step, cells), gather(solution, first, step, cells)) != 0:
                return included, known_cells, False
            continue
        target = -excess(numbers, gather(included, first, step, cells), gather(solution, first, step, cells))
        for i in range(cells):
            if solution >> np.uint64(first + i * step) & ONE != NONE and line_known >> np.uint64(i) & ONE == NONE:
                target += numbers[i]
        to_include, to_exclude, possible = fix(numbers, line_known, target)
        if not possible:
            return included, known_cells, False
        fixed = to_include | to_exclude
        board = spread(fixed, step) << np.uint64(first)
        known_cells |= board
        included = included & ~board | spread(to_include, step) << np.uint64(first)
        crossing = fixed << np.uint64(height) if is_row else fixed
        to_do |= crossing
    return included, known_cells, True


@inner
def cell_to_try(rows, columns, solution, included, known_cells):
    """Return an unknown cell of the unbalanced line with the fewest; 64 if every line has its target-sum."""
    height, width = rows.shape
    fewest = 65
    cell = 64
    for line in range(height + width):
        is_row = line < height
        first = line * width if is_row else line - height
        step = 1 if is_row else width
        cells = width if is_row else height
        numbers = rows[line] if is_row else columns[line - height]
        if excess(numbers, gather(included, first, step, cells), gather(solution, first, step, cells)) != 0:
            unknown = ~gather(known_cells, first, step, cells) & all_ones(cells)
            if 0 < count_ones(unknown) < fewest:
                fewest = count_ones(unknown)
                i = 0
                while unknown >> np.uint64(i) & ONE == NONE:
                    i += 1
                cell = first + i * step
    return cell


@inner
def has_rectangle(numbers, solution):
    """Return whether four cells of equal numbers, in two rows and two columns, are alternately included and excluded.

    Inverting them keeps all sums, so a puzzle with such a rectangle has another solution. Most puzzles that lines do
    not solve have such a rectangle.
    """
    height, width = numbers.shape
    for r in range(height):
        row = solution >> np.uint64(r * width)
        for other_row in range(r):
            differs = (row ^ solution >> np.uint64(other_row * width)) & all_ones(width)
            while differs != NONE:
                bit = differs & (~differs + ONE)
                differs ^= bit
                column = count_ones(bit - ONE)
                number = numbers[r, column]
                if number != numbers[other_row, column]:
                    continue
                # Of the cells after it, those that the row includes if it excludes this one, and vice versa.
                partners = differs & (row if row & bit == NONE else ~row)
                while partners != NONE:
                    second = partners & (~partners + ONE)
                    partners ^= second
                    other_column = count_ones(second - ONE)
                    if numbers[r, other_column] == number and numbers[other_row, other_column] == number:
                        return True
    return False


@kernel
def is_unique(rows, columns, solution, known_cells):
    """Return whether a puzzle has only the solution it was made from; `known_cells` are the cells that lines fix.

    Each unknown cell in turn is set against the solution, with those before it as in the solution. The rest is searched
    depth first: lines are filtered and, where they stall, a cell of an unbalanced line is tried both ways.
    """
    if has_rectangle(rows, solution):
        return False
    height, width = rows.shape
    all_cells = all_ones(height * width)
    # By depth: the state, the cell that is tried, and how many times it has been.
    included_at = np.empty(height * width + 1, np.uint64)
    known_at = np.empty(height * width + 1, np.uint64)
    cell_at = np.empty(height * width + 1, np.int64)
    tried_at = np.empty(height * width + 1, np.int64)
    while known_cells != all_cells:
        first = 0
        while known_cells >> np.uint64(first) & ONE != NONE:
            first += 1
        bit = ONE << np.uint64(first)
        depth = 0
        included, state, possible = propagate(rows, columns, solution, solution ^ bit, known_cells | bit, first)
        while True:
            if possible:
                cell = cell_to_try(rows, columns, solution, included, state)
                if cell == 64:
                    return False
                included_at[depth], known_at[depth] = included, state
                cell_at[depth], tried_at[depth] = cell, 0
                depth += 1
            while depth > 0 and tried_at[depth - 1] == 2:
                depth -= 1
            if depth == 0:
                break
            # Against the solution first: that is needed to restore the balance.
            cell = cell_at[depth - 1]
            cell_bit = ONE << np.uint64(cell)
            included = included_at[depth - 1] & ~cell_bit
            if (solution & cell_bit == NONE) == (tried_at[depth - 1] == 0):
                included |= cell_bit
            tried_at[depth - 1] += 1
            included, state, possible = propagate(
                rows, columns, solution, included, known_at[depth - 1] | cell_bit, cell
            )
        _, known_cells, _ = propagate(rows, columns, solution, solution, known_cells | bit, first)
    return True


@inner
def solve_lines(lines, values, digits, solution, holes):
    """Make passes over the lines of a puzzle as arrays, which are set; return what `solve_by_lines` does."""
    height, width = lines.rows.shape
    set_lines(lines, values, digits)
    by_column, holes_by_column = turn(solution, height, width), turn(holes, height, width)
    return solve_by_lines(lines.rows, height, lines.columns, width, solution, by_column, holes, holes_by_column)


@kernel
def count_drawn(spec, first, last, stream, lines, wide_lanes, batch, stop):
    """Count the unique puzzles of a sample, given as to `rullo_core.rullo.kernels.counting.sample.count`."""
    words = np.empty(words_needed(len(spec.values), batch.digits.shape[1], spec.coin), np.uint64)
    height, width = lines.rows.shape
    unique = 0
    for begin in range(first, last, SIZE):
        if stop[0] != 0:
            break
        size = min(SIZE, last - begin)
        draw_batch(spec, begin, size, stream, lines, wide_lanes, batch, words)
        for i in range(size):
            digits, solution = batch.digits[i], batch.solutions[i]
            if batch.columns_first.solved[i]:
                unique += 1
                continue
            if batch.in_lanes[i]:
                set_lines(lines, spec.values, digits)
                known_cells = known_to_lines(batch, i, height, width)
            else:
                _, known_cells, _ = solve_lines(lines, spec.values, digits, solution, batch.holes[i])
            unique += is_unique(lines.rows, lines.columns, solution, known_cells)
    return unique


@inner
def ranks_of_sums(numbers, ranks):
    """Set the rank of the sum of every subset of a line among all its different sums; return the number of these."""
    sums = np.zeros(len(ranks), np.int64)
    for cell in range(len(numbers)):
        for subset in range(1 << cell):
            sums[1 << cell | subset] = sums[subset] + numbers[cell]
    ordered = np.unique(sums)
    for subset in range(len(ranks)):
        ranks[subset] = np.searchsorted(ordered, sums[subset])
    return np.uint64(len(ordered))


@inner
def scale(values, factor):
    """Multiply values by a factor, in place."""
    for i in range(len(values)):
        values[i] *= factor


@kernel
def targets_of(numbers):
    """Return the targets of every solution on a grid of at most 32 cells, as numbers that differ if targets do."""
    height, width = numbers.shape
    of_rows = np.empty((height, 1 << width), np.uint64)
    of_columns = np.empty((width, 1 << height), np.uint64)
    step = ONE  # no line has more sums than subsets, so it is at most 2**64 in the end
    for r in range(height):
        sums = ranks_of_sums(numbers[r], of_rows[r])
        scale(of_rows[r], step)
        step *= sums
    for c in range(width):
        sums = ranks_of_sums(numbers[:, c].copy(), of_columns[c])
        scale(of_columns[c], step)
        step *= sums
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    free = ~holes & all_ones(height * width)
    targets = np.empty(1 << count_ones(free), np.uint64)
    solution = NONE
    in_row = all_ones(width)
    for i in range(len(targets)):
        place = NONE
        for r in range(height):
            place += of_rows[r, solution >> np.uint64(r * width) & in_row]
        for c in range(width):
            place += of_columns[c, gather(solution, c, width, height)]
        targets[i] = place
        solution = (solution - free) & free
    return targets
