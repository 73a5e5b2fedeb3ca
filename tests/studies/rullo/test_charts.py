"""Plots of sweeps."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_studies.rullo.charts import plot_measure, plot_others

POINTS = pd.DataFrame(
    {
        "size": ["3x3", "5x5", "3x3", "5x5"],
        "values": ["1-9", "1-9", "2-4", "2-4"],
        "included": 0.5,
        "skipped": [0.0, 0.02, 0.01, 0.0],
        "simple": [1.0, 0.8, 0.9, 0.3],
        "simple ±": [0.0, 0.01, np.nan, 0.02],
        "mean": [2.0, 3.0, 2.5, 4.0],
        "mean ±": 0.1,
        "others": [0.0, 0.25, 3.0, 1.0],
    }
)


def test_a_share_has_a_curve_for_each_range():
    ax = plot_measure(POINTS)
    handles, labels = ax.get_legend_handles_labels()
    assert labels == ["1-9", "2-4"]
    assert [handle.lines[0].get_ydata().tolist() for handle in handles] == [[100, 80], [90, 30]]
    assert ax.get_ylim() == (0, 105)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "simple (% of puzzles)")
    low, high = handles[0].lines[1][0].get_ydata()[1], handles[0].lines[1][1].get_ydata()[1]
    assert (low, high) == (78, 82)  # two standard errors on either side


def test_a_mean_has_a_gap_where_more_than_one_per_cent_were_skipped():
    handles, labels = plot_measure(
        POINTS, "mean", parameter="included", by=["size", "values"]
    ).get_legend_handles_labels()
    means = {label: handle.lines[0].get_ydata().tolist() for label, handle in zip(labels, handles, strict=True)}
    assert np.isnan(means.pop("5x5 over 1-9")[0])
    assert means == {"3x3 over 1-9": [2.0], "3x3 over 2-4": [2.5], "5x5 over 2-4": [4.0]}


@pytest.mark.parametrize("plot", [plot_measure, plot_others])
def test_as_many_curves_as_the_sweeps_have_differ_in_colour(plot):
    """Six: the ranges of one sweep, the sizes over ranges of another."""
    ranges = [f"1-{last}" for last in range(4, 10)]
    points = pd.concat([POINTS.assign(values=values, others=1.0) for values in ranges])
    handles, labels = plot(points).get_legend_handles_labels()
    curves = {label: getattr(handle, "lines", [handle])[0] for label, handle in zip(labels, handles, strict=True)}
    assert len({str(curves[values].get_color()) for values in ranges}) == len(ranges)


def test_shares_against_other_solutions_are_joined_from_left_to_right():
    ax = plot_others(POINTS)
    first, second, reference = ax.lines
    assert (first.get_xdata().tolist(), first.get_ydata().tolist()) == ([0.25], [80])
    assert (second.get_xdata().tolist(), second.get_ydata().tolist()) == ([1, 3], [30, 90])
    assert reference.get_ydata()[[0, -1]].tolist() == pytest.approx([80, 25])


def test_measures_that_are_refused():
    for call, says in (
        (lambda: plot_measure(POINTS, "greatest"), "measure 'greatest': take one of simple, unique, mean"),
        (lambda: plot_measure(POINTS, parameter="values"), "parameter 'values': take one of size, included"),
        (lambda: plot_others(POINTS, "mean"), "measure 'mean': take one of simple, unique"),
    ):
        with pytest.raises(BadInput, match=says):
            call()
