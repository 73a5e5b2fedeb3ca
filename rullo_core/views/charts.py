"""Tallies as charts. The same kind has the same colour and marker everywhere."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.datasets.tally import Tally
from rullo_core.escaping import as_label
from rullo_core.files import written_whole

STYLE = Path(__file__).parent.parent / "style.mplstyle"
"""`matplotlib.pyplot.style.use("rullo_core.style")` uses it outside of the package."""

COLOURS = {"simple": "#0072B2", "exhaustive": "#D55E00"}
MARKERS = {"simple": "o", "exhaustive": "s"}
MANY_COLOURS = ("#0072B2", "#56B4E9", "#009E73", "#CC79A7", "#D55E00", "#E69F00", "#000000")
"""Colours of Okabe and Ito, for curves that are not about kinds of puzzles."""

OTHER_COLOURS = [colour for colour in MANY_COLOURS if colour not in COLOURS.values()]
"""Colours of kinds that only some puzzles have."""


@contextmanager
def styled() -> Iterator[None]:
    """Use the style of the package, for all that is drawn inside.

    A backend is loaded with the first figure, and may make pyplot interactive, as that of a notebook does. That stays
    when the style is left, so that plots that are made afterwards appear.
    """
    with plt.style.context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name may have signs that the font lacks
        yield
        interactive = plt.isinteractive()
    matplotlib.interactive(interactive)


def axes_or_new(ax: Axes | None, width: float, height: float, layout: str | None = "constrained") -> Axes:
    """Return axes to draw on: those given, or of a new figure of this size in inches."""
    return ax or plt.subplots(figsize=(width, height), layout=layout)[1]


def difficulty_distribution(tally: Tally) -> Figure:
    """Draw how many puzzles have each difficulty, on a logarithmic scale (the left half of the thesis's tables)."""
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        if not tally.without_skipped.total:
            say_empty(axes)
            return closed(figure)
        table = tally.count_by(tally.measure)
        looks = {kind: i for i, kind in enumerate(table) if table[kind].sum()}
        for place, (kind, look) in enumerate(looks.items()):
            counts = table[kind].to_numpy(float)
            shift = (place - (len(looks) - 1) / 2) * 0.4 / len(looks)
            axes.bar(
                table.index.to_numpy()[counts > 0] + shift,
                counts[counts > 0],
                width=0.4 / len(looks),
                color=COLOURS.get(kind, OTHER_COLOURS[look % len(OTHER_COLOURS)]),
                hatch=("", "////", "....", "xxxx")[look % 4],
                edgecolor="white",
                linewidth=0,
                label=as_label(kind),
            )
        axes.set_yscale("log")
        axes.set_ylim(bottom=0.7)  # so that even a single puzzle has a bar
        step = 0.5 if table.index.max() - table.index.min() < 8 else 1
        axes.set_xticks(np.arange(table.index.min(), table.index.max() + step, step))
        axes.set_xlabel("difficulty (passes, iterations)")
        axes.set_ylabel("puzzles")
        axes.legend()
    return closed(figure)


def say_empty(axes: Axes) -> None:
    """Write in place of a chart that there is nothing to show."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, "no puzzle has been rated", ha="center")


def closed(figure: Figure) -> Figure:
    """Take a figure from pyplot, so that a notebook shows it once, where it is displayed."""
    plt.close(figure)
    return figure


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write a figure as SVG, the same bytes on every run, under a name without suffix; return the files."""
    path = stem.with_name(f"{stem.name}.svg")
    with written_whole(path) as temporary, styled():
        figure.savefig(temporary, metadata={"Date": None, "Creator": None})
    return [path]
