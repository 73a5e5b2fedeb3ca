"""Guesses on boards with memory: difficulties match the readable solver, or are below the relevant ones."""

import numpy as np
import pytest

from rullo_core.rullo.climb import climb_once
from rullo_core.rullo.kernels.lines.memory import run
from rullo_core.rullo.kernels.searching.climb_guesses import difficulty_unless_easy, guesses_for
from rullo_core.rullo.solver import difficulty, is_simple
from tests.rullo.kernels.boards import puzzle_of, random_board

BOUND = 1000


BOARDS = [
    ((3, 3), (1, 2), 150),
    ((4, 3), (1, 2, 3), 100),
    ((4, 4), (-2, -1, 1, 2), 60),
    ((2, 9), (1, 2, 3), 40),
    ((5, 4), (1,), 6),
]


@pytest.mark.parametrize(("size", "values", "boards"), BOARDS)
def test_difficulties_match_the_readable_solver(size, values, boards):
    """Below the least relevant difficulty, any lower number may be returned."""
    height, width = size
    random = np.random.default_rng([*size, *np.abs(values)])
    guesses = guesses_for(height, width, height * width)
    number = 0
    while number < boards:
        board, numbers, choices = random_board(random, height, width, values)
        passes, unknown = run(board, height, width, 1)
        if not 0 < unknown <= 14:
            continue
        number += 1
        expected = difficulty(*puzzle_of(numbers, choices))
        assert passes + difficulty_unless_easy(board, height, width, unknown, guesses, BOUND, 0) == 2 * expected
        for minimum in (int(2 * expected) - passes, int(2 * expected) - passes + 1):
            run(board, height, width, 1)
            halves = difficulty_unless_easy(board, height, width, unknown, guesses, BOUND, minimum)
            assert halves + passes == 2 * expected if minimum + passes <= 2 * expected else halves < minimum


def test_climbing_finds_exhaustive_puzzles():
    for height, width, minimum in ((3, 3, 5), (4, 4, 9), (5, 5, 11), (9, 4, 10)):
        climbed = climb_once(height, width, (1, 2, 3), 30_000, 1, 0, np.zeros(1, np.uint8), guess_limit=16)
        puzzle, solution = climbed.puzzle, climbed.solution
        assert climbed.worth == difficulty(puzzle, solution) >= minimum
        assert puzzle.is_solved_by(solution)
        assert not is_simple(puzzle)
