"""Studies of Killer Sudokus: M. Gordon's report, the effect of repairing cages, and all puzzles of 4x4."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.killer.studies.census import count_4x4
    from rullo_core.killer.studies.charts import plot_candidates, plot_left_out, plot_maze
    from rullo_core.killer.studies.generation import load_sweep, repair_puzzles
    from rullo_core.killer.studies.gordon import count_choices, draw_puzzles, list_deductions, read_published
    from rullo_core.killer.studies.parts import leave_out_parts
    from rullo_core.killer.studies.solving import solve_by_level

__all__ = [
    "count_4x4",
    "count_choices",
    "draw_puzzles",
    "leave_out_parts",
    "list_deductions",
    "load_sweep",
    "plot_candidates",
    "plot_left_out",
    "plot_maze",
    "read_published",
    "repair_puzzles",
    "solve_by_level",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "census": ["count_4x4"],
        "charts": ["plot_candidates", "plot_left_out", "plot_maze"],
        "generation": ["repair_puzzles", "load_sweep"],
        "gordon": ["count_choices", "draw_puzzles", "list_deductions", "read_published"],
        "parts": ["leave_out_parts"],
        "solving": ["solve_by_level"],
    },
)
