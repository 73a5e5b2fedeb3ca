"""Kakuros as pictures: clues in black cells, digits in white ones, candidates in small."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rullo_core.kakuro.puzzle import ACROSS, Kakuro
from rullo_core.passes.units import State
from rullo_core.views.drawing import drawing
from rullo_core.views.panels import Label, Panel, Square

BLACK, FIXED, OPEN = "#1a1a1a", "#8fd18f", "#f2b66d"
"""Colours of black cells, of white cells whose digit is known, and of white cells to highlight."""

CLUE, PENCILLED = 0.62, 0.45
"""Sizes of clues, and of digits that are still possible, beside that of a digit."""


@dataclass(frozen=True)
class Board:
    """A puzzle, its candidates if they are known, a caption below, and cells to emphasize."""

    puzzle: Kakuro
    state: State | None = None
    caption: str = ""
    marked: Collection[int] = ()


def panel_of(board: Board) -> Panel:
    """A board as it is drawn."""
    puzzle = board.puzzle
    white = set(puzzle.cells)
    black = [(r, c) for r in range(puzzle.rows) for c in range(puzzle.columns) if (r, c) not in white]
    squares = [Square(c, r, 1, 1, BLACK, "#555555", 0.8) for r, c in black]
    labels: list[Label] = []
    for cell, (r, c) in enumerate(puzzle.cells):
        is_fixed = board.state is not None and len(board.state[cell]) == 1
        fill = OPEN if cell in board.marked else FIXED if is_fixed else "white"
        squares.append(Square(c, r, 1, 1, fill, "#555555", 0.8))
        labels += _digits(board.state[cell] if board.state is not None else (), r, c)
    for (r, c), cell_clues in puzzle.clues.items():
        for direction, clue in cell_clues.items():
            x, y = (c + 0.68, r + 0.28) if direction == ACROSS else (c + 0.32, r + 0.74)
            labels.append(Label(x, y, str(clue), "white", size=CLUE))
    strokes = [(c, r, c + 1, r + 1) for r, c in puzzle.clues]
    return Panel(puzzle.columns, puzzle.rows, squares, labels, board.caption, strokes=strokes)


draw = drawing(panel_of)


def _digits(candidates: Collection[int], r: int, c: int) -> Iterator[Label]:
    """Yield one digit in the middle; several each at its own place, like keys; all nine not at all."""
    if len(candidates) == 1:
        yield Label(c + 0.5, r + 0.5, str(*candidates))
    elif len(candidates) < 9:
        for digit in candidates:
            row, column = divmod(digit - 1, 3)
            yield Label(c + 0.22 + 0.28 * column, r + 0.22 + 0.28 * row, str(digit), size=PENCILLED)
