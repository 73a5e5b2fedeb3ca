"""The next step for a player of a Killer Sudoku; see `rullo_core.passes.hints`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from rullo_core.killer.explain import KillerExplainer, solutions_of
from rullo_core.killer.puzzle import Killer, Solution, place
from rullo_core.killer.solver import LEVELS, Reasoner, solutions, with_written
from rullo_core.passes import hints
from rullo_core.passes.hints import Hint, hint_towards
from rullo_core.passes.stages import explain_failure

ASKED = tuple(level for level, parts in LEVELS.items() if "start" not in parts)
"""Levels that are asked for a step, the weaker first: those that look at cages in every pass."""


def find_solution(puzzle: Killer, written: Solution) -> tuple[Solution | None, tuple[int, ...]]:
    """Look for a solution with the digits that are written.

    Returns
    -------
    solution : tuple of int or None
        Without them, if none has them all; None if there is none at all.
    wrong : tuple of int
        Cells whose digits it has not.
    """
    found = solutions_of(puzzle, ASKED[0])
    wrong = [_wrong(one, written) for one in found.solutions]
    if all(wrong) and not found.complete and (other := next(solutions(puzzle, written=written), None)) is not None:
        return other, ()
    return min(zip(found.solutions, wrong, strict=True), key=lambda one: bool(one[1]), default=(None, ()))


def _wrong(solution: Solution, written: Solution) -> tuple[int, ...]:
    return tuple(cell for cell, digit in enumerate(written) if digit not in (0, solution[cell]))


def find_hint(puzzle: Killer, written: Solution, solution: Solution) -> Hint | None:
    """Look for the next step from the digits that are written; cages of one cell are given digits, and are not meant.

    Parameters
    ----------
    puzzle : Killer
    written : tuple of int
        The digits of the player, 0 for none.
    solution : tuple of int
        One that has them.

    Returns
    -------
    Hint or None
        None if nothing is left to do.
    """
    known = {cage.cells[0] for cage in puzzle.cages if len(cage) == 1} | {i for i, one in enumerate(written) if one}
    reasoner = Reasoner(puzzle)
    games = ((level, reasoner.game(level)) for level in ASKED)
    begun = ((level, replace(game, start=with_written(game.start, written))) for level, game in games)
    return hint_towards(solution, known, begun)


def explain_hint(puzzle: Killer, written: Solution) -> Iterator[str]:
    """The next step in paragraphs."""
    solution, wrong = find_solution(puzzle, written)
    if solution is None:
        yield explain_failure(Reasoner(puzzle).game(ASKED[-1]))
        return
    if wrong:
        text = "; ".join(f"{written[cell]} in {place(cell, puzzle.side)}" for cell in wrong)
        yield f"No solution has all of these digits. Wrong in the first solution: {text}."
        return
    hint = find_hint(puzzle, written, solution)
    if hint is None:
        yield "Every cell has its digit: solved."
        return
    yield from hints.explain_hint(hint, partial(KillerExplainer, puzzle), ASKED[0])


def hint_as_json(puzzle: Killer, written: Solution) -> dict[str, Any]:
    """The next step for other programs."""
    solution, wrong = find_solution(puzzle, written)
    hint = None if solution is None or wrong else find_hint(puzzle, written, solution)
    explainer_at = partial(KillerExplainer, puzzle)
    text = hints.hint_as_json(hint, explainer_at, ASKED[0], solution is not None)
    cells = [explainer_at(ASKED[0]).cell_as_json(cell) for cell in wrong]
    return text | {"solved": bool(text["solved"]) and not wrong, "wrong": cells}
