"""Grids: every solution on each of some random grids (thesis, section 6.2)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, read_range
from rullo_core.rullo import hard_puzzles, rand
from rullo_core.rullo.experiments import blocks, unique
from rullo_core.rullo.experiments.counted import RandomExperiment
from rullo_core.rullo.experiments.results import Result, rows_of_grid
from rullo_core.rullo.kernels.counting import census as kernel_census
from rullo_core.rullo.kernels.counting import drawing
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.request import PHILOX, RAND
from rullo_core.runs.experiment import estimate_from_parts
from rullo_core.runs.shards import run_on_threads, shard_size

SHARD = 2**24
"""Solutions in a shard of a small experiment, each standing for its inverse as well: about half a second."""


@dataclass(frozen=True)
class Solutions:
    """A range of solutions of some grids, the last one excluded; only half of all, as the others are their inverses."""

    grids: range
    first: int
    last: int


@dataclass(frozen=True)
class Grids(RandomExperiment):
    """Every solution on some random grids; see `RandomExperiment`."""

    @staticmethod
    def read(
        height: int, width: int, values: str | int | Sequence[int], grids: int, seed: int, generator: str = PHILOX
    ) -> Grids:
        """Create an experiment from a notebook's parameters."""
        size = check_whole("height", height), check_whole("width", width)
        return Grids(
            *size, read_range(values), check_whole("grids", grids), check_whole("seed", seed, 0), generator=generator
        )

    name: ClassVar[str] = "grids"
    unit_name: ClassVar[str] = "grids"
    number_name: ClassVar[str] = "grids"
    most_drawn: ClassVar[int] = 2**31 - 1
    most_cells: ClassVar[int] = 30
    beyond_most_cells: ClassVar[str] = "rullo sample goes up to 64"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.generator not in (PHILOX, RAND):
            raise BadInput(f"generator {self.generator}: grids have no coins; take {PHILOX} or {RAND}")

    @property
    def puzzles(self) -> int:
        """Number of puzzles: every choice of the cells with a number."""
        if 0 not in self.values:
            return self.number << self.cells
        numbered = (int(np.count_nonzero(self.grid(index)[0])) for index in range(self.number))
        return sum(1 << cells for cells in numbered)

    @property
    def title(self) -> str:
        """Description of the experiment in words."""
        return f"{self.number:,} grids of {self.size} over {self.range}, {self.stream_name}"

    def grid(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """Draw a grid of the seed: its numbers, and the index of each in the range."""
        base = len(self.values)
        if self.generator == PHILOX:
            digits, coin = np.empty(self.cells, np.uint16), drawing.FAIR
            words = np.empty(drawing.words_needed(base, self.cells, coin), np.uint64)
            drawing.draw(np.uint64(self.seed), np.uint64(index), base, self.cells, coin, digits, words)
        else:
            digits = np.array(rand.draw(self.seed, index, base, self.cells)[0], np.uint16)
        return np.array(self.values, np.int64)[digits].reshape(self.height, self.width), digits

    def shards(self, threads: int | None = None) -> Iterator[Solutions]:
        """Yield shards of several grids each, or of a part of one."""
        half = 2 ** (self.cells - 1)
        size = shard_size(self.number * half, SHARD)
        if size > half:
            for index in range(0, self.number, size // half):
                yield Solutions(range(index, min(index + size // half, self.number)), 0, half)
        else:
            for index in range(self.number):
                for first in range(0, half, size):
                    yield Solutions(range(index, index + 1), first, min(first + size, half))

    def count(self, shard: Solutions, stop: np.ndarray) -> Result:
        """Count the puzzles of a shard, in total and by grid."""
        counts = empty_counts(self.cells, hard_puzzles.KEEP)
        by_grid = []
        for index in shard.grids:
            previous = counts.puzzles.copy()
            self.count_into(counts, Solutions(range(index, index + 1), shard.first, shard.last), stop)
            by_grid.append(rows_of_grid(index, counts.puzzles - previous))
        return Result(counts, by_grid)

    def count_into(self, counts: Counts, shard: Solutions, stop: np.ndarray) -> None:
        """Add the solutions of a shard to counts."""
        for index in shard.grids:
            self.count_grid(counts, index, shard.first, shard.last, stop)

    def count_grid(self, counts: Counts, index: int, first: int, last: int, stop: np.ndarray) -> None:
        """Add the solutions of one grid from `first` to before `last` to counts."""
        numbers, digits = self.grid(index)
        every_number = int(len(set(digits.tolist())) == len(self.values))
        rows, columns = blocks.forms(numbers), blocks.forms(np.ascontiguousarray(numbers.T))
        grid = kernel_census.Grid(numbers, rows, columns, digits, every_number)
        if self.cells >= blocks.FEWEST_CELLS and rows.ndim == columns.ndim == 3 and numbers.all():
            blocks.count_in_blocks(grid, first, last, counts, None, None, stop)
        else:
            kernel_census.count_grid(grid, first, last, counts, stop)

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """Count the puzzles with one solution on each grid; None with more than `unique.MOST_CELLS` cells."""
        if self.cells > unique.MOST_CELLS:
            return None

        def work(index: int, stop: np.ndarray) -> int:
            return 0 if stop[0] else unique.count_on_grid(self.grid(index)[0])

        return list(run_on_threads(range(self.number), work, threads))

    def estimate_seconds_for_unique(self, threads: int) -> float:
        """Estimate the time that `count_unique` takes on a number of threads."""
        if self.cells > unique.MOST_CELLS:
            return 0.0
        return unique.seconds_on_grid(self.height, self.width, self.values) * self.number / threads

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the time; see `Experiment`."""
        self.count_grid(empty_counts(self.cells, 0), 0, 0, 0, np.zeros(1, np.uint8))  # compiles
        shards = list(itertools.islice(self.shards(), 1000))
        parts = Random(0).sample(shards, len(shards))
        return estimate_from_parts(self.count_in, parts, self.puzzles, threads, longest)
