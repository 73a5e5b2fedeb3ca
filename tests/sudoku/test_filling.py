"""Boards filled with a solver after each digit: what dead ends lead to."""

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.sudoku.fill import FILLED, IMPOSSIBLE, LIMIT, fill_board
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_core.sudoku.solver import solutions
from tests.sudoku.puzzles import empty


@pytest.mark.parametrize("method", ["rows", "bail-out", "solver", "fewest"])
def test_given_digits_are_completed_where_that_is_possible(method):
    """Of 4x4 boards with six digits at random; on some, a digit that the first cell may have leads nowhere."""
    draw, answers = np.random.default_rng(1), []
    while len(answers) < 60:
        cells = np.zeros(16, np.int64)
        cells[draw.permutation(16)[:6]] = draw.integers(1, 5, 6)
        puzzle = Sudoku((2, 2), tuple(cells.tolist()))
        try:
            filled = fill_board(FillSpec(method, attempts=9), puzzle, 1, len(answers))
        except BadInput:
            continue  # a digit is repeated
        answers.append(next(solutions(puzzle), None) is not None)
        assert filled.status == (FILLED if answers[-1] else IMPOSSIBLE)
    assert 5 < sum(answers) < 55


@pytest.mark.parametrize("method", ["solver", "fewest", "anew"])
def test_dead_ends(method):
    """With a way back they do not end the one attempt that there is; without it all but those before a choice do."""
    met = 0
    for index in range(8):
        filled = fill_board(FillSpec(method, "look-ahead", attempts=1), empty(3), 1, index)
        log = filled.log
        met += log["dead ends"] > 0
        assert filled.status == (LIMIT if method == "anew" and log["dead ends"] else FILLED)
    assert met
    impossible = Sudoku((2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8))
    filled = fill_board(FillSpec(method, "look-ahead", attempts=3), impossible, 1, 0)
    assert (filled.status, filled.log["attempts"], filled.log["dead ends"]) == (IMPOSSIBLE, 1, 1)
