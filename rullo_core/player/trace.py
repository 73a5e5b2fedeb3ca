"""The solve path as steps, each with the candidates that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar, cast

from rullo_core.errors import BadInput
from rullo_core.limits import Undecided, answering, limited, limits
from rullo_core.passes.explain import UnitExplainer, explain_failure
from rullo_core.passes.levels import is_fixed
from rullo_core.passes.solver import Contradiction, Found
from rullo_core.passes.stages import Stage, go_on, propagate
from rullo_core.passes.units import Domain, State, UnitsPass
from rullo_core.player.play import Mask, Step

Read = TypeVar("Read", bound=Callable[..., Any])

SECONDS = 15.0
"""Time limit for the solve path of a puzzle."""

STUCK = "Passes find nothing more here: one has to guess, or to reason further."


def mask_of(domain: Iterable[int], values: Sequence[int]) -> Mask:
    """Return the values of a domain as bits, in the order of all values."""
    return sum(1 << values.index(value) for value in domain)


def masks_of(state: State, values: Sequence[int]) -> tuple[Mask, ...]:
    """Return the domains of all cells as bits."""
    return tuple(mask_of(domain, values) for domain in state)


def steps_of_pass(
    explainer: UnitExplainer, one_pass: UnitsPass, number: int, state: State, values: Sequence[int]
) -> Iterator[Step]:
    """Yield the steps of a pass from the state before it; a value that several units eliminate counts for the first."""
    current: list[Domain] = list(state)
    for deduction in one_pass.deductions:
        new = {cell for cell, removed in deduction.removed.items() if removed & current[cell]}
        if not new:
            continue
        for cell, removed in deduction.removed.items():
            current[cell] -= removed
        candidates = {cell: mask_of(current[cell], values) for cell in sorted(new)}
        explanation = explainer.explain(deduction.about(new))
        text = f"{explanation[0].upper()}{explanation[1:]}."
        yield Step(number, one_pass.group, text, deduction.unit.cells, candidates, deduction.unit.name)


def steps_of_stages(explainer: UnitExplainer, stages: Iterable[Stage], values: Sequence[int]) -> Iterator[Step]:
    """Yield the steps of the passes, one without cells for a pass that eliminates nothing, and guesses between them."""
    number = 0
    state = explainer.game.start
    for stage in stages:
        for one_pass in stage.passes:
            number += 1
            if one_pass.deductions:
                yield from steps_of_pass(explainer, one_pass, number, state, values)
            else:
                yield Step(number, one_pass.group, f"A pass over {one_pass.group} eliminates nothing.", (), {})
            state = one_pass.state
        if stage.guess is not None:
            cell, value = stage.guess
            yield guess(explainer, cell, value, values)
            state = explainer.game.with_value(state, cell, value)


def guess(explainer: UnitExplainer, cell: int, value: int, values: Sequence[int]) -> Step:
    """Return a guess of a solution's value, where passes are stuck."""
    text = f"{STUCK} A solution has {explainer.assigned(cell, value)}."
    return Step(0, "guess", text, (cell,), {cell: mask_of([value], values)})


def in_time(read: Read) -> Read:
    """Return a function that reads a puzzle, given its text and source last; it raises BadInput if that takes long."""

    @wraps(read)
    def read_in_time(*args: Any) -> Any:
        try:
            with limited(replace(limits(), seconds=SECONDS)), answering():
                return read(*args)
        except Undecided:
            reason = f"is not worked out in {SECONDS:g} seconds; take one of which passes find more"
            raise BadInput(f"{args[-1]}: {reason}") from None

    return cast("Read", read_in_time)


@dataclass(frozen=True)
class SolvePath:
    """How a puzzle of units is solved; the level is None if none solves it, and solutions have indices of symbols."""

    level: str | None
    steps: tuple[Step, ...]
    solutions: tuple[tuple[int, ...], ...]
    complete: bool

    @property
    def trace(self) -> tuple[Step, ...]:
        """The steps that a board shows: passes that eliminate nothing are neither shown nor counted."""
        numbers: dict[int, int] = {0: 0}
        effective = (step for step in self.steps if step.candidates)
        return tuple(replace(step, number=numbers.setdefault(step.number, len(numbers))) for step in effective)


def solve_path(
    source: str,
    levels: Sequence[str],
    explainer_at: Callable[[str], UnitExplainer],
    search: Callable[[], Found],
    mend: str,
    values: Sequence[int],
) -> SolvePath:
    """Solve a puzzle by the first level that does, or the last and guesses; `mend` is advice without a solution.

    Values are those of any cell, in the order of the player's symbols.
    """
    solved: Found | None = None
    level_name = None
    try:
        for level in levels:
            explainer = explainer_at(level)
            stages = list(propagate(explainer.game))
            if is_fixed(stages[-1].state):
                solved = Found((tuple(min(domain) for domain in stages[-1].state),), complete=True)
                level_name = level
                break
    except Contradiction:
        raise BadInput(f"{source}: {explain_failure(explainer_at(levels[-1]))} {mend}".rstrip(" .")) from None
    solved = solved or search().decided()
    if not solved.solutions:
        raise BadInput(f"{source}: {explain_failure(explainer)} {mend}".rstrip(" ."))
    if level_name is None:
        stages = list(go_on(explainer.game, solved.solutions[0]))
    places = tuple(tuple(map(values.index, solution)) for solution in solved.solutions)
    return SolvePath(level_name, tuple(steps_of_stages(explainer, stages, values)), places, solved.complete)
