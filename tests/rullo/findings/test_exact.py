"""Comparison of complete censuses."""

import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo import charts
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.findings import exact as findings_exact
from rullo_core.rullo.theory import exact
from rullo_core.runs.run import run


@pytest.fixture(scope="module")
def taken():
    return exact.many([Census(3, 3, (2, 3, 4)), Census(2, 2, (1,)), Census(1, 2, (1, 2))])


def test_overview(taken):
    """Of the thesis's census what the thesis says: 216 puzzles, two of which differ."""
    table = exact.overview(taken)
    row = table.loc["3x3 over 2-4"]
    assert row["puzzles"] == 10_077_696
    assert (row["greatest, simple"], row["have it, simple"], row["different ones"]) == ("4.5", 216, "2")
    assert (row["greatest, exhaustive"], row["have it, exhaustive"]) == ("5", 39_924)
    assert row["simple"] == 9_669_786 / 10_077_696
    assert table.loc["2x2 over 1", "have it, exhaustive"] == 2
    assert table.loc["1x2 over 1-2", "greatest, exhaustive"] == "–"


def test_number_of_classes_is_described(taken):
    text = [findings_exact.describe_classes(census) for census in taken]
    assert "have 8 patterns. The 19,683 grids fall into **285 classes**" in text[0]
    assert "each grid is rated separately" in text[2]


def test_growth():
    table = exact.growth(2, 2, 3)
    for n, row in table.iterrows():
        tally = run(Census(2, 2, tuple(range(1, n + 1)))).tally
        assert row["puzzles"] == tally.total == 16 * n**4
        assert row["simple"] + row["exhaustive"] == 1
        assert row["exhaustive"] == tally.of_kind("exhaustive").total / tally.total
    assert table["exhaustive"].is_monotonic_decreasing
    lines = charts.shares_by_range(table).axes[0].lines
    assert [len(line.get_xdata()) for line in lines] == [3, 3]
    of_one = pd.DataFrame({"simple": [1.0], "exhaustive": [0.0]}, index=[1])
    assert len(charts.shares_by_range(of_one).axes[0].lines) == 1


def test_lines_without_equal_sums():
    """Of the 216 lines of three cells over 1-6, those with three different numbers of which none is the sum of two."""
    generic = sum(
        len({a, b, c}) == 3 and a + b != c and a + c != b and b + c != a
        for a in range(1, 7)
        for b in range(1, 7)
        for c in range(1, 7)
    )
    assert f"**{generic / 216:.1%}** of the lines over 1–6, in " in findings_exact.one_pass(3, (6, 7))
    assert "**0.0%** of the lines over 1–1 (of 4 cells)" in findings_exact.one_pass(4, (1,))


def test_long_censuses_are_refused():
    with pytest.raises(BadInput, match=r"the census of 6x6 over 1-2 would take about .* years; take a smaller size"):
        exact.many([Census(2, 2, (1,)), Census(6, 6, (1, 2))])
