"""Drawings for studies: a puzzle with candidates, and backtracking as a maze."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from rullo_core.killer.picture import panel_of
from rullo_core.killer.puzzle import Killer
from rullo_core.views.boards import draw_on
from rullo_core.views.charts import MANY_COLOURS, axes_or_new, styled
from rullo_studies.killer.candidates import Cell, board_of


def plot_candidates(
    puzzle: Killer,
    candidates: Mapping[Cell, Iterable[int]],
    *,
    framed: Collection[Cell] = (),
    ax: Axes | None = None,
) -> Axes:
    """Draw a puzzle with the candidates of its cells.

    Parameters
    ----------
    puzzle : Killer
        The puzzle.
    candidates : mapping of (int, int) to iterable of int
        By row and column, from 1, the candidates of a cell; all digits where none are given. Cells with all digits are
        drawn empty, and a single one is drawn large.
    framed : collection of (int, int)
        Cells that are framed.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> (puzzle,) = rc.killer.generate(size=4)
    >>> ax = rs.killer.plot_candidates(puzzle, {(1, 1): {1, 2}, (4, 4): {3}}, framed=[(1, 1)])
    """
    with styled():
        ax = axes_or_new(ax, 4, 4, None)
    draw_on(ax, panel_of(board_of(puzzle, "", candidates, framed)))
    return ax


def plot_left_out(shares: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw how far a level gets without each of its parts, as a bar with its number for each.

    Parameters
    ----------
    shares : pandas.DataFrame
        What `leave_out_parts` returns. The shares of puzzles that are solved are drawn, or where these are at most a
        tenth, the shares of the grid that are filled. Where a share is missing, so is its bar.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> shares = pd.DataFrame({"solves": [0.9, 0.5], "fills": [0.99, 0.8]}, index=["nothing left out", "units"])
    >>> ax = rs.killer.plot_left_out(shares)
    """
    column = "solves" if shares["solves"].max() > 0.1 else "fills"
    places, percent = np.arange(len(shares))[::-1], 100 * shares[column]
    widest = percent.max()
    with styled():
        ax = axes_or_new(ax, 4.2, 2.8)
        colours = [MANY_COLOURS[3 if place else 0] for place in range(len(shares))]
        ax.barh(places, percent, color=colours, height=0.7)
        for place, value in zip(places, percent, strict=True):
            if not np.isnan(value):
                ax.text(value, place, f" {_rounded(value)}", va="center", fontsize="small")
        ax.set_yticks(places, ["everything", *(f"without {name}" for name in shares.index[1:])])
        ax.set_xlim(0, widest * 1.2 if widest > 0 else 1)
        ax.set_xlabel("puzzles solved, %" if column == "solves" else "share of the grid filled, %")
        ax.grid(visible=False, axis="y")
    return ax


def _rounded(percent: float) -> str:
    """Return a percentage with one decimal; with two where 100.0 would be wrong."""
    return f"{percent:.2f}" if 99.95 <= percent < 100 else f"{percent:.1f}"


def plot_maze(choices: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw backtracking as a maze: dead ends in grey, the path to the last choice, which is the solution, in colour.

    Parameters
    ----------
    choices : pandas.DataFrame
        A row for each digit that is tried, in order, numbered from 0 by the index: ``row`` and ``column`` of its cell,
        ``digit``, and ``before``, the number of the choice before it on its path, -1 for none (all int64).
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure whose height suits the number of dead ends.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> tried = [(1, 1, 2, -1), (1, 2, 1, 0), (1, 2, 3, 0)]
    >>> ax = rs.killer.plot_maze(pd.DataFrame(tried, columns=["row", "column", "digit", "before"]))
    """
    rows = list(choices[["row", "column", "digit", "before"]].itertuples(index=False))
    path = [len(rows) - 1]
    while rows[path[0]].before >= 0:
        path.insert(0, rows[path[0]].before)
    places = {(rows[i].row, rows[i].column): place for place, i in enumerate(path)}
    first = {choice.before: i for i, choice in reversed(list(enumerate(rows)))}
    ends = [i for i in range(len(rows)) if i not in first]
    heights = {end: y for y, end in enumerate(ends)}
    for i in reversed(range(-1, len(rows))):
        heights.setdefault(i, heights.get(first.get(i, i), 0))
    with styled():
        ax = axes_or_new(ax, 8.4, 0.8 + 0.2 * len(ends))
        for i, choice in enumerate(rows):
            x, y = places[choice.row, choice.column], heights[i]
            colour, width, layer = (MANY_COLOURS[4], 4, 2) if i in path else ("0.72", 3, 1)
            corner = [x, x, x + 1], [heights[choice.before], y, y]
            ax.plot(*corner, color=colour, linewidth=width, zorder=layer, solid_capstyle="projecting")
            box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}
            ax.text(x + 0.55, y, f"{choice.digit}", ha="center", va="center", fontsize="small", bbox=box)
            if i not in first and i not in path:
                ax.plot([x + 1.08] * 2, [y - 0.3, y + 0.3], color="0.35", linewidth=1.5)
        ax.set_xticks(np.arange(len(path)) + 0.55, [f"({row}, {column})" for row, column in places], fontsize="small")
        ax.set_xlabel("cell, by row and column, in reading order")
        ax.set_yticks([])
        ax.set_xlim(-0.2, len(path) + 0.3)
        ax.set_ylim(len(ends) - 0.3, -0.7)
        ax.grid(visible=False)
    return ax
