"""Find the functions of a puzzle by the module of its class."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, cast

from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with

if TYPE_CHECKING:
    from rullo_core.puzzles.api import PuzzleApi


def api_of(puzzle: object) -> PuzzleApi[Any]:
    """Return the functions of a puzzle."""
    return api_for(type(puzzle))


def api_for(kind: type) -> PuzzleApi[Any]:
    """Return the functions for puzzles of a class: ``API`` of the module ``api`` beside it."""
    package = kind.__module__.rpartition(".")[0]
    try:
        return cast("PuzzleApi[Any]", importlib.import_module(f"{package}.api").API)
    except (ImportError, AttributeError, TypeError, ValueError):
        raise BadInput(f"{kind.__name__}: is no puzzle; parse or read one") from None


def apis() -> dict[str, Any]:
    """Return the functions of every kind of puzzle, by the name of its folder: each with a ``puzzle.py``."""
    found = (importlib.import_module(f"rullo_core.{name}.api") for name in folders_with("puzzle.py"))
    return {module.API.name: module.API for module in found}
