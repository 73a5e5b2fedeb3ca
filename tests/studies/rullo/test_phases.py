"""The map of phases: counts against the experiment, borders where they are said to be, and what the files say."""

from math import exp, log

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.rullo.expectation import mean_rectangles
from rullo_studies.rullo.phase_chart import COLOURS, LINES, WORDS
from rullo_studies.rullo.phases import LEVEL, OUTCOMES, _range_at

PHASES, BORDERS, WINDOWS = (DATA / "predictions" / f"{name}.csv" for name in ("phases", "borders", "windows"))


@pytest.fixture(scope="module")
def phases():
    return rs.rullo.load_phases(PHASES)


@pytest.fixture(scope="module")
def borders():
    return rs.rullo.load_borders(BORDERS)


@pytest.fixture(scope="module")
def windows():
    return rs.rullo.load_windows(WINDOWS)


def test_counts_are_those_of_the_experiment(tmp_path):
    (row,) = rs.rullo.count_phases([8], [7], puzzles=150, max_nodes=2, seed=4).itertuples()
    path = tmp_path / "phases.parquet"
    counts = rc.run("phases", size="8x8", values="1-7", count=150, max_nodes=2, seed=4, path=path).counts
    of_outcome = counts.groupby("outcome")["puzzles"].sum()
    assert {outcome: getattr(row, outcome) for outcome in OUTCOMES} == of_outcome.reindex(OUTCOMES).to_dict()
    assert row.passes == pytest.approx((counts["passes"] * counts["puzzles"]).sum() / row.simple)
    assert (row.side, row.largest, row.max_nodes, row.puzzles) == (8, 7, 2, 150)


def test_a_point_without_simple_puzzles_has_no_passes():
    assert rs.rullo.count_phases([12], [2], puzzles=5)["passes"].isna().all()


@pytest.mark.parametrize(
    ("first", "last", "expected"), [(1, 100, 10 * 1.1**0.5), (9, 11, 10 * 1.1**0.5), (1, 9, np.nan), (50, 100, 50)]
)
def test_the_range_at_which_a_measure_reaches_a_level(first, last, expected):
    """By linear interpolation in the logarithm between 10 and 11; none, or the first, if it is not between."""
    asked = []

    def measure(largest):
        asked.append(largest)
        return 0.4 if largest < 11 else 0.6

    assert _range_at(measure, 0.5, first, last) == pytest.approx(expected, nan_ok=True)
    assert len(asked) == len({*asked})
    assert max(asked) <= last


def test_borders_are_where_their_measures_are_reached():
    (row,) = rs.rullo.draw_borders([11], lines=3000, boards=100, seed=2).itertuples()
    measures = {
        "fixed_cells": lambda largest: rs.rullo.fixed_cells(11, largest, 3000, 2) - LEVEL,
        "theta": lambda largest: rs.rullo.theta_of(11, largest) - LEVEL,
        "unique": lambda largest: rs.rullo.predict_unique(11, largest, 100, 2).share - 0.5,
        "normal_lines": lambda largest: 0.5 - rs.rullo.mean_of_normal_lines(11, largest),
        "rectangles": lambda largest: exp(-mean_rectangles(11, 11, tuple(range(1, largest + 1)))) - 0.5,
    }
    for name, measure in measures.items():
        below = int(getattr(row, name))
        assert measure(below) < 0 <= measure(below + 1)


def test_the_level_is_where_half_are_simple_in_the_limit():
    limit = rs.rullo.load_limit(DATA / "predictions" / "limit.csv")
    assert rs.rullo.theta_at(0.5, limit) == pytest.approx(LEVEL, abs=5e-4)


def test_borders_beyond_the_largest_range_are_missing():
    table = rs.rullo.draw_borders([11, 14, 16], largest=50, lines=300, boards=20)
    assert table["fixed_cells"].notna().tolist() == [True, False, False]
    assert table["theta"].isna().all()
    assert table["unique"].notna().tolist() == [True, True, False]


