"""Sheets for print: puzzles to solve, and on pages of their own their solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.views.boards import lay_out
from rullo_core.views.charts import styled
from rullo_core.views.panels import Panel

PAPER = 8.27, 11.69
"""A4, in inches."""

MARGIN = 0.6
"""The margin of a page in inches."""

LONGEST_SIDE = 11
"""A board with a longer side has a page of its own."""

SUFFIXES = (".pdf", ".svg")


def check_sheet(path: Path) -> None:
    """Refuse a file that cannot be a sheet."""
    if path.suffix not in SUFFIXES:
        raise BadInput(f"{path}: a sheet is a .pdf or .svg file; give it such a name")


def save_picture(path: Path, figure: Figure) -> None:
    """Write a picture, whole or not at all; the same one has the same bytes."""
    unsaid = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}
    if path.suffix not in unsaid:
        raise BadInput(f"{path}: a picture is a .svg, .png or .pdf file; give it such a name")
    with written_whole(path) as temporary, styled():
        figure.savefig(temporary, format=path.suffix[1:], metadata=unsaid[path.suffix], bbox_inches="tight")


def write_sheet(path: Path, puzzles: Sequence[Panel], solutions: Sequence[Panel]) -> None:
    """Write puzzles and then their solutions: pages of A4 in a PDF, or one picture in an SVG, always the same bytes."""
    check_sheet(path)
    with written_whole(path) as temporary, styled():
        if path.suffix == ".svg":
            lay_out([*puzzles, *solutions], min(3, len(puzzles))).savefig(
                temporary, format="svg", metadata={"Date": None, "Creator": None}
            )
            return
        metadata = {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None}
        with PdfPages(temporary, metadata=metadata) as pages:
            for page in (*_pages(puzzles, 2), *_pages(solutions, 3)):
                pages.savefig(page)


def _pages(panels: Sequence[Panel], columns: int) -> Iterator[Figure]:
    """Return pages of boards as large as they fit, several side by side; a large board has a page of its own."""
    longest = max(max(panel.width, panel.height) for panel in panels)
    if longest > LONGEST_SIDE:
        columns = 1
    a_page = columns * (columns + 1) if columns > 1 else 1
    for first in range(0, len(panels), a_page):
        panels_of_page = panels[first : first + a_page]
        yield _on_paper(lay_out(panels_of_page, columns, _cell(panels_of_page, columns)))


def _cell(panels: Sequence[Panel], columns: int) -> float:
    """Return the side of a cell for which boards fill the paper."""
    width, height = lay_out(panels, columns, 1.0).get_size_inches()
    return float(min((PAPER[0] - 2 * MARGIN) / width, (PAPER[1] - 2 * MARGIN) / height, 0.5))


def _on_paper(figure: Figure) -> Figure:
    """Put a picture at the top of a page, in the middle of its width."""
    width, height = figure.get_size_inches()
    figure.set_size_inches(PAPER)
    x, y = (PAPER[0] - width) / 2, PAPER[1] - MARGIN - height
    figure.axes[0].set_position((x / PAPER[0], y / PAPER[1], width / PAPER[0], height / PAPER[1]))
    return figure
