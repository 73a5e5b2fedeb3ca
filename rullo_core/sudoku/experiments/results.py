"""What is known of each puzzle that an experiment has made, and the hardest of them."""

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
from rullo_core.runs.collection import Collected, PuzzleStream, the_hardest
from rullo_core.runs.experiment import Found
from rullo_core.sudoku.batch import RULES
from rullo_core.sudoku.kernels import study as kernel
from rullo_core.sudoku.puzzle import Sudoku

DECIMALS = 6
"""Of the logarithms of weights: the last ones may differ from machine to machine."""

COLUMNS = pa.schema(
    [("kind", pa.string()), ("difficulty", pa.float64()), ("clues", pa.int64()), ("puzzle", pa.string())]
)


@dataclass(frozen=True)
class Rated(PuzzleStream):
    """Puzzles that are made and rated at every level.

    Parameters
    ----------
    side : int
        Of the board.
    number : int
        How many puzzles.
    seed : int
        From 0 to 2**64 - 1.

    Raises
    ------
    BadInput
        If there is no such thing, or the kernels cannot do it.
    """

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
        """All that the result is a function of, as a dataset's manifest has it."""
        return {"side": self.side, "puzzles": self.number, "seed": self.seed}

    @abstractmethod
    def make(self, rows: kernel.Rows, first: int, stop: np.ndarray) -> int:
        """Make and rate puzzles from one index on, as many as there are rows, by kernels; how many were made."""

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> Collected:
        """Make and rate the puzzles of a stretch."""
        first, end = shard
        rows = kernel.rows_for(self.box, end - first, len(RULES))
        made = self.make(rows, first, stop)
        assert made == end - first or stop[0], f"{self.title}: a board after number {first + made} could not be filled"
        passes = rows.passes[:made].astype(np.int16)
        hardest = {level: the_hardest(passes[:, level], rows.cells) for level in range(len(RULES))}
        clues, weights = rows.clues[:made].astype(np.int16), rows.weights[:made].round(DECIMALS)
        return Collected({"clues": [clues], "weights": [weights], "passes": [passes]}, hardest)

    def finish(self, total: Collected) -> Found:
        """What all shards together have come to.

        Returns
        -------
        Found
            The tally: ``clues``, ``kind``, the first level that solves a puzzle, or search, and ``difficulty``, its
            passes. The hardest puzzles: for each level as ``kind`` those that it solves, with ``difficulty``,
            ``clues`` and ``puzzle``, its text. By puzzle: ``shard``; ``clues``; ``weight``, the natural logarithm of
            how many it stands for, null where that is not known; the passes of each level, null where it is stuck.
        """
        levels = list(RULES)
        clues, weights, passes = (total[name] for name in ("clues", "weights", "passes"))
        first = np.where((passes >= 0).any(axis=1), (passes >= 0).argmax(axis=1), len(levels))
        needed = np.append(passes, np.full((len(passes), 1), -1), axis=1)[np.arange(len(passes)), first]
        tally = pd.DataFrame(
            {
                "clues": clues.astype("int32"),
                "kind": np.array([*levels, SEARCH], object)[first],
                "difficulty": np.where(needed >= 0, needed, np.nan),
                "puzzles": 1,
            }
        )
        by_puzzle = {"shard": pa.array(total.shard), "clues": pa.array(clues)}
        by_puzzle["weight"] = pa.array(weights, mask=np.isnan(weights))
        for level, name in enumerate(levels):
            by_puzzle[name] = pa.array(passes[:, level], mask=passes[:, level] < 0)
        hardest = [
            {
                "kind": name,
                "difficulty": float(met),
                "clues": int(np.count_nonzero(cells)),
                "puzzle": str(Sudoku(self.box, tuple(cells.tolist()))),
            }
            for level, name in enumerate(levels)
            for met, cells in total.hardest.get(level, [])
        ]
        return Found(
            Tally.from_frame(tally), pa.Table.from_pylist(hardest, schema=COLUMNS), by_puzzle=pa.table(by_puzzle)
        )

    def count_unique(self, threads: int | None = None) -> list[int]:
        """How many puzzles have one solution only: all, as that is what they are dug by."""
        return [self.number]
