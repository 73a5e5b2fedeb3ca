"""Attempts until one succeeds, and those that are better than all before."""

import pytest

from rullo_core.runs.attempts import first_success, improvements, steps_of


def test_steps_double_after_every_fourth_attempt():
    assert [steps_of(attempt, 100) for attempt in range(9)] == [100] * 4 + [200] * 4 + [400]


def test_the_first_success_ends_the_attempts():
    attempts = []

    def make(attempt, stop):
        attempts.append(attempt)
        return [attempt] if attempt == 3 else None

    assert first_success(6, make) == [3]
    assert first_success(3, make) is None
    assert attempts == [0, 1, 2, 3, 0, 1, 2]


def test_what_is_stopped_is_not_attempted_again():
    attempts = []

    def make(attempt, stop):
        attempts.append(attempt)
        stop[0] = attempt == 1

    assert first_success(6, make) is None
    assert attempts == [0, 1]


@pytest.mark.parametrize("threads", [1, 2])
def test_improvements_are_better_than_all_before(threads):
    worths = (-7, -7, 2, -9, 2, 5)
    improved = improvements(
        len(worths), lambda attempt, stop: (attempt, worths[attempt]), lambda attempt: attempt[1], threads
    )
    assert list(improved) == [(0, -7), (2, 2), (5, 5)]
