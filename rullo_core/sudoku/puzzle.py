"""A Sudoku: cells, some of which have a digit, in rows, columns and boxes."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isqrt

from rullo_core.errors import BadInput, placed, shortened
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in
from rullo_core.puzzles.base import Puzzle
from rullo_core.puzzles.boxes import (
    BOXES_AT,
    SHAPE,
    Box,
    check_box,
    place,
    shape_text,
    side_of,
    units_of,
    usual_box,
)

Cells = tuple[int, ...]
"""The digit of every cell in reading order, from 1; 0 for none."""

SMALLEST, LARGEST = 4, 49
"""Sides of a board, from and to."""

SIDES = range(SMALLEST, LARGEST + 1)

HEADER = re.compile(rf"\s*sudoku\s+{SHAPE}(?!\S)")
"""Before the cells of a puzzle whose boxes are not those that are usual for its size."""

RULE = re.compile(r"[-+\s]*-[-+\s]*")
"""A line between boxes."""

EMPTY_SIGNS = ".0_*"
"""Any of them is an empty cell; the first is written. With letters for digits, a 0 is."""

LETTERS = string.ascii_uppercase + string.ascii_lowercase
"""For digits of boards that are larger than 9x9."""


@dataclass(frozen=True, repr=False)
class Sudoku(Puzzle):
    """A Sudoku puzzle, or a filled board.

    Parameters
    ----------
    box : (int, int)
        Height and width of a box; the grid has as many rows, columns and boxes as a box has cells, 4 to 49.
    cells : tuple of int
        The digit of every cell in reading order, from 1; 0 for none.
    name : str
        The name, if the puzzle has one.

    Raises
    ------
    BadInput
        If boxes do not fit the grid, the number of cells is not that of the grid, or a digit is out of range.

    Examples
    --------
    >>> from rullo_core.sudoku import Sudoku
    >>> puzzle = Sudoku.parse("1...|..3.|....|4...")
    >>> puzzle.side, puzzle.clues, puzzle.is_filled, str(puzzle)
    (4, 3, False, '1.....3.....4...')
    >>> str(Sudoku((3, 2), (0,) * 36))
    'sudoku 6x6 boxes 3x2 ....................................'
    """

    box: Box
    cells: Cells
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_side(self.side)
        check_box(self.side, self.box, LARGEST)
        if len(self.cells) != self.side**2:
            raise BadInput(f"{len(self.cells)} cells: {shape_text(self.box)} has {self.side**2}")
        if not all(0 <= digit <= self.side for digit in self.cells):
            raise BadInput(f"digits {min(self.cells)} to {max(self.cells)}: write 1 to {self.side}, and 0 for none")

    @property
    def side(self) -> int:
        """The number of rows, of columns, of boxes and of digits."""
        return side_of(self.box)

    @property
    def clues(self) -> int:
        """The number of givens: cells that have a digit."""
        return sum(digit > 0 for digit in self.cells)

    @property
    def is_filled(self) -> bool:
        """Whether every cell has a digit, and every unit every digit."""
        digits = set(range(1, self.side + 1))
        return all({self.cells[cell] for cell in cells} == digits for _, cells in units_of(self.box))

    def __str__(self) -> str:
        """The line that `parse` reads."""
        line = "".join(map(self.symbol, self.cells))
        return line if self.box == usual_box(self.side) else f"sudoku {shape_text(self.box)} {line}"

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
        >>> small, large = Sudoku((2, 2), (0,) * 16), Sudoku((4, 4), (0,) * 256)
        >>> small.symbol(3), large.symbol(3), small.symbol(0)
        ('3', 'C', '.')
        """
        if digit == 0:
            return EMPTY_SIGNS[0]
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
        height, width = self.box
        rule = "+".join(["-" * (2 * width + 1)] * height)[1:-1]
        lines = []
        for row in range(self.side):
            if row and row % height == 0:
                lines.append(rule)
            symbols = [self.symbol(digit) for digit in self.cells[row * self.side : (row + 1) * self.side]]
            parts = (symbols[first : first + width] for first in range(0, self.side, width))
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


# -- reading ----------------------------------------------------------------------------------------------------------


def check_side(side: int) -> None:
    """Check that there are boards of a side."""
    if side not in SIDES:
        raise BadInput(f"{side}x{side}: boards go from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}")


def parse_puzzles(text: str, source: str = "puzzle") -> list[Sudoku]:
    """Read puzzles, one a line.

    A line has the digits of all cells in reading order, ``.`` or ``0`` for empty ones, such as 36 or 81 of them. Blanks
    and ``|`` between them are skipped. Boards larger than 9x9 have letters for digits, A for 1; where such a line has
    digits too, these are 1 to 9, and A is 10. Where such a line has a ``0`` beside another sign for empty cells, and
    not the last digit, as the G of 16x16, its digits begin with 0: it is hexadecimal. A line ``# name`` right above a
    puzzle names it.

    Boxes are as square as possible, and not higher than wide, as 2x3 on 6x6. Others precede the cells, with height and
    width: ``sudoku 6x6 boxes 3x2``. The cells may follow in a line for each row then, and lines of ``-`` and ``+``
    between boxes are skipped.
    """
    puzzles: list[Sudoku] = []
    name = ""
    lines = iter(lines_of(text))
    for line in lines:
        if not line.text or line.text.startswith("#"):
            name = name_in(line.text)
            continue
        location = f"{source}, line {line.number}" + (f" ({shortened(name)})" if name else "")
        puzzles.append(_puzzle(line, lines, location, name))
        name = ""
    if not puzzles:
        raise BadInput("holds no puzzle; write its cells in one line, with . for empty ones", source, 1, 1)
    _check_not_rows(puzzles, text, source)
    return puzzles


