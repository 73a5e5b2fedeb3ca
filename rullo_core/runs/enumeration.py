"""Experiments that enumerate all puzzles: counts of them, and results about some of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.datasets.tally import Tally
from rullo_core.runs.collection import KEEP
from rullo_core.runs.experiment import Experiment, Findings, estimate_from_parts


@dataclass(frozen=True)
class EnumerationResult:
    """Results of a part of an experiment: rows of the tally, rows of single puzzles, and what else was counted."""

    counts: list[dict[str, Any]] = field(default_factory=list)
    single: list[dict[str, Any]] = field(default_factory=list)
    extra_counts: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles counted."""
        return sum(row["puzzles"] for row in self.counts)

    def add(self, other: EnumerationResult) -> None:
        """Add the results of the next shard."""
        self.counts.extend(other.counts)
        self.single.extend(other.single)
        for name, numbers in other.extra_counts.items():
            self.extra_counts[name] = dict(Counter(self.extra_counts.get(name, {})) + Counter(numbers))

    def to_bytes(self) -> bytes:
        """Return the results as bytes, which are JSON."""
        return json.dumps(asdict(self)).encode()


class Enumeration(Experiment):
    """All puzzles of some layouts: how many there are is known only when they are counted."""

    schema: ClassVar[pa.Schema]
    """Columns of the hardest puzzles: ``outcome``, the passes, and ``open_cells`` where that is the measure."""

    measure: ClassVar[str] = "passes"
    """The column of the passes."""

    schema_of_puzzles: ClassVar[pa.Schema | None] = None
    """Columns of the rows of single puzzles, if they are kept."""

    @property
    def puzzles(self) -> None:
        """Nothing: only counting the puzzles tells how many there are."""

    @property
    def identity(self) -> str:
        """Everything that determines the result of a shard."""
        return f"{super().identity}, {KEEP} hardest"

    def empty_result(self) -> EnumerationResult:
        """Return the result of no puzzles, to be added to."""
        return EnumerationResult()

    def read_result(self, data: bytes) -> EnumerationResult:
        """Read a stored result."""
        return EnumerationResult(**json.loads(data))

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the seconds that it takes, from a hundredth of the shards; see `Experiment`."""
        shards = list(self.shards())
        self.count(shards[0], np.ones(1, np.uint8))  # compiles

        def count(shard: Any, stop: np.ndarray) -> int:
            self.count(shard, stop)
            return 1

        return estimate_from_parts(count, Random(0).sample(shards, len(shards)), len(shards), threads, longest)

    def finish(self, total: EnumerationResult) -> Findings:
        """Turn the results of all shards into tables; of equally hard puzzles, the first stay first."""
        hardest = sorted(total.single, key=lambda row: (-(row[self.measure] or 0), -row.get("open_cells", 0)))
        hardest_rows = [row for outcome in sorted({row["outcome"] for row in hardest}, reverse=True)
                for row in [row for row in hardest if row["outcome"] == outcome][:KEEP]]  # fmt: skip
        rows = pa.Table.from_pylist(total.single, self.schema_of_puzzles) if self.schema_of_puzzles else None
        return Findings(
            Tally.from_frame(pd.DataFrame(total.counts)),
            pa.Table.from_pylist(hardest_rows, self.schema),
            by_puzzle=rows,
            extra_counts=total.extra_counts,
        )
