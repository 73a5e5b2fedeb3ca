"""Square grids with boxes, as of Sudokus and of Killer Sudokus: rows, columns, boxes and neighbours of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import parse_size

Box = tuple[int, int]
"""Height and width; a grid has as many rows, columns and boxes as a box has cells."""

SHAPE = r"([0-9]{1,9})x([0-9]{1,9})\s+boxes\s+([0-9]{1,9})x([0-9]{1,9})"
"""How the first line of a puzzle tells its size and its boxes, behind the kind of puzzle."""

BOXES_AT = 3
"""The word in that line that has the size of boxes."""


def side_of(box: Box) -> int:
    """Return the number of rows of a grid with such boxes."""
    height, width = box
    return height * width


def usual_box(side: int) -> Box:
    """Return the box that is as square as possible, and not higher than wide.

    >>> [usual_box(side) for side in (4, 6, 12, 5)]
    [(2, 2), (2, 3), (3, 4), (1, 5)]
    """
    height = max(divisor for divisor in range(1, side + 1) if side % divisor == 0 and divisor * divisor <= side)
    return height, side // height


def check_box(side: int, box: Box, largest: int) -> None:
    """Check that boxes fit a grid, and that the grid is not larger than the largest."""
    height, width = box
    if not 1 <= side <= largest:
        raise BadInput(f"{side}x{side}: boards go up to {largest}x{largest}")
    if height < 1 or height * width != side:
        raise BadInput(
            f"boxes {height}x{width}: have {height * width} cells, a row has {side}; write such as boxes "
            + "x".join(map(str, usual_box(side)))
        )


def shape_text(box: Box) -> str:
    """Return the size and the boxes of a grid as `SHAPE` reads them: 6x6 boxes 2x3."""
    height, width = box
    return f"{height * width}x{height * width} boxes {height}x{width}"


def rows_and_columns(side: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return names and cells, in reading order, of the rows and then the columns of a square, numbered from 1."""
    rows = [(f"row {r + 1}", tuple(range(r * side, (r + 1) * side))) for r in range(side)]
    return rows + [(f"column {c + 1}", tuple(range(c, side * side, side))) for c in range(side)]


def units_of(box: Box) -> list[tuple[str, tuple[int, ...]]]:
    """Return names and cells, in reading order, of rows, columns and boxes, numbered from 1."""
    height, width = box
    side = height * width
    corners = [(b // height * height, b % height * width) for b in range(side)]
    boxes = [
        (f"box {b + 1}", tuple((first_row + r) * side + first_column + c for r in range(height) for c in range(width)))
        for b, (first_row, first_column) in enumerate(corners)
    ]
    return [*rows_and_columns(side), *boxes]


def outlines_of(box: Box) -> Iterator[tuple[int, int, int, int]]:
    """Yield the left column, the top row, the width and the height of every box, from 0."""
    height, width = box
    for row in range(0, height * width, height):
        for column in range(0, height * width, width):
            yield column, row, width, height


def place(cell: int, side: int) -> str:
    """Return row and column of a cell, from 1, in words."""
    return f"row {cell // side + 1}, column {cell % side + 1}"


def neighbours(cell: int, side: int) -> Iterator[int]:
    """Yield the cells above, below and beside one."""
    row, column = divmod(cell, side)
    for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= r < side and 0 <= c < side:
            yield r * side + c


def sides_of(size: str | int | tuple[int, int]) -> tuple[int, int]:
    """Return height and width of a size.

    >>> sides_of(9), sides_of("4x6"), sides_of((4, 6))
    ((9, 9), (4, 6), (4, 6))
    """
    if isinstance(size, str):
        return parse_size(size if "x" in size else f"{size}x{size}")
    sides: tuple[Any, ...] = tuple(size) if isinstance(size, Sequence | np.ndarray) else (size, size)
    if len(sides) != 2 or not all(isinstance(side, int | np.integer) and not isinstance(side, bool) for side in sides):
        raise BadInput(f"size {size!r}: write it as 9, (9, 9) or '9x9'")
    return parse_size(f"{sides[0]}x{sides[1]}")
