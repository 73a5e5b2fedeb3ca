"""What a reader chooses with a slider or selector, without a browser: its script is run by node."""

import re

import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.reports.notebook import execute
from tests.player import scripts

MOVE = """
const figures = given[1].map((display) => ({ style: { display } }));
const control = { value: String(given[2]), closest: () => ({ querySelectorAll: () => figures }) };
new Function(given[0]).call(control);
console.log(JSON.stringify(figures.map((one) => one.style.display)));
"""
"""The slider or selector is moved to a place, on a page of which the styles of the figures are given."""

SUDOKU = rc.sudoku.parse(".4...32....3....")


def draw(level):
    return SUDOKU.plot(level=level)


@pytest.mark.parametrize(("values", "control"), [(["naked", "hidden", "gac"], "select"), ([1, 2.5, 4], "input")])
def test_the_value_decides_what_is_shown(values, control):
    """One figure is shown at first, and another one for each other value."""
    html = rc.choose(lambda value: pd.DataFrame({"it": [value]}), values, label="part", start=-1)._repr_html_()
    assert f"<label>part <{control} " in html
    styles = re.findall(r'<figure(?: style="display:(\w+)")?>', html)
    assert styles == ["none", "none", ""]
    (script,) = re.findall(r'on(?:input|change)="(.*?)">', html)
    for place, value in enumerate(values):
        displays = scripts.run(MOVE, script, styles, place)
        assert displays == ["" if i == place else "none" for i in range(3)]
        assert f"<td>{value}</td>" in html.split("<figure")[1 + place]


@pytest.mark.slow
def test_a_slider_is_moved_with_keys(browser):
    page = browser.new_page()
    page.set_content(rc.choose(lambda number: pd.DataFrame([number]), range(3), label="pass", start=1)._repr_html_())
    visible = []
    for key in ("Shift", "ArrowRight", "Home"):
        page.get_by_label("pass").press(key)
        visible.append([figure.is_visible() for figure in page.locator("figure").all()])
    page.close()
    assert visible == [[False, True, False], [False, False, True], [True, False, False]]


def test_a_selector_and_a_slider_begin_with_what_is_shown():
    """Each knows the numbers of all that can be shown."""
    selector = rc.choose(draw, ["naked", "gac"], start=1)._repr_html_()
    assert '<option value="0">naked</option><option value="1" selected>gac</option>' in selector
    slider = rc.choose(lambda number: pd.DataFrame([number]), range(1, 6), start=2)._repr_html_()
    assert '<input type="range" min="0" max="4" value="2" ' in slider


def test_pictures_are_the_same_bytes_and_leave_no_figure_open():
    numbers = plt.get_fignums()
    first, second = (rc.choose(draw, ["naked", "gac"], label="level") for _ in range(2))
    assert first._repr_html_() == second._repr_html_()
    assert first.frames["naked"] != first.frames["gac"]
    assert '<img alt="level gac" src="data:image/png;base64,' in first.frames["gac"]
    assert plt.get_fignums() == numbers


def test_axes_figures_and_several_axes_are_the_same_picture():
    def axes(value):
        figure, (first, second) = plt.subplots(1, 2)
        first.set_title(f"<{value}>")
        return figure, first, [first, second]

    pictures = {rc.choose(lambda value, i=i: axes(value)[i], ["a"]).frames["a"] for i in range(3)}
    assert len(pictures) == 1


def test_texts_are_escaped():
    html = rc.choose(lambda value: pd.DataFrame([1]), ["<b>"], label="a & b")._repr_html_()
    assert "a &amp; b &lt;b&gt;" in html
    assert "<b>" not in html


@pytest.mark.parametrize(("values", "start", "says"), [([], 0, "no values"), ([1, 2], 2, "there are 2 values")])
def test_what_cannot_be_chosen(values, start, says):
    with pytest.raises(BadInput, match=says):
        rc.choose(draw, values, start=start)


@pytest.mark.slow
def test_a_notebook_with_a_choice_has_the_same_bytes_each_time(tmp_path):
    """And holds nothing but the table or picture and a line of text."""
    source = "import rullo_core as rc\nsudoku = rc.sudoku.parse('.4...32....3....')\n"
    source += "rc.choose(lambda level: sudoku.plot(level=level), ['naked', 'gac'])"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, id="one")])
    notebook.cells.insert(0, nbformat.v4.new_code_cell("", id="none", metadata={"tags": ["parameters"]}))
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, tmp_path / "in.ipynb")
    for name in ("one.ipynb", "two.ipynb"):
        execute(tmp_path / "in.ipynb", tmp_path / name)
    assert (tmp_path / "one.ipynb").read_bytes() == (tmp_path / "two.ipynb").read_bytes()
    (output,) = nbformat.read(tmp_path / "one.ipynb", as_version=4).cells[1].outputs
    assert set(output["data"]) == {"text/html", "text/plain"}
    assert output["data"]["text/plain"] == "<value: naked, gac>"