def test_windows_have_counts_beside_predictions():
    (table,) = (table for _, table in rs.rullo.measure_windows([9], puzzles=4000, accuracy=0.01).groupby("side"))
    assert table["largest"].is_monotonic_increasing
    assert table["simple"].min() < 0.1 < 0.9 < table["simple"].max()
    assert (table["simple"] - table["predicted"]).abs().max() < 0.04
    point = rc.rullo.predict("9x9", values=f"1-{table['largest'].iloc[4]}", accuracy=0.01)
    assert table[["predicted", "error", "predicted_passes"]].iloc[4].tolist() == [
        point.simple, point.error, point.passes
    ]  # fmt: skip


def test_a_window_is_found_between_its_points():
    """Of shares that are linear in ln R, and passes that fall with it."""
    ranges = np.exp(np.arange(2, 5.1, 0.25))
    share = (np.log(ranges) - 2) / 3
    rows = {"side": 12, "largest": ranges, "predicted": share**2, "error": 0.01, "predicted_passes": 9.0}
    table = pd.DataFrame(rows | {"puzzles": 100, "simple": share, "passes": 20 - 2 * np.log(ranges)})
    found = rs.rullo.compare_windows(table)
    assert found.loc[12, "counted"].tolist() == pytest.approx([exp(3.5), 2.4, 13])
    assert found.loc[(12, "predicted"), "half"] > exp(3.5)
    assert found.loc[(12, "predicted"), "passes"] == 9


def test_widths_are_found_between_sides():
    rows = [
        (side, largest, 9, 100, simple, unique, 100 - simple - unique - undecided, undecided, 1.0)
        for side, largest, simple, unique, undecided in [
            (7, 5, 100, 0, 0), (8, 5, 60, 30, 0), (9, 5, 40, 40, 0), (10, 5, 0, 40, 0),
            (7, 6, 100, 0, 0), (8, 6, 60, 30, 0), (9, 6, 40, 40, 0), (10, 6, 0, 40, 10),
            (7, 7, 40, 60, 0), (8, 7, 20, 80, 0), (9, 7, 0, 99, 0), (10, 7, 0, 80, 0),
        ]
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["side", "largest", "max_nodes", "puzzles", *OUTCOMES, "passes"])
    lines = {"side": [8, 9], "fixed_cells": [5, 7], "theta": 1, "unique": [2, 6.5], "normal_lines": 1, "rectangles": 1}
    widths = rs.rullo.measure_widths(table, pd.DataFrame(lines), [5, 6, 7])
    assert widths.loc[5, ["simple", "unique", "width"]].tolist() == pytest.approx([8.5, 9.75, 1.25])
    assert widths.loc[6, ["simple", "unique"]].tolist() == pytest.approx([8.5, np.nan], nan_ok=True)
    assert widths.loc[7, ["simple", "unique"]].isna().all()
    assert widths["predicted_simple"].tolist() == pytest.approx([8, 8 + log(6 / 5) / log(7 / 5), 9])
    assert widths["predicted_unique"].isna().tolist() == [False, False, True]
    assert widths.loc[5, "predicted_width"] == pytest.approx(log(5 / 2) / log(6.5 / 2))


