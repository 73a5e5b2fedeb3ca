"""Charts of how far levels get; every level looks the same everywhere."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from rullo_core.sudoku.levels import LEVELS
from rullo_core.views.charts import MANY_COLOURS, axes_or_new, styled

MARKS = "os^vDP*X"


def look_of(level: str) -> dict[str, Any]:
    """Return colour and marker of a level; no two of fifty-six levels look alike."""
    place = list(LEVELS).index(level)
    return {"color": MANY_COLOURS[place % len(MANY_COLOURS)], "marker": MARKS[place % len(MARKS)]}


def plot_passes(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the share of puzzles that each level solves in so many passes, on a logarithmic scale.

    Parameters
    ----------
    table : pandas.DataFrame
        By number of passes, a column for each level: the share of all puzzles, from 0 to 1.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the curves of all levels that solve any.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> ax = rs.sudoku.plot_passes(pd.DataFrame({"naked": [0.2, 0.1]}, index=[5, 6]))
    """
    with styled():
        ax = axes_or_new(ax, 6.4, 3.8)
        for level in table:
            shares = table[level][table[level] > 0]
            if len(shares):
                ax.plot(shares.index, 100 * shares, label=level, markersize=3.5, linewidth=1, **look_of(level))
        ax.set_xlabel("passes")
        ax.set_ylabel("share of all puzzles, %")
        if ax.lines:
            ax.set_yscale("log")
            ax.legend(title="solved by")
    return ax


def plot_levels(table: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot by number of clues what share of the puzzles each level solves.

    Parameters
    ----------
    table : pandas.DataFrame
        By number of clues, a column for each level: the share of these puzzles that it solves, from 0 to 1.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with a curve for each level.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> ax = rs.sudoku.plot_levels(pd.DataFrame({"hidden": [0.5, 0.4]}, index=[24, 25]))
    """
    with styled():
        ax = axes_or_new(ax, 4.6, 3.6)
        for level in table if len(table) else ():
            ax.plot(table.index, 100 * table[level], label=level, markersize=3.5, linewidth=1, **look_of(level))
        ax.set_xlabel("clues")
        ax.set_ylabel("solved, %")
        ax.set_ylim(0)
        if ax.lines:
            ax.legend(fontsize="small")
    return ax
