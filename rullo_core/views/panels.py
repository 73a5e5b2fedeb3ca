"""What a drawn board consists of: squares, numbers and lines. No drawing library is needed to make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Square:
    """A rectangle on a board, in cells from its upper left cell.

    Attributes
    ----------
    x, y, width, height : float
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
    labels : sequence of Label
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
