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
from tests.puzzles.protocol import AMBIGUOUS, INFEASIBLE, KINDS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_rich_display(kind):
    example, puzzles = puzzle(kind), rc.Puzzles([puzzle(kind)] * 20)
    svg = example._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg == puzzle(kind)._repr_svg_()
    assert "<title>first</title>" in svg
    assert repr(example) == f"<{type(example).__name__} {api_of(example).size_of(example)} 'first'>"
    assert "'" not in repr(puzzle(kind, AMBIGUOUS))
    gallery = puzzles._repr_html_()
    assert gallery.count("<svg ") == 12
    assert gallery.count("<title>first</title>") == 12
    assert "… and 8 more" in gallery
    assert repr(puzzles) == "<20 puzzles>"
    assert isinstance(puzzles[:2], rc.Puzzles)
    assert "<tr><th>simple</th><td>True</td></tr>" in example.rate()._repr_html_()
    assert example.steps()._repr_html_().count("<tr>") == len(example.steps()) + 1
    assert example.solve()._repr_html_().count("<svg ") == 1
    assert "there may be others" in puzzle(kind, AMBIGUOUS).solve(1)._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_plots_take_axes_and_leave_the_style_alone(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    style = dict(matplotlib.rcParams)
    figure, (first_axes, second_axes) = plt.subplots(1, 2)
    example = puzzle(kind)
    assert example.plot(ax=first_axes) is first_axes
    assert example.plot(example.solution, ax=second_axes) is second_axes
    shapes = [len(ax.patches) + len(texts_of(ax).get_paths()) for ax in (first_axes, second_axes)]
    assert shapes[1] >= shapes[0] > 0
    assert first_axes.get_aspect() == 1
    assert example.plot().figure is not figure
    assert example.plot(level=api_of(example).levels[-1]) is not None
    gallery = module(kind).plot([example, example, example], columns=2, solved=True)
    assert len(gallery) == 3
    assert len(gallery[0].figure.axes) == 4
    assert dict(matplotlib.rcParams) == style
    with pytest.raises(BadInput, match="exclude each other"):
        example.plot(example.solution, solved=True)
    unsolvable = puzzle(kind, INFEASIBLE)
    with pytest.raises(BadInput, match=f"^{unsolvable.name or 'the puzzle'}.* has no solution to draw"):
        unsolvable.plot(solved=True)
    for example, name in ((replace(unsolvable, name="a"), "a"), (replace(unsolvable, name=""), "the puzzle")):
        with pytest.raises(BadInput, match=f"^{name} has no solution: "):
            example.plot(level=api_of(example).levels[-1])
    plt.close("all")


def looks(axes):
    texts = texts_of(axes)
    return (
        [(patch.get_facecolor(), patch.get_path().vertices.tolist()) for patch in axes.patches],
        [path.vertices.tolist() for path in texts.get_paths()],
        texts.get_facecolor().tolist(),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_plots_show_what_is_asked_for(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    example = puzzle(kind)
    printed, solved = looks(example.plot()), looks(example.plot(example.solution))
    assert printed != solved
    assert looks(module(kind).plot(example)[0]) == printed
    assert looks(module(kind).plot(example, solved=True)[0]) == solved
    assert looks(example.plot(level=api_of(example).levels[-1])) != printed
    assert len(module(kind).plot(example, columns=9)[0].figure.axes) == 1
    assert len(rc.plot([example] * 3, columns=2)[0].figure.axes) == 4
    with pytest.raises(BadInput, match=r"level 'x': "):
        example.plot(level="x")
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
    example = puzzle(kind)
    api = api_of(example)
    assert api.panel(example, api.checked_values(example, None)) == api.panel(example)


def test_a_sheet_with_a_wrong_suffix_is_refused_before_anything_is_solved(tmp_path):
    without_solution = rc.rullo.parse("5 7\n3 1 4\n9 5 3")
    with pytest.raises(BadInput, match=r"a sheet is a \.pdf or \.svg file"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.png")
    with pytest.raises(BadInput, match="has no solution to show"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.pdf")
