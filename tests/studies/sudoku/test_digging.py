import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_studies.sudoku import digging
from rullo_studies.sudoku.kernels.subsets import find_minimal

pytestmark = pytest.mark.slow


def test_4x4_exactly():
    """288 boards, 13,579,680 puzzles, 85,632 minimal ones, of which none has fewer than four clues."""
    table = digging.count_4x4(threads=2)
    assert table.attrs == {"boards": 288, "unique": 13_579_680}
    assert table.groupby("clues")["puzzles"].sum().to_dict() == {4: 25_728, 5: 58_368, 6: 1536}
    assert (table[list(LEVELS)] > 0).all(axis=None)  # -1 where a level is stuck
    assert (table["gac"] <= table["hidden"]).all()


def test_minimal_puzzles_of_a_board_whose_digits_have_other_names():
    """As many, and each is what it is said to be: by the other way, which searches for all solutions."""
    board = (2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1, 1, 3, 2, 4)
    assert Sudoku((2, 2), board).is_filled
    minimal, stop = np.empty(1 << 14, np.int64), np.zeros(1, np.uint8)
    unique, number = find_minimal(stack_for((2, 2)), np.array(board), stop, minimal)
    renamed = tuple({2: 1, 4: 2, 1: 3, 3: 4}[digit] for digit in board)
    assert (unique, number) == find_minimal(stack_for((2, 2)), np.array(renamed), stop, np.empty(0, np.int64))

    def puzzle(subset):
        return Sudoku((2, 2), tuple(digit if subset >> cell & 1 else 0 for cell, digit in enumerate(board)))

    subsets = minimal[:number].tolist()[::7]
    assert all((rating.solutions, rating.complete) == (1, True) for rating in rate_many(map(puzzle, subsets)))
    reduced = [puzzle(subset ^ 1 << cell) for subset in subsets for cell in range(16) if subset >> cell & 1]
    assert all(rating.solutions == 2 for rating in rate_many(reduced))


def test_what_is_dug():
    """Each board gives one puzzle, the same with any number of threads; its solution is the board."""
    dug = digging.dig(12, level="hidden", symmetry="half-turn", threads=2)
    assert list(digging.dig(3, level="hidden", symmetry="half-turn", threads=1)) == list(dug[:3])
    for puzzle in dug:
        assert puzzle.with_cells(puzzle.solution.ravel().tolist()).is_filled
        is_given = np.array(puzzle.cells) > 0
        assert (is_given == is_given[::-1]).all()
    ratings = list(rate_many(dug))
    assert all(rating.passes_by_level["hidden"] and rating.solutions == 1 for rating in ratings)
    assert digging.dig(2, "6x6")[1].box == (2, 3)
    for arguments, says in (
        ({"count": 0}, "count"),
        ({"size": 3}, "3x3"),
        ({"level": "none"}, "none"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(BadInput, match=says):
            digging.dig(**arguments)


def test_boards_of_ones_own_are_dug():
    """Boards given as input give the same puzzles as when they are filled at random."""
    dug = digging.dig(3, 4, level="naked", order="rows")
    boards = [puzzle.with_cells(puzzle.solution.ravel().tolist()) for puzzle in dug]
    dug_again = digging.dig(boards=boards, level="naked", order="rows")
    assert dug_again == dug
    assert [puzzle.solution.tolist() for puzzle in dug_again] == [puzzle.solution.tolist() for puzzle in dug]
    with pytest.raises(BadInput, match="is not filled"):
        digging.dig(boards=dug)
