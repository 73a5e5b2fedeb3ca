"""Every solution on every grid of a size and range, in order."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, deposit
from rullo_core.rullo.kernels.board import rate
from rullo_core.rullo.kernels.counts import holds_every_number, keep


@kernel
def count_grid(numbers, rows, columns, digits, every_number, first, last, counts, stop):
    """Go through solutions of one grid, each with its inverse.

    A puzzle and its inverse have the same kind and difficulty (thesis, section 5.3). So only the solutions without the
    grid's first number are looked at, in ascending order, and each is counted for its inverse as well.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
        The grid.
    rows, columns : numbers or tables
        Its lines, as `rullo_core.rullo.kernels.board` describes them.
    digits : uint16 array of shape (cells,)
        For each cell, which number of the range.
    every_number : int
        1 if the grid holds every number of the range.
    first, last : int64
        Which of those solutions, the last one excluded.
    counts : Counts
        Added to.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.
    """
    height, width = numbers.shape
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    filled = all_ones(height * width) & ~holes
    free = filled & (filled - ONE)
    size = count_ones(filled)
    puzzles, hardest = counts.puzzles, counts.hardest
    bound = puzzles.shape[2] - 1
    done = 0

    if size < 64:  # else all 2**63 of them are there, one more than an int64 can say
        last = min(last, 1 << count_ones(free))
    solution = deposit(np.uint64(first), free)
    for _ in range(first, last):
        kind, halves = rate(numbers, rows, columns, solution, holes, size, bound, stop)
        if stop[0] != 0:
            break
        required = count_ones(solution)
        puzzles[required, kind, halves] += 1
        done += 1
        if size:
            puzzles[size - required, kind, halves] += 1
            done += 1
        if halves >= hardest[kind, every_number]:
            keep(counts, kind, every_number, halves, digits, solution)
            if size:
                keep(counts, kind, every_number, halves, digits, filled ^ solution)
        solution = (solution - free) & free
    counts.done[0] += done


@kernel
def code_of(digits, first, step, cells, base):
    """Read digits, from the first at this step, as a number."""
    code = 0
    for i in range(cells):
        code = code * base + digits[first + i * step]
    return code


@kernel
def copy(tables, code, lines, line):
    """Give a line its table. An assignment would do, but takes a second to compile, for errors that there cannot be."""
    for included in range(tables.shape[1]):
        for known in range(tables.shape[2]):
            lines[line, included, known] = tables[code, included, known]


@kernel
def set_grid(values, digits, numbers, row_forms, rows, column_forms, columns):
    """Write down a grid and the form of each of its lines."""
    height, width = numbers.shape
    for cell in range(height * width):
        numbers[cell // width, cell % width] = values[digits[cell]]
    if rows.ndim == 3:
        for r in range(height):
            copy(row_forms, code_of(digits, r * width, 1, width, len(values)), rows, r)
    else:
        for cell in range(height * width):
            rows[cell // width, cell % width] = numbers[cell // width, cell % width]
    if columns.ndim == 3:
        for c in range(width):
            copy(column_forms, code_of(digits, c, width, height, len(values)), columns, c)
    else:
        for cell in range(height * width):
            columns[cell % width, cell // width] = numbers[cell // width, cell % width]


@kernel
def count(height, width, values, digits, block, units, block_size, blocks, row_forms, column_forms, counts, stop):
    """Go through a stretch of a census.

    Grids follow one another as numbers do that are written with the range's numbers as digits; the solutions of a grid
    come in blocks, so that a stretch can begin and end within a grid.

    Parameters
    ----------
    height, width : int
        Size, at most 64 cells.
    values : int64 array of shape (k,)
        The range, ascending.
    digits : uint16 array of shape (cells,)
        The first grid: for each cell, which number of the range. Moved on.
    block : int
        The first block of solutions there.
    units : int
        How many blocks to go through.
    block_size, blocks : int
        Solutions in a block, counted as in `count_grid`, and blocks in a grid.
    row_forms, column_forms : tables or numbers
        Tables for every line that the range allows, in the order of the lines' digits; or one line of numbers, whatever
        they are, to say by its shape that lines are to be solved afresh.
    counts : Counts
        Added to.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends the work.
    """
    numbers = np.empty((height, width), np.int64)
    rows = np.empty((height,) + row_forms.shape[1:], row_forms.dtype)
    columns = np.empty((width,) + column_forms.shape[1:], column_forms.dtype)
    met = np.empty(len(values), np.bool_)
    every_number = 0
    new_grid = True
    for _ in range(units):
        if new_grid:
            set_grid(values, digits, numbers, row_forms, rows, column_forms, columns)
            every_number = holds_every_number(digits, met)
        first = block * block_size
        count_grid(numbers, rows, columns, digits, every_number, first, first + block_size, counts, stop)
        if stop[0] != 0:
            return
        block += 1
        new_grid = block == blocks
        if new_grid:
            block = 0
            for cell in range(height * width - 1, -1, -1):
                digits[cell] += 1
                if digits[cell] < len(values):
                    break
                digits[cell] = 0
