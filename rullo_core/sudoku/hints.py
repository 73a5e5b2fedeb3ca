"""The next step for a player of a Sudoku; see `rullo_core.puzzles.units`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rullo_core.passes.hints import Hint
from rullo_core.sudoku.api import API
from rullo_core.sudoku.puzzle import Sudoku


def find_hint(puzzle: Sudoku) -> Hint | None:
    """Look for the next step from the digits that are there; None if the puzzle is filled, or has no solution."""
    return API.next_step(puzzle, puzzle.cells).hint


def explain_hint(puzzle: Sudoku) -> Iterator[str]:
    """The next step in paragraphs."""
    return API.tell_step(puzzle, puzzle.cells, API.next_step(puzzle, puzzle.cells))


def hint_as_json(puzzle: Sudoku) -> dict[str, Any]:
    """The next step for other programs."""
    text = API.step_as_json(puzzle, API.next_step(puzzle, puzzle.cells))
    del text["wrong"]  # where no solution has the digits that are there, the puzzle itself has none
    return text
