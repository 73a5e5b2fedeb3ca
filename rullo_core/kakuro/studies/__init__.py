"""Studies of Kakuros: collections, levels of reasoning, the tables of H. Simonis, reduction, censuses, generation.

H. Simonis, Kakuro as a constraint problem; Creating a Kakuro puzzle with a unique solution, Puzzling Stack Exchange.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.kakuro.studies.collections import load_collection
    from rullo_core.kakuro.studies.fillings import fill_at_random
    from rullo_core.kakuro.studies.generation import generate_in_steps, repair_fillings
    from rullo_core.kakuro.studies.ladder import propagate, solve_by_level
    from rullo_core.kakuro.studies.reduced import count_removable, reduce
    from rullo_core.kakuro.studies.tables import published_table

__all__ = [
    "count_removable",
    "fill_at_random",
    "generate_in_steps",
    "load_collection",
    "propagate",
    "published_table",
    "reduce",
    "repair_fillings",
    "solve_by_level",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "collections": ["load_collection"],
        "fillings": ["fill_at_random"],
        "generation": ["generate_in_steps", "repair_fillings"],
        "ladder": ["propagate", "solve_by_level"],
        "reduced": ["count_removable", "reduce"],
        "tables": ["published_table"],
    },
)
