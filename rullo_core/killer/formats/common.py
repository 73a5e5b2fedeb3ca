"""Functions that readers of all formats share: cells, sums and givens become cages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rullo_core.errors import BadInput, one_line, quoted
from rullo_core.killer.puzzle import Cage, Killer, label_of
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place

Part = tuple[int, int, str]
"""The text of a puzzle, after its line and column."""


CELL = re.compile(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})")


NO_CAGE = -1


LARGEST_SUM = 10**9 - 1
"""Greatest sum that is read; `check_sums` checks afterwards whether digits have it."""


def puzzle_of(
    side: int,
    box: tuple[int, int],
    cages: Iterable[tuple[Iterable[int], int]],
    diagonals: bool,
    location: str,
    name: str = "",
) -> Killer:
    """Return the puzzle with these cages, which get labels in the order of their cells."""
    ordered = sorted((tuple(sorted(cells)), total) for cells, total in cages)
    try:
        labelled = tuple(Cage(label_of(i), cells, total) for i, (cells, total) in enumerate(ordered))
        return Killer(side, box, labelled, diagonals, one_line(name))
    except BadInput as error:
        raise BadInput(f"{location}: {error}") from None


def with_givens(owner: list[int], sums: dict[int, int], givens: dict[int, int], side: int, location: str) -> list[Any]:
    """Return the cells and sum of each cage, with givens as cages of their own."""
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(owner):
        if cage != NO_CAGE:
            cages.setdefault(cage, []).append(cell)
    for cell, digit in givens.items():
        members = cages.get(owner[cell], [])
        if len(members) > 1:
            raise BadInput(f"{location}: {place(cell, side)}: has a given digit inside a cage; remove it")
        if members and sums.get(owner[cell], digit) != digit:
            raise BadInput(
                f"{location}: {place(cell, side)}: has the digit {digit} and a cage of another sum; correct one"
            )
        sums.setdefault(owner[cell], digit)
        if not members:
            cages[-2 - cell], sums[-2 - cell] = [cell], digit
    missing = next((cells[0] for cage, cells in cages.items() if cage not in sums), None)
    if missing is not None:
        raise BadInput(f"{location}: the cage at {place(missing, side)} has no sum; write it")
    return [(cells, sums[cage]) for cage, cells in cages.items()]


def cell_of(word: object, side: int, location: str) -> int:
    """Return the number of a cell such as r1c2."""
    match = CELL.fullmatch(word) if isinstance(word, str) else None
    if match is None or not (1 <= int(match[1]) <= side and 1 <= int(match[2]) <= side):
        raise BadInput(f"{location}: {quoted(word)} is no cell of {side}x{side}; write such as r1c2")
    return (int(match[1]) - 1) * side + int(match[2]) - 1


def sum_of(value: object, location: str) -> int:
    """Return the sum of a cage that is written as a number."""
    number = whole_number(value, 0, LARGEST_SUM)
    if number is None:
        raise BadInput(f"{location}: {quoted(value)} is no sum; write a number such as 12")
    return number
