"""Studies of Kakuros: collections, levels, the tables of H. Simonis, reduction, censuses, generation, sweeps.

H. Simonis, Kakuro as a constraint problem; Creating a Kakuro puzzle with a unique solution, Puzzling Stack Exchange.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.kakuro.charts import plot_unfixed as plot_unfixed
    from rullo_studies.kakuro.collections import load_collection as load_collection
    from rullo_studies.kakuro.full_blocks import count_blocks as count_blocks
    from rullo_studies.kakuro.generation_steps import generate_in_steps as generate_in_steps
    from rullo_studies.kakuro.generation_steps import repair_fillings as repair_fillings
    from rullo_studies.kakuro.how_much_reasoning import propagate as propagate
    from rullo_studies.kakuro.how_much_reasoning import solve_by_level as solve_by_level
    from rullo_studies.kakuro.left_out_clues import count_removable as count_removable
    from rullo_studies.kakuro.left_out_clues import reduce as reduce
    from rullo_studies.kakuro.random_fillings import fill_at_random as fill_at_random
    from rullo_studies.kakuro.simonis import load_models as load_models
    from rullo_studies.kakuro.simonis import published_table as published_table
    from rullo_studies.kakuro.simonis import solve_by_rectangles as solve_by_rectangles
    from rullo_studies.kakuro.smallest_layout import count_layouts as count_layouts
    from rullo_studies.kakuro.sweeps import load_sweep as load_sweep

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
