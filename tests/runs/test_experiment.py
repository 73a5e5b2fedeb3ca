"""How long an experiment takes, in numbers and in words."""

import threading
import time
from itertools import count, repeat
from types import SimpleNamespace

import pytest

from rullo_core.runs import experiment
from rullo_core.runs.experiment import LONGEST_ADVISED, duration, estimate_from_parts, how_to_get, stopping_after

DAY = 86400


def on_a_clock(monkeypatch, seconds_of):
    """Return what counts parts of two puzzles each, in so many seconds of a clock, and a list of the parts counted."""
    clock, parts = [0.0], []
    monkeypatch.setattr(experiment, "time", SimpleNamespace(perf_counter=lambda: clock[0]))

    def count_part(part, stop):
        clock[0] += seconds_of(part)
        parts.append(part)
        return 2

    return count_part, parts


def test_the_time_is_estimated_from_parts_until_these_are_a_hundredth(monkeypatch):
    count_part, parts = on_a_clock(monkeypatch, lambda part: part)
    assert estimate_from_parts(count_part, count(1), 1000, 4, 60) == (1 + 2 + 3 + 4 + 5) / 10 * 1000 / 4
    assert parts == [1, 2, 3, 4, 5]


def test_the_time_of_more_puzzles_than_a_float_can_count(monkeypatch):
    count_part, _ = on_a_clock(monkeypatch, lambda part: 1.0)
    assert estimate_from_parts(count_part, repeat(0), 10**400, 4, 0.01) == pytest.approx(1.25e299)


def test_parts_are_counted_for_the_longest_time_at_most(monkeypatch):
    count_part, parts = on_a_clock(monkeypatch, lambda part: 3.0)
    assert estimate_from_parts(count_part, repeat(0), 10**9, 1, 0.01) == pytest.approx(1.5e9)
    assert parts


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
    for seconds in (600, 1e12, float("inf")):  # a timer of the library waits 292 years at most
        with stopping_after(seconds) as stop:
            time.sleep(0.05)
            assert stop.tolist() == [0]
            assert any(isinstance(thread, threading.Timer) for thread in threading.enumerate())
    with stopping_after(0) as stop:
        while not stop[0]:
            pass
