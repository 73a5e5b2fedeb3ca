"""Sudokus as pictures: given digits, digits that are known, and in small what a cell can still be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rullo_core.passes.units import State
from rullo_core.puzzles.boxes import outlines_of
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.views.panels import INK, THICK, Panel, Square, cells_of_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Board:
    """A puzzle, what is known of it, and a caption.

    Parameters
    ----------
    puzzle : Sudoku
    state : tuple of frozenset, optional
        The digits that are left of each cell; nothing is known unless given.
    caption : str
        Stands below.
    """

    puzzle: Sudoku
    state: State | None = None
    caption: str = ""


def draw(boards: Sequence[Board], columns: int | None = None, cell: float = 0.3) -> Figure:
    """Draw boards side by side; see `rullo_core.views.boards.lay_out`."""
    # Imported here: matplotlib takes a second.
    from rullo_core.views.boards import lay_out

    return lay_out(list(map(panel_of, boards)), columns, cell)


def panel_of(board: Board) -> Panel:
    """A board as it is drawn."""
    puzzle, side = board.puzzle, board.puzzle.side
    squares, labels = cells_of_grid(side, puzzle.cells, board.state, side, puzzle.symbol)
    squares += [Square(*outline, "none", INK, THICK) for outline in outlines_of(puzzle.box)]
    return Panel(side, side, squares, labels, board.caption)
