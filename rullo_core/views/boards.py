"""Many boards in one picture: squares, numbers and a caption each, laid out by hand."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from rullo_core.views.charts import closed, styled


@dataclass(frozen=True)
class Square:
    """A rectangle on a board, in cells from its upper left cell.

    Attributes
    ----------
    x, y, width, height : float
    fill, edge : str
        Colours.
    line : float
        How thick the edge is, in points.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str = "none"
    line: float = 0


@dataclass(frozen=True)
class Label:
    """Text with its middle at a place on a board; its size beside that of a cell's number."""

    x: float
    y: float
    text: str
    ink: str = "black"
    weight: str = "normal"
    size: float = 1


@dataclass(frozen=True)
class Panel:
    """A board as it is drawn.

    Attributes
    ----------
    width, height : int
        In cells.
    squares : sequence of Square
        Later ones over earlier ones.
    labels : sequence of Label
    caption : str
        Stands below.
    beyond : bool
        Whether there is something beyond its right and lower edge.
    strokes : sequence of (float, float, float, float)
        White lines over the squares: from x and y to x and y.
    dashes : sequence of (float, float, float, float)
        Dashed lines over the squares.
    """

    width: int
    height: int
    squares: Sequence[Square]
    labels: Sequence[Label]
    caption: str = ""
    beyond: bool = False
    strokes: Sequence[tuple[float, float, float, float]] = ()
    dashes: Sequence[tuple[float, float, float, float]] = ()


DASHED = "#555555"
"""The colour of dashed lines."""

LEFT, ABOVE = 1.2, 1.0
"""Room beside and above a board, in cells."""

Lettering = dict[tuple[str, str, str, float], list[tuple[float, float]]]
"""Where each text stands, by text, colour, weight and size."""


def lay_out(panels: Sequence[Panel | None], columns: int | None = None, cell: float = 0.34) -> Figure:
    """Draw boards side by side.

    Parameters
    ----------
    panels : sequence of Panel or None
        None leaves a place empty.
    columns : int, optional
        Boards in a row of the picture; all of them unless given.
    cell : float
        Side of a cell, in inches.
    """
    columns = min(columns or len(panels), len(panels))
    rows = math.ceil(len(panels) / columns)
    drawn = [panel for panel in panels if panel is not None]
    caption_lines = max(panel.caption.count("\n") + 1 if panel.caption else 0 for panel in drawn)
    beyond = any(panel.beyond for panel in drawn)
    width = max(panel.width for panel in drawn) + LEFT + 0.4 + beyond
    height = max(panel.height for panel in drawn) + ABOVE + 0.1 + 0.62 * caption_lines + beyond
    with styled():
        # One set of axes for all, laid out by hand: one for each board takes ten times as long.
        figure = plt.figure(figsize=(columns * width * cell, rows * height * cell))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, columns * width)
        axes.set_ylim(rows * height, 0)
        squares: list[Rectangle] = []
        looks: list[Square] = []
        strokes: list[list[tuple[float, float]]] = []
        dashes: list[list[tuple[float, float]]] = []
        numbers: Lettering = defaultdict(list)
        for i, panel in enumerate(panels):
            if panel is None:
                continue
            row, column = divmod(i, columns)
            left, top = column * width + LEFT, row * height + ABOVE
            for one in panel.squares:
                squares.append(Rectangle((left + one.x, top + one.y), one.width, one.height))
                looks.append(one)
            for label in panel.labels:
                look = label.text, label.ink, label.weight, label.size
                numbers[look].append((left + label.x, top + label.y))
            strokes += [[(left + x, top + y), (left + to_x, top + to_y)] for x, y, to_x, to_y in panel.strokes]
            dashes += [[(left + x, top + y), (left + to_x, top + to_y)] for x, y, to_x, to_y in panel.dashes]
            middle, below = left + panel.width / 2, top + panel.height + 0.25 + beyond
            axes.text(middle, below, panel.caption, ha="center", va="top", fontsize=22 * cell)
        axes.add_collection(
            PatchCollection(
                squares,
                facecolors=[one.fill for one in looks],
                edgecolors=[one.edge for one in looks],
                linewidths=[one.line for one in looks],
            )
        )
        if strokes:
            axes.add_collection(LineCollection(strokes, colors="white", linewidths=2 * cell))
        if dashes:
            dashed = (0, (6 * cell, 4 * cell))
            axes.add_collection(LineCollection(dashes, colors=DASHED, linewidths=2.4 * cell, linestyles=[dashed]))
        for (text, ink, weight, size), places in numbers.items():
            axes.add_collection(_written(figure, axes, text, ink, weight, places, 26 * cell * size))
    return closed(figure)


def _written(
    figure: Figure, axes: Axes, text: str, ink: str, weight: str, places: list[tuple[float, float]], size: float
) -> PathCollection:
    """A text written in many places at once: as texts of their own they take ten times as long to draw."""
    font = FontProperties(weight=weight)
    path = TextPath((0, 0), text, size=size, prop=font)
    across, down = path.get_extents(), TextPath((0, 0), "0", size=size, prop=font).get_extents()
    middle = -(across.x0 + across.x1) / 2, -(down.y0 + down.y1) / 2
    collection = PathCollection(
        [path.transformed(Affine2D().translate(*middle))],
        offsets=places,
        offset_transform=axes.transData,
        facecolors=ink,
        linewidths=0,
        label=text,
    )
    collection.set_transform(Affine2D().scale(1 / 72) + figure.dpi_scale_trans)
    return collection
