"""Boards as matplotlib draws them."""

import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from rullo_core.views.boards import TEXT, draw_on, lay_out
from rullo_core.views.panels import GIVEN_FILL, SOLVED_FILL, Label, Panel, Square, cells_of_grid
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
    sans, serif = outline(label), outline(label, font_family="DejaVu Serif")
    assert not np.array_equal(sans.vertices, serif.vertices)
    assert np.array_equal(sans.vertices, outline(label).vertices)


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
    assert np.allclose([(extents.min + extents.max) / 2 for extents in shapes], [(0.5, 0.5), (1.5, 1.5)], atol=0.1)
    plt.close(figure)


SIDES = 2, 3
"""Columns and rows of the boards below."""


def panels_of(number, has_beyond=False):
    """Boards with a square, a label of two digits, and a caption for each cell or board."""
    cells = [(column, row) for row in range(SIDES[1]) for column in range(SIDES[0])]
    squares = [Square(*cell, 1, 1, "white", "black", 1) for cell in cells]
    labels = [Label(column + 0.5, row + 0.5, f"1{column}") for column, row in cells]
    return [Panel(*SIDES, squares, labels, f"caption {i}", beyond=has_beyond) for i in range(number)]


@pytest.mark.parametrize("has_beyond", [False, True])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_boards_are_beside_each_other_with_captions_below(columns, has_beyond):
    """Each in a part of the picture of its own, with a caption below its middle, and labels in the middle of cells."""
    figure = lay_out(panels_of(4, has_beyond), columns)
    (axes,) = figure.axes
    squares, *labels = axes.collections
    corners = np.array([path.vertices[:4].min(axis=0) for path in squares.get_paths()]).reshape(4, -1, 2)
    assert np.allclose(corners - corners[:, :1], corners[0] - corners[0, 0])
    parts = axes.get_xlim()[1] / columns, axes.get_ylim()[0] / math.ceil(4 / columns)
    for i, ((x, y), text) in enumerate(zip(corners[:, 0], axes.texts, strict=True)):
        row, column = divmod(i, columns)
        assert column * parts[0] <= x <= x + SIDES[0] <= (column + 1) * parts[0]
        assert row * parts[1] <= y <= y + SIDES[1] + has_beyond < text.get_position()[1] < (row + 1) * parts[1]
        assert (text.get_text(), text.get_position()[0]) == (f"caption {i}", pytest.approx(x + SIDES[0] / 2))
    places = np.concatenate([label.get_offsets() for label in labels])
    assert np.allclose(sorted(map(tuple, places)), sorted(map(tuple, corners.reshape(-1, 2) + 0.5)))
    for label in labels:
        extents = label.get_paths()[0].get_extents()
        assert np.allclose(extents.min + extents.max, 0, atol=0.1)
    plt.close(figure)


@pytest.mark.parametrize("digits", [4, 6, 9])
def test_possible_digits_are_in_reading_order_inside_their_cell(digits):
    """As many beside each other as below: of all but one digit of a cell in the second column, third row."""
    columns = math.ceil(digits**0.5)
    candidates = [range(2, digits + 1)] * 6
    _, labels = cells_of_grid(2, [0] * 6, candidates, digits)
    labels = labels[-digits + 1 :]
    assert [label.text for label in labels] == [str(digit) for digit in range(2, digits + 1)]
    assert all(1 < label.x < 2 and 2 < label.y < 3 for label in labels)
    steps = [divmod(digit - 1, columns) for digit in range(2, digits + 1)]
    places = [sorted({getattr(label, axis) for label in labels}) for axis in "yx"]
    assert [(places[0].index(label.y), places[1].index(label.x)) for label in labels] == steps
    assert all(np.ptp(coordinates[i : i + 2]) > 0.2 for coordinates in places for i in range(len(coordinates) - 1))


def test_a_known_digit_stands_in_the_middle_of_a_cell_of_its_colour():
    squares, labels = cells_of_grid(2, [4, 0, 0, 0], [(4,), (3,), (1, 2), (1, 2, 3, 4)], 4)
    assert [square.fill for square in squares] == [GIVEN_FILL, SOLVED_FILL, "white", "white"]
    printed, solved, *possible = labels
    assert (printed.x, printed.y, printed.text, printed.size) == (0.5, 0.5, "4", solved.size)
    assert (solved.x, solved.y, solved.text) == (1.5, 0.5, "3")
    assert [label.text for label in possible] == ["1", "2"]
    assert all(label.size < solved.size for label in possible)


def drawn_cells(layout, columns, width, dpi):
    """The pixels of each cell of a board on some of several axes, in which every cell has the same digit."""
    figure, axes = plt.subplots(1, columns, figsize=(width, 3), layout=layout, squeeze=False)
    panel = Panel(4, 3, [], [Label(x + 0.5, y + 0.5, "7") for x in range(4) for y in range(3)])
    for ax in axes.flat:
        draw_on(ax, panel)
    figure.set_dpi(dpi)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())
    boxes = [ax.transData.transform([(x, y), (x + 1, y + 1)]) for ax in axes.flat for x in range(4) for y in range(3)]
    plt.close(figure)
    return boxes, [pixels[round(len(pixels) - y0) : round(len(pixels) - y1), round(x0) : round(x1)]
                   for (x0, y0), (x1, y1) in boxes]  # fmt: skip


@pytest.mark.parametrize("layout", ["constrained", "tight", None])
@pytest.mark.parametrize(("columns", "width", "dpi"), [(1, 3.17, 100), (3, 7.3, 100), (2, 5.9, 83)])
def test_every_cell_is_drawn_on_the_same_whole_pixels(layout, columns, width, dpi):
    boxes, cells = drawn_cells(layout, columns, width, dpi)
    assert len(boxes) == 12 * columns
    assert np.allclose(boxes, np.round(boxes), atol=1e-6)
    assert len({cell.tobytes() for cell in cells}) == 1
    assert len({cell.shape for cell in cells}) == 1
    assert cells[0].min() < 50 < cells[0].max()


@pytest.mark.parametrize(("size", "is_moved"), [(0.2, False), (3, True)])
def test_a_board_is_smaller_by_less_than_a_pixel_for_each_cell_and_a_tiny_one_stays(size, is_moved):
    figure, axes = plt.subplots(figsize=(size, size), dpi=97)
    draw_on(axes, Panel(4, 3, [], [Label(0.5, 0.5, "7")]))
    locator = axes.get_axes_locator()
    axes.set_axes_locator(None)
    figure.canvas.draw()
    old = axes.get_window_extent().bounds
    axes.set_axes_locator(locator)
    figure.canvas.draw()
    new = axes.get_window_extent().bounds
    plt.close(figure)
    assert (not np.allclose(old, new)) == is_moved
    assert 0 <= old[2] - new[2] < 4.2 + 0.001
    assert np.allclose(np.add(old[:2], np.divide(old[2:], 2)), np.add(new[:2], np.divide(new[2:], 2)), atol=1)


def test_a_place_that_is_chosen_stays():
    """As that of axes inside others, which have a locator, and of axes whose cells are stretched."""
    figure, axes = plt.subplots(figsize=(3.17, 3))
    inset = axes.inset_axes((0.1, 0.1, 0.5, 0.5))
    locator = inset.get_axes_locator()
    draw_on(inset, Panel(4, 3, [], []))
    assert inset.get_axes_locator() is locator
    draw_on(axes, Panel(4, 3, [], []))
    axes.set_aspect("auto")
    figure.canvas.draw()
    assert np.allclose(axes.get_position().bounds, axes.get_position(original=True).bounds)
    plt.close(figure)
