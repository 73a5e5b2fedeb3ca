"""Pictures of stopping sets: what is drawn is a set of the pattern with its number."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.rullo.picture import FILLS
from rullo_studies.rullo.charts import OUTSIDE, _panel_of_set
from rullo_studies.rullo.stopping_sets import commonest


@pytest.fixture(autouse=True)
def closing():
    yield
    plt.close("all")


def test_the_commonest_patterns_come_first():
    patterns = commonest(6, 5, (1, 2, 3), 200)
    expected = [number for number, _ in patterns]
    assert expected == sorted(expected, reverse=True)
    by_shape = {shape: rs.rullo.count_stopping_sets(shape, "1-3").attrs["probability"] for shape in ("2x2", "3x4")}
    of_shape = {
        shape: sum(number for number, pattern in patterns if pattern.example.shape == shape)
        for shape in [(2, 2), (3, 4)]
    }
    assert of_shape[2, 2] == pytest.approx(15 * 10 * float(by_shape["2x2"]))
    assert of_shape[3, 4] == pytest.approx((20 * 5 + 15 * 10) * float(by_shape["3x4"]))
    assert [number for number, _ in commonest(6, 5, (1, 2, 3), 3)] == expected[:3]


def test_shapes_that_do_not_fit_are_left_out():
    assert {pattern.example.shape for _, pattern in commonest(2, 3, (1, 2), 9)} == {(2, 2), (2, 3)}


def test_cells_have_the_colours_of_boards():
    panel = _panel_of_set(np.array([[-1, 0, 1], [0, -12, 12]]), "caption")
    assert [square.fill for square in panel.squares] == [
        *(FILLS[True], OUTSIDE, FILLS[False]),
        *(OUTSIDE, FILLS[True], FILLS[False]),
    ]
    assert [label.text for label in panel.labels] == ["1", "1", "12", "12"]
    assert (panel.width, panel.height, panel.caption) == (3, 2, "caption")


def test_each_board_says_what_is_expected():
    axes = rs.rullo.plot_stopping_sets("6x6", "1-3", number=7, columns=3)
    assert len(axes) == 7
    assert len(axes[0].figure.axes) == 9
    assert axes[0].get_title() == "1 expected\n2 solutions"  # 15 * 15 / (8 * 3^3)
    assert {"2 solutions"} <= {ax.get_title().split("\n")[1] for ax in axes} <= {"1 solution", "2 solutions"}
    assert mpl.get_backend().lower() == "agg"


def test_numbers_are_above_0():
    with pytest.raises(BadInput, match="take numbers above 0"):
        rs.rullo.plot_stopping_sets("5x5", "0-3")
    with pytest.raises(BadInput, match="number = 0"):
        rs.rullo.plot_stopping_sets("5x5", "1-3", number=0)
