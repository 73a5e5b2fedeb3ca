"""Charts specific to Rullo: by kinds of puzzles, number of cells and range."""

from __future__ import annotations

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from rullo_core.views.charts import COLOURS, MANY_COLOURS, closed, styled


def records_by_size(table: pd.DataFrame) -> Figure:
    """Draw the greatest difficulty known of each size, and below it the bound if that is greater."""
    with styled():
        sides = sorted({*table["height"], *table["width"]})
        figure, axes = plt.subplots(figsize=(6.4, 5.6), layout="constrained")
        gaps = np.full((len(sides), len(sides)), np.nan)
        for one in table.itertuples():
            difficulty, most = one.difficulty, table.loc[one.Index, "at most"]
            r, c = sides.index(one.height), sides.index(one.width)
            for row, column in {(r, c), (c, r)}:
                gaps[row, column] = min(most - difficulty, 4)
                shown = f"{difficulty:g}" if most == difficulty else f"{difficulty:g}\nof {most:g}"
                size, weight = ("small", "bold") if most == difficulty else ("x-small", "normal")
                axes.text(column, row, shown, ha="center", va="center", fontsize=size, weight=weight)
        colours = ListedColormap(["#8fd0b8", "#e8f1ed", "#f6ecd8", "#f3d9b1", "#eec48c"])
        axes.imshow(gaps, cmap=colours, vmin=-0.5, vmax=4.5)
        axes.set_xticks(range(len(sides)), sides)
        axes.set_yticks(range(len(sides)), sides)
        axes.set_xlabel("columns")
        axes.set_ylabel("rows")
        axes.grid(visible=False)
    return closed(figure)


def records_by_cells(table: pd.DataFrame, random: pd.Series) -> Figure:
    """Draw the greatest difficulty known against the number of cells, with that of random puzzles by size.

    There is a point for each size, by which sides are odd, and a line where difficulty would be the number of cells.
    """
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 4.4), layout="constrained")
        axes.plot([0, table["cells"].max()], [0, table["cells"].max()], color="black", linestyle="--", linewidth=1,
                  label="one pass for each cell")  # fmt: skip
        for (name, one), marker, colour in zip(table.groupby("sides"), "so^", MANY_COLOURS, strict=False):
            axes.plot(one["cells"], one["difficulty"], marker=marker, linestyle="", color=colour, label=name)
        means = random.dropna()
        axes.plot(table.loc[means.index, "cells"], means, marker="x", linestyle="", color="0.4", label="random, mean")
        _finish_by_cells(axes)
    return closed(figure)


def _finish_by_cells(axes: Axes) -> None:
    axes.set_xlabel("cells")
    axes.set_ylabel("difficulty of a simple puzzle (passes)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small", loc="upper left")


def ridge(solvers: Mapping[str, pd.DataFrame], survey: pd.DataFrame) -> Figure:
    """Draw by range and size the times of solvers, the expected number of solutions, and the share simple.

    Hollow markers: most puzzles are undecided.
    """
    with styled():
        ranges = list(dict.fromkeys(survey.index.get_level_values(0)))
        figure, rows = plt.subplots(
            3, len(ranges), figsize=(2.1 * len(ranges) + 0.8, 6.6), layout="constrained", sharex=True, sharey="row",
            height_ratios=(1.6, 1.2, 0.8), squeeze=False,
        )  # fmt: skip
        for axes, values in zip(rows.T, ranges, strict=True):
            for (name, points), marker, colour in zip(solvers.items(), "osD^", MANY_COLOURS[::2], strict=False):
                of_range = points[points.index.get_level_values(0) == values].droplevel(0)
                axes[0].plot(of_range.index, of_range["median"], color=colour, linewidth=1)
                for is_most in (True, False):
                    some = of_range[(of_range["decided"] > 0.5) == is_most]
                    look = {"markerfacecolor": colour, "label": name} if is_most else {"markerfacecolor": "white"}
                    axes[0].plot(some.index, some["median"], linestyle="", marker=marker, color=colour, **look)
            one = survey.loc[values]
            axes[1].axhline(0, color="0.4", linewidth=1)
            axes[1].plot(one.index, one["expected"], color=MANY_COLOURS[3], marker=".")
            axes[2].bar(one.index, 100 * one["simple"], width=0.8, color=COLOURS["simple"])
            axes[0].set_title(f"{{{values}}}" if values == "1" else values, fontsize="medium")
            axes[2].set_xlabel("side")
        rows[0, 0].set_yscale("log")
        rows[0, 0].yaxis.set_major_formatter("{x:g}")
        rows[0, 0].set_ylabel("median (ms)")
        rows[1, 0].set_yscale("symlog", linthresh=10)
        rows[1, 0].set_yticks([-100, -10, 0, 10, 100], ["−100", "−10", "0", "10", "100"])
        rows[1, 0].set_ylabel("solutions expected,\nas a power of 2")
        rows[2, 0].set_ylabel("simple (%)")
        rows[2, 0].set_ylim(0, 100)
        handles = {
            label: handle for axes in rows[0] for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        figure.legend(handles.values(), handles, loc="outside upper center", ncols=4, fontsize="small")
    return closed(figure)
