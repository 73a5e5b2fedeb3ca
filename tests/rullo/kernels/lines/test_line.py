import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.compiled.bits import all_ones, count_ones
from rullo_core.parameters import LARGEST_NUMBER
from rullo_core.rullo.kernels.lines.line import solve_line
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN
from rullo_core.rullo.line import solve_line as readable
from tests.rullo.kernels.rating import as_mask


def expected_known(numbers, included, known):
    target = sum(number for number, chosen in zip(numbers, included, strict=True) if chosen)
    state = tuple(
        (INCLUDED if chosen else EXCLUDED) if seen or number == 0 else UNKNOWN
        for number, chosen, seen in zip(numbers, included, known, strict=True)
    )
    return [cell is not UNKNOWN for cell in readable(tuple(numbers), target, state)]


@given(st.lists(st.tuples(st.integers(-3, 6), st.booleans(), st.booleans()), min_size=1, max_size=9))
def test_kernel_solves_lines_like_the_readable_solver(cells):
    numbers, included, known = zip(*cells, strict=True)
    included = [chosen and number != 0 for chosen, number in zip(included, numbers, strict=True)]
    found = solve_line(np.array(numbers, np.int64), as_mask(included), as_mask(known))
    assert found == as_mask(expected_known(numbers, included, known))


def test_largest_numbers_do_not_overflow():
    numbers = np.full(64, LARGEST_NUMBER, np.int64)
    everything = np.uint64(2**64 - 1)
    assert solve_line(numbers, everything, np.uint64(0)) == everything
    assert solve_line(-numbers, everything, np.uint64(0)) == everything
    assert solve_line(numbers, np.uint64(1), np.uint64(0)) == np.uint64(0)


def test_long_line_of_few_different_numbers():
    rng = random.Random(1)
    numbers = [rng.choice((1, 2)) for _ in range(12)]
    included = [rng.random() < 0.5 for _ in range(12)]
    found = solve_line(np.array(numbers, np.int64), as_mask(included), np.uint64(0))
    assert found == as_mask(expected_known(numbers, included, [False] * 12))


@pytest.mark.parametrize("n", [1, 2, 31, 32, 63, 64])
def test_all_ones_masks(n):
    assert all_ones(n) == np.uint64(2**n - 1)
    assert count_ones(np.uint64(all_ones(n))) == n
