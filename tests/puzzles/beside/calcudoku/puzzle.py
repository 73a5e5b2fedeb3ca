"""A Calcudoku and its text.

Calcudoku is the free name of the puzzle that Tetsuya Miyamoto invented in 2004, and that is published as KenKen, a
registered trademark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from string import ascii_letters

from rullo_core.errors import BadInput, quoted
from rullo_core.lines import Line, lines_of
from rullo_core.parameters import name_in
from rullo_core.puzzles.base import Puzzle
from rullo_core.puzzles.boxes import neighbours, place

OPERATIONS: Mapping[str, Callable[[Sequence[int]], float]] = {
    "=": sum,
    "+": sum,
    "-": lambda digits: max(digits) - min(digits),
    "*": prod,
    "/": lambda digits: max(digits) / min(digits),
}
"""What the digits of a cage make, by its sign: the digit of one cell, and a difference or quotient of two."""

LABELS = [*ascii_letters, *map("".join, product(ascii_letters, repeat=2))]

SYMBOLS = str.maketrans("-*/", "−×÷")

HEADER, TARGET = re.compile(r"calcudoku ([2-9])x\1"), re.compile(r"(\S+)=([0-9]{1,9})([-+*/]?)")


@dataclass(frozen=True, order=True)
class Cage:
    """Connected cells, in reading order, with one of `OPERATIONS` and what it gives."""

    cells: tuple[int, ...]
    sign: str
    target: int

    def __str__(self) -> str:
        return f"{self.target}{self.sign.strip('=')}".translate(SYMBOLS)


@dataclass(frozen=True, repr=False)
class Calcudoku(Puzzle):
    """A Calcudoku.

    Parameters
    ----------
    side : int
        Number of rows, columns and digits.
    cages : tuple of Cage
        Cages that have every cell once.
    name : str
    """

    side: int
    cages: tuple[Cage, ...]
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "cages", tuple(sorted(self.cages)))
        if sorted(cell for cage in self.cages for cell in cage.cells) != [*range(self.side**2)]:
            raise BadInput(f"{self.side}x{self.side}: there is a cell in no cage, or in two")
        for cage in self.cages:
            connected, number, location = {cage.cells[0]}, len(cage.cells), place(cage.cells[0], self.side)
            for _ in cage.cells:
                connected |= {neighbour for cell in connected for neighbour in neighbours(cell, self.side)} & {
                    *cage.cells
                }
            if len(connected) < number:
                raise BadInput(f"the cage at {location}: is in parts; join them, or make several cages")
            if (number == 1) != (cage.sign == "=") or (number > 2 and cage.sign in "-/"):
                raise BadInput(f"the cage at {location}: has {number} cells; = is for one, - and / are for two")
            if not 0 < cage.target <= (self.side if number == 1 else cage.target):
                raise BadInput(f"the cage at {location}: its cells cannot make {cage.target}")

    def __str__(self) -> str:
        labelled = [*zip(LABELS, self.cages, strict=False)]
        of_cell = {cell: label for label, cage in labelled for cell in cage.cells}
        words = [of_cell[cell].ljust(len(labelled[-1][0])) for cell in range(self.side**2)]
        rows = (" ".join(words[first : first + self.side]).rstrip() for first in range(0, self.side**2, self.side))
        targets = " ".join(f"{label}={cage.target}{cage.sign.strip('=')}" for label, cage in labelled)
        return "\n".join([f"calcudoku {self.side}x{self.side}", *rows, targets])

    @property
    def cells(self) -> tuple[int, ...]:
        """The digits of cages of one cell, which are given, in reading order; 0 for none."""
        givens = {cage.cells[0]: cage.target for cage in self.cages if cage.sign == "="}
        return tuple(givens.get(cell, 0) for cell in range(self.side**2))


def parse_puzzles(text: str, source: str = "puzzle") -> list[Calcudoku]:
    """Read puzzles: ``calcudoku 4x4``, a row of labels of cages for each row, and a line such as ``a=12* b=1- c=3``."""
    puzzles, name, lines = [], "", [line for line in lines_of(text) if line.text]
    while lines:
        head = lines.pop(0)
        if head.text.startswith("#"):
            name = name_in(head.text)
            continue
        header = HEADER.fullmatch(head.text)
        side = int(header[1]) if header else 0
        if not header or len(lines) <= side:
            reason = "begins no puzzle; write such as calcudoku 4x4, and below it rows of labels, and targets"
            raise head.error(f"{quoted(head.text)} {reason}", source)
        puzzles.append(_read(lines[:side], lines[side], source, name))
        lines, name = lines[side + 1 :], ""
    if not puzzles:
        raise BadInput("holds no puzzle; begin one with a line such as calcudoku 4x4", source, 1, 1)
    return puzzles


def _read(rows: list[Line], last: Line, source: str, name: str) -> Calcudoku:
    side = len(rows)
    cells: dict[str, list[int]] = {}
    for row, line in enumerate(rows):
        for column, label in enumerate(line.words):
            cells.setdefault(label, []).append(row * side + column)
        if len(line.words) != side:
            raise line.error(f"has {len(line.words)} labels; write {side}", source, side)
    cages = []
    for number, word in enumerate(last.words):
        target = TARGET.fullmatch(word.translate(str.maketrans("−×÷", "-*/")))
        if not target or target[1] not in cells:
            raise last.error(f"{quoted(word)} is no target; write a label, = and it, as a=12*", source, number)
        cages.append(Cage(tuple(cells.pop(target[1])), target[3] or "=", int(target[2])))
    if cells:
        raise last.error(f"cage {min(cells)} has no target", source)
    try:
        return Calcudoku(side, tuple(cages), name)
    except BadInput as error:
        raise last.error(error.reason, source) from None
