"""Studies of Kakuros: collections, levels, the tables of H. Simonis, reduction, censuses, generation, sweeps.

H. Simonis, Kakuro as a constraint problem; Creating a Kakuro puzzle with a unique solution, Puzzling Stack Exchange.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_core.kakuro.studies.blocks import count_blocks as count_blocks
    from rullo_core.kakuro.studies.charts import plot_unfixed as plot_unfixed
    from rullo_core.kakuro.studies.collections import load_collection as load_collection
    from rullo_core.kakuro.studies.fillings import fill_at_random as fill_at_random
    from rullo_core.kakuro.studies.generation import generate_in_steps as generate_in_steps
    from rullo_core.kakuro.studies.generation import repair_fillings as repair_fillings
    from rullo_core.kakuro.studies.ladder import propagate as propagate
    from rullo_core.kakuro.studies.ladder import solve_by_level as solve_by_level
    from rullo_core.kakuro.studies.layouts import count_layouts as count_layouts
    from rullo_core.kakuro.studies.reduced import count_removable as count_removable
    from rullo_core.kakuro.studies.reduced import reduce as reduce
    from rullo_core.kakuro.studies.sweeps import load_sweep as load_sweep
    from rullo_core.kakuro.studies.tables import load_models as load_models
    from rullo_core.kakuro.studies.tables import published_table as published_table
    from rullo_core.kakuro.studies.tables import solve_by_rectangles as solve_by_rectangles

__all__, __getattr__, __dir__ = attach(__name__, each=bounded_study)
