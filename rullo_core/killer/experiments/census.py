"""All Killer Sudokus of 4x4, by cages and passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.killer.experiments import BOX, CAGE_SIZES
from rullo_core.killer.experiments.rows import HARDEST
from rullo_core.killer.kernels import census as kernel
from rullo_core.killer.puzzle import Killer, connected
from rullo_core.killer.solver import solutions
from rullo_core.killer.workspace import puzzle_from
from rullo_core.parameters import format_bounds, format_size
from rullo_core.runs.enumeration import Enumeration, EnumerationResult

SIDE = 4

OUTCOMES = kernel.FIRST + kernel.MOST_PASSES + 1


@dataclass(frozen=True)
class Census(Enumeration):
    """Every partition of the grid into connected cages, with sums that some filled grid gives them."""

    box: tuple[int, int] = BOX
    cage_sizes: tuple[int, int] = CAGE_SIZES

    name: ClassVar[str] = "killer census"
    schema: ClassVar = HARDEST
    measure: ClassVar = "passes_cages_first"

    def __post_init__(self) -> None:
        _ = self.empty  # refuses boxes that do not fit
        smallest, largest = self.cage_sizes
        if not 1 <= smallest <= largest <= SIDE or smallest == largest == 3:
            raise BadInput(
                f"cage_sizes, {smallest}-{largest}: no cages of these sizes cover a grid of 4x4; write two sizes from "
                "1 to 4 such as 2-4"
            )

    @property
    def empty(self) -> Killer:
        """The grid without cages."""
        return Killer(SIDE, self.box, ())

    @property
    def title(self) -> str:
        """The census in words."""
        cages = "" if self.cage_sizes == CAGE_SIZES else f", cages of {format_bounds(self.cage_sizes)} cells"
        return f"Killer Sudokus of 4x4, boxes of {format_size(*self.box)}{cages}"

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        return {"box": format_size(*self.box), "cage_sizes": format_bounds(self.cage_sizes)}

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        cages = "" if self.cage_sizes == CAGE_SIZES else f"-cages-{format_bounds(self.cage_sizes)}"
        return f"killer-census-4x4-{format_size(*self.box)}{cages}"

    def shards(self, threads: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the numbers of each pair of cages that cover the first free cells."""
        pieces = pieces_of(self.empty, self.cage_sizes)
        for first in range(pieces.starts[1]):
            free = next(cell for cell in range(SIDE**2) if not pieces.cells[first] >> cell & 1)
            for second in range(pieces.starts[free], pieces.starts[free + 1]):
                if not pieces.cells[first] & pieces.cells[second]:
                    yield first, second

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> EnumerationResult:
        """Count the puzzles that begin with two cages; keep the hardest by number of cages that are met first."""
        pieces, shape = pieces_of(self.empty, self.cage_sizes), (SIDE**2 + 1, 2, OUTCOMES)
        layouts, counts = np.zeros(shape[0], np.int64), np.zeros(shape, np.int64)
        first = np.zeros((*shape, SIDE**2 + 1), np.int64)
        kernel.count_layouts(pieces, np.array(shard, np.int64), layouts, counts, first, stop)
        tally = EnumerationResult(
            extra_counts={"layouts": {str(cages): int(layouts[cages]) for cages in np.flatnonzero(layouts)}}
        )
        hardest: dict[tuple[int, str], dict[str, Any]] = {}
        for cages, single, outcome in np.argwhere(counts).tolist():
            kind = ("ambiguous", "exhaustive", "simple")[min(outcome, kernel.FIRST)]
            row: dict[str, Any] = {"cages": cages, "single_cells": "some" if single else "none", "outcome": kind}
            row["passes_cages_first"] = float(outcome - kernel.FIRST) if kind == "simple" else None
            tally.counts.append(row | {"puzzles": int(counts[cages, single, outcome])})
            previous = hardest.get((cages, kind))
            if kind != "ambiguous" and (
                previous is None or (previous["passes_cages_first"] or 0) < (row["passes_cages_first"] or 0)
            ):
                puzzle = self.puzzle_of(first[cages, single, outcome], cages)
                hardest[cages, kind] = {**row, "text": str(puzzle)}
        tally.single.extend(hardest.values())
        return tally

    def puzzle_of(self, layout: np.ndarray, cages: int) -> Killer:
        """Return the puzzle of a layout: its cages, and last the number of the board whose digits give the sums."""
        pieces, owner = pieces_of(self.empty, self.cage_sizes), np.zeros(SIDE**2, np.int64)
        for number, piece in enumerate(layout[:cages].tolist()):
            owner[pieces.indices[piece, : pieces.size[piece]]] = number
        return puzzle_from(owner, pieces.boards[layout[SIDE**2]], (SIDE, self.box, False))


@cache
def pieces_of(empty: Killer, cage_sizes: tuple[int, int] = CAGE_SIZES) -> kernel.Pieces:
    """Return every connected cage of some sizes, four cells at most, and every board of a grid without cages."""
    boards = np.array(list(solutions(empty, "CH")), np.int64)
    cages = sorted(
        cells
        for size in range(cage_sizes[0], cage_sizes[1] + 1)
        for cells in combinations(range(SIDE**2), size)
        if len(connected(cells, SIDE)) == size
    )
    fits = np.zeros((len(cages), -(-len(boards) // 64) * 64), bool)
    sums = np.zeros((len(cages), len(boards)), np.int64)
    for i, cells in enumerate(cages):
        digits = boards[:, cells]
        fits[i, : len(boards)] = [len(set(row)) == len(cells) for row in digits.tolist()]
        sums[i] = digits.sum(axis=1)
    table = np.zeros((SIDE + 1, SIDE * (SIDE + 1) // 2 + 1, 2**16), np.uint16)
    kernel.fill_table(table)
    indices, size = np.array([cells + (0,) * (SIDE - len(cells)) for cells in cages]), np.array(list(map(len, cages)))
    start_states = np.zeros((len(cages), table.shape[1]), np.int64)
    kernel.fill_start_states(indices, size, table, start_states)
    return kernel.Pieces(
        cells=np.array([sum(1 << cell for cell in cells) for cells in cages]),
        indices=indices,
        size=size,
        starts=np.searchsorted([cells[0] for cells in cages], np.arange(SIDE**2 + 1)).astype(np.int64),
        fits=np.packbits(fits, axis=1, bitorder="little").view(np.uint64),
        sums=sums,
        boards=boards,
        square=np.bool_(empty.box == (2, 2)),
        table=table,
        start_states=start_states,
    )
