"""Draw random puzzles from seed and index, and keep those that satisfy a request."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE, all_ones, count_ones
from rullo_core.compiled.instructions import LANES
from rullo_core.rullo.kernels.counting.batch import are_in_lanes, set_lanes, set_lines, square_board
from rullo_core.rullo.kernels.counting.drawing import draw, words_needed
from rullo_core.rullo.kernels.counting.unique import is_unique, solve_lines
from rullo_core.rullo.kernels.lines.board import as_square, from_square, rate_stalled, solve_by_lines, transpose
from rullo_core.rullo.kernels.lines.counts import EXHAUSTIVE, SIMPLE

UNRESTRICTED = np.int64(-1)
"""Puzzles of any kind are accepted, or any difficulty."""


class Criteria(NamedTuple):
    """A request: the kind, or UNRESTRICTED; whether there must be one solution; ranges, the difficulty's in halves."""

    kind: np.int64
    unique: np.int64
    min_included: np.int64
    max_included: np.int64
    min_halves: np.int64
    max_halves: np.int64


class Accepted(NamedTuple):
    """A row for each accepted puzzle: its index; the index in the range of each cell's number; the solution; passes,
    columns first, -1 if lines stall; halves of the difficulty, -1 if not known; whether there is one solution; and the
    cells that lines leave unfixed.
    """

    indices: np.ndarray
    digits: np.ndarray
    solutions: np.ndarray
    passes: np.ndarray
    halves: np.ndarray
    unique: np.ndarray
    unfixed: np.ndarray


def room_for(number: int, cells: int) -> Accepted:
    """Return room for `number` puzzles."""
    return Accepted(
        np.empty(number, np.uint64),
        np.empty((number, cells), np.uint16),
        np.empty(number, np.uint64),
        np.empty(number, np.int64),
        np.empty(number, np.int64),
        np.empty(number, np.uint8),
        np.empty(number, np.int64),
    )


@kernel
def draw_accepted(spec, first, last, criteria, guess_limit, bound, lines, wide_lanes, accepted, stop):
    """Keep the accepted ones among the puzzles from one index to before another; return how many there are.

    A puzzle with several solutions that lines do not solve has no difficulty here, and is kept whatever difficulty is
    requested. `lines` and `wide_lanes` are those of `room_for_lines`.
    """
    height, width, values, seed, coin, _ = spec
    cells = height * width
    all_cells = all_ones(cells)
    words = np.empty(words_needed(len(values), cells, coin), np.uint64)
    by_row = known_in_square = NONE  # squares, of puzzles in lanes
    number = 0
    for i in range(last - first):
        if stop[0] != 0:
            break
        index, digits = first + np.uint64(i), accepted.digits[number]
        solution = draw(seed, index, len(values), cells, coin, digits, words)
        holes, negative = set_lanes(lines, 0, values, digits)
        solution &= ~holes
        if not criteria.min_included <= count_ones(solution) <= criteria.max_included:
            continue
        included = solution ^ negative
        in_lanes = wide_lanes is None or are_in_lanes(lines, 0, values, included)
        if in_lanes:
            by_row, empty = as_square(included, height, width), ~as_square(~holes & all_cells, height, width)
            _, row_lanes, column_lanes = square_board(lines, 0)
            halves, known_in_square, passes = solve_by_lines(
                row_lanes, LANES, column_lanes, LANES, by_row, transpose(by_row), empty, transpose(empty)
            )
            known_cells = from_square(known_in_square, height, width)
        else:
            halves, known_cells, passes = solve_lines(lines, values, digits, solution, holes)
        simple = known_cells == all_cells
        if (criteria.kind == SIMPLE and not simple) or (criteria.kind == EXHAUSTIVE and simple):
            continue
        if not simple and in_lanes:
            set_lines(lines, values, digits)
        unique = simple or is_unique(lines.rows, lines.columns, solution, known_cells)
        if criteria.unique and not unique:
            continue
        if not simple:
            stall_halves, passes, halves = halves, -1, -1
            if unique and count_ones(~known_cells & all_cells) <= guess_limit:
                if in_lanes:
                    _, halves = rate_stalled(
                        *square_board(lines, 0), by_row, stall_halves, known_in_square, guess_limit, bound, stop
                    )
                else:
                    _, halves = rate_stalled(
                        lines.rows,
                        lines.rows,
                        lines.columns,
                        solution,
                        stall_halves,
                        known_cells,
                        guess_limit,
                        bound,
                        stop,
                    )
        if criteria.min_halves != UNRESTRICTED and unique and not criteria.min_halves <= halves <= criteria.max_halves:
            continue
        accepted.indices[number] = index
        accepted.solutions[number] = solution
        accepted.passes[number], accepted.halves[number], accepted.unique[number] = passes, halves, unique
        accepted.unfixed[number] = count_ones(~known_cells & all_cells)
        number += 1
    return number
