"""Grids that behave alike, counted together.

A grid behaves as its lines do, and what a line reveals hangs on its *pattern* alone: on which of its subsets are worth
the same. So grids with the same patterns in the same places are alike, and so are grids whose rows, or columns, stand
in another order. The patterns of a grid, written as one number, are its *key*:

    every number held (0 or 1), then the patterns of the columns, then those of the rows

with as many digits for a line as it has patterns. Below, a grid has no more rows than columns; a row is a *code*, its
numbers read as digits to the base of the range, and so is a column.
"""

import numpy as np

from rullo_core.kernels import kernel
from rullo_core.kernels.board import solve_by_lines, turn
from rullo_core.kernels.census import set_grid
from rullo_core.kernels.counts import EXHAUSTIVE, SIMPLE, keep
from rullo_core.kernels.guesses import after_best_guess, forget
from rullo_core.kernels.hashing import place_of, shift_for
from rullo_core.kernels.line import NONE, ONE, all_ones, count_ones


@kernel
def count_classes(
    height,
    width,
    base,
    first_rows,
    row_patterns,
    column_patterns,
    row_kinds,
    column_kinds,
    keys,
    grids,
    weights,
    direct,
    stop,
):
    """Go through all grids with some first rows, and count those with the same key.

    Columns can be permuted, so only first rows with ascending numbers are wanted, each standing for its permutations;
    and so can the rows below it, so only ascending ones are gone through, each time standing for their permutations.

    Parameters
    ----------
    height, width, base : int
        Size, and size of the range. Two rows at least.
    first_rows : int64 array
        Codes, with ascending digits.
    row_patterns, column_patterns : int64 arrays of shape (base**width,) and (base**height,)
        The pattern of each line, by its code.
    row_kinds, column_kinds : int
        How many patterns there are of each.
    keys, grids, weights : uint64 array, and int64 arrays of the same length
        Filled, all zero before: one more than a key, or 0; the first grid met, as its rows' codes read as digits to the
        base base**width; and how many grids there are.
    direct : bool
        Whether a key is its own place; else the length is a power of two, as `rullo_core.kernels.hashing` wants it.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.

    Returns
    -------
    bool
        Whether all went in; not if more than three quarters of the places were taken.
    """
    lines = len(row_patterns)
    digits = np.empty((lines, width), np.int64)
    held = np.zeros(lines, np.uint64)
    for code in range(lines):
        rest = code
        for c in range(width - 1, -1, -1):
            digits[code, c] = rest % base
            if base <= 64:
                held[code] |= ONE << np.uint64(rest % base)
            rest //= base
    every_number = all_ones(base) if base <= 64 else ~NONE
    row_step = np.empty(height, np.int64)
    step = 1
    for r in range(height):
        row_step[r] = step
        step *= row_kinds
    column_step = np.empty(width, np.int64)
    for c in range(width):
        column_step[c] = step
        step *= column_kinds
    flag_step = step

    factorial = np.ones(max(height, width) + 1, np.int64)
    for i in range(1, len(factorial)):
        factorial[i] = factorial[i - 1] * i
    rows = np.zeros(height, np.int64)
    # Of the rows above each row: their part of the key, their numbers, and how many orders of them below the first.
    above_key = np.zeros(height, np.int64)
    above_held = np.zeros(height, np.uint64)
    above_grid = np.zeros(height, np.int64)
    above_columns = np.zeros((height, width), np.int64)
    run_length = np.zeros(height, np.int64)
    orders = np.ones(height, np.int64)
    of_column = np.empty((width, base), np.int64)
    shift = shift_for(len(keys))
    used = 0
    for first_row in first_rows:
        permutations = factorial[width]
        equal = 1
        for c in range(1, width):
            equal = equal + 1 if digits[first_row, c] == digits[first_row, c - 1] else 1
            permutations //= equal
        rows[0] = first_row
        depth = 1
        rows[1] = -1
        orders[1] = permutations * factorial[height - 1]
        while depth > 0:
            if stop[0] != 0:
                return True
            if depth == height - 1:
                # The last row: all that are not below the one before.
                last = rows[depth - 1]
                key = above_key[depth - 1] + row_patterns[last] * row_step[depth - 1]
                grid = (above_grid[depth - 1] * lines + last) * lines
                numbers = above_held[depth - 1] | held[last]
                for c in range(width):
                    column = (above_columns[depth - 1, c] * base + digits[last, c]) * base
                    for digit in range(base):
                        of_column[c, digit] = column_patterns[column + digit] * column_step[c]
                begin = 0
                repeated = 0
                if depth > 1:
                    begin = last
                    repeated = run_length[depth - 1]
                for code in range(begin, lines):
                    place = key + row_patterns[code] * row_step[depth]
                    for c in range(width):
                        place += of_column[c, digits[code, c]]
                    place += flag_step * (numbers | held[code] == every_number)
                    weight = orders[depth]
                    if depth > 1 and code == begin:
                        weight //= repeated + 1
                    marked = np.uint64(place + 1)
                    if not direct:
                        place = place_of(keys, marked, shift)
                    if keys[place] == NONE:
                        keys[place] = marked
                        grids[place] = grid + code
                        used += 1
                        if not direct and 4 * used > 3 * len(keys):
                            return False
                    weights[place] += weight
                depth -= 1
                continue
            # A row in between: the next one.
            rows[depth] += 1
            if rows[depth] == lines:
                depth -= 1
                continue
            if depth > 1 and rows[depth] < rows[depth - 1]:
                rows[depth] = rows[depth - 1]
            code = rows[depth]
            previous = rows[depth - 1]
            run_length[depth] = run_length[depth - 1] + 1 if depth > 1 and code == previous else 1
            above_key[depth] = above_key[depth - 1] + row_patterns[previous] * row_step[depth - 1]
            above_grid[depth] = above_grid[depth - 1] * lines + previous
            above_held[depth] = above_held[depth - 1] | held[previous]
            for c in range(width):
                above_columns[depth, c] = above_columns[depth - 1, c] * base + digits[previous, c]
            orders[depth + 1] = orders[depth] // run_length[depth]
            depth += 1
            rows[depth] = -1
    return True


