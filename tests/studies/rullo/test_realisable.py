"""Combinations of patterns, compared with an enumeration of grids and with censuses."""

import itertools
from functools import cache

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import difficulty, is_simple
from rullo_core.runs.run import run
from rullo_studies.rullo.kernels import flats as kernel
from rullo_studies.rullo.realisable import (
    combinations_of,
    equations_of,
    has_positive,
    patterns_of,
    rate_combinations,
)


@cache
def pattern_of(line):
    """The pattern of a line by the definition: which of its subsets have equal sums."""
    sums = [sum(number for i, number in enumerate(line) if subset >> i & 1) for subset in range(1 << len(line))]
    return tuple(sums.index(total) for total in sums)


def equal_sums(grid):
    """The pattern of each line of a grid."""
    return tuple(map(pattern_of, grid)), tuple(map(pattern_of, zip(*grid, strict=True)))


def canonical(grid):
    """The same for all grids that have the same patterns in some order, or if a square is transposed."""
    height, width = len(grid), len(grid[0])
    forms = []
    for board in (grid, tuple(zip(*grid, strict=True)))[: 1 + (height == width)]:
        for rows in itertools.permutations(range(len(board))):
            for columns in itertools.permutations(range(len(board[0]))):
                forms.append(equal_sums(tuple(tuple(board[r][c] for c in columns) for r in rows)))
    return min(forms)


def every_grid(height, width, largest):
    for numbers in itertools.product(range(1, largest + 1), repeat=height * width):
        yield tuple(numbers[r * width : (r + 1) * width] for r in range(height))


def test_equations_and_patterns():
    assert [len(equations_of(cells)) for cells in range(1, 5)] == [0, 1, 6, 25]
    assert equations_of(2).tolist() in ([[1, -1]], [[-1, 1]])
    assert [len(patterns_of(cells)) for cells in range(1, 4)] == [1, 2, 11]
    larger = np.array(list(itertools.product(range(1, 13), repeat=3))) @ equations_of(3).T == 0
    assert len(np.unique(larger, axis=0)) == 11


@pytest.mark.parametrize(
    ("height", "width", "largest"),
    [(1, 1, 3), (1, 3, 7), (2, 2, 6), (2, 3, 6), (3, 2, 6), pytest.param(3, 3, 3, marks=pytest.mark.slow)],
)
def test_every_combination_that_grids_have_is_found(height, width, largest):
    """And each of those found has the smallest numbers that make it."""
    smallest, covered = {}, set()
    for grid in sorted(every_grid(height, width, largest), key=lambda grid: max(map(max, grid))):
        patterns = equal_sums(grid)
        if list(grid) == sorted(grid) and patterns not in covered:  # rows in another order are alike
            covered.add(patterns)
            smallest.setdefault(canonical(grid), max(map(max, grid)))
    grids = combinations_of(height, width).grids
    small_grids = [tuple(map(tuple, grid)) for grid in grids.tolist() if np.max(grid) <= largest]
    assert {canonical(grid): max(map(max, grid)) for grid in small_grids} == smallest
    assert len(small_grids) == len(smallest)


def test_how_many_there_are():
    three = combinations_of(3, 3)
    assert (three.closed, len(three.grids), three.grids.max()) == (9129, 7070, 16)
    assert [len(combinations_of(*size).grids) for size in ((2, 2), (2, 3), (3, 2))] == [5, 77, 77]
    largest = three.grids.max(axis=(1, 2))
    assert [np.count_nonzero(largest <= n) for n in range(1, 9)] == [1, 25, 309, 2066, 4102, 5720, 6275, 6694]
    with pytest.raises(BadInput, match="lines of four cells"):
        combinations_of(2, 4)


@pytest.mark.parametrize(
    ("height", "width", "largest"), [(2, 2, 3), (2, 3, 6), (3, 2, 6), pytest.param(3, 3, 4, marks=pytest.mark.slow)]
)
def test_greatest_difficulties_are_those_of_a_census(height, width, largest):
    """Over numbers that make all combinations; of 3x3 at least all that matter here."""
    frame = run(Census(height, width, tuple(range(1, largest + 1)))).tally.frame
    ratings = rate_combinations([(height, width)])
    assert ratings["size"].unique().tolist() == [f"{height}x{width}"]
    for kind in ("simple", "exhaustive"):
        assert ratings[kind].max() == frame.loc[frame["outcome"] == kind, "passes"].max()
    for row in ratings[:20:5].itertuples():
        solutions = np.array(list(itertools.product((False, True), repeat=height * width))).reshape(-1, height, width)
        puzzles = [Rullo.from_solution(row.numbers.tolist(), cells.tolist()) for cells in solutions]
        assert max(difficulty(puzzle) for puzzle in puzzles if is_simple(puzzle)) == row.simple


def test_sizes_without_difficulties():
    assert rate_combinations(["1x1"])[["simple", "exhaustive"]].isna().to_numpy().tolist() == [[False, True]]
    with pytest.raises(BadInput, match="sizes: name at least one"):
        rate_combinations([])


def reduced(equations):
    equations = np.array(equations, np.int64)
    cells = equations.shape[1]
    rows, leading, rank = np.zeros((cells, cells), np.int64), np.zeros(cells, np.int64), 0
    for equation in equations:
        rank = kernel.add_equation(equation, rows, leading, rank)
    return rows[:rank], leading[:rank]


def test_equations_are_reduced():
    draws = np.random.default_rng(3)
    for _ in range(50):
        equations = draws.integers(-1, 2, (draws.integers(1, 5), 6))
        rows, leading = reduced(equations)
        assert len(rows) == np.linalg.matrix_rank(equations) == np.linalg.matrix_rank(np.vstack([equations, rows]))
        for k, cell in enumerate(leading):
            assert np.flatnonzero(rows[:, cell]).tolist() == [k]
            assert not rows[k, cell + 1 :].any()
            assert np.gcd.reduce(rows[k]) == 1
        follows = draws.integers(-2, 3, len(equations)) @ equations
        assert not kernel.rest_of(follows, rows, leading, len(rows)).any()


@pytest.mark.parametrize(
    ("equations", "positive"),
    [
        ([[1, -1, 0, 0]], True),
        ([[1, -1, -1, 0], [0, 1, -1, -1]], True),
        ([[1, -1, -1, 0], [-1, 1, 0, -1]], False),  # together: c + d = 0
        ([[1, 1, -1, 0], [-1, 0, 1, 0]], False),  # b = 0
        ([[1, -1, 0, 0], [0, 1, -1, 0], [0, 0, 1, -1]], True),
        ([[1, -1, -1, 0], [0, 1, -1, 0], [-1, 1, 1, 0]], True),
        ([[1, -1, -1, -1], [-1, 1, -1, -1]], False),
    ],
)
def test_whether_there_is_a_positive_solution(equations, positive):
    assert has_positive(*reduced(equations)) == positive
    is_solved = any(not (np.array(equations) @ numbers).any() for numbers in itertools.product(range(1, 7), repeat=4))
    assert is_solved == positive
