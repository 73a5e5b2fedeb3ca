"""A Futoshiki and its text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rullo_core.errors import BadInput, quoted
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in
from rullo_core.puzzles.base import Puzzle
from rullo_core.puzzles.boxes import rows_and_columns

ROW_SIGNS, COLUMN_SIGNS = ("<", ">", "-"), ("^", "v", "-")
"""Signs between two cells: that the first has the lesser digit, that it has the greater, or nothing."""

HEADER = re.compile(r"futoshiki ([2-9])x\1")


@dataclass(frozen=True, repr=False)
class Futoshiki(Puzzle):
    """A Futoshiki.

    Parameters
    ----------
    side : int
        Number of rows, columns and digits.
    cells : tuple of int
        The given digits in reading order, 0 for none.
    inequalities : tuple of (int, int)
        Pairs of neighbours, of which the first has the lesser digit.
    name : str
    """

    side: int
    cells: tuple[int, ...]
    inequalities: tuple[tuple[int, int], ...]
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "inequalities", tuple(sorted(self.inequalities)))

    def __str__(self) -> str:
        lines = [f"futoshiki {self.side}x{self.side}"]
        for _, cells in self.lines[: self.side]:
            words = [word for cell in cells for word in (str(self.cells[cell] or "."), self._sign(cell, 1, ROW_SIGNS))]
            lines.append(" ".join(words[:-1]))
            lines.append(" ".join(self._sign(cell, self.side, COLUMN_SIGNS) for cell in cells))
        return "\n".join(lines[:-1])

    def _sign(self, cell: int, step: int, signs: tuple[str, ...]) -> str:
        pair = cell, cell + step
        return signs[0 if pair in self.inequalities else 1 if pair[::-1] in self.inequalities else 2]

    @property
    def lines(self) -> list[tuple[str, tuple[int, ...]]]:
        """The names and cells of rows and columns."""
        return rows_and_columns(self.side)

    @property
    def signs(self) -> list[tuple[str, tuple[int, int]]]:
        """The names and cells of signs, the cell with the lesser digit first."""
        places = [f"({cell // self.side + 1}, {cell % self.side + 1})" for cell in range(self.side**2)]
        return [(f"{places[lesser]} < {places[greater]}", (lesser, greater)) for lesser, greater in self.inequalities]


def parse_puzzles(text: str, source: str = "puzzle") -> list[Futoshiki]:
    """Read puzzles: a line ``futoshiki 4x4``, then rows as ``. < 2 - .``, alternately with signs as ``- ^ v``."""
    puzzles, name, lines = [], "", [line for line in lines_of(text) if line.text]
    while lines:
        head = lines.pop(0)
        if head.text.startswith("#"):
            name = name_in(head.text)
            continue
        header = HEADER.fullmatch(head.text)
        number = 2 * int(header[1]) - 1 if header else 0
        if not header or len(lines) < number:
            reason = "begins no puzzle; write such as futoshiki 4x4, and below it rows and signs by turns"
            raise head.error(f"{quoted(head.text)} {reason}", source)
        puzzles.append(_read(lines[:number], int(header[1]), source, name))
        lines, name = lines[number:], ""
    if not puzzles:
        raise BadInput("holds no puzzle; begin one with a line such as futoshiki 4x4", source, 1, 1)
    return puzzles


def _read(lines: list[Line], side: int, source: str, name: str) -> Futoshiki:
    digits = tuple(".123456789"[: side + 1])
    cells: list[int] = []
    inequalities: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        row, is_below = divmod(number, 2)
        length = side if is_below else 2 * side - 1
        for place, word in enumerate(line.words[:length]):
            column, sign = (place, 1) if is_below else divmod(place, 2)
            signs_or_digits = (COLUMN_SIGNS if is_below else ROW_SIGNS) if sign else digits
            if word not in signs_or_digits:
                raise line.error(f"{quoted(word)} is none of {' '.join(signs_or_digits)}", source, place)
            pair = row * side + column, row * side + column + (side if is_below else 1)
            if not sign:
                cells.append(digits.index(word))
            elif word != signs_or_digits[2]:
                inequalities.append(pair if word == signs_or_digits[0] else pair[::-1])
        if len(line.words) != length:
            raise line.error(f"has {len(line.words)} words; write {length}", source, length)
    return Futoshiki(side, tuple(cells), tuple(inequalities), name)
