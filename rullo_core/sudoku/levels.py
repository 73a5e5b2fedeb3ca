"""The levels of reasoning for Sudokus.

A level uses some of these strategies, each on its own, on all units at once:

========  ============================================================================================================
strategy  what it sees
========  ============================================================================================================
naked     the digit of a fixed cell is eliminated from its units
hidden    a digit with one place only in a unit is there
locked    where all places of a digit in a line lie in one box, they are its only places in that box; or reversed
subsets   naked and hidden subsets of two and three
gac       everything that follows from each unit
========  ============================================================================================================
"""

from __future__ import annotations

from rullo_core.passes.levels import Level

LEVELS = {
    "naked": Level(("naked",), "naked singles", quick=True),
    "hidden": Level(("naked", "hidden"), "hidden singles", quick=True),
    "locked": Level(("naked", "hidden", "locked"), "lines and boxes", quick=True),
    "subsets": Level(("naked", "hidden", "subsets"), "subsets of two and three"),
    "gac": Level(("gac",), "subsets of any size"),
    "gac-locked": Level(("gac", "locked"), "subsets, lines and boxes"),
}
"""The levels, mostly from weak to strong: neither subsets nor gac contains locked. The last is the strongest."""

BASE = "gac"
"""The level of all deductions from single units."""

STRONGEST = list(LEVELS)[-1]

QUICK = tuple(name for name, level in LEVELS.items() if level.quick)
"""Levels that are soon done on boards of any size."""


def quick_levels(side: int) -> tuple[str, ...]:
    """Return the levels to try one after the other: all on boards up to 9x9, `QUICK` on larger ones."""
    return tuple(LEVELS) if side <= 9 else QUICK
