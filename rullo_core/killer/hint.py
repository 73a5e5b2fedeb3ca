"""The next step for a player of a Killer Sudoku; see `rullo_core.passes.hints`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rullo_core.killer.batch import find_solutions
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import LEVELS, Reasoner
from rullo_core.killer.words import KillerWords
from rullo_core.passes import hints
from rullo_core.passes.hints import Hint, hint_towards
from rullo_core.passes.stages import tell_failure

ASKED = tuple(level for level, parts in LEVELS.items() if "start" not in parts)
"""Levels that are asked for a step, the weaker first: those that look at cages in every pass."""


def find_hint(puzzle: Killer) -> Hint | None:
    """Look for the next step; cages of one cell are given digits, and are not meant.

    Returns
    -------
    Hint or None
        None if the puzzle has no solution, or nothing is left to do.
    """
    found = find_solutions(puzzle, 1).solutions
    if not found:
        return None
    given = {cage.cells[0] for cage in puzzle.cages if len(cage) == 1}
    reasoner = Reasoner(puzzle)
    return hint_towards(found[0], given, ((level, reasoner.game(level)) for level in ASKED))


def tell_hint(puzzle: Killer) -> Iterator[str]:
    """The next step in paragraphs."""
    hint = find_hint(puzzle)
    if hint is not None:
        yield from hints.tell_hint(hint, partial(KillerWords, puzzle), ASKED[0])
        return
    solved = find_solutions(puzzle, 1).solutions
    yield "Every cell has its digit: solved." if solved else tell_failure(Reasoner(puzzle).game(ASKED[-1]))


def hint_as_json(puzzle: Killer) -> dict[str, Any]:
    """The next step for other programs."""
    hint = find_hint(puzzle)
    solvable = hint is not None or bool(find_solutions(puzzle, 1).solutions)
    return hints.hint_as_json(hint, partial(KillerWords, puzzle), ASKED[0], solvable)
