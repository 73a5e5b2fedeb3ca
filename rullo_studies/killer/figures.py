"""Charts of the Killer study."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.killer.levels import LEVELS
from rullo_core.killer.request import SIDE
from rullo_core.uncertainty import mean_error
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled
from rullo_studies.killer.charts import plot_left_out
from rullo_studies.killer.gordon.classes import CLASSES
from rullo_studies.killer.left_out_parts import leave_out_parts

PANELS = {
    "share of the grid filled, %": ("filled", 100),
    "passes of strategies until stuck": ("strategy_passes", 1),
    "uses of elimination": ("strategy_count_elimination", 1),
    "uses of hidden singles": ("strategy_count_hidden_singles", 1),
    "uses of pointing": ("strategy_count_pointing", 1),
    "uses of box-line": ("strategy_count_box_line", 1),
}
"""The panels that correspond to M. Gordon's Figures 11 to 14: a label, the measure and a factor."""


ON_ANY_BAR = "0.6"
"""The colour of error bars, visible on the darkest bar and on the page."""


def figures_11_to_14(table: pd.DataFrame, side: int = SIDE) -> Figure:
    """Plot means by class with 95 % confidence intervals, as M. Gordon's Figures 11 to 14, with passes for time."""
    mean, error = means_by_class(table, side)
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
    """Plot the distribution of the number of alternate passes over cages and units for each class."""
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for i, name in enumerate(CLASSES):
            passes = table.loc[table["class"] == name, "passes_cages_first"]
            if passes.notna().sum() == 0:
                continue
            counts = passes.value_counts().sort_index() / len(passes)
            axes.plot(counts.index, 100 * counts, label=name, marker="o", markersize=3.5, color=MANY_COLOURS[i * 3])
        axes.set_xlabel("passes of cages and units by turns")
        axes.set_ylabel("share of the class, %")
        axes.legend()
    return closed(figure)


def worth(parts: Mapping[str, pd.DataFrame]) -> Figure:
    """Plot what levels solve without each of their parts, as bars; a panel for each table of `leave_out_parts`."""
    with styled():
        figure, all_axes = plt.subplots(
            1, len(parts), figsize=(4.2 * len(parts), 2.8), layout="constrained", squeeze=False
        )
        for axes, (title, table) in zip(all_axes.flat, parts.items(), strict=True):
            plot_left_out(table, axes).set_title(title, fontsize="medium")
    return closed(figure)


def means_by_class(table: pd.DataFrame, side: int = SIDE) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the means by class of what is in `PANELS`, and their standard errors: a row for each measure."""
    filled_share, names = table["solved_cells_G"] / side**2, [name for name, _ in PANELS.values()]
    grouped = table.assign(filled=filled_share).groupby("class")[names]
    return grouped.mean().T.reindex(columns=CLASSES), grouped.agg(mean_error).T.reindex(columns=CLASSES)


def how_far(table: pd.DataFrame, side: int = SIDE) -> pd.DataFrame:
    """Return the share of puzzles that each level solves, by class."""
    solved = {level: table[f"solved_cells_{level}"] == side**2 for level in LEVELS}
    return pd.DataFrame(solved).groupby(table["class"]).mean().T.reindex(columns=CLASSES).rename_axis("level")


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a study into a folder; return the files."""
    stem, table = folder / dataset.path.stem, dataset.by_puzzle
    side = dataset.manifest["parameters"].get("size", SIDE)
    parts = {level: leave_out_parts(table, level, size=side) for level in ("G", "CG", "OW")}
    return [
        *save(figures_11_to_14(table, side), stem.with_name(f"{stem.name}-classes")),
        *save(passes_by_class(table), stem.with_name(f"{stem.name}-passes")),
        *save(worth(parts), stem.with_name(f"{stem.name}-without")),
        *tables.write(how_far(table, side), stem.with_name(f"{stem.name}-levels")),
    ]
