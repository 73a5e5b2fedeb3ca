"""Texts of others are texts wherever they are shown: as many elements, and in them the text."""

import json
from dataclasses import replace

import pandas as pd
import pytest
from bs4 import BeautifulSoup

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.escaping import as_html, as_line, as_markdown, as_script
from rullo_core.player.kinds import kinds
from rullo_core.puzzles.lookup import api_of

HOSTILE = [
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--", "-->",
    "]]>", "<![CDATA[", "&lt;b&gt;", "&amp;", "&#60;b&#62;", "\" onload=alert(1) a=\"", "' onload=alert(1) a='",
    "</title>", "</svg><b>", "</table></td>", "</textarea>", "<a href=javascript:alert(1)>", "javascript:alert(1)",
    "`alert(1)`", "${alert(1)}", "{{ 7 * 7 }}", "{0} %s", "[a](javascript:alert(1))", "**a** _b_", "a | b", "$x^2$",
    "\\input{a}", "\x1b[2J\x1b]0;a\x07", "\x9b31m", "a\x00b", "a\u2028b", "a\nb", "a\r\n# b", "\u202eabc", "\ud800",
    "\udc80", "x" * 5000, "\U0001f469\u200d\U0001f52c", "=1+1", "-1", "@a", '"a","b"', "../../etc/passwd", "a: b",
    "- a", "!!python/none", "# a", "killer 9x9 boxes 3x3", "\u6570\u72ec",
]  # fmt: skip


def shape(page):
    """The elements of a page, with the names of their attributes."""
    return [(one.name, sorted(one.attrs)) for one in BeautifulSoup(page, "html.parser").find_all(True)]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_dataset_says_of_itself_is_text(text):
    def shown(kind):
        frame = pd.DataFrame({"kind": [kind.encode(errors="replace").decode()], "difficulty": [1.0], "puzzles": [3]})
        manifest = {"experiment": kind, "parameters": {kind: kind}}
        return Dataset(Tally(frame), manifest, None, None)._repr_html_()

    assert shape(shown(text)) == shape(shown("simple"))


@pytest.mark.parametrize("text", HOSTILE)
def test_each_target_keeps_a_text(text):
    (script,) = BeautifulSoup(f"<script>{as_script([text])}</script>", "html.parser").find_all(True)
    assert json.loads(script.string) == [text]
    assert BeautifulSoup(as_html(text), "html.parser").find(True) is None
    as_html(text).encode()
    assert all(one.isprintable() for one in as_line(text))
    assert "|" not in as_markdown(text).replace("\\|", "")
    as_markdown(text).encode()


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_a_name_given_in_python_is_a_name_in_every_file(kind):
    puzzle = kind.puzzle.parse(kind.shelf[0])
    api, plain = api_of(puzzle), shape(replace(puzzle, name="a")._repr_svg_())
    for text in HOSTILE:
        named = replace(puzzle, name=text)
        assert replace(named, name=named.name).name == named.name
        (again,) = api.parse_text(api.to_text([named]), "text")
        assert (again, again.name) == (named, named.name)
        if 0 < len(text) < 20 and named.name:
            assert {one for one, _ in shape(named._repr_svg_())} == {one for one, _ in plain}
