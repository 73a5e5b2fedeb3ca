"""What all experiments share: a size and a range, shards to count, and a dataset in the end."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from tqdm import tqdm

from rullo_core import store
from rullo_core.errors import BadInput
from rullo_core.kernels.counts import Counts, empty_counts
from rullo_core.parameters import LARGEST_NUMBER, MOST_NUMBERS, format_range, format_size
from rullo_core.puzzle import Puzzle
from rullo_core.shards import default_threads, run_shards
from rullo_core.store import Dataset, RatedPuzzle, load, save
from rullo_core.tally import KINDS, Tally

DATA = Path(__file__).parent.parent / "data"
"""Where datasets are kept."""

LONGEST_UNASKED = 120
"""Seconds that an experiment may take whose dataset is asked for and is not there."""


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
    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""

    @abstractmethod
    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """What it will take, in seconds on so many threads.

        Told from a hundredth of that, or from what can be done in `longest` seconds, if only a part of one puzzle.
        """

    @abstractmethod
    def shards(self) -> Iterable[Any]:
        """The parts that it is cut into; the same ones each time."""

    def count(self, shard: Any, stop: np.ndarray) -> Counts:
        """Count the puzzles of a shard; see `count_into`."""
        counts = empty_counts(self.cells, store.KEEP)
        self.count_into(counts, shard, stop)
        return counts

    @abstractmethod
    def count_into(self, counts: Counts, shard: Any, stop: np.ndarray) -> None:
        """Add the puzzles of a shard to counts, until `stop`, a uint8 array of shape (1,), is set by another thread."""


def run(experiment: Experiment, threads: int | None = None, progress: bool = False) -> tuple[Tally, list[RatedPuzzle]]:
    """Count every puzzle of an experiment by required, kind and difficulty, and keep the hardest.

    Parameters
    ----------
    experiment : Experiment
    threads : int, optional
        All processors, unless given.
    progress : bool
        Show a bar on a terminal, once the run has taken a second.

    Returns
    -------
    tally : Tally
    hardest : list of RatedPuzzle
        The hardest simple and the hardest exhaustive puzzles, among the grids that hold every number of the range and
        among those that do not: of each of these four sorts the first `store.KEEP`.
    """
    total = empty_counts(experiment.cells, store.KEEP)
    with tqdm(
        total=experiment.puzzles, unit=" puzzles", unit_scale=True, delay=1, disable=None if progress else True
    ) as bar:
        for counts in run_shards(experiment.shards(), experiment.count, threads or default_threads()):
            add(total, counts)
            bar.update(int(counts.done[0]))
    return Tally.from_counts(total.puzzles), hardest_puzzles(experiment, total)


def run_and_store(experiment: Experiment, path: Path, threads: int | None = None, progress: bool = False) -> Dataset:
    """Run an experiment and write what it found as a dataset."""
    threads = threads or default_threads()
    begin = time.perf_counter()
    tally, hardest = run(experiment, threads, progress)
    seconds = round(time.perf_counter() - begin, 3)
    return save(path, tally, hardest, experiment.name, experiment.parameters, threads=threads, seconds=seconds)


def stored(experiment: Experiment, path: Path | str = "") -> Dataset:
    """Read what an experiment found, or run it if that is not there.

    Parameters
    ----------
    experiment : Experiment
    path : pathlib.Path or str
        Where it is; unless given its place in the project's data folder, and then it is run if it is not there.

    Raises
    ------
    BadInput
        If the file is no dataset, or of another experiment; or if there is none and it would take long.
    """
    if not isinstance(path, Path | str):
        raise BadInput(f"dataset = {path!r}: write the name of a file, or '' for its own place")
    place = Path(path).resolve() if path else DATA / f"{experiment.name}-{experiment.size}-{experiment.range}.parquet"
    if not path and not place.exists():
        seconds = experiment.estimate_seconds(default_threads())
        if seconds > LONGEST_UNASKED:
            raise BadInput(
                f"the {experiment.title} is not in {DATA} and would take about {duration(seconds)}; "
                f"make it with rullo {experiment.name} and name its dataset"
            )
        return run_and_store(experiment, place)
    dataset = load(place)
    if dataset.manifest["experiment"] != experiment.name or dataset.manifest["parameters"] != experiment.parameters:
        raise BadInput(
            f"{place}: is a {dataset.manifest['experiment']} with {dataset.manifest['parameters']}, not the "
            f"{experiment.title}; name its dataset, or none to have it made"
        )
    return dataset


def check_draws(what: str, number: int, most: int, seed: int) -> None:
    """Refuse a number of draws, or a seed, that there cannot be.

    Raises
    ------
    BadInput
        Naming the limit.
    """
    if not 1 <= number <= most:
        raise BadInput(f"{number} {what}: take from 1 to {most}")
    if not 0 <= seed < 2**64:
        raise BadInput(f"seed {seed}: take one from 0 to {2**64 - 1}")


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
    """What so many puzzles take on so many threads, of which no more than there are processors help."""
    return float(min(puzzles, 10**300)) * seconds_a_puzzle / min(threads, default_threads())


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}" if seconds < 1e6 * size else f"{seconds / size:.0e} {unit}"
    return f"{seconds:.0f} seconds"


def add(total: Counts, counts: Counts) -> None:
    """Add the counts of the next shard; of equally hard puzzles, the first stay first."""
    total.puzzles[...] += counts.puzzles
    total.done[...] += counts.done
    keep = total.solutions.shape[2]
    for sort in np.ndindex(total.hardest.shape):
        if counts.hardest[sort] < total.hardest[sort]:
            continue
        if counts.hardest[sort] > total.hardest[sort]:
            total.hardest[sort] = counts.hardest[sort]
            total.met[sort] = 0
        kept, new = (min(int(met), keep) for met in (total.met[sort], counts.met[sort]))
        new = min(new, keep - kept)
        total.grids[sort][kept : kept + new] = counts.grids[sort][:new]
        total.solutions[sort][kept : kept + new] = counts.solutions[sort][:new]
        total.met[sort] += counts.met[sort]


def hardest_puzzles(experiment: Experiment, total: Counts) -> list[RatedPuzzle]:
    """The hardest puzzles in counts, in order of their sort and of when they were met."""
    values = np.array(experiment.values)
    shape = (experiment.height, experiment.width)
    found = []
    for kind, every_number in np.ndindex(total.hardest.shape):
        for i in range(min(int(total.met[kind, every_number]), total.solutions.shape[2])):
            numbers = values[total.grids[kind, every_number, i]].reshape(shape).tolist()
            bits = int(total.solutions[kind, every_number, i])
            chosen = np.array([bool(bits >> cell & 1) for cell in range(experiment.cells)]).reshape(shape).tolist()
            found.append(
                RatedPuzzle(
                    KINDS[kind],
                    float(total.hardest[kind, every_number]) / 2,
                    Puzzle.from_solution(numbers, chosen),
                    tuple(map(tuple, chosen)),
                )
            )
    return found
