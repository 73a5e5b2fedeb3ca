"""Drawings of Killer Sudokus: coloured cages with dashed outlines and sums, digits, and small candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from rullo_core.killer.puzzle import Killer
from rullo_core.passes.units import State
from rullo_core.puzzles.boxes import neighbours, outlines_of
from rullo_core.views.drawing import drawing
from rullo_core.views.panels import Label, Panel, Square

INK, THIN, THICK = "#333333", 0.4, 2.2
"""Colour of lines, and their widths around cells and around boxes, in points."""

TINTS = ("#fdebd3", "#dcecf7", "#e3f2dc", "#f4e1ee", "#fbf6cf", "#e6e4f3")
"""Colours of cages: enough for neighbouring cages to differ."""

DIGIT_COLOUR, DIAGONAL_COLOUR = "#1b7837", "#d9d9d9"
"""The colour of digits, and that of cells without a cage on diagonals that are units."""

INSET = 0.08
"""Distance of cage outlines from the edges of cells, in cells."""

SUM, PENCILLED = 0.38, 0.32
"""The size of sums and of candidates, relative to that of a digit."""


@dataclass(frozen=True)
class Board:
    """A puzzle to draw, with candidates, a caption below, and cells that are framed."""

    puzzle: Killer
    state: State | None = None
    caption: str = ""
    framed: frozenset[int] = frozenset()


def panel_of(board: Board) -> Panel:
    """Return the drawing of a board."""
    puzzle, side = board.puzzle, board.puzzle.side
    tints = tints_of(puzzle)
    squares = [Square(cell % side, cell // side, 1, 1, tints[cell], INK, THIN) for cell in range(side * side)]
    squares += [
        Square(cell % side + 0.04, cell // side + 0.04, 0.92, 0.92, "none", "#d62728", 1.6)
        for cell in sorted(board.framed)
    ]
    squares += [Square(*outline, "none", INK, THICK) for outline in outlines_of(puzzle.box)]
    labels = [
        Label(cage.cells[0] % side + 0.27, cage.cells[0] // side + 0.22, str(cage.total), size=SUM)
        for cage in puzzle.cages
    ]
    if board.state is not None:
        labels += [label for cell, domain in enumerate(board.state) for label in _digits(puzzle, domain, cell)]
    dashes = [line for cage in puzzle.cages for line in outline(cage.cells, side)]
    return Panel(side, side, squares, labels, board.caption, dashes=dashes)


draw = drawing(panel_of, 0.38)


def tints_of(puzzle: Killer) -> list[str]:
    """Return the colour of each cell: the colour of its cage, which differs from the colours of neighbouring cages."""
    owner = {cell: number for number, cage in enumerate(puzzle.cages) for cell in cage.cells}
    tints: dict[int, str] = {}
    for number, cage in enumerate(puzzle.cages):
        adjacent = {owner.get(neighbour) for cell in cage.cells for neighbour in neighbours(cell, puzzle.side)}
        excluded = {tints[index] for index in adjacent if index in tints and index != number}
        tints[number] = next(tint for tint in TINTS if tint not in excluded)
    diagonal = {cell for name, cells in puzzle.units if "diagonal" in name for cell in cells}
    free = (DIAGONAL_COLOUR if cell in diagonal else "white" for cell in range(puzzle.side**2))
    return [tints[owner[cell]] if cell in owner else tint for cell, tint in enumerate(free)]


def outline(cells: Sequence[int], side: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the lines around a cage, a little inside its cells."""
    in_cage = {divmod(cell, side) for cell in cells}
    for row, column in sorted(in_cage):
        for row_step, column_step in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + row_step, column + column_step) in in_cage:
                continue
            ends = []
            for sign in (-1, 1):
                adjacent = (row + sign * (row_step == 0), column + sign * (column_step == 0))
                diagonal = (adjacent[0] + row_step, adjacent[1] + column_step)
                reach = 0.5 - INSET if adjacent not in in_cage else 0.5 + INSET if diagonal in in_cage else 0.5
                ends.append(sign * reach)
            x, y = column + 0.5 + column_step * (0.5 - INSET), row + 0.5 + row_step * (0.5 - INSET)
            if row_step:
                yield x + ends[0], y, x + ends[1], y
            else:
                yield x, y + ends[0], x, y + ends[1]


def _digits(puzzle: Killer, domain: frozenset[int], cell: int) -> Iterator[Label]:
    """Yield the label of a digit, or of each candidate; none if all digits are candidates or the board is above 9x9."""
    row, column = divmod(cell, puzzle.side)
    if len(domain) == 1:
        yield Label(column + 0.5, row + 0.56, str(*domain), DIGIT_COLOUR)
    elif puzzle.side <= 9 and len(domain) < puzzle.side:
        columns = ceil(puzzle.side**0.5)
        for digit in domain:
            r, c = divmod(digit - 1, columns)
            # Candidates stand below the sum.
            place = column + (c + 0.9) / (columns + 0.8), row + 0.42 + 0.54 * r / columns
            yield Label(*place, str(digit), size=PENCILLED)
