"""Functions of the notebooks on Rullos that compute, compare and draw, beside the functions of every kind of puzzle."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.rullo.charts import plot_by_required as plot_by_required
    from rullo_studies.rullo.charts import plot_measure as plot_measure
    from rullo_studies.rullo.charts import plot_others as plot_others
    from rullo_studies.rullo.charts import plot_passes as plot_passes
    from rullo_studies.rullo.charts import plot_pattern as plot_pattern
    from rullo_studies.rullo.charts import plot_shares as plot_shares
    from rullo_studies.rullo.charts import plot_stopping_sets as plot_stopping_sets
    from rullo_studies.rullo.constructions import follow_pattern as follow_pattern
    from rullo_studies.rullo.deadly_patterns import classify_by_patterns as classify_by_patterns
    from rullo_studies.rullo.deadly_patterns import list_deadly_patterns as list_deadly_patterns
    from rullo_studies.rullo.deadly_patterns import list_unique_but_stuck as list_unique_but_stuck
    from rullo_studies.rullo.difficult_puzzles import search_difficult as search_difficult
    from rullo_studies.rullo.exact_censuses import count_each_grid as count_each_grid
    from rullo_studies.rullo.exact_censuses import list_grid_classes as list_grid_classes
    from rullo_studies.rullo.hard_to_compute import estimate_solutions as estimate_solutions
    from rullo_studies.rullo.hard_to_compute import load_times as load_times
    from rullo_studies.rullo.hardest_known import hardest_puzzles as hardest_puzzles
    from rullo_studies.rullo.hardest_known import load_records as load_records
    from rullo_studies.rullo.kakurasu import count_kakurasus as count_kakurasus
    from rullo_studies.rullo.kakurasu import expect_product_sets as expect_product_sets
    from rullo_studies.rullo.kakurasu import load_kakurasus as load_kakurasus
    from rullo_studies.rullo.kakurasu import measure_kakurasus as measure_kakurasus
    from rullo_studies.rullo.limit_law import fixed_cells as fixed_cells
    from rullo_studies.rullo.limit_law import load_limit as load_limit
    from rullo_studies.rullo.limit_law import simulate_limit as simulate_limit
    from rullo_studies.rullo.limit_law import theta_at as theta_at
    from rullo_studies.rullo.limit_law import theta_of as theta_of
    from rullo_studies.rullo.line_counts import compare_counts as compare_counts
    from rullo_studies.rullo.nonograms import expect_nonogram_switches as expect_nonogram_switches
    from rullo_studies.rullo.nonograms import load_nonograms as load_nonograms
    from rullo_studies.rullo.nonograms import measure_nonograms as measure_nonograms
    from rullo_studies.rullo.nonograms import propagate_nonogram as propagate_nonogram
    from rullo_studies.rullo.phase_chart import plot_phases as plot_phases
    from rullo_studies.rullo.phases import compare_unique as compare_unique
    from rullo_studies.rullo.phases import compare_windows as compare_windows
    from rullo_studies.rullo.phases import count_phases as count_phases
    from rullo_studies.rullo.phases import draw_borders as draw_borders
    from rullo_studies.rullo.phases import load_borders as load_borders
    from rullo_studies.rullo.phases import load_phases as load_phases
    from rullo_studies.rullo.phases import load_windows as load_windows
    from rullo_studies.rullo.phases import measure_widths as measure_widths
    from rullo_studies.rullo.phases import measure_windows as measure_windows
    from rullo_studies.rullo.predictions import compare_predictions as compare_predictions
    from rullo_studies.rullo.predictions import count_points as count_points
    from rullo_studies.rullo.predictions import draw_points as draw_points
    from rullo_studies.rullo.predictions import predict_points as predict_points
    from rullo_studies.rullo.products import encode_products as encode_products
    from rullo_studies.rullo.products import expect_alternating_cycles as expect_alternating_cycles
    from rullo_studies.rullo.products import load_products as load_products
    from rullo_studies.rullo.products import measure_products as measure_products
    from rullo_studies.rullo.proved_and_open import bound_difficulty as bound_difficulty
    from rullo_studies.rullo.proved_and_open import compare_pass_counts as compare_pass_counts
    from rullo_studies.rullo.realisable import rate_combinations as rate_combinations
    from rullo_studies.rullo.related_puzzles import poly_bernoulli as poly_bernoulli
    from rullo_studies.rullo.rests import classify_rests as classify_rests
    from rullo_studies.rullo.rests import compare_clumps as compare_clumps
    from rullo_studies.rullo.rests import compare_stopping_sets as compare_stopping_sets
    from rullo_studies.rullo.stopping_sets import count_stopping_sets as count_stopping_sets
    from rullo_studies.rullo.stopping_sets import list_stopping_patterns as list_stopping_patterns
    from rullo_studies.rullo.stopping_sets import sample_stopping_sets as sample_stopping_sets
    from rullo_studies.rullo.sweeps import measure_sweep as measure_sweep
    from rullo_studies.rullo.switches import compare_switches as compare_switches
    from rullo_studies.rullo.switches import count_by_solutions as count_by_solutions
    from rullo_studies.rullo.thesis.comparison import compare_shares as compare_shares
    from rullo_studies.rullo.thesis.draws import compare_coins as compare_coins
    from rullo_studies.rullo.thesis.draws import find_printed as find_printed
    from rullo_studies.rullo.thesis.inversion import compare_with_inverses as compare_with_inverses
    from rullo_studies.rullo.thesis.published import published_table as published_table
    from rullo_studies.rullo.thesis.streams import find_in_streams as find_in_streams
    from rullo_studies.rullo.thesis.symmetry import count_once as count_once
    from rullo_studies.rullo.uniqueness import UniqueShare as UniqueShare
    from rullo_studies.rullo.uniqueness import expect_others as expect_others
    from rullo_studies.rullo.uniqueness import expect_switches as expect_switches
    from rullo_studies.rullo.uniqueness import mean_of_normal_lines as mean_of_normal_lines
    from rullo_studies.rullo.uniqueness import predict_unique as predict_unique
    from rullo_studies.rullo.variants import measure_variants as measure_variants

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
