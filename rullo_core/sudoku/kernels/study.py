"""Generate and rate thousands of puzzles: fill a board, remove givens, and rate the puzzle at every level."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import NO_LIMIT, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.rng import STREAMS, Rng, restart, rng_from_seed
from rullo_core.sudoku.kernels.board import Board, board_for, set_up
from rullo_core.sudoku.kernels.digging import FIRST_WORD, Order, dig, order_of, put_in_order
from rullo_core.sudoku.kernels.filling import BACKTRACK, FEWEST, Log, fill_with_solver, log_of
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, count_passes
from rullo_core.sudoku.kernels.search import Stack, at_depth, stack_for


class StudyRequest(NamedTuple):
    """How puzzles are made: order, symmetry and criterion of digging, down to a number of clues; placements of an
    attempt to fill a board, and attempts; and whether puzzles are rated at all levels, or until one solves them.
    """

    ordering: np.int64
    symmetry: np.int64
    rules: np.int64
    clues: np.int64
    limit: np.int64
    attempts: np.int64
    all_levels: np.int64


class Desk(NamedTuple):
    """Room to generate puzzles."""

    stack: Stack
    order: Order
    board: Board
    rng: Rng
    log: Log


class Rows(NamedTuple):
    """A row for each puzzle: cells, clues, weight (the natural logarithm, if known), and passes of each level, -1 if
    stuck; and the solution.
    """

    cells: np.ndarray
    solutions: np.ndarray
    clues: np.ndarray
    weights: np.ndarray
    passes: np.ndarray


def desk_for(box: tuple[int, int]) -> Desk:
    """Return room for boards of a size."""
    return Desk(stack_for(box), order_of(box), board_for(box), rng_from_seed(0, 0), log_of())


def rows_for(box: tuple[int, int], number: int, levels: int) -> Rows:
    """Return room for a number of puzzles."""
    size = (box[0] * box[1]) ** 2
    return Rows(
        np.empty((number, size), np.int64),
        np.empty((number, size), np.int64),
        np.empty(number, np.int64),
        np.empty(number, np.float64),
        np.empty((number, levels), np.int64),
    )


@kernel
def generate_and_rate(desk, box, request, levels, seed, first, stop, rows):
    """Fill rows with puzzles and ratings; return how many, fewer if stopped or if a board could not be filled.

    Puzzle i is the first try of stream i: it uses the random numbers of the seed and STREAMS * i.
    """
    stack, rng = desk.stack, desk.rng
    size = rows.cells.shape[1]
    empty = np.zeros(size, np.int64)
    locked = np.zeros(size, np.uint8)
    passed = np.empty(size, np.int64)
    counts = np.zeros(2, np.int64)
    for i in range(len(rows.clues)):
        cells, solution = rows.cells[i], rows.solutions[i]
        stream = (first + np.uint64(i)) * np.uint64(STREAMS)
        restart(rng, seed, stream, 0)
        set_up(at_depth(stack, 0), box, empty)
        status = fill_with_solver(
            stack,
            box,
            NAKED | HIDDEN,
            FEWEST,
            empty,
            request.limit,
            request.attempts,
            BACKTRACK,
            rng,
            stop,
            desk.log,
            solution,
        )
        if status != 1:
            return i
        restart(rng, seed, stream, FIRST_WORD)
        put_in_order(desk.order, box, solution, locked, request.ordering, request.symmetry, rng)
        copy(solution, cells)
        dig(
            stack,
            box,
            solution,
            desk.order,
            request.ordering,
            request.rules,
            request.clues,
            NO_LIMIT,
            stop,
            cells,
            counts,
        )
        if stop[0]:
            return i
        rows.clues[i] = np.count_nonzero(cells)
        rows.passes[i] = -1
        for level in range(len(levels)):
            rows.passes[i, level] = count_passes(desk.board, box, cells, levels[level], stack.room, passed)
            if rows.passes[i, level] >= 0 and not request.all_levels:
                break
    return len(rows.clues)
