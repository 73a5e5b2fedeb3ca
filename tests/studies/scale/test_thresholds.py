"""Thresholds of random puzzles: of shares that are known, of puzzles that the library solves, and as committed."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.scale.propagation import examine
from rullo_studies.scale.thresholds import COLUMNS, FAMILY, TABLE, add_rows, crossing

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


def test_the_table_has_its_families():
    points = rs.scale.load_points(POINTS)
    expected = {(*family, knob, puzzles) for family, (puzzles, knobs) in TABLE.items() for knob in knobs}
    places = [*points[[*FAMILY, "knob", "puzzles"]].itertuples(index=False, name=None)]
    assert len(places) == len(expected)
    assert set(places) == expected
    assert (points["single"] <= points["assumption"]).all()
    assert (points["assumption"] <= points["unique"]).all()
    in_pairs = points[points["pairs"] >= 0]
    assert set(in_pairs["kind"]) == {"sudoku", "killer"}
    assert ((in_pairs["single"] <= in_pairs["pairs"]) & (in_pairs["pairs"] <= in_pairs["assumption"])).all()


@pytest.mark.parametrize(
    ("kind", "size", "knob"),
    [
        ("rullo", "5x5", 7),
        ("sudoku", "9x9", 41),
        pytest.param("rullo", "8x9", 9, marks=pytest.mark.slow),
        pytest.param("killer", "9x9", 28, marks=pytest.mark.slow),
        pytest.param("kakuro", "5x5", 2, marks=pytest.mark.slow),
    ],
)
def test_points_are_measured_again(kind, size, knob):
    points = rs.scale.load_points(POINTS)
    place = points["kind"].eq(kind) & points["size"].eq(size) & points["reach"].eq(0) & points["knob"].eq(knob)
    row = points[place].reset_index(drop=True)
    with_pairs = row.loc[0, "pairs"] >= 0
    repeated = rs.scale.measure_points(kind, size, [knob], puzzles=int(row.loc[0, "puzzles"]), with_pairs=with_pairs)
    pd.testing.assert_frame_equal(repeated, row, check_dtype=False, rtol=1e-5)


def thresholds():
    """As committed, by kind, size and reach."""
    return rs.scale.find_thresholds(rs.scale.load_points(POINTS)).set_index(FAMILY)


def test_the_hard_phase_of_random_rullos_widens_with_the_board():
    table = thresholds().loc["rullo"].xs(0, level="reach").sort_values("need")
    assert table["ratio"].is_monotonic_increasing
    assert table["ratio"].round(2).to_dict() == RATIOS
    assert (table["unique"].between(1.01, 1.09)).all()
    assert ((table["high"] - table["low"]) < 0.03).all()


RATIOS = {
    "5x5": 1.0,
    "6x6": 1.01,
    "7x8": 1.03,
    "8x8": 1.05,
    "8x9": 1.07,
    "9x9": 1.09,
    "10x10": 1.14,
    "11x11": 1.2,
    "12x12": 1.24,
}


def test_random_sudokus_and_killers_have_no_hard_phase_at_half():
    table = thresholds()
    for kind in ("sudoku", "killer"):
        rows = table.loc[kind]
        assert (rows["high"] < 1.002).all()
        assert (rows["unique"] > 1.5).all()
        assert (rows["hard"] < 0.02).all()
    kakuros = table.loc["kakuro"]
    assert kakuros["unique"].isna().all()
    assert (kakuros["hard"] < 0.01).all()


def test_the_hard_phase_closes_with_the_reach_on_the_same_board():
    ratios = thresholds().loc["rullo"].loc["12x12"]["ratio"]
    assert ratios[0] > 1.2
    assert (ratios[[3, 4, 6]] < 1.006).all()


def test_a_larger_board_with_the_same_reach_has_no_wider_hard_phase():
    table = thresholds().loc["rullo"]
    for sizes in (("6x6", 0), ("12x12", 6), ("18x18", 6)), (("8x8", 0), ("16x16", 8), ("24x24", 8)):
        highs, lows = ([table.loc[place, name] for place in sizes] for name in ("high", "low"))
        assert all(low <= high for low, high in zip(lows[1:], highs, strict=False))
        assert highs[-1] < lows[0]
