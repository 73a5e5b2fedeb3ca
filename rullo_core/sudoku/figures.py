"""Studies of Sudokus as charts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.sudoku.solver import LEVELS
from rullo_core.sudoku.studies.rated import by_clues, distribution
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled

MARKS = "os^vDP*X"


def look_of(level: str) -> dict[str, Any]:
    """Colour and marker of a level, everywhere the same; no two of fifty-six levels look alike."""
    place = list(LEVELS).index(level)
    return {"color": MANY_COLOURS[place % len(MANY_COLOURS)], "marker": MARKS[place % len(MARKS)]}


FEWEST = 30
"""Puzzles, fewer of which are no share."""


def passes_by_level(table: pd.DataFrame) -> Figure:
    """The share of puzzles that each level solves in so many passes, on a logarithmic scale.

    Parameters
    ----------
    table : pandas.DataFrame
        As `rullo_core.sudoku.studies.rated.distribution` makes it.
    """
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
        for level in table:
            there = table[level][table[level] > 0]
            axes.plot(there.index, 100 * there, label=level, markersize=3.5, linewidth=1, **look_of(level))
        axes.set_yscale("log")
        axes.set_xlabel("passes")
        axes.set_ylabel("share of all puzzles, %")
        axes.legend(title="solved by")
    return closed(figure)


def over_clues(found: Mapping[str, pd.DataFrame]) -> Figure:
    """By number of clues: how many puzzles there are, and what share of them each level solves.

    Parameters
    ----------
    found : mapping of str to pandas.DataFrame
        By what they are: as `rullo_core.sudoku.studies.rated.by_clues` makes it; the levels' shares of the first, where
        there are `FEWEST` puzzles at least.
    """
    with styled():
        figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.6), layout="constrained")
        for i, (name, table) in enumerate(found.items()):
            bars = np.arange(len(found)) - (len(found) - 1) / 2
            width = 0.8 / len(found)
            left.bar(table.index + width * bars[i], 100 * table["share"], width, label=name, color=MANY_COLOURS[i * 4])
        left.set_xlabel("clues")
        left.set_ylabel("share of the puzzles, %")
        left.set_ylim(top=1.25 * left.get_ylim()[1])
        left.legend(fontsize="small")
        table = next(iter(found.values()))
        table = table[table["puzzles"] >= FEWEST]
        for level in LEVELS:
            right.plot(table.index, 100 * table[level], label=level, markersize=3.5, linewidth=1, **look_of(level))
        right.set_xlabel("clues")
        right.set_ylabel("solved, %")
        right.set_ylim(0)
        right.legend(fontsize="small")
    return closed(figure)


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Every figure and table of a study or a population, as files; of a population, of what it stands for."""
    stem, rated = folder / dataset.path.stem, dataset.by_puzzle
    clues = by_clues(rated)
    is_drawn = rated["weight"].notna().all()
    counted = clues.drop(columns=["puzzles", "passes"]) if is_drawn else tables.distribution(dataset.tally, "clues")
    return [
        *save(passes_by_level(distribution(rated)), stem.with_name(f"{stem.name}-passes")),
        *save(over_clues({"puzzles": clues}), stem.with_name(f"{stem.name}-clues")),
        *tables.write(counted, stem.with_name(f"{stem.name}-clues")),
    ]
