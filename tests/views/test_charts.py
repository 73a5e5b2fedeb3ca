"""Charts and boards of any puzzle."""

import re

import matplotlib
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from nbclient import NotebookClient

from rullo_core.datasets.tally import Tally
from rullo_core.paths import PACKAGE
from rullo_core.sudoku.levels import LEVELS
from rullo_core.views import charts
from rullo_core.views.boards import lay_out
from rullo_core.views.panels import Label, Panel, Square
from rullo_studies.killer import figures as killer_figures
from rullo_studies.rullo.charts import plot_by_required
from rullo_studies.sudoku import charts as sudoku_charts


def bars(kinds):
    """Kind and colour of the bars of a tally with a puzzle of each kind."""
    frame = pd.DataFrame({"outcome": kinds, "passes": 2.0, "puzzles": 1})
    axes = charts.difficulty_distribution(Tally.from_frame(frame)).axes[0]
    handles, labels = axes.get_legend_handles_labels()
    return {label: to_hex(handle.patches[0].get_facecolor()) for handle, label in zip(handles, labels, strict=True)}


def test_kinds_have_their_own_colours():
    """Simple and exhaustive the same everywhere, and no other kind has theirs."""
    usual = {kind: colour.lower() for kind, colour in charts.COLOURS.items()}
    assert bars(["simple", "exhaustive"]) == usual
    colours = bars(["simple", "ambiguous", "none", "rectangular"])
    assert colours["simple"] == usual["simple"]
    assert len(set(colours.values())) == 4
    assert usual["exhaustive"] not in colours.values()


def test_boards_stand_side_by_side():
    panel = Panel(2, 1, [Square(0, 0, 1, 1, "white", "black", 1)], [Label(0.5, 0.5, "7"), Label(1.5, 0.5, "7")], "one")
    figure = lay_out([panel, None, panel], columns=2)
    (axes,) = figure.axes
    squares, numbers = axes.collections
    assert len(squares.get_paths()) == 2
    assert numbers.get_label() == "7"
    places = numbers.get_offsets()
    assert len(places) == 4
    assert places[1][0] - places[0][0] == pytest.approx(1)
    assert places[2][1] > places[0][1]
    assert [text.get_text() for text in axes.texts] == ["one", "one"]


def distribution(**columns):
    return charts.difficulty_distribution(Tally.from_frame(pd.DataFrame(columns)))


def test_only_kinds_that_are_there_are_drawn_each_on_its_tick():
    """A tally of simple puzzles only has one bar at each difficulty, in the middle of its tick, and one name."""
    (axes,) = distribution(outcome=["simple", "simple"], passes=[1.0, 2.0], puzzles=[5, 7]).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["simple"]
    assert [bar.get_x() + bar.get_width() / 2 for bar in axes.patches] == pytest.approx([1, 2])
    (axes,) = distribution(outcome=["simple", "exhaustive"], passes=[1.0, 1.0], puzzles=[5, 7]).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["simple", "exhaustive"]
    places = [bar.get_x() + bar.get_width() / 2 for bar in axes.patches]
    assert np.mean(places) == pytest.approx(1)
    assert places[0] < places[1]


def test_only_curves_with_a_point_are_drawn_and_named():
    classes = pd.DataFrame({"class": ["easy", "easy", "hard"], "passes_cages_first": [5.0, 6.0, np.nan]})
    (axes,) = killer_figures.passes_by_class(classes).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["easy"]
    assert len(axes.lines) == 1


def test_panels_of_the_report_show_shares_in_per_cent_and_counts_as_they_are():
    assert {(label.endswith("%"), factor) for label, (_, factor) in killer_figures.PANELS.items()} == {
        (True, 100), (False, 1)
    }  # fmt: skip


@pytest.mark.parametrize("required", [0, 4])
def test_a_single_number_of_required_cells_has_its_point_on_its_tick(required):
    frame = pd.DataFrame({"outcome": ["simple"], "passes": [2.0], "required": [required], "puzzles": [3]})
    axes = plot_by_required(frame)
    assert axes.get_xticks().tolist() == [required]
    assert axes.lines[0].get_xdata().tolist() == [required]
    assert sum(axes.get_xlim()) / 2 == pytest.approx(required)


def test_a_level_more_has_a_look_of_its_own(monkeypatch):
    """Of levels that there are none is changed by it."""
    looks = {level: sudoku_charts.look_of(level) for level in LEVELS}
    levels = {**LEVELS, **{f"level {i}": () for i in range(20)}}
    monkeypatch.setattr(sudoku_charts, "LEVELS", levels)
    new_looks = {level: sudoku_charts.look_of(level) for level in levels}
    assert len({tuple(look.items()) for look in new_looks.values()}) == len(levels)
    assert {level: new_looks[level] for level in LEVELS} == looks
    table = pd.DataFrame({level: [0.5, 0.5] for level in levels}, index=[1, 2])
    assert len(sudoku_charts.plot_passes(table).lines) == len(levels)


def test_what_a_reader_plots_after_us_appears():
    """In a notebook, after a figure of the package: it must not leave pyplot as it was before there was a backend."""
    cells = [
        "import pandas as pd\nfrom rullo_core.datasets.tally import Tally\nfrom rullo_core.views import charts",
        "frame = pd.DataFrame({'outcome': ['simple'], 'passes': 1.0, 'puzzles': 1})\n"
        "charts.difficulty_distribution(Tally.from_frame(frame))",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2]);",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    images = [sum("image/png" in output.get("data", {}) for output in cell.outputs) for cell in notebook.cells]
    assert images == [0, 1, 1]


def test_the_style_is_left_as_it_was():
    matplotlib.rcdefaults()  # a notebook that has run in this process may have set the style
    settings = dict(matplotlib.rcParams)
    with charts.styled():
        assert dict(matplotlib.rcParams) != settings
        plt.ion()
    assert plt.isinteractive()
    plt.ioff()
    with charts.styled():
        pass
    assert not plt.isinteractive()
    assert dict(matplotlib.rcParams) == settings


def test_every_figure_is_made_in_the_style():
    """Nowhere else is a style opened; puzzles are drawn on the axes of whoever asks, in the style that these have."""
    for path in set(PACKAGE.parent.glob("rullo_*/**/*.py")) - {
        PACKAGE / "puzzles" / name for name in ("base.py", "drawing.py")
    }:
        source = path.read_text()
        if path.name != "charts.py" or path.parent.name != "views":
            assert "style.context" not in source, path
            assert "rc_context" not in source, path
        makes = re.findall(r"^( *).*\bplt\.(?:subplots|figure)\(", source, re.M)
        opens = re.findall(r"^( *)with .*\bstyled\(\)", source, re.M)
        assert len(makes) <= len(opens), f"{path}: make every figure with styled()"
