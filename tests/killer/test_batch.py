"""Kernels against the readable solver, digit by digit that is tried, and against CP-SAT."""

import numpy as np
import pytest

from rullo_core.killer.batch import find_solutions, solve_many
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import Counted, solutions
from tests.killer.examples import NODES, SOLUTIONS, examples
from tests.killer.puzzles import number_by_cp_sat, random_killer

SIZES = ((4, (2, 2), 14), (4, (2, 2), 10), (6, (2, 3), 45), (6, (3, 2), 60))


def some(seed, number, sizes=SIZES):
    draw = np.random.default_rng(seed)
    return [random_killer(draw, *sizes[i % len(sizes)]) for i in range(number)]


@pytest.mark.parametrize("level", ["CH", "CA"])
def test_examples(level):
    for (name, puzzle), answer in zip(examples().items(), solve_many(examples().values(), 2, level), strict=True):
        assert ["".join(map(str, one)) for one in answer.solutions] == [SOLUTIONS[name]]
        assert answer.complete
        assert answer.nodes == NODES[name][("CH", "CA").index(level)]
        assert puzzle.is_solved_by(answer.solutions[0])


@pytest.mark.parametrize("level", ["C", "CH", "CG", "CA", "CP", "O1", "OW"])
def test_solutions_in_order_and_digits_tried(level):
    puzzles, numbers = some(1, 20 if level in ("C", "CH", "CA") else 8), []
    for puzzle, answer in zip(puzzles, solve_many(puzzles, 3, level), strict=True):
        counted, found = Counted(), []
        for solution in solutions(puzzle, level, counted):
            found.append(solution)
            if len(found) == 4:
                break
        assert answer.solutions == found[:3]
        assert answer.complete == (len(found) < 4)
        if answer.complete:
            assert answer.nodes == counted.nodes
        numbers.append(len(found))
    assert {1, 4} <= set(numbers)


@pytest.mark.slow
def test_against_cp_sat():
    puzzles = [*some(2, 800), *some(3, 15, ((9, (3, 3), 160), (9, (3, 3), 120)))]
    answers = list(solve_many(puzzles, 2))
    for puzzle, answer in zip(puzzles, answers, strict=True):
        assert all(puzzle.is_solved_by(solution) for solution in answer.solutions)
        assert len(set(answer.solutions)) == len(answer.solutions)
        assert len(answer.solutions) + (not answer.complete) == number_by_cp_sat(puzzle, 3)
    assert {(0, True), (1, True), (2, True), (2, False)} == {(len(one.solutions), one.complete) for one in answers}


def test_large_boards_are_read_too():
    puzzle = Killer(16, (4, 4), ())
    answer = find_solutions(puzzle, 1)
    assert (len(answer.solutions), answer.complete) == (1, False)
    assert puzzle.is_solved_by(answer.solutions[0])
