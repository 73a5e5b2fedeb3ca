"""The levels of reasoning for Killer Sudokus.

======= ==============================================================================================================
level   what a pass filters by
======= ==============================================================================================================
E       combinations of each cage's sum once, at the start; then elimination of fixed digits in their units and cage
H       and hidden singles
G       and crossings of lines and boxes: the strategies of M. Gordon, Automatic puzzle solving (Leeds)
C       naked singles, and everything that follows from each cage, in every pass
CH, CG  the same with hidden singles, and with crossings as well
CA      everything that follows from each cage and each unit
CP      and crossings, and digits that a cage must contain
O1      and the rule of 45 for a row, column or box: sums of up to four cells inside or outside
OW      and for groups of rows or columns and for rectangles of boxes: inside, outside and mixed
======= ==============================================================================================================
"""

from __future__ import annotations

from rullo_core.passes.levels import Level

LEVELS = {
    "E": Level(("start", "naked", "cage_singles")),
    "H": Level(("start", "naked", "cage_singles", "hidden")),
    "G": Level(("start", "naked", "cage_singles", "hidden", "locked")),
    "C": Level(("naked", "cages")),
    "CH": Level(("naked", "cages", "hidden"), "cages and hidden singles", quick=True),
    "CG": Level(("naked", "cages", "hidden", "locked"), "lines and boxes", quick=True),
    "CA": Level(("cages", "units"), "cages and units", quick=True),
    "CP": Level(("cages", "units", "locked", "required"), "required digits", quick=True),
    "O1": Level(("cages", "units", "locked", "required", "sums"), "the rule of 45", quick=True),
    "OW": Level(("cages", "units", "locked", "required", "sums", "windows"), "the rule of 45 in windows"),
}
"""The levels. They get stronger from E to G, from C to CG, and from CA to OW; CA does not contain CG."""

SOLVERS = tuple(name for name, level in LEVELS.items() if level.title)
"""Levels in the order in which they are tried to rate a puzzle; shaving and search follow."""

STRONGEST = SOLVERS[-1]

SHAVE = "shave"
"""Named in place of a level: the strongest level, which also refutes single digits by trial."""
