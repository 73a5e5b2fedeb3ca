import itertools
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.solver import count_solutions
from rullo_studies.rullo.expectation import Mean, mean_other_solutions, mean_rectangles, steps

DIGITS = tuple(range(1, 10))


def mean_by_enumeration(height, width, values, included=Fraction(1, 2)):
    """The mean from all grids and choices, counting those with the same sums."""
    counts = other_choices(height, width, values)
    total = sum(
        counts[included_count, excluded_count] * included**included_count * (1 - included) ** excluded_count
        for included_count, excluded_count in counts
    )
    return total / len(values) ** (height * width)


@cache
def other_choices(height, width, values):
    """With the sums of a choice, over all grids, by how many numbers it takes and leaves: how many others have them."""
    cells = height * width
    counts = Counter()
    for numbers in itertools.product(values, repeat=cells):
        nonzero = [i for i in range(cells) if numbers[i]]
        sizes_by_sums = defaultdict(list)
        for size in range(len(nonzero) + 1):
            for subset in itertools.combinations(nonzero, size):
                lines = [0] * (height + width)
                for i in subset:
                    lines[i // width] += numbers[i]
                    lines[height + i % width] += numbers[i]
                sizes_by_sums[tuple(lines)].append(size)
        for sizes in sizes_by_sums.values():
            for size in sizes:
                counts[size, len(nonzero) - size] += len(sizes) - 1
    return counts


@pytest.mark.parametrize(
    ("size", "values", "exact"),
    [((2, 2), (1,), 0.125), ((3, 3), (1,), 1.3125), ((4, 4), (1,), 11.5794983), ((2, 2), (1, 2), 1 / 64)],
)
def test_known_means(size, values, exact):
    mean = mean_other_solutions(*size, values)
    assert mean.is_exact
    assert mean.value == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize("included", [0.5, 0.25, 0, 1], ids=str)
@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        (2, 2, (1, 2, 3)),
        (3, 2, (2, 3, 4)),
        (2, 4, (1, 2)),
        (3, 3, (3,)),
        (2, 3, (0, 1, 2)),
        (2, 3, (-2, 1)),
        (2, 2, (-3, 0, 3, 5)),
        (1, 4, (1, 2)),
        (4, 1, (-1, 1)),
        (2, 2, (0,)),
    ],
    ids=str,
)
def test_every_grid_and_choice(height, width, values, included):
    mean = mean_other_solutions(height, width, values, included)
    assert mean.is_exact
    assert mean.value == pytest.approx(float(mean_by_enumeration(height, width, values, Fraction(included))), abs=1e-12)


def matrices_with_the_same_sums(side):
    """Pairs of 0-1 matrices with equal sums, one of each pair given: the mean over {1} in another way."""
    ways = Counter({(0,) * side: 1})
    lines = list(itertools.product((0, 1), repeat=side))
    pairs = [tuple(a - b for a, b in zip(x, y, strict=True)) for x in lines for y in lines if sum(x) == sum(y)]
    of_row = Counter(pairs)
    for _ in range(side):
        new = Counter()
        for state, number in ways.items():
            for step, count in of_row.items():
                new[tuple(a + b for a, b in zip(state, step, strict=True))] += number * count
        ways = new
    return Fraction(ways[(0,) * side], 2 ** (side * side)) - 1


def test_single_number_against_pairs_of_matrices():
    for side in (2, 3, 4, 5):
        assert mean_other_solutions(side, side, (7,)).value == pytest.approx(float(matrices_with_the_same_sums(side)))


def test_mean_of_random_puzzles_is_within_four_standard_errors():
    """7x4 over 1-3: the mean over 1,000 random puzzles, within four standard errors."""
    mean = mean_other_solutions(7, 4, (1, 2, 3)).value
    counts = [count_solutions(draw_puzzle(7, 4, (1, 2, 3), 5, index)[0]) - 1 for index in range(1000)]
    average = sum(counts) / len(counts)
    spread = (sum((count - average) ** 2 for count in counts) / len(counts) / len(counts)) ** 0.5
    assert abs(average - mean) < 4 * spread < mean


