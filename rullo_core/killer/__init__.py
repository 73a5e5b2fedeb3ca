"""Killer Sudoku: every digit once in each row, column and box; digits of a cage differ and add up to its sum."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.killer.api import (
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
    from rullo_core.killer.puzzle import Killer

__all__ = [
    "Killer",
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

__getattr__, __dir__ = attach(__name__, {"puzzle": ["Killer"], "api": __all__[1:]})
