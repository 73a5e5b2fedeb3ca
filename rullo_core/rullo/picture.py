"""Pictures of puzzles and states, in the colours of the thesis."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, Cell
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import Position
from rullo_core.views.drawing import drawing
from rullo_core.views.panels import Label, Panel, Square

FILLS: dict[Cell, str] = {UNKNOWN: "white", INCLUDED: "#8fd18f", EXCLUDED: "#1a1a1a"}
INKS: dict[Cell, str] = {UNKNOWN: "black", INCLUDED: "black", EXCLUDED: "white"}


@dataclass(frozen=True)
class Board:
    """A puzzle, a state, by default with every cell unknown, and a caption below."""

    puzzle: Rullo
    state: Sequence[Sequence[Cell]] | None = None
    caption: str = ""
    marks: Mapping[Position, str] = field(default_factory=dict)  # colours of the frames around cells
    ends: tuple[Ends, Ends] | None = None  # texts at the near and the far end of rows and of columns, for targets


Ends = Sequence[tuple[Any, ...]]
"""For each line, the text at its near end and, optionally, at its far end."""


def panel_of(board: Board) -> Panel:
    """Return a board as drawn: unknown cells white, included green, excluded black, targets of known lines green."""
    has_far_ends = any(len(ends) > 1 for ends in itertools.chain(*board.ends or ()))
    size = board.puzzle.width, board.puzzle.height
    return Panel(*size, list(_squares_of(board)), list(_labels_of(board)), board.caption, has_far_ends, margin=True)


draw = drawing(panel_of)


def _state(board: Board) -> Sequence[Sequence[Cell]]:
    return board.state or ((UNKNOWN,) * board.puzzle.width,) * board.puzzle.height


def _targets(board: Board) -> Iterator[tuple[float, float, Any, bool]]:
    """Yield the centre of each target-sum, its text, and whether all cells of its line are known."""
    state, puzzle = _state(board), board.puzzle
    rows, columns = board.ends or (
        [(target,) for target in targets] for targets in (puzzle.row_targets, puzzle.column_targets)
    )
    for r, numbers in enumerate(rows):
        for x, number in zip((-0.65, puzzle.width + 0.65), numbers, strict=False):
            yield x, r + 0.5, number, UNKNOWN not in state[r]
    for c, numbers in enumerate(columns):
        for y, number in zip((-0.55, puzzle.height + 0.55), numbers, strict=False):
            yield c + 0.5, y, number, UNKNOWN not in [row[c] for row in state]


def _squares_of(board: Board) -> Iterator[Square]:
    for r, row in enumerate(board.puzzle.numbers):
        for c, number in enumerate(row):
            fill = _state(board)[r][c] if number else EXCLUDED
            yield Square(c, r, 1, 1, FILLS[fill], "#555555", 0.8)
    for (r, c), colour in board.marks.items():
        yield Square(c + 0.09, r + 0.09, 0.82, 0.82, "none", colour, 2.5)
    for x, y, _, is_known in _targets(board):
        if is_known:
            yield Square(x - 0.42, y - 0.38, 0.84, 0.76, FILLS[INCLUDED])


def _labels_of(board: Board) -> Iterator[Label]:
    for r, row in enumerate(board.puzzle.numbers):
        for c, number in enumerate(row):
            if number:
                yield Label(c + 0.5, r + 0.5, str(number), INKS[_state(board)[r][c]])
    for x, y, target, _ in _targets(board):
        yield Label(x, y, str(target), weight="bold")
