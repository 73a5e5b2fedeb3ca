"""Find the functions of a puzzle by its class, or of every kind."""

from __future__ import annotations

from typing import Any

from rullo_core.errors import BadInput
from rullo_core.lazy import modules_of_kinds

REGISTRY: dict[type, Any] = {}
"""The functions of each class of puzzles, as soon as there are any."""


def register(kind: type, api: object) -> None:
    """Register the functions for puzzles of a class, unless there are functions for it already."""
    REGISTRY.setdefault(kind, api)


def api_of(puzzle: object) -> Any:
    """Return the functions of a puzzle."""
    return api_for(type(puzzle))


def api_for(kind: type) -> Any:
    """Return the functions for puzzles of a class, or of one that it is derived from.

    A puzzle may have come from another process, before its kind is imported: then kinds are, one after the other.
    """
    api = _find_api(kind)
    if api is None:
        api = next((_find_api(kind) for _ in modules_of_kinds("api") if _find_api(kind)), None)
    if api is None:
        raise BadInput(f"{kind.__name__}: is no puzzle; parse or read one")
    return api


def _find_api(kind: type) -> Any:
    return next((REGISTRY[base] for base in kind.__mro__ if base in REGISTRY), None)


def apis() -> dict[str, Any]:
    """Return the functions of every kind of puzzle, by the name of its folder."""
    return {module.API.name: module.API for module in modules_of_kinds("api")}
