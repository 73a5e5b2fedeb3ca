"""Parts of a drawn board: squares, numbers and lines. No drawing library is needed to make one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True)
class Square:
    """A rectangle on a board, in cells from its upper left cell."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str = "none"
    line: float = 0  # width of the edge, in points


@dataclass(frozen=True)
class Label:
    """Text centred at a place on a board, with its size relative to that of a cell's number."""

    x: float
    y: float
    text: str
    ink: str = "black"
    weight: str = "normal"
    size: float = 1


@dataclass(frozen=True)
class Panel:
    """A board to be drawn, with its size and coordinates in cells."""

    width: int
    height: int
    squares: Sequence[Square]  # later ones over earlier ones
    labels: Sequence[Label]
    caption: str = ""  # below the board
    beyond: bool = False  # whether there is something beyond its right and lower edge
    strokes: Sequence[tuple[float, float, float, float]] = ()  # white lines over the squares, from x and y to x and y
    dashes: Sequence[tuple[float, float, float, float]] = ()  # dashed lines, likewise
    margin: bool = False  # whether something is to the left of the board and above it, such as targets


DASHED = "#555555"
"""The colour of dashed lines."""

LEFT_ROOM, TOP_ROOM = 1.2, 1.0
"""Room beside and above a board, in cells."""

INK, THIN, THICK = "#333333", 0.6, 2.2
"""Colour of the lines of a grid, and their widths around cells and around boxes, in points."""

GIVEN_FILL, SOLVED_FILL = "#e4e4e4", "#8fd18f"
"""Colours of cells with a given digit, and of those whose digit is known."""

PENCILLED = 0.42
"""Size of digits that are still possible, relative to that of a digit; on grids up to 9x9."""


def cells_of_grid(
    columns: int,
    givens: Sequence[int],
    candidates: Sequence[Collection[int]] | None,
    digits: int,
    symbol: Callable[[int], str] = str,
) -> tuple[list[Square], list[Label]]:
    """Return the cells of a grid of digits, given (0 for none) or still possible, as they are drawn."""
    squares: list[Square] = []
    labels: list[Label] = []
    for cell, digit in enumerate(givens):
        row, column = divmod(cell, columns)
        digits_of_cell: Collection[int] = (digit,) if digit else candidates[cell] if candidates is not None else ()
        fill = GIVEN_FILL if digit else SOLVED_FILL if len(digits_of_cell) == 1 else "white"
        squares.append(Square(column, row, 1, 1, fill, INK, THIN))
        labels += _digits(digits_of_cell, digits, symbol, row, column)
    return squares, labels


def _digits(
    candidates: Collection[int], digits: int, symbol: Callable[[int], str], row: int, column: int
) -> Iterator[Label]:
    """Yield one digit in the middle, or several each at its place, except on large grids; none if all are possible."""
    if len(candidates) == 1:
        yield Label(column + 0.5, row + 0.5, symbol(*candidates))
    elif digits <= 9 and len(candidates) < digits:
        columns = ceil(digits**0.5)
        for digit in candidates:
            r, c = divmod(digit - 1, columns)
            x, y = column + (c + 0.7) / (columns + 0.4), row + (r + 0.7) / (columns + 0.4)
            yield Label(x, y, symbol(digit), size=PENCILLED)
