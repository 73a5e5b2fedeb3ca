"""Requests for Killer Sudokus: board, cages, level; `rullo_core.killer.generation` generates them."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.errors import BadInput
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.puzzle import LARGEST
from rullo_core.parameters import check_choice
from rullo_core.puzzles.boxes import check_box, usual_box

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")
"""Symmetries of the cages, not of their sums."""

SPREADS = ("random", "lines", "boxes")
"""Placement of the seeds of cages: anywhere; equally many in each row and column; equally many in each box."""

SHARE, SHARE_ON_LARGE = (0.35, 0.42), (0.46, 0.52)
"""Default range of the number of cages divided by that of cells, on boards up to 9x9 and on larger ones."""

LARGEST_CAGE = 9
"""Default greatest number of cells of a cage."""

SMALLEST, SIDE, NO_SINGLES = 4, 9, (0, 0)
"""Smallest and default side of a board, and default number of cages of one cell."""

Bounds = tuple[int, int]
"""The least and the greatest number of something."""


@dataclass(frozen=True)
class Request:
    """A request for a Killer Sudoku.

    Boxes are as square as possible unless given. Sizes are those of cages of more than one cell, and singles is the
    number of the others. The level has to be the first of `SOLVERS` that solves the puzzle; passes are its own, or
    without a level those of cages and units by turns.
    """

    side: int = SIDE
    box: tuple[int, int] | None = None
    diagonals: bool = False
    cages: Bounds | None = None
    sizes: Bounds | None = None
    singles: Bounds = NO_SINGLES
    spread: str = "random"
    symmetry: str = "none"
    level: str | None = None
    passes: Bounds | None = None

    def __post_init__(self) -> None:
        if not SMALLEST <= self.side <= LARGEST:
            raise BadInput(f"size {self.side}: take one from {SMALLEST} to {LARGEST}")
        if self.box is None:
            object.__setattr__(self, "box", usual_box(self.side))
        check_box(self.side, self.shape[1], LARGEST)
        cells = self.side**2
        if self.cages is None:
            object.__setattr__(
                self, "cages", tuple(round(share * cells) for share in (SHARE if self.side <= 9 else SHARE_ON_LARGE))
            )
        if self.sizes is None:
            object.__setattr__(self, "sizes", (2, min(self.side, LARGEST_CAGE)))
        (fewest, most), (least, largest), (few, many) = self.in_full
        if not 1 <= fewest <= most <= cells:
            raise BadInput(f"cages {fewest}-{most}: take from 1 to {cells}")
        if not 1 <= least <= largest <= self.side:
            raise BadInput(f"sizes {least}-{largest}: a cage has from 1 to {self.side} cells")
        if most * largest < cells:
            raise BadInput(f"{most} cages of up to {largest} cells do not cover {cells}; allow more, or larger ones")
        if few > fewest:
            raise BadInput(f"{few} cages of one cell, and only {fewest} cages: ask for more")
        if many + (fewest - many) * max(least, 2) > cells > fewest:
            raise BadInput(
                f"{fewest} cages, {many} of one cell and others of {max(least, 2)} or more, need more than {cells} "
                "cells; ask for fewer, or allow more cages of one cell"
            )
        check_choice("spread", self.spread, SPREADS)
        check_choice("symmetry", self.symmetry, SYMMETRIES)
        if self.level is not None:
            check_choice("level", self.level, SOLVERS)

    @property
    def shape(self) -> tuple[int, tuple[int, int], bool]:
        """Side, box and whether there are diagonals."""
        assert self.box is not None
        return self.side, self.box, self.diagonals

    @property
    def in_full(self) -> tuple[Bounds, Bounds, Bounds]:
        """The ranges of cages, sizes and single-cell cages."""
        assert self.cages is not None
        assert self.sizes is not None
        return self.cages, self.sizes, self.singles
