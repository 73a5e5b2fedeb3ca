"""Thresholds of random puzzles: of shares that are known, of puzzles that the library solves, and as committed."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.scale.propagation import examine
from rullo_studies.scale.thresholds import COLUMNS, FAMILY, add_rows, crossing

POINTS = DATA / "scale" / "thresholds.csv"


def test_the_last_crossing_counts_linear_between_points():
    places = np.array([1.0, 2.0, 3.0, 4.0])
    assert crossing(places, np.array([0.0, 0.25, 0.75, 1.0])) == 2.5
    assert crossing(places, np.array([0.0, 0.6, 0.4, 0.9])) == pytest.approx(3.2)
    assert crossing(places, np.array([0.0, 0.5, 0.9, 1.0])) == 2.0
    assert np.isnan(crossing(places, np.array([0.0, 0.1, 0.2, 0.4])))


def points_of(shares, puzzles, rng=None):
    """Points of a family with shares of unique puzzles, and of those that an assumption and single constraints solve;
    drawn with a generator, exact without one.
    """
    rows = []
    for i, (unique, assumption, single) in enumerate(shares):
        classes = [1 - unique, unique - assumption, assumption - single, single]
        counts = puzzles * np.array(classes) if rng is None else rng.multinomial(puzzles, classes)
        n = np.cumsum(counts[::-1])
        rows.append(["rullo", "9x9", 0, i, puzzles, 81.0, 0.9 + 0.05 * i, n[2], 0, n[0], -1, n[1]])
    return pd.DataFrame(rows, columns=COLUMNS)


SHARES = [(0.1, 0.1, 0.05), (0.4, 0.35, 0.2), (0.7, 0.65, 0.4), (0.9, 0.9, 0.7), (1.0, 1.0, 0.95)]


def test_thresholds_of_known_shares():
    row = rs.scale.find_thresholds(points_of(SHARES, 1000)).iloc[0]
    assert row["unique"] == pytest.approx(0.95 + 0.05 / 3)
    assert row["assumption"] == pytest.approx(0.975)
    assert row["single"] == pytest.approx(1 + 0.05 / 3)
    assert row["ratio"] == pytest.approx(row["single"] / row["unique"])
    assert row["hard"] == pytest.approx(0.3)
    assert row["harder"] == pytest.approx(0.05)


def test_intervals_cover_the_ratio():
    """In 95 % of the cases, as far as 200 of them say."""
    rng = np.random.default_rng(1)
    ratio = rs.scale.find_thresholds(points_of(SHARES, 1000), draws=2).loc[0, "ratio"]
    covered = 0
    for i in range(200):
        row = rs.scale.find_thresholds(points_of(SHARES, 200, rng), draws=100, seed=i).iloc[0]
        covered += row["low"] <= ratio <= row["high"]
    assert 180 <= covered < 200


def test_without_a_crossing_there_is_no_threshold():
    never = [(0.1, 0.1, 0.1)] * 3
    row = rs.scale.find_thresholds(points_of(never, 100)).iloc[0]
    assert row[["unique", "single", "ratio", "low", "high"]].isna().all()
    assert row["hard"] == 0


@pytest.mark.parametrize(("size", "knob", "classes"), [("4x5", 3, 2), ("8x9", 8, 3)])
def test_outcomes_are_those_of_the_library(size, knob, classes):
    height, outcomes = int(size[0]), set()
    for index in range(40):
        puzzle = rs.scale.draw_planted("rullo", size, knob, 1, index)
        numbers = np.array([sum_.numbers for sum_ in puzzle.sums[:height]])
        targets = [sum_.total for sum_ in puzzle.sums]
        rows = zip(targets[:height], numbers.tolist(), strict=True)
        text = "\n".join(
            [" ".join(map(str, targets[height:])), *(" ".join(map(str, [target, *row])) for target, row in rows)]
        )
        library = rc.rullo.parse(text)
        outcome = examine(puzzle, 10**6, True, np.zeros(1, np.uint8))
        assert outcome.unique == library.solve().unique
        assert outcome.single == library.rate().simple
        assert outcome.pairs == outcome.single  # two lines share a cell at most
        outcomes.add((outcome.unique, outcome.single))
    assert len(outcomes) == classes


def test_what_single_constraints_solve_the_others_solve():
    for kind, size, knob in (("sudoku", "9x9", 32), ("killer", "9x9", 30), ("rullo", "8x9", 8)):
        for index in range(60):
            outcome = examine(rs.scale.draw_planted(kind, size, knob, 1, index), 10**5, True, np.zeros(1, np.uint8))
            assert outcome.single <= outcome.pairs <= outcome.assumption <= bool(outcome.unique)


def test_few_nodes_leave_puzzles_undecided():
    points = rs.scale.measure_points("rullo", "10x10", [7], puzzles=20, nodes=1)
    assert points.loc[0, "undecided"] > 0
    assert points.loc[0, "pairs"] == -1


def test_rows_of_the_same_place_are_replaced(tmp_path):
    path = tmp_path / "points.csv"
    for puzzles, knobs in ((100, (1, 2)), (200, (2, 3))):
        points = points_of(SHARES[: len(knobs)], puzzles)
        add_rows(path, points.assign(knob=knobs), [*FAMILY, "knob"])
    points = rs.scale.load_points(path)
    assert dict(zip(points["knob"], points["puzzles"], strict=True)) == {1: 100, 2: 200, 3: 200}


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("kind\nrullo\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.scale.load_points(path)
