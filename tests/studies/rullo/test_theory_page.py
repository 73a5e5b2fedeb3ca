"""The sections on the floor and on phases of the page on the theory: every number of a table is that of the data."""

import re

import numpy as np
import pandas as pd
import pytest

import rullo_studies as rs
from rullo_core.paths import DATA, ROOT
from rullo_studies.theory import PUZZLES

FOLDER = DATA / "predictions"


@pytest.fixture(scope="module")
def page():
    return (ROOT / "docs" / "theory.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def windows():
    return rs.rullo.compare_windows(rs.rullo.load_windows(FOLDER / "windows.csv"))


def table(name):
    return pd.read_csv(FOLDER / f"{name}.csv")


def place(point):
    first, last = point.values.split("-")
    return f"{point.size.replace('x', '×')} over {first}–{last}"


def rows_after(page, heading):
    """The rows of the table that begins with this heading, as lists of cells."""
    _, _, rest = page.partition(f"| {heading} |")
    assert rest, heading
    lines = rest.splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[: lines.index("")]]


def percents(shares, digits=1):
    return [f"{100 * share:.{digits}f} %" for share in shares]


def test_patterns(page):
    rows = rows_after(page, "shape | patterns, 1–3 | mean number, 1–3 | two solutions")
    expected = []
    for shape, of_shape in table("patterns").groupby("shape", sort=False):
        row = [shape.replace("x", "×")]
        for largest in (3, 10):
            point = of_shape[of_shape["largest"] == largest]
            if point.empty:
                row += ["", "", ""]
                continue
            (point,) = point.itertuples()
            mean = np.format_float_positional(point.probability, 3, fractional=False, trim="-")
            row += [str(point.patterns), mean, *percents([point.two_solutions / point.probability])]
        expected.append(row)
    assert rows == expected


def test_patterns_are_counted_again():
    for point in table("patterns").query("shape != '4x4' and largest <= 6").itertuples():
        values = f"1-{point.largest}"
        assert len(rs.rullo.list_stopping_patterns(point.shape, values)) == point.patterns
        probability = rs.rullo.count_stopping_sets(point.shape, values).attrs["probability"]
        assert float(probability) == pytest.approx(point.probability, rel=1e-5)


def test_rests(page):
    rows = rows_after(page, "size and numbers | not simple | bulk")
    names = ["stuck", "bulk", "2x2", "2x3", "3x3", "3x4", "4x4", "several sets"]
    points = table("rests")
    assert rows == [[place(point), *percents(points.loc[point.Index, names])] for point in points.itertuples()]
    assert set(points["puzzles"]) == {PUZZLES} == {40_000}


def test_stopping_sets(page):
    rows = rows_after(page, "7×7 over 1–6 | λ | sampled | r | decoupled | λ r | counted")
    points = table("stopping-sets")
    points = points[(points["size"] == "7x7") & points["shape"].isin(["2x2", "2x3", "3x3", "3x4", "4x4"])]
    assert rows == [
        [
            point.shape.replace("x", "×"),
            f"{point.expected:.4f}",
            f"{point.pool:.4f}",
            f"{point.hold_up:.3f}",
            f"{point.hold_up_decoupled:.3f}",
            f"{point.predicted:.4f}",
            f"{point.counted:.4f} ± {point.error_counted:.4f}",
        ]
        for point in points.itertuples()
    ]


def test_as_many_sets_are_counted_as_are_expected():
    """The mean number of sets is exact; deviations are those of chance, over all shapes with some sets."""
    points = table("stopping-sets")
    points = points[points["counted"] > 1e-4]
    apart = (points["counted"] - points["predicted"]) / np.hypot(points["error_counted"], points["error_predicted"])
    assert len(points) == 12
    assert (apart**2).sum() < 26.2  # 1 %


def test_clumps(page):
    for side, numbers in ((7, "7×7 over 1–6"), (5, "5×5 over 1–4")):
        (point,) = table("clumps").query(f"size == '{side}x{side}'").itertuples()
        assert numbers in page
        none, sets, clumps = (f"{value:.3f}" for value in (point.none, point.sets, point.clumps))
        text = " ".join(page.split())
        assert f"{none}, and the mean number of sets is {sets}" in text or f"they are {none} and {sets}" in text
        assert re.search(rf"there would be too few: [^)]*{clumps}", text)


def test_solutions(page):
    rows = rows_after(page, "size and numbers | one solution | 1/(1 + m)")
    shares = table("solutions").pivot_table("share", ["size", "values"], "solutions")
    expected = []
    for point in table("switches").itertuples():
        others = shares.loc[(point.size, point.values), ["2", "3", "4", "5", "8"]]
        of_point = percents([point.unique, point.from_others, point.from_switches, others["2"]])
        expected.append([place(point), *of_point, *percents(others.iloc[1:], 2)])
    assert rows == expected
    assert (shares["3"] > shares["4"]).all()
    (mean,) = table("switches").query("size == '9x9'")["counted_others"]
    assert f"the mean is {mean:.1f}," in page


def test_four_and_eight_solutions_are_commoner_than_where_each_has_the_same_chance(page):
    shares = table("solutions").set_index(["size", "solutions"])
    ratio = (shares["share"] / shares["geometric"]).unstack()
    assert (ratio.loc[["8x8", "5x5"], ["4", "8"]] > 1).all(axis=None)
    assert (ratio.loc[["9x9", "7x7", "8x8", "5x5"], "3"] < 1).all()
    assert round(ratio.loc["8x8", "4"]) == 2
    assert "of 8×8 over 1–10, four solutions twice as often" in " ".join(page.split())


def test_the_hard_phase(page):
    phases = rs.rullo.load_phases(FOLDER / "phases.csv")
    greatest = (phases["unique"] / phases["puzzles"]).groupby(phases["side"]).max()
    (row,) = rows_after(page, "side | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14")
    assert row == ["share", *(f"{share:.2f}" for share in greatest.loc[4:14])]
    (point,) = phases.query("side == 14 and largest == 79").itertuples()
    assert (point.simple, point.unique, point.puzzles) == (0, 100, 100)
    assert phases["largest"].nunique() == 37


def test_widths(page):
    phases = rs.rullo.load_phases(FOLDER / "phases.csv")
    borders = rs.rullo.load_borders(FOLDER / "borders.csv")
    rows = rows_after(page, "R | simple, counted | one line")
    widths = rs.rullo.measure_widths(phases, borders, [int(row[0]) for row in rows])
    names = ["simple", "predicted_simple", "unique", "predicted_unique", "width", "predicted_width"]
    expected = [
        [str(largest), *("" if np.isnan(value) else f"{value:.1f}" for value in row)]
        for largest, row in zip(widths.index, widths[names].to_numpy(), strict=True)
    ]
    assert rows == expected


def test_windows(page, windows):
    rows = rows_after(page, "| 8×8 | 10×10 | 12×12 | 14×14 | 16×16 | limit")
    limit = rs.rullo.load_limit(FOLDER / "limit.csv")
    low, half, high = (rs.rullo.theta_at(share, limit) for share in (0.1, 0.5, 0.9))
    ends = ["", f"{np.log(high / low):.2f}", f"{np.interp(half, limit['theta'], limit['passes']):.1f}"]
    for row, name, digits, end in zip(rows, ("half", "width", "passes"), (1, 2, 1), ends, strict=True):
        of_name = windows[name].unstack()
        pairs = [f"{at.counted:.{digits}f} ({at.predicted:.{digits}f})" for at in of_name.itertuples()]
        assert row[1:] == [*pairs, end]