def test_mean_is_invariant():
    assert mean_other_solutions(3, 5, DIGITS) == mean_other_solutions(5, 3, DIGITS)
    assert mean_other_solutions(4, 4, (3, 6)) == mean_other_solutions(4, 4, (1, 2))
    assert mean_other_solutions(5, 5, DIGITS, 0.2).value == pytest.approx(mean_other_solutions(5, 5, DIGITS, 0.8).value)


@pytest.mark.parametrize(("size", "values"), [((5, 5), (1, 2)), ((4, 6), (2, 3, 4)), ((5, 5), DIGITS)], ids=str)
def test_partial_sums_are_lower_bounds(size, values):
    """Where only some of it can be worked out, more and more of it comes nearer from below."""
    exact = mean_other_solutions(*size, values)
    assert exact.is_exact
    all_steps = steps(*size, values)
    parts = [
        mean_other_solutions(*size, values, most_steps=limit)
        for limit in (all_steps // 100, all_steps // 10, all_steps - 1)
    ]
    assert not any(part.is_exact for part in parts)
    means = [part.value for part in parts]
    assert means == sorted(means)
    assert means[-1] < exact.value
    assert means[-1] > 0.2 * exact.value
    assert mean_rectangles(*size, values) <= exact.value


def test_rectangles():
    assert mean_rectangles(2, 2, DIGITS) == pytest.approx(mean_other_solutions(2, 2, DIGITS).value)
    assert mean_rectangles(2, 2, (4,), 0.3) == pytest.approx(mean_other_solutions(2, 2, (4,), 0.3).value)
    assert mean_rectangles(3, 4, (0, 1, 2)) == pytest.approx(18 * 2 / 3**4 / 8)


def test_ranges_of_large_numbers():
    """What takes too long is bounded from below, if by nothing; a single line has no other solution at all."""
    assert mean_other_solutions(2, 2, tuple(range(1, 8001))).is_exact
    large = mean_other_solutions(3, 3, (1, 2**31 - 1))
    assert large == Mean(0.0, False)
    assert mean_other_solutions(1, 8, (1, 2**31 - 1)) == Mean(0.0, True)


@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3), (2, 5), (3, 3)], ids=str)
def test_parts_add_up_to_all_differences_that_are_small_enough(height, width):
    """Over a single number, from all ways to differ: by how many rows and columns each touches."""
    differences = np.array(list(itertools.product((-1, 0, 1), repeat=height * width))).reshape(-1, height, width)
    balanced = differences[~differences.sum(axis=1).any(axis=1) & ~differences.sum(axis=2).any(axis=1)]
    balanced = balanced[balanced.any(axis=(1, 2))]
    weights = 0.5 ** np.count_nonzero(balanced, axis=(1, 2))
    rows, columns = (np.count_nonzero(balanced.any(axis=axis), axis=1) for axis in (2, 1))
    costs = np.array([steps(*size, (1,)) for size in zip(rows.tolist(), columns.tolist(), strict=True)])
    bounds = sorted({bound for bound in costs.tolist() if bound < steps(height, width, (1,))})
    assert bounds
    for bound in bounds:
        expected = weights[costs <= bound].sum()
        assert mean_other_solutions(height, width, (1,), most_steps=bound) == Mean(pytest.approx(expected), False)


def test_steps_are_angles_for_each_multiset_of_angles():
    """Of 3 x 4 cells with numbers up to 2: 9 angles, and as many for each of two other lines, in any order."""
    assert (
        steps(3, 4, (1, 2))
        == steps(4, 3, (1, 2))
        == 9 * len(list(itertools.combinations_with_replacement(range(9), 2)))
    )
    assert steps(1, 4, (1, 2)) == 0