@kernel
def make_canonical(
    height, width, base, row_patterns, column_patterns, row_kinds, column_kinds, orders_of_rows, keys, grids
):
    """Put rows and columns of grids in an order that hangs on their patterns.

    Of all orders of the rows, each with its columns in the order of their patterns (and of their codes where these are
    the same), the one with the least key is taken. Grids that are alike mostly have the same key then; where they have
    not, they are counted in two classes, which costs time and nothing else.

    Parameters
    ----------
    orders_of_rows : int64 array of shape (n, height)
        Permutations.
    keys, grids : int64 arrays of the same length
        Changed.
    others
        As in `count_classes`.
    """
    lines = len(row_patterns)
    flag_step = row_kinds**height * column_kinds**width
    digits = np.empty((height, width), np.int64)
    codes = np.empty(width, np.int64)
    columns = np.empty(width, np.int64)
    for i in range(len(keys)):
        flag = keys[i] // flag_step * flag_step
        rest = grids[i]
        for r in range(height - 1, -1, -1):
            in_row = rest % lines
            rest //= lines
            for c in range(width - 1, -1, -1):
                digits[r, c] = in_row % base
                in_row //= base
        best_key = -1
        best_grid = -1
        for order in orders_of_rows:
            for c in range(width):
                code = 0
                for r in range(height):
                    code = code * base + digits[order[r], c]
                # Into its place among the columns before it.
                at = c
                while at > 0 and (
                    column_patterns[codes[at - 1]] > column_patterns[code]
                    or (column_patterns[codes[at - 1]] == column_patterns[code] and codes[at - 1] > code)
                ):
                    codes[at] = codes[at - 1]
                    columns[at] = columns[at - 1]
                    at -= 1
                codes[at] = code
                columns[at] = c
            key = flag
            step = 1
            grid = 0
            for r in range(height):
                row = 0
                for c in range(width):
                    row = row * base + digits[order[r], columns[c]]
                key += row_patterns[row] * step
                step *= row_kinds
                grid = grid * lines + row
            for c in range(width):
                key += column_patterns[codes[c]] * step
                step *= column_kinds
            if best_key < 0 or key < best_key or (key == best_key and grid < best_grid):
                best_key = key
                best_grid = grid
        keys[i] = best_key
        grids[i] = best_grid


@kernel
def add_weighted(counts, of_grid, weight, digits):
    """Add what was counted on one grid as often as there are grids like it, and clear it.

    Parameters
    ----------
    counts, of_grid : Counts
    weight : int64
    digits : uint16 array of shape (cells,)
        The grid. Of the hardest puzzles, those of this grid alone are kept.
    """
    for required in range(counts.puzzles.shape[0]):
        for kind in range(counts.puzzles.shape[1]):
            for halves in range(counts.puzzles.shape[2]):
                if of_grid.puzzles[required, kind, halves]:
                    counts.puzzles[required, kind, halves] += weight * of_grid.puzzles[required, kind, halves]
                    of_grid.puzzles[required, kind, halves] = 0
    counts.done[0] += weight * of_grid.done[0]
    of_grid.done[0] = 0
    for kind in range(2):
        for every_number in range(2):
            if of_grid.hardest[kind, every_number] >= counts.hardest[kind, every_number]:
                for i in range(min(of_grid.met[kind, every_number], of_grid.solutions.shape[2])):
                    keep(
                        counts,
                        kind,
                        every_number,
                        of_grid.hardest[kind, every_number],
                        digits,
                        of_grid.solutions[kind, every_number, i],
                    )
            of_grid.hardest[kind, every_number] = -1
            of_grid.met[kind, every_number] = 0


