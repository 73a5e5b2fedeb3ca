"""The interface of experiments: puzzles that are counted shard by shard, and their results."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.datasets.tally import Tally
from rullo_core.runs.work import Work

Part = TypeVar("Part")


class Result(Protocol):
    """Sum of the results of one shard or several."""

    @property
    def puzzles(self) -> int:
        """Number of puzzles examined."""

    def add(self, other: Self) -> None:
        """Add the results of the next shard in order."""

    def to_bytes(self) -> bytes:
        """Return it as bytes, for a file or another machine; see `Experiment.read_result`."""


@dataclass(frozen=True, eq=False)
class Findings:
    """Results of all shards of an experiment."""

    tally: Tally
    hardest: pa.Table  # the hardest puzzles met, a row each, with the columns of their kind
    by_grid: pd.DataFrame | None = None  # the tally of each grid, if grids were drawn
    by_puzzle: pa.Table | None = None  # a row for each puzzle, if there is more than counts
    extra_counts: dict[str, Any] = field(default_factory=dict)  # other results than counts of puzzles, for the manifest


class Experiment(Work):
    """Puzzles to be counted; its declaration has everything else (`rullo_core.runs.registry`)."""

    @property
    @abstractmethod
    def stem(self) -> str:
        """Short name of its dataset, without the suffix: the name of the dataset that ``make data`` writes."""

    @property
    def stem_of_point(self) -> str:
        """Short name of its dataset where the checksum of all parameters is added."""
        return self.stem

    @property
    def file_name(self) -> str:
        """Name of its dataset that no other parameters have: it ends in a checksum of all of them."""
        content = json.dumps([self.name, self.parameters], sort_keys=True)
        return f"{self.stem_of_point}-{hashlib.sha256(content.encode()).hexdigest()[:12]}.parquet"

    @abstractmethod
    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the seconds on threads, from a hundredth of the experiment, or from what takes `longest` seconds."""

    @abstractmethod
    def empty_result(self) -> Any:
        """Return the result of no puzzles, to be added to."""

    @abstractmethod
    def finish(self, total: Any) -> Findings:
        """Return the results of all shards together."""

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """Count the unique puzzles: of each grid if grids were drawn, else one number; None if that is not known."""
        return None

    def estimate_seconds_for_unique(self, threads: int) -> float:
        """Estimate the seconds that this takes with a number of threads."""
        return 0.0


@contextmanager
def stopping_after(seconds: float) -> Iterator[np.ndarray]:
    """Yield a uint8 array of shape (1,) that is set after `seconds` seconds, to stop a count."""
    stop = np.zeros(1, np.uint8)
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), lambda: stop.fill(1))
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


def estimate_from_parts(
    count: Callable[[Part, np.ndarray], int], parts: Iterable[Part], puzzles: float, threads: int, longest: float
) -> float:
    """Estimate the seconds for puzzles on threads from parts of them, which are counted and timed on one thread.

    `count` gets a part and ``stop``, and returns the number of puzzles that it has counted. Parts are counted until
    these are a hundredth of all puzzles, or for `longest` seconds.
    """
    begin, counted_puzzles = time.perf_counter(), 0
    with stopping_after(longest) as stop:
        for part in parts:
            counted_puzzles += count(part, stop)
            if stop[0] or 100 * counted_puzzles >= puzzles:
                break
    return float(min(puzzles, 10**300)) * (time.perf_counter() - begin) / max(1, counted_puzzles) / threads


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, size in (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}" if seconds < 1e6 * size else f"{seconds / size:.0e} {unit}"
    return f"{seconds:.0f} seconds"


LONGEST_ADVISED = 10 * 365.25 * 86400
"""Seconds, ten years: nobody is advised to run what takes longer."""


def how_to_get(seconds: float, advice: str) -> str:
    """Return how long it takes, and what to do: as advised, or something smaller if it would never end."""
    if seconds > LONGEST_ADVISED:
        return f"more than {duration(LONGEST_ADVISED)}; take fewer puzzles, a smaller size or fewer numbers"
    return f"about {duration(seconds)}; {advice}"
