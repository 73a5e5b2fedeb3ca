"""Draw boards with matplotlib: many in a single picture, laid out by hand, or a single board on any axes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.patches import Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox

from rullo_core.escaping import as_label
from rullo_core.views.charts import closed, styled
from rullo_core.views.panels import DASHED, LEFT_ROOM, TOP_ROOM, Panel, Square

Lettering = dict[tuple[str, str, str, float], list[tuple[float, float]]]
"""Positions of texts, by text, colour, weight and size."""


def lay_out(panels: Sequence[Panel | None], columns: int | None = None, cell: float = 0.34) -> Figure:
    """Draw boards side by side, a number in each row, with cells of a size in inches; None leaves a place empty."""
    columns = min(columns or len(panels), len(panels))
    rows = math.ceil(len(panels) / columns)
    present = [panel for panel in panels if panel is not None]
    caption_lines = max(panel.caption.count("\n") + 1 if panel.caption else 0 for panel in present)
    gap = any(panel.beyond for panel in present)
    width = max(panel.width for panel in present) + LEFT_ROOM + 0.4 + gap
    height = max(panel.height for panel in present) + TOP_ROOM + 0.1 + 0.62 * caption_lines + gap
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
            x0, y0 = column * width + LEFT_ROOM, row * height + TOP_ROOM
            for square in panel.squares:
                squares.append(Rectangle((x0 + square.x, y0 + square.y), square.width, square.height))
                looks.append(square)
            for label in panel.labels:
                look = label.text, label.ink, label.weight, label.size
                numbers[look].append((x0 + label.x, y0 + label.y))
            strokes += [[(x0 + x, y0 + y), (x0 + to_x, y0 + to_y)] for x, y, to_x, to_y in panel.strokes]
            dashes += [[(x0 + x, y0 + y), (x0 + to_x, y0 + to_y)] for x, y, to_x, to_y in panel.dashes]
            middle, caption_top = x0 + panel.width / 2, y0 + panel.height + 0.25 + gap
            axes.text(middle, caption_top, as_label(panel.caption), ha="center", va="top", fontsize=22 * cell)
        axes.add_collection(
            PatchCollection(
                squares,
                facecolors=[square.fill for square in looks],
                edgecolors=[square.edge for square in looks],
                linewidths=[square.line for square in looks],
            )
        )
        if strokes:
            axes.add_collection(LineCollection(strokes, colors="white", linewidths=2 * cell))
        if dashes:
            dashed = (0, (6 * cell, 4 * cell))
            axes.add_collection(LineCollection(dashes, colors=DASHED, linewidths=2.4 * cell, linestyles=[dashed]))
        for (text, ink, weight, size), places in numbers.items():
            axes.add_collection(_lettering(figure, axes, text, ink, weight, places, 26 * cell * size))
    return closed(figure)


def _lettering(
    figure: Figure, axes: Axes, text: str, ink: str, weight: str, places: list[tuple[float, float]], size: float
) -> PathCollection:
    """Draw a text in many places at once: as separate texts they take ten times as long."""
    font = FontProperties(weight=weight)
    path = TextPath((0, 0), text, size=size, prop=font)
    extents, zero = path.get_extents(), TextPath((0, 0), "0", size=size, prop=font).get_extents()
    middle = -(extents.x0 + extents.x1) / 2, -(zero.y0 + zero.y1) / 2
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


SMALLEST_CELL = 12
"""Pixels of a cell below which one less would be seen."""

TEXT = 0.5
"""Height of the digits of a label of size 1, in cells."""


def draw_on(axes: Axes, panel: Panel) -> None:
    """Draw a board on any axes, in units of cells and above what they showed, with its text as shapes."""
    end = 0.1 + panel.beyond
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_xlim(-LEFT_ROOM if panel.margin else -0.1, panel.width + end)
    axes.set_ylim(panel.height + end, -TOP_ROOM if panel.margin else -0.1)
    # As artists: of patches matplotlib would compute limits of the axes, which takes longer than to draw them.
    for square in panel.squares:
        axes.add_artist(
            Rectangle(
                (square.x, square.y),
                square.width,
                square.height,
                facecolor=square.fill,
                edgecolor=square.edge,
                linewidth=square.line,
            )
        )
    lines = [((x, y), (to_x, to_y)) for x, y, to_x, to_y in panel.strokes]
    axes.add_collection(LineCollection(lines, colors="white", linewidths=0.7))
    dashes = [((x, y), (to_x, to_y)) for x, y, to_x, to_y in panel.dashes]
    axes.add_collection(LineCollection(dashes, colors=DASHED, linewidths=0.9, linestyles=[(0, (3, 2))]))
    fonts = {weight: _font(weight) for weight in {label.weight for label in panel.labels}}
    texts = []
    for label in panel.labels:
        (path, extents), (_, zero) = (_outline(text, label.weight, fonts[label.weight]) for text in (label.text, "0"))
        scale = TEXT * label.size / zero.height
        moved = Affine2D().translate(-(extents.x0 + extents.x1) / 2, -(zero.y0 + zero.y1) / 2)
        texts.append(moved.scale(scale, -scale).translate(label.x, label.y).transform_path(path))
    inks = [label.ink for label in panel.labels]
    axes.add_collection(PathCollection(texts, facecolors=inks, linewidths=0), autolim=False)
    if panel.caption:
        axes.set_title(as_label(panel.caption), wrap=True)
    if axes.get_axes_locator() is None:
        axes.set_axes_locator(_OnWholePixels(axes))


class _OnWholePixels:
    """Draws axes a little smaller: each cell begins at a whole pixel, and its width is a whole number of pixels.

    Then a digit has the same pixels in all cells, for which a PNG needs fewer bytes.
    """

    def __init__(self, axes: Axes) -> None:
        self.get_subplotspec = axes.get_subplotspec  # matplotlib asks for it in a tight layout

    def __call__(self, axes: Any, renderer: object) -> Bbox:
        """Return the place of the axes in the figure."""
        place: Bbox = axes.get_position(original=True)
        to_pixels = axes.get_figure(root=False).transSubfigure
        box = place.transformed(to_pixels)
        limits = np.array([axes.get_xlim(), axes.get_ylim()])
        spans = np.ptp(limits, axis=1)
        side = np.floor((box.size / spans).min())
        if side < SMALLEST_CELL or axes.get_aspect() != 1:
            return place
        board = Bbox.from_bounds(0, 0, *(side * spans)).anchored(axes.get_anchor(), container=box)
        corner = board.p0 - board.size * limits[:, 0] / np.diff(limits)[:, 0]  # of the first cell
        moved: Bbox = board.translated(*(corner.round() - corner)).transformed(to_pixels.inverted())
        return moved


def _font(weight: str) -> str:
    """Return the path of the font file that matplotlib uses for this weight now."""
    return str(findfont(FontProperties(weight=weight)))


@lru_cache(maxsize=2**10)
def _outline(text: str, weight: str, font: str) -> tuple[Path, Bbox]:
    """Return a text of size 1 as a shape, and its extents, which take longer than drawing it.

    They are kept by text, weight and font: settings of matplotlib, which may change, choose the font of a weight.
    """
    path = TextPath((0, 0), text, size=1, prop=FontProperties(weight=weight))
    return path, path.get_extents()