@kernel
def automorphisms(digits, row_orders, column_orders, moves):
    """The orders of rows and columns that leave a grid as it is.

    Parameters
    ----------
    digits : uint16 array of shape (cells,)
        The grid.
    row_orders, column_orders : int64 arrays of shape (m, height) and (n, width)
        All permutations.
    moves : int64 array of shape (m * n, cells)
        Filled, for each of those orders: where each cell goes.

    Returns
    -------
    int
        How many there are, at least one.
    """
    height, width = row_orders.shape[1], column_orders.shape[1]
    number = 0
    for rows in row_orders:
        for columns in column_orders:
            same = True
            for cell in range(height * width):
                to = rows[cell // width] * width + columns[cell % width]
                moves[number, cell] = to
                if digits[to] != digits[cell]:
                    same = False
                    break
            number += same
    return number


@kernel
def moved(solution, move):
    """A solution, a uint64, with every cell moved."""
    image = NONE
    for cell in range(len(move)):
        image |= (solution >> np.uint64(cell) & ONE) << np.uint64(move[cell])
    return image


@kernel
def count_grid(numbers, rows, columns, digits, every_number, moves, seen, counts, memory, stop):
    """Go through the solutions of one grid: `rullo_core.kernels.census.count_grid` with a memory and with symmetry.

    Solutions that the symmetries of the grid make of each other, and their inverses, are rated once.

    Parameters
    ----------
    moves : int64 array of shape (n, cells)
        The symmetries of the grid, as `automorphisms` finds them.
    seen : uint8 array of shape (2**cells,)
        Room for a flag for each solution, all zero; zero again afterwards.
    memory : rullo_core.kernels.guesses.Memory
        Forgotten first.
    others
        As there. Of the hardest puzzles that are rated once, one and its inverse are kept.
    """
    height, width = numbers.shape
    everything = all_ones(height * width)
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    filled = everything & ~holes
    free = filled & (filled - ONE)
    size = count_ones(filled)
    holes_by_column = turn(holes, height, width)
    puzzles, hardest = counts.puzzles, counts.hardest
    forget(memory)
    solution = NONE
    while True:
        if len(moves) == 1 or seen[solution] == 0:
            halves, known, _ = solve_by_lines(
                rows, height, columns, width, solution, turn(solution, height, width), holes, holes_by_column
            )
            kind = SIMPLE
            if known != everything:
                kind = EXHAUSTIVE
                halves += after_best_guess(numbers, rows, columns, solution, known, memory, stop)
            if stop[0] != 0:
                break
            inverse = filled ^ solution
            alike = 1
            apart = size > 0  # whether the inverse is not among the images
            if len(moves) > 1:
                alike = 0
                for move in moves:
                    image = moved(solution, move)
                    alike += seen[image] == 0
                    seen[image] = 1
                apart = seen[inverse] == 0
                for move in moves:
                    seen[moved(inverse, move)] = 1
            required = count_ones(solution)
            puzzles[required, kind, halves] += alike
            counts.done[0] += alike
            if apart:
                puzzles[size - required, kind, halves] += alike
                counts.done[0] += alike
            if halves >= hardest[kind, every_number]:
                keep(counts, kind, every_number, halves, digits, solution)
                if size:
                    keep(counts, kind, every_number, halves, digits, inverse)
        solution = (solution - free) & free
        if solution == NONE:
            break
    if len(moves) > 1:
        seen[:] = 0


@kernel
def count(
    height,
    width,
    values,
    digits,
    every_number,
    weights,
    row_forms,
    column_forms,
    row_orders,
    column_orders,
    counts,
    of_grid,
    memory,
    stop,
):
    """Go through every solution on some grids, each as often as there are grids like it.

    Parameters
    ----------
    height, width : int
        Size, at most 25 cells.
    values : int64 array of shape (k,)
        The range, ascending.
    digits : uint16 array of shape (n, cells)
        The grids: for each cell, which number of the range.
    every_number : uint8 array of shape (n,)
        1 where a grid holds every number of the range.
    weights : int64 array of shape (n,)
        How many grids are like it.
    row_forms, column_forms : tables
        For every line that the range allows, as `rullo_core.kernels.census.count` wants them.
    row_orders, column_orders : int64 arrays of shape (m, height) and (n, width)
        All permutations.
    counts : Counts
        Added to.
    of_grid : Counts
        Room for those of one grid, empty.
    memory : rullo_core.kernels.guesses.Memory
        Room for the parts of one grid.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.
    """
    numbers = np.empty((height, width), np.int64)
    rows = np.empty((height,) + row_forms.shape[1:], row_forms.dtype)
    columns = np.empty((width,) + column_forms.shape[1:], column_forms.dtype)
    moves = np.empty((len(row_orders) * len(column_orders), height * width), np.int64)
    seen = np.zeros(1 << height * width, np.uint8)
    for i in range(len(weights)):
        set_grid(values, digits[i], numbers, row_forms, rows, column_forms, columns)
        symmetries = automorphisms(digits[i], row_orders, column_orders, moves)
        count_grid(numbers, rows, columns, digits[i], every_number[i], moves[:symmetries], seen, of_grid, memory, stop)
        if stop[0] != 0:
            counts.done[0] += of_grid.done[0]  # all that can still be told: how fast it was
            return
        add_weighted(counts, of_grid, weights[i], digits[i])
