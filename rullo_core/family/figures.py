"""Charts that compare all kinds of puzzle."""

from __future__ import annotations

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.views.charts import MANY_COLOURS, closed, styled

PARTS = {"simple": MANY_COLOURS[0], "together": MANY_COLOURS[5], "stuck": "0.85"}
"""Colours of the outcomes of `rullo_core.family.findings.outcomes`."""

MARKERS = {"Rullo": "o", "Kakuro": "s", "Killer Sudoku": "^", "Sudoku": "D"}
COLOURS = {name: MANY_COLOURS[i] for name, i in zip(MARKERS, (0, 4, 2, 3), strict=True)}


def in_one_picture(outcomes: pd.DataFrame, stalls: pd.DataFrame, grown: pd.DataFrame) -> Figure:
    """Draw the outcomes of puzzles, the unfixed share where passes are stuck, and the share simple by size.

    Parameters
    ----------
    outcomes, stalls : pandas.DataFrame
        Results of `outcomes` and `unfixed_share` of `rullo_core.family.findings`.
    grown : pandas.DataFrame
        Result of `rullo_core.family.measure.grow`.
    """
    with styled():
        figure, (left, middle, right) = plt.subplots(
            1, 3, figsize=(10.4, 3.4), layout="constrained", gridspec_kw={"width_ratios": (1.25, 1, 1)}
        )
        places = np.arange(len(outcomes))[::-1]
        so_far = np.zeros(len(outcomes))
        for part, colour in PARTS.items():
            share = 100 * outcomes[part].to_numpy(float)
            left.barh(places, share, left=so_far, color=colour, height=0.7, label=part)
            so_far += share
        _label(left, places, outcomes.index, "puzzles, %", "units one by one, and some together")

        places = np.arange(len(stalls))[::-1]
        for shift, part, colour in ((0.2, "unknown", "0.6"), (-0.2, "after a guess", MANY_COLOURS[1])):
            middle.barh(places + shift, 100 * stalls[part], height=0.38, color=colour, label=part)
        _label(middle, places, stalls.index, "cells to fill, %", "unfixed where passes are stuck")

        for name, some in grown.groupby("sort", sort=False):
            spread = 100 * np.nan_to_num([some["simple"] - some["low"], some["high"] - some["simple"]]).clip(0)
            look = {"marker": MARKERS[name], "color": COLOURS[name], "markersize": 4, "capsize": 2}
            right.errorbar(some["cells"], 100 * some["simple"], spread, label=name, **look)
        right.set_xscale("log")
        right.set_xticks([10, 20, 50, 100, 200], ["10", "20", "50", "100", "200"])
        right.minorticks_off()
        right.set_ylim(-3, 103)
        right.set_xlabel("cells to fill")
        right.set_ylabel("simple, %")
        right.set_title("by size", fontsize="medium")
        right.legend(fontsize="small", ncols=2, loc="upper center", bbox_to_anchor=(0.4, -0.2), frameon=False)
    return closed(figure)


def _label(axes: Axes, places: np.ndarray, names: pd.Index, what: str, title: str) -> None:
    """Label the axes and bars of a panel, and draw the legend below it."""
    axes.set_yticks(places, list(names))
    axes.set_xlim(0, 100)
    axes.set_xlabel(what)
    axes.set_title(title, fontsize="medium")
    axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.4, -0.2), frameon=False)
    axes.grid(visible=False, axis="y")


def passes(rated: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a histogram of the number of passes for each kind of puzzle."""
    with styled():
        figure, all_axes = plt.subplots(1, len(rated), figsize=(10.4, 2.5), layout="constrained", squeeze=False)
        for axes, (name, table) in zip(all_axes.flat, rated.items(), strict=True):
            fixed = table["passes"].dropna()
            width = max(1, round(np.ptp(fixed) / 15)) if len(fixed) else 1
            edges = np.arange(0.75, fixed.max() + width + 0.75, width) if len(fixed) else [0, 1]
            axes.hist(fixed, edges, color=COLOURS[name], weights=np.full(len(fixed), 100 / len(table)))
            axes.set_title(f"{name}: {len(fixed)} of {len(table)}", fontsize="medium")
            axes.set_xlabel("passes")
        all_axes[0, 0].set_ylabel("puzzles, %")
    return closed(figure)
