"""The way to a solution that is known: passes, and a digit of it wherever they are stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from rullo_core.passes.explain import UnitExplainer, counted, explain_pass
from rullo_core.passes.solver import Contradiction, Found, Run, run
from rullo_core.passes.units import Units


@dataclass(frozen=True)
class Stage:
    """Passes, and the guess that follows where they are stuck.

    Attributes
    ----------
    run : Run
    guess : (int, int) or None
        A cell and its value.
    """

    run: Run
    guess: tuple[int, int] | None

    @property
    def passes(self) -> Sequence[Any]:
        """Its passes, in order."""
        return self.run.passes


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


def go_on(game: Units, solution: Sequence[int]) -> Iterator[Stage]:
    """The way to a solution; guessed is the first cell with the fewest values, and its value in the solution."""
    state = game.start
    while True:
        made = run(game, state=state)
        if made.is_solved:
            yield Stage(made, None)
            return
        cell = min(game.unknown(made.state), key=lambda one: len(made.state[one]))
        yield Stage(made, (cell, solution[cell]))
        state = game.with_value(made.state, cell, solution[cell])


def find_stages(game: Units, solution: Sequence[int]) -> list[Stage]:
    """All of the way to a solution; see `go_on`."""
    return list(go_on(game, solution))


def explain_stages(explainer: UnitExplainer, stages: Sequence[Stage]) -> Iterator[str]:
    """Stages in paragraphs that end in an empty line: passes that reveal something, and guesses."""
    numbering = count(1)
    for stage in stages:
        for one_pass in stage.run.passes:
            if one_pass.deductions:
                yield explain_pass(explainer, one_pass, next(numbering)) + "\n"
        if stage.guess is not None:
            cell, value = stage.guess
            left = len(explainer.game.unknown(stage.run.state))
            yield f"{explainer.board(stage.run.state)}\n"
            yield f"Passes alone leave {counted(left, 'cell')} unknown.\n"
            yield f"Guess: {explainer.value(value)} in {explainer.place(cell)}\n"


def stages_as_json(explainer: UnitExplainer, stages: Sequence[Stage]) -> list[dict[str, Any]]:
    """Stages for other programs: what each pass removes that removes anything, and guesses."""
    steps: list[dict[str, Any]] = []
    for stage in stages:
        steps += [explainer.pass_as_json(one) for one in stage.run.passes if one.deductions]
        if stage.guess is not None:
            steps.append({"guess": explainer.cell_as_json(stage.guess[0]) | {"digit": stage.guess[1]}})
    return steps


def explain_failure(game: Units) -> str:
    """That there is no solution, with the unit where it fails if passes show it."""
    try:
        run(game)
    except Contradiction as failure:
        return f"There is no solution: {failure}."
    return "There is no solution: passes alone do not show it, but every digit of some cell leads to a contradiction."
