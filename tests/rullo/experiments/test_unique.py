import itertools
import time
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given

from rullo_core.rullo.experiments import sample, unique
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.experiments.unique import count_on_grid
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.kernels.counting import unique as kernel
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.solver import reach, solutions
from tests.rullo.puzzles import puzzles_with_solutions


def has_one_solution(puzzle):
    return len(list(islice(solutions(puzzle), 2))) == 1


def unique_on(grid):
    """Count unique puzzles by definition: target-sums that only one choice of the filled cells reaches."""
    height, width = grid.shape
    numbered = np.flatnonzero(grid)
    number_of_ways = Counter()
    for choice in itertools.product((0, 1), repeat=len(numbered)):
        included = np.zeros(grid.size, np.int64)
        included[numbered] = choice
        numbers = grid * included.reshape(height, width)
        number_of_ways[tuple(numbers.sum(axis=0)) + tuple(numbers.sum(axis=1))] += 1
    return sum(number == 1 for number in number_of_ways.values())


@pytest.mark.parametrize(
    ("height", "width", "values", "share", "number"),
    [
        (3, 3, (1, 2, 3), 0.5, 200),
        (4, 4, (1, 2), 0.5, 150),
        (5, 5, (1,), 0.1, 150),
        (5, 5, tuple(range(1, 10)), 0.5, 200),
        (6, 6, (1, 2, 3), 0.25, 40),
        (7, 7, tuple(range(1, 10)), 0.5, 60),
        (3, 5, (-3, -1, 0, 2), 0.5, 200),
        (2, 8, (50, 60, 100), 0.5, 100),
        (1, 9, (1, 2), 0.5, 20),
    ],
    ids=str,
)
def test_unique_puzzles_of_a_sample_match_the_readable_solver(height, width, values, share, number):
    puzzles = (draw_puzzle(height, width, values, 5, index, share)[0] for index in range(number))
    expected = sum(map(has_one_solution, puzzles))
    assert Sample(height, width, values, number, 5, 20, share).count_unique() == [expected]


@given(puzzles_with_solutions(max_side=5))
def test_uniqueness_of_any_puzzle_matches_the_readable_solver(puzzle_and_solution):
    puzzle, solution = puzzle_and_solution
    numbers = np.array(puzzle.numbers, np.int64)
    included = sum(int(is_included) << i for i, is_included in enumerate(flat(solution)))
    known_cells = sum(int(cell is not None) << i for i, cell in enumerate(flat(reach(puzzle))))
    is_unique = kernel.is_unique(numbers, np.ascontiguousarray(numbers.T), np.uint64(included), np.uint64(known_cells))
    assert bool(is_unique) == has_one_solution(puzzle)


@pytest.mark.parametrize(
    "values", [(1,), (1, 2), (-1, 1), (0, 1, 2), (3, 5, 8, 9), (-(2**31) + 1, 5, 2**31 - 1)], ids=str
)
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (2, 2), (3, 2), (3, 4)])
def test_unique_puzzles_on_a_grid_match_the_definition(height, width, values):
    draws = np.random.default_rng(height * width)
    for _ in range(4):
        grid = draws.choice(values, (height, width)).astype(np.int64)
        assert count_on_grid(grid) == unique_on(grid)


@pytest.mark.parametrize("uses_classes", [True, False])
@pytest.mark.parametrize(("height", "width"), [(2, 2), (1, 3), (2, 3)])
@pytest.mark.parametrize("values", [(1, 2), (0, 1), (-1, 2), (2, 3, 4)], ids=str)
def test_census_counts_unique_puzzles_on_every_grid(height, width, values, uses_classes):
    grids = itertools.product(values, repeat=height * width)
    expected = sum(unique_on(np.array(grid).reshape(height, width)) for grid in grids)
    assert Census(height, width, values, uses_classes=uses_classes).count_unique() == [expected]


def test_unique_puzzles_are_counted_by_grid():
    experiment = Grids(3, 4, (1, 2, 3), 5, 7)
    assert experiment.count_unique(threads=2) == [unique_on(experiment.grid(i)[0]) for i in range(5)]


def test_unique_count_does_not_depend_on_shards_or_threads(monkeypatch):
    experiment = Sample(4, 4, (1, 2, 3), 500, 2, 20)
    expected = experiment.count_unique(threads=1)
    monkeypatch.setattr(sample, "SHARD", 7)
    assert experiment.count_unique(threads=3) == expected


def test_estimates_have_the_right_order_of_magnitude():
    """This includes cheap counts: the measured time does not include compilation."""
    for experiment in (Grids(3, 3, (1, 2, 3), 200, 1), Census(2, 3, (1, 2, 3)), Sample(5, 5, (1, 2, 3), 10**5, 1, 20)):
        begin = time.perf_counter()
        experiment.count_unique(1)
        seconds = time.perf_counter() - begin
        estimate = experiment.estimate_seconds_for_unique(1)
        assert estimate < 5 * seconds + 0.5
    assert 60 < Sample(5, 5, (1, 2, 3), 10**9, 1, 20).estimate_seconds_for_unique(1) < 10**6
    assert Grids(5, 6, (1, 2), 10, 1).estimate_seconds_for_unique(1) == 0


def test_large_counts_of_unique_puzzles_are_not_attempted(monkeypatch):
    assert Grids(2, 13, (1, 2), 1, 1).count_unique() is None
    census = Census(2, 2, (1, 2), uses_classes=False)
    expected = Census(2, 2, (1, 2)).count_unique()
    monkeypatch.setattr(unique, "MOST_GRIDS", 16)
    assert census.count_unique() == expected
    assert census.estimate_seconds_for_unique(1) > 0
    monkeypatch.setattr(unique, "MOST_GRIDS", 15)
    assert census.count_unique() is None
    assert census.estimate_seconds_for_unique(1) == 0


@pytest.mark.parametrize("corner", [None, *np.ndindex(2, 2)])
@pytest.mark.parametrize("included", [0b1001, 0b0110])
def test_four_cells_can_be_inverted_only_if_all_numbers_are_equal(corner, included):
    rows = np.ones((2, 2), np.int64)
    if corner is not None:
        rows[corner] = 2
    known_cells = np.uint64(0)
    assert kernel.is_unique(rows, rows.T.copy(), np.uint64(included), known_cells) == (corner is not None)


def test_four_equal_cells_included_row_by_row_cannot_be_inverted():
    rows = np.ones((2, 2), np.int64)
    assert kernel.is_unique(rows, rows.copy(), np.uint64(0b0011), np.uint64(0))
