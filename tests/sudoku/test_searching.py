"""Searches against each other, and against CP-SAT."""

from functools import cache
from itertools import islice, pairwise

import numpy as np
import pytest
from ortools.sat.python import cp_model

from rullo_core.compiled import NO_LIMIT, kernel
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.puzzles.boxes import side_of, units_of
from rullo_core.sudoku.batch import SINGLES, rate_many, solve_many, to_array
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.exact import fill_by_cover
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels import digging, search9
from rullo_core.sudoku.kernels.board import Board, set_up
from rullo_core.sudoku.kernels.search import at_depth, fewest, search, search_any, stack_for
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import ORDERS, SYMMETRIES, DigSpec, FillSpec
from tests.sudoku.puzzles import altered, dug, empty, orbit, published

STOP, NO_SOLUTIONS = np.zeros(1, np.uint8), np.empty((0, 0), np.int64)


@pytest.mark.parametrize("box", [(2, 2), (3, 3), (2, 3), (3, 2), (2, 4), (1, 5)])
def test_exact_cover_fills_boards_in_which_every_unit_has_every_digit(box):
    (puzzle,) = dug(box, 1)
    for start in (puzzle, empty(box)):
        cells, nodes = fill_by_cover(start, rng_from_seed(1, 1), 100_000)
        assert nodes > 0
        assert all(value == digit for value, digit in zip(cells, start.cells, strict=True) if digit)
        for _, unit in units_of(box):
            assert {cells[cell] for cell in unit} == set(range(1, start.side + 1))


@kernel
def cells_with_fewest(board, columns):
    return fewest(board, columns)


@pytest.mark.parametrize("side", [4, 9, 25, 49])
def test_the_cells_with_the_fewest_candidates_are_those_that_are_counted(side):
    """On boards with random candidates, where some cells are done: two candidates, all of them, or some number."""
    draw, minima = np.random.default_rng(side), set()
    for minimum in (2, 2, *range(2, side + 1)):
        candidates = np.zeros((side, side, side), bool)  # row, column, digit
        for row, column in np.ndindex(side, side):
            candidates[row, column, draw.permutation(side)[: draw.integers(minimum, side + 1)]] = True
        is_open = draw.random((side, side)) < draw.choice((0.05, 0.5, 1.0))
        bits = 1 << np.arange(side)
        board = Board(np.einsum("rcd,c->dr", candidates & is_open[..., None], bits), is_open @ bits)
        number = np.where(is_open, candidates.sum(2), side + 1)
        columns = np.empty(side, np.int64)
        expected = number.min() if is_open.any() else 0
        assert cells_with_fewest(board, columns) == expected
        minima.add(expected)
        if expected:
            assert columns.tolist() == ((number == expected) @ bits).tolist()
    assert len(minima) > side / 2


def search_both(puzzle, max_solutions):
    """What the search for 9x9 finds, and that for any size: number, whether all, and which."""
    stack, solutions = stack_for((3, 3)), np.zeros((2, max_solutions, 81), np.int64)
    answers = []
    for find, place in ((search, solutions[0]), (search_any, solutions[1])):
        if set_up(at_depth(stack, 0), (3, 3), to_array(puzzle)) >= 0:
            return [], []
        number, complete, _ = find(stack, (3, 3), SINGLES, max_solutions, NO_LIMIT, STOP, place)
        answers.append((number, complete, sorted(map(tuple, place[:number].tolist()))))
    return answers


def test_nine_against_any_size():
    numbers = []
    for puzzle in altered([*published(), *dug(3, 200)], 1):
        special, general = search_both(puzzle, 40)
        if special and special[1]:
            assert special == general
        else:
            assert special[:2] == general[:2] if special else not general
        numbers.append(special[0] if special else -1)
    assert {-1, 0, 1, 2, 40} <= set(numbers)


