import numpy as np
import pytest
from hypothesis import assume, given

from rullo_core.kernels import board as kernel
from rullo_core.puzzle import flat
from rullo_core.solver import difficulty, run, start_state, unknown_cells
from tests.kernels.test_line import as_mask
from tests.puzzles import puzzles_with_solutions


def tables_of(numbers):
    lines, cells = numbers.shape
    tables = np.empty((lines, 1 << cells, 1 << cells), np.uint64)
    kernel.fill_tables(numbers, lines, tables)
    return tables


def known_cells(state):
    return as_mask([cell is not None for cell in flat(state)])


@pytest.mark.parametrize("form", [lambda numbers: numbers, tables_of], ids=["numbers", "tables"])
@given(example=puzzles_with_solutions())
def test_kernel_rates_as_the_readable_solver_does(form, example):
    puzzle, solution = example
    height, width = puzzle.height, puzzle.width
    readable = run(puzzle)
    assume(len(unknown_cells(readable.state)) <= 9)
    numbers = np.array(puzzle.numbers, np.int64)
    rows, columns = form(numbers), form(np.ascontiguousarray(numbers.T))
    included = as_mask(flat(solution))
    included_by_column = as_mask(flat(zip(*solution, strict=True)))
    start = known_cells(start_state(puzzle))
    start_by_column = np.uint64(kernel.turn(start, height, width))
    assert kernel.turn(included, height, width) == included_by_column

    halves, known = kernel.solve_by_lines(
        rows, height, columns, width, included, included_by_column, start, start_by_column
    )
    assert known == known_cells(readable.state)
    if not readable.is_solved:
        assert halves == 2 * readable.iterations
        stop = np.zeros(1, np.uint8)
        halves += kernel.after_best_guess(
            numbers, rows, columns, included, included_by_column, np.uint64(known), 10**6, stop
        )
    assert halves / 2 == difficulty(puzzle, solution)


def test_a_bound_that_is_not_beaten_comes_back(figures):
    puzzle = figures["figure 8"]
    numbers = np.array(puzzle.numbers, np.int64)
    solution = np.uint64(0b1001)
    arguments = (numbers, numbers, numbers, solution, solution, np.uint64(0))
    stop = np.zeros(1, np.uint8)
    least = kernel.after_best_guess(*arguments, 1000, stop)
    assert least == 4
    assert kernel.after_best_guess(*arguments, 4, stop) == 4
    assert kernel.after_best_guess(*arguments, 3, stop) == 3
