"""Puzzles dug by the million, and rated at every level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.passes.explain import listed
from rullo_core.sudoku.experiments import STUDY_SIDES
from rullo_core.sudoku.experiments.results import RatedPuzzles
from rullo_core.sudoku.generation import fill_rows
from rullo_core.sudoku.kernels import study as kernel
from rullo_core.sudoku.request import DigSpec, FillSpec

LARGEST_SEARCHED = 16
"""Above this side, whether a puzzle has one solution may take for ever to say; at it, a second, and rarely minutes."""


@dataclass(frozen=True)
class Study(RatedPuzzles):
    """Puzzles dug out of boards, each out of its own; see `RatedPuzzles` and `rullo_core.sudoku.request.DigSpec`.

    Boards are filled with the cell of the fewest candidates first and with backtracking: not all are equally likely.
    """

    level: str = "one-solution"
    order: str = "random"
    symmetry: str = "none"

    name: ClassVar[str] = "sudoku study"
    shard: ClassVar[int] = 256

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.side not in STUDY_SIDES:
            raise BadInput(f"size {self.side}: a study goes up to {max(STUDY_SIDES)}; take {listed(STUDY_SIDES, 'or')}")
        if self.dig_spec.criterion == "one-solution" and self.side > LARGEST_SEARCHED:
            raise BadInput(
                f"size {self.side}, level {self.level}: to search for a second solution may take for ever on "
                f"boards larger than {LARGEST_SEARCHED}x{LARGEST_SEARCHED}; take another level, such as hidden"
            )

    @property
    def dig_spec(self) -> DigSpec:
        """How puzzles are dug."""
        return DigSpec(self.level, self.order, self.symmetry)

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"study of {self.side}x{self.side} Sudokus dug by {', '.join(self._terms)}, seed {self.seed}"

    @property
    def _terms(self) -> list[str]:
        return [self.level, self.order, *([self.symmetry] if self.symmetry != "none" else [])]

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        return super().parameters | {"level": self.level, "order": self.order, "symmetry": self.symmetry}

    @property
    def stem(self) -> str:
        """The name of its dataset in the data folder, less the suffix."""
        return "-".join(["sudoku-study", f"{self.side}x{self.side}", *self._terms])

    def make(self, rows: kernel.Rows, first: int, stop: np.ndarray) -> int:
        """Generate and rate puzzles, without weights; see `RatedPuzzles`."""
        rows.weights[:] = np.nan
        return fill_rows(rows, self.box, FillSpec(), self.dig_spec, self.seed, first, stop, all_levels=True)
