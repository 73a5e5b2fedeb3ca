"""Boards as SVG: small, the same bytes each time, and without a drawing library to wait for."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rullo_core.escaping import as_html, as_line
from rullo_core.views.panels import DASHED, LEFT_ROOM, TOP_ROOM, Label, Panel, Square

CELL = 36
"""Side of a cell, in pixels."""

LARGE = 42
"""Side of a cell whose candidates are to be read, in pixels."""

EDGE = 0.1
"""Room around a board where nothing is beside it, in cells."""

TEXT = 0.6
"""Size of a label's font, in cells."""

CAPTION = 0.75
"""Room for a line of the caption, in cells."""

LETTER = 0.27
"""Width of a letter of the caption, in cells."""

FONT = "DejaVu Sans, Verdana, sans-serif"


def svg_of(panel: Panel, cell: float = CELL) -> str:
    """Write a board as an SVG picture, with the size of a cell in pixels."""
    x, y = (LEFT_ROOM, TOP_ROOM) if panel.margin else (EDGE, EDGE)
    end = EDGE + panel.beyond
    width = panel.width + x + end
    lines = textwrap.wrap(panel.caption, max(8, int(width / LETTER)))
    height = panel.height + y + end + CAPTION * len(lines)
    size = f'width="{_number(width * cell, 0)}" height="{_number(height * cell, 0)}"'
    box = " ".join(map(_number, (-x, -y, width, height)))
    title = f"<title>{as_html(panel.caption)}</title>" if panel.caption else ""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" role="img">{title}']
    parts += _squares(panel.squares)
    parts += _lines(panel.strokes, 'stroke="#ffffff"')
    parts += _lines(panel.dashes, f'stroke="{DASHED}" stroke-dasharray="0.12 0.08"')
    parts.append(f'<g font-family="{FONT}" text-anchor="middle">')
    parts += _labels(panel.labels)
    for number, line in enumerate(lines):
        baseline = panel.height + end + CAPTION * (number + 0.7)
        place = f'x="{_number(width / 2 - x)}" y="{_number(baseline)}"'
        parts.append(f'<text {place} font-size="0.5" fill="#222222">{as_html(line)}</text>')
    return "\n".join([*parts, "</g>", "</svg>"])


class Gallery:
    """Boards side by side, as SVG; a notebook shows them where it stands at the end of a cell.

    Attributes
    ----------
    panels : tuple of Panel
        The drawings of the boards.
    """

    def __init__(self, panels: Iterable[Panel]) -> None:
        self.panels = tuple(panels)

    def __repr__(self) -> str:
        return as_line(f"<boards: {', '.join(panel.caption for panel in self.panels)}>")

    def _repr_html_(self) -> str:
        return gallery_of(self.panels, cell=LARGE)


def gallery_of(panels: Sequence[Panel], omitted: int = 0, cell: float = CELL * 0.7) -> str:
    """Write boards side by side as HTML, with a note of how many are not shown."""
    pictures = "".join(f'<div style="margin:4px">{svg_of(panel, cell)}</div>' for panel in panels)
    rest = f"<p>… and {omitted:,} more</p>" if omitted else ""
    return f'<div style="display:flex;flex-wrap:wrap;align-items:flex-end">{pictures}</div>{rest}'


def _squares(squares: Sequence[Square]) -> Iterator[str]:
    """Yield paths of squares in their order: successive ones of which none hides another are one for each look."""
    for (edge, line, kind), run in groupby(squares, lambda square: (square.edge, square.line, _kind_of(square))):
        stroke = f' stroke="{edge}" stroke-width="{_number(line / 24)}"' if line and edge != "none" else ""
        paths: dict[tuple[str, int], list[str]] = defaultdict(list)
        for i, square in enumerate(run):
            x, y, width, height = map(_number, (square.x, square.y, square.width, square.height))
            paths[square.fill, 0 if kind else i].append(f"M{x} {y}h{width}v{height}h-{width}z")
        yield from (f'<path d="{"".join(path)}" fill="{fill}"{stroke}/>' for (fill, _), path in paths.items())


def _kind_of(square: Square) -> str:
    """Return of what kind a square is that hides no others of its kind: cells do not overlap, and frames are empty."""
    is_cell = square.width == square.height == 1 and square.x % 1 == square.y % 1 == 0
    return "frame" if square.fill == "none" else "cell" if is_cell else ""


def _lines(lines: Sequence[tuple[float, float, float, float]], look: str) -> Iterator[str]:
    """Yield all lines of a look as one path, if there are any."""
    paths = []
    for line in lines:
        x, y, to_x, to_y = map(_number, line)
        paths.append(f"M{x} {y}" + (f"H{to_x}" if y == to_y else f"V{to_y}" if x == to_x else f"L{to_x} {to_y}"))
    if paths:
        yield f'<path d="{"".join(paths)}" fill="none" stroke-width="0.04" {look}/>'


def _labels(labels: Sequence[Label]) -> Iterator[str]:
    """Yield texts by their look; letters and digits that stand alone are one text with those at the same height."""
    looks: dict[tuple[float, str, str], dict[tuple[float, int], list[Label]]] = defaultdict(lambda: defaultdict(list))
    for i, label in enumerate(labels):
        is_alone = len(label.text) == 1 and label.text.isascii() and label.text.isalnum()
        looks[label.size, label.ink, label.weight][label.y, -1 if is_alone else i].append(label)
    for (size, ink, weight), rows in looks.items():
        font = TEXT * size
        heavy = "" if weight == "normal" else f' font-weight="{weight}"'
        yield f'<g font-size="{_number(font)}" fill="{ink}"{heavy}>'
        for (y, _), row in rows.items():
            places = " ".join(_number(label.x) for label in row)
            text = as_html("".join(label.text for label in row))
            yield f'<text x="{places}" y="{_number(y + 0.36 * font)}">{text}</text>'
        yield "</g>"


def _number(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".").removeprefix("0") or "0" if digits else text
