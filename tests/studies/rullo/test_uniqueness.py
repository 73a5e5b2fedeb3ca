"""Estimates of solutions, against exact numbers: of boards, of random puzzles, and as counted by searches."""

from itertools import combinations, product
from math import exp, log

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.rullo.predicting import floors
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import count_solutions
from rullo_studies.rullo.expectation import mean_other_solutions, mean_rectangles
from rullo_studies.rullo.uniqueness import _share_with_second


def boards(side, largest, number, seed=1):
    rng = np.random.default_rng(seed)
    return rng.integers(1, largest + 1, (number, side, side)), rng.integers(0, 2, (number, side, side)) == 1


@pytest.mark.parametrize(("side", "ways"), [(6, 297_200), (8, 116_963_796_250), (10, 6_736_218_287_430_460_752)])
def test_ways_to_include_half_of_each_line(side, ways):
    """Known numbers of matrices of zeros and ones; without the correction there are too many, by a factor of e."""
    half = np.indices((1, side, side)).sum(0) % 2 == 1
    ones = np.ones((1, side, side), int)
    assert rs.rullo.expect_others(ones, half)[0] == pytest.approx(log(ways), abs=0.08)
    assert rs.rullo.expect_others(ones, half, corrected=False)[0] == pytest.approx(log(ways) + 1, abs=0.1)


@pytest.mark.parametrize(
    ("side", "largest", "number", "ratio", "uncorrected"),
    [(4, 1, 400, 1.17, 2.9), (5, 1, 200, 1.04, 2.8), (6, 2, 60, 0.9, 2.8)],
)
def test_other_solutions_of_random_puzzles(side, largest, number, ratio, uncorrected):
    """Their mean, by a count of all solutions, where there are many."""
    numbers, included = boards(side, largest, number)
    exact = [
        count_solutions(Rullo.from_solution(*puzzle)) - 1
        for puzzle in zip(numbers.tolist(), included.tolist(), strict=True)
    ]
    for corrected, expected in ((True, ratio), (False, uncorrected)):
        means = np.exp(rs.rullo.expect_others(numbers, included, corrected))
        assert means.mean() / np.mean(exact) == pytest.approx(expected, rel=0.1)


def test_nothing_else_where_lines_are_known():
    """A line of which all cells or none are included is known, and may leave others so."""
    numbers = np.arange(1, 10).reshape(1, 3, 3)
    for rows in ([[1, 1, 1], [0, 0, 0], [1, 1, 1]], [[1, 1, 1], [1, 0, 1], [1, 1, 1]]):
        assert rs.rullo.expect_others(numbers, np.array([rows]) == 1)[0] == -np.inf
    open_cells = rs.rullo.expect_others(numbers, np.array([[[1, 1, 1], [0, 1, 0], [1, 0, 0]]]) == 1)
    assert np.isfinite(open_cells).all()


def test_numbers_of_any_unit_are_the_same():
    """But for the lattice of their sums: multiples of a number have as many times fewer solutions in each line."""
    numbers, included = boards(13, 9, 5)
    small, large = (rs.rullo.expect_others(factor * numbers, included) for factor in (1, 10))
    assert small - large == pytest.approx(np.full(5, 25 * log(10)), abs=1e-6)


def has_second(cells):
    rows, columns = cells.shape
    places = list(zip(*np.nonzero(cells), strict=True))
    for chosen in product((0, 1), repeat=len(places)):
        part = np.zeros((rows, columns), int)
        for place, is_in in zip(places, chosen, strict=True):
            part[place] = cells[place] * is_in
        if any(chosen) and not part.sum(0).any() and not part.sum(1).any():
            return True
    return False


@pytest.mark.parametrize("largest", [4, 9])
def test_stopping_sets_with_a_second_solution(largest):
    shares = {}
    for floor in floors(9, 9, tuple(range(1, largest + 1)), 0.5):
        sets = floor.sets[:25]
        if floor.shape in ((2, 4), (5, 2)):
            assert all(map(has_second, sets))
            assert _share_with_second(sets) == 1
        if floor.shape in ((3, 3), (4, 3)):
            shares[floor.shape] = np.mean([has_second(cells) for cells in sets])
            assert _share_with_second(sets) == shares[floor.shape]
    assert len(shares) == 2
    assert 0.5 < min(shares.values()) < 1 or largest > 4


