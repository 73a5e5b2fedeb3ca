"""Which puzzles can be played: every folder of the package with a `shelf.txt` of some."""

from __future__ import annotations

from functools import partial

from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with, modules_of_kinds
from rullo_core.player.play import SHELF, Playable
from rullo_core.recognition import read_by_first


def kinds() -> dict[str, Playable]:
    """Return the functions of every kind that is played, by its folder."""
    played = folders_with(SHELF)
    return {module.API.name: module.API for module in modules_of_kinds("api") if module.API.name in played}


def kind_of(puzzle: object, source: str) -> Playable:
    """Return the kind of a puzzle, or of a text that only one kind can read."""
    for kind in kinds().values():
        if isinstance(puzzle, kind.puzzle):
            return kind
    if not isinstance(puzzle, str):
        raise BadInput(f"{type(puzzle).__name__}: is no puzzle; give one, its text, or the functions of a kind")
    readers = {kind.title: partial(_kind_reading, kind, puzzle, source) for kind in kinds().values()}
    return read_by_first(readers, puzzle, source, ", as in rc.sudoku.play(text)")


def _kind_reading(kind: Playable, text: str, source: str) -> Playable:
    """Return a kind that reads a text as one puzzle."""
    kind.puzzle.parse(text, source)
    return kind
