"""Charts of the Kakuro study."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.kakuro.levels import GRADES, STUCK
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled


def grades_and_passes(puzzles: pd.DataFrame) -> Figure:
    """Plot the shares of puzzles by the grade that solves them, and of simple puzzles by their number of passes."""
    graded = puzzles["grade"].dropna()
    shares = graded.value_counts().reindex([*GRADES, STUCK], fill_value=0) / max(1, len(graded))
    simple = puzzles[puzzles["outcome"] == "simple"]
    passes = ((simple["passes_across_first"] + simple["passes_down_first"]) / 2).value_counts().sort_index()
    with styled():
        figure, (grade_axes, pass_axes) = plt.subplots(1, 2, figsize=(8.4, 3.4), layout="constrained")
        grade_axes.bar(shares.index, 100 * shares, 0.8, color=MANY_COLOURS[0])
        grade_axes.set_xlabel("grade")
        grade_axes.set_ylabel("share of the puzzles, %")
        pass_axes.bar(passes.index, 100 * passes / max(1, len(graded)), 0.45, color=MANY_COLOURS[3])
        pass_axes.set_xlabel("difficulty of simple puzzles, passes")
    return closed(figure)


def counts(puzzles: pd.DataFrame) -> pd.DataFrame:
    """Return how many puzzles there are of each grade and outcome; the grade ``none`` means that there is no puzzle."""
    grades = puzzles["grade"].fillna("none")
    table = pd.crosstab(grades, puzzles["outcome"]).rename_axis(columns=None)
    return table.loc[[grade for grade in (*GRADES, STUCK, "none") if grade in table.index]]


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a study into a folder; return the files."""
    stem, puzzles = folder / dataset.path.stem, dataset.by_puzzle
    return [
        *save(grades_and_passes(puzzles), stem.with_name(f"{stem.name}-grades")),
        *tables.write(counts(puzzles), stem.with_name(f"{stem.name}-grades")),
    ]
