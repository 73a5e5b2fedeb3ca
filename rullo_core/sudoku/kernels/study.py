"""Puzzles by the thousand: a board filled, a puzzle dug out of it, and rated at every level."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import NO_LIMIT, kernel, uncounted
from rullo_core.compiled.rng import STREAMS, Rng, restart, rng_from_seed
from rullo_core.sudoku.kernels.board import Board, board_for, set_up
from rullo_core.sudoku.kernels.digging import FIRST_WORD, Order, dig, order_of, put_in_order
from rullo_core.sudoku.kernels.filling import BACK, FEWEST, Log, fill_with_solver, log_of
from rullo_core.sudoku.kernels.levels import HIDDEN, NAKED, count_passes
from rullo_core.sudoku.kernels.search import Stack, at_depth, stack_for

SINGLES = NAKED | HIDDEN

ANY_NUMBER = np.int64(0)


class StudyRequest(NamedTuple):
    """How puzzles are made.

    Attributes
    ----------
    which, symmetry, rules : int
        As in `rullo_core.sudoku.kernels.digging`.
    limit, attempts : int
        Placements of an attempt to fill a board, and how often it is begun anew.
    """

    which: np.int64
    symmetry: np.int64
    rules: np.int64
    limit: np.int64
    attempts: np.int64


class Desk(NamedTuple):
    """Room to make puzzles in."""

    stack: Stack
    order: Order
    board: Board
    rng: Rng
    log: Log


class Rows(NamedTuple):
    """What is said of puzzles, a row each.

    Attributes
    ----------
    cells : int64 array of shape (n, N * N)
    clues : int64 array of shape (n,)
    weights : float64 array of shape (n,)
        Natural logarithms of how many puzzles they stand for, where that is known.
    passes : int64 array of shape (n, levels)
        -1 where a level is stuck.
    """

    cells: np.ndarray
    clues: np.ndarray
    weights: np.ndarray
    passes: np.ndarray


def desk_for(box: tuple[int, int]) -> Desk:
    """Room for boards of a size."""
    return Desk(stack_for(box), order_of(box), board_for(box), rng_from_seed(0, 0), log_of())


def rows_for(box: tuple[int, int], number: int, levels: int) -> Rows:
    """Room for so many puzzles."""
    return Rows(
        np.empty((number, (box[0] * box[1]) ** 2), np.int64),
        np.empty(number, np.int64),
        np.empty(number, np.float64),
        np.empty((number, levels), np.int64),
    )


@kernel
def generate_and_rate(counted_desk, box, asked, levels, seed, first, stop, counted_rows):
    """Generate puzzles of a stream, and rate them.

    Parameters
    ----------
    counted_desk : Desk
    box : (int, int)
    asked : Asked
    levels : int64 array of shape (levels,)
        Rules of each (`rullo_core.sudoku.kernels.levels`).
    seed, first : uint64
        Puzzle number i is made with the words of the seed and STREAMS times i: its first try.
    stop : uint8 array of shape (1,)
        Set from another thread, it ends it.
    counted_rows : Rows
        Filled, for as many puzzles as there are rows.

    Returns
    -------
    int
        How many puzzles were made; fewer if it was stopped, or if a board could not be filled within the limit.
    """
    desk, rows = uncounted(counted_desk), uncounted(counted_rows)
    stack, rng = desk.stack, desk.rng
    size = rows.cells.shape[1]
    nothing = np.zeros(size, np.int64)
    locked = np.zeros(size, np.uint8)
    solution, passed = np.empty(size, np.int64), np.empty(size, np.int64)
    counts = np.zeros(2, np.int64)
    for i in range(len(rows.clues)):
        cells = rows.cells[i]
        stream = (first + np.uint64(i)) * np.uint64(STREAMS)
        restart(rng, seed, stream, 0)
        set_up(at_depth(stack, 0), box, nothing)
        filled = fill_with_solver(
            stack,
            box,
            NAKED | HIDDEN,
            FEWEST,
            nothing,
            asked.limit,
            asked.attempts,
            BACK,
            rng,
            stop,
            desk.log,
            solution,
        )
        if filled != 1:
            return i
        restart(rng, seed, stream, FIRST_WORD)
        put_in_order(desk.order, box, solution, locked, asked.which, asked.symmetry, rng)
        cells[:] = solution
        dig(stack, box, solution, desk.order, asked.which, asked.rules, ANY_NUMBER, NO_LIMIT, stop, cells, counts)
        if stop[0]:
            return i
        rows.clues[i] = np.count_nonzero(cells)
        for level in range(len(levels)):
            rows.passes[i, level] = count_passes(desk.board, box, cells, levels[level], stack.room, passed)
    return len(rows.clues)
