"""What the notebooks on Rullos compute, compare and draw beside the functions of every kind of puzzle."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

if TYPE_CHECKING:
    from rullo_core.rullo.bounds import bound_difficulty, compare_pass_counts
    from rullo_core.rullo.records.constructions import follow_pattern
    from rullo_core.rullo.records.hard_search import search_difficult
    from rullo_core.rullo.studies.charts import (
        plot_by_required,
        plot_measure,
        plot_others,
        plot_passes,
        plot_pattern,
        plot_shares,
    )
    from rullo_core.rullo.studies.hardest import hardest_puzzles, load_records
    from rullo_core.rullo.studies.ridge import estimate_solutions, load_times
    from rullo_core.rullo.studies.sweeps import measure_sweep
    from rullo_core.rullo.theory.exact import count_each_grid, list_grid_classes
    from rullo_core.rullo.theory.patterns import classify_by_patterns, list_deadly_patterns, list_unique_but_stuck
    from rullo_core.rullo.theory.realisable import rate_combinations
    from rullo_core.rullo.theory.related import poly_bernoulli
    from rullo_core.rullo.theory.variants import measure_variants
    from rullo_core.rullo.thesis.comparison import compare_shares
    from rullo_core.rullo.thesis.draws import compare_coins, find_printed
    from rullo_core.rullo.thesis.inversion import compare_with_inverses
    from rullo_core.rullo.thesis.published import published_table

__all__ = [
    "bound_difficulty",
    "classify_by_patterns",
    "compare_coins",
    "compare_pass_counts",
    "compare_shares",
    "compare_with_inverses",
    "count_each_grid",
    "estimate_solutions",
    "find_printed",
    "follow_pattern",
    "hardest_puzzles",
    "list_deadly_patterns",
    "list_grid_classes",
    "list_unique_but_stuck",
    "load_records",
    "load_times",
    "measure_sweep",
    "measure_variants",
    "plot_by_required",
    "plot_measure",
    "plot_others",
    "plot_passes",
    "plot_pattern",
    "plot_shares",
    "poly_bernoulli",
    "published_table",
    "rate_combinations",
    "search_difficult",
]

__getattr__, __dir__ = attach(
    "rullo_core.rullo",
    {
        "records.constructions": ["follow_pattern"],
        "records.hard_search": ["search_difficult"],
        "studies.charts": [
            "plot_by_required",
            "plot_measure",
            "plot_others",
            "plot_passes",
            "plot_pattern",
            "plot_shares",
        ],
        "bounds": ["bound_difficulty", "compare_pass_counts"],
        "studies.hardest": ["hardest_puzzles", "load_records"],
        "studies.ridge": ["estimate_solutions", "load_times"],
        "studies.sweeps": ["measure_sweep"],
        "theory.exact": ["count_each_grid", "list_grid_classes"],
        "theory.patterns": ["classify_by_patterns", "list_deadly_patterns", "list_unique_but_stuck"],
        "theory.realisable": ["rate_combinations"],
        "theory.related": ["poly_bernoulli"],
        "theory.variants": ["measure_variants"],
        "thesis.comparison": ["compare_shares"],
        "thesis.draws": ["compare_coins", "find_printed"],
        "thesis.inversion": ["compare_with_inverses"],
        "thesis.published": ["published_table"],
    },
)
