"""Tallies as charts. The same kind has the same colour and marker everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.files import written_whole
from rullo_core.tally import Tally

STYLE = Path(__file__).with_name("rullo.mplstyle")

COLOURS = {"simple": "#0072B2", "exhaustive": "#D55E00"}
MARKERS = {"simple": "o", "exhaustive": "s"}
MANY_COLOURS = ("#0072B2", "#56B4E9", "#009E73", "#CC79A7", "#D55E00", "#E69F00", "#000000")
"""Okabe and Ito's, for curves that are no kinds."""


def difficulty_by_required(tally: Tally) -> Figure:
    """Average difficulty against the number of required cells, with the spread around it (thesis, Figure 13).

    Parameters
    ----------
    tally : Tally

    Returns
    -------
    matplotlib.figure.Figure
        For either kind the mean as a line, from the 5th to the 95th percentile a bar, the greatest as a thin line.
    """
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
        if not tally.rated.total:
            return _empty(figure, axes)
        kinds = [kind for kind in COLOURS if tally.of_kind(kind).total]
        for kind, shift in zip(kinds, (-0.06, 0.06), strict=False):
            table = tally.of_kind(kind).difficulty_by_required()
            colour = COLOURS[kind]
            x = table.index.to_numpy() + shift
            axes.vlines(x, table["low"], table["high"], color=colour, linewidth=5, alpha=0.3)
            axes.plot(x, table["mean"], color=colour, marker=MARKERS[kind], label=f"{kind}, mean")
            axes.plot(
                x,
                table["greatest"],
                color=colour,
                marker=MARKERS[kind],
                markersize=9,
                markerfacecolor="white",
                zorder=1.9,
                linestyle=":",
                label=f"{kind}, greatest",
            )
        axes.plot([], [], color="grey", linewidth=5, alpha=0.4, label="5th to 95th percentile")
        axes.set_xlabel("required cells")
        axes.set_ylabel("difficulty (passes, iterations)")
        axes.set_xticks(sorted(tally.frame["required"].unique()))
        axes.set_ylim(bottom=0)
        axes.legend(fontsize="small", ncols=2, loc="upper left")
        axes.set_ylim(top=axes.get_ylim()[1] * 1.25)
    return closed(figure)


