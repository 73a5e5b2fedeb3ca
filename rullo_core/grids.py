"""Every solution on each of some random grids (thesis, section 6.2)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.experiment import Experiment, check_draws, seconds_for, stopping_after
from rullo_core.kernels import census as kernel_census
from rullo_core.kernels import grid as kernel
from rullo_core.kernels import sample as kernel_sample
from rullo_core.kernels.board import tables_of
from rullo_core.kernels.counts import Counts, empty_counts

SHARD = 2**24
"""Solutions in a shard, each of which stands for its inverse as well: about half a second."""

LARGEST_TABLES = 2**22
"""Entries, of 8 bytes, that the tables of a line may have; with more, each line is solved whenever it is met."""


@dataclass(frozen=True)
class Grids(Experiment):
    """Every solution on the grids of a seed; see `Experiment` for size and range.

    Parameters
    ----------
    number : int
        How many grids: those with the indices 0 to number - 1.
    seed : int
        From 0 to 2**64 - 1. Grid i of seed s is that of `rullo_core.generate.draw_puzzle` with s and i.
    """

    number: int
    seed: int

    name: ClassVar[str] = "grids"
    most_cells: ClassVar[int] = 30
    beyond_most_cells: ClassVar[str] = "rullo sample goes up to 64"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_draws("grids", self.number, 2**31 - 1, self.seed)

    @property
    def puzzles(self) -> int:
        """Number of puzzles: every choice of the cells that hold a number."""
        if 0 not in self.values:
            return self.number << self.cells
        filled = (int(np.count_nonzero(self.grid(index)[0])) for index in range(self.number))
        return sum(1 << cells for cells in filled)

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"{self.number:,} grids of {self.size} over {self.range}, seed {self.seed}"

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        return {
            "height": self.height,
            "width": self.width,
            "values": list(self.values),
            "grids": self.number,
            "seed": self.seed,
        }

    def grid(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """A grid of the seed.

        Returns
        -------
        numbers : int64 array of shape (height, width)
        digits : uint16 array of shape (cells,)
            For each cell, which number of the range.
        """
        digits = np.empty(self.cells, np.uint16)
        words = np.empty(kernel_sample.words_needed(len(self.values), self.cells), np.uint64)
        kernel_sample.draw(np.uint64(self.seed), np.uint64(index), len(self.values), self.cells, digits, words)
        return np.array(self.values, np.int64)[digits].reshape(self.height, self.width), digits

    def shards(self) -> Iterator[tuple[int, int, int]]:
        """Index of a grid, first of its solutions and end of them, half of them, the others being their inverses."""
        half = 2 ** (self.cells - 1)
        for index in range(self.number):
            for first in range(0, half, SHARD):
                yield index, first, min(first + SHARD, half)

    def count_into(self, counts: Counts, shard: tuple[int, int, int], stop: np.ndarray) -> None:
        """Add the solutions of a shard to counts."""
        index, first, last = shard
        numbers, digits = self.grid(index)
        every_number = int(len(set(digits.tolist())) == len(self.values))
        rows, columns = forms(numbers), forms(np.ascontiguousarray(numbers.T))
        if rows.ndim == columns.ndim == 3 and numbers.all():
            size = kernel.block_size(self.height, self.width)
            look_up = [np.empty((len(tables), tables.shape[1] ** 2), np.uint64) for tables in (rows, columns)]
            for tables, filled in zip((rows, columns), look_up, strict=True):
                kernel.fill_look_up(tables, filled)
            kernel.count(
                numbers, rows, columns, *look_up, digits, every_number, first // size, last // size, counts, stop
            )
        else:
            kernel_census.count_grid(numbers, rows, columns, digits, every_number, first, last, counts, stop)

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """What it will take; see `Experiment`."""
        self.count_into(empty_counts(self.cells, 0), (0, 0, 0), np.zeros(1, np.uint8))  # compiles
        counts = empty_counts(self.cells, 0)
        shards = list(itertools.islice(self.shards(), 1000))
        begin = time.perf_counter()
        with stopping_after(longest) as stop:
            for i in range(len(shards)):
                self.count_into(counts, shards[i * 619 % len(shards)], stop)
                seconds = time.perf_counter() - begin
                estimate = seconds_for(self.puzzles, seconds / max(1, int(counts.done[0])), threads)
                if stop[0] or seconds > estimate / 100:
                    break
        return estimate


def forms(numbers: np.ndarray) -> np.ndarray:
    """Tables for the lines of a grid; their numbers where tables would be too large.

    Parameters
    ----------
    numbers : int64 array of shape (lines, cells)
    """
    lines, cells = numbers.shape
    return numbers if 1 << 2 * cells > LARGEST_TABLES else tables_of(numbers, lines)
