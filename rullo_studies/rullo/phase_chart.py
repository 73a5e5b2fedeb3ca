"""The map of phases as a picture: counted puzzles as colours, and borders of theory as lines."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.ticker import FuncFormatter

from rullo_core.views.charts import axes_or_new, styled
from rullo_studies.rullo.phases import OUTCOMES, compare_windows

COLOURS = {"simple": "#0072B2", "unique": "#E69F00", "ambiguous": "#C4C4C4", "undecided": "#FFFFFF"}
"""The colours of outcomes, which are mixed by their shares."""

WORDS = {
    "simple": "simple, counted",
    "unique": "one solution, not simple, counted",
    "ambiguous": "several solutions, counted",
    "undecided": "not simple, and not searched to the end",
}
"""What is said of each colour."""

LINES = {
    "fixed_cells": ("black", "-", 2.0, "a line alone fixes 0.64 cells"),
    "theta": ("black", ":", 1.4, "the same by the formula for long lines"),
    "unique": ("#7A3B00", "-", 2.0, "no switch, no far solution: F E[exp(−m)] = ½"),
    "normal_lines": ("#7A3B00", ":", 1.4, "half a solution more on average, normal sums"),
    "rectangles": ("#555555", "--", 1.4, "half have no 2×2 switch"),
}
"""The colour, style, width and words of each border."""

BRIGHT = "white"

AREAS = (
    (8.5, 900, "simple", BRIGHT),
    (23.2, 2300, "one solution, not simple,\nby theory", "#A66A00"),
    (24, 120, "several solutions,\nby theory", "#666666"),
)
"""Where words stand on the areas, and their colours."""

LEGEND = "Lines: where half of the puzzles are beyond a border, by theory. Colours are mixed by shares."

TITLE = (
    "From 8×8 on, a hard phase opens between two borders:\na doubling of R moves passes by one side, uniqueness by two"
)


def plot_phases(phases: pd.DataFrame, borders: pd.DataFrame, windows: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the map of phases: a cell for each side and range that was counted, and borders of theory as lines.

    Parameters
    ----------
    phases : pandas.DataFrame
        What `count_phases` returns, for every combination of some sides, without gaps, and ranges.
    borders : pandas.DataFrame
        What `draw_borders` returns.
    windows : pandas.DataFrame
        What `measure_windows` returns.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> path = "data/predictions"
    >>> counted, drawn = rs.rullo.load_phases(f"{path}/phases.csv"), rs.rullo.load_borders(f"{path}/borders.csv")
    >>> ax = rs.rullo.plot_phases(counted, drawn, rs.rullo.load_windows(f"{path}/windows.csv"))
    >>> len(ax.get_lines())
    6
    """
    sides, ranges = (np.sort(phases[name].unique()) for name in ("side", "largest"))
    shares = phases.sort_values(["largest", "side"])[OUTCOMES].to_numpy().reshape(len(ranges), len(sides), -1)
    shares = shares / shares.sum(-1, keepdims=True)
    image = shares @ np.array([to_rgb(COLOURS[outcome]) for outcome in OUTCOMES])
    middles = np.sqrt(ranges[1:] * ranges[:-1])
    edges = np.concatenate([[ranges[0] ** 2 / middles[0]], middles, [ranges[-1] ** 2 / middles[-1]]])
    half = compare_windows(windows)["half"].xs("predicted", level="source")
    with styled():
        ax = axes_or_new(ax, 10.0, 6.6)
        ax.pcolormesh(np.append(sides - 0.5, sides[-1] + 0.5), edges, image)
        for name, (colour, style, width, words) in LINES.items():
            ax.plot(borders["side"], borders[name], color=colour, linestyle=style, linewidth=width, label=words)
        ax.plot(
            half.index, half, "D", color=BRIGHT, markeredgecolor="black", markersize=6, zorder=3,
            label="half are simple, predicted by passes of decoupled lines",
        )  # fmt: skip
        ax.set(
            yscale="log",
            xlim=(sides[0] - 0.5, sides[-1] + 0.5),
            ylim=(edges[0], edges[-1]),
            xlabel="side n of the puzzle, n × n",
            ylabel="numbers from 1 to R",
        )
        ax.set_xticks(np.arange(sides[0], sides[-1] + 1, 3))
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        ax.grid(False)
        for side, largest, words, colour in AREAS:
            ax.text(side, largest, words, color=colour, fontsize=13, weight="bold", ha="center", va="center")
        ax.annotate(
            "8×8 over 1–9", (8, 9), (4.2, 60), color=BRIGHT, fontsize=10, ha="center",
            arrowprops={"arrowstyle": "-", "color": BRIGHT, "linewidth": 0.9},
        )  # fmt: skip
        ax.set_title(TITLE, loc="left", fontsize=13)
        for outcome, words in WORDS.items():
            ax.bar([0], [0], facecolor=COLOURS[outcome], edgecolor="0.5", linewidth=0.6, label=words)
        ax.figure.legend(
            *ax.get_legend_handles_labels(), title=LEGEND, loc="outside lower center", ncols=2, fontsize="medium",
            alignment="left",
        )  # fmt: skip
    return ax
