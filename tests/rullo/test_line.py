from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.rullo.line import (
    EXCLUDED,
    INCLUDED,
    OPEN,
    UNKNOWN,
    Contradiction,
    SubsetSum,
    combinations,
    solve_line,
)
from rullo_core.rullo.operation import PRODUCT, SUM


def test_combinations_of_figure_10():
    numbers = (2, 3, 4, 8, 8, 15)
    assert solve_line(numbers, 14, (UNKNOWN,) * 6) == (INCLUDED, EXCLUDED, INCLUDED, UNKNOWN, UNKNOWN, EXCLUDED)
    assert len(list(combinations(numbers, 14, (UNKNOWN,) * 6))) == 2


def test_column_of_the_worked_example():
    """Section 2.2: 20 is 3 + 8 + 9 or 6 + 6 + 8, so the 8 is included."""
    state = solve_line((6, 9, 3, 6, 8), 20, (UNKNOWN,) * 5)
    assert state == (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, INCLUDED)


def test_unreachable_target_is_a_contradiction():
    with pytest.raises(Contradiction, match="2 2 cannot reach 3"):
        solve_line((2, 2), 3, (UNKNOWN, UNKNOWN))
    with pytest.raises(Contradiction):
        solve_line((2, 2), 4, (UNKNOWN, EXCLUDED))


def test_hole_is_excluded():
    assert solve_line((0, 0), 0, (UNKNOWN, UNKNOWN)) == (EXCLUDED, EXCLUDED)


def test_long_line_is_solved_without_enumeration():
    assert solve_line((1,) * 200, 0, (UNKNOWN,) * 200) == (EXCLUDED,) * 200
    assert solve_line((2,) * 60 + (1,), 61, (UNKNOWN,) * 61) == (UNKNOWN,) * 60 + (INCLUDED,)
    assert list(combinations((1,) * 200, 200, (UNKNOWN,) * 200)) == [(True,) * 200]


@given(
    st.lists(st.tuples(st.integers(-4, 9), st.sampled_from([INCLUDED, EXCLUDED, UNKNOWN])), min_size=1, max_size=7),
    st.integers(-10, 40),
)
def test_combinations_match_brute_force(line, target):
    numbers, state = zip(*line, strict=True)
    state = tuple(EXCLUDED if number == 0 else cell for number, cell in zip(numbers, state, strict=True))
    expected = {
        way
        for way in product((True, False), repeat=len(numbers))
        if all(cell is UNKNOWN or cell is is_included for cell, is_included in zip(state, way, strict=True))
        and sum(number * is_included for number, is_included in zip(numbers, way, strict=True)) == target
    }
    ways = list(combinations(numbers, target, state))
    assert set(ways) == expected
    assert len(ways) == len(expected)
    if expected:
        agreed = tuple(choices[0] if len(set(choices)) == 1 else UNKNOWN for choices in zip(*expected, strict=True))
        assert solve_line(numbers, target, state) == agreed
    else:
        with pytest.raises(Contradiction):
            solve_line(numbers, target, state)


@pytest.mark.parametrize(("numbers", "target", "operation"), [((2, 3, 5, -2), 3, SUM), ((2, 3, 6, 6), 6, PRODUCT)])
def test_rows_are_the_choices_that_reach_the_target(numbers, target, operation):
    rule = SubsetSum(numbers, target, operation)
    choices = product((True, False), repeat=len(numbers))
    assert sorted(filter(rule.is_reached_by, choices)) == sorted(rule.rows((OPEN,) * len(numbers))) != []
