"""What the notebooks on Rullos compute, compare and draw beside the functions of every kind of puzzle."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.rullo.theory.patterns import classify_by_patterns, list_deadly_patterns, list_unique_but_stuck
    from rullo_core.rullo.thesis.inversion import compare_with_inverses

__all__ = [
    "classify_by_patterns",
    "compare_with_inverses",
    "list_deadly_patterns",
    "list_unique_but_stuck",
]

__getattr__, __dir__ = attach(
    "rullo_core.rullo",
    {
        "theory.patterns": ["classify_by_patterns", "list_deadly_patterns", "list_unique_but_stuck"],
        "thesis.inversion": ["compare_with_inverses"],
    },
)
