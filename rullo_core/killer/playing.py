"""Killer Sudokus to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.constraints.sums import SignedSum
from rullo_core.killer.explain import STRATEGIES
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.request import Request
from rullo_core.killer.rules import InCage, Required
from rullo_core.killer.solver import GROUP
from rullo_core.player.play import Level, Option, Playable, Preset
from rullo_core.sudoku.rules import Hidden, Locked

TITLES = {name: LEVELS[name].title for name in SOLVERS}

REQUESTS = {TITLES[level]: Preset(level) for level in SOLVERS if LEVELS[level].quick}

RULES = {
    "naked": Forward,
    "hidden": Hidden,
    "locked": Locked,
    "units": Hall,
    "cages": InCage,
    "required": Required,
    "sums": SignedSum,
    "windows": SignedSum,
}
"""The rule of each part of a level."""


class KillerPlayed(Playable):
    """The functions for playing Killer Sudokus."""

    titles = TITLES
    rules = "Fill in digits: every row, column and box has each once; cages add up to their sums, no digit twice."
    options = (
        Option("size", "size", ("4x4", "6x6", "9x9"), "9x9"),
        Option("difficulty", "needs", tuple(REQUESTS), TITLES["CA"]),
    )
    played_levels = tuple(
        Level(level, TITLES[level], {GROUP: LEVELS[level].strategies}, ((GROUP,),)) for level in SOLVERS
    )
    search_level = "CA"
    requests = REQUESTS
    strategies: ClassVar[Mapping[str, str]] = {part: STRATEGIES[rule] for part, rule in RULES.items()}

    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a generated puzzle as chosen, by number."""
        from rullo_core.killer.generation import generate_puzzle

        request = Request(size=choices["size"], level=REQUESTS[choices["difficulty"]].level)
        generated = generate_puzzle(request, 1, number)
        return None if generated is None else str(generated.puzzle)