def test_nine_begins_as_if_each_digit_was_put_there():
    boards, reference = stack_for((3, 3)).nine, stack_for((3, 3)).nine
    repeated = 0
    for puzzle in altered([*published(), *dug(3, 40)], 2):
        cells = to_array(puzzle)
        search9.begin(reference, 0, np.zeros(81, np.int64))
        is_consistent = all(
            search9.put(reference.can[0], reference.unfixed[0], cells[cell] - 1, cell // 27, cell % 27)
            for cell in np.flatnonzero(cells).tolist()
        )
        boards.previous[0] = -1
        assert search9.begin(boards, 0, cells) == is_consistent
        repeated += not is_consistent
        if is_consistent:
            assert (boards.can[0] == reference.can[0]).all()
            assert (boards.unfixed[0] == reference.unfixed[0]).all()
            assert not boards.previous[0].any()
    assert 5 < repeated < 100


def test_nine_within_limits():
    stack = stack_for((3, 3))
    set_up(at_depth(stack, 0), (3, 3), to_array(published()[60]))
    assert search(stack, (3, 3), SINGLES, 2, 1, STOP, NO_SOLUTIONS) == (0, False, 1)
    set_up(at_depth(stack, 0), (3, 3), np.zeros(81, np.int64))
    assert search(stack, (3, 3), SINGLES, 5, NO_LIMIT, STOP, NO_SOLUTIONS)[:2] == (5, False)
    assert search(stack, (3, 3), SINGLES, 5, NO_LIMIT, np.ones(1, np.uint8), NO_SOLUTIONS) == (0, False, 0)
    assert not search9.begin(stack.nine, 0, np.array([1, 1, *[0] * 79]))


def test_a_search_that_is_given_up_says_nothing():
    """Without a limit the answer is exact; with no value to try, it is exact or unknown."""
    stack, text = stack_for((3, 3)), set()
    for puzzle in dug(3, 12):
        (solution,) = next(solve_many([puzzle], 1)).solutions
        for cell, digit in enumerate(puzzle.cells):
            reduced = to_array(puzzle)
            reduced[cell] = 0
            emptied = np.array([cell])
            for limit, may_be in ((NO_LIMIT, (1 - (digit > 0),)), (0, (-1, 1 - (digit > 0)))):
                answer = digging.holds(
                    stack, (3, 3), reduced, np.array(solution), emptied, digging.ONE_SOLUTION, limit, STOP
                )
                assert answer in may_be
                text.add((limit, answer))
    assert text == {(NO_LIMIT, 0), (NO_LIMIT, 1), (0, -1), (0, 0), (0, 1)}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_cells_that_are_locked_stay_and_so_do_those_that_go_with_them(symmetry):
    board = fill_board(FillSpec(), Sudoku((3, 3), (0,) * 81), 4, 0).board
    solution, draw = to_array(board), np.random.default_rng(1)
    for ordering in range(len(ORDERS)):
        locked = frozenset(draw.choice(81, 9, replace=False).tolist())
        stay, order = np.zeros(81, np.uint8), digging.order_of((3, 3))
        stay[list(locked)] = 1
        kind = np.int64(SYMMETRIES.index(symmetry))
        digging.put_in_order(order, (3, 3), solution, stay, np.int64(ordering), kind, rng_from_seed(1, ordering))
        ends = [0, *order.ends[: order.number[0]].tolist()]
        groups = [frozenset(order.cells[begin:end].tolist()) for begin, end in pairwise(ends)]
        free = {frozenset(orbit(cell, symmetry, 9)) for cell in range(81)}
        assert set(groups) == {group for group in free if not group & locked}
        assert len(groups) == len(set(groups))
        result = dig_puzzle(board, DigSpec(order=ORDERS[ordering], symmetry=symmetry), 4, 1, locked)
        clue_cells = {cell for cell, digit in enumerate(result.puzzle.cells) if digit}
        assert all(orbit(cell, symmetry, 9) <= clue_cells for cell in locked | clue_cells)


@cache
def model_of(box):
    """Exact cover: each cell one digit, each digit one place in each unit. Digits that are given are assumed."""
    model = cp_model.CpModel()
    side = side_of(box)
    is_there = [[model.new_bool_var("") for _ in range(side)] for _ in range(side**2)]
    for of_cell in is_there:
        model.add_exactly_one(of_cell)
    for _, cells in units_of(box):
        for digit in range(side):
            model.add_exactly_one(is_there[cell][digit] for cell in cells)
    return model, is_there


class Two(cp_model.CpSolverSolutionCallback):
    """Solutions are counted up to the second."""

    number = 0

    def on_solution_callback(self):
        self.number += 1
        if self.number == 2:
            self.stop_search()


def number_by_cover(puzzle):
    """None, one or two solutions, by CP-SAT."""
    solver, counter = cp_model.CpSolver(), Two()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.enumerate_all_solutions = True
    model, is_there = model_of(puzzle.box)
    model.clear_assumptions()
    model.add_assumptions(is_there[cell][digit - 1] for cell, digit in enumerate(puzzle.cells) if digit)
    solver.solve(model, counter)
    return counter.number


@pytest.mark.slow
def test_solutions_against_cp_sat():
    """5,000 puzzles, of 4x4 and 9x9, as exact cover."""
    puzzles = [*altered(dug(2, 4000), 2), *altered(islice(dug(3, 1000), 1000), 3)]
    numbers = [min(len(answer.solutions), 2) for answer in solve_many(puzzles, 2)]
    assert numbers == [number_by_cover(puzzle) for puzzle in puzzles]
    assert {*numbers[:4000]} == {*numbers[4000:]} == {0, 1, 2}
    assert [rating.solutions for rating in rate_many(puzzles[3900:4100])] == numbers[3900:4100]
