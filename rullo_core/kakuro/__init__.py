"""Kakuro: write digits in white cells, all different in each entry, which adds up to its clue.

Its levels follow H. Simonis, Kakuro as a constraint problem.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach_kind

if TYPE_CHECKING:
    from rullo_core.kakuro.api import *  # noqa: F403
    from rullo_core.kakuro.puzzle import Kakuro as Kakuro

__getattr__, __dir__ = attach_kind(__name__)
