"""Charts of what is found about Kakuros."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.views.charts import closed, styled

COLOURS = {"steps": "#4477aa", "repair": "#cc6677", "parting": "#228833", "constructor": "#ddaa33"}
"""Of methods."""


def difficulty_by_size(found: pd.DataFrame) -> Figure:
    """A panel for each share of black cells; medians by size, and what lies between 5 % and 95 %.

    Parameters
    ----------
    found : pandas.DataFrame
        As `rullo_core.kakuro.studies.methods.by_size` gives it.
    """
    blacks = found.index.unique("black")
    with styled():
        figure, all_axes = plt.subplots(1, len(blacks), figsize=(4.2 * len(blacks), 3.4), sharey=True, squeeze=False)
        for axes, black in zip(all_axes[0], blacks, strict=True):
            for shift, (method, rows) in enumerate(found.loc[black].groupby(level="method")):
                rows = rows.droplevel("method")
                x = rows.index + 0.25 * (shift - 1)
                spread = [rows["median"] - rows["low"], rows["high"] - rows["median"]]
                axes.errorbar(
                    x, rows["median"], yerr=spread, fmt="o-", color=COLOURS[str(method)], label=str(method), capsize=2
                )
            axes.set_title(f"{black:.0%} black cells")
            axes.set_xlabel("side, in cells")
            axes.set_xticks(sorted(found.index.unique("size")))
        all_axes[0][0].set_ylabel("difficulty, in passes")
        all_axes[0][0].set_ylim(bottom=0)
        all_axes[0][-1].legend(title="made by")
    return closed(figure)


def falling(trace: pd.DataFrame) -> Figure:
    """A panel for each kind of layout; the ambiguity of each filling, move by move.

    Parameters
    ----------
    trace : pandas.DataFrame
        As `rullo_core.kakuro.studies.generation.repaired` gives it.
    """
    kinds = list(trace.groupby(["size", "black"]))
    with styled():
        figure, all_axes = plt.subplots(1, len(kinds), figsize=(4.2 * len(kinds), 3.2), squeeze=False)
        for axes, ((size, black), some) in zip(all_axes[0], kinds, strict=True):
            for _, one in some.groupby("index"):
                axes.plot(one["move"], one["bits"], color=COLOURS["repair"], linewidth=0.7, alpha=0.6)
            axes.set_title(f"{size}x{size}, {black:.0%} black")
            axes.set_xlabel("moves")
            axes.set_ylim(bottom=0)
            axes.set_xlim(left=0)
        all_axes[0][0].set_ylabel("ambiguity, in bits")
    return closed(figure)
