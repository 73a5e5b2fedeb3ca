"""How long an experiment takes, in numbers and in words."""

import pytest

from rullo_core.runs.experiment import LONGEST_ADVISED, duration, how_to_get, seconds_for, stopping_after

DAY = 86400


def test_seconds_for_more_puzzles_than_a_float_can_count():
    assert seconds_for(1000, 0.5, 4) == 125
    assert seconds_for(10**400, 0.5, 4) == seconds_for(10**300, 0.5, 4) == 1.25e299


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 seconds"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (7199, "120 minutes"),
        (7200, "2 hours"),
        (2 * DAY - 1, "48 hours"),
        (2 * DAY, "2 days"),
        (730 * DAY, "730 days"),
        (731 * DAY, "2 years"),
        (365.25e3 * DAY, "1,000 years"),
        (365.25e6 * DAY, "1e+06 years"),
        (365.25e298 * DAY, "1e+298 years"),
    ],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds, words):
    assert duration(seconds) == words


def test_nobody_is_advised_to_wait_for_years():
    assert how_to_get(LONGEST_ADVISED, "wait") == "about 10 years; wait"
    assert how_to_get(LONGEST_ADVISED + 1, "wait").startswith("more than 10 years; take fewer puzzles")


def test_what_has_time_is_not_stopped_and_what_has_none_is():
    with stopping_after(600) as stop:
        assert stop.tolist() == [0]
    with stopping_after(0) as stop:
        while not stop[0]:
            pass
