"""Kakuros that take many passes, climbed to."""

from dataclasses import replace

import numpy as np

from rullo_core.kakuro import climb
from rullo_core.kakuro.climb import KakuroClimb, climb_once
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.request import HardestRequest, LayoutSpec
from rullo_core.kakuro.solver import rate
from rullo_core.puzzles.results import Climbed

LAYOUT = LayoutSpec(6, 6)
GO_ON, STOP = np.zeros(1, np.uint8), np.ones(1, np.uint8)


def test_each_is_harder_than_all_before():
    request = HardestRequest("6x6", attempts=4, steps=3000, threads=2)
    climbed = list(KakuroClimb(request).hardest())
    assert [record.worth for record in climbed] == sorted({record.worth for record in climbed})
    assert climbed[-1].worth > 20
    assert climbed == list(KakuroClimb(replace(request, threads=1)).hardest())
    assert climbed != list(KakuroClimb(replace(request, seed=2)).hardest())
    for record in climbed:
        rating = rate(record.puzzle)
        assert (rating.difficulty, rating.kind) == (record.worth, "simple")
        assert (record.puzzle.rows, record.puzzle.columns) == (7, 7)
        assert record.puzzle.is_solved_by(record.solution)


def test_more_steps_climb_further():
    """And what few steps find is on the way: an attempt goes on from it."""
    climbed = [climb_once(LAYOUT, 1, 0, steps, GO_ON).worth for steps in (500, 2000, 8000)]
    assert climbed == sorted(set(climbed))
    assert climb_once(LAYOUT, 1, 0, 2000, STOP) is None


def test_without_success_the_best_is_changed_anew(monkeypatch):
    started, calls = [], []

    def repair(draft, fixed, moves, heat, bounds, rng, stop, trace):
        started.append(draft.digits.copy())
        calls.append((moves, bounds[0]))
        draft.digits[:] = len(started)
        return (7 if len(started) == 2 else -1), 0.0

    easy = replace(rate(climb_once(LAYOUT, 1, 0, 500, GO_ON).puzzle), difficulty=4.5)
    monkeypatch.setattr(climb, "repair", repair)
    monkeypatch.setattr(climb, "puzzle_of", lambda draft: (None, None))
    monkeypatch.setattr(climb, "rate_packed", lambda arrays, stop: easy)
    assert climb_once(LAYOUT, 1, 0, 3207, GO_ON) == Climbed(None, 4.5, None)
    assert calls == [(1000, 1), (1000, 1), (1000, 10), (1000, 10), (200, 10)]
    assert [set(digits) for digits in started[1:]] == [{1}, {2}, {2}, {2}]


def test_only_improvements_are_yielded(monkeypatch):
    worths = (None, 4.5, 4.5, 6, None, 5, 7)
    climbed = [worth and Climbed(None, worth) for worth in worths]
    monkeypatch.setattr(climb, "climb_once", lambda *arguments: climbed[arguments[2]])
    climbing = KakuroClimb(HardestRequest("6x6", attempts=len(worths), steps=10, threads=1))
    assert [record.worth for record in climbing.hardest()] == [4.5, 6, 7]


def test_the_command(rullo):
    layout = ("--size", "5x6", "--single-cell-entries", "--black", "0.3")
    options = (*layout, "--attempts", "2", "--steps", "500", "--threads", "1")
    status, out, err = rullo("kakuro", "hardest", *options)
    assert (status, err) == (0, "")
    puzzles = parse_puzzles(out)
    assert [puzzle.name for puzzle in puzzles] == [f"5x6, difficulty {rate(puzzle).difficulty:g}" for puzzle in puzzles]
    assert rullo("kakuro", "hardest", "--size", "1x1")[0] == 2
