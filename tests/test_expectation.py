from math import log10, pi, sqrt

import pytest

from rullo_core.expectation import log10_of_solutions

DIGITS = tuple(range(1, 10))


@pytest.mark.parametrize("values", [(1,), (1, 2), DIGITS, (2, 3, 5, 7)], ids=str)
@pytest.mark.parametrize("n", [2, 5, 8])
def test_a_square_and_a_fair_coin(n, values):
    """The variance of a line's sum is a quarter of the sum of its squares, on average."""
    spread = sqrt(n * sum(value**2 for value in values) / len(values) / 4)
    assert log10_of_solutions(n, n, values) == pytest.approx(
        n * n * log10(2) - (2 * n - 1) * log10(spread * sqrt(2 * pi))
    )


def test_what_changes_nothing():
    assert log10_of_solutions(3, 5, DIGITS) == pytest.approx(log10_of_solutions(5, 3, DIGITS))
    assert log10_of_solutions(4, 4, (3, 6)) == pytest.approx(log10_of_solutions(4, 4, (1, 2)))
    for share in (0.1, 0.3):
        assert log10_of_solutions(5, 5, DIGITS, share) == pytest.approx(log10_of_solutions(5, 5, DIGITS, 1 - share))


def test_fewer_for_an_unfair_coin():
    expected = [log10_of_solutions(7, 7, (2, 3, 4), share) for share in (0.5, 0.4, 0.3, 0.2, 0.1)]
    assert expected == sorted(expected, reverse=True)
    assert log10_of_solutions(7, 7, (1,), 0.25) < log10_of_solutions(7, 7, (1,), 0.5)


def test_single_values_have_the_entropy_of_the_coin():
    """Where all numbers are the same, every choice with as many included is as likely: 8 h w bits at one in nine."""
    p = 1 / 9
    bits = -(p * log10(p) + (1 - p) * log10(1 - p))
    spread = sqrt(6 * p * (1 - p))
    expected = 36 * bits - 11 * log10(spread * sqrt(2 * pi))
    assert log10_of_solutions(6, 6, (4,), p) == pytest.approx(expected)


@pytest.mark.parametrize(("values", "share"), [((0,), 0.5), ((1, 2), 0), ((1, 2), 1)])
def test_nothing_left_to_choose(values, share):
    assert log10_of_solutions(3, 3, values, share) == 0


def test_extremes():
    for values in ((-1, 1), (-(2**31) + 1, 5), (0, 7), (1, 2**31 - 1)):
        for share in (0.001, 0.5, 0.9):
            assert abs(log10_of_solutions(8, 8, values, share)) < 1000
