"""Boards as SVG: all that is drawn is there, inside the picture, and can be read as XML."""

import xml.etree.ElementTree as ET

import pytest

from rullo_core.views.panels import Label, Panel, Square
from rullo_core.views.svg import Gallery, gallery_of, svg_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parts_of(panel):
    root = ET.fromstring(svg_of(panel))
    return root, {name: list(root.iter(NAMESPACE + name)) for name in ("path", "g", "text", "title")}


def test_all_parts_are_drawn():
    squares = [Square(0, 0, 1, 1, "white", "#333333", 0.8), Square(1, 0, 1, 1, "#8fd18f"), Square(0, 0, 2, 1, "none")]
    labels = [Label(0.5, 0.5, "7"), Label(1.5, 0.5, "<&", "white", "bold", 0.5)]
    panel = Panel(2, 1, squares, labels, "a & b", strokes=[(0, 0, 1, 1)], dashes=[(0, 0, 2, 0), (0, 0, 0, 1)])
    root, parts = parts_of(panel)
    drawings = [(element.get("d"), element.get("fill"), element.get("stroke")) for element in parts["path"]]
    assert drawings == [
        ("M0 0h1v1h-1z", "white", "#333333"),
        ("M1 0h1v1h-1z", "#8fd18f", None),
        ("M0 0h2v1h-2z", "none", None),
        ("M0 0L1 1", "none", "#ffffff"),
        ("M0 0H2M0 0V1", "none", "#555555"),
    ]
    assert [element.text for element in parts["text"]] == ["7", "<&", "a & b"]
    _, plain, small = parts["g"]
    assert (plain.get("fill"), plain.get("font-weight")) == ("black", None)
    assert (small.get("fill"), small.get("font-weight")) == ("white", "bold")
    assert float(small.get("font-size")) == float(plain.get("font-size")) / 2
    assert [element.get("stroke-dasharray") is None for element in parts["path"][-2:]] == [True, False]
    assert parts["title"][0].text == "a & b"
    assert root.get("viewBox").split()[:2] == ["-0.1", "-0.1"]


def test_what_looks_the_same_is_written_once():
    """Cells of the same fill, and digits of the same look at the same height, each at its own place."""
    cells = [Square(i % 9, i // 9, 1, 1, ("white", "black")[i % 2], "#333333", 0.8) for i in range(81)]
    digits = [Label(i % 9 + 0.25, i // 9 + 0.5, str(i % 9 + 1)) for i in range(81)]
    _, parts = parts_of(Panel(9, 9, cells, [*digits, Label(0, 0.5, "10"), Label(1, 0.5, "é"), Label(2, 0.5, "11")]))
    assert [element.get("d").count("M") for element in parts["path"]] == [41, 40]
    assert [element.text for element in parts["text"]] == ["123456789"] * 9 + ["10", "é", "11"]
    assert all(
        list(map(float, element.get("x").split())) == [i + 0.25 for i in range(9)] for element in parts["text"][:9]
    )


def test_squares_are_drawn_in_their_order():
    """A frame between cells, and squares that lie over each other; frames after each other are drawn together."""
    thin, frame = ("white", "#333333", 0.4), ("none", "#333333", 0.4)
    squares = [Square(0, 0, 1, 1, *thin), Square(0, 0, 1, 1, *frame), Square(0, 0, 2, 1, *frame)]
    squares += [Square(1, 0, 1, 1, *thin), Square(0, 0, 2, 2, *thin), Square(1, 0, 2, 2, *thin)]
    _, parts = parts_of(Panel(2, 1, squares, []))
    assert [element.get("d") for element in parts["path"]] == [
        "M0 0h1v1h-1z",
        "M0 0h1v1h-1zM0 0h2v1h-2z",
        "M1 0h1v1h-1z",
        "M0 0h2v2h-2z",
        "M1 0h2v2h-2z",
    ]


def test_a_gallery_names_its_boards_and_shows_them():
    boards = Gallery(Panel(1, 1, [], [], caption) for caption in ("first", "a\nb"))
    assert repr(boards) == "<boards: first, a b>"
    assert boards._repr_html_().count("<svg") == 2


def test_what_stands_beside_a_board_is_inside_the_picture():
    root, parts = parts_of(Panel(2, 2, [], [Label(-0.65, 0.5, "12"), Label(0.5, -0.55, "7")], margin=True))
    x, y, width, height = map(float, root.get("viewBox").split())
    assert all(
        x < float(element.get("x")) < x + width and y < float(element.get("y")) < y + height
        for element in parts["text"]
    )


def test_what_stands_beyond_a_board_is_inside_the_picture():
    root, _ = parts_of(Panel(1, 1, [], [], beyond=True))
    assert root.get("viewBox") == "-0.1 -0.1 2.2 2.2"


def test_a_caption_stands_below_the_middle_of_the_picture():
    for margin in (False, True):
        root, parts = parts_of(Panel(3, 3, [], [], "some words", margin=margin))
        x, _, width, _ = map(float, root.get("viewBox").split())
        assert float(parts["text"][0].get("x")) == pytest.approx(x + width / 2)


def test_a_long_caption_has_several_lines_inside_the_picture():
    root, parts = parts_of(Panel(3, 3, [], [], "figure 1: the worked example, difficulty 3.5"))
    _, y, width, height = map(float, root.get("viewBox").split())
    lines = [element.text for element in parts["text"]]
    assert " ".join(lines) == "figure 1: the worked example, difficulty 3.5"
    assert max(map(len, lines)) * 0.27 <= width
    assert float(parts["text"][-1].get("y")) < y + height


def test_a_gallery_says_how_many_more_there_are():
    assert gallery_of([Panel(1, 1, [], [])] * 3, omitted=1200).count("<svg") == 3
    assert "and 1,200 more" in gallery_of([], omitted=1200)
    assert "more" not in gallery_of([Panel(1, 1, [], [])])
