"""Charts and boards of any puzzle."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from rullo_core.datasets.tally import Tally
from rullo_core.views import charts
from rullo_core.views.boards import Label, Panel, Square, lay_out


def bars(kinds):
    """Kind and colour of the bars of a tally with a puzzle of each kind."""
    frame = pd.DataFrame({"kind": kinds, "difficulty": 2.0, "puzzles": 1})
    axes = charts.difficulty_distribution(Tally.from_frame(frame)).axes[0]
    handles, labels = axes.get_legend_handles_labels()
    return {label: to_hex(handle.patches[0].get_facecolor()) for handle, label in zip(handles, labels, strict=True)}


def test_kinds_have_their_own_colours():
    """Simple and exhaustive the same everywhere, and no other kind has theirs."""
    usual = {kind: colour.lower() for kind, colour in charts.COLOURS.items()}
    assert bars(["simple", "exhaustive"]) == usual
    found = bars(["simple", "ambiguous", "none", "rectangular"])
    assert found["simple"] == usual["simple"]
    assert len(set(found.values())) == 4
    assert usual["exhaustive"] not in found.values()


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
