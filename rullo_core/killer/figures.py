"""Charts of the Killer study."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.request import CLASSES
from rullo_core.killer.studies import backtracking
from rullo_core.killer.studies import inspection as studies
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled

PANELS = {
    "share of the grid filled, %": ("filled", 100),
    "passes of strategies until stuck": ("strategy_passes", 1),
    "uses of elimination": ("strategy_count_elimination", 1),
    "uses of hidden singles": ("strategy_count_hidden_singles", 1),
    "uses of pointing": ("strategy_count_pointing", 1),
    "uses of box-line": ("strategy_count_box_line", 1),
}
"""The panels that correspond to the report's Figures 11 to 14: a label, the measure and a factor."""


ON_ANY_BAR = "0.6"
"""The colour of error bars, visible on the darkest bar and on the page."""


def as_the_report(table: pd.DataFrame) -> Figure:
    """Plot means by class with 95 % confidence intervals, as Figures 11 to 14 of the report; passes stand for time."""
    mean, error = studies.by_class(table)
    with styled():
        figure, all_axes = plt.subplots(2, 3, figsize=(8.4, 4.6), layout="constrained")
        for axes, (label, (name, factor)) in zip(all_axes.flat, PANELS.items(), strict=True):
            heights, spread = factor * mean.loc[name], factor * 1.96 * error.loc[name]
            colours = [MANY_COLOURS[i * 3] for i in range(3)]
            axes.bar(CLASSES, heights, 0.6, yerr=spread, capsize=4, color=colours, ecolor=ON_ANY_BAR)
            axes.set_title(label, fontsize="medium")
            axes.set_ylim(0)
    return closed(figure)


def passes_by_class(table: pd.DataFrame) -> Figure:
    """Plot the distribution of the passes of cages and units by turns for each class."""
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for i, name in enumerate(CLASSES):
            own = table.loc[table["class"] == name, "cages_first"]
            if own.notna().sum() == 0:
                continue
            counts = own.value_counts().sort_index() / len(own)
            axes.plot(counts.index, 100 * counts, label=name, marker="o", markersize=3.5, color=MANY_COLOURS[i * 3])
        axes.set_xlabel("passes of cages and units by turns")
        axes.set_ylabel("share of the class, %")
        axes.legend()
    return closed(figure)


def worth(parts: Mapping[str, pd.DataFrame]) -> Figure:
    """Plot what levels solve without each of their parts, as bars; one panel for each level.

    Parameters
    ----------
    parts : mapping of str to pandas.DataFrame
        By the title of a panel, a table of `rullo_core.killer.studies.inspection.without`.
    """
    with styled():
        figure, all_axes = plt.subplots(
            1, len(parts), figsize=(4.2 * len(parts), 2.8), layout="constrained", squeeze=False
        )
        for axes, (title, table) in zip(all_axes.flat, parts.items(), strict=True):
            column = "solves" if table["solves"].max() > 0.1 else "fills"
            places = np.arange(len(table))[::-1]
            colours = [MANY_COLOURS[3 if place else 0] for place in range(len(table))]
            axes.barh(places, 100 * table[column], color=colours, height=0.7)
            for place, value in zip(places, 100 * table[column], strict=True):
                axes.text(value, place, f" {rounded(value)}", va="center", fontsize="small")
            axes.set_yticks(places, ["everything", *(f"without {name}" for name in table.index[1:])])
            axes.set_xlim(0, 100 * table[column].max() * 1.2)
            axes.set_xlabel("puzzles solved, %" if column == "solves" else "share of the grid filled, %")
            axes.set_title(title, fontsize="medium")
            axes.grid(visible=False, axis="y")
    return closed(figure)


def rounded(percent: float) -> str:
    """Return a percentage with one decimal; with two where 100.0 would be wrong."""
    return f"{percent:.2f}" if 99.95 <= percent < 100 else f"{percent:.1f}"


def over_cages(table: pd.DataFrame) -> Figure:
    """Plot, over the number of cages, the share of unique puzzles, and the shares of these that levels solve."""
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        lines = {"unique": "with one solution", "simple": "of these: simple", "by singles": "of these: by singles"}
        for i, (name, label) in enumerate(lines.items()):
            if table[name].isna().all():
                continue
            axes.plot(table.index, 100 * table[name], "o-", markersize=3.5, label=label, color=MANY_COLOURS[i * 3])
        axes.set_xlabel("cages")
        axes.set_ylabel("share, %")
        axes.set_ylim(0, 102)
        axes.legend()
    return closed(figure)


def maze(puzzle: Killer) -> Figure:
    """Draw backtracking as a maze: cells from left to right, dead ends in grey, the path to the solution in colour.

    Parameters
    ----------
    puzzle : Killer
        A puzzle with few choices, such as one of `rullo_core.killer.studies.backtracking.find_maze_puzzle`.
    """
    choices, way = backtracking.choices_of(puzzle)
    columns = {choices[i].cell: column for column, i in enumerate(way)}
    first = {choice.before: i for i, choice in reversed(list(enumerate(choices)))}
    ends = [i for i in range(len(choices)) if i not in first]
    rows = {end: row for row, end in enumerate(ends)}
    for i in reversed(range(len(choices))):
        rows.setdefault(i, rows[first.get(i, i)])
    rows[-1] = rows[0]
    with styled():
        figure, axes = plt.subplots(figsize=(8.4, 0.8 + 0.2 * len(ends)), layout="constrained")
        for i, choice in enumerate(choices):
            left, from_row, row = columns[choice.cell], rows[choice.before], rows[i]
            colour, width, above = (MANY_COLOURS[4], 4, 2) if i in way else ("0.72", 3, 1)
            corner = [left, left, left + 1], [from_row, row, row]
            axes.plot(*corner, color=colour, linewidth=width, zorder=above, solid_capstyle="projecting")
            box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}
            axes.text(left + 0.55, row, f"{choice.digit}", ha="center", va="center", fontsize="small", bbox=box)
            if i not in first and i not in way:
                axes.plot([left + 1.08] * 2, [row - 0.3, row + 0.3], color="0.35", linewidth=1.5)
        axes.set_xticks(
            np.arange(len(way)) + 0.55,
            [f"({cell // puzzle.side + 1}, {cell % puzzle.side + 1})" for cell in columns],
            fontsize="small",
        )
        axes.set_xlabel("cell, by row and column, in reading order")
        axes.set_yticks([])
        axes.set_xlim(-0.2, len(way) + 0.3)
        axes.set_ylim(len(ends) - 0.3, -0.7)
        axes.grid(visible=False)
    return closed(figure)


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a study into a folder; return the files."""
    stem, table = folder / dataset.path.stem, dataset.by_puzzle
    parts = {level: studies.without(table, level) for level in ("G", "CG", "OW")}
    return [
        *save(as_the_report(table), stem.with_name(f"{stem.name}-classes")),
        *save(passes_by_class(table), stem.with_name(f"{stem.name}-passes")),
        *save(worth(parts), stem.with_name(f"{stem.name}-without")),
        *tables.write(studies.how_far(table).rename_axis("level"), stem.with_name(f"{stem.name}-levels")),
    ]
