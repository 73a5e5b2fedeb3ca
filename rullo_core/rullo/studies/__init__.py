"""What the notebooks on Rullos compute, compare and draw beside the functions of every kind of puzzle."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.rullo.studies.charts import (
        plot_by_required,
        plot_measure,
        plot_others,
        plot_passes,
        plot_shares,
    )
    from rullo_core.rullo.studies.hardest import hardest_puzzles, load_records
    from rullo_core.rullo.studies.ridge import estimate_solutions, load_times
    from rullo_core.rullo.studies.sweeps import measure_sweep
    from rullo_core.rullo.theory.patterns import classify_by_patterns, list_deadly_patterns, list_unique_but_stuck
    from rullo_core.rullo.theory.related import poly_bernoulli
    from rullo_core.rullo.thesis.comparison import compare_shares
    from rullo_core.rullo.thesis.draws import compare_coins, find_printed
    from rullo_core.rullo.thesis.inversion import compare_with_inverses
    from rullo_core.rullo.thesis.published import published_table

__all__ = [
    "classify_by_patterns",
    "compare_coins",
    "compare_shares",
    "compare_with_inverses",
    "estimate_solutions",
    "find_printed",
    "hardest_puzzles",
    "list_deadly_patterns",
    "list_unique_but_stuck",
    "load_records",
    "load_times",
    "measure_sweep",
    "plot_by_required",
    "plot_measure",
    "plot_others",
    "plot_passes",
    "plot_shares",
    "poly_bernoulli",
    "published_table",
]

__getattr__, __dir__ = attach(
    "rullo_core.rullo",
    {
        "studies.charts": ["plot_by_required", "plot_measure", "plot_others", "plot_passes", "plot_shares"],
        "studies.hardest": ["hardest_puzzles", "load_records"],
        "studies.ridge": ["estimate_solutions", "load_times"],
        "studies.sweeps": ["measure_sweep"],
        "theory.patterns": ["classify_by_patterns", "list_deadly_patterns", "list_unique_but_stuck"],
        "theory.related": ["poly_bernoulli"],
        "thesis.comparison": ["compare_shares"],
        "thesis.draws": ["compare_coins", "find_printed"],
        "thesis.inversion": ["compare_with_inverses"],
        "thesis.published": ["published_table"],
    },
)
