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

LEFT, ABOVE = 1.2, 1.0
"""Room beside and above a board, in cells."""

INK, THIN, THICK = "#333333", 0.6, 2.2
"""Colour of the lines of a grid, and their widths around cells and around boxes, in points."""

GIVEN, KNOWN = "#e4e4e4", "#8fd18f"
"""Colours of cells with a given digit, and of those whose digit is known."""

PENCILLED = 0.42
"""Size of digits that are still possible, relative to that of a digit; on grids up to 9x9."""


def cells_of_grid(
    columns: int,
    given: Sequence[int],
    left: Sequence[Collection[int]] | None,
    digits: int,
    symbol: Callable[[int], str] = str,
) -> tuple[list[Square], list[Label]]:
    """Return the cells of a grid of digits, given (0 for none) or still possible, as they are drawn."""
    squares: list[Square] = []
    labels: list[Label] = []
    for cell, digit in enumerate(given):
        row, column = divmod(cell, columns)
        kept: Collection[int] = (digit,) if digit else left[cell] if left is not None else ()
        fill = GIVEN if digit else KNOWN if len(kept) == 1 else "white"
        squares.append(Square(column, row, 1, 1, fill, INK, THIN))
        labels += _digits(kept, digits, symbol, row, column)
    return squares, labels


def _digits(left: Collection[int], digits: int, symbol: Callable[[int], str], row: int, column: int) -> Iterator[Label]:
    """Yield one digit in the middle, or several each at its place, except on large grids; none if all are possible."""
    if len(left) == 1:
        yield Label(column + 0.5, row + 0.5, symbol(*left))
    elif digits <= 9 and len(left) < digits:
        across = ceil(digits**0.5)
        for digit in left:
            r, c = divmod(digit - 1, across)
            x, y = column + (c + 0.7) / (across + 0.4), row + (r + 0.7) / (across + 0.4)
            yield Label(x, y, symbol(digit), size=PENCILLED)
