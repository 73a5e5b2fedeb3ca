"""Sudokus as pictures: givens, known digits, and candidates in small."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.passes.units import State
from rullo_core.puzzles.boxes import outlines_of
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.views.drawing import drawing
from rullo_core.views.panels import INK, THICK, Panel, Square, cells_of_grid


@dataclass(frozen=True)
class Board:
    """A puzzle, its candidates if any are known, and a caption below."""

    puzzle: Sudoku
    state: State | None = None
    caption: str = ""


def panel_of(board: Board) -> Panel:
    """Return a board as it is drawn."""
    puzzle, side = board.puzzle, board.puzzle.side
    squares, labels = cells_of_grid(side, puzzle.cells, board.state, side, puzzle.symbol)
    squares += [Square(*outline, "none", INK, THICK) for outline in outlines_of(puzzle.box)]
    return Panel(side, side, squares, labels, board.caption)


draw = drawing(panel_of, 0.3)
