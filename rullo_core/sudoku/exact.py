"""A Sudoku as an exact cover, filled by Knuth's algorithm X (D. E. Knuth, Dancing links, 2000).

Each digit in a cell covers four things: the cell, and the digit in its row, column and box; all are to be covered once.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from rullo_core.compiled.rng import Rng, shuffled
from rullo_core.errors import BadInput
from rullo_core.puzzles.boxes import Box, side_of
from rullo_core.sudoku.puzzle import Cells, Sudoku

LARGEST = 25
"""A larger board has more cells than functions can be within each other."""

Choice = tuple[int, int]
"""A cell and a digit."""

Thing = tuple[Hashable, ...]
"""A constraint to be covered."""


def covers(box: Box, cell: int, digit: int) -> tuple[Thing, ...]:
    """Return what a digit in a cell covers."""
    height, width = box
    row, column = divmod(cell, side_of(box))
    box_index = row // height * height + column // width
    return ("cell", cell), ("row", row, digit), ("column", column, digit), ("box", box_index, digit)


def fill_by_cover(puzzle: Sudoku, rng: Rng, limit: int) -> tuple[Cells | None, int]:
    """Fill a board of up to 25x25, in random order where choices are fewest; return cells or None, and the nodes."""
    if puzzle.side > LARGEST:
        raise BadInput(f"{puzzle.side}x{puzzle.side}: exact cover fills boards up to 25x25; take another method")
    ways: dict[Thing, set[Choice]] = {}
    for cell, digit in ((c, d) for c in range(puzzle.side**2) for d in range(1, puzzle.side + 1)):
        for thing in covers(puzzle.box, cell, digit):
            ways.setdefault(thing, set()).add((cell, digit))
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            _choose(ways, puzzle.box, (cell, digit))
    cells, nodes = list(puzzle.cells), 0

    def extend() -> bool:
        nonlocal nodes
        if not ways:
            return True
        thing = min(ways, key=lambda uncovered: len(ways[uncovered]))
        choices = sorted(ways[thing])
        for i in shuffled(np.arange(len(choices)), rng).tolist():
            if nodes >= limit:
                return False
            nodes += 1
            hidden = _choose(ways, puzzle.box, choices[i])
            cells[choices[i][0]] = choices[i][1]
            if extend():
                return True
            _take_back(ways, puzzle.box, choices[i], hidden)
        return False

    return (tuple(cells) if extend() else None), nodes


def _choose(ways: dict[Thing, set[Choice]], box: Box, choice: Choice) -> list[set[Choice]]:
    """Cover what a choice covers, and return what no other choice may cover."""
    hidden = []
    for thing in covers(box, *choice):
        for rival in ways[thing]:
            for covered in covers(box, *rival):
                if covered != thing and covered in ways:
                    ways[covered].discard(rival)
        hidden.append(ways.pop(thing))
    return hidden


def _take_back(ways: dict[Thing, set[Choice]], box: Box, choice: Choice, hidden: list[set[Choice]]) -> None:
    for thing in reversed(covers(box, *choice)):
        ways[thing] = hidden.pop()
        for rival in ways[thing]:
            for covered in covers(box, *rival):
                if covered != thing and covered in ways:
                    ways[covered].add(rival)
