"""Boards filled with a solver after each digit: what dead ends lead to."""

import pytest

from rullo_core.sudoku.fill import FILLED, IMPOSSIBLE, LIMIT, fill_board
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from tests.sudoku.puzzles import empty


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
