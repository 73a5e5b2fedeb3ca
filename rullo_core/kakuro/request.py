"""Requests for Kakuros: layout, kind, difficulty and method; see `rullo_core.kakuro.generation`."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rullo_core.errors import BadInput
from rullo_core.kakuro.levels import LEVEL_OF_KIND, Kind
from rullo_core.kakuro.puzzle import LONGEST
from rullo_core.kakuro.solver import Rating
from rullo_core.parameters import format_size

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")
"""Symmetries of a layout, in the order of `rullo_core.kakuro.kernels.layout`."""

METHODS = ("check", "steps", "repair", "constructor", "parting", "parting-at-random")
"""Fill and check; five steps; repair; clues one by one, as a constructor sets them; two solutions parted, by the best
change of twelve cells, or by any."""

WITHOUT_DIGITS = ("steps", "constructor")
"""Methods that choose clues, and know no digits before."""

IN_TURN = (*("steps",) * 8, "repair")
"""Default methods, in turn: five steps are much quicker than repair, and their puzzles are easier."""

FOR_OTHERS = ("parting",)
"""Methods for requests of a kind that is not simple."""

LARGEST_SIDE = 64

BLACK = 0.4
"""Default share of black cells."""


@dataclass(frozen=True)
class LayoutSpec:
    """Rules for which cells are white.

    The size is without the row and column for clues. Black is the least share of black cells, rounded up to whole
    cells; by default the share nearest to `BLACK`, because with a cell more small boards have no layout. Single allows
    entries of one cell; in_blocks puts every white cell into a white square of four.
    """

    height: int
    width: int
    black: float | None = None
    longest: int = LONGEST
    symmetry: str = "half-turn"
    single: bool = False
    in_blocks: bool = False

    def __post_init__(self) -> None:
        size = format_size(self.height, self.width)
        if not (1 <= self.height <= LARGEST_SIDE and 1 <= self.width <= LARGEST_SIDE):
            raise BadInput(f"{size}: layouts are drawn from 1x1 to {LARGEST_SIDE}x{LARGEST_SIDE}; take a smaller size")
        if self.black is None:
            object.__setattr__(self, "black", nearest_share(BLACK, self.height, self.width))
        if min(self.height, self.width) < 2 and not self.single:
            raise BadInput(
                f"{size}: every entry across it has one cell; allow entries of one cell (single), or take a larger size"
            )
        if not 0 <= self.share_of_black < 1:
            raise BadInput(f"{self.black:g} black cells: write a share from 0 to less than 1")
        if not 2 - self.single <= self.longest <= LONGEST:
            raise BadInput(f"entries of {self.longest} cells at most: write {2 - self.single} to {LONGEST}")
        if self.symmetry not in SYMMETRIES:
            raise BadInput(f"symmetry {self.symmetry!r}: write one of {', '.join(SYMMETRIES)}")
        if self.symmetry == "quarter-turn" and self.height != self.width:
            raise BadInput(f"{size}: a quarter turn needs a square")

    @property
    def share_of_black(self) -> float:
        """The least share of black cells."""
        assert self.black is not None
        return self.black

    @property
    def black_cells(self) -> int:
        """The least number of black cells."""
        # A share such as 14 / 36 may round to slightly more than 14 cells.
        return math.ceil(self.share_of_black * self.height * self.width - 1e-9)

    @property
    def rules(self) -> tuple[int, int, int]:
        """Rules as `rullo_core.kakuro.kernels.layout.blacken` takes them."""
        return SYMMETRIES.index(self.symmetry), 1 if self.single else 2, int(self.in_blocks)


def nearest_share(black: float, height: int, width: int) -> float:
    """Return the nearest share that is a whole number of cells, for strata that are named by their share."""
    return round(black * height * width) / (height * width)


@dataclass(frozen=True)
class Request:
    """Requirements on a generated puzzle: its kind (None for any unique one), and the range of difficulty if simple."""

    kind: Kind | None = None
    difficulty: tuple[float, float] | None = None

    def is_satisfied_by(self, rating: Rating) -> bool:
        """Whether a puzzle with this rating satisfies the request."""
        if rating.kind not in ((self.kind,) if self.kind else LEVEL_OF_KIND):
            return False
        if self.difficulty is None:
            return True
        return rating.difficulty is not None and self.difficulty[0] <= rating.difficulty <= self.difficulty[1]
