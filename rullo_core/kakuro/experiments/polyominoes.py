"""All puzzles of small layouts whose entries form a circle.

Every polyomino is a layout, up to rotation and reflection; runs of one cell are no entries. Where no entries form a
circle, filtering single entries is complete, so such layouts are left out.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import pack, rate_many
from rullo_core.kakuro.experiments import CROSSED
from rullo_core.kakuro.experiments.rows import HARDEST, row_of, tally_row
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.fillings import CLUE, find_stuck, list_clues
from rullo_core.kakuro.puzzle import LONGEST, Kakuro, Position
from rullo_core.parameters import check_choice
from rullo_core.runs.enumeration import Enumeration, EnumerationResult

Shape = frozenset[Position]

MIN_CELLS, MAX_CELLS = 4, 9
"""Numbers of cells of the layouts that can be counted; layouts of ten cells have too many fillings."""

PART = 10_000
"""Number of puzzles that are rated at once."""


@dataclass(frozen=True)
class Polyominoes(Enumeration):
    """Every vector of clues that a filling of a layout with a number of cells gives."""

    cells: int
    crossed: str = CROSSED[0]

    name: ClassVar[str] = "kakuro polyominoes"
    schema: ClassVar = HARDEST
    schema_of_puzzles: ClassVar = HARDEST.append(pa.field("layout", pa.string()))

    def __post_init__(self) -> None:
        check_choice("crossed", self.crossed, CROSSED)
        if not MIN_CELLS <= self.cells <= MAX_CELLS:
            raise BadInput(
                f"{self.cells} cells: layouts are counted from {MIN_CELLS} to {MAX_CELLS}; take a number of these"
            )
        if not self.layouts:
            raise BadInput(f"{self.cells} cells: there is no layout with all of them in two entries")

    @property
    def title(self) -> str:
        """The experiment in words."""
        return f"layouts of {self.cells} cells{', all of them in two entries' if self.crossed == 'all' else ''}"

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        return {"cells": self.cells, "crossed": self.crossed}

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        return f"kakuro-polyominoes-{self.cells}{'-crossed' if self.crossed == 'all' else ''}"

    @property
    def layouts(self) -> list[Kakuro]:
        """The layouts: puzzles without clues."""
        return layouts_of(self.cells, self.crossed)

    def shards(self, threads: int | None = None) -> Iterator[int]:
        """Yield the number of each layout."""
        return iter(range(len(self.layouts)))

    def count(self, shard: int, stop: np.ndarray) -> EnumerationResult:
        """Count the puzzles of a layout, given by its number; keep the first of each kind but simple."""
        return EnumerationResult() if stop[0] else count_layout(self.layouts[shard])

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the seconds that it takes, from the fillings of a small layout; see `Experiment`."""
        small = layouts_with_circle(min(self.cells, 6))[0]
        count_layout(small)  # compiles
        begin = time.perf_counter()
        count_layout(small)
        seconds = time.perf_counter() - begin
        return seconds / expected_fillings(small) * sum(map(expected_fillings, self.layouts)) / threads


# -- layouts ----------------------------------------------------------------------------------------------------------


def shapes(cells: int) -> list[Shape]:
    """Return all polyominoes of a number of cells, up to rotation and reflection.

    >>> [len(shapes(cells)) for cells in range(1, 9)]
    [1, 1, 2, 5, 12, 35, 108, 369]
    """
    polyominoes = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        polyominoes = {
            _canonical(shape | {(r + dr, c + dc)})
            for shape in polyominoes
            for r, c in shape
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in shape
        }
    return sorted(polyominoes, key=sorted)


def _canonical(shape: Shape) -> Shape:
    """Return the canonical form of a polyomino under rotation and reflection."""
    forms = []
    for _ in range(4):
        shape = frozenset((c, -r) for r, c in shape)
        for form in (shape, frozenset((r, -c) for r, c in shape)):
            first_row, first_column = min(r for r, _ in form), min(c for _, c in form)
            forms.append(sorted((r - first_row, c - first_column) for r, c in form))
    return frozenset(min(forms))


