"""The levels of reasoning for Kakuros, and the kinds and grades that follow from them.

A level is written as the rules it uses, joined by +, all of them until they eliminate nothing more:

====== ==================================================================================================
rule   what it sees of an entry with k cells and the sum s
====== ==================================================================================================
B      no digit that is too great or too small for s, whatever the others are
FC     no digit of another cell that is fixed
H      no digit that other cells need among themselves
R      only digits of some set of k with the sum s
C      only digits of such a set that is still possible
G      everything
P2-P9  G where k is at most so many, else R, B and FC
Q      everything that four entries reveal which cross in four cells; with G
Q6     everything that three entries across and three down reveal together; with G and Q
D      what sums of several entries across, less those down, reveal of up to six cells that they do not share; with G
====== ==================================================================================================

After H. Simonis, Kakuro as a constraint problem, sections 3 to 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from rullo_core.kakuro.puzzle import LONGEST, Kakuro
from rullo_core.kakuro.rules import differences, rectangles
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.units import Unit

Kind = Literal["simple", "rectangular", "exhaustive", "ambiguous", "infeasible", "undecided"]

LEVEL_OF_KIND: dict[Kind, str] = {"simple": "G", "rectangular": "G+Q", "exhaustive": SEARCH}
"""The first level that solves a puzzle of a kind."""

GRADES = ("setup", *(f"P{longest}" for longest in range(2, LONGEST + 1)))
"""In order; then stuck."""

STUCK = "stuck"

RECTANGLES, SUMS = "rectangles", "sums of several entries"

STRONGER_RULES: dict[str, Callable[[Kakuro], Iterable[Unit]]] = {RECTANGLES: rectangles, SUMS: differences}
"""Stronger rules, each for where passes and those before are stuck."""

LEVELS: dict[str, tuple[str, ...]] = {"G": (), "G+Q": (RECTANGLES,), "G+Q+D": (RECTANGLES, SUMS)}
"""Levels that explain a puzzle: all deductions from single entries, then with the `STRONGER_RULES` added."""
