"""The next step for a player: a cell that follows at the lowest level that settles any, and what its digit rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rullo_core import passes
from rullo_core.killer.batch import find_solutions
from rullo_core.killer.puzzle import Killer, place
from rullo_core.killer.solver import LEVELS
from rullo_core.killer.words import KillerWords, tell_failure
from rullo_core.passes.units import Deduction, first_settled

SEARCH = "search"
"""In place of a level: none settles a cell."""

ASKED = tuple(level for level, parts in LEVELS.items() if "start" not in parts)
"""Levels that are asked for a step, the weaker first: those that look at cages in every pass."""


@dataclass(frozen=True)
class Hint:
    """What can be said to a player.

    Attributes
    ----------
    cell, digit : int
    level : str
        The lowest of `ASKED` that settles a cell; or search, and the digit is that of a solution.
    steps : tuple of Deduction
        What leads there, in order; none for search.
    """

    cell: int
    digit: int
    level: str
    steps: tuple[Deduction, ...] = ()


def find_hint(puzzle: Killer) -> Hint | None:
    """Look for the next step: a cell of several, that the lowest level settles first, with the fewest steps.

    Cages of one cell are given digits, and are not meant.

    Returns
    -------
    Hint or None
        None if the puzzle has no solution, or nothing is left to do.
    """
    found = find_solutions(puzzle, 1).solutions
    given = {cage.cells[0] for cage in puzzle.cages if len(cage) == 1}
    if not found or len(given) == puzzle.side**2:
        return None
    for level in ASKED:
        settled = first_settled(passes.run(KillerWords(puzzle, level).game).passes, given)
        if settled is not None:
            return Hint(settled.cell, settled.value, level, settled.steps)
    cell = min(set(range(puzzle.side**2)) - given)
    return Hint(cell, found[0][cell], SEARCH)


def tell_hint(puzzle: Killer) -> Iterator[str]:
    """The next step in paragraphs."""
    hint = find_hint(puzzle)
    if hint is None:
        solved = len(puzzle.cages) == puzzle.side**2 and find_solutions(puzzle, 1).solutions
        yield "Every cell has its digit: solved." if solved else tell_failure(KillerWords(puzzle, ASKED[-1]))
        return
    where = place(hint.cell, puzzle.side)
    if hint.level == SEARCH:
        yield f"No level settles a further cell: guess. A solution has {hint.digit} in {where}."
        return
    words = KillerWords(puzzle, hint.level)
    yield "\n".join(words.explain(step) for step in hint.steps)
    yield f"So {hint.digit} goes in {where} ({hint.level})."


def hint_as_json(puzzle: Killer) -> dict[str, Any]:
    """The next step for other programs."""
    hint = find_hint(puzzle)
    if hint is None:
        solved = bool(find_solutions(puzzle, 1).solutions)
        return {"solvable": solved, "solved": solved, "cell": None, "digit": None, "level": None, "steps": []}
    words = KillerWords(puzzle, hint.level if hint.level != SEARCH else ASKED[0])
    return {
        "solvable": True,
        "solved": False,
        "cell": words.cell_as_json(hint.cell),
        "digit": hint.digit,
        "level": hint.level,
        "steps": [words.explain(step) for step in hint.steps],
    }
