"""A sample of minimal puzzles, weighted to represent all minimal puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.passes.explain import listed
from rullo_core.sudoku.batch import RULES
from rullo_core.sudoku.digging import kernel_arguments
from rullo_core.sudoku.experiments import POPULATION_SIDES
from rullo_core.sudoku.experiments.results import RatedPuzzles
from rullo_core.sudoku.kernels import splitting
from rullo_core.sudoku.kernels import study as kernel
from rullo_core.sudoku.request import DigSpec, FillSpec


@dataclass(frozen=True)
class Population(RatedPuzzles):
    """Minimal puzzles for a criterion, weighted to represent all minimal puzzles; see `RatedPuzzles`.

    The puzzles of a shard are drawn together, and are not independent (`rullo_core.sudoku.kernels.splitting`); shards
    are independent of each other. The sum of the weights is an unbiased estimate of the number of minimal puzzles.
    """

    level: str = "one-solution"

    name: ClassVar[str] = "sudoku population"
    shard: ClassVar[int] = 1024

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.side not in POPULATION_SIDES:
            raise BadInput(
                f"size {self.side}: weights get too different on larger boards; take {listed(POPULATION_SIDES, 'or')}"
            )
        DigSpec(self.level)

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"population of minimal {self.side}x{self.side} Sudokus, {self.level}, seed {self.seed}"

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        return super().parameters | {"level": self.level}

    @property
    def stem(self) -> str:
        """The name of its dataset in the data folder, less the suffix."""
        return f"sudoku-population-{self.side}x{self.side}-{self.level}"

    def make(self, rows: kernel.Rows, first: int, stop: np.ndarray) -> int:
        """Draw, weigh and rate puzzles; see `RatedPuzzles`."""
        number, fill_spec, levels = len(rows.clues), FillSpec("anew"), np.array(list(RULES.values()), np.int64)
        limit, attempts = np.int64(fill_spec.limit_of(self.side)), np.int64(fill_spec.attempts)
        _, _, rules, _ = kernel_arguments(DigSpec(self.level))
        desk = kernel.desk_for(self.box)._replace(rng=rng_from_seed(self.seed, first))
        crowd = splitting.crowd_of(self.box, number)
        boards = splitting.draw_minimal(desk, self.box, rules, limit, attempts, levels, stop, crowd, rows)
        if boards == 0:
            return 0
        rows.weights[:] -= np.log(boards)
        return number