def _check_not_rows(puzzles: list[Sudoku], text: str, source: str) -> None:
    """Refuse lines that may be the rows of one board, as 16 lines of 16 cells, where all its digits could be right."""
    side = len(puzzles)
    first_line = next(line for line in lines_of(text) if line.text and not line.text.startswith("#"))
    if side not in SIDES or any(len(puzzle.cells) != side or puzzle.name for puzzle in puzzles):
        return
    cells = [digit for puzzle in puzzles for digit in puzzle.cells]
    digits = [[cells[cell] for cell in unit if cells[cell]] for _, unit in units_of(usual_box(side))]
    if any(cells) and all(len(set(unit_digits)) == len(unit_digits) for unit_digits in digits):
        reason = (
            f"{side} lines of {side} cells can be as many boards of {shape_text(puzzles[0].box)} or one of "
            f"{side}x{side}; write the one in one line, or a line # name above each of the others"
        )
        raise BadInput(reason, source, first_line.number, first_line.column())


def _puzzle(first: Line, lines: Iterator[Line], location: str, name: str) -> Sudoku:
    """Read the puzzle that begins in a line, and the further lines that its header asks for."""
    header = HEADER.match(first.raw)
    characters = _cells_in(first, header.end() if header else 0)
    if header:
        side, columns, height, width = map(int, header.groups())
        box = height, width
        try:
            if side != columns:
                raise BadInput(f"{side}x{columns}: a board has as many rows as columns")
            check_side(side)
            check_box(side, box, LARGEST)
        except BadInput as error:
            raise BadInput(error.reason, location, first.number, first.column(BOXES_AT)) from None
        while len(characters) < side**2 and (line := next(lines, None)) is not None and line.text:
            if not RULE.fullmatch(line.raw):
                characters += _cells_in(line)
        if len(characters) != side**2:
            raise BadInput(f"has {len(characters)} cells; write {side**2}", location, first.number, first.column())
    else:
        side = isqrt(len(characters))
        if side not in SIDES or side**2 != len(characters):
            sizes = "16 (4x4), 36 (6x6), 81 (9x9) or another square up to 2401 (49x49)"
            raise BadInput(f"has {len(characters)} cells; write {sizes}", location, first.number, first.column())
        box = usual_box(side)

    def refusal(reason: str, cell: int) -> BadInput:
        line, offset, _ = characters[cell]
        return BadInput(reason, f"{location}, {place(cell, side)}", line.number, offset + 1, cell)

    signs = [sign for _, _, sign in characters]
    if _are_candidates(signs):
        reason = "729 characters are the candidates of 9x9; write 81, the digit of each cell, . for none"
        with placed(first.number, first.column(), is_sure=True):
            raise BadInput(reason, location)
    symbols, empty_signs = _symbols(signs, side), EMPTY_SIGNS
    if side > 9 and "0" in signs and set(signs) & set(EMPTY_SIGNS[:1] + EMPTY_SIGNS[2:]):
        if symbols[0] != "1" or symbols[-1] in signs or signs.count("0") > side:
            raise refusal("0 is not the only sign for an empty cell; write one, such as .", signs.index("0"))
        symbols, empty_signs = f"0{symbols[:-1]}", empty_signs.replace("0", "")
    elif side > 9 and "0" in signs and symbols[0] == "1" and symbols[-1] not in signs:
        reason = f"0 can be an empty cell, or a digit if these are 0 to {symbols[-2]}; write . for empty cells"
        raise refusal(reason, signs.index("0"))
    cells = []
    for cell, (_, _, sign) in enumerate(characters):
        if sign in empty_signs:
            cells.append(0)
        elif sign in symbols:
            cells.append(symbols.index(sign) + 1)
        else:
            raise refusal(f"{sign!r} is no digit; write {symbols[0]} to {symbols[-1]}, or . for none", cell)
    for unit, unit_cells in units_of(box):
        cell_of_digit: dict[int, int] = {}
        for cell in unit_cells:
            digit = cells[cell]
            if digit and digit in cell_of_digit:
                first_place = place(cell_of_digit[digit], side)
                raise refusal(f"{characters[cell][2]} is in {unit} already, in {first_place}; change one of them", cell)
            cell_of_digit[digit] = cell
    return Sudoku(box, tuple(cells), name)


def _symbols(signs: list[str], side: int) -> str:
    """Return the digits of a board from 1 on: on a large one letters, or digits before them if some are there."""
    if side <= 9:
        return "123456789"[:side]
    mixed = any(sign in "123456789" for sign in signs)
    return f"{'123456789' if mixed else ''}{LETTERS}"[:side]


def _are_candidates(signs: list[str]) -> bool:
    """Return whether cells are the candidates of 9x9: nine for each cell, each the digit of its place, or nothing."""
    fit = all(sign in EMPTY_SIGNS or sign == "123456789"[i % 9] for i, sign in enumerate(signs))
    return len(signs) == 9 * 81 and fit and any(sign not in EMPTY_SIGNS for sign in signs)


def _cells_in(line: Line, begin: int = 0) -> list[tuple[Line, int, str]]:
    """Return the characters of a line that denote cells, each with its line and place."""
    return [
        (line, offset, sign)
        for offset, sign in enumerate(line.raw)
        if offset >= begin and sign != "|" and not sign.isspace()
    ]
