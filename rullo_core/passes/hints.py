"""The next step for a player: a cell that the lowest possible level fixes, and the steps that its digit rests on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.stages import make_guess, propagate
from rullo_core.passes.units import Deduction, Units, first_fixed


@dataclass(frozen=True)
class Hint:
    """Advice to a player: the digit of a cell, the lowest level that fixes a cell, and the steps that lead there.

    With search, the digit is that of a solution, and there are no steps.
    """

    cell: int
    digit: int
    level: str
    steps: tuple[Deduction, ...] = ()


def hint_towards(
    solution: Sequence[int] | None, known: Collection[int], games: Iterable[tuple[str, Units]]
) -> Hint | None:
    """Return the next step: of the cells that the lowest level fixes first, the one that needs the fewest steps.

    Levels come with their games, the lower first. Cells in known are ignored. Where no level helps, a digit of the
    solution is guessed; None without one, or if all cells are known.
    """
    for level, game in games:
        if len(known) == len(game.start):
            return None
        stages = list(propagate(game))
        fixed = first_fixed((one for stage in stages for one in stage.passes), known)
        if fixed is not None:
            return Hint(fixed.cell, fixed.value, level, fixed.steps)
    return None if solution is None else Hint(*make_guess(game, stages[-1].state, solution), SEARCH)


def explain_hint(hint: Hint, explainer_at: Callable[[str], UnitExplainer], lowest: str) -> Iterator[str]:
    """Explain the next step in paragraphs; `lowest` is the level whose explainer names cells where no level helped."""
    explainer = explainer_at(lowest if hint.level == SEARCH else hint.level)
    where, digit = explainer.place(hint.cell), explainer.value(hint.digit)
    if hint.level == SEARCH:
        yield f"No level fixes a further cell: reason beyond them, or guess. A solution has {digit} in {where}."
        return
    yield "\n".join(explainer.explain(step) for step in hint.steps)
    yield f"So {digit} goes in {where} ({hint.level})."
