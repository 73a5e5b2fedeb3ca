"""Charts along what only Rullos have: required cells, sorts of puzzles, cells and ranges."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.tally import Tally
from rullo_core.views.charts import COLOURS, MANY_COLOURS, MARKERS, STYLE, closed, empty


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
            return empty(figure, axes)
        kinds = [kind for kind in COLOURS if tally.of_kind(kind).total]
        for kind, shift in zip(kinds, (-0.06, 0.06), strict=False):
            table = tally.of_kind(kind).difficulty_by("required")
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


def share_by_required(comparison: pd.DataFrame, kind: str) -> Figure:
    """The share of one kind among the puzzles with as many required, ours and the thesis's (Tables 2 and 3, right).

    Parameters
    ----------
    comparison : pandas.DataFrame
        As `rullo_core.rullo.comparison.compare_shares` gives it, by required.
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
        As `rullo_core.rullo.studies.patterns.survey` makes it.

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


def _places_by_group(shares: pd.DataFrame) -> np.ndarray:
    """Where to draw each row, those apart that differ in the first level of the index."""
    groups = shares.index.get_level_values(0)
    return np.asarray(np.arange(len(shares)) + 0.6 * (groups != np.roll(groups, 1)).cumsum())
