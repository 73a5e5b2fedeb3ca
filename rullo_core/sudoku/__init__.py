"""Sudoku: write every digit once in each row, column and box."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.sudoku.api import (
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
    from rullo_core.sudoku.puzzle import Sudoku

__all__ = [
    "Sudoku",
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

__getattr__, __dir__ = attach(__name__, {"puzzle": ["Sudoku"], "api": __all__[1:]})
