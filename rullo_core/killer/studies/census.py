"""All Killer Sudokus of 4x4, by cages and passes.

A puzzle is a partition of the grid into connected cages, with sums that some filled board gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.killer.kernels import census as kernel
from rullo_core.killer.puzzle import Killer, connected
from rullo_core.killer.solver import solutions
from rullo_core.runs.checkpoint import run_resumably

SIDE, BOX = 4, (2, 2)


@dataclass(frozen=True)
class Census:
    """The counts of the census.

    Attributes
    ----------
    layouts : int64 array of shape (17,)
        By number of cages, the partitions that some board fits.
    counts : int64 array of shape (17, 2, n)
        By number of cages and whether a cage has one cell: ambiguous puzzles; unique ones on which passes are stuck;
        and those that passes of cages and units by turns solve, by the number of passes from 0.
    """

    layouts: np.ndarray
    counts: np.ndarray

    @property
    def by_cages(self) -> pd.DataFrame:
        """By number of cages: ``layouts``, ``puzzles``, ``unique``, ``unique without single cells``, ``simple``."""
        unique = self.counts[:, :, kernel.STUCK :].sum(axis=2)
        table = pd.DataFrame(
            {
                "layouts": self.layouts,
                "puzzles": self.counts.sum(axis=(1, 2)),
                "unique": unique.sum(axis=1),
                "unique without single cells": unique[:, 0],
                "simple": self.counts[:, :, kernel.FIRST :].sum(axis=(1, 2)),
            }
        )
        return table[table["layouts"] > 0].rename_axis("cages")

    @property
    def by_passes(self) -> pd.Series:
        """The number of simple puzzles by their passes."""
        passes = pd.Series(self.counts[:, :, kernel.FIRST :].sum(axis=(0, 1)))
        return passes[passes > 0].rename("puzzles").rename_axis("passes")


def pieces_of_4x4() -> kernel.Pieces:
    """Return every connected cage of up to four cells, and every board."""
    boards = np.array(list(solutions(Killer(SIDE, BOX, ()), "CH")), np.int64)
    cages = sorted(
        cells
        for size in range(1, SIDE + 1)
        for cells in combinations(range(SIDE**2), size)
        if len(connected(cells, SIDE)) == size
    )
    fits = np.zeros((len(cages), -(-len(boards) // 64) * 64), bool)
    sums = np.zeros((len(cages), len(boards)), np.int64)
    for i, cells in enumerate(cages):
        digits = boards[:, cells]
        fits[i, : len(boards)] = [len(set(row)) == len(cells) for row in digits.tolist()]
        sums[i] = digits.sum(axis=1)
    filtered = np.zeros((SIDE + 1, SIDE * (SIDE + 1) // 2 + 1, 2**16), np.uint16)
    kernel.fill_table(filtered)
    return kernel.Pieces(
        cells=np.array([sum(1 << cell for cell in cells) for cells in cages]),
        listed=np.array([cells + (0,) * (SIDE - len(cells)) for cells in cages]),
        size=np.array(list(map(len, cages))),
        starts=np.searchsorted([cells[0] for cells in cages], np.arange(SIDE**2 + 1)).astype(np.int64),
        fits=np.packbits(fits, axis=1, bitorder="little").view(np.uint64),
        sums=sums,
        boards=boards,
        units=np.array([cells for _, cells in Killer(SIDE, BOX, ()).units]),
        filtered=filtered,
    )


def count_all(threads: int | None = None, place: Path | None = None) -> Census:
    """Count every puzzle.

    Parameters
    ----------
    threads : int, optional
        All processors, unless given.
    place : pathlib.Path, optional
        Finished parts are kept beside this path until all are done, so that a stopped run continues.
    """
    pieces = pieces_of_4x4()

    def empty() -> tuple[np.ndarray, np.ndarray]:
        shape = (SIDE**2 + 1, 2, kernel.FIRST + kernel.MOST_PASSES + 1)
        return np.zeros(shape[0], np.int64), np.zeros(shape, np.int64)

    def work(begun: tuple[int, int], stop: np.ndarray) -> list[Any]:
        layouts, counts = empty()
        kernel.count_layouts(pieces, np.array(begun, np.int64), layouts, counts, stop)
        return [layouts.tolist(), counts.tolist()]

    census = Census(*empty())
    for layouts, counts in run_resumably(_first_cages(pieces), work, threads, place):
        census.layouts[:] += np.array(layouts)
        census.counts[:] += np.array(counts)
    return census


def _first_cages(pieces: kernel.Pieces) -> list[tuple[int, int]]:
    """Return the parts of the work: all pairs of cages that cover the first free cells."""
    found = []
    for first in range(pieces.starts[1]):
        free = next(cell for cell in range(SIDE**2) if not pieces.cells[first] >> cell & 1)
        for second in range(pieces.starts[free], pieces.starts[free + 1]):
            if not pieces.cells[first] & pieces.cells[second]:
                found.append((first, second))
    return found
