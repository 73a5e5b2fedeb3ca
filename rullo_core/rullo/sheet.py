"""Rullos to solve on paper, and on pages of their own their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rullo_core.rullo.picture import Board, panel_of
from rullo_core.rullo.puzzle import Puzzle, Solution
from rullo_core.views import sheets


def write_sheet(path: Path, puzzles: Sequence[tuple[Puzzle, Solution]]) -> None:
    """Write puzzles and then their solutions; see `rullo_core.views.sheets.write_sheet`.

    Each solution stands under the number of its puzzle.
    """
    to_solve = [panel_of(Board(puzzle, None, f"Puzzle {i}")) for i, (puzzle, _) in enumerate(puzzles, start=1)]
    solved = [panel_of(Board(*both, f"Solution {i}")) for i, both in enumerate(puzzles, start=1)]
    sheets.write_sheet(path, to_solve, solved)
