"""The next step for a player of a Sudoku; see `rullo_core.passes.hints`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rullo_core.passes import hints
from rullo_core.passes.hints import Hint, hint_towards
from rullo_core.passes.stages import explain_failure
from rullo_core.sudoku.explain import SudokuExplainer, solutions_of
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import LEVELS, game

LOWEST, HIGHEST = next(iter(LEVELS)), list(LEVELS)[-1]


def find_hint(puzzle: Sudoku) -> Hint | None:
    """Look for the next step from the digits that are there.

    Returns
    -------
    Hint or None
        None if the puzzle is filled, or has no solution.
    """
    found = solutions_of(puzzle, LOWEST).solutions
    if not found:
        return None
    given = {cell for cell, digit in enumerate(puzzle.cells) if digit}
    return hint_towards(found[0], given, ((level, game(puzzle, level)) for level in LEVELS))


def explain_hint(puzzle: Sudoku) -> Iterator[str]:
    """The next step in paragraphs."""
    hint = find_hint(puzzle)
    if hint is not None:
        yield from hints.explain_hint(hint, partial(SudokuExplainer, puzzle), LOWEST)
        return
    yield "Every cell has its digit: solved." if puzzle.is_filled else explain_failure(game(puzzle, HIGHEST))


def hint_as_json(puzzle: Sudoku) -> dict[str, Any]:
    """The next step for other programs."""
    return hints.hint_as_json(find_hint(puzzle), partial(SudokuExplainer, puzzle), LOWEST, puzzle.is_filled)
