"""Charts of what is found about Kakuros."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from rullo_core.views.charts import closed, styled

COLOURS = {"steps": "#4477aa", "repair": "#cc6677", "parting": "#228833", "constructor": "#ddaa33"}
"""Of methods."""


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
