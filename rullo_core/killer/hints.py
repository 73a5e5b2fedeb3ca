"""The next step for a player of a Killer Sudoku; see `rullo_core.puzzles.units`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rullo_core.killer.api import API
from rullo_core.killer.puzzle import Killer, Solution


def explain_hint(puzzle: Killer, written: Solution) -> Iterator[str]:
    """The next step from the digits that are written, 0 for none, in paragraphs."""
    return API.tell_step(puzzle, written, API.next_step(puzzle, written))


def hint_as_json(puzzle: Killer, written: Solution) -> dict[str, Any]:
    """The next step for other programs."""
    return API.step_as_json(puzzle, API.next_step(puzzle, written))
