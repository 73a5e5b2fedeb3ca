"""Charts of thresholds."""

import numpy as np
import pandas as pd

from rullo_studies.scale.charts import plot_points, plot_reach
from rullo_studies.scale.thresholds import COLUMNS

POINTS = pd.DataFrame(
    [
        ["rullo", "8x8", 4, 3, 100, 64.0, 1.1, 60, 0, 40, -1, 60],
        ["rullo", "8x8", 4, 2, 100, 64.0, 0.9, 20, 0, 10, -1, 20],
        ["sudoku", "9x9", 0, 30, 100, 72.5, 1.0, 50, 0, 50, 50, 50],
    ],
    columns=COLUMNS,
)

THRESHOLDS = pd.DataFrame(
    {
        "kind": ["rullo", "rullo", "rullo", "rullo", "sudoku"],
        "size": ["8x8", "12x12", "12x12", "7x8", "9x9"],
        "reach": [0, 6, 4, 0, 0],
        "ratio": [1.05, 1.01, np.nan, 1.03, 1.0],
        "low": [1.04, 1.0, np.nan, 1.02, 1.0],
        "high": [1.06, 1.02, np.nan, 1.04, 1.0],
        "undecided": [0.0, 0.02, 0.0, 0.0, 0.0],
    }
)


def test_a_family_has_a_line_for_unique_and_one_for_solved_puzzles():
    ax = plot_points(POINTS)
    _, unique, single, *_ = ax.get_lines()
    assert unique.get_xydata().tolist() == [[0.9, 20], [1.1, 60]]
    assert single.get_xydata().tolist() == [[0.9, 10], [1.1, 40]]
    assert (unique.get_linestyle(), single.get_linestyle()) == ("--", "-")
    assert ax.get_legend_handles_labels()[1] == ["rullo 8x8, sums of 4 cells", "sudoku 9x9"]


def test_squares_are_drawn_by_the_cells_of_a_sum():
    ax = plot_reach(THRESHOLDS)
    bars = {container.lines[0].get_xydata()[0].tolist()[0]: container for container in ax.containers}
    assert sorted(bars) == [6, 8]
    assert bars[8].lines[0].get_ydata().tolist() == [1.05]
    assert bars[6].lines[0].get_markerfacecolor() == "white"
    assert bars[8].lines[0].get_markerfacecolor() != "white"
    assert {text.get_text() for text in ax.texts} == {"8x8", "12x12"}
    assert ax.get_legend_handles_labels()[1] == ["sums of whole lines", "2 sums in a line"]


def test_theory_is_a_line_through_the_boards_with_as_many_sums_in_a_line():
    predicted = pd.DataFrame(
        {
            "size": ["9x9", "8x8", "12x12", "10x10", "7x8", "6x6"],
            "reach": [0, 0, 6, 5, 0, 3],
            "ratio": [1.08, 1.04, 1.02, 1.0, 1.03, np.nan],
        }
    )
    ax = plot_reach(THRESHOLDS, predicted)
    lines = {tuple(map(tuple, line.get_xydata().tolist())) for line in ax.get_lines() if line.get_linestyle() == "-"}
    assert {((8.0, 1.04), (9.0, 1.08)), ((5.0, 1.0), (6.0, 1.02))} <= lines
    marks = {container.lines[0].get_color() for container in ax.containers}
    assert len(marks) == 2
    assert ax.get_legend_handles_labels()[1][-1] == "theory (lines); measured: marks"
    assert "theory" not in "".join(plot_reach(THRESHOLDS).get_legend_handles_labels()[1])
