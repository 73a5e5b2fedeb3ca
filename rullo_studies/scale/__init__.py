"""Studies that compare kinds of puzzles on a scale of information: what clues offer, and what a board needs."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.scale.ambiguity import load_ambiguity as load_ambiguity
    from rullo_studies.scale.ambiguity import measure_ambiguity as measure_ambiguity
    from rullo_studies.scale.charts import plot_points as plot_points
    from rullo_studies.scale.charts import plot_reach as plot_reach
    from rullo_studies.scale.generated import load_generated as load_generated
    from rullo_studies.scale.generated import measure_generated as measure_generated
    from rullo_studies.scale.information import board_bits as board_bits
    from rullo_studies.scale.information import offered_bits as offered_bits
    from rullo_studies.scale.minimal import load_minimal as load_minimal
    from rullo_studies.scale.minimal import make_minimal as make_minimal
    from rullo_studies.scale.minimal import measure_minimal as measure_minimal
    from rullo_studies.scale.planted import draw_planted as draw_planted
    from rullo_studies.scale.reach import find_reach as find_reach
    from rullo_studies.scale.reach import load_reach as load_reach
    from rullo_studies.scale.reach import predict_reach as predict_reach
    from rullo_studies.scale.thresholds import find_thresholds as find_thresholds
    from rullo_studies.scale.thresholds import load_points as load_points
    from rullo_studies.scale.thresholds import measure_points as measure_points

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
