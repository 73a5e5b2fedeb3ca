"""Boards as SVG: small, the same bytes each time, and without a drawing library to wait for."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rullo_core.escaping import as_html
from rullo_core.views.panels import DASHED, LEFT_ROOM, TOP_ROOM, Panel

CELL = 36
"""Side of a cell, in pixels."""

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
    """Write a board as an SVG picture, with cells of so many pixels."""
    x, y = (LEFT_ROOM, TOP_ROOM) if panel.margin else (EDGE, EDGE)
    end = EDGE + panel.beyond
    width = panel.width + x + end
    lines = textwrap.wrap(panel.caption, max(8, int(width / LETTER)))
    height = panel.height + y + end + CAPTION * len(lines)
    size = f'width="{_number(width * cell, 0)}" height="{_number(height * cell, 0)}"'
    box = " ".join(map(_number, (-x, -y, width, height)))
    title = f"<title>{as_html(panel.caption)}</title>" if panel.caption else ""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" role="img">{title}']
    for square in panel.squares:
        edge = f' stroke="{square.edge}" stroke-width="{_number(square.line / 24)}"' if square.has_edge else ""
        place = f'x="{_number(square.x)}" y="{_number(square.y)}"'
        extent = f'width="{_number(square.width)}" height="{_number(square.height)}"'
        parts.append(f'<rect {place} {extent} fill="{square.fill}"{edge}/>')
    parts += [_line(ends, "#ffffff", "") for ends in panel.strokes]
    parts += [_line(ends, DASHED, ' stroke-dasharray="0.12 0.08"') for ends in panel.dashes]
    common = f'font-family="{FONT}" text-anchor="middle"'
    parts.append(f"<g {common}>")
    for label in panel.labels:
        font = TEXT * label.size
        weight = "" if label.weight == "normal" else f' font-weight="{label.weight}"'
        place = f'x="{_number(label.x)}" y="{_number(label.y + 0.36 * font)}"'
        parts.append(
            f'<text {place} font-size="{_number(font)}" fill="{label.ink}"{weight}>{as_html(label.text)}</text>'
        )
    for number, line in enumerate(lines):
        baseline = panel.height + end + CAPTION * (number + 0.7)
        place = f'x="{_number(width / 2 - x)}" y="{_number(baseline)}"'
        parts.append(f'<text {place} font-size="0.5" fill="#222222">{as_html(line)}</text>')
    return "\n".join([*parts, "</g>", "</svg>"])


def gallery_of(panels: Sequence[Panel], omitted: int = 0, cell: float = CELL * 0.7) -> str:
    """Write boards side by side as HTML, with a note of how many are not shown."""
    pictures = "".join(f'<div style="margin:4px">{svg_of(panel, cell)}</div>' for panel in panels)
    rest = f"<p>… and {omitted:,} more</p>" if omitted else ""
    return f'<div style="display:flex;flex-wrap:wrap;align-items:flex-end">{pictures}</div>{rest}'


def _line(ends: tuple[float, float, float, float], colour: str, dashes: str) -> str:
    x1, y1, x2, y2 = map(_number, ends)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="0.04"{dashes}/>'


def _number(value: float, digits: int = 3) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
