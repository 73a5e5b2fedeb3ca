"""Sudokus to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping

from rullo_core.passes.levels import SEARCH
from rullo_core.player.play import GUESS, Level, Option, Playable, Preset
from rullo_core.puzzles.boxes import usual_box
from rullo_core.sudoku.levels import LEVELS, QUICK
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.solver import UNITS

TITLES = {name: level.title for name, level in LEVELS.items()}

REQUESTS = {TITLES[level]: Preset(level, criterion=level) for level in QUICK} | {GUESS: Preset(None)}
"""Requests by their titles: givens are removed as long as the level solves the puzzle; no weaker level does."""

TRIES = 200
"""The greatest number of puzzles that are generated until one needs the level."""


class SudokuPlayed(Playable):
    """The functions for playing Sudokus."""

    titles = TITLES
    rules = "Fill in digits: every row, column and box has each of them once."
    options = (
        Option("size", "size", ("4x4", "6x6", "9x9", "16x16"), "9x9", needs_python=("16x16",)),
        # Naked singles solve all minimal Sudokus of 4x4, and so all others of 4x4, too.
        Option("difficulty", "needs", tuple(REQUESTS), TITLES["hidden"], impossible={"4x4": tuple(REQUESTS)[1:]}),
    )
    played_levels = tuple(
        Level(name, level.title, {UNITS: level.strategies}, ((UNITS,),)) for name, level in LEVELS.items()
    )
    search_level = "gac"
    requests = REQUESTS

    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a generated puzzle as chosen, by number."""
        from rullo_core.sudoku.batch import rate_many
        from rullo_core.sudoku.generation import generate_puzzle

        request = REQUESTS[choices["difficulty"]]
        side = int(choices["size"].split("x")[0])
        empty = Sudoku(usual_box(side), (0,) * side**2)
        for index in range(number * TRIES, (number + 1) * TRIES):
            generated = generate_puzzle(
                FillSpec(), DigSpec(request.criterion or "one-solution"), empty, seed=1, index=index
            )
            if generated is not None and next(rate_many([generated.puzzle], threads=1)).level == (
                request.level or SEARCH
            ):
                return str(generated.puzzle)
        return None
