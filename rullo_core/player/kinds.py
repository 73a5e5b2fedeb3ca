"""Which puzzles can be played: every folder of the package with a `playing.py` that declares one."""

from __future__ import annotations

from functools import partial

from rullo_core.errors import BadInput
from rullo_core.lazy import modules_of_kinds
from rullo_core.player.play import Kind
from rullo_core.recognition import read_by_first


def kinds() -> dict[str, Kind]:
    """Return every puzzle by its folder."""
    values = (value for module in modules_of_kinds("playing") for value in vars(module).values())
    return {value.name: value for value in values if isinstance(value, Kind)}


def kind_of(puzzle: object, source: str) -> Kind:
    """Return the kind of a puzzle, or of a text that only one kind can read."""
    for kind in kinds().values():
        if isinstance(puzzle, kind.puzzle):
            return kind
    if not isinstance(puzzle, str):
        raise BadInput(f"{type(puzzle).__name__}: is no puzzle; give one, its text, or a kind such as RULLO")
    readers = {kind.title: partial(_kind_reading, kind, puzzle, source) for kind in kinds().values()}
    return read_by_first(readers, puzzle, source, ": Player(RULLO, text)")


def _kind_reading(kind: Kind, text: str, source: str) -> Kind:
    """Return a kind that reads a text as one puzzle."""
    kind.puzzle.parse(text, source)
    return kind
