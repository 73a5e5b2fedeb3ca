"""Sheets for print: puzzles to solve, and on pages of their own their solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.rullo.picture import Board, draw
from rullo_core.rullo.puzzle import Puzzle, Solution
from rullo_core.views.charts import STYLE

PAPER = 8.27, 11.69
"""A4, in inches."""

MARGIN = 0.6
"""Around what is printed, in inches."""

SUFFIXES = (".pdf", ".svg")


def check_sheet(path: Path) -> None:
    """Refuse a file that is no sheet.

    Raises
    ------
    BadInput
        If its name does not end in .pdf or .svg.
    """
    if path.suffix not in SUFFIXES:
        raise BadInput(f"{path}: a sheet is a .pdf or .svg file; give it such a name")


def write_sheet(path: Path, puzzles: Sequence[tuple[Puzzle, Solution]]) -> None:
    """Write puzzles and then their solutions: pages of A4 in a PDF, or one picture in an SVG.

    Parameters
    ----------
    path : pathlib.Path
        Its suffix says which. The same puzzles give the same bytes.
    puzzles : sequence of (Puzzle, Solution)
        In order; each solution stands under the number of its puzzle.

    Raises
    ------
    BadInput
        If the suffix is neither.
    """
    check_sheet(path)
    with written_whole(path) as temporary, plt.style.context(STYLE):
        if path.suffix == ".svg":
            boards = [*_boards(puzzles, solved=False), *_boards(puzzles, solved=True)]
            draw(boards, columns=min(3, len(puzzles))).savefig(
                temporary, format="svg", metadata={"Date": None, "Creator": None}
            )
            return
        nothing = {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None}
        with PdfPages(temporary, metadata=nothing) as pages:
            for page in (*_pages(puzzles, solved=False), *_pages(puzzles, solved=True)):
                pages.savefig(page)


def _boards(puzzles: Sequence[tuple[Puzzle, Solution]], solved: bool) -> list[Board]:
    return [
        Board(puzzle, solution if solved else None, f"Solution {number}" if solved else f"Puzzle {number}")
        for number, (puzzle, solution) in enumerate(puzzles, start=1)
    ]


def _pages(puzzles: Sequence[tuple[Puzzle, Solution]], solved: bool) -> Iterator[Figure]:
    """Pages of boards as large as they fit: two beside each other, solutions three; large ones alone."""
    longest = max(max(puzzle.height, puzzle.width) for puzzle, _ in puzzles)
    columns = (3 if solved else 2) if longest <= 10 else 1
    a_page = columns * (columns + 1) if longest <= 10 else 1
    all_boards = _boards(puzzles, solved)
    for first in range(0, len(all_boards), a_page):
        boards = all_boards[first : first + a_page]
        yield _on_paper(draw(boards, columns, _cell(boards, columns)))


def _cell(boards: Sequence[Board], columns: int) -> float:
    """The side of a cell for which boards fill the paper."""
    width, height = draw(boards, columns, 1.0).get_size_inches()
    return float(min((PAPER[0] - 2 * MARGIN) / width, (PAPER[1] - 2 * MARGIN) / height, 0.5))


def _on_paper(figure: Figure) -> Figure:
    """A picture at the top of a page, in the middle of its width."""
    width, height = figure.get_size_inches()
    figure.set_size_inches(PAPER)
    left, bottom = (PAPER[0] - width) / 2, PAPER[1] - MARGIN - height
    figure.axes[0].set_position((left / PAPER[0], bottom / PAPER[1], width / PAPER[0], height / PAPER[1]))
    return figure
