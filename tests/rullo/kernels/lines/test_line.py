import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.compiled.bits import all_ones, count_ones
from rullo_core.parameters import LARGEST_NUMBER
from rullo_core.rullo.kernels.lines.line import fix, solve_line
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN
from rullo_core.rullo.line import solve_line as readable
from tests.rullo.kernels.rating import as_mask


def expected_known(numbers, included, is_known):
    target = sum(number for number, is_included in zip(numbers, included, strict=True) if is_included)
    state = tuple(
        (INCLUDED if is_included else EXCLUDED) if cell_known or number == 0 else UNKNOWN
        for number, is_included, cell_known in zip(numbers, included, is_known, strict=True)
    )
    return [cell is not UNKNOWN for cell in readable(tuple(numbers), target, state)]


@given(
    st.lists(st.tuples(st.integers(-3, 6), st.booleans(), st.booleans()), min_size=1, max_size=9), st.integers(1, 20)
)
def test_kernel_solves_lines_like_the_readable_solver(cells, factor):
    numbers, included, is_known = zip(*cells, strict=True)
    numbers = [factor * number for number in numbers]
    included = [is_included and number != 0 for is_included, number in zip(included, numbers, strict=True)]
    known_after = solve_line(np.array(numbers, np.int64), as_mask(included), as_mask(is_known))
    assert known_after == as_mask(expected_known(numbers, included, is_known))


@pytest.mark.parametrize("numbers", [[3, -2, 0, 5], [64, 63, 1, 0, -64], [90, 70, -80, 40], [0], [7, 7, 7, 2]], ids=str)
def test_what_every_combination_includes_and_what_none_does(numbers):
    cells = [i for i, number in enumerate(numbers) if number]
    combined = [set(combination) for size in range(len(cells) + 1) for combination in combinations(cells, size)]
    for target in range(sum(min(0, number) for number in numbers) - 2, sum(max(0, number) for number in numbers) + 3):
        to_include, to_exclude, possible = fix(np.array(numbers, np.int64), np.uint64(0), target)
        reaching = [combination for combination in combined if sum(numbers[i] for i in combination) == target]
        assert bool(possible) is bool(reaching)
        if reaching:
            assert to_include == as_mask(all(i in combination for combination in reaching) for i in range(len(numbers)))
            assert to_exclude == as_mask(
                not any(i in combination for combination in reaching) for i in range(len(numbers))
            )


@pytest.mark.parametrize("known_mask", [0, 0b000100, 0b100001])
def test_sums_about_the_length_of_a_word(known_mask):
    """Sums up to 63 are the bits of a word, and larger ones are not."""
    numbers = [64, 63, 1, 65, -64, 0]
    for solution in range(2**5):
        included, is_known = ([mask >> i & 1 == 1 for i in range(6)] for mask in (solution, known_mask))
        known_after = solve_line(np.array(numbers, np.int64), np.uint64(solution), np.uint64(known_mask))
        assert known_after == as_mask(expected_known(numbers, included, is_known))


def test_largest_numbers_do_not_overflow():
    numbers = np.full(64, LARGEST_NUMBER, np.int64)
    all_cells = np.uint64(2**64 - 1)
    assert solve_line(numbers, all_cells, np.uint64(0)) == all_cells
    assert solve_line(-numbers, all_cells, np.uint64(0)) == all_cells
    assert solve_line(numbers, np.uint64(1), np.uint64(0)) == np.uint64(0)


def test_long_line_of_few_different_numbers():
    rng = random.Random(1)
    numbers = [rng.choice((1, 2)) for _ in range(12)]
    included = [rng.random() < 0.5 for _ in range(12)]
    known_after = solve_line(np.array(numbers, np.int64), as_mask(included), np.uint64(0))
    assert known_after == as_mask(expected_known(numbers, included, [False] * 12))


@pytest.mark.parametrize("n", [1, 2, 31, 32, 63, 64])
def test_all_ones_masks(n):
    assert all_ones(n) == np.uint64(2**n - 1)
    assert count_ones(np.uint64(all_ones(n))) == n
