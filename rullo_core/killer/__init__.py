"""Killer Sudoku: write every digit once in each row, column and box; cages have different digits and a sum."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach_kind

if TYPE_CHECKING:
    from rullo_core.killer.api import *  # noqa: F403
    from rullo_core.killer.puzzle import Killer as Killer

__getattr__, __dir__ = attach_kind(__name__)
