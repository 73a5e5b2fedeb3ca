"""Charts and tables of any dataset, whatever its puzzles."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.escaping import as_label
from rullo_core.views import tables
from rullo_core.views.charts import MANY_COLOURS, closed, save, styled


def measure_of(tally: Tally) -> str:
    """Return the number that puzzles are best counted by: passes if they have any, else the last of the others."""
    return tally.measure if tally.measure in tally.numeric_keys else tally.numeric_keys[-1]


def kinds_and_measure(tally: Tally) -> Figure:
    """Plot how many puzzles there are of each outcome, and of each outcome by the measure of `measure_of`."""
    measure, puzzles = measure_of(tally), kinds(tally)["puzzles"]
    with styled():
        figure, (bars, curves) = plt.subplots(1, 2, figsize=(8.4, 3.4), layout="constrained")
        bars.bar(puzzles.index.map(as_label), puzzles, 0.8, color=MANY_COLOURS[0])
        bars.set(ylabel="puzzles", yscale="log")
        for i, outcome in enumerate(puzzles.index):
            counts = tally.of_outcome(outcome).frame.groupby(measure)["puzzles"].sum()
            if len(counts):
                curves.plot(
                    counts.index, counts, marker="o", markersize=3, label=as_label(outcome), color=MANY_COLOURS[i % 7]
                )
        curves.set(xlabel=as_label(tables.words_for(measure).replace("_", " ")), yscale="log")
        curves.legend()
    return closed(figure)


def kinds(tally: Tally) -> pd.DataFrame:
    """Return the number of puzzles of each outcome, and their share."""
    puzzles = tally.frame.groupby("outcome", sort=False)["puzzles"].sum()
    return pd.DataFrame({"puzzles": puzzles, "share": puzzles / tally.total})


def render(dataset: Dataset, folder: Path) -> list[Path]:
    """Write the chart and the tables of a dataset into a folder; return the files."""
    stem, tally = folder / dataset.path.stem, dataset.tally
    measure = measure_of(tally)
    by_measure, words = tally.count_by(measure), tables.words_for(measure).replace("_", "-")
    return [
        *save(kinds_and_measure(tally), stem.with_name(f"{stem.name}-kinds")),
        *tables.write(kinds(tally), stem.with_name(f"{stem.name}-kinds")),
        *tables.write(by_measure.loc[:, by_measure.any()], stem.with_name(f"{stem.name}-by-{words}")),
    ]
