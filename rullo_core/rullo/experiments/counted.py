"""Base classes of all experiments on Rullos: size and range, counting by kernels, and the hardest puzzles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from rullo_core.datasets.tally import OUTCOMES
from rullo_core.errors import BadInput
from rullo_core.parameters import LARGEST_NUMBER, MOST_NUMBERS, format_range, format_size
from rullo_core.rullo import hard_puzzles
from rullo_core.rullo.experiments.results import Result, frame_by_grid, from_bytes, numbers_of, tally_of
from rullo_core.rullo.generation import stream_name
from rullo_core.rullo.hard_puzzles import RatedPuzzle
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.puzzle import Rullo, solution_of_bits
from rullo_core.rullo.request import PHILOX, check_generator
from rullo_core.runs.experiment import Experiment, Findings


@dataclass(frozen=True)
class Sized(Experiment):
    """An experiment on puzzles of a size and range, ascending and with 0 for a hole, that the kernels support."""

    height: int
    width: int
    values: tuple[int, ...]

    most_cells: ClassVar[int]
    beyond_most_cells: ClassVar[str] = "take a smaller size"
    """Advice for a size that is too large."""

    def __post_init__(self) -> None:
        if not 1 <= self.cells <= self.most_cells:
            raise BadInput(
                f"size {self.size}: {self.cells} cells, but rullo {self.name} goes up to {self.most_cells}; "
                f"{self.beyond_most_cells}"
            )
        if not self.values or list(self.values) != sorted(set(self.values)):
            raise BadInput(f"values {self.values}: give at least one number, each once, ascending")
        if len(self.values) > MOST_NUMBERS:
            raise BadInput(f"the range holds {len(self.values)} numbers; take at most {MOST_NUMBERS}")
        if max(map(abs, self.values)) > LARGEST_NUMBER:
            raise BadInput(f"values {self.values}: numbers may go from {-LARGEST_NUMBER} to {LARGEST_NUMBER}")

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.height * self.width

    @property
    def size(self) -> str:
        """The size as text."""
        return format_size(self.height, self.width)

    @property
    def range(self) -> str:
        """The range as text."""
        return format_range(self.values)

    @property
    def stem(self) -> str:
        """Short name of the dataset, without the suffix; a long range is truncated to keep the file name short."""
        return f"{self.name}-{self.size}-{self.range[:40]}"

    @property
    def stem_of_point(self) -> str:
        """Short name of the dataset in a sweep, to which the checksum of all parameters is added."""
        text = [f"{key}-{self.parameters[key]}" for key in ("included", "seed") if key in self.parameters]
        return "-".join([self.name, self.size, self.range[:40], *text])

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters that the result depends on, as they are stored in a dataset's manifest."""
        return {"height": self.height, "width": self.width, "values": list(self.values)}


@dataclass(frozen=True)
class CountExperiment(Sized):
    """An experiment that counts puzzles by required cells and difficulty."""

    @property
    def identity(self) -> str:
        """Everything that the result of a shard depends on, as text."""
        return f"{super().identity}, {hard_puzzles.KEEP} hardest"

    def empty_result(self) -> Result:
        """Return the result of no puzzles, to which others are added."""
        return Result(empty_counts(self.cells, hard_puzzles.KEEP))

    def read_result(self, data: bytes) -> Result:
        """Read a result that was stored."""
        return from_bytes(data, self.cells, hard_puzzles.KEEP)

    def count(self, shard: Any, stop: np.ndarray) -> Result:
        """Count the puzzles of a shard; see `Experiment`."""
        result = self.empty_result()
        self.count_into(result.counts, shard, stop)
        return result

    def count_in(self, shard: Any, stop: np.ndarray) -> int:
        """Count the puzzles of a shard, and return only how many there were until `stop`, for an estimate of time."""
        counts = empty_counts(self.cells, 0)
        self.count_into(counts, shard, stop)
        return int(counts.completed[0])

    @abstractmethod
    def count_into(self, counts: Counts, shard: Any, stop: np.ndarray) -> None:
        """Add the puzzles of a shard to counts, until `stop`, a uint8 array of shape (1,), is set by another thread."""

    def finish(self, total: Result) -> Findings:
        """Return what is stored: the total, and `rullo_core.rullo.hard_puzzles.KEEP` hardest puzzles of each kind,
        separately for grids that contain every number of the range and for others.
        """
        by_grid = total.by_grid
        return Findings(
            tally_of(numbers_of(total.counts)),
            hard_puzzles.as_table(self.all_hardest(self.hardest_in(total.counts))),
            frame_by_grid(by_grid) if len(by_grid) else None,
        )

    def hardest_in(self, counts: Counts) -> list[RatedPuzzle]:
        """Return the hardest puzzles in counts, in order of kind and of discovery."""
        values, shape = np.array(self.values), (self.height, self.width)
        puzzles = []
        for kind, every_number in np.ndindex(counts.hardest.shape):
            for i in range(min(int(counts.hardest_counts[kind, every_number]), counts.solutions.shape[2])):
                numbers = values[counts.grids[kind, every_number, i]].reshape(shape).tolist()
                solution = solution_of_bits(int(counts.solutions[kind, every_number, i]), *shape)
                difficulty = float(counts.hardest[kind, every_number]) / 2
                puzzles.append(
                    RatedPuzzle(OUTCOMES[kind], difficulty, Rullo.from_solution(numbers, solution), solution)
                )
        return puzzles

    def all_hardest(self, puzzles: Iterable[RatedPuzzle]) -> list[RatedPuzzle]:
        """Select the hardest puzzles to store from all candidates."""
        return list(puzzles)


@dataclass(frozen=True)
class RandomExperiment(CountExperiment):
    """Random puzzles or grids with the indices 0 to number - 1 of `rullo_core.rullo.generation.draw_puzzle`."""

    number: int
    seed: int
    generator: str = field(default=PHILOX, kw_only=True)

    unit_name: ClassVar[str]
    """The noun for what is drawn: puzzles or grids."""

    number_name: ClassVar[str] = "count"
    """The parameter with their number."""

    most_drawn: ClassVar[int]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.number <= self.most_drawn:
            raise BadInput(f"{self.number} {self.unit_name}: take from 1 to {self.most_drawn}")
        if not 0 <= self.seed < 2**64:
            raise BadInput(f"seed {self.seed}: take one from 0 to {2**64 - 1}")
        check_generator(self.generator, self.seed)

    @property
    def stem(self) -> str:
        """Short name of the dataset in the data folder, without the suffix."""
        return super().stem + ("" if self.generator == PHILOX else f"-{self.generator}")

    @property
    def stream_name(self) -> str:
        """Description of the stream of random numbers."""
        return stream_name(self.seed, self.generator)

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters that the result depends on, as they are stored in a dataset's manifest."""
        generator = {} if self.generator == PHILOX else {"generator": self.generator}
        return super().parameters | {self.number_name: self.number, "seed": self.seed} | generator
