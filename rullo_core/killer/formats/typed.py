"""Killer Sudokus as M. Gordon typed them: the number of cages, and two lines for each cage."""

from __future__ import annotations

from rullo_core.errors import BadInput, quoted
from rullo_core.killer.formats.common import Part, puzzle_of, sum_of
from rullo_core.killer.puzzle import Killer
from rullo_core.lines import Line
from rullo_core.parameters import whole_number

MOST_CAGES = 81
"""Greatest number of cages of a typed puzzle."""


def split_typed(lines: list[Line], source: str) -> list[Part]:
    """Split lines into the lines of each puzzle: the number of cages, and two lines for each cage."""
    parts = []
    position = 0
    while position < len(lines):
        first = lines[position]
        number = whole_number(first.text, 1, MOST_CAGES)
        if number is None:
            reason = f"{quoted(first.text)} is no number of cages; write 1 to {MOST_CAGES}"
            raise BadInput(reason, f"{source}, line {first.number}", first.number, first.column())
        part = lines[position : position + 1 + 2 * number]
        if len(part) < 1 + 2 * number:
            reason = f"has {len(part) - 1} lines for its {number} cages; write two for each"
            raise BadInput(reason, f"{source}, line {first.number}", first.number, first.column())
        parts.append((first.number, first.column(), "\n".join(line.text for line in part)))
        position += len(part)
    return parts


def read_typed(content: str, location: str) -> Killer:
    """Read a puzzle of the number of cages, and two lines for each cage."""
    (first, *lines), side = content.splitlines(), 9
    number = int(first)
    cages = []
    for i in range(number):
        of_cage = f"{location}: cage {i + 1}"
        cages.append((parse_cells(lines[2 * i], of_cage, side), sum_of(lines[2 * i + 1], of_cage)))
    return puzzle_of(side, (3, 3), cages, False, location)


def parse_cells(content: str, location: str, side: int = 9) -> list[int]:
    """Read cells such as ``12 13``: row and column, from 1."""
    cells = []
    for word in content.split():
        if len(word) != 2 or not all(whole_number(character, 1, side) for character in word):
            raise BadInput(f"{location}: {quoted(word)} is no cell; write row and column from 1 to {side}, such as 12")
        cells.append((int(word[0]) - 1) * side + int(word[1]) - 1)
    if not cells:
        raise BadInput(f"{location}: has no cells; write some such as 12 13")
    return cells


def write_typed(puzzle: Killer) -> str:
    """Write a puzzle of 9x9 with boxes of 3x3 and without diagonals in the format of `read_typed`."""
    if (puzzle.side, puzzle.box, puzzle.diagonals) != (9, (3, 3), False):
        raise BadInput("typed puzzles are of 9x9 with boxes of 3x3 and without diagonals; use another format")
    if not puzzle.cages:
        raise BadInput("it has no cages, and typed puzzles have one at least; use another format")
    lines = [str(len(puzzle.cages))]
    for cage in puzzle.cages:
        lines += [" ".join(f"{cell // 9 + 1}{cell % 9 + 1}" for cell in cage.cells), str(cage.total)]
    return "\n".join(lines)
