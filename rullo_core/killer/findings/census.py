"""Results of the census of all Killer Sudokus of 4x4, as sentences of Markdown and tables."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.killer.studies.census import Census
from rullo_core.views.charts import closed, styled


def answer(counted: Census) -> str:
    """Return the numbers of puzzles, and what passes solve."""
    cages, passes = counted.by_cages, counted.by_passes
    total = cages.sum()
    fewest = cages[cages["unique"] > 0].index[0]
    stuck = total["unique"] - total["simple"]
    return (
        f"There are {total['layouts']:,} layouts that some board fits, and **{total['puzzles']:,} puzzles**; "
        f"{total['unique']:,} of them have one solution, {total['unique without single cells']:,} of these without a "
        f"cage of one cell. Passes of cages and units by turns solve all with one solution but {stuck:,} "
        f"({stuck / total['unique']:.3%}), by {passes.index.max()} at most. No puzzle with fewer than {fewest} "
        f"cages has one solution, and {cages.loc[fewest, 'unique']:,} with {fewest} have."
    )


def by_cages(counted: Census) -> pd.DataFrame:
    """Return the counts by number of cages, and their sums."""
    table = counted.by_cages
    table.index = table.index.map(str)
    return pd.concat([table, table.sum().to_frame("all").T]).rename_axis("cages")


def chart(counted: Census) -> Figure:
    """Plot the number of simple puzzles by passes, on a logarithmic scale."""
    passes = counted.by_passes
    with styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
        axes.bar(passes.index, passes, 0.7)
        for number, many in passes.items():
            axes.text(number, many, f"{many:,}", ha="center", va="bottom", fontsize="x-small")
        axes.set_yscale("log")
        axes.set_xticks(passes.index)
        axes.set_ylim(top=passes.max() * 4)
        axes.set_xlabel("passes")
        axes.set_ylabel("puzzles")
    return closed(figure)
