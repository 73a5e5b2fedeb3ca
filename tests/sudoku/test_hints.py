from rullo_core.passes.levels import SEARCH
from rullo_core.sudoku.api import API
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import solutions
from tests.sudoku.puzzles import dug, published


def find_hint(puzzle):
    """The next step from the digits that are there; None if the puzzle is filled, or has no solution."""
    return API.next_step(puzzle, puzzle.cells).hint


def test_hints_lead_to_the_solution():
    for puzzle in (published()[0], *dug(2, 3), *dug((3, 2), 2)):
        solution, levels = next(solutions(puzzle)), set()
        while (hint := find_hint(puzzle)) is not None:
            ((cell, digit),) = hint.values.items()
            assert puzzle.cells[cell] == 0
            assert digit == solution[cell]
            assert (hint.level == SEARCH) == (not hint.steps)
            assert not hint.steps or any(cell in step.removed for step in hint.steps)
            levels.add(hint.level)
            puzzle = puzzle.with_cells(digit if i == cell else d for i, d in enumerate(puzzle.cells))
        assert puzzle.is_filled
        assert levels <= {*LEVELS, SEARCH}


def test_the_lowest_level_that_settles_a_cell():
    hint = find_hint(Sudoku.parse("1234 341. .... ...."))
    assert (hint.values, hint.level) == ({7: 2}, "naked")
    # 4 has one place in the first row, though the cell could have 2 to 4.
    hint = find_hint(Sudoku.parse("1... ...4 .... ...."))
    assert (hint.values, hint.level) == ({1: 4}, "hidden")


def test_a_guess_is_in_the_first_cell_with_the_fewest_candidates():
    puzzle = Sudoku.parse(".1......1..4....")
    sizes = list(map(len, API.state_after(puzzle, "gac-locked")))
    hint = find_hint(puzzle)
    assert (hint.level, hint.values) == (SEARCH, {sizes.index(2): 2})
    assert sizes[0] > 2


def test_what_is_told():
    puzzle = Sudoku.parse("1234 341. .... ....")
    hint = puzzle.hint()
    *steps, last = hint.reason.splitlines()
    assert last == "So 2 goes in row 2, column 4 (naked)."
    assert "(2, 4)" in steps[0]
    assert (hint.verdict, hint.values, hint.level) == ("step", {(2, 4): 2}, "naked")
    board = puzzle.with_cells(next(solutions(puzzle)))
    assert (board.hint().verdict, board.hint().reason) == ("solved", "All cells are known: the puzzle is solved.")
    assert list(API.explain(board, "naked"))[-1] == "Solved by passes alone: 0 passes of naked."
    infeasible = Sudoku((2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8))
    assert infeasible.hint().verdict == "infeasible"
    assert infeasible.hint().reason.startswith("There is no solution")
