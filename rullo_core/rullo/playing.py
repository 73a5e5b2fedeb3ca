"""Rullos to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rullo_core.parameters import parse_range, parse_size
from rullo_core.player.play import GUESS, Level, Option, Playable, Preset
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.request import Condition
from rullo_core.rullo.solver import ORDERS

LINES = "lines"
"""The only level: deductions from single lines."""

REQUESTS = {
    "up to 2.5 passes": Preset(LINES, (0, 2.5)),
    "3 to 4.5 passes": Preset(LINES, (3, 4.5)),
    "5 to 7.5 passes": Preset(LINES, (5, 7.5)),
    "8 to 12 passes": Preset(LINES, (8, 12)),
    GUESS: Preset(None),
}

TRIES = 500
"""Random puzzles that are examined before hill climbing."""

CLIMBS = 4
"""Attempts of hill climbing."""


class RulloPlayed(Playable):
    """The functions for playing Rullos."""

    titles: ClassVar[Mapping[str, str]] = {LINES: ""}
    rules = "Choose which numbers to include: in every row and column they add up to the sum beside it."
    options = (
        Option("size", "size", ("3x3", "4x4", "5x5", "6x6", "7x7", "8x8"), "5x5"),
        Option("values", "numbers", ("1-4", "1-9", "2-4", "1-19"), "1-9"),
        # No simple Rullo of 3x3 takes more than 4.5 passes.
        Option(
            "difficulty", "difficulty", tuple(REQUESTS), "3 to 4.5 passes", impossible={"3x3": tuple(REQUESTS)[2:4]}
        ),
    )
    played_levels = (Level(LINES, "", {group: (group,) for group in ORDERS[0]}, ORDERS),)
    search_level = LINES
    requests = REQUESTS
    moves = (
        "Press a number once to include it, twice to exclude it, three times to leave it open again. "
        "You are done as soon as every sum is reached."
    )

    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a puzzle as chosen, a random one or, if hardly any is so, one from hill climbing."""
        (height, width), values = parse_size(choices["size"]), parse_range(choices["values"])
        request = REQUESTS[choices["difficulty"]]
        condition = (
            Condition(simple=True, difficulty=request.difficulty)
            if request.level
            else Condition(simple=False, unique=True)
        )
        for index in range(number * TRIES, (number + 1) * TRIES):
            puzzle, solution = draw_puzzle(height, width, values, seed=1, index=index)
            if 0 < sum(flat(solution)) < height * width and condition.is_satisfied_by(puzzle, solution):
                return str(puzzle)
        if not condition.simple:
            return None
        # Imported here: puzzles that come with the package are played without the compiler.
        from rullo_core.rullo.climb import climb_to

        climbed = climb_to(height, width, values, condition, 1, number, CLIMBS)
        return None if climbed is None else str(climbed.puzzle)
