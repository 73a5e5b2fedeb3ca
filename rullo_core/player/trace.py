"""The way to a solution as steps, each with what it leaves of cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rullo_core.passes.solver import run
from rullo_core.passes.stages import Stage
from rullo_core.passes.units import Domain, State, Units, UnitsPass
from rullo_core.passes.words import UnitWords
from rullo_core.player.play import Mask, Step

STUCK = "Passes find nothing more here: one has to guess, or to reason further."


def mask_of(values: Iterable[int]) -> Mask:
    """Digits, from 1, as bits."""
    return sum(1 << value - 1 for value in values)


def masks_of(state: State) -> tuple[Mask, ...]:
    """The domains of all cells as bits."""
    return tuple(map(mask_of, state))


def steps_of_pass(words: UnitWords, one_pass: UnitsPass, number: int, state: State) -> Iterator[Step]:
    """What units reveal in a pass; a value that several of them remove, the first one does.

    Parameters
    ----------
    words : UnitWords
    one_pass : UnitsPass
    number : int
        Its own, from 1.
    state : State
        Before it.
    """
    now: list[Domain] = list(state)
    for deduction in one_pass.deductions:
        new = {cell for cell, values in deduction.removed.items() if values & now[cell]}
        if not new:
            continue
        for cell, values in deduction.removed.items():
            now[cell] -= values
        left = {cell: mask_of(now[cell]) for cell in sorted(new)}
        said = words.explain(deduction.about(new))
        yield Step(number, one_pass.group, f"{said[0].upper()}{said[1:]}.", deduction.unit.cells, left)


def steps_of_stages(words: UnitWords, stages: Sequence[Stage]) -> Iterator[Step]:
    """What passes reveal, and what is guessed where they are stuck."""
    number = 0
    state = words.game.start
    for stage in stages:
        for one_pass in stage.run.passes:
            if one_pass.deductions:
                number += 1
                yield from steps_of_pass(words, one_pass, number, state)
            state = one_pass.state
        if stage.guess is not None:
            cell, value = stage.guess
            yield guess(words, cell, value)
            state = words.game.with_value(state, cell, value)


def guess(words: UnitWords, cell: int, value: int) -> Step:
    """A value of a solution, where passes are stuck."""
    said = f"{STUCK} A solution has {words.value(value)} in {words.place(cell)}."
    return Step(0, "guess", said, (cell,), {cell: mask_of([value])})


def first_that_solves(games: Iterable[tuple[str, Units]]) -> str | None:
    """The first level whose passes solve a puzzle; None if none does.

    Raises
    ------
    Contradiction
        If one shows that there is no solution.
    """
    return next((level for level, game in games if run(game).is_solved), None)


def alone(game: Units) -> tuple[list[tuple[int, ...]], bool] | None:
    """The one solution, where passes find it: every step was forced, so there is no other; None where they do not."""
    made = run(game)
    return ([tuple(min(domain) for domain in made.state)], True) if made.is_solved else None
