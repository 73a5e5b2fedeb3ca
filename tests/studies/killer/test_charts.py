"""Drawings for studies of Killer Sudokus."""

import re

import rullo_core as rc
import rullo_studies as rs


def test_boards_show_candidates_and_frames():
    """Cells with all digits are empty, and a single candidate is drawn large."""
    (puzzle,) = rc.killer.generate(size=4)
    html = rs.killer.show_candidates(
        puzzle, [("first", {}, []), ("second", {(1, 1): {1, 3}, (2, 4): {2}}, [(3, 1)])]
    )._repr_html_()
    first, second = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert (first.count("#d62728"), second.count("#d62728")) == (0, 1)
    assert re.findall(r"<title>(.*)</title>", html) == ["first", "second"]
    assert re.search(r'd="M0?\.04 2\.04h0?\.92.*stroke="#d62728"', second)
    texts = [re.findall(r"<text[^>]*>(.*)</text>", board) for board in (first, second)]
    assert sorted(texts[1]) == sorted([*texts[0][:-1], "1", "3", "2", "second"])
