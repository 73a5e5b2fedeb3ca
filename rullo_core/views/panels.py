"""Parts of a drawn board: squares, numbers and lines. No drawing library is needed to make one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True)
class Square:
    """A rectangle on a board, in cells from its upper left cell.

    Attributes
    ----------
    fill, edge : str
        Colours.
    line : float
        How thick the edge is, in points.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str = "none"
    line: float = 0


@dataclass(frozen=True)
class Label:
    """Text with its middle at a place on a board; its size beside that of a cell's number."""

    x: float
    y: float
    text: str
    ink: str = "black"
    weight: str = "normal"
    size: float = 1


@dataclass(frozen=True)
class Panel:
    """A board as it is drawn.

    Attributes
    ----------
    width, height : int
        In cells.
    squares : sequence of Square
        Later ones over earlier ones.
    caption : str
        Stands below.
    beyond : bool
        Whether there is something beyond its right and lower edge.
    strokes : sequence of (float, float, float, float)
        White lines over the squares: from x and y to x and y.
    dashes : sequence of (float, float, float, float)
        Dashed lines over the squares.
    margin : bool
        Whether something stands to the left of the board and above it, such as target-sums.
    """

    width: int
    height: int
    squares: Sequence[Square]
    labels: Sequence[Label]
    caption: str = ""
    beyond: bool = False
    strokes: Sequence[tuple[float, float, float, float]] = ()
    dashes: Sequence[tuple[float, float, float, float]] = ()
    margin: bool = False


DASHED = "#555555"
"""The colour of dashed lines."""

LEFT, ABOVE = 1.2, 1.0
"""Room beside and above a board, in cells."""

INK, THIN, THICK = "#333333", 0.6, 2.2
"""Colour of the lines of a grid, and their widths around cells and around boxes, in points."""

GIVEN, KNOWN = "#e4e4e4", "#8fd18f"
"""Cells of a grid with a given digit, and those whose digit is known."""

PENCILLED = 0.42
"""The size of digits that are still possible, beside that of a digit; on grids up to 9x9."""


def cells_of_grid(
    columns: int,
    given: Sequence[int],
    left: Sequence[Collection[int]] | None,
    digits: int,
    symbol: Callable[[int], str] = str,
) -> tuple[list[Square], list[Label]]:
    """Return the cells of a grid of digits as they are drawn.

    Parameters
    ----------
    given : sequence of int
        The given digit of each cell in reading order, 0 for none.
    left : sequence of collection of int, optional
        The digits that each cell can still have; nothing is known unless given.
    digits : int
        Number of digits.
    symbol : callable
        How a digit is written.
    """
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
    """Yield one digit in the middle; several each at its own place; all, or those of large grids, not at all."""
    if len(left) == 1:
        yield Label(column + 0.5, row + 0.5, symbol(*left))
    elif digits <= 9 and len(left) < digits:
        across = ceil(digits**0.5)
        for digit in left:
            r, c = divmod(digit - 1, across)
            x, y = column + (c + 0.7) / (across + 0.4), row + (r + 0.7) / (across + 0.4)
            yield Label(x, y, symbol(digit), size=PENCILLED)
