"""Every puzzle of a size and range: every grid, and every solution on it (thesis, section 6.1)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from rullo_core.experiment import Experiment, seconds_for, stopping_after
from rullo_core.kernels import census as kernel
from rullo_core.kernels.board import tables_of
from rullo_core.kernels.counts import Counts, empty_counts
from rullo_core.parameters import check_whole, read_range
from rullo_core.shards import shard_size

SHARD = 2**17
"""Solutions in a shard of a census that is not large; each stands for its inverse as well. A hundredth of a second
where all goes well."""

PARTS = 64
"""Shards that a census is cut into at least, for the threads and the progress bar."""

LARGEST_TABLES = 2**23
"""Entries, of 8 bytes, that the tables of all lines may have; with more, each line is solved whenever it is met."""


@dataclass(frozen=True)
class Census(Experiment):
    """Every grid of a size and range, and every solution on it; see `Experiment`."""

    name: ClassVar[str] = "census"
    most_cells: ClassVar[int] = 64

    @staticmethod
    def read(height: int, width: int, values: str | int | Sequence[int]) -> Census:
        """Make one of a notebook's parameters.

        Parameters
        ----------
        height, width : int
            Size, in cells.
        values : str, int or sequence of int
            The range: as text, such as 2-4, as a single number, or as a list.

        Raises
        ------
        BadInput
            If a side is no whole number from 1 on, the range cannot be read, or the kernels cannot hold it.
        """
        return Census(check_whole("height", height), check_whole("width", width), read_range(values))

    @property
    def puzzles(self) -> int:
        """Number of puzzles: a hole has no choice, any other number is included or not."""
        choices = sum(2 if value else 1 for value in self.values)
        return int(choices**self.cells)

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"census of {self.size} over {self.range}"

    def shards(self) -> Iterator[Stretch]:
        """Stretches of solutions, in order; at least `PARTS` of them unless it is tiny."""
        half = 2 ** (self.cells - 1)
        total = half * len(self.values) ** self.cells
        shard = max(1, min(shard_size(total, SHARD), total // PARTS))
        block_size = min(half, 2 ** (shard.bit_length() - 1))
        blocks = half // block_size
        units = len(self.values) ** self.cells * blocks
        step = max(1, shard // block_size)
        for unit in range(0, units, step):
            grid, block = divmod(unit, blocks)
            yield Stretch(grid, block, min(step, units - unit), block_size, blocks)

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """What it will take, told from puzzles picked evenly from all over it; see `Experiment`."""
        compiling = Stretch(0, 0, 0, 1, 1)
        self.count_into(empty_counts(self.cells, 0), compiling, np.zeros(1, np.uint8))
        half = 2 ** (self.cells - 1)
        solutions = 64
        seconds_a_puzzle: list[float] = []
        begin = time.perf_counter()
        with stopping_after(longest) as stop:
            for i in itertools.count(1):
                # Multiples of the golden ratio, taken modulo 1, lie evenly however many are drawn.
                place = (i * 0x9E3779B97F4A7C15) % 2**64
                block_size = min(half, solutions)
                blocks = half // block_size
                grid, block = divmod(len(self.values) ** self.cells * blocks * place >> 64, blocks)
                counts = empty_counts(self.cells, 0)
                before = time.perf_counter()
                self.count_into(counts, Stretch(grid, block, solutions // block_size, block_size, blocks), stop)
                after = time.perf_counter()
                # One puzzle may be all that there was time for, and that not to its end.
                seconds_a_puzzle.append((after - before) / max(1, int(counts.done[0])))
                if after - before < 0.002 and solutions < SHARD and not stop[0]:
                    solutions *= 2  # else making the call would count for more than the work
                    seconds_a_puzzle.clear()
                    continue
                estimate = seconds_for(self.puzzles, sum(seconds_a_puzzle) / len(seconds_a_puzzle), threads)
                if stop[0] or (len(seconds_a_puzzle) >= 20 and after - begin > estimate / 100):
                    break
        return estimate

    def count_into(self, counts: Counts, shard: Stretch, stop: np.ndarray) -> None:
        """Add the puzzles of a stretch to counts."""
        digits = np.zeros(self.cells, np.uint16)
        rest = shard.grid
        for cell in reversed(range(self.cells)):
            rest, digits[cell] = divmod(rest, len(self.values))
        kernel.count(
            self.height,
            self.width,
            np.array(self.values, np.int64),
            digits,
            shard.block,
            shard.units,
            shard.block_size,
            shard.blocks,
            forms_of_lines(self.values, self.height, self.width),
            forms_of_lines(self.values, self.width, self.height),
            counts,
            stop,
        )


@dataclass(frozen=True)
class Stretch:
    """So many blocks of solutions in a row, from a block of a grid on; see `kernels.census.count`."""

    grid: int
    block: int
    units: int
    block_size: int
    blocks: int


@lru_cache(maxsize=2)
def forms_of_lines(values: tuple[int, ...], lines: int, cells: int) -> np.ndarray:
    """Tables for every line that a range allows; numbers where the tables would be too large.

    Returns
    -------
    numpy.ndarray
        The forms of `rullo_core.kernels.board`, as `rullo_core.kernels.census.count` wants them.
    """
    codes = len(values) ** cells
    if codes << 2 * cells > LARGEST_TABLES:
        return np.zeros((1, cells), np.int64)
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    return tables_of(numbers, lines)
