"""Steps of a path that a player can follow, converted for the caller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rullo_core.player.play import Step as Recorded
from rullo_core.puzzles.results import Cell, Step


def steps_from(
    recorded: Iterable[Recorded], places: Sequence[tuple[int, int]], values: Sequence[int]
) -> Iterator[Step]:
    """Yield recorded steps with rows, columns (from 0 in places) and values instead of numbers of cells and bits."""
    cells: list[Cell] = [(r + 1, c + 1) for r, c in places]
    for one in recorded:
        left = {cells[cell]: tuple(values[bit] for bit in _bits(mask)) for cell, mask in one.left.items()}
        unit = tuple(cells[cell] for cell in one.unit)
        yield Step(one.number, one.group, one.name, () if one.number == 0 else unit, left, one.said)


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
