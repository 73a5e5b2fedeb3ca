"""Sudoku: write every digit once in each row, column and box."""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach_kind

if TYPE_CHECKING:
    from rullo_core.sudoku.api import *  # noqa: F403
    from rullo_core.sudoku.puzzle import Sudoku as Sudoku

__getattr__, __dir__ = attach_kind(__name__)
