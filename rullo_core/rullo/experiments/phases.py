"""Phases: which random puzzles are simple, which have one solution without being so, and which have several."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from rullo_core.rullo.experiments.search import KINDS, Search
from rullo_core.rullo.predicting import check_filtered, predict
from rullo_core.rullo.request import PredictionRequest
from rullo_core.runs.collection import StreamResult
from rullo_core.runs.experiment import Findings


@dataclass(frozen=True)
class Phases(Search):
    """Searches for a second solution of random puzzles that passes do not solve, and the share that is predicted."""

    max_solutions: int = field(default=2, init=False)

    name: ClassVar[str] = "phases"
    kinds: ClassVar[tuple[str, ...]] = ("simple", *KINDS)
    shard: ClassVar[int] = 64

    def __post_init__(self) -> None:
        super().__post_init__()
        check_filtered(max(self.height, self.width), max(map(abs, self.request.values)))

    @property
    def request(self) -> PredictionRequest:
        """The prediction of puzzles of the same size and values."""
        return PredictionRequest((self.height, self.width), values=self.values, included=self.included)

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters that the result depends on, as they are stored in a dataset's manifest."""
        return {name: value for name, value in super().parameters.items() if name != "max_solutions"}

    def outcomes(self, number: np.ndarray, is_all: np.ndarray, open_cells: np.ndarray) -> np.ndarray:
        """Return the numbers of outcomes, of which simple is the first."""
        return np.where(open_cells == 0, 0, 1 + super().outcomes(number, is_all, open_cells))

    def passes_of(self, total: StreamResult) -> np.ndarray:
        """Return the passes of simple puzzles, averaged over both orders."""
        passes = total["passes_columns_first"] + total["passes_rows_first"]
        return np.where(passes < 0, np.nan, passes / 2)

    def finish(self, total: StreamResult) -> Findings:
        """Turn the results of all shards into tables, and predict the share of simple puzzles.

        Tables are those of `Search.finish`, with the passes of simple puzzles in the tally.
        """
        prediction = predict(self.request)
        predicted = {"share": prediction.simple, "error": prediction.error, "passes": prediction.passes}
        return replace(super().finish(total), extra_counts={"predicted": {"simple": predicted}})
