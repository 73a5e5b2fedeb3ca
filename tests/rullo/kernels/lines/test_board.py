import numpy as np
import pytest
from hypothesis import assume, given

from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.kernels.lines import board as kernel
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.rullo.solver import difficulty, reach, solutions, unknown_cells
from tests.rullo.kernels.rating import as_mask, known_cells, numbers_of, rate, tables_of
from tests.rullo.puzzles import puzzles_with_solutions


@pytest.mark.parametrize("form", [numbers_of, tables_of])
@given(example=puzzles_with_solutions())
def test_kernel_ratings_match_the_readable_solver(form, example):
    puzzle, solution = example
    readable = reach(puzzle)
    assume(len(unknown_cells(readable)) <= 9)
    assert rate(puzzle, solution, form) == (known_cells(readable), difficulty(puzzle, solution))


@pytest.mark.parametrize(
    ("height", "width", "values"), [(5, 5, range(1, 10)), (7, 7, range(1, 10)), (8, 8, range(1, 10)), (3, 8, (2, 3, 5))]
)
def test_ratings_of_larger_puzzles_match_the_readable_solver(height, width, values):
    number_rated = 0
    for index in range(60):
        puzzle, solution = draw_puzzle(height, width, tuple(values), 9, index)
        readable = reach(puzzle)
        if len(unknown_cells(readable)) <= 8:
            number_rated += 1
            assert rate(puzzle, solution) == (known_cells(readable), difficulty(puzzle, solution))
    assert number_rated > 5


def test_parts_that_no_line_connects_are_rated_together():
    """Two puzzles of 4x4 that lines leave unsolved, along a diagonal, without numbers beside them."""
    examples = [draw_puzzle(4, 4, (1, 2), 9, index) for index in range(400)]
    stalled = [example for example in examples if 4 < len(unknown_cells(reach(example[0]))) <= 12]
    pairs = list(zip(stalled[::2], stalled[1::2], strict=False))
    for pair in pairs:
        grid, included = np.zeros((8, 8), np.int64), np.zeros((8, 8), np.bool_)
        for first, (puzzle, solution) in zip((0, 4), pair, strict=True):
            grid[first : first + 4, first : first + 4] = puzzle.numbers
            included[first : first + 4, first : first + 4] = solution
        solution = tuple(map(tuple, included.tolist()))
        puzzle = Rullo.from_solution(grid.tolist(), solution)
        assert rate(puzzle, solution)[1] == difficulty(puzzle, solution)
    assert len(pairs) > 40


def test_ratings_match_the_thesis(figures):
    for figure, expected in (("figure 17", 11.5), ("figure 19", 24.5), ("figure 20", 16)):
        puzzle = figures[figure]
        for solution in solutions(puzzle):
            assert rate(puzzle, solution)[1] == expected


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (7, 7), (8, 8), (8, 3), (2, 9), (9, 2), (4, 16), (64, 1)], ids=str)
def test_word_is_converted_to_the_other_order(size):
    for cells in np.random.default_rng(1).integers(0, 2, (50, *size)):
        assert kernel.turn(as_mask(flat(cells)), *size) == as_mask(flat(cells.T))


def test_search_returns_a_bound_that_it_cannot_beat(figures):
    puzzle = figures["figure 8"]
    numbers = np.array(puzzle.numbers, np.int64)
    solution = np.uint64(0b1001)
    arguments = (numbers, numbers, numbers, solution, solution, np.uint64(0))
    stop = np.zeros(1, np.uint8)
    halves = kernel.difficulty_after_stall(*arguments, 1000, stop)
    assert halves == 4
    assert kernel.difficulty_after_stall(*arguments, 4, stop) == 4
    assert kernel.difficulty_after_stall(*arguments, 3, stop) == 3
