"""Which puzzles can be played: every folder of the package with a `playing.py` that declares one."""

from __future__ import annotations

import importlib

from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with
from rullo_core.player.play import Kind


def kinds() -> dict[str, Kind]:
    """Return every puzzle by its folder."""
    modules = (importlib.import_module(f"rullo_core.{folder}.playing") for folder in folders_with("playing.py"))
    found = (one for module in modules for one in vars(module).values() if isinstance(one, Kind))
    return {kind.name: kind for kind in found}


def kind_of(shown: object, source: str) -> Kind:
    """Return the kind of a puzzle, or of a text that only one kind can read."""
    for kind in kinds().values():
        if isinstance(shown, kind.puzzle):
            return kind
    if not isinstance(shown, str):
        raise BadInput(f"{type(shown).__name__}: is no puzzle; give one, its text, or a kind such as RULLO")
    errors = []
    for kind in kinds().values():
        try:
            kind.puzzle.parse(shown, source)
        except BadInput as error:
            errors.append(error)
        else:
            return kind
    places = sorted(((error.line or 0, error.column or 0), number) for number, error in enumerate(errors))
    (second, _), (furthest, number) = places[-2:]
    if furthest > second:
        raise errors[number]
    names = ", ".join(kind.title for kind in kinds().values())
    raise BadInput(f"cannot be read as any of {names}; to see why, name the kind: Player(RULLO, text)", source)
