import numpy as np
import pytest

from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.kernels.subsets import find_minimal
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec
from rullo_core.sudoku.studies import digging
from rullo_core.sudoku.studies.rated import by_clues, how_far

pytestmark = pytest.mark.slow


def test_4x4_exactly():
    """288 boards, 13,579,680 puzzles, 85,632 minimal ones, of which none has fewer than four clues."""
    counted = digging.count_small(threads=2)
    assert (counted.boards, counted.unique) == (288, 13_579_680)
    assert counted.minimal == {4: 25_728, 5: 58_368, 6: 1536}
    assert all(sum(counts.values()) == 85_632 and -1 not in counts for counts in counted.passes.values())


def test_minimal_puzzles_of_a_board_whose_digits_have_other_names():
    """As many, and each is what it is said to be: by the other way, which searches for all solutions."""
    board = (2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1, 1, 3, 2, 4)
    assert Sudoku((2, 2), board).is_filled
    minimal, stop = np.empty(1 << 14, np.int64), np.zeros(1, np.uint8)
    unique, number = find_minimal(stack_for((2, 2)), np.array(board), stop, minimal)
    renamed = tuple({2: 1, 4: 2, 1: 3, 3: 4}[digit] for digit in board)
    assert (unique, number) == find_minimal(stack_for((2, 2)), np.array(renamed), stop, np.empty(0, np.int64))

    def puzzle(some):
        return Sudoku((2, 2), tuple(digit if some >> cell & 1 else 0 for cell, digit in enumerate(board)))

    some = minimal[:number].tolist()[::7]
    assert all((one.solutions, one.complete) == (1, True) for one in rate_many(map(puzzle, some)))
    less = [puzzle(one ^ 1 << cell) for one in some for cell in range(16) if one >> cell & 1]
    assert all(one.solutions == 2 for one in rate_many(less))


def test_clues_and_levels_of_what_is_dug():
    dug = {one: digging.dig_many(one, 3, 40, threads=2) for one in (DigSpec(), DigSpec("hidden", symmetry="half-turn"))}
    table = digging.clues_of(dug)
    assert table.loc[1, "mean"] > table.loc[0, "mean"] + 1
    assert (table["share"] == table["mean"] / 81).all()
    rated = digging.rate_table(dug[DigSpec("hidden", symmetry="half-turn")])
    far = how_far(rated)
    assert far.loc["hidden", "share"] == 1
    assert far.loc["naked", "share"] < far.loc["gac-locked", "share"] == 1
    clues = by_clues(rated)
    assert clues["puzzles"].sum() == 40
    assert clues["hidden"].min() == pytest.approx(1)
