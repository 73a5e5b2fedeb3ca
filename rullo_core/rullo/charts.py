"""Charts specific to Rullo: by kinds of puzzles, number of cells and range."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.views.charts import COLOURS, MANY_COLOURS, MARKERS, closed, styled


def rare_sorts(shares: pd.DataFrame, sorts: tuple[str, ...]) -> Figure:
    """Draw shares that span several orders of magnitude.

    Parameters
    ----------
    shares : pandas.DataFrame
        Index of two levels, a group and a name; a column for each class of puzzles.
    sorts : tuple of str
        The columns to draw, two at most.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each row, grouped, with a point for each share that is not 0.
    """
    with styled():
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
    """Draw difficulty against the number of cells, with the upper bound.

    Parameters
    ----------
    points : pandas.DataFrame
        Columns ``series``, ``cells``, ``difficulty``.
    bound : pandas.Series
        Upper bound of the difficulty by the number of cells.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each series, in order, and a dashed one for the bound.
    """
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
        axes.plot(bound.index, bound, color="black", linestyle="--", label="no puzzle is above this line")
        for (name, one), marker, colour in zip(
            points.groupby("series", sort=False), "os^Dv*", MANY_COLOURS, strict=False
        ):
            axes.plot(one["cells"], one["difficulty"], marker=marker, color=colour, label=name)
        _finish_by_cells(axes)
    return closed(figure)


def shares_by_range(shares: pd.DataFrame) -> Figure:
    """Draw the shares of both kinds against the largest number of the range.

    Parameters
    ----------
    shares : pandas.DataFrame
        Index ``n``, the largest number of the range; columns ``simple`` and ``exhaustive``.

    Returns
    -------
    matplotlib.figure.Figure
        A line for each kind, on a logarithmic scale.
    """
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for kind, colour in COLOURS.items():
            share = 100 * shares[kind][shares[kind] > 0]
            if share.empty:
                continue
            axes.plot(share.index, share, color=colour, marker=MARKERS[kind], label=kind)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xticks(shares.index)
        axes.set_xlabel("largest number of the range")
        axes.set_ylabel("puzzles (%)")
        axes.legend(fontsize="small")
    return closed(figure)


def _places_by_group(shares: pd.DataFrame) -> np.ndarray:
    """Return the position of each row, with a gap where the first level of the index changes."""
    groups = shares.index.get_level_values(0)
    return np.asarray(np.arange(len(shares)) + 0.6 * (groups != np.roll(groups, 1)).cumsum())


def _finish_by_cells(axes: Axes) -> None:
    axes.set_xlabel("cells")
    axes.set_ylabel("difficulty of a simple puzzle (passes)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small", loc="upper left")
