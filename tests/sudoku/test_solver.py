"""The readable solver, and kernels against it: ratings, solutions, limits and contradictions."""

from itertools import pairwise

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.errors import BadInput
from rullo_core.passes.solver import Found
from rullo_core.sudoku.batch import rate_many, solve_many, to_array
from rullo_core.sudoku.kernels.board import board_for, set_up, write_down
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import count_passes, game, solutions, start_of, units_at
from tests.sudoku.puzzles import dug, empty, published


def test_all_published_ones_have_one_solution():
    puzzles = published()
    ratings = list(rate_many(puzzles, threads=2))
    assert all((rating.solutions, rating.complete) == (1, True) for rating in ratings)
    assert sum(rating.level != "search" for rating in ratings[:50]) >= 46
    for puzzle, answer in zip(puzzles, solve_many(puzzles, 2), strict=True):
        (solution,) = answer.solutions
        assert answer.complete
        board = puzzle.with_cells(solution)
        assert board.is_filled
        assert all(digit in (0, solution_digit) for digit, solution_digit in zip(puzzle.cells, solution, strict=True))


def test_what_passes_settle_and_which_cells_finish_a_puzzle():
    for puzzle, rating in zip(published()[48:53], rate_many(published()[48:53]), strict=True):
        level = "gac-locked" if rating.level == "search" else rating.level
        states = [start_of(puzzle), *(one_pass.state for one_pass in passes.run(game(puzzle, level)).passes)]
        counts = [sum(len(domain) == 1 for domain in state) for state in states]
        while len(counts) > 1 and counts[-1] == counts[-2]:
            counts.pop()
        assert list(rating.fixed_by_pass) == [current - previous for previous, current in pairwise(counts)]
    easy, hard = next(rate_many(published()[:1])), next(rate_many(published()[60:61]))
    assert easy.finishing_cells == 81 - easy.clues
    solution = next(solutions(published()[60]))
    finishing = sum(
        count_passes(
            published()[60].with_cells(solution[i] if i == cell else d for i, d in enumerate(published()[60].cells)),
            "hidden",
        )
        is not None
        for cell, digit in enumerate(published()[60].cells)
        if digit == 0
    )
    assert hard.finishing_cells == finishing < 81 - hard.clues
    assert next(rate_many([empty(2)])).finishing_cells is None


def test_solutions_against_the_readable_solver():
    for puzzle in dug(2, 10):
        reduced = puzzle.with_cells(0 if cell == puzzle.cells.index(max(puzzle.cells)) else digit
                                  for cell, digit in enumerate(puzzle.cells))  # fmt: skip
        (answer,) = solve_many([reduced], 500)
        assert answer.complete
        assert sorted(answer.solutions) == sorted(solutions(reduced))
        assert len(answer.solutions) > 1


def test_there_are_288_boards_of_4x4():
    (answer,) = solve_many([empty(2)], 400)
    assert (len(set(answer.solutions)), answer.complete) == (288, True)
    (answer,) = solve_many([empty(2)], 287)
    assert (len(answer.solutions), answer.complete) == (287, False)


def test_limits_and_contradictions():
    hard = published()[60]
    (rating,) = rate_many([hard], nodes=1)
    assert (rating.solutions, rating.complete, rating.level) == (0, False, None)
    infeasible = Sudoku((2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8))
    (rating,) = rate_many([infeasible])
    assert (rating.solutions, rating.complete, rating.level) == (0, True, None)
    assert count_passes(infeasible, "naked") is None
    contradictory = Sudoku((2, 2), (1, 1, *(0,) * 14))
    assert next(rate_many([contradictory])).solutions == 0
    assert next(solve_many([contradictory], 2)) == Found((), complete=True, nodes=0)
    with pytest.raises(BadInput, match="level 'all': take one of naked, hidden"):
        units_at(infeasible, "all")


def test_digits_are_written_down_as_they_were_set():
    puzzle = published()[0]
    board, cells = board_for((3, 3)), np.zeros(81, np.int64)
    assert set_up(board, (3, 3), to_array(puzzle)) == -1
    write_down(board, cells)
    assert tuple(cells.tolist()) == puzzle.cells
    repeated = to_array(puzzle)
    repeated[puzzle.cells.index(0)] = max(puzzle.cells[:9])
    assert set_up(board, (3, 3), repeated) >= 0


def test_ratings_search_for_one_solution_more_than_the_greatest_number():
    """As a search for so many does, which tries nothing where givens contradict each other."""
    contradictory = empty(2).with_cells([1, 1, *[0] * 14])
    open_ones = [puzzle.with_cells([0] * 4 + list(puzzle.cells[4:])) for puzzle in dug(2, 6)]
    for puzzle in (*open_ones, empty(2), contradictory):
        for max_solutions in range(1, 5):
            ((rating,), (answer,)) = rate_many([puzzle], max_solutions), solve_many([puzzle], max_solutions)
            assert (rating.solutions, rating.complete) == (len(answer.solutions), answer.complete)
            assert rating.nodes == answer.nodes
    assert (answer.complete, answer.nodes) == (True, 0)
