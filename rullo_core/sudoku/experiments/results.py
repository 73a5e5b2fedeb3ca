"""The results of each puzzle that an experiment has generated, and the hardest puzzles."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.datasets.tally import Tally
from rullo_core.passes.levels import SEARCH
from rullo_core.puzzles.boxes import Box, usual_box
from rullo_core.runs.collection import PuzzleStream, StreamResult, select_hardest
from rullo_core.runs.experiment import Findings
from rullo_core.sudoku.batch import RULES
from rullo_core.sudoku.kernels import study as kernel
from rullo_core.sudoku.puzzle import Sudoku

DECIMALS = 6
"""Decimals of the logarithms of weights; further decimals may differ from machine to machine."""

COLUMNS = pa.schema(
    [("by_level", pa.string()), ("by_passes", pa.float64()), ("clues", pa.int64()), ("text", pa.string())]
)


@dataclass(frozen=True)
class RatedPuzzles(PuzzleStream):
    """Puzzles of a board's side that are generated and rated at every level."""

    side: int
    number: int
    seed: int = 1

    def __post_init__(self) -> None:
        self.check_stream()

    @property
    def box(self) -> Box:
        """Height and width of a box."""
        return usual_box(self.side)

    @property
    def parameters(self) -> dict[str, Any]:
        """All that determines the result, for a dataset's manifest."""
        return {"side": self.side, "count": self.number, "seed": self.seed}

    @abstractmethod
    def make(self, rows: kernel.Rows, first: int, stop: np.ndarray) -> int:
        """Generate and rate as many puzzles as there are rows, from one index on; return how many were made."""

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> StreamResult:
        """Generate and rate the puzzles of a shard."""
        first, end = shard
        rows = kernel.rows_for(self.box, end - first, len(RULES))
        number = self.make(rows, first, stop)
        assert number == end - first or stop[0], (
            f"{self.title}: a board after number {first + number} could not be filled"
        )
        passes = rows.passes[:number].astype(np.int16)
        hardest = {level: select_hardest(passes[:, level], rows.cells) for level in range(len(RULES))}
        clues, weights = rows.clues[:number].astype(np.int16), rows.weights[:number].round(DECIMALS)
        return StreamResult({"clues": [clues], "weights": [weights], "passes": [passes]}, hardest)

    def finish(self, total: StreamResult) -> Findings:
        """Return the result of all shards.

        The tally has ``clues``, ``outcome``, the first level that solves a puzzle, or search, and ``level_passes``, its
        passes. The hardest are those of each level. By puzzle, ``weight`` is the natural logarithm of the number of
        minimal puzzles that it represents, null where that is unknown, and the passes of a level are null where it is
        stuck.
        """
        levels = list(RULES)
        clues, weights, passes = (total[name] for name in ("clues", "weights", "passes"))
        first = np.where((passes >= 0).any(axis=1), (passes >= 0).argmax(axis=1), len(levels))
        difficulty = np.append(passes, np.full((len(passes), 1), -1), axis=1)[np.arange(len(passes)), first]
        tally = pd.DataFrame(
            {
                "clues": clues.astype("int32"),
                "outcome": np.array([*levels, SEARCH], object)[first],
                "level_passes": np.where(difficulty >= 0, difficulty, np.nan),
                "puzzles": 1,
            }
        )
        by_puzzle = {"shard": pa.array(total.shard), "clues": pa.array(clues)}
        by_puzzle["weight"] = pa.array(weights, mask=np.isnan(weights))
        for level, name in enumerate(levels):
            by_puzzle[f"passes_{name}"] = pa.array(passes[:, level], mask=passes[:, level] < 0)
        hardest = [
            {
                "by_level": name,
                "by_passes": float(passes_taken),
                "clues": int(np.count_nonzero(cells)),
                "text": str(Sudoku(self.box, tuple(cells.tolist()))),
            }
            for level, name in enumerate(levels)
            for passes_taken, cells in total.hardest.get(level, [])
        ]
        return Findings(
            Tally.from_frame(tally), pa.Table.from_pylist(hardest, schema=COLUMNS), by_puzzle=pa.table(by_puzzle)
        )

    def count_unique(self, threads: int | None = None) -> list[int]:
        """Return the number of unique puzzles: all of them, because digging keeps the solution unique."""
        return [self.number]
