"""The way to a solution that is known: passes, stronger rules where they are stuck, and a digit of it beyond these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from rullo_core.passes.explain import UnitExplainer, counted, explain_pass
from rullo_core.passes.solver import Contradiction, Found, Run, run
from rullo_core.passes.units import State, Units, UnitsPass


@dataclass(frozen=True)
class Stage:
    """A part of the way: passes, or a round of stronger rules, or a guess.

    Attributes
    ----------
    run : Run or None
        Passes, until the puzzle is solved or they are stuck.
    beyond : UnitsPass or None
        What a group of stronger rules eliminates, each from the state in which passes are stuck.
    guess : (int, int) or None
        A cell and its value.
    """

    run: Run | None = None
    beyond: UnitsPass | None = None
    guess: tuple[int, int] | None = None

    @property
    def passes(self) -> Sequence[UnitsPass]:
        """The passes in order, or the one round of stronger rules."""
        if self.run is not None:
            return self.run.passes
        return [self.beyond] if self.beyond is not None else []


def solve(games: Iterable[Units], search: Callable[[], Found]) -> Found:
    """Solve a puzzle by passes alone, and by a search only where they are stuck.

    Parameters
    ----------
    games : iterable of Units
        The puzzle as some levels see it; made as far as they are needed.
    search : callable
        Finds solutions where none of them comes to the one.
    """
    for game in games:
        try:
            made = run(game)
        except Contradiction:
            return Found((), complete=True, nodes=0)
        if made.is_solved:
            return Found((tuple(min(domain) for domain in made.state),), complete=True, nodes=0)
    return search()


def go_on(
    game: Units, solution: Sequence[int], state: State | None = None, beyond: Units | None = None
) -> Iterator[Stage]:
    """The way to a solution, stage by stage; guessed is the first cell with the fewest values, its value as there.

    Parameters
    ----------
    state : tuple of frozenset, optional
        Where it begins; at the start unless given.
    beyond : Units, optional
        Groups of stronger rules, the first of which that eliminates anything is used where passes are stuck.
    """
    while True:
        made = run(game, state=state)
        yield Stage(made)
        if made.is_solved:
            return
        rounds = (beyond.make_pass(group, made.state) for group in beyond.groups) if beyond else ()
        stronger = next((one for one in rounds if one.deductions), None)
        if stronger is not None:
            yield Stage(beyond=stronger)
            state = stronger.state
        else:
            cell = min(game.unknown(made.state), key=lambda one: len(made.state[one]))
            yield Stage(guess=(cell, solution[cell]))
            state = game.with_value(made.state, cell, solution[cell])


def explain_stages(explainer: UnitExplainer, stages: Iterable[Stage]) -> Iterator[str]:
    """Explain stages in paragraphs that end in an empty line: passes that eliminate something, and guesses."""
    numbering = count(1)
    for stage in stages:
        if stage.guess is not None:
            cell, value = stage.guess
            yield f"Guess: {explainer.value(value)} in {explainer.place(cell)}\n"
        for one_pass in stage.passes:
            if one_pass.deductions:
                yield explain_pass(explainer, one_pass, next(numbering)) + "\n"
        if stage.run is not None and not stage.run.is_solved:
            left = len(explainer.game.unknown(stage.run.state))
            yield f"{explainer.board(stage.run.state)}\n"
            yield f"{explainer.alone.capitalize()} leave {counted(left, 'cell')} unknown.\n"


def guesses_in(stages: Iterable[Stage]) -> int:
    """Return the number of guesses."""
    return sum(stage.guess is not None for stage in stages)


def explain_failure(game: Units, alone: str = UnitExplainer.alone) -> str:
    """Return the sentence that there is no solution, with the unit that fails if passes at a level find one."""
    try:
        run(game)
    except Contradiction as failure:
        return f"There is no solution: {failure}."
    return f"There is no solution: {alone} do not show it, but every digit of some cell leads to a contradiction."
