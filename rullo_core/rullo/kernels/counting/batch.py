"""Make passes over random puzzles in batches.

All puzzles of a batch make their first pass, then the unfinished ones make their second, and so on: passes over
different puzzles overlap, and no branch depends on how long a single puzzle takes.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner
from rullo_core.compiled.bits import NONE, all_ones
from rullo_core.compiled.instructions import LANES
from rullo_core.rullo.kernels.counting.drawing import draw_either
from rullo_core.rullo.kernels.lines.board import as_square, from_square, transpose
from rullo_core.rullo.kernels.lines.lanes import LARGEST, LARGEST_IF_NARROW, LINES, fit, make_pass

SIZE = 32
"""Puzzles in a batch: their lanes fit in the first-level cache."""

ROWS, COLUMNS = 0, 1
"""Which lines a pass solves, as indices."""


class Lines(NamedTuple):
    """The lines of a puzzle as arrays, and the lines of a batch as `rullo_core.rullo.kernels.lines.lanes`."""

    rows: np.ndarray  # int64[height, width]
    columns: np.ndarray  # int64[width, height]
    lanes: np.ndarray  # uint32[SIZE, 2, 64], or uint64: those of the rows and of the columns, of puzzles that may fit


class Order(NamedTuple):
    """Passes over the puzzles of a batch in one of the two orders, by place in the batch."""

    unknown: np.ndarray  # uint64[2, SIZE]: as squares, after the last even and the last odd number of passes
    pass_limit: np.ndarray  # int64[SIZE]: how many passes are made at most
    passes: np.ndarray  # int64[SIZE]: the passes until lines finish, or until an iteration changes nothing
    solved: np.ndarray  # bool[SIZE]: whether lines finish; not, where they are not in lanes


class Batch(NamedTuple):
    """Puzzles that are drawn and solved together, by place."""

    digits: np.ndarray  # uint16[SIZE, cells]: the index of each cell's number in the range
    solutions: np.ndarray  # uint64[SIZE]: the included cells by row; none without a number
    holes: np.ndarray  # uint64[SIZE]: the cells without a number, by row
    in_lanes: np.ndarray  # bool[SIZE]: whether the puzzle fits into lanes; the others are not solved here
    included: np.ndarray  # uint64[2, SIZE]: the solutions as squares, by row and by column; inverted where negative
    numbered: np.ndarray  # uint64[2, SIZE]: the cells with a number as squares, by row and by column
    active: np.ndarray  # int64[SIZE]: the places of puzzles under way
    columns_first: Order
    rows_first: Order


def all_fit(height: int, width: int, largest: int) -> bool:
    """Return whether every puzzle of a size, with numbers up to this absolute value, fits into narrow lanes."""
    longest = max(height, width)
    return longest <= int(LINES) and largest <= LARGEST_IF_NARROW and longest * largest <= 2 * LARGEST_IF_NARROW + 1


def room_for_lines(height: int, width: int, largest: int) -> tuple[Lines, int | None]:
    """Return working memory for the lines of puzzles of a size, with numbers up to an absolute value; and `wide_lanes`.

    If `all_fit`, lanes are narrow and `wide_lanes` is None, so that no kernel is compiled for what does not fit there.
    """
    wide_lanes = None if all_fit(height, width, largest) else 1
    rows, columns = np.empty((height, width), np.int64), np.empty((width, height), np.int64)
    return Lines(rows, columns, np.zeros((SIZE, 2, 64), np.uint32 if wide_lanes is None else np.uint64)), wide_lanes


def room_for_batch(cells: int) -> Batch:
    """Return working memory for a batch of puzzles with `cells` cells."""
    # A pass of both kinds of lines fixes a cell, but for the last two.
    pass_limit = np.full(SIZE, 2 * cells + 2)
    passes = np.empty(SIZE, np.int64)
    return Batch(
        digits=np.empty((SIZE, cells), np.uint16),
        solutions=np.empty(SIZE, np.uint64),
        holes=np.empty(SIZE, np.uint64),
        in_lanes=np.empty(SIZE, np.bool_),
        included=np.empty((2, SIZE), np.uint64),
        numbered=np.empty((2, SIZE), np.uint64),
        active=np.empty(SIZE, np.int64),
        columns_first=Order(np.empty((2, SIZE), np.uint64), pass_limit, passes, np.empty(SIZE, np.bool_)),
        # After as many passes as the other order takes, this one finishes with the next.
        rows_first=Order(np.empty((2, SIZE), np.uint64), passes, np.empty(SIZE, np.int64), np.empty(SIZE, np.bool_)),
    )


@inner
def largest_in_lanes(height, width, values):
    """Return the largest absolute value of a range if puzzles of a size may fit into lanes, else 0."""
    largest = max(abs(values[0]), abs(values[-1]))
    return largest if max(height, width) <= LINES and largest <= LARGEST else 0


@inner
def set_lines(lines, values, digits):
    """Set the lines of a puzzle, as arrays."""
    height, width = lines.rows.shape
    for r in range(height):
        for c in range(width):
            number = values[digits[r * width + c]]
            lines.rows[r, c] = number
            lines.columns[c, r] = number


@inner
def set_lanes(lines, place, values, digits):
    """Set the lanes of the puzzle at a place, if it may fit into them.

    Return masks, by row, of the cells without a number and with a negative number.
    """
    height, width = lines.rows.shape
    if largest_in_lanes(height, width, values) != 0:
        row_lanes, column_lanes = lines.lanes[place, ROWS], lines.lanes[place, COLUMNS]
        for r in range(height):
            for c in range(width):
                number = abs(values[digits[r * width + c]])
                row_lanes[8 * c + r] = number
                column_lanes[8 * r + c] = number
    holes = NONE
    negative = NONE
    if values[0] <= 0:
        for cell in range(height * width):
            number = values[digits[cell]]
            holes |= np.uint64(number == 0) << np.uint64(cell)
            negative |= np.uint64(number < 0) << np.uint64(cell)
    return holes, negative


@inner
def are_in_lanes(lines, place, values, included):
    """Return whether the puzzle at a place fits into lanes; `included` is its solution, inverted where negative."""
    height, width = lines.rows.shape
    largest = largest_in_lanes(height, width, values)
    if largest == 0:
        return False
    if max(height, width) * largest <= 2 * LARGEST + 1:
        return True
    by_row = as_square(included, height, width)
    return fit(lines.lanes[place, ROWS], by_row) and fit(lines.lanes[place, COLUMNS], transpose(by_row))


@inner
def square_board(lines, place):
    """Return the grid of a puzzle in lanes, its rows and its columns, as those of a board of 8x8."""
    columns = lines.lanes[place, COLUMNS]
    length = LANES * (LANES if max(lines.rows.shape) == LANES else LANES - 1)
    return columns.reshape(LANES, LANES), lines.lanes[place, ROWS, :length], columns[:length]


@inner
def draw_batch(spec, first, size, stream, lines, wide_lanes, batch, words):
    """Draw the puzzles from an index on, and make passes over them, columns first, until lines finish or stall.

    They are drawn as by `draw_either`, with its working memory; `lines` and `wide_lanes` are those of `room_for_lines`.
    """
    height, width = lines.rows.shape
    for i in range(size):
        digits = batch.digits[i]
        solution = draw_either(spec, first + i, stream, digits, words)
        holes, negative = set_lanes(lines, i, spec.values, digits)
        solution &= ~holes
        batch.solutions[i], batch.holes[i] = solution, holes
        batch.columns_first.solved[i] = False
        batch.in_lanes[i] = wide_lanes is None or are_in_lanes(lines, i, spec.values, solution ^ negative)
        if batch.in_lanes[i]:
            included = as_square(solution ^ negative, height, width)
            batch.included[ROWS, i], batch.included[COLUMNS, i] = included, transpose(included)
            numbered = as_square(~holes & all_ones(height * width), height, width)
            batch.numbered[ROWS, i], batch.numbered[COLUMNS, i] = numbered, transpose(numbered)
    make_passes(lines, COLUMNS, size, batch.in_lanes, batch, batch.columns_first)


@inner
def solve_rows_first(lines, size, batch):
    """Make passes, rows first, over those puzzles of a batch that lines finish."""
    make_passes(lines, ROWS, size, batch.columns_first.solved, batch, batch.rows_first)


@inner
def make_passes(lines, begin_with, size, flags, batch, order):
    """Make passes over the puzzles of a batch with a flag until they finish, stall or have made the most.

    Those that have made the most without finishing are taken to finish one pass later. Where lines stall, `unknown[1]`
    has what they leave, in the order by row if columns are first, and vice versa.
    """
    height, width = lines.rows.shape
    number = 0
    for i in range(size):
        order.unknown[0, i], order.unknown[1, i] = batch.numbered[begin_with, i], NONE
        batch.active[number] = i
        number += flags[i]
    axis = begin_with
    passes = 0
    while number > 0:
        passes += 1
        odd = passes % 2 == 1
        inputs, outputs = order.unknown[1 - passes % 2], order.unknown[passes % 2]
        cells = width if axis == ROWS else height
        remaining = 0
        for j in range(number):
            i = batch.active[j]
            unknown = make_pass(lines.lanes[i, axis], cells, batch.included[axis, i], inputs[i])
            # Combined bit by bit, as `and` and `or` are branches.
            under_way = unknown != NONE
            # Two passes in a row that change nothing need not be the two of an iteration.
            has_changed = unknown != outputs[i]
            outputs[i] = unknown
            order.solved[i] = not under_way
            order.passes[i] = passes + (under_way & (odd | has_changed))
            batch.active[remaining] = i
            remaining += under_way & has_changed & (passes < order.pass_limit[i])
        number = remaining
        axis = 1 - axis


@inner
def known_to_lines(batch, place, height, width):
    """Return the cells, by row, that are known where lines stall."""
    return from_square(~batch.columns_first.unknown[1, place], height, width)
