"""Sudokus as pictures: given digits, digits that are known, and in small what a cell can still be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from rullo_core.passes.units import State
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.views.panels import Label, Panel, Square

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, THIN, THICK = "#333333", 0.6, 2.2
"""Of lines, and how thick they are around cells and around boxes, in points."""

GIVEN, KNOWN = "#e4e4e4", "#8fd18f"
"""Cells with a given digit, and those whose digit is known."""

PENCILLED = 0.42
"""The size of digits that are still possible, beside that of a digit; on boards up to 9x9."""


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
    puzzle, side, box = board.puzzle, board.puzzle.side, board.puzzle.box
    squares: list[Square] = []
    labels: list[Label] = []
    for cell, digit in enumerate(puzzle.cells):
        row, column = divmod(cell, side)
        left: Collection[int] = (digit,) if digit else board.state[cell] if board.state is not None else ()
        fill = GIVEN if digit else KNOWN if len(left) == 1 else "white"
        squares.append(Square(column, row, 1, 1, fill, INK, THIN))
        labels += _digits(puzzle, left, row, column)
    squares += [
        Square(column, row, box, box, "none", INK, THICK)
        for row in range(0, side, box)
        for column in range(0, side, box)
    ]
    return Panel(side, side, squares, labels, board.caption)


def _digits(puzzle: Sudoku, left: Collection[int], row: int, column: int) -> Iterator[Label]:
    """One digit in the middle; several each at its own place; all of them, or those of large boards, not at all."""
    if len(left) == 1:
        yield Label(column + 0.5, row + 0.5, puzzle.symbol(*left))
    elif puzzle.side <= 9 and len(left) < puzzle.side:
        across = isqrt(puzzle.side)
        for digit in left:
            r, c = divmod(digit - 1, across)
            yield Label(
                column + (c + 0.7) / (across + 0.4),
                row + (r + 0.7) / (across + 0.4),
                puzzle.symbol(digit),
                size=PENCILLED,
            )
