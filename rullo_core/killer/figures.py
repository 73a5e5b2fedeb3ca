"""Studies of Killer Sudokus as charts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.killer.studies import looked_into as studies
from rullo_core.killer.wish import CLASSES
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, STYLE, closed, save

PANELS = {
    "share of the grid filled, %": ("filled", 100),
    "sweeps until stuck": ("sweeps", 1),
    "uses of elimination": ("uses of elimination", 1),
    "uses of hidden singles": ("uses of hidden singles", 1),
    "uses of pointing": ("uses of pointing", 1),
    "uses of box-line": ("uses of box-line", 1),
}
"""What the report's Figures 11 to 14 show, as far as it can be counted: by what their axes say."""


def as_the_report(table: pd.DataFrame) -> Figure:
    """Means by class, with 95 % intervals: Figures 11 to 14 of the report, with sweeps in place of time."""
    mean, error = studies.by_class(table)
    with plt.style.context(STYLE):
        figure, all_axes = plt.subplots(2, 3, figsize=(8.4, 4.6), layout="constrained")
        for axes, (label, (name, factor)) in zip(all_axes.flat, PANELS.items(), strict=True):
            heights, spread = factor * mean.loc[name], factor * 1.96 * error.loc[name]
            axes.bar(CLASSES, heights, 0.6, yerr=spread, capsize=4, color=[MANY_COLOURS[i * 3] for i in range(3)])
            axes.set_title(label, fontsize="medium")
            axes.set_ylim(0)
    return closed(figure)


def passes_by_class(table: pd.DataFrame) -> Figure:
    """How many puzzles of each class take so many passes of cages and units by turns."""
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for i, name in enumerate(CLASSES):
            counts = table.loc[table["class"] == name, "passes"].value_counts(normalize=True).sort_index()
            axes.plot(counts.index, 100 * counts, label=name, marker="o", markersize=3.5, color=MANY_COLOURS[i * 3])
        axes.set_xlabel("passes of cages and units by turns")
        axes.set_ylabel("share of the class, %")
        axes.legend()
    return closed(figure)


def worth(parts: Mapping[str, pd.DataFrame]) -> Figure:
    """What levels solve without each part, as bars; in each panel one level.

    Parameters
    ----------
    parts : mapping of str to pandas.DataFrame
        As `rullo_core.killer.studies.looked_into.without` makes it, by title; with the column that is shown.
    """
    with plt.style.context(STYLE):
        figure, all_axes = plt.subplots(
            1, len(parts), figsize=(4.2 * len(parts), 2.8), layout="constrained", squeeze=False
        )
        for axes, (title, table) in zip(all_axes.flat, parts.items(), strict=True):
            column = "solves" if table["solves"].max() > 0.1 else "fills"
            places = np.arange(len(table))[::-1]
            colours = [MANY_COLOURS[3 if place else 0] for place in range(len(table))]
            axes.barh(places, 100 * table[column], color=colours, height=0.7)
            for place, value in zip(places, 100 * table[column], strict=True):
                axes.text(value, place, f" {value:.1f}", va="center", fontsize="small")
            axes.set_yticks(places, ["everything", *(f"without {name}" for name in table.index[1:])])
            axes.set_xlim(0, 100 * table[column].max() * 1.2)
            axes.set_xlabel("puzzles solved, %" if column == "solves" else "share of the grid filled, %")
            axes.set_title(title, fontsize="medium")
            axes.grid(visible=False, axis="y")
    return closed(figure)


def over_cages(table: pd.DataFrame) -> Figure:
    """By number of cages: the share of puzzles with one solution, and what levels solve of these."""
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        lines = {"unique": "with one solution", "simple": "of these: simple", "by singles": "of these: by singles"}
        for i, (name, label) in enumerate(lines.items()):
            axes.plot(table.index, 100 * table[name], "o-", markersize=3.5, label=label, color=MANY_COLOURS[i * 3])
        axes.set_xlabel("cages")
        axes.set_ylabel("share, %")
        axes.set_ylim(0, 102)
        axes.legend()
    return closed(figure)


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Every figure and table of a study, as files."""
    stem, table = folder / dataset.path.stem, dataset.by_puzzle
    parts = {level: studies.without(table, level) for level in ("G", "CG", "OW")}
    return [
        *save(as_the_report(table), stem.with_name(f"{stem.name}-classes")),
        *save(passes_by_class(table), stem.with_name(f"{stem.name}-passes")),
        *save(worth(parts), stem.with_name(f"{stem.name}-without")),
        *tables.write(studies.how_far(table).rename_axis("level"), stem.with_name(f"{stem.name}-levels")),
    ]
