"""The next step for a player: a cell that the lowest possible level fixes, and the steps that its digit rests on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import NamedTuple

from rullo_core.limits import check_time
from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.stages import make_guess, propagate
from rullo_core.passes.units import Deduction, State, Units, UnitsPass, first_fixed


class Refuted(NamedTuple):
    """A guess that passes refute: the cell and its value, the passes that follow, and how the next one fails."""

    cell: int
    value: int
    passes: list[UnitsPass]
    contradiction: Contradiction


@dataclass(frozen=True)
class Hint:
    """Advice to a player: the values of cells, the lowest level that fixes a cell, and the steps that lead there.

    With search, there are no steps: the value is that of a solution, or follows from the guess that is refuted.
    """

    values: Mapping[int, int]
    level: str
    steps: tuple[Deduction, ...] = ()
    refuted: Refuted | None = None


def hint_towards(
    solution: Sequence[int] | None, known_cells: Collection[int], games: Iterable[tuple[str, Units]]
) -> Hint | None:
    """Return the next step: of the cells that the lowest level fixes first, the one that needs the fewest steps.

    Levels come with their games, the lower first. Known cells are ignored. Where no level helps, a digit of the
    solution is guessed; None without one, or if all cells are known.
    """
    for level, game in games:
        if len(known_cells) == len(game.start):
            return None
        stages = list(propagate(game))
        fixed = first_fixed((one_pass for stage in stages for one_pass in stage.passes), known_cells)
        if fixed is not None:
            return Hint({fixed.cell: fixed.value}, level, fixed.steps)
    if solution is None:
        return None
    cell, value = make_guess(game, stages[-1].state, solution)
    return Hint({cell: value}, SEARCH)


def soonest_refuted(game: Units, stuck: State) -> Refuted | None:
    """Return the guess from a state where passes are stuck that the fewest of them, then deductions, refute, if any."""
    guesses = (_refute(game, stuck, cell, value) for cell in game.unknown(stuck) for value in game.choices(stuck, cell))
    return min(
        filter(None, guesses),
        key=lambda refuted: (len(refuted.passes), sum(len(one_pass.deductions) for one_pass in refuted.passes)),
        default=None,
    )


def _refute(game: Units, stuck: State, cell: int, value: int) -> Refuted | None:
    state, order = game.with_value(stuck, cell, value), game.orders[0]
    passes: list[UnitsPass] = []
    for group in cycle(order):
        check_time()
        try:
            passes.append(game.make_pass(group, state))
        except Contradiction as contradiction:
            return Refuted(cell, value, passes, contradiction)
        state = passes[-1].state
        if len(passes) >= len(order) and not any(one_pass.deductions for one_pass in passes[-len(order) :]):
            return None
    return None


def explain_hint(hint: Hint, explainer_at: Callable[[str], UnitExplainer], lowest: str) -> Iterator[str]:
    """Explain the next step in paragraphs; `lowest` is the level whose explainer names cells where no level helped."""
    explainer = explainer_at(lowest if hint.level == SEARCH else hint.level)
    ((cell, value),) = hint.values.items()
    if hint.level == SEARCH:
        assignment = explainer.assigned(cell, value)
        yield f"No level fixes a further cell: reason beyond them, or guess. A solution has {assignment}."
        return
    yield "\n".join(explainer.explain(step) for step in hint.steps)
    yield f"So {explainer.value(value)} goes in {explainer.place(cell)} ({hint.level})."
