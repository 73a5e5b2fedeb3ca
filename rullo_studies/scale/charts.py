"""Charts of thresholds: shares of random puzzles by information, and the hard phase by the reach of a clue."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd
from matplotlib.axes import Axes

from rullo_core.views.charts import MANY_COLOURS, axes_or_new, styled
from rullo_studies.scale.thresholds import FAMILY

MARKERS = "osD^v"

CLOSE = 0.012
"""Ratios of families whose labels are put below each other."""


def plot_points(points: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the shares of random puzzles that are unique, and that single constraints solve, by information.

    Parameters
    ----------
    points : pandas.DataFrame
        What `measure_points` returns, of some families.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        For each family a dashed line for unique puzzles, and a solid one for those that are solved; between them is
        the hard phase.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.scale.load_points("data/scale/thresholds.csv")
    >>> len(rs.scale.plot_points(points[points["size"] == "9x9"]).get_lines())
    7
    """
    with styled():
        ax = axes_or_new(ax, 6.4, 4.0)
        ax.axvline(1, color="grey", linewidth=0.8)
        for i, ((kind, size, reach), table) in enumerate(points.groupby(FAMILY, sort=False)):
            table, colour = table.sort_values("offered"), MANY_COLOURS[i % len(MANY_COLOURS)]
            unique, single = (100 * table[name] / table["puzzles"] for name in ("unique", "single"))
            ax.plot(table["offered"], unique, color=colour, linestyle="--")
            label = f"{kind} {size}" + (f", sums of {reach} cells" if reach else "")
            ax.plot(table["offered"], single, color=colour, label=label)
            ax.fill_between(table["offered"], single, unique, color=colour, alpha=0.2, linewidth=0)
        ax.set_xlabel("information that clues offer / information that a board needs")
        ax.set_ylabel("% of puzzles: unique (dashed), solved (solid)")
        ax.set_ylim(0, 102)
        ax.legend(fontsize="small")
    return ax


def plot_reach(thresholds: pd.DataFrame, predicted: pd.DataFrame | None = None, ax: Axes | None = None) -> Axes:
    """Plot how much wider than uniqueness the threshold of single constraints is, by the cells of a sum.

    Parameters
    ----------
    thresholds : pandas.DataFrame
        What `find_thresholds` returns; squares of Rullos alone are drawn, of which a sum has as many cells as the side,
        or as the reach.
    predicted : pandas.DataFrame, optional
        What `find_reach` returns, of which squares are drawn.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        A mark with its 95 % interval for each measured family, by the number of sums of a line. It is hollow where more
        than 1 % of the puzzles of a point are undecided, so that it is too low. Theory is a line through the predicted
        families with as many sums in a line.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> thresholds = rs.scale.find_thresholds(rs.scale.load_points("data/scale/thresholds.csv"), draws=50)
    >>> predicted = rs.scale.find_reach(rs.scale.load_reach("data/scale/reach.csv"))
    >>> rs.scale.plot_reach(thresholds, predicted).get_xlabel()
    'cells of a sum'
    """
    squares = _squares(thresholds[thresholds["kind"] == "rullo"])
    theory = None if predicted is None else _squares(predicted)
    with styled():
        ax = axes_or_new(ax, 6.4, 4.4)
        ax.axhline(1, color="grey", linewidth=0.8)
        for i, (parts, table) in enumerate(squares.groupby("parts")):
            colour, marker = MANY_COLOURS[i % len(MANY_COLOURS)], MARKERS[i % len(MARKERS)]
            label = "sums of whole lines" if parts == 1 else f"{parts} sums in a line"
            ax.plot([], [], marker, color=colour, label=label)
            if theory is not None:
                of_parts = theory[theory["parts"] == parts].sort_values("cells")
                ax.plot(of_parts["cells"], of_parts["ratio"], color=colour, linewidth=1.2, zorder=1)
            for row in table.itertuples():
                ax.errorbar(
                    row.cells,
                    row.ratio,
                    [[row.ratio - min(row.low, row.ratio)], [max(row.high, row.ratio) - row.ratio]],
                    fmt=marker,
                    color=colour,
                    markerfacecolor="white" if row.undecided > 0.01 else colour,
                )
        for place, names in _labels(squares):
            ax.annotate(names, place, (5, 4), textcoords="offset points", fontsize="x-small")
        if theory is not None:
            ax.plot([], [], color="black", linewidth=1.2, label="theory (lines); measured: marks")
        ax.set_xlabel("cells of a sum")
        ax.set_ylabel("information where half are solved / unique")
        ax.legend(fontsize="small", loc="upper left")
    return ax


def _squares(families: pd.DataFrame) -> pd.DataFrame:
    """Return the squares among families whose ratio is known, with the cells of a sum, and the sums of a line."""
    sides = families["size"].str.split("x", expand=True).astype(int)
    square = families.assign(side=sides[0])[(sides[0] == sides[1]) & families["ratio"].notna()]
    cells = square["reach"].where(square["reach"] > 0, square["side"])
    return square.assign(cells=cells, parts=square["side"] // cells)


def _labels(squares: pd.DataFrame) -> Iterator[tuple[tuple[float, float], str]]:
    """Yield places of labels, and the sizes of the families there: below each other, if their marks are close."""
    for cells, table in squares.sort_values(["ratio", "side"]).groupby("cells"):
        bottom, names = -1.0, list[str]()
        for row in table.itertuples():
            if names and row.ratio > bottom + CLOSE:
                yield (cells, bottom), "\n".join(reversed(names))
                names = []
            bottom = row.ratio if not names else bottom
            names.append(row.size)
        yield (cells, bottom), "\n".join(reversed(names))
