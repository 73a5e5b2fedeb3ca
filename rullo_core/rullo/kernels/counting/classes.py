"""Sort grids that behave alike into classes, which are counted together.

The deductions from a line depend only on its *pattern*: on which of its subsets have equal sums. Grids with the same
patterns in the same positions therefore behave alike, and so do grids whose rows or columns are permuted. The patterns
of a grid, written as one number, are its *key*:

    every number held (0 or 1), then the patterns of the columns, then those of the rows

with as many digits for a line as there are patterns. Here a grid has no more rows than columns. The *code* of a row or
column is the number whose digits to the base of the range are its cells.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones
from rullo_core.compiled.hashing import place_of, shift_for


class Lines(NamedTuple):
    """The patterns of all lines of a length over a range."""

    patterns: np.ndarray  # int64[base**cells]: pattern of each line, by code
    kinds: int  # number of patterns


class Table(NamedTuple):
    """Table of classes, by key."""

    keys: np.ndarray  # uint64[places]: key plus one; 0 for a free slot
    grids: np.ndarray  # int64[places]: the first grid met: its rows' codes are digits to the base base**width
    weights: np.ndarray  # int64[places]: number of grids in the class
    direct: bool  # whether a key is its own index; otherwise `rullo_core.compiled.hashing` has it


def empty_table(places: int, direct: bool) -> Table:
    """Return an empty table with `places` slots."""
    return Table(np.zeros(places, np.uint64), np.zeros(places, np.int64), np.zeros(places, np.int64), direct)


@kernel
def count_classes(height, width, base, all_rows, all_columns, codes, first_rows, table, stop):
    """Enumerate all grids with some first rows, at least two rows each, and count the grids with the same key.

    Return False if more than three quarters of the slots were taken, so that not all grids were counted.

    Only first rows with ascending numbers are used, each representing its permutations, because columns can be
    permuted. Because rows can be permuted, the sorted numbers of the first row must not come after those of another
    row; the rows below are ascending, too, and represent their permutations. `codes` of all rows are ordered by their
    sorted numbers: rows with the same numbers are together, the ascending one first. `first_rows` are indices in it.
    """
    column_patterns = all_columns.patterns
    keys, grids, weights, direct = table
    lines = len(codes)
    digits = np.empty((lines, width), np.int64)
    held = np.zeros(lines, np.uint64)
    patterns = np.empty(lines, np.int64)
    for row in range(lines):
        patterns[row] = all_rows.patterns[codes[row]]
        rest = codes[row]
        for c in range(width - 1, -1, -1):
            digits[row, c] = rest % base
            if base <= 64:
                held[row] |= ONE << np.uint64(rest % base)
            rest //= base
    every_number = all_ones(base) if base <= 64 else ~NONE
    row_step = np.empty(height, np.int64)
    step = 1
    for r in range(height):
        row_step[r] = step
        step *= all_rows.kinds
    column_step = np.empty(width, np.int64)
    for c in range(width):
        column_step[c] = step
        step *= all_columns.kinds
    flag_step = step

    factorial = np.ones(max(height, width) + 1, np.int64)
    for i in range(1, len(factorial)):
        factorial[i] = factorial[i - 1] * i
    rows = np.zeros(height, np.int64)
    # For the rows above each row: their part of the key, their numbers, how many orders of them there are below the
    # first, and how many of them have the numbers of the first.
    above_key = np.zeros(height, np.int64)
    above_held = np.zeros(height, np.uint64)
    above_grid = np.zeros(height, np.int64)
    above_columns = np.zeros((height, width), np.int64)
    run_length = np.zeros(height, np.int64)
    orders = np.ones(height, np.int64)
    same_numbers = np.ones(height, np.int64)
    of_column = np.empty((width, base), np.int64)
    shift = shift_for(len(keys))
    entries = 0
    for first_row in first_rows:
        permutations = factorial[width]
        equal = 1
        for c in range(1, width):
            equal = equal + 1 if digits[first_row, c] == digits[first_row, c - 1] else 1
            permutations //= equal
        after_same = first_row + permutations
        rows[0] = first_row
        depth = 1
        rows[1] = first_row - 1
        orders[1] = permutations * factorial[height - 1]
        while depth > 0:
            if stop[0] != 0:
                return True
            if depth == height - 1:
                # The last row: all rows that do not precede the one above.
                last = rows[depth - 1]
                key = above_key[depth - 1] + patterns[last] * row_step[depth - 1]
                grid = (above_grid[depth - 1] * lines + codes[last]) * lines
                numbers = above_held[depth - 1] | held[last]
                for c in range(width):
                    column = (above_columns[depth - 1, c] * base + digits[last, c]) * base
                    for digit in range(base):
                        of_column[c, digit] = column_patterns[column + digit] * column_step[c]
                begin = last if depth > 1 else first_row
                repeated = run_length[depth - 1] if depth > 1 else 0
                # Number of grids, among the permutations of rows of this one, with this first row.
                duplicates = same_numbers[depth]
                weight_if_same = orders[depth] * height // (duplicates + 1)
                weight_if_not = orders[depth] * height // duplicates
                for row in range(begin, lines):
                    place = key + patterns[row] * row_step[depth]
                    for c in range(width):
                        place += of_column[c, digits[row, c]]
                    place += flag_step * (numbers | held[row] == every_number)
                    weight = weight_if_same if row < after_same else weight_if_not
                    if depth > 1 and row == begin:
                        weight //= repeated + 1
                    marked = np.uint64(place + 1)
                    if not direct:
                        place = place_of(keys, marked, shift)
                    if keys[place] == NONE:
                        keys[place] = marked
                        grids[place] = grid + codes[row]
                        entries += 1
                        if not direct and 4 * entries > 3 * len(keys):
                            return False
                    weights[place] += weight
                depth -= 1
                continue
            # A row in between: take the next one.
            rows[depth] += 1
            if rows[depth] == lines:
                depth -= 1
                continue
            if depth > 1 and rows[depth] < rows[depth - 1]:
                rows[depth] = rows[depth - 1]
            row = rows[depth]
            previous = rows[depth - 1]
            run_length[depth] = run_length[depth - 1] + 1 if depth > 1 and row == previous else 1
            above_key[depth] = above_key[depth - 1] + patterns[previous] * row_step[depth - 1]
            above_grid[depth] = above_grid[depth - 1] * lines + codes[previous]
            above_held[depth] = above_held[depth - 1] | held[previous]
            for c in range(width):
                above_columns[depth, c] = above_columns[depth - 1, c] * base + digits[previous, c]
            orders[depth + 1] = orders[depth] // run_length[depth]
            same_numbers[depth + 1] = same_numbers[depth] + (row < after_same)
            depth += 1
            rows[depth] = first_row - 1
    return True


@kernel
def make_canonical(height, width, base, all_rows, all_columns, orders_of_rows, keys, grids):
    """Permute rows and columns of grids, in place, into a canonical order that depends on their patterns.

    Of all orders of the rows, each with its columns sorted by pattern (and by code where patterns are equal), the one
    with the least key is taken. Equivalent grids mostly have the same key then; where they have not, they are counted
    in two classes, which only costs time.
    """
    column_patterns = all_columns.patterns
    lines = len(all_rows.patterns)
    flag_step = all_rows.kinds**height * all_columns.kinds**width
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
                # Insert it among the columns before it.
                position = c
                while position > 0 and (
                    column_patterns[codes[position - 1]] > column_patterns[code]
                    or (column_patterns[codes[position - 1]] == column_patterns[code] and codes[position - 1] > code)
                ):
                    codes[position] = codes[position - 1]
                    columns[position] = columns[position - 1]
                    position -= 1
                codes[position] = code
                columns[position] = c
            key = flag
            step = 1
            grid = 0
            for r in range(height):
                row = 0
                for c in range(width):
                    row = row * base + digits[order[r], columns[c]]
                key += all_rows.patterns[row] * step
                step *= all_rows.kinds
                grid = grid * lines + row
            for c in range(width):
                key += column_patterns[codes[c]] * step
                step *= all_columns.kinds
            if best_key < 0 or key < best_key or (key == best_key and grid < best_grid):
                best_key = key
                best_grid = grid
        keys[i] = best_key
        grids[i] = best_grid


@kernel
def transpose(side, base, grids):
    """Transpose square grids in place: an int64 array of their codes, as in `count_classes`."""
    cells = side * side
    digits = np.empty(cells, np.int64)
    for i in range(len(grids)):
        for cell in range(cells - 1, -1, -1):
            digits[cell] = grids[i] % base
            grids[i] //= base
        for cell in range(cells):
            grids[i] = grids[i] * base + digits[cell % side * side + cell // side]