@pytest.mark.parametrize("load", ["load_phases", "load_borders", "load_windows"])
def test_a_file_of_something_else_is_refused(load, tmp_path):
    path = tmp_path / "some.csv"
    path.write_text("side\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        getattr(rs.rullo, load)(path)


def test_the_counts_are_made_again(phases):
    for side, largest in ((9, 13), (7, 6), (18, 3162)):
        row = phases[(phases["side"] == side) & (phases["largest"] == largest)].reset_index(drop=True)
        puzzles, nodes = row[["puzzles", "max_nodes"]].iloc[0]
        remade = rs.rullo.count_phases([side], [largest], puzzles=int(puzzles), max_nodes=int(nodes))
        pd.testing.assert_frame_equal(row, remade, check_dtype=False, rtol=1e-5)


def test_every_point_is_counted(phases):
    assert phases.groupby("largest")["side"].apply(list).map(lambda sides: sides == list(range(3, 31))).all()
    assert (phases[OUTCOMES].sum(axis=1) == phases["puzzles"]).all()
    undecided = phases.groupby("side")["undecided"].sum()
    assert undecided.loc[3:12].eq(0).all()
    assert undecided[[13, 14]].tolist() == [3, 130]


def test_the_borders_and_windows_are_made_again(borders, windows):
    remade = rs.rullo.draw_borders([9], boards=300)
    expected = borders[borders["side"] == 9].reset_index(drop=True)
    pd.testing.assert_frame_equal(remade, expected, rtol=1e-4)
    point = windows[windows["side"] == 12].iloc[5]
    prediction = rc.rullo.predict("12x12", values=f"1-{point['largest']:.0f}")
    assert prediction.simple == pytest.approx(point["predicted"], rel=1e-5)
    assert prediction.passes == pytest.approx(point["predicted_passes"], rel=1e-5)


def test_a_hard_phase_opens_at_8x8(phases):
    """The greatest share of puzzles with one solution that are not simple, by side."""
    greatest = (phases["unique"] / phases["puzzles"]).groupby(phases["side"]).max()
    assert greatest.loc[3:7].max() < 0.15
    assert greatest[[8, 9, 10, 11, 12]].round(2).tolist() == [0.24, 0.47, 0.77, 0.88, 0.95]
    assert greatest[13] == 0.98


def test_the_hard_phase_widens_with_the_range(phases, borders):
    widths = rs.rullo.measure_widths(phases, borders, [10, 13, 16, 20, 25])
    assert widths["width"].is_monotonic_increasing
    assert widths["width"].loc[[10, 20]].tolist() == pytest.approx([0.91, 1.95], abs=0.01)
    far = rs.rullo.measure_widths(phases, borders, [100, 1000])
    assert far["width"].isna().all()
    assert far["predicted_width"].round(1).tolist() == [4.4, 8.0]
    assert (far["simple"] - far["predicted_simple"]).abs().max() < 0.2


def test_passes_fail_by_one_side_a_doubling_and_uniqueness_by_two(windows, borders):
    half = rs.rullo.compare_windows(windows)["half"].xs("counted", level="source")
    assert 2 / np.log2(half[16] / half[14]) == pytest.approx(1.1, abs=0.1)
    unique = borders.set_index("side")["unique"]
    assert 10 / np.log2(unique[30] / unique[20]) == pytest.approx(2.1, abs=0.1)


def test_the_window_widens_slowly_towards_its_limit(windows):
    """Which is 1.09 in ln R; and passes at half do not grow from 10x10 on."""
    table = rs.rullo.compare_windows(windows)
    for source in ("counted", "predicted"):
        width, passes = (table[name].xs(source, level="source") for name in ("width", "passes"))
        assert width.tolist() == pytest.approx([0.79, 0.82, 0.88, 0.89, 0.90], abs=0.015)
        assert passes.loc[10:].is_monotonic_decreasing
        assert passes[[10, 16]].round(1).tolist() == pytest.approx([8.8, 8.0], abs=0.1)
    half = table["half"].unstack()
    assert (half["predicted"] / half["counted"]).between(0.98, 1.01).all()


def test_too_many_puzzles_are_estimated_to_have_one_solution(phases):
    """Between the borders by some percent, as solutions of a middle size are missing."""
    table = rs.rullo.compare_unique(phases[phases["side"].between(9, 12)], boards=300)
    difference = table["predicted"] - table["counted"]
    assert len(table) == 11
    assert difference.abs().max() < 0.1
    assert 0.02 < difference.mean() < 0.05


def test_the_map_has_each_count_as_a_colour_and_each_border_as_a_line(phases, borders, windows):
    ax = rs.rullo.plot_phases(phases, borders, windows)
    (mesh,) = ax.collections
    colours = mesh.get_array()
    sides, ranges = sorted({*phases["side"]}), sorted({*phases["largest"]})
    assert colours.shape == (len(ranges), len(sides), 3)
    points = {"simple": (3, 1000), "ambiguous": (12, 3), "unique": (14, 79), "undecided": (30, 1000)}
    for outcome, (side, largest) in points.items():
        place = ranges.index(largest), sides.index(side)
        assert colours[place].tolist() == pytest.approx(list(to_rgb(COLOURS[outcome])), abs=0.01)
    lines = {line.get_label(): line.get_ydata() for line in ax.get_lines()}
    assert len(lines) == 6
    for name, (*_, words) in LINES.items():
        assert lines[words].tolist() == pytest.approx(borders[name].tolist(), nan_ok=True)
    (legend,) = ax.figure.legends
    assert {text.get_text() for text in legend.get_texts()} == {*lines, *WORDS.values()}
