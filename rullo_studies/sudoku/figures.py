"""Studies of Sudokus as charts."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.sudoku.levels import LEVELS
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled
from rullo_studies.sudoku.charts import plot_levels, plot_passes
from rullo_studies.sudoku.difficulty import by_clues, distribution

FEWEST = 30
"""The smallest number of puzzles of which a share is shown."""


def over_clues(table: pd.DataFrame) -> Figure:
    """Plot, by number of clues, the share of puzzles, and for `FEWEST` or more the share that each level solves."""
    with styled():
        figure, (share_axes, level_axes) = plt.subplots(1, 2, figsize=(8.4, 3.6), layout="constrained")
        share_axes.bar(table.index, 100 * table["share"], 0.8, label="puzzles", color=MANY_COLOURS[0])
        share_axes.set_xlabel("clues")
        share_axes.set_ylabel("share of the puzzles, %")
        share_axes.set_ylim(top=1.25 * share_axes.get_ylim()[1])
        share_axes.legend(fontsize="small")
        plot_levels(table.loc[table["puzzles"] >= FEWEST, list(LEVELS)], level_axes)
    return closed(figure)


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a study or a population; the latter with weights."""
    stem, puzzles = folder / dataset.path.stem, dataset.by_puzzle
    clues = by_clues(puzzles)
    is_drawn = puzzles["weight"].notna().all()
    counts = clues.drop(columns="puzzles") if is_drawn else tables.distribution(dataset.tally, "clues")
    with styled():
        passes, axes = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
    plot_passes(distribution(puzzles), axes)
    return [
        *save(closed(passes), stem.with_name(f"{stem.name}-passes")),
        *save(over_clues(clues), stem.with_name(f"{stem.name}-clues")),
        *tables.write(counts, stem.with_name(f"{stem.name}-clues")),
    ]
