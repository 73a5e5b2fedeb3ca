"""Kakuro: digits in white cells, all different in each entry, which adds up to its clue.

Solved by graded reasoning after H. Simonis, Kakuro as a constraint problem.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.kakuro.api import (
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
    from rullo_core.kakuro.puzzle import Kakuro

__all__ = [
    "Kakuro",
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

__getattr__, __dir__ = attach(__name__, {"puzzle": ["Kakuro"], "api": __all__[1:]})
