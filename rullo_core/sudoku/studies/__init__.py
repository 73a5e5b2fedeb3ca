"""What is asked of Sudokus beside their rating: how boards are filled and puzzles dug, and how far levels get."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.sudoku.studies.charts import plot_levels, plot_passes
    from rullo_core.sudoku.studies.digging import count_4x4, dig
    from rullo_core.sudoku.studies.filling import fill, fill_without_backtracking
    from rullo_core.sudoku.studies.rated import count_passes, follow_passes, load_sweep, measure_levels, weights
    from rullo_core.sudoku.studies.sources import load_times, read_published

__all__ = [
    "count_4x4",
    "count_passes",
    "dig",
    "fill",
    "fill_without_backtracking",
    "follow_passes",
    "load_sweep",
    "load_times",
    "measure_levels",
    "plot_levels",
    "plot_passes",
    "read_published",
    "weights",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "charts": ["plot_levels", "plot_passes"],
        "digging": ["count_4x4", "dig"],
        "filling": ["fill", "fill_without_backtracking"],
        "rated": ["count_passes", "follow_passes", "load_sweep", "measure_levels", "weights"],
        "sources": ["load_times", "read_published"],
    },
)
