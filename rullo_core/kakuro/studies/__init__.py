"""Studies of Kakuros: collections, levels of reasoning, the tables of H. Simonis, reduction, censuses, generation.

H. Simonis, Kakuro as a constraint problem; Creating a Kakuro puzzle with a unique solution, Puzzling Stack Exchange.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.kakuro.studies.blocks import count_blocks
    from rullo_core.kakuro.studies.charts import plot_unfixed
    from rullo_core.kakuro.studies.collections import load_collection
    from rullo_core.kakuro.studies.fillings import fill_at_random
    from rullo_core.kakuro.studies.generation import generate_in_steps, repair_fillings
    from rullo_core.kakuro.studies.ladder import propagate, solve_by_level
    from rullo_core.kakuro.studies.layouts import count_layouts
    from rullo_core.kakuro.studies.reduced import count_removable, reduce
    from rullo_core.kakuro.studies.tables import load_models, published_table, solve_by_rectangles

__all__ = [
    "count_blocks",
    "count_layouts",
    "count_removable",
    "fill_at_random",
    "generate_in_steps",
    "load_collection",
    "load_models",
    "plot_unfixed",
    "propagate",
    "published_table",
    "reduce",
    "repair_fillings",
    "solve_by_level",
    "solve_by_rectangles",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "blocks": ["count_blocks"],
        "charts": ["plot_unfixed"],
        "collections": ["load_collection"],
        "fillings": ["fill_at_random"],
        "generation": ["generate_in_steps", "repair_fillings"],
        "ladder": ["propagate", "solve_by_level"],
        "layouts": ["count_layouts"],
        "reduced": ["count_removable", "reduce"],
        "tables": ["load_models", "published_table", "solve_by_rectangles"],
    },
)
