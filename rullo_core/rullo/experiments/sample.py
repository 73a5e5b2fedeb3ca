"""Sample: independent random puzzles, with a uniform number and a coin for every cell (thesis, section 6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, read_range
from rullo_core.rullo import rand
from rullo_core.rullo.experiments.counted import RandomExperiment
from rullo_core.rullo.generation import coin_of
from rullo_core.rullo.kernels.counting import batch, drawing
from rullo_core.rullo.kernels.counting import sample as kernel
from rullo_core.rullo.kernels.counting import unique as kernel_of_unique
from rullo_core.rullo.kernels.counting.rand import stream_from
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.request import FAIR, PHILOX, RAND_COINS, RAND_NUMBERS, check_generator
from rullo_core.runs.experiment import estimate_from_parts
from rullo_core.runs.shards import run_on_threads, shard_size

SHARD = 2**17
"""Puzzles in a shard of a small sample: about a tenth of a second at 7x7."""


@dataclass(frozen=True)
class Sample(RandomExperiment):
    """Independent random puzzles; see `RandomExperiment`."""

    guess_limit: int  # a puzzle that lines leave with more unknown cells is counted as skipped
    included: float = FAIR  # the probability that a cell is included

    @staticmethod
    def read(
        height: int,
        width: int,
        values: str | int | Sequence[int],
        puzzles: int,
        seed: int,
        guess_limit: int,
        generator: str = PHILOX,
    ) -> Sample:
        """Create a sample from a notebook's parameters."""
        return Sample(
            check_whole("height", height),
            check_whole("width", width),
            read_range(values),
            check_whole("puzzles", puzzles),
            check_whole("seed", seed, 0),
            check_whole("guess_limit", guess_limit, 0),
            generator=generator,
        )

    name: ClassVar[str] = "sample"
    unit_name: ClassVar[str] = "puzzles"
    most_drawn: ClassVar[int] = 2**63 - 1
    most_cells: ClassVar[int] = 64
    beyond_most_cells: ClassVar[str] = (
        "rullo search goes further, and so do rullo generate and rullo rate, puzzle by puzzle"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.guess_limit < 0:
            raise BadInput(f"guess limit {self.guess_limit}: take 0 or more")
        if not 0 <= self.included <= 1:
            raise BadInput(f"included {self.included:g}: take a probability, from 0 to 1")
        check_generator(self.generator, self.seed, self.included)

    @property
    def puzzles(self) -> int:
        """Number of puzzles."""
        return self.number

    @property
    def title(self) -> str:
        """Description of the sample in words."""
        coin = "" if self.is_fair else f", {self.included:g} included"
        return f"sample of {self.size} over {self.range}{coin}, {self.stream_name}"

    @property
    def is_fair(self) -> bool:
        """Whether a cell is included with probability 1/2."""
        return self.included == FAIR

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters that the result depends on, as they are stored in a dataset's manifest."""
        coin = {} if self.is_fair else {"included": self.included}
        return super().parameters | {"guess_limit": self.guess_limit} | coin

    def stream_at(self, index: int) -> np.ndarray | None:
        """Return the state from which the kernels draw the puzzle of an index; None if seed and index suffice."""
        if self.generator == PHILOX:
            return None
        return stream_from(rand.state_before(self.seed, 2 * self.cells * index), self.cells)

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the time; see `Experiment`."""
        self.count_into(empty_counts(self.cells, 0), (0, 0), np.zeros(1, np.uint8))  # compiles
        size = min(self.number, max(1000, self.number // 100))
        return estimate_from_parts(self.count_in, [(0, size)], self.number, threads, longest)

    def shards(self, threads: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the first index and the end of each stretch."""
        size = shard_size(self.number, SHARD)
        return ((first, min(first + size, self.number)) for first in range(0, self.number, size))

    def count_unique(self, threads: int | None = None) -> list[int]:
        """Count the puzzles with exactly one solution."""
        return [sum(run_on_threads(self.shards(), self._count_unique_in, threads))]

    def estimate_seconds_for_unique(self, threads: int) -> float:
        """Estimate the time that `count_unique` takes on a number of threads."""
        self._count_unique_in((0, 0), np.zeros(1, np.uint8))  # compiles
        size = min(self.number, 1000)

        def count(stretch: tuple[int, int], stop: np.ndarray) -> int:
            self._count_unique_in(stretch, stop)
            return size

        return estimate_from_parts(count, [(0, size)], self.number, threads, np.inf)

    def _count_unique_in(self, stretch: tuple[int, int], stop: np.ndarray) -> int:
        stream = self.stream_at(stretch[0])
        return int(kernel_of_unique.count_drawn(self._spec, *stretch, stream, *self._room, stop))

    @property
    def _spec(self) -> drawing.SampleSpec:
        values, coin = np.array(self.values, np.int64), coin_of(self.included)
        uses = {RAND_NUMBERS: drawing.NUMBERS_OF_STREAM, RAND_COINS: drawing.COINS_OF_STREAM}
        stream_use = uses.get(self.generator, drawing.ALL_OF_STREAM)
        return drawing.SampleSpec(self.height, self.width, values, np.uint64(self.seed), np.uint64(coin), stream_use)

    @property
    def _room(self) -> tuple[batch.Lines, int | None, batch.Batch]:
        """Working memory, and what selects the kernels for the lines; see `room_for_lines`."""
        lines = batch.room_for_lines(self.height, self.width, max(map(abs, self.values)))
        return *lines, batch.room_for_batch(self.cells)

    def count_into(self, counts: Counts, shard: tuple[int, int], stop: np.ndarray) -> None:
        """Add the puzzles of a stretch to counts."""
        stream = self.stream_at(shard[0])
        kernel.count(self._spec, *shard, stream, self.guess_limit, *self._room, counts, stop)
