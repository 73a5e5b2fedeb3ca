"""Puzzles of every kind are drawn: in notebooks, on axes and on sheets."""

from dataclasses import replace

import matplotlib
import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of
from rullo_core.views.boards import draw_on
from rullo_core.views.panels import Label, Panel
from tests.drawn import texts_of
from tests.puzzles.protocol import KINDS, NONE, SEVERAL, module, puzzle

pytestmark = pytest.mark.usefixtures("more")


@pytest.mark.parametrize("kind", KINDS)
def test_rich_display(kind):
    one, several = puzzle(kind), rc.Puzzles([puzzle(kind)] * 20)
    svg = one._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg == puzzle(kind)._repr_svg_()
    assert "<title>first</title>" in svg
    assert repr(one) == f"<{type(one).__name__} {api_of(one).size_of(one)} 'first'>"
    assert "'" not in repr(puzzle(kind, SEVERAL))
    gallery = several._repr_html_()
    assert gallery.count("<svg ") == 12
    assert gallery.count("<title>first</title>") == 12
    assert "… and 8 more" in gallery
    assert repr(several) == "<20 puzzles>"
    assert isinstance(several[:2], rc.Puzzles)
    assert "<tr><th>simple</th><td>True</td></tr>" in one.rate()._repr_html_()
    assert one.steps()._repr_html_().count("<tr>") == len(one.steps()) + 1
    assert one.solve()._repr_html_().count("<svg ") == 1
    assert "there may be others" in puzzle(kind, SEVERAL).solve(1)._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_plots_take_axes_and_leave_the_style_alone(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    before = dict(matplotlib.rcParams)
    figure, (left, right) = plt.subplots(1, 2)
    one = puzzle(kind)
    assert one.plot(ax=left) is left
    assert one.plot(one.solution, ax=right) is right
    shapes = [len(ax.patches) + len(texts_of(ax).get_paths()) for ax in (left, right)]
    assert shapes[1] >= shapes[0] > 0
    assert left.get_aspect() == 1
    assert one.plot().figure is not figure
    assert one.plot(level=api_of(one).levels[-1]) is not None
    drawn = module(kind).plot([one, one, one], columns=2, solved=True)
    assert len(drawn) == 3
    assert len(drawn[0].figure.axes) == 4
    assert dict(matplotlib.rcParams) == before
    with pytest.raises(BadInput, match="exclude each other"):
        one.plot(one.solution, solved=True)
    none = puzzle(kind, NONE)
    with pytest.raises(BadInput, match=f"^{none.name or 'the puzzle'}.* has no solution to draw"):
        none.plot(solved=True)
    for one, name in ((replace(none, name="a"), "a"), (replace(none, name=""), "the puzzle")):
        with pytest.raises(BadInput, match=f"^{name} has no solution: "):
            one.plot(level=api_of(one).levels[-1])
    plt.close("all")


def looks(axes):
    texts = texts_of(axes)
    return (
        [(one.get_facecolor(), one.get_path().vertices.tolist()) for one in axes.patches],
        [path.vertices.tolist() for path in texts.get_paths()],
        texts.get_facecolor().tolist(),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_plots_show_what_is_asked_for(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    one = puzzle(kind)
    printed, solved = looks(one.plot()), looks(one.plot(one.solution))
    assert printed != solved
    assert looks(module(kind).plot(one)[0]) == printed
    assert looks(module(kind).plot(one, solved=True)[0]) == solved
    assert looks(one.plot(level=api_of(one).levels[-1])) != printed
    assert len(module(kind).plot(one, columns=9)[0].figure.axes) == 1
    assert len(rc.plot([one] * 3, columns=2)[0].figure.axes) == 4
    with pytest.raises(BadInput, match=r"level 'x': "):
        one.plot(level="x")
    plt.close("all")


def test_plots_stand_upright():
    plt = pytest.importorskip("matplotlib.pyplot")
    axes = plt.figure().add_subplot()
    draw_on(axes, Panel(1, 1, [], [Label(0.5, 0.5, "L")]))
    bottom, top = axes.get_ylim()
    assert bottom > top
    assert axes.get_xlim() == (-0.1, 1.1)
    corners = texts_of(axes).get_paths()[0].vertices
    foot = corners[corners[:, 1] == corners[:, 1].max()]
    assert np.ptp(foot[:, 0]) == np.ptp(corners[:, 0])
    plt.close("all")


@pytest.mark.parametrize("kind", KINDS)
def test_where_nothing_is_written_nothing_is_drawn(kind):
    one = puzzle(kind)
    api = api_of(one)
    assert api.panel(one, api.checked_values(one, None)) == api.panel(one)


def test_a_sheet_with_a_wrong_suffix_is_refused_before_anything_is_solved(tmp_path):
    without_solution = rc.rullo.parse("5 7\n3 1 4\n9 5 3")
    with pytest.raises(BadInput, match=r"a sheet is a \.pdf or \.svg file"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.png")
    with pytest.raises(BadInput, match="has no solution to show"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.pdf")
