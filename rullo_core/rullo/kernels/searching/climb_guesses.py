"""The best guesses on a board with memory: the difficulty of a puzzle that lines alone do not solve.

This is `rullo_core.rullo.solver.difficulty` for searches that change one cell at a time; it stops as soon as a puzzle
is certain to be too easy.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined
from rullo_core.compiled.bits import NONE, ONE, all_ones, count_ones
from rullo_core.rullo.kernels.lines.board import LEAST_AFTER_GUESS
from rullo_core.rullo.kernels.lines.memory import go_on


class Guesses(NamedTuple):
    """The state at each depth of guesses."""

    known: np.ndarray  # uint64[depths, lines]: the known cells of each line where lines stall
    left: np.ndarray  # uint64[depths, height]: the cells of each row still to be guessed
    unknown: np.ndarray  # int64[depths]: number of unknown cells
    spent: np.ndarray  # int64[depths]: halves of the run that led there
    best: np.ndarray  # int64[depths]: the least halves found after it


def guesses_for(height: int, width: int, most: int) -> Guesses:
    """Return working memory for boards that leave at most so many cells unknown."""
    return Guesses(
        known=np.zeros((most + 1, height + width), np.uint64),
        left=np.zeros((most + 1, height), np.uint64),
        unknown=np.zeros(most + 1, np.int64),
        spent=np.zeros(most + 1, np.int64),
        best=np.zeros(most + 1, np.int64),
    )


@inlined
def difficulty_unless_easy(board, height, width, unknown, guesses, most, least):
    """Return the halves of the difficulty after lines stall; any number below `least`, if it is below.

    The board is stalled after a run, columns first; its known cells are overwritten. `most` is more than any
    difficulty.
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
    """Store the stalled state at a depth."""
    for line in range(height + width):
        guesses.known[depth, line] = board.known[line]
    for row in range(height):
        guesses.left[depth, row] = ~board.known[row] & all_ones(width)
    guesses.unknown[depth] = unknown


@inlined
def after_guess(board, height, width, guesses, depth, row, column, first):
    """Make passes from a stalled state with one more known cell; return passes and unknown cells like `run`."""
    for line in range(height + width):
        board.known[line] = guesses.known[depth, line]
    of_row, of_column = ONE << np.uint64(row), ONE << np.uint64(column)
    board.known[row] |= of_column
    board.known[height + column] |= of_row
    return go_on(board, height, width, first, of_row, of_column, guesses.unknown[depth] - 1)
