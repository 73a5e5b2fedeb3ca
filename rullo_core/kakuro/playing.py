"""Kakuros to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rullo_core.kakuro.levels import RECTANGLES
from rullo_core.kakuro.request import Condition, LayoutSpec
from rullo_core.kakuro.solver import ORDERS
from rullo_core.parameters import parse_size
from rullo_core.passes.levels import SEARCH
from rullo_core.player.play import GUESS, Level, Option, Playable, Preset

TITLES = {"G": "", "G+Q": "crossings of entries"}
"""The titles of puzzles with one solution, by the first level that solves them."""

ENTRIES = Level("G", TITLES["G"], {group: (group,) for group in ORDERS[0]}, ORDERS)
"""All deductions from single entries."""

CROSSINGS = replace(ENTRIES, name="G+Q", title=TITLES["G+Q"], fallback={RECTANGLES: (RECTANGLES,)})
"""As `ENTRIES`, with deductions from two entries and two others that they cross where passes are stuck."""

REQUESTS = {
    "easy": Preset(ENTRIES.name, (0, 4.5)),
    "medium": Preset(ENTRIES.name, (5, 8.5)),
    "hard": Preset(ENTRIES.name, (9, 1000)),
    CROSSINGS.title: Preset(CROSSINGS.name),
    GUESS: Preset(None),
}
"""Requests for puzzles that passes solve; that crossings of two entries with two others solve; that neither solves."""


class KakuroPlayed(Playable):
    """The functions for playing Kakuros."""

    titles = TITLES
    rules = "Fill in digits from 1 to 9: each entry adds up to its sum, and has no digit twice."
    options = (
        Option("size", "size", ("4x4", "6x6", "8x8", "9x9", "10x10"), "6x6", needs_python=("10x10",)),
        Option("difficulty", "difficulty", tuple(REQUESTS), "medium", needs_python=(GUESS,)),
    )
    played_levels = (ENTRIES, CROSSINGS)
    search_level = ENTRIES.name
    requests = REQUESTS

    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a generated puzzle as chosen, by number."""
        # Imported here: puzzles that come with the package are played without the compiler.
        from rullo_core.kakuro.generation import generate_puzzle

        request = REQUESTS[choices["difficulty"]]
        condition = Condition(request.level or SEARCH, request.difficulty)
        generated = generate_puzzle(LayoutSpec(*parse_size(choices["size"])), condition, seed=1, index=number)
        return None if generated is None else str(generated.puzzle)
