"""Count every solution on every grid of a size and range, in order."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones, deposit
from rullo_core.rullo.kernels.lines.board import rate
from rullo_core.rullo.kernels.lines.counts import holds_every_number, keep


class Grid(NamedTuple):
    """A grid whose puzzles are counted."""

    numbers: np.ndarray  # int64[height, width]
    rows: np.ndarray  # numbers or tables, see `rullo_core.rullo.kernels.lines.board`
    columns: np.ndarray
    digits: np.ndarray  # uint16[cells]: the index of each number in the range
    every_number: int  # 1 if it contains every number of the range, else 0


class Forms(NamedTuple):
    """The numbers of a range, ascending, and all lines of a size that the range allows.

    `rows` and `columns` are tables for every line, in the order of the lines' digits; or an array with one line of
    numbers, whose type selects the kernels that solve lines each time.
    """

    values: np.ndarray
    rows: np.ndarray
    columns: np.ndarray


class Blocks(NamedTuple):
    """Consecutive blocks of solutions, on one grid and the grids that follow it."""

    first: int  # index of the first block in the first grid
    number: int  # number of blocks
    size: int  # number of solutions in a block, counted as in `count_grid`
    per_grid: int  # number of blocks in a grid


@kernel
def count_grid(grid, first, last, counts, stop):
    """Count solutions of one grid, each with its inverse.

    A puzzle and its inverse have the same kind and difficulty (thesis, section 5.3). Therefore only the solutions
    without the grid's first number are solved, in ascending order; `first` and `last`, excluded, are a range of these.
    """
    numbers, rows, columns, digits, every_number = grid
    height, width = numbers.shape
    holes = NONE
    for cell in range(height * width):
        if numbers[cell // width, cell % width] == 0:
            holes |= ONE << np.uint64(cell)
    numbered = all_ones(height * width) & ~holes
    free = numbered & (numbered - ONE)
    size = count_ones(numbered)
    puzzles, hardest = counts.puzzles, counts.hardest
    bound = puzzles.shape[2] - 1
    completed = 0

    if size < 64:  # otherwise all 2**63 of them, one more than an int64 can hold
        last = min(last, 1 << count_ones(free))
    solution = deposit(np.uint64(first), free)
    for _ in range(first, last):
        kind, halves = rate(numbers, rows, columns, solution, holes, size, bound, stop)
        if stop[0] != 0:
            break
        required = count_ones(solution)
        puzzles[required, kind, halves] += 1
        completed += 1
        if size:
            puzzles[size - required, kind, halves] += 1
            completed += 1
        if halves >= hardest[kind, every_number]:
            keep(counts, kind, every_number, halves, digits, solution)
            if size:
                keep(counts, kind, every_number, halves, digits, numbered ^ solution)
        solution = (solution - free) & free
    counts.completed[0] += completed


@inner
def code_of(digits, first, step, cells, base):
    """Read digits, from `first` on at distance `step`, as a number."""
    code = 0
    for i in range(cells):
        code = code * base + digits[first + i * step]
    return code


@inner
def room_for_grid(height, width, forms):
    """Return working memory for a grid: its numbers, and the form of each of its rows and columns."""
    return (
        np.empty((height, width), np.int64),
        np.empty((height,) + forms.rows.shape[1:], forms.rows.dtype),
        np.empty((width,) + forms.columns.shape[1:], forms.columns.dtype),
    )


@inner
def set_lines(lines, forms, values, digits, spacing, step):
    """Set the form of each line of a grid from the forms of all lines.

    `spacing` is the distance between the first cells of neighbouring lines, `step` that between cells of a line.
    """
    cells = len(digits) // len(lines)
    for line in range(len(lines)):
        if lines.ndim == 3:
            copy(forms[code_of(digits, line * spacing, step, cells, len(values))], lines[line])
        else:
            for i in range(cells):
                lines[line, i] = values[digits[line * spacing + i * step]]


@inner
def set_grid(grid, forms):
    """Set the numbers of a grid and the form of each of its lines from its digits."""
    height, width = grid.numbers.shape
    for cell in range(height * width):
        grid.numbers[cell // width, cell % width] = forms.values[grid.digits[cell]]
    set_lines(grid.rows, forms.rows, forms.values, grid.digits, width, 1)
    set_lines(grid.columns, forms.columns, forms.values, grid.digits, 1, width)


@kernel
def count(height, width, forms, digits, blocks, counts, stop):
    """Count a stretch of a census of grids with up to 64 cells, and advance the digits of its first grid.

    Grids are in the order of the numbers that their digits form; the solutions of a grid are in blocks, so that a
    stretch can begin and end within a grid.
    """
    base = len(forms.values)
    numbers, rows, columns = room_for_grid(height, width, forms)
    flags = np.empty(base, np.bool_)
    grid = Grid(numbers, rows, columns, digits, 0)
    block = blocks.first
    new_grid = True
    for _ in range(blocks.number):
        if new_grid:
            grid = Grid(numbers, rows, columns, digits, holds_every_number(digits, flags))
            set_grid(grid, forms)
        first = block * blocks.size
        count_grid(grid, first, first + blocks.size, counts, stop)
        if stop[0] != 0:
            return
        block += 1
        new_grid = block == blocks.per_grid
        if new_grid:
            block = 0
            for cell in range(height * width - 1, -1, -1):
                digits[cell] += 1
                if digits[cell] < base:
                    break
                digits[cell] = 0
