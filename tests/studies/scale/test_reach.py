"""The law of reach: each part against what it is elsewhere or by counting, the table, and what the page says of it."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_core.paths import DATA, ROOT
from rullo_core.rullo.predicting import Process, classes_of
from rullo_studies.scale.floor import floors_of
from rullo_studies.scale.planted import draw_planted
from rullo_studies.scale.propagation import solutions_of
from rullo_studies.scale.reach import COLUMNS, FAMILY, TABLE, THRESHOLDS
from rullo_studies.scale.segments import segments_of

POINTS, MEASURED = DATA / "scale" / "reach.csv", DATA / "scale" / "thresholds.csv"

THEORY = ROOT / "docs" / "theory.md"


@pytest.mark.parametrize(("size", "largest"), [("8x8", 9), ("5x7", 3)])
def test_the_bulk_of_whole_lines_is_that_of_the_predictor(size, largest):
    point = rs.scale.predict_reach(size, [largest], accuracy=0.02, cells=1).iloc[0]
    assert point["bulk"] == rc.rullo.predict(size, values=f"1-{largest}", accuracy=0.02).bulk


def test_the_share_is_the_product_of_its_parts():
    for reach, knob in ((5, 3), (None, 6)):
        point = rs.scale.predict_reach("10x10", [knob], reach=reach, accuracy=0.02, cells=1).iloc[0]
        assert point["single"] == pytest.approx(point["bulk"] * np.exp(-point["sets"] * point["hold_up"]))
        assert point["unique"] == max(point["single"], np.exp(-point["switches"]) * point["far"])
        assert point["switches"] <= point["sets"]


@pytest.mark.parametrize(("cut", "largest"), [((12, 12, 3), 1), ((12, 12, 4), 2), ((10, 10, 5), 3), ((12, 12, 6), 4)])
def test_simple_boards_are_those_without_small_sets(cut, largest):
    """On Rullos with cut lines, passes leave only small sets or none, and none as often as the floor says."""
    process = Process(*cut[:2], classes_of(range(1, largest + 1), largest), 0.5, 1, segments_of(cut))
    ends, floors = process.run(range(8000)), floors_of(largest, cut)
    held = sum(
        floor.expected * process.run(range(1000), floor.sets, floor.places).small.mean()
        for floor in floors
        if floor.expected > 1e-3
    )
    bulk, simple = ends.small.mean(), (ends.unknown == 0).mean()
    assert bulk * np.exp(-held / bulk) == pytest.approx(simple, abs=0.05)
    assert simple < bulk - 0.1


def boards_and_solutions(cut, largest, number):
    """Random Rullos with cut lines, as numbers and choices where segments cross, and how many solutions they have."""
    height, width, reach = cut
    lines = segments_of(cut)
    numbers = np.zeros((number, lines.rows, len(lines.length) - lines.rows), np.int64)
    included, solutions = np.zeros(numbers.shape, bool), np.zeros(number)
    for i in range(number):
        puzzle = draw_planted("rullo", f"{height}x{width}", largest, 1, i, reach)
        for row, sum_ in enumerate(puzzle.sums[: lines.rows]):
            columns = lines.across[row] - lines.rows
            numbers[i, row, columns], included[i, row, columns] = sum_.numbers, puzzle.board[list(sum_.cells)]
        consistency = Consistency(puzzle.network, np.zeros(1, np.uint8))
        solutions[i] = solutions_of(consistency, consistency.g1(), 40_000, 10**7)[0]
    return numbers, included, solutions


@pytest.mark.parametrize(
    ("cut", "number", "difference"), [((8, 8, 4), 60, 0.41), ((10, 10, 5), 15, 0.3), ((6, 6, 6), 30, 0.05)]
)
def test_solutions_of_cut_lines_are_as_many_as_the_entropy_says(cut, number, difference):
    """Over equal numbers; logarithms are too large by a part that falls with the cells of a segment."""
    numbers, included, solutions = boards_and_solutions(cut, 1, number)
    is_counted = (solutions > 1) & (solutions < 40_000)
    expected = rs.rullo.expect_others(numbers, included)[is_counted]
    assert is_counted.sum() >= 2
    assert np.median(expected - np.log(solutions[is_counted])) == pytest.approx(difference, abs=0.1)


def points_of(shares, reach=0):
    """Points of a family with shares of bulk, sets, single, far and unique ones."""
    rows = []
    for i, (bulk, sets, single, far, unique) in enumerate(shares):
        rows.append(["9x9", reach, i, 0.9 + 0.1 * i, bulk, sets, 1.0, single, 0.0, sets, far, unique])
    return pd.DataFrame(rows, columns=COLUMNS)


def test_thresholds_of_known_shares():
    two, half = np.log([2, 4 / 3])
    points = points_of([(0.0, 2 * two, 0.0, 0.2, 0.1), (0.25, two, 0.2, 0.7, 0.5), (0.75, half, 0.7, 1.0, 0.9)])
    row = rs.scale.find_reach(points).iloc[0]
    assert row[THRESHOLDS].tolist() == pytest.approx([1.0, 1.06, 1.05, 1.0, 0.96])
    assert row["ratio"] == pytest.approx(1.06)
    assert row["law"] == pytest.approx(1.05)


def test_without_a_crossing_there_is_no_law():
    row = rs.scale.find_reach(points_of([(0.9, 3.0, 0.1, 0.9, 0.1), (1.0, 0.1, 0.9, 1.0, 0.9)])).iloc[0]
    assert row[["bulk", "code", "law"]].isna().all()
    assert row["ratio"] == 1


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("size\n9x9\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.scale.load_reach(path)


@cache
def both():
    """Predicted and measured thresholds of the families that are measured, by size and reach."""
    measured = rs.scale.find_thresholds(rs.scale.load_points(MEASURED))
    measured = measured[measured["kind"] == "rullo"].set_index(FAMILY)
    predicted = rs.scale.find_reach(rs.scale.load_reach(POINTS)).set_index(FAMILY)
    return predicted.loc[measured.index], measured


def test_the_table_has_its_families():
    points = rs.scale.load_reach(POINTS)
    expected = {(*family, knob) for family, knobs in TABLE.items() for knob in knobs}
    assert {*points[[*FAMILY, "knob"]].itertuples(index=False, name=None)} == expected
    assert len(points) == len(expected)
    predicted, measured = both()
    assert predicted["ratio"].notna().all()
    assert len(measured) == 18


@pytest.mark.parametrize(("size", "reach", "knob"), [("5x5", 0, 4), ("9x9", 3, 2), ("12x12", 3, 2)])
def test_points_are_predicted_again(size, reach, knob):
    points = rs.scale.load_reach(POINTS).set_index([*FAMILY, "knob"]).loc[[(size, reach, knob)]].reset_index()
    again = rs.scale.predict_reach(size, [knob], reach or None)
    pd.testing.assert_frame_equal(again, points, check_dtype=False, rtol=1e-4)
