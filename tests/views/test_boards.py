"""Boards as matplotlib draws them."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from rullo_core.views.boards import TEXT, draw_on
from rullo_core.views.panels import Label, Panel
from tests.drawn import texts_of


def outline(label, **settings):
    """The shape of a label, as it is drawn with some settings of matplotlib."""
    with mpl.rc_context({key.replace("_", "."): value for key, value in settings.items()}):
        figure, axes = plt.subplots()
        draw_on(axes, Panel(2, 2, [], [label]))
        (shape,) = texts_of(axes).get_paths()
        plt.close(figure)
    return shape


def test_a_label_is_drawn_in_the_font_of_the_settings_of_now():
    label = Label(0.5, 0.5, "7")
    before, serif = outline(label), outline(label, font_family="DejaVu Serif")
    assert not np.array_equal(before.vertices, serif.vertices)
    assert np.array_equal(before.vertices, outline(label).vertices)


@pytest.mark.parametrize("size", [1, 0.5])
def test_a_label_is_as_high_as_its_size_says_and_in_the_middle_of_its_place(size):
    extents = outline(Label(1.5, 0.5, "0", size=size)).get_extents()
    assert np.allclose((extents.min + extents.max) / 2, (1.5, 0.5))
    assert np.isclose(extents.height, TEXT * size)


def test_each_label_has_its_ink_and_its_place():
    figure, axes = plt.subplots()
    labels = [Label(0.5, 0.5, "1", ink="#ff0000"), Label(1.5, 1.5, "1", ink="#0000ff")]
    draw_on(axes, Panel(2, 2, [], labels))
    texts = texts_of(axes)
    assert [to_hex(color) for color in texts.get_facecolor()] == [label.ink for label in labels]
    shapes = [path.get_extents() for path in texts.get_paths()]
    assert np.allclose([(one.min + one.max) / 2 for one in shapes], [(0.5, 0.5), (1.5, 1.5)], atol=0.1)
    plt.close(figure)
