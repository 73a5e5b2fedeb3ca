"""Boards as SVG: all that is drawn is there, inside the picture, and can be read as XML."""

import xml.etree.ElementTree as ET

import pytest

from rullo_core.views.panels import Label, Panel, Square
from rullo_core.views.svg import gallery_of, svg_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parts_of(panel):
    root = ET.fromstring(svg_of(panel))
    return root, {name: list(root.iter(NAMESPACE + name)) for name in ("rect", "text", "line", "title")}


def test_all_parts_are_drawn():
    squares = [Square(0, 0, 1, 1, "white", "#333333", 0.8), Square(1, 0, 1, 1, "#8fd18f")]
    labels = [Label(0.5, 0.5, "7"), Label(1.5, 0.5, "<&", "white", "bold", 0.5)]
    panel = Panel(2, 1, squares, labels, "a & b", strokes=[(0, 0, 1, 1)], dashes=[(0, 0, 2, 0)])
    root, parts = parts_of(panel)
    assert [element.get("stroke") for element in parts["rect"]] == ["#333333", None]
    assert [element.text for element in parts["text"]] == ["7", "<&", "a & b"]
    assert parts["text"][1].get("font-weight") == "bold"
    assert float(parts["text"][1].get("font-size")) == float(parts["text"][0].get("font-size")) / 2
    assert [element.get("stroke-dasharray") is None for element in parts["line"]] == [True, False]
    assert parts["title"][0].text == "a & b"
    assert root.get("viewBox").split()[:2] == ["-0.1", "-0.1"]


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
