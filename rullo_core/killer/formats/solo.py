"""Killer Sudokus of Simon Tatham's Solo: game IDs of givens, walls and sums."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rullo_core.errors import BadInput, quoted
from rullo_core.killer import puzzle as text
from rullo_core.killer.formats.common import LARGEST_SUM, puzzle_of, with_givens
from rullo_core.killer.puzzle import Killer
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place

SOLO = re.compile(r"([0-9]{1,2})x([0-9]{1,2})([a-z0-9]*k[a-z0-9]*):([^:]+)")


FLAGS = re.compile(r"(?:x|k|r[24]|md?[248]|a|d[tbiaeu])*")
"""Flags of a game ID of Solo, in any order: both diagonals, Killer; and symmetry and difficulty of generation."""


MOST_OF_SOLO = 9
"""Greatest side of a Killer puzzle in Solo."""


def read_solo(content: str, location: str) -> Killer:
    """Read a game ID of Solo, which begins with the height and width of a box."""
    match = SOLO.fullmatch(content)
    assert match is not None
    if not FLAGS.fullmatch(match[3]):
        raise BadInput(
            f"{location}: {quoted(match[3])} asks for more than x, both diagonals, and k, Killer; no more is read"
        )
    height, width = int(match[1]), int(match[2])
    side = height * width
    if not 1 <= side <= text.LARGEST:
        raise BadInput(f"{location}: boxes of {height}x{width}: boards go up to {text.LARGEST}x{text.LARGEST}")
    parts = match[4].split(",")
    if len(parts) != 3:
        raise BadInput(f"{location}: has {len(parts)} parts; a Killer game ID has three: givens, walls and sums")
    givens = _runs(parts[0], side**2, f"{location}: givens")
    sums = _runs(parts[2], side**2, f"{location}: sums")
    owner = _behind_walls(parts[1], side, f"{location}: walls")
    total_of: dict[int, int] = {}
    for cell, total in sums.items():
        if owner[cell] in total_of:
            raise BadInput(f"{location}: {place(cell, side)}: the cage there has two sums; remove one")
        total_of[owner[cell]] = total
    cages = with_givens(owner, total_of, givens, side, location)
    return puzzle_of(side, (height, width), cages, "x" in match[3], location)


def _runs(content: str, cells: int, location: str) -> dict[int, int]:
    """Return numbers by cell: a letter encodes a run of cells without a number, _ separates two numbers."""
    numbers = {}
    cell = 0
    for word in re.findall(r"(?s:[0-9]+|.)", content):
        number = whole_number(word, 1, LARGEST_SUM)
        if number is not None:
            numbers[cell] = number
            cell += 1
        elif "a" <= word <= "z":
            cell += ord(word) - ord("a") + 1
        elif word != "_":
            raise BadInput(f"{location}: {quoted(word)} is neither a number from 1 on nor a letter nor _; correct it")
    if cell != cells:
        raise BadInput(f"{location}: describes {cell} cells; there are {cells}")
    return numbers


def _walls(side: int) -> Iterator[tuple[int, int]]:
    """Yield the cells beside each possible wall: vertical walls row by row, then horizontal ones column by column."""
    for row in range(side):
        for column in range(side - 1):
            yield row * side + column, row * side + column + 1
    for column in range(side):
        for row in range(side - 1):
            yield row * side + column, (row + 1) * side + column


def _behind_walls(content: str, side: int, location: str) -> list[int]:
    """Return each cell's region: a letter is a run of places without a wall and then a wall, z 25 without, _ a wall."""
    owner = list(range(side**2))

    def root(cell: int) -> int:
        while owner[cell] != cell:
            cell = owner[cell]
        return cell

    places = list(_walls(side))
    position = 0
    for letter in content:
        if letter != "_" and not "a" <= letter <= "z":
            raise BadInput(f"{location}: {letter!r} is not a letter; correct it")
        free = 0 if letter == "_" else 25 if letter == "z" else ord(letter) - ord("a") + 1
        for first, second in places[position : position + free]:
            owner[root(second)] = root(first)
        position += free + (letter != "z")
    # The end counts as a wall.
    if position != len(places) + 1:
        raise BadInput(f"{location}: describe {position - 1} places; there are {len(places)}")
    return [root(cell) for cell in range(side**2)]


def write_solo(puzzle: Killer) -> str:
    """Write a puzzle for `read_solo` that `validate_params` and `validate_desc` of every version of Solo allow."""
    if puzzle.side > MOST_OF_SOLO or min(puzzle.box) < 2:
        board = f"{puzzle.side}x{puzzle.side} with boxes of {puzzle.box[0]}x{puzzle.box[1]}"
        raise BadInput(
            f"{board}: Solo takes Killer puzzles up to {MOST_OF_SOLO}x{MOST_OF_SOLO} with boxes of two rows and two "
            "columns or more; use another format"
        )
    if not puzzle.is_covered:
        raise BadInput("game IDs of Solo have every cell in a cage; use another format")
    # Solo also requires at least as many cages as digits, which follows from the greatest size of a cage.
    cage = next((cage for cage in puzzle.cages if not 2 <= len(cage) <= puzzle.side), None)
    if cage is not None:
        raise BadInput(
            f"cage {cage.label} at {place(cage.cells[0], puzzle.side)} has {len(cage)} cell{'s' * (len(cage) > 1)}: "
            f"Solo takes cages of 2 to {puzzle.side} cells; use another format"
        )
    labels = puzzle.labels()
    walls, free = "", 0
    for first, second in [*_walls(puzzle.side), (-1, -1)]:
        if first >= 0 and labels[first] == labels[second]:
            free += 1
            continue
        if free > 24:
            raise BadInput("has 25 places in a row without a wall, about which versions of Solo differ")
        walls += chr(ord("a") + free - 1) if free else "_"
        free = 0
    sums = {cage.cells[0]: cage.total for cage in puzzle.cages}
    head = f"{puzzle.box[0]}x{puzzle.box[1]}{'x' * puzzle.diagonals}k"
    return f"{head}:{_as_runs({}, puzzle.side**2)},{walls},{_as_runs(sums, puzzle.side**2)}"


def _as_runs(numbers: dict[int, int], cells: int) -> str:
    content, free, has_number = "", 0, False
    for cell in range(cells):
        if cell not in numbers:
            free += 1
            continue
        content += _letters(free) or "_" * has_number
        content += str(numbers[cell])
        free, has_number = 0, True
    return content + _letters(free)


def _letters(free: int) -> str:
    return "z" * (free // 26) + (chr(ord("a") + free % 26 - 1) if free % 26 else "")
