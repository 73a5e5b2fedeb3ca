"""The best guesses on a board that remembers its lines: the difficulty of a puzzle that lines alone do not solve.

What `rullo_core.rullo.solver.difficulty` says, for searches that change cell by cell; it ends as soon as it is clear
that a puzzle is too easy to be looked at any further.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.rullo.kernels.board import LEAST_AFTER_GUESS
from rullo_core.rullo.kernels.memory import go_on


class Guesses(NamedTuple):
    """What is known at each depth of guesses.

    Attributes
    ----------
    known : uint64 array of shape (depths, lines)
        Where lines are stuck.
    left : uint64 array of shape (depths, height)
        The cells of each row still to be guessed.
    unknown : int64 array of shape (depths,)
        How many cells are unknown there.
    spent : int64 array of shape (depths,)
        The halves of the run that led there.
    best : int64 array of shape (depths,)
        The least halves that were found to follow.
    """

    known: np.ndarray
    left: np.ndarray
    unknown: np.ndarray
    spent: np.ndarray
    best: np.ndarray


def guesses_for(height: int, width: int, most: int) -> Guesses:
    """Room for boards that leave at most so many cells unknown."""
    return Guesses(
        known=np.zeros((most + 1, height + width), np.uint64),
        left=np.zeros((most + 1, height), np.uint64),
        unknown=np.zeros(most + 1, np.int64),
        spent=np.zeros(most + 1, np.int64),
        best=np.zeros(most + 1, np.int64),
    )


@inlined
def after_best_guess(board, height, width, unknown, guesses, most, least):
    """The difficulty of what follows where lines are stuck.

    Parameters
    ----------
    board : rullo_core.rullo.kernels.memory.Board
        Stuck after a run, columns first. What is known there afterwards means nothing.
    height, width : int
    unknown : int
        Unknown cells, at most as many as there is room for.
    guesses : Guesses
    most : int
        More halves than there can be.
    least : int
        If it takes fewer halves, it does not matter how many.

    Returns
    -------
    int64
        Twice the difficulty; or something less than `least`, if that is.
    """
    depth = 0
    note_stuck(board, height, width, unknown, guesses, 0)
    guesses.spent[0] = 0
    guesses.best[0] = most
    while guesses.best[0] >= least:
        row = 0
        while row < height and guesses.left[depth, row] == NONE:
            row += 1
        if row == height or guesses.best[depth] <= LEAST_AFTER_GUESS:
            if depth == 0:
                break
            depth -= 1
            guesses.best[depth] = min(guesses.best[depth], guesses.spent[depth + 1] + guesses.best[depth + 1])
            continue
        cell = guesses.left[depth, row] & (~guesses.left[depth, row] + ONE)
        guesses.left[depth, row] ^= cell
        column = count_ones(cell - ONE)
        halves, then = after_guess(board, height, width, guesses, depth, row, column, 1)
        if then == 0:
            halves += after_guess(board, height, width, guesses, depth, row, column, 0)[0]
            guesses.best[depth] = min(guesses.best[depth], halves)
        elif halves + LEAST_AFTER_GUESS < guesses.best[depth]:
            depth += 1
            note_stuck(board, height, width, then, guesses, depth)
            guesses.spent[depth] = halves
            guesses.best[depth] = guesses.best[depth - 1] - halves
    return guesses.best[0]


@inlined
def note_stuck(board, height, width, unknown, guesses, depth):
    """Write down where lines are stuck."""
    for line in range(height + width):
        guesses.known[depth, line] = board.known[line]
    for row in range(height):
        guesses.left[depth, row] = ~board.known[row] & all_ones(width)
    guesses.unknown[depth] = unknown


@inlined
def after_guess(board, height, width, guesses, depth, row, column, first):
    """Make passes from a stuck state with one cell more; passes and unknown cells as of a run."""
    for line in range(height + width):
        board.known[line] = guesses.known[depth, line]
    of_row, of_column = ONE << np.uint64(row), ONE << np.uint64(column)
    board.known[row] |= of_column
    board.known[height + column] |= of_row
    return go_on(board, height, width, first, of_row, of_column, guesses.unknown[depth] - 1)
