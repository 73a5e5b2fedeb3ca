"""Experiments that make one puzzle after the other: the results of each, column by column, and the hardest."""

from __future__ import annotations

import io
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.runs.experiment import Experiment, estimate_from_parts
from rullo_core.runs.shards import shard_size

KEEP = 10
"""Number of the hardest puzzles that are kept of each kind."""


@dataclass(frozen=True)
class StreamResult:
    """Results of a part of an experiment.

    `columns` has by name an array for each shard, with a row for each puzzle; `hardest` has by kind the difficulty and
    the encoding of the hardest puzzles, the hardest first.
    """

    columns: dict[str, list[np.ndarray]] = field(default_factory=dict)
    hardest: dict[int, list[tuple[int, np.ndarray]]] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles examined."""
        return sum(map(len, next(iter(self.columns.values()), [])))

    @property
    def shard(self) -> np.ndarray:
        """The number of each puzzle's shard."""
        sizes = [len(rows) for rows in next(iter(self.columns.values()), [])]
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a column, of all shards together."""
        return np.concatenate(self.columns[name])

    def add(self, other: StreamResult) -> None:
        """Add the results of the next shard; of equally hard puzzles, the first stay first."""
        for name, arrays in other.columns.items():
            self.columns.setdefault(name, []).extend(arrays)
        for kind, hardest in other.hardest.items():
            merged = [*self.hardest.get(kind, []), *hardest]
            self.hardest[kind] = sorted(merged, key=lambda puzzle: -puzzle[0])[:KEEP]

    def to_bytes(self) -> bytes:
        """Return the results of one shard as bytes; see `from_bytes`."""
        rows = [(kind, difficulty, encoding) for kind, pairs in self.hardest.items() for difficulty, encoding in pairs]
        file, columns = io.BytesIO(), {f"column {name}": self[name] for name in self.columns}
        np.savez_compressed(
            file,
            hardest=np.array([row[:2] for row in rows], np.int64).reshape(-1, 2),
            encoding=np.array([encoding for _, _, encoding in rows], np.int64),
            **columns,  # type: ignore[arg-type]
        )
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> StreamResult:
        """Read the results of `to_bytes`."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            result = StreamResult(
                {name.removeprefix("column "): [file[name]] for name in file.files if name.startswith("column ")}
            )
            for (kind, difficulty), encoding in zip(file["hardest"].tolist(), file["encoding"], strict=True):
                result.hardest.setdefault(kind, []).append((difficulty, encoding))
        return result


def select_hardest(difficulty: np.ndarray, encoding: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Return the hardest puzzles with their encodings, the first ones of equals; difficulties below 0 mean none."""
    order = np.argsort(-difficulty, kind="stable")[:KEEP]
    return [(int(difficulty[i]), encoding[i]) for i in order if difficulty[i] >= 0]


class PuzzleStream(Experiment):
    """Puzzles with the indices 0 to number - 1 of a seed, each made with random words of its own."""

    number: int
    seed: int

    shard: ClassVar[int]
    """Puzzles in a shard of all but large experiments."""

    def check_stream(self) -> None:
        """Check the number of puzzles and the seed."""
        if not 1 <= self.number < 2**32:
            raise BadInput(f"{self.number} puzzles: take from 1 to {2**32 - 1}")
        if not 0 <= self.seed < 2**64:
            raise BadInput(f"seed {self.seed}: take one from 0 to {2**64 - 1}")

    @property
    def puzzles(self) -> int:
        """Number of puzzles."""
        return self.number

    @property
    def identity(self) -> str:
        """Everything that determines the result of a shard."""
        return f"{super().identity}, {KEEP} hardest"

    def shards(self, threads: int | None = None) -> Iterator[tuple[int, int]]:
        """First index and end of each stretch."""
        size = shard_size(self.number, self.shard)
        return ((first, min(first + size, self.number)) for first in range(0, self.number, size))

    @abstractmethod
    def count(self, shard: tuple[int, int], stop: np.ndarray) -> StreamResult:
        """Make the puzzles of a stretch, until `stop` is set."""

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the seconds that it takes; see `Experiment`."""
        self.count((0, 1), np.zeros(1, np.uint8))  # compiles
        size = min(self.number, max(10, self.number // 100), self.shard)
        shards = ((first, first + size) for first in range(0, self.number, size))
        return estimate_from_parts(
            lambda shard, stop: self.count(shard, stop).puzzles, shards, self.number, threads, longest
        )

    def empty_result(self) -> StreamResult:
        """Return the result of no puzzles, to be added to."""
        return StreamResult()

    def read_result(self, data: bytes) -> StreamResult:
        """Read a stored result."""
        return StreamResult.from_bytes(data)
