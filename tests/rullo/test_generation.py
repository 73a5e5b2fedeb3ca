from collections import Counter

import numpy as np
import pytest

from rullo_core.rullo.generation import RulloGeneration, draw_puzzle
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.request import Condition, Request
from rullo_core.rullo.solver import rate

RANGE = tuple(range(1, 10))


def test_puzzle_depends_only_on_seed_and_index():
    assert draw_puzzle(3, 3, RANGE, 1, 5) == draw_puzzle(3, 3, RANGE, 1, 5)
    puzzles = {draw_puzzle(3, 3, RANGE, seed, index) for seed in range(3) for index in range(3)}
    assert len(puzzles) == 9


def test_large_seeds_give_different_puzzles():
    seeds = (0, 2**63, 2**63 + 1, 2**64 - 1)
    assert len({draw_puzzle(5, 5, RANGE, seed, index) for seed in seeds for index in seeds}) == 16


def test_puzzle_is_drawn_from_words_of_philox():
    """The docstring's method, for one word of coins and one of numbers."""
    coins, word = (int(w) for w in np.random.Philox(key=[7, 11]).random_raw(2))
    puzzle, solution = draw_puzzle(2, 2, RANGE, 7, 11)
    numbers = []
    for _ in range(4):
        numbers.append(1 + (word * 9 >> 64))
        word = word * 9 % 2**64
    assert flat(puzzle.numbers) == numbers
    assert flat(solution) == [bool(coins >> i & 1) for i in range(4)]
    assert puzzle.is_solved_by(solution)


@pytest.mark.parametrize("share", [0.5, 0.1, 0.75])
@pytest.mark.parametrize("values", [RANGE, (2, 3, 4), (1,), (-3, 5)])
def test_numbers_and_coins_have_the_expected_distribution(values, share):
    """A chi-squared statistic with k - 1 degrees of freedom hardly ever exceeds k + 5 sqrt(2 k)."""
    numbers, included = Counter(), 0
    for index in range(400):
        puzzle, solution = draw_puzzle(7, 7, values, 3, index, share)
        numbers.update(flat(puzzle.numbers))
        included += sum(flat(solution))
    cells, k = 400 * 49, len(values)
    assert set(numbers) == set(values)
    assert sum((n - cells / k) ** 2 / (cells / k) for n in numbers.values()) < k + 5 * (2 * k) ** 0.5
    assert abs(included - cells * share) < 5 * (cells * share * (1 - share)) ** 0.5


def test_puzzles_may_have_holes_and_more_than_64_cells():
    puzzle, solution = draw_puzzle(9, 9, (0, 1, 2), 1, 1)
    assert (puzzle.height, puzzle.width) == (9, 9)
    assert puzzle.is_solved_by(solution)
    assert any(flat(solution)[64:])


@pytest.mark.parametrize(
    "condition",
    [
        Condition(),
        Condition(simple=True),
        Condition(unique=True),
        Condition(difficulty=(3, 5)),
        Condition(True, True, (2.5, 2.5)),
        Condition(simple=False),
        Condition(required=(6, 8), unique=True),
    ],
)
def test_request_is_satisfied_exactly_by_matching_puzzles(condition):
    satisfied = 0
    for index in range(60):
        puzzle, solution = draw_puzzle(4, 4, (1, 2, 3), 5, index)
        rating = rate(puzzle)
        expected = (
            (rating.simple or not condition.simple)
            and (rating.solutions == 1 or not condition.unique)
            and (
                condition.difficulty is None
                or (
                    rating.difficulty is not None
                    and condition.difficulty[0] <= rating.difficulty <= condition.difficulty[1]
                )
            )
            and not (condition.simple is False and rating.simple)
            and (condition.required is None or condition.required[0] <= sum(flat(solution)) <= condition.required[1])
        )
        assert condition.is_satisfied_by(puzzle, solution) is expected
        satisfied += expected
    assert satisfied


def test_large_puzzle_is_drawn_and_tested_quickly():
    example = draw_puzzle(30, 30, RANGE, 1, 1)
    assert Condition().is_satisfied_by(*example)
    assert not Condition(simple=True).is_satisfied_by(*example)


REQUESTS = {
    "any": ({}, {}),
    "unique": ({"unique": True}, {}),
    "simple": ({"simple": True, "difficulty": (2, 3)}, {}),
    "difficult": ({"difficulty": (2.5, 7)}, {}),
    "of several solutions, too": ({"simple": False, "difficulty": (3, 5.5)}, {"values": (1, 2)}),
    "between halves": ({"difficulty": (1.7, 2.8)}, {}),
    "included": ({"required": (6, 9)}, {"included": 0.3}),
    "with holes": ({"unique": True}, {"values": (-4, 0, 3, 5)}),
    "large numbers": ({"unique": True}, {"values": (-(2**30), 7, 100, 2**30)}),
    "of nothing": ({}, {"included": 0.0}),
    "wide": ({}, {"size": (2, 9)}),
    "sums at the end of a lane": ({}, {"values": (16,), "size": (2, 8)}),
    "and of a narrow one": ({}, {"values": (8,), "size": (2, 8)}),
    "numbers beyond a lane": ({}, {"values": (1, 64), "size": (2, 2)}),
    "and a narrow one": ({}, {"values": (1, 32), "size": (2, 2)}),
    "not in lanes": ({"unique": True}, {"values": (40, 50, 63), "size": (5, 6)}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_puzzles_that_a_kernel_draws_are_those_that_are_drawn_one_by_one(name):
    conditions, options = REQUESTS[name]
    generation = RulloGeneration(
        request=Request(seed=3, max_tries=1, **{"size": (4, 4), "values": RANGE} | options | conditions)
    )
    stop = np.zeros(1, np.uint8)
    kernel, readable = generation.draw(5, 155, stop), super(RulloGeneration, generation).make(5, 155, stop)
    assert len(kernel) == len(readable) > 2
    assert list(generation.rows_of(kernel)) == list(generation.rows_of(readable))
    assert generation.puzzles_of(kernel) == generation.puzzles_of(readable)


@pytest.mark.parametrize("values", [(1, 2, 3, 4), (-3, -1, 2, 4)])
def test_hard_puzzles_that_a_kernel_finds_are_those_that_are_drawn_one_by_one(values):
    """Those with one solution that lines do not find are rare."""
    generation = RulloGeneration(request=Request(seed=3, values=values, simple=False, unique=True))
    stop = np.zeros(1, np.uint8)
    batch = generation.draw(0, 20_000, stop)
    assert len(batch) > 50
    for row in generation.rows_of(batch):
        (expected,) = generation.rows_of(super(RulloGeneration, generation).make(row["index"], row["index"] + 1, stop))
        assert row == expected
