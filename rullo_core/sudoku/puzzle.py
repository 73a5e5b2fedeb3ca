"""A Sudoku: cells, some of which have a digit, in rows, columns and boxes."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isqrt

from rullo_core.errors import BadInput, quoted, shortened
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in, whole_number
from rullo_core.puzzles.methods import PuzzleMethods

Cells = tuple[int, ...]
"""The digit of every cell in reading order, from 1; 0 for none."""

BOXES = range(2, 8)
"""Sides of a box."""

SIDES = tuple(box * box for box in BOXES)
"""Sides of a board."""

LENGTHS = {box**4: box for box in BOXES}
"""Sides of a box by the number of cells."""

NOTHING = ".0_*"
"""Any of them is an empty cell; the first is written. With letters for digits, a 0 is."""

LETTERS = string.ascii_uppercase + string.ascii_lowercase
"""For digits of boards that are larger than 9x9."""


@dataclass(frozen=True, repr=False)
class Sudoku(PuzzleMethods):
    """A Sudoku puzzle, or a filled board.

    Parameters
    ----------
    box : int
        The side of a box, 2 to 7; the grid has as many rows, columns and boxes as a box has cells.
    cells : tuple of int
        The digit of every cell in reading order, from 1; 0 for none.
    name : str
        The name, if the puzzle has one.

    Raises
    ------
    BadInput
        If the number of cells is not that of a grid, or a digit is out of range.

    Examples
    --------
    >>> from rullo_core.sudoku import Sudoku
    >>> puzzle = Sudoku.parse("1...|..3.|....|4...")
    >>> puzzle.side, puzzle.clues, puzzle.is_filled, str(puzzle)
    (4, 3, False, '1.....3.....4...')
    """

    box: int
    cells: Cells
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.box not in BOXES or len(self.cells) != self.box**4:
            raise BadInput(
                f"{len(self.cells)} cells, boxes of side {self.box}: write {', '.join(map(str, LENGTHS))} cells"
            )
        if not all(0 <= digit <= self.side for digit in self.cells):
            raise BadInput(f"digits {min(self.cells)} to {max(self.cells)}: write 1 to {self.side}, and 0 for none")

    @property
    def side(self) -> int:
        """The number of rows, of columns, of boxes and of digits."""
        return self.box * self.box

    @property
    def clues(self) -> int:
        """The number of givens: cells that have a digit."""
        return sum(digit > 0 for digit in self.cells)

    @property
    def is_filled(self) -> bool:
        """Whether every cell has a digit, and every unit every digit."""
        every = set(range(1, self.side + 1))
        return all({self.cells[cell] for cell in cells} == every for _, cells in units_of(self.box))

    def __str__(self) -> str:
        """The line that `parse` reads."""
        return "".join(map(self.symbol, self.cells))

    def symbol(self, digit: int) -> str:
        """Return how a digit is written: as such up to 9x9, as a letter on larger grids.

        Parameters
        ----------
        digit : int
            A digit from 1, or 0 for an empty cell.

        Returns
        -------
        str
            One character.

        Examples
        --------
        >>> from rullo_core.sudoku import Sudoku
        >>> Sudoku(2, (0,) * 16).symbol(3), Sudoku(4, (0,) * 256).symbol(3), Sudoku(2, (0,) * 16).symbol(0)
        ('3', 'C', '.')
        """
        if digit == 0:
            return NOTHING[0]
        return str(digit) if self.side <= 9 else LETTERS[digit - 1]

    def board(self) -> str:
        """Return the grid as text, a line for each row, with lines between boxes.

        Returns
        -------
        str
            The text, of several lines.

        Examples
        --------
        >>> from rullo_core.sudoku import Sudoku
        >>> print(Sudoku.parse(".4...32....3....").board())
        . 4 | . .
        . 3 | 2 .
        ----+----
        . . | . 3
        . . | . .
        """
        rule = "+".join(["-" * (2 * self.box + 1)] * self.box)[1:-1]
        lines = []
        for row in range(self.side):
            if row and row % self.box == 0:
                lines.append(rule)
            shown = [self.symbol(digit) for digit in self.cells[row * self.side : (row + 1) * self.side]]
            parts = (shown[first : first + self.box] for first in range(0, self.side, self.box))
            lines.append(" | ".join(map(" ".join, parts)))
        return "\n".join(lines)

    def with_cells(self, cells: Iterable[int]) -> Sudoku:
        """Return a puzzle of the same size and name with other digits.

        Parameters
        ----------
        cells : iterable of int
            The digit of every cell in reading order, from 1; 0 for none.

        Returns
        -------
        Sudoku
            The new puzzle.

        Raises
        ------
        BadInput
            If the number of cells is not that of the grid, or a digit is out of range.

        Examples
        --------
        >>> from rullo_core.sudoku import Sudoku
        >>> puzzle = Sudoku.parse(".4...32....3....")
        >>> puzzle.with_cells(puzzle.solution.ravel().tolist()).is_filled
        True
        """
        return Sudoku(self.box, tuple(cells), self.name)


def units_of(box: int) -> list[tuple[str, tuple[int, ...]]]:
    """Rows, columns and boxes, from 1: what they are called, and their cells in reading order."""
    return units_of_boxes(box, box)


def units_of_boxes(high: int, wide: int) -> list[tuple[str, tuple[int, ...]]]:
    """The same, with boxes of so many rows and columns."""
    side = high * wide
    rows = [(f"row {r + 1}", tuple(range(r * side, (r + 1) * side))) for r in range(side)]
    columns = [(f"column {c + 1}", tuple(range(c, side * side, side))) for c in range(side)]
    corners = [(b // high * high, b % high * wide) for b in range(side)]
    boxes = [
        (f"box {b + 1}", tuple((top + r) * side + left + c for r in range(high) for c in range(wide)))
        for b, (top, left) in enumerate(corners)
    ]
    return [*rows, *columns, *boxes]


def place(cell: int, side: int) -> str:
    """Where a cell is, in words."""
    return f"row {cell // side + 1}, column {cell % side + 1}"


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_side(text: str) -> int:
    """The side of a board, such as 9 or 9x9."""
    one, _, other = text.partition("x")
    side = whole_number(one, 1, SIDES[-1])
    if side not in SIDES or (other and other != one):
        raise BadInput(f"size {quoted(text)}: write one of {', '.join(map(str, SIDES))}")
    return side


def parse_puzzles(text: str, source: str = "puzzle") -> list[Sudoku]:
    """Read puzzles, one a line.

    A line has the digits of all cells in reading order, ``.`` or ``0`` for empty ones: 16, 81, 256, 625, 1,296 or 2,401
    of them. Blanks and ``|`` between them are passed over. Boards larger than 9x9 have letters for digits, A for 1;
    where such a line has digits too, these are 1 to 9, and A is 10. A line ``# name`` right above a puzzle names it.

    Raises
    ------
    BadInput
        If a line is no such puzzle, or a digit is twice in a row, column or box: with row and column.
    """
    found = []
    name = ""
    for line in lines_of(text):
        if not line.text or line.text.startswith("#"):
            name = name_in(line.text)
            continue
        where = f"{source}, line {line.number}" + (f" ({shortened(name)})" if name else "")
        found.append(_puzzle(line, where, name))
        name = ""
    if not found:
        raise BadInput("holds no puzzle; write its cells in one line, with . for empty ones", source, 1, 1)
    return found


def _puzzle(shown: Line, where: str, name: str) -> Sudoku:
    there = list(re.finditer(r"[^\s|]", shown.raw))
    line = "".join(one[0] for one in there)

    def wrong(reason: str, cell: int) -> BadInput:
        return BadInput(reason, f"{where}, {place(cell, side)}", shown.number, there[cell].start() + 1, cell)

    box = LENGTHS.get(len(line))
    if box is None:
        sizes = ", ".join(f"{length} ({isqrt(length)}x{isqrt(length)})" for length in LENGTHS)
        raise BadInput(f"has {len(line)} cells; write {sizes}", where, shown.number, shown.column())
    side = box * box
    symbols = "123456789"[:side]
    if side > 9:
        mixed = any(one in "123456789" for one in line)
        symbols = (symbols + LETTERS if mixed else LETTERS)[:side]
    cells = []
    for cell, one in enumerate(line):
        if one in NOTHING:
            cells.append(0)
        elif one in symbols:
            cells.append(symbols.index(one) + 1)
        else:
            raise wrong(f"{one!r} is no digit; write {symbols[0]} to {symbols[-1]}, or . for none", cell)
    for unit, inside in units_of(box):
        met: dict[int, int] = {}
        for cell in inside:
            digit = cells[cell]
            if digit and digit in met:
                before = place(met[digit], side)
                raise wrong(f"{line[cell]} is in {unit} before, in {before}; change one", cell)
            met[digit] = cell
    return Sudoku(box, tuple(cells), name)