def difficulty_distribution(tally: Tally) -> Figure:
    """How many puzzles there are of each difficulty, on a logarithmic scale (the left half of the thesis's tables).

    Parameters
    ----------
    tally : Tally

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        if not tally.rated.total:
            return _empty(figure, axes)
        table = tally.count_by("difficulty")
        for kind, shift, hatch in (("simple", -0.1, ""), ("exhaustive", 0.1, "////")):
            counts = table[kind].to_numpy(float)
            axes.bar(
                table.index.to_numpy()[counts > 0] + shift,
                counts[counts > 0],
                width=0.2,
                color=COLOURS[kind],
                hatch=hatch,
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


def share_by_required(comparison: pd.DataFrame, kind: str) -> Figure:
    """The share of one kind among the puzzles with as many required, ours and the thesis's (Tables 2 and 3, right).

    Parameters
    ----------
    comparison : pandas.DataFrame
        As `rullo_core.comparison.compare` gives it, by required.
    kind : {'simple', 'exhaustive'}

    Returns
    -------
    matplotlib.figure.Figure
        Ours as a line with two standard errors of the difference on either side, the thesis's as crosses.
    """
    ours, theirs = (100 * comparison[f"{kind}, {whose}"] for whose in ("ours", "published"))
    error = 200 * comparison[f"{kind}, standard error"].fillna(0)
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
        axes.fill_between(
            ours.index,
            ours - error,
            ours + error,
            color=COLOURS[kind],
            alpha=0.2,
            linewidth=0,
            label="two standard errors of the difference",
        )
        axes.plot(ours.index, ours, color=COLOURS[kind], marker=MARKERS[kind], label="ours")
        axes.plot(theirs.index, theirs, color="black", marker="x", linestyle="", zorder=3, label="thesis")
        axes.set_xlabel("required cells")
        axes.set_ylabel(f"{kind} (% of puzzles)")
        axes.set_xticks(comparison.index)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize="small", loc="upper left")
    return closed(figure)


def sorts_of_puzzles(survey: pd.DataFrame) -> Figure:
    """What lines leave of puzzles, by size and range.

    Parameters
    ----------
    survey : pandas.DataFrame
        As `rullo_core.patterns.survey` makes it.

    Returns
    -------
    matplotlib.figure.Figure
        A bar for each size, the ranges apart, cut up by the sorts.
    """
    colours = ("#0072B2", "#56B4E9", "#E69F00", "#D55E00", "#7f3b08")
    hatches = ("", "....", "////", "", "xxxx")
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.8, 0.26 * len(survey) + 1.6), layout="constrained")
        places = _places_by_group(survey)
        left = np.zeros(len(survey))
        for name, colour, hatch in zip(survey, colours, hatches, strict=True):
            shares = 100 * survey[name].to_numpy()
            axes.barh(places, shares, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0, label=name)
            left += shares
        axes.set_yticks(places, [f"{size} over {values}" for values, size in survey.index])
        axes.invert_yaxis()
        axes.set_xlabel("puzzles (%)")
        axes.set_xlim(0, 100)
        axes.grid(axis="y", visible=False)
        axes.legend(fontsize="small", ncols=3, loc="lower center", bbox_to_anchor=(0.4, 1.0))
    return closed(figure)


def rare_sorts(shares: pd.DataFrame, sorts: tuple[str, ...]) -> Figure:
    """Shares that span several orders of magnitude.

    Parameters
    ----------
    shares : pandas.DataFrame
        Index of two levels, a group and a name; a column for each sort.
    sorts : tuple of str
        Which of them to show, two at most.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each row, the groups apart, with a point for each sort that there is any of.
    """
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.8, 0.24 * len(shares) + 1.3), layout="constrained")
        places = _places_by_group(shares)
        for name, marker in zip(sorts, ("o", "s"), strict=False):
            share = 100 * shares[name].to_numpy()
            axes.plot(share[share > 0], places[share > 0], marker=marker, linestyle="", label=name)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("puzzles (%)")
        axes.set_yticks(places, shares.index.get_level_values(1))
        axes.invert_yaxis()
        axes.legend(fontsize="small", ncols=2, loc="lower center", bbox_to_anchor=(0.4, 1.0))
    return closed(figure)


def difficulty_by_cells(points: pd.DataFrame, bound: pd.Series) -> Figure:
    """Difficulty against the number of cells, beside what no puzzle exceeds.

    Parameters
    ----------
    points : pandas.DataFrame
        Columns ``series``, ``cells``, ``difficulty``.
    bound : pandas.Series
        By the number of cells.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each series, in order, and a dashed one for the bound.
    """
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
        axes.plot(bound.index, bound, color="black", linestyle="--", label="no puzzle is above this line")
        for (name, one), marker, colour in zip(
            points.groupby("series", sort=False), "os^Dv*", MANY_COLOURS, strict=False
        ):
            axes.plot(one["cells"], one["difficulty"], marker=marker, color=colour, label=name)
        axes.set_xlabel("cells")
        axes.set_ylabel("difficulty of a simple puzzle (passes)")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize="small", loc="upper left")
    return closed(figure)


def shares_by_range(shares: pd.DataFrame) -> Figure:
    """Shares of either kind as the range grows.

    Parameters
    ----------
    shares : pandas.DataFrame
        Index ``n``, the largest number of the range; columns ``simple`` and ``exhaustive``.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each kind, on a logarithmic scale.
    """
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for kind, colour in COLOURS.items():
            share = 100 * shares[kind][shares[kind] > 0]
            axes.plot(share.index, share, color=colour, marker=MARKERS[kind], label=kind)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xticks(shares.index)
        axes.set_xlabel("largest number of the range")
        axes.set_ylabel("puzzles (%)")
        axes.legend(fontsize="small")
    return closed(figure)


def heat_maps(grids: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]]) -> Figure:
    """Measures over two parameters, with the numbers in them.

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
    with plt.style.context(STYLE):
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
            axes.set_xticks(range(columns), [_label(value) for value in grid.columns], fontsize="small")
            axes.set_yticks(range(rows), _shortened(grid.index), fontsize="small")
            axes.grid(visible=False)
            axes.tick_params(length=0)
    return closed(figure)


def curves(panels: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]], along: str) -> Figure:
    """Measures along one parameter, with two standard errors on either side.

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
    with plt.style.context(STYLE):
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
    """Measures of points against another measure, the points of a series joined in the order they have.

    Parameters
    ----------
    x : pandas.Series
        For each point.
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
    with plt.style.context(STYLE):
        figure, all_axes = plt.subplots(
            1, len(panels), figsize=(4.9 * len(panels), 3.9), layout="constrained", squeeze=False
        )
        for axes, (name, y) in zip(all_axes.flat, panels.items(), strict=True):
            for i, (one, label) in enumerate(zip(series.unique(), _shortened(series.unique()), strict=True)):
                points = pd.DataFrame({"x": x, "y": y})[series == one]
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


def _places_by_group(shares: pd.DataFrame) -> np.ndarray:
    """Where to draw each row, those apart that differ in the first level of the index."""
    groups = shares.index.get_level_values(0)
    return np.asarray(np.arange(len(shares)) + 0.6 * (groups != np.roll(groups, 1)).cumsum())


def _empty(figure: Figure, axes: Axes) -> Figure:
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
    figure : matplotlib.figure.Figure
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
        with written_whole(path) as temporary, plt.style.context(STYLE):
            figure.savefig(temporary, metadata=metadata)
        paths.append(path)
    return paths
