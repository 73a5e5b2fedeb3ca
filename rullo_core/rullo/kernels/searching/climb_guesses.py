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

    known_cells: np.ndarray  # uint64[depths, lines]: the known cells of each line where lines stall
    to_guess: np.ndarray  # uint64[depths, height]: the cells of each row still to be guessed
    unknown: np.ndarray  # int64[depths]: number of unknown cells
    spent: np.ndarray  # int64[depths]: halves of the run that led there
    best: np.ndarray  # int64[depths]: the least halves found after it


def guesses_for(height: int, width: int, max_unknown: int) -> Guesses:
    """Return working memory for boards that leave at most so many cells unknown."""
    return Guesses(
        known_cells=np.zeros((max_unknown + 1, height + width), np.uint64),
        to_guess=np.zeros((max_unknown + 1, height), np.uint64),
        unknown=np.zeros(max_unknown + 1, np.int64),
        spent=np.zeros(max_unknown + 1, np.int64),
        best=np.zeros(max_unknown + 1, np.int64),
    )


@inlined
def difficulty_unless_easy(board, height, width, unknown, guesses, bound, minimum):
    """Return the halves of the difficulty after lines stall; any number below `minimum`, if it is below.

    The board is stalled after a run, columns first; its known cells are overwritten. `bound` is more than any
    difficulty.
    """
    depth = 0
    note_stuck(board, height, width, unknown, guesses, 0)
    guesses.spent[0] = 0
    guesses.best[0] = bound
    while guesses.best[0] >= minimum:
        row = 0
        while row < height and guesses.to_guess[depth, row] == NONE:
            row += 1
        if row == height or guesses.best[depth] <= LEAST_AFTER_GUESS:
            if depth == 0:
                break
            depth -= 1
            guesses.best[depth] = min(guesses.best[depth], guesses.spent[depth + 1] + guesses.best[depth + 1])
            continue
        cell = guesses.to_guess[depth, row] & (~guesses.to_guess[depth, row] + ONE)
        guesses.to_guess[depth, row] ^= cell
        column = count_ones(cell - ONE)
        halves, unknown_after = after_guess(board, height, width, guesses, depth, row, column, 1)
        if unknown_after == 0:
            halves += after_guess(board, height, width, guesses, depth, row, column, 0)[0]
            guesses.best[depth] = min(guesses.best[depth], halves)
        elif halves + LEAST_AFTER_GUESS < guesses.best[depth]:
            depth += 1
            note_stuck(board, height, width, unknown_after, guesses, depth)
            guesses.spent[depth] = halves
            guesses.best[depth] = guesses.best[depth - 1] - halves
    return guesses.best[0]


@inlined
def note_stuck(board, height, width, unknown, guesses, depth):
    """Store the stalled state at a depth."""
    for line in range(height + width):
        guesses.known_cells[depth, line] = board.known_cells[line]
    for row in range(height):
        guesses.to_guess[depth, row] = ~board.known_cells[row] & all_ones(width)
    guesses.unknown[depth] = unknown


@inlined
def after_guess(board, height, width, guesses, depth, row, column, first):
    """Make passes from a stalled state with one more known cell; return passes and unknown cells like `run`."""
    for line in range(height + width):
        board.known_cells[line] = guesses.known_cells[depth, line]
    of_row, of_column = ONE << np.uint64(row), ONE << np.uint64(column)
    board.known_cells[row] |= of_column
    board.known_cells[height + column] |= of_row
    return go_on(board, height, width, first, of_row, of_column, guesses.unknown[depth] - 1)