def layout_of(shape: Shape) -> Kakuro:
    """Return the puzzle without clues whose white cells have a shape."""
    height, width = (1 + max(cell[i] for cell in shape) for i in (0, 1))
    digits = [[int((r, c) in shape) for c in range(width)] for r in range(height)]
    puzzle = Kakuro.from_digits(digits)
    return replace(puzzle, entries=tuple(replace(entry, clue=None) for entry in puzzle.entries if len(entry) > 1))


def crossed_cells(layout: Kakuro) -> int:
    """Return how many cells are in two entries."""
    return sum(len(numbers) == 2 for numbers in layout.of_cells)


def has_circle(layout: Kakuro) -> bool:
    """Whether entries form a circle: more cells are in two of them than connect all entries of a connected layout."""
    return crossed_cells(layout) >= len(layout.entries)


@cache
def layouts_with_circle(cells: int) -> tuple[Kakuro, ...]:
    """Return all layouts of a number of cells whose entries form a circle."""
    return tuple(layout for layout in map(layout_of, shapes(cells)) if has_circle(layout))


def layouts_of(cells: int, crossed: str) -> list[Kakuro]:
    """Return the layouts of a number of cells that have a circle, all or only those with every cell in two entries."""
    layouts = layouts_with_circle(cells)
    return [layout for layout in layouts if crossed == "any" or crossed_cells(layout) == cells]


def expected_fillings(layout: Kakuro) -> int:
    """Return about how many fillings a layout has: as if no two digits before a cell in its entries were equal."""
    neighbours = (
        {member for entry in numbers for member in layout.entries[entry].cells if member < cell}
        for cell, numbers in enumerate(layout.of_cells)
    )
    return prod(max(1, LONGEST - len(cells)) for cells in neighbours)


def most_fillings(layout: Kakuro) -> int:
    """Return how many fillings a layout has at most: as if no digit of one entry were in another."""
    counts = (
        max((sum(member < cell for member in layout.entries[entry].cells) for entry in numbers), default=0)
        for cell, numbers in enumerate(layout.of_cells)
    )
    return prod(LONGEST - count for count in counts)


# -- counting ---------------------------------------------------------------------------------------------------------


def count_layout(layout: Kakuro) -> EnumerationResult:
    """Count the puzzles of a layout; keep the first of each kind but simple."""
    arrays = pack([layout])
    keys = np.empty(most_fillings(layout), np.uint64)  # memory is taken only where it is written to
    keys = keys[: list_clues(arrays, keys)]
    keys.sort()
    stuck = np.empty(len(keys), np.uint64)
    _, unique, number = find_stuck(arrays, keys, stuck, desk_for(arrays))
    stuck = stuck[:number]
    ends = np.append(np.flatnonzero(keys[1:] != keys[:-1]) + 1, len(keys))
    solutions, frequencies = np.unique(np.diff(ends, prepend=0), return_counts=True)
    counts = {
        ("ambiguous", number): puzzles for number, puzzles in zip(solutions.tolist(), frequencies.tolist(), strict=True)
    }
    counts.pop(("ambiguous", 1), None)
    counts["simple", 1] = int(unique) - len(stuck)
    single: dict[str, dict[str, Any]] = {}
    # A batch at a time, to save memory.
    for part in np.array_split(stuck, len(stuck) // PART + 1):
        puzzles = [with_clues(layout, key) for key in part.tolist()]
        for puzzle, rating in zip(puzzles, rate_many(puzzles, threads=1), strict=True):
            kind = str(rating.kind)
            counts[kind, 1] = counts.get((kind, 1), 0) + 1
            if kind not in single:
                single[kind] = row_of(puzzle, rating) | {"layout": str(layout)}
    columns = {"layout": str(layout), "crossed_cells": crossed_cells(layout)}
    rows = [columns | tally_row(kind, number, puzzles) for (kind, number), puzzles in counts.items()]
    return EnumerationResult(rows, list(single.values()))


def with_clues(layout: Kakuro, key: int) -> Kakuro:
    """Return a layout with the clues of a key of `list_clues`."""
    bits = int(CLUE)
    entries = [
        replace(entry, clue=key >> bits * place & (1 << bits) - 1)
        for place, entry in enumerate(reversed(layout.entries))
    ]
    return replace(layout, entries=tuple(reversed(entries)))
