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
from rullo_studies.scale.segments import count_places, segments_of

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


TOO_LARGE = {4: 0.4, 5: 0.3, 6: 0.05}
"""By how much logarithms of numbers of solutions are too large, by the cells of a sum."""


@pytest.mark.parametrize(("cut", "number"), [((8, 8, 4), 60), ((10, 10, 5), 15), ((6, 6, 6), 30)])
def test_solutions_of_cut_lines_are_as_many_as_the_entropy_says(cut, number):
    """Over equal numbers; logarithms are too large by a part that falls with the cells of a segment."""
    numbers, included, solutions = boards_and_solutions(cut, 1, number)
    is_counted = (solutions > 1) & (solutions < 40_000)
    expected = rs.rullo.expect_others(numbers, included)[is_counted]
    assert is_counted.sum() >= 2
    assert np.median(expected - np.log(solutions[is_counted])) == pytest.approx(TOO_LARGE[cut[2]], abs=0.04)
    four, five, six = TOO_LARGE.values()
    assert f"too large by {four} for sums of 4 equal numbers, {five} for 5, and {six} for 6" in text_of(THEORY)


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
    families = rs.scale.find_thresholds(rs.scale.load_points(MEASURED))
    families = families[families["kind"] == "rullo"].set_index(FAMILY)
    predicted = rs.scale.find_reach(rs.scale.load_reach(POINTS)).set_index(FAMILY)
    return predicted.loc[families.index], families


def test_the_table_has_its_families():
    points = rs.scale.load_reach(POINTS)
    expected = {(*family, knob) for family, knobs in TABLE.items() for knob in knobs}
    assert {*points[[*FAMILY, "knob"]].itertuples(index=False, name=None)} == expected
    assert len(points) == len(expected)
    predicted, families = both()
    assert predicted["ratio"].notna().all()
    assert len(families) == 18


@pytest.mark.parametrize(("size", "reach", "knob"), [("5x5", 0, 4), ("9x9", 3, 2), ("12x12", 3, 2)])
def test_points_are_predicted_again(size, reach, knob):
    points = rs.scale.load_reach(POINTS).set_index([*FAMILY, "knob"]).loc[[(size, reach, knob)]].reset_index()
    remade = rs.scale.predict_reach(size, [knob], reach or None)
    pd.testing.assert_frame_equal(remade, points, check_dtype=False, rtol=1e-4)


def test_ratios_are_near_the_measured_ones():
    predicted, families = both()
    errors = (predicted["ratio"] - families["ratio"]).abs()
    assert errors.mean() < 0.004
    assert errors.max() < 0.012
    single = (predicted["single"] / families["single"] - 1).abs()
    assert single.max() < 0.023
    assert single.mean() < 0.007


def shares():
    """Predicted and measured shares of the points at which 2 to 98 % are simple, or unique."""
    points = rs.scale.load_reach(POINTS).merge(rs.scale.load_points(MEASURED), on=[*FAMILY, "knob"])
    points = points[points["kind"] == "rullo"]
    for name in ("single", "unique"):
        counted = points[f"{name}_y"] / points["puzzles"]
        yield points[f"{name}_x"][counted.between(0.02, 0.98)], counted[counted.between(0.02, 0.98)]


def text_of(page):
    return " ".join(page.read_text(encoding="utf-8").split())


def signed(number):
    """A number to three digits, with the minus of a text."""
    return f"{number:.3f}".replace("-", "−") if round(number, 3) else "0.000"


def test_the_page_on_the_theory_has_the_table_of_reach():
    predicted, families = both()
    page = THEORY.read_text(encoding="utf-8")
    for (size, reach), row in predicted.iterrows():
        of_family = families.loc[(size, reach)]
        cells = [f"{row[name]:.3f}" if np.isfinite(row[name]) else "" for name in ("bulk", "floor", "code", "law")]
        line = [
            size.replace("x", "×"),
            str(reach) if reach else "whole",
            f"{of_family['ratio']:.3f} ({of_family['low']:.3f}–{of_family['high']:.3f})",
            f"{row['ratio']:.3f}",
            signed(row["ratio"] - of_family["ratio"]),
            *cells,
        ]
        assert f"| {' | '.join(line)} |" in page


