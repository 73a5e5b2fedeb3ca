"""What all experiments share: a size and a range, and shards to count."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from rullo_core import store
from rullo_core.errors import BadInput
from rullo_core.generate import PHILOX, check_generator, series
from rullo_core.kernels.counts import Counts, empty_counts
from rullo_core.parameters import LARGEST_NUMBER, MOST_NUMBERS, format_range, format_size
from rullo_core.results import NO_GRIDS, Result
from rullo_core.store import RatedPuzzle


@dataclass(frozen=True)
class Experiment(ABC):
    """Puzzles of a size and range, to be counted shard by shard.

    Parameters
    ----------
    height, width : int
        Size, in cells.
    values : tuple of int
        The range, ascending; 0 is a hole.

    Raises
    ------
    BadInput
        If the kernels cannot hold it.
    """

    height: int
    width: int
    values: tuple[int, ...]

    name: ClassVar[str]
    most_cells: ClassVar[int]

    def __post_init__(self) -> None:
        if not 1 <= self.cells <= self.most_cells:
            raise BadInput(
                f"size {self.size}: {self.cells} cells, but rullo {self.name} goes up to {self.most_cells}; "
                f"{self.beyond_most_cells}"
            )
        if not self.values or list(self.values) != sorted(set(self.values)):
            raise BadInput(f"range {self.values}: give at least one number, each once, ascending")
        if len(self.values) > MOST_NUMBERS:
            raise BadInput(f"the range holds {len(self.values)} numbers; take at most {MOST_NUMBERS}")
        if max(map(abs, self.values)) > LARGEST_NUMBER:
            raise BadInput(f"range {self.values}: numbers may go from {-LARGEST_NUMBER} to {LARGEST_NUMBER}")

    beyond_most_cells: ClassVar[str] = "take a smaller size"
    """What to do about a size over the limit."""

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.height * self.width

    @property
    def size(self) -> str:
        """The size, as it is written."""
        return format_size(self.height, self.width)

    @property
    def range(self) -> str:
        """The range, as it is written."""
        return format_range(self.values)

    @property
    @abstractmethod
    def puzzles(self) -> int:
        """Number of puzzles that will be counted."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, in words."""

    @property
    def stem(self) -> str:
        """The name of its dataset in the data folder, less the suffix."""
        return f"{self.name}-{self.size}-{self.range}"

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        return {"height": self.height, "width": self.width, "values": list(self.values)}

    @abstractmethod
    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """What it will take, in seconds on so many threads.

        Told from a hundredth of that, or from what can be done in `longest` seconds, if only a part of one puzzle.
        """

    @abstractmethod
    def shards(self, threads: int | None = None) -> Iterable[Any]:
        """The parts that it is cut into; the same ones each time.

        Parameters
        ----------
        threads : int, optional
            To find out on what they are; all processors, unless given.
        """

    def count(self, shard: Any, stop: np.ndarray) -> Result:
        """Count the puzzles of a shard, until `stop`, a uint8 array of shape (1,), is set by another thread."""
        counts = empty_counts(self.cells, store.KEEP)
        self.count_into(counts, shard, stop)
        return Result(counts, NO_GRIDS)

    def all_hardest(self, met: list[RatedPuzzle]) -> list[RatedPuzzle]:
        """The hardest puzzles to be kept, from those that were met."""
        return met

    @abstractmethod
    def count_into(self, counts: Counts, shard: Any, stop: np.ndarray) -> None:
        """Add the puzzles of a shard to counts; see `count`."""


@dataclass(frozen=True)
class Drawn(Experiment):
    """What is drawn at random; see `Experiment` for size and range.

    Parameters
    ----------
    number : int
        How many grids or puzzles: those with the indices 0 to number - 1.
    seed : int
        From 0 to 2**64 - 1. What has index i is that of `rullo_core.generate.draw_puzzle` with the seed and i.
    generator : {'philox', 'rand'}
        What they are drawn with; see there.
    """

    number: int
    seed: int
    generator: str = field(default=PHILOX, kw_only=True)

    drawn: ClassVar[str]
    """What, in words."""

    most_drawn: ClassVar[int]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.number <= self.most_drawn:
            raise BadInput(f"{self.number} {self.drawn}: take from 1 to {self.most_drawn}")
        if not 0 <= self.seed < 2**64:
            raise BadInput(f"seed {self.seed}: take one from 0 to {2**64 - 1}")
        check_generator(self.generator, self.seed)

    @property
    def stem(self) -> str:
        """The name of its dataset in the data folder, less the suffix."""
        return super().stem + ("" if self.generator == PHILOX else f"-{self.generator}")

    @property
    def series(self) -> str:
        """Which series of random ones, in words."""
        return series(self.seed, self.generator)

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        generator = {} if self.generator == PHILOX else {"generator": self.generator}
        return super().parameters | {self.drawn: self.number, "seed": self.seed} | generator


@contextmanager
def stopping_after(seconds: float) -> Iterator[np.ndarray]:
    """Give a uint8 array of shape (1,) that is set after so many seconds, to stop a count with."""
    stop = np.zeros(1, np.uint8)
    timer = threading.Timer(seconds, lambda: stop.fill(1))
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


def seconds_for(puzzles: int, seconds_a_puzzle: float, threads: int) -> float:
    """What so many puzzles take on so many threads, if each has a processor."""
    return float(min(puzzles, 10**300)) * seconds_a_puzzle / threads


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}" if seconds < 1e6 * size else f"{seconds / size:.0e} {unit}"
    return f"{seconds:.0f} seconds"
