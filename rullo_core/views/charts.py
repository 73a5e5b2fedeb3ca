"""Tallies as charts. The same kind has the same colour and marker everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.datasets.tally import Tally
from rullo_core.files import written_whole

STYLE = Path(__file__).parent.parent / "style.mplstyle"
"""`matplotlib.pyplot.style.use("rullo_core.style")` uses it outside of the package."""

COLOURS = {"simple": "#0072B2", "exhaustive": "#D55E00"}
MARKERS = {"simple": "o", "exhaustive": "s"}
MANY_COLOURS = ("#0072B2", "#56B4E9", "#009E73", "#CC79A7", "#D55E00", "#E69F00", "#000000")
"""Okabe and Ito's, for curves that are no kinds."""

LONG = 10
"""Letters of a label, with more of which labels below a map are written upwards."""

OTHER_COLOURS = [colour for colour in MANY_COLOURS if colour not in COLOURS.values()]
"""Colours of kinds that only some puzzles have."""


@contextmanager
def styled() -> Iterator[None]:
    """Use the style of the package, for all that is drawn inside.

    A backend is loaded with the first figure, and may make pyplot interactive, as that of a notebook does. That stays
    when the style is left, so that plots that are made afterwards appear.
    """
    with plt.style.context(STYLE):
        yield
        interactive = plt.isinteractive()
    matplotlib.interactive(interactive)


def difficulty_distribution(tally: Tally) -> Figure:
    """Draw how many puzzles have each difficulty, on a logarithmic scale (the left half of the thesis's tables)."""
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        if not tally.rated.total:
            return empty(figure, axes)
        table = tally.count_by("difficulty")
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
                label=kind,
            )
        axes.set_yscale("log")
        axes.set_ylim(bottom=0.7)  # so that even a single puzzle has a bar
        step = 0.5 if table.index.max() - table.index.min() < 8 else 1
        axes.set_xticks(np.arange(table.index.min(), table.index.max() + step, step))
        axes.set_xlabel("difficulty (passes, iterations)")
        axes.set_ylabel("puzzles")
        axes.legend()
    return closed(figure)


def heat_maps(grids: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]]) -> Figure:
    """Draw measures over two parameters, with the numbers in them.

    Parameters
    ----------
    grids : mapping of str to pair of pandas.DataFrame
        For each measure, by its title: numbers with a row and a column for each value of the parameters, and the same
        as text.

    Returns
    -------
    matplotlib.figure.Figure
        A map for each; two beside each other, unless they are wide.
    """
    rows, columns = next(iter(grids.values()))[0].shape
    across = 2 if columns <= 8 else 1
    down = -(-len(grids) // across)
    with styled():
        figure, all_axes = plt.subplots(
            down,
            across,
            figsize=((0.48 * columns + 1.6) * across, (0.3 * rows + 0.75) * down),
            layout="constrained",
            squeeze=False,
        )
        for axes in all_axes.flat[len(grids) :]:
            axes.set_axis_off()
        for axes, (title, (grid, text)) in zip(all_axes.flat, grids.items(), strict=False):
            numbers = grid.to_numpy(float)
            known = numbers[~np.isnan(numbers)]
            least, most = (known.min(), known.max()) if len(known) else (0.0, 1.0)
            axes.imshow(numbers, cmap="cividis", vmin=least, vmax=most, aspect="auto")
            for (r, c), number in np.ndenumerate(numbers):
                colour = "white" if number <= (least + most) / 2 else "black"
                axes.text(c, r, text.iloc[r, c], ha="center", va="center", fontsize="x-small", color=colour)
            axes.set_title(title, fontsize="medium")
            names = [_label(value) for value in grid.columns]
            is_long = max(map(len, names)) > LONG
            axes.set_xticks(range(columns), names, fontsize="small", rotation=90 if is_long else 0)
            axes.set_yticks(range(rows), _shortened(grid.index), fontsize="small")
            axes.grid(visible=False)
            axes.tick_params(length=0)
    return closed(figure)


def curves(panels: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]], along: str) -> Figure:
    """Draw measures along one parameter, with two standard errors on either side.

    Parameters
    ----------
    panels : mapping of str to pair of pandas.DataFrame
        For each measure, by what its axis says: the numbers, with a row for each curve and a column for each place,
        and their standard errors.
    along : str
        What the places are.

    Returns
    -------
    matplotlib.figure.Figure
        A panel for each measure.
    """
    with styled():
        figure, all_axes = plt.subplots(
            1, len(panels), figsize=(3.3 * len(panels), 3.9), layout="constrained", squeeze=False
        )
        for axes, (name, (numbers, errors)) in zip(all_axes.flat, panels.items(), strict=True):
            numeric = numbers.columns.dtype.kind in "if"
            places = numbers.columns.to_numpy() if numeric else np.arange(len(numbers.columns))
            for i, (curve, label) in enumerate(zip(numbers.index, _shortened(numbers.index), strict=True)):
                axes.errorbar(
                    places,
                    numbers.loc[curve],
                    yerr=2 * errors.loc[curve].fillna(0),
                    label=label,
                    capsize=2,
                    **_look(i),
                )
            if not numeric:
                axes.set_xticks(places, numbers.columns, rotation=90 if len(places) > 8 else 0, fontsize="small")
            axes.set_ylabel(name)
        _finish_panels(figure, along)
    return closed(figure)


