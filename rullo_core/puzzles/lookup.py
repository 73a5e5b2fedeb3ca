"""Find the functions of a puzzle, or of every kind, by the packages that they are in."""

from __future__ import annotations

from typing import Any

from rullo_core.errors import BadInput
from rullo_core.lazy import api_in, modules_of_kinds


def api_of(puzzle: object) -> Any:
    """Return the functions of a puzzle."""
    return api_for(type(puzzle))


def api_for(kind: type) -> Any:
    """Return the functions for puzzles of a class: those of its package."""
    try:
        return api_in(kind.__module__.rpartition(".")[0])
    except (ImportError, AttributeError, TypeError, ValueError):
        raise BadInput(f"{kind.__name__}: is no puzzle; parse or read one") from None


def apis() -> dict[str, Any]:
    """Return the functions of every kind of puzzle, by the name of its folder."""
    return {module.API.name: module.API for module in modules_of_kinds("api")}
