"""Studies of Kakuros: collections, levels of reasoning, the tables of H. Simonis, reduction, censuses, generation.

H. Simonis, Kakuro as a constraint problem; Creating a Kakuro puzzle with a unique solution, Puzzling Stack Exchange.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.kakuro.studies.collections import load_collection
    from rullo_core.kakuro.studies.ladder import propagate, solve_by_level
    from rullo_core.kakuro.studies.reduced import count_removable, reduce
    from rullo_core.kakuro.studies.tables import published_table

__all__ = ["count_removable", "load_collection", "propagate", "published_table", "reduce", "solve_by_level"]

__getattr__, __dir__ = attach(
    __name__,
    {
        "collections": ["load_collection"],
        "ladder": ["propagate", "solve_by_level"],
        "reduced": ["count_removable", "reduce"],
        "tables": ["published_table"],
    },
)