def against(
    x: pd.Series,
    panels: Mapping[str, pd.Series],
    series: pd.Series,
    along: str,
    reference: Callable[[np.ndarray], np.ndarray] | None = None,
) -> Figure:
    """Draw measures of points against another measure, the points of a series joined from left to right.

    Parameters
    ----------
    panels : mapping of str to pandas.Series
        For each measure, by what its axis says.
    series : pandas.Series
        The name of each point's series.
    along : str
        What x is.
    reference : callable, optional
        Another curve for all panels, dotted: y for an array of x.

    Returns
    -------
    matplotlib.figure.Figure
        A panel for each measure.
    """
    with styled():
        figure, all_axes = plt.subplots(
            1, len(panels), figsize=(4.9 * len(panels), 3.9), layout="constrained", squeeze=False
        )
        for axes, (name, y) in zip(all_axes.flat, panels.items(), strict=True):
            for i, (one, label) in enumerate(zip(series.unique(), _shortened(series.unique()), strict=True)):
                points = pd.DataFrame({"x": x, "y": y})[series == one].sort_values("x", kind="stable")
                axes.plot(points["x"], points["y"], label=label, **_look(i))
            if reference is not None and x.notna().any():
                places = np.linspace(x.min(), x.max(), 200)
                axes.plot(places, reference(places), color="0.4", linestyle=":", zorder=0)
            axes.set_ylabel(name)
        _finish_panels(figure, along)
    return closed(figure)


def _finish_panels(figure: Figure, along: str) -> None:
    """Panels have the same curves along the same axis, and so one legend."""
    for axes in figure.axes:
        axes.set_xlabel(along)
        axes.set_ylim(0, 105 if "%" in axes.get_ylabel() else None)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize="small")


def _look(i: int) -> dict[str, Any]:
    """Colour, marker and line of the i-th of many curves."""
    return {
        "color": MANY_COLOURS[i % len(MANY_COLOURS)],
        "marker": "osD^v*PX"[i % 8],
        "linestyle": ("-", "--", ":")[i // len(MANY_COLOURS) % 3],
        "markersize": 4.5,
        "linewidth": 1.2,
    }


def _label(value: object) -> str:
    return value if isinstance(value, str) else format(value, "g")


def _shortened(labels: Iterable[object]) -> list[str]:
    """Labels with their ranges cut down, as far as they can still be told apart."""
    full = [str(label) for label in labels]
    short = [re.sub(r"\{((?:[^,]+,){4}).+,(.+,.+)\}", r"{\1…,\2}", label) for label in full]
    return [one if short.count(one) == 1 else whole for one, whole in zip(short, full, strict=True)]


def empty(figure: Figure, axes: Axes) -> Figure:
    """Draw a chart that says that there is nothing to show."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, "no puzzle has been rated", ha="center")
    return closed(figure)


def closed(figure: Figure) -> Figure:
    """Take a figure out of pyplot's hands, so that a notebook shows it once, where it is asked for."""
    plt.close(figure)
    return figure


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write a figure as SVG and PNG, the same bytes on every run.

    Parameters
    ----------
    stem : pathlib.Path
        Folder and name without suffix.

    Returns
    -------
    list of pathlib.Path
        The files.
    """
    paths = []
    for suffix, metadata in ((".svg", {"Date": None, "Creator": None}), (".png", {"Software": None})):
        path = stem.with_name(stem.name + suffix)
        with written_whole(path) as temporary, styled():
            figure.savefig(temporary, metadata=metadata)
        paths.append(path)
    return paths
