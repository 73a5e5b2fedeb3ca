"""Studies that compare kinds of puzzles on a scale of information: what clues offer, and what a board needs."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach
from rullo_core.limits import bounded_study

if TYPE_CHECKING:
    from rullo_studies.scale.information import board_bits as board_bits
    from rullo_studies.scale.information import offered_bits as offered_bits
    from rullo_studies.scale.planted import draw_planted as draw_planted

__all__, __getattr__, __dir__ = attach(__name__, convert=bounded_study)
