"""Studies of Sudokus: how boards are filled, how givens are removed, and how far levels get."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.sudoku.charts import plot_levels as plot_levels
    from rullo_studies.sudoku.charts import plot_passes as plot_passes
    from rullo_studies.sudoku.difficulty import count_passes as count_passes
    from rullo_studies.sudoku.difficulty import follow_passes as follow_passes
    from rullo_studies.sudoku.difficulty import load_sweep as load_sweep
    from rullo_studies.sudoku.difficulty import measure_levels as measure_levels
    from rullo_studies.sudoku.difficulty import weights as weights
    from rullo_studies.sudoku.digging import count_4x4 as count_4x4
    from rullo_studies.sudoku.digging import dig as dig
    from rullo_studies.sudoku.filling import fill as fill
    from rullo_studies.sudoku.filling import fill_without_backtracking as fill_without_backtracking
    from rullo_studies.sudoku.random_givens import list_unavoidable_sets as list_unavoidable_sets
    from rullo_studies.sudoku.random_givens import load_random_givens as load_random_givens
    from rullo_studies.sudoku.random_givens import measure_random_givens as measure_random_givens
    from rullo_studies.sudoku.random_givens import propagate_on_tree as propagate_on_tree
    from rullo_studies.sudoku.sources import load_times as load_times
    from rullo_studies.sudoku.sources import read_published as read_published

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
