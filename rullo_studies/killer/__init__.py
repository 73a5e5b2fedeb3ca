"""Studies of Killer Sudokus: M. Gordon's report, the effect of repairing cages, and all puzzles of 4x4."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.killer.candidates import show_candidates as show_candidates
    from rullo_studies.killer.census_4x4 import count_4x4 as count_4x4
    from rullo_studies.killer.charts import plot_candidates as plot_candidates
    from rullo_studies.killer.charts import plot_left_out as plot_left_out
    from rullo_studies.killer.charts import plot_maze as plot_maze
    from rullo_studies.killer.gordon.report import count_choices as count_choices
    from rullo_studies.killer.gordon.report import draw_puzzles as draw_puzzles
    from rullo_studies.killer.gordon.report import list_deductions as list_deductions
    from rullo_studies.killer.gordon.report import read_published as read_published
    from rullo_studies.killer.left_out_parts import leave_out_parts as leave_out_parts
    from rullo_studies.killer.repairing import load_sweep as load_sweep
    from rullo_studies.killer.repairing import repair_puzzles as repair_puzzles
    from rullo_studies.killer.searches_by_level import solve_by_level as solve_by_level

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
