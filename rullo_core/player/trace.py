"""The way to a solution as steps, each with what it leaves of cells."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rullo_core.errors import BadInput
from rullo_core.passes.solver import Contradiction, Found, run
from rullo_core.passes.stages import go_on, tell_failure
from rullo_core.passes.units import Domain, State, UnitsPass
from rullo_core.passes.words import UnitWords
from rullo_core.player.play import Mask, Step

T = TypeVar("T")

SECONDS = 15.0
"""In which a puzzle has to be worked out."""

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
        told = f"{said[0].upper()}{said[1:]}."
        yield Step(number, one_pass.group, told, deduction.unit.cells, left, deduction.unit.name)


class Stage(Protocol):
    """A part of a way: passes, and a guess if they are stuck; see `rullo_core.passes.stages.Stage`."""

    @property
    def passes(self) -> Sequence[UnitsPass]:
        """In order."""

    @property
    def guess(self) -> tuple[int, int] | None:
        """A cell and its value."""


def steps_of_stages(words: UnitWords, stages: Iterable[Stage]) -> Iterator[Step]:
    """What passes reveal, and what is guessed where they are stuck."""
    number = 0
    state = words.game.start
    for stage in stages:
        for one_pass in stage.passes:
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


def in_time(parts: Iterable[T], source: str, seconds: float | None = SECONDS) -> Iterator[T]:
    """What is worked out part by part, if that does not take too long; any time for None.

    Raises
    ------
    BadInput
        If it does.
    """
    until = time.monotonic() + (math.inf if seconds is None else seconds)
    for part in parts:
        yield part
        if time.monotonic() > until:
            raise too_long(source)


def too_long(source: str) -> BadInput:
    """That a puzzle is not worked out in time."""
    return BadInput(f"{source}: is not worked out in {SECONDS:g} seconds; take one of which passes find more")


@dataclass(frozen=True)
class Way:
    """How a puzzle of units is solved.

    Attributes
    ----------
    level : str or None
        The first that solves it; None if none does.
    trace : tuple of Step
    solutions : tuple of tuple of int
        As the places of symbols.
    complete : bool
    """

    level: str | None
    trace: tuple[Step, ...]
    solutions: tuple[tuple[int, ...], ...]
    complete: bool


def find_way(
    source: str,
    levels: Sequence[str],
    words_at: Callable[[str], UnitWords],
    search: Callable[[], Found],
    mend: str,
    seconds: float | None = SECONDS,
) -> Way:
    """Solve a puzzle by the first level that does, or by the last and guesses.

    Parameters
    ----------
    source : str
        What the puzzle is called in errors.
    levels : sequence of str
    words_at : callable
        Of a level: how the puzzle is told, and what passes look at.
    search : callable
        Looks for solutions where no level finds the one.
    mend : str
        What one may do about a puzzle without solution.
    seconds : float, optional
        How long that may take.

    Raises
    ------
    BadInput
        If there is no solution, or it takes too long.
    """
    told = {level: words_at(level) for level in levels}
    solved: Found | None = None
    found = None
    try:
        for level in in_time(levels, source, seconds):
            made = run(told[level].game)
            if made.is_solved:
                found, solved = level, Found((tuple(min(domain) for domain in made.state),), complete=True)
                break
    except Contradiction:
        raise BadInput(f"{source}: {tell_failure(told[levels[-1]].game)} {mend}".rstrip(" .")) from None
    words = told[found or levels[-1]]
    solved = solved or search()
    if not solved.solutions:
        raise BadInput(f"{source}: {tell_failure(words.game)} {mend}".rstrip(" ."))
    stages = list(in_time(go_on(words.game, solved.solutions[0]), source, seconds))
    places = tuple(tuple(value - 1 for value in one) for one in solved.solutions)
    return Way(found, tuple(steps_of_stages(words, stages)), places, solved.complete)
