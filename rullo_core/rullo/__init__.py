"""Rullo: include numbers of a grid so that every row and every column adds up to its target."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.rullo.api import (
        generate,
        hint,
        parse,
        play,
        plot,
        rate,
        read,
        solve,
        steps,
        to_text,
        write,
        write_sheet,
    )
    from rullo_core.rullo.puzzle import Rullo

__all__ = [
    "Rullo",
    "generate",
    "hint",
    "parse",
    "play",
    "plot",
    "rate",
    "read",
    "solve",
    "steps",
    "to_text",
    "write",
    "write_sheet",
]

__getattr__, __dir__ = attach(__name__, {"puzzle": ["Rullo"], "api": __all__[1:]})
