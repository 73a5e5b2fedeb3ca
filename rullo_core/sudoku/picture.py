"""Sudokus as pictures: given digits, digits that are known, and in small what a cell can still be."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.passes.units import State
from rullo_core.puzzles.boxes import outlines_of
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.views.drawing import drawing
from rullo_core.views.panels import INK, THICK, Panel, Square, cells_of_grid


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


def panel_of(board: Board) -> Panel:
    """A board as it is drawn."""
    puzzle, side = board.puzzle, board.puzzle.side
    squares, labels = cells_of_grid(side, puzzle.cells, board.state, side, puzzle.symbol)
    squares += [Square(*outline, "none", INK, THICK) for outline in outlines_of(puzzle.box)]
    return Panel(side, side, squares, labels, board.caption)


draw = drawing(panel_of, 0.3)