def test_switches_are_nearly_all_other_solutions_if_numbers_are_many():
    """The exact mean number of other solutions has no other part on small boards with many numbers."""
    for side, largest in ((3, 50), (4, 41), (4, 60)):
        exact = mean_other_solutions(side, side, tuple(range(1, largest + 1)))
        assert exact.is_exact
        assert rs.rullo.expect_switches(side, largest) == pytest.approx(exact.value, rel=0.06)
        assert rs.rullo.expect_switches(side, largest) < exact.value


def has_rectangle(numbers, included):
    """Whether two rows and two columns have four equal numbers, of which opposite ones are included."""
    for rows in combinations(range(len(numbers)), 2):
        for columns in combinations(range(len(numbers)), 2):
            of_numbers, of_included = numbers[np.ix_(rows, columns)], included[np.ix_(rows, columns)]
            is_opposite = of_included[0, 0] == of_included[1, 1] != of_included[0, 1] == of_included[1, 0]
            if is_opposite and (of_numbers == of_numbers[0, 0]).all():
                return True
    return False


def test_half_have_no_rectangle_at_its_border():
    """As if their number were Poisson; they come in clumps, so that a few more puzzles have none."""
    share = 1 - np.mean([has_rectangle(*puzzle) for puzzle in zip(*boards(8, 5, 600), strict=True)])
    poisson = exp(-mean_rectangles(8, 8, (1, 2, 3, 4, 5)))
    assert poisson - 0.01 < share < poisson + 0.07


@pytest.mark.parametrize(("side", "largest", "ratio"), [(6, 1, 1.54), (6, 2, 0.8), (7, 2, 0.91), (8, 2, 0.98)])
def test_the_mean_of_normal_lines_is_near_the_exact_one(side, largest, ratio):
    exact = mean_other_solutions(side, side, tuple(range(1, largest + 1)))
    assert exact.is_exact
    assert rs.rullo.mean_of_normal_lines(side, largest) / exact.value == pytest.approx(ratio, rel=0.02)


def test_the_estimated_share_has_both_parts():
    estimated = rs.rullo.predict_unique(9, 50, boards=300)
    assert estimated.no_switch == pytest.approx(exp(-rs.rullo.expect_switches(9, 50)))
    assert estimated.share == pytest.approx(estimated.no_switch, abs=1e-4)
    ambiguous = rs.rullo.predict_unique(14, 14, boards=100)
    assert ambiguous.share < 1e-3 < ambiguous.no_switch
    shares = [rs.rullo.predict_unique(20, largest, boards=50, seed=3).share for largest in (150, 250, 400)]
    assert shares == sorted(shares)
    assert rs.rullo.predict_unique(20, 250, boards=50, seed=4).share != shares[1]


def test_boards_that_share_no_line_have_their_product():
    """Of three boards on the diagonal of a larger one, two of different sides, with no cells elsewhere."""
    rng, sides = np.random.default_rng(4), [(5, 6), (7, 5), (6, 6)]
    blocks = [(rng.integers(1, 5, (20, *side)), rng.integers(0, 2, (20, *side)) == 1) for side in sides]
    numbers, included = np.zeros((20, 18, 17), int), np.zeros((20, 18, 17), bool)
    row = column = 0
    for (height, width), (of_block, choices) in zip(sides, blocks, strict=True):
        numbers[:, row : row + height, column : column + width] = of_block
        included[:, row : row + height, column : column + width] = choices
        row, column = row + height, column + width
    together = rs.rullo.expect_others(numbers, included)
    assert np.isfinite(together).all()
    assert together == pytest.approx(sum(rs.rullo.expect_others(*block) for block in blocks), abs=1e-4)
