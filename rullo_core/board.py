"""Puzzles and what is known of them as pictures, in the thesis's colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from rullo_core.charts import STYLE, closed
from rullo_core.line import EXCLUDED, INCLUDED, UNKNOWN, Cell
from rullo_core.puzzle import Puzzle

FILLS: dict[Cell, str] = {UNKNOWN: "white", INCLUDED: "#8fd18f", EXCLUDED: "#1a1a1a"}
INKS: dict[Cell, str] = {UNKNOWN: "black", INCLUDED: "black", EXCLUDED: "white"}


@dataclass(frozen=True)
class Board:
    """A puzzle, what is known of it, and a caption.

    Parameters
    ----------
    puzzle : Puzzle
    state : sequence of sequence of bool or None, optional
        INCLUDED, EXCLUDED or UNKNOWN for each cell; a solution will do, and nothing is known unless given.
    caption : str
        Stands below.
    """

    puzzle: Puzzle
    state: Sequence[Sequence[Cell]] | None = None
    caption: str = ""


def draw(boards: Sequence[Board | None], columns: int | None = None, cell: float = 0.34) -> Figure:
    """Draw boards side by side.

    Parameters
    ----------
    boards : sequence of Board or None
        None leaves a place empty.
    columns : int, optional
        Boards in a row of the picture; all of them unless given.
    cell : float
        Side of a cell, in inches.

    Returns
    -------
    matplotlib.figure.Figure
        Unknown cells are white, included ones green, excluded ones black, and the target-sum of a line whose cells are
        all known is green.
    """
    columns = min(columns or len(boards), len(boards))
    rows = math.ceil(len(boards) / columns)
    drawn = [board for board in boards if board is not None]
    caption_lines = max(board.caption.count("\n") + 1 if board.caption else 0 for board in drawn)
    below = 0.1 + 0.62 * caption_lines
    width = max(board.puzzle.width for board in drawn) + 1.6
    height = max(board.puzzle.height for board in drawn) + 1.2 + below
    with plt.style.context(STYLE):
        figure, axes = plt.subplots(
            rows, columns, figsize=(columns * width * cell, rows * height * cell), squeeze=False
        )
        for ax in axes.flat:
            ax.set_axis_off()
        for ax, board in zip(axes.flat, boards, strict=False):
            if board is None:
                continue
            _draw_on(ax, board, size=26 * cell)
            ax.set_ylim(board.puzzle.height + below, -1.0)
    return closed(figure)


def _draw_on(axes: Axes, board: Board, size: float) -> None:
    puzzle = board.puzzle
    state = board.state or ((UNKNOWN,) * puzzle.width,) * puzzle.height
    for r, row in enumerate(puzzle.numbers):
        for c, number in enumerate(row):
            fill = state[r][c] if number else EXCLUDED
            axes.add_patch(Rectangle((c, r), 1, 1, facecolor=FILLS[fill], edgecolor="#555555", linewidth=0.8))
            _write(axes, c + 0.5, r + 0.5, number or "", size, INKS[fill])
    for r, target in enumerate(puzzle.row_targets):
        _write_target(axes, -0.65, r + 0.5, target, state[r], size)
    for c, target in enumerate(puzzle.column_targets):
        _write_target(axes, c + 0.5, -0.55, target, [row[c] for row in state], size)
    axes.set_xlim(-1.2, puzzle.width + 0.1)
    axes.set_aspect("equal")
    if board.caption:
        axes.text(puzzle.width / 2, puzzle.height + 0.25, board.caption, ha="center", va="top", fontsize=0.85 * size)


def _write(axes: Axes, x: float, y: float, text: object, size: float, ink: str) -> None:
    axes.text(x, y, str(text), ha="center", va="center_baseline", fontsize=size, color=ink)


def _write_target(axes: Axes, x: float, y: float, target: int, cells: Sequence[Cell], size: float) -> None:
    if all(cell is not UNKNOWN for cell in cells):
        axes.add_patch(Rectangle((x - 0.42, y - 0.38), 0.84, 0.76, facecolor=FILLS[INCLUDED], linewidth=0))
    axes.text(x, y, str(target), ha="center", va="center_baseline", fontsize=size, weight="bold")
