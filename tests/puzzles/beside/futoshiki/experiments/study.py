"""Futoshikis that are generated and rated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.datasets.tally import Tally
from rullo_core.futoshiki.api import API
from rullo_core.runs.collection import PuzzleStream, StreamResult, select_hardest
from rullo_core.runs.experiment import Findings
from rullo_core.views.charts import difficulty_distribution, save


def render(dataset, folder):
    """Draw how many passes the puzzles of a dataset take."""
    return save(difficulty_distribution(dataset.tally), folder / dataset.path.stem)


@dataclass(frozen=True)
class Study(PuzzleStream):
    """The Futoshikis of a size with the indices 0 to number - 1."""

    side: int
    number: int
    seed: int = 1
    name = "futoshiki study"
    shard = 8

    __post_init__ = PuzzleStream.check_stream
    title = property(lambda self: f"study of {self.side}x{self.side} Futoshikis, seed {self.seed}")
    parameters = property(lambda self: {"size": self.side, "count": self.number, "seed": self.seed})
    stem = property(lambda self: f"futoshiki-study-{self.side}x{self.side}")

    def count(self, shard, stop):
        """Generate and rate the puzzles of a shard."""
        ratings = [self.puzzle(index).rate() for index in range(*shard) if not stop[0]]
        halves = np.array([-1 if rating.passes is None else 2 * rating.passes for rating in ratings], np.int64)
        return StreamResult({"halves": [halves]}, {0: select_hardest(halves, np.arange(*shard).reshape(-1, 1))})

    def puzzle(self, index):
        """Return the puzzle with an index."""
        return API.generate(size=self.side, seed=self.seed, first=index)[0]

    def finish(self, total):
        """Return the tally, and the hardest puzzles."""
        halves = total["halves"]
        outcomes, passes = np.where(halves < 0, "exhaustive", "simple"), np.where(halves < 0, np.nan, halves / 2)
        tally = Tally.from_frame(pd.DataFrame({"outcome": outcomes, "passes": passes, "puzzles": 1}))
        rows = [(halves / 2, str(self.puzzle(int(index)))) for halves, (index,) in total.hardest.get(0, [])]
        hardest = [{"outcome": "simple", "passes": passes, "text": text} for passes, text in rows]
        return Findings(tally, pa.Table.from_pylist(hardest))
