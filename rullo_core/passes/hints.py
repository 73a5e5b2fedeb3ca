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
    """Advice to a player.

    Attributes
    ----------
    cell, digit : int
    level : str
        The lowest that fixes a cell; or search, and the digit is that of a solution.
    steps : tuple of Deduction
        What leads there, in order; none for search.
    """

    cell: int
    digit: int
    level: str
    steps: tuple[Deduction, ...] = ()


def hint_towards(
    solution: Sequence[int] | None, known: Collection[int], games: Iterable[tuple[str, Units]]
) -> Hint | None:
    """The next step: of the cells that the lowest level fixes first, the one whose digit rests on the fewest steps.

    Parameters
    ----------
    solution : sequence of int or None
        What is guessed from where no level fixes a cell; None if nothing is.
    known : collection of int
        Cells that are not meant.
    games : iterable of (str, Units)
        Levels, the lower first, and the puzzle as each sees it.

    Returns
    -------
    Hint or None
        None if all cells are known, or nothing is guessed.
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
    """Explain the next step in paragraphs.

    Parameters
    ----------
    hint : Hint
    explainer_at : callable
        Called with a level; what explains its steps.
    lowest : str
        A level to ask for names where none helped.
    """
    explainer = explainer_at(lowest if hint.level == SEARCH else hint.level)
    where, digit = explainer.place(hint.cell), explainer.value(hint.digit)
    if hint.level == SEARCH:
        yield f"No level fixes a further cell: guess. A solution has {digit} in {where}."
        return
    yield "\n".join(explainer.explain(step) for step in hint.steps)
    yield f"So {digit} goes in {where} ({hint.level})."
