"""Requests: how a board is filled and a puzzle dug. The generators are in `fill` and `dig`."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.parameters import check_choice
from rullo_core.sudoku.levels import LEVELS

METHODS = ("rows", "bail-out", "solver", "fewest", "anew", "exact-cover", "swaps", "permuted", "shifted")
"""Row by row without a solver; the same, begun anew after some placements; a solver that places all it finds after each
digit, row by row; the same, cells with the fewest digits first; the same, begun anew at each dead end; exact cover;
cells exchanged; one board permuted; rows shifted."""

ONLY_ONCE = ("rows", "exact-cover")
"""Methods that have a limit, and do not begin anew after it."""

OF_NOTHING = ("permuted", "shifted")
"""Methods that take no digits that are set before."""

FILL_LEVELS = ("look-ahead", "naked", "hidden")
"""Of a solver in the loop."""

FILL_ORDERS = ("usual", "random", "anywhere")
"""Which cell is next: as the method says, or a random order that stays; and exchanges anywhere, not in boxes."""

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")

ORDERS = ("random", "rows", "boxes", "digits", "candidates")
"""In which cells are emptied."""

CRITERIA = ("one-solution", *LEVELS)
"""As long as there is one solution; or as long as a level solves the puzzle."""

LIMITS = {4: 1000, 9: 100_000, 16: 3000, 25: 800, 36: 1500, 49: 3000}
"""Placements of an attempt on boards up to each side; of methods that begin anew."""

ONCE = 10_000_000
"""Placements of methods that do not."""


@dataclass(frozen=True)
class FillSpec:
    """How a board is filled; by default, the limit on the placements of an attempt suits the size."""

    method: str = "fewest"
    level: str = "hidden"
    order: str = "usual"
    limit: int | None = None
    attempts: int = 1000

    def __post_init__(self) -> None:
        check_choice("method", self.method, METHODS)
        check_choice("level", self.level, FILL_LEVELS)
        check_choice("order", self.order, FILL_ORDERS)

    def limit_of(self, side: int) -> int:
        """Return the placements of an attempt."""
        if self.limit is not None:
            return self.limit
        if self.method not in ("bail-out", "solver", "fewest", "anew"):
            return ONCE
        return next(limit for largest, limit in LIMITS.items() if side <= largest)


@dataclass(frozen=True)
class DigSpec:
    """How to dig down to a number of clues, cells of a symmetry together; they stay if a search tries more nodes."""

    criterion: str = "one-solution"
    order: str = "random"
    symmetry: str = "none"
    clues: int = 0
    nodes: int | None = None

    def __post_init__(self) -> None:
        check_choice("criterion", self.criterion, CRITERIA)
        check_choice("order", self.order, ORDERS)
        check_choice("symmetry", self.symmetry, SYMMETRIES)