def test_the_page_on_the_theory_says_how_good_ratios_are():
    predicted, families = both()
    text = text_of(THEORY)
    ratios = (predicted["ratio"] - families["ratio"]).abs()
    law = (predicted["law"] - families["ratio"]).abs()
    assert f"Ratios are off by {ratios.mean():.3f} on average and {ratios.max():.3f} at most" in text
    assert f"the quotient of maxima by {law.mean():.3f} and {law.max():.3f}" in text
    sentences = []
    for (theory, counted), name in zip(shares(), ("simple", "unique"), strict=True):
        difference = (theory - counted).abs()
        sentences.append(f"{name} ones by {difference.mean():.3f} on average and {difference.max():.2f} at most")
    assert f"Of single points, the shares of {sentences[0]}, and of {sentences[1]}" in text


def test_the_page_on_the_theory_has_the_boards_that_were_not_measured():
    table = rs.scale.find_reach(rs.scale.load_reach(POINTS)).set_index(FAMILY)["ratio"]
    text = text_of(THEORY)
    pairs = [(("24x24", 12), ("12x12", 0)), (("20x20", 10), ("10x10", 0)), (("18x18", 9), ("9x9", 0))]
    numbers = [f"{table[cut]:.3f} and {table[whole]:.3f}" for cut, whole in pairs]
    assert f"with sums of 12, 10 and 9 cells, two in a line, and with whole lines: {', '.join(numbers)}" in text
    thirds = [f"{table[place]:.3f}" for place in (("30x30", 10), ("27x27", 9), ("24x24", 8))]
    assert f"Three in a line: {', '.join(thirds)} for 10, 9 and 8 cells" in text


def test_the_page_on_the_theory_says_how_bulk_and_floor_move():
    table = rs.scale.find_reach(rs.scale.load_reach(POINTS)).set_index(FAMILY)
    eights, twelves = [("8x8", 0), ("16x16", 8), ("24x24", 8)], [("12x12", 0), ("24x24", 12)]
    text = text_of(THEORY)
    bulk = (
        "with sums of 8 it is at {:.2f}, {:.2f} and {:.2f}; with sums of 12, on 12×12 and 24×24, at {:.2f} and {:.2f}."
    )
    assert bulk.format(*table.loc[eights + twelves, "bulk"]) in text
    ratios = "ratios are {:.2f}, {:.2f} and {:.2f} on 8×8, 16×16 and 24×24"
    assert ratios.format(*table.loc[eights, "ratio"]) in text


def test_switches_are_nearly_all_small_sets_as_the_page_says():
    points = rs.scale.load_reach(POINTS)
    few = points[points["sets"].between(1e-3, 1)]
    least = (few["switches"] / few["sets"]).min()
    assert f"{int(100 * least)} % of them or more where fewer than one is expected" in text_of(THEORY)


def test_squares_are_proportional_to_the_area_as_the_page_says():
    """Four cells that two segments across and two down share, in a box of any sides that segments divide."""
    per_cell = {}
    for reach in (3, 4, 5, 6, 8, 9):
        numbers = {
            round(count_places(np.ones((2, 2), bool), (height, width, reach)) / 4 / height / width, 9)
            for height, width in ((2 * reach, 2 * reach), (2 * reach, 3 * reach), (3 * reach, 4 * reach))
        }
        assert len(numbers) == 1
        per_cell[reach] = numbers.pop()
    words = [f"{per_cell[reach]:.2f}" for reach in (3, 4, 5, 6, 8, 9)]
    assert f"{', '.join(words[:-1])} and {words[-1]} for L = 3, 4, 5, 6, 8 and 9" in text_of(THEORY)


@pytest.mark.slow
def test_the_point_that_is_farthest_off_is_that_of_the_page():
    (theory, counted), _ = shares()
    place = (theory - counted).abs().idxmax()
    points = rs.scale.load_reach(POINTS).merge(rs.scale.load_points(MEASURED), on=[*FAMILY, "knob"]).loc[place]
    size, reach, largest, puzzles = points[["size", "reach", "knob", "puzzles"]]
    assert (size, reach, puzzles) == ("11x11", 0, 400)
    numbers = f"where {theory[place]:.2f} are predicted, and {counted[place]:.2f} of {puzzles} were counted"
    assert f"farthest off for simple ones is 11×11 over 1–{largest}, {numbers}" in text_of(THEORY)
