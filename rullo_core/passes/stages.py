"""The way to a known solution: passes, stronger rules where they are stuck, and a guess where these are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from rullo_core.passes.explain import UnitExplainer, describe_run, explain_failure, explain_pass, listed, quantity
from rullo_core.passes.solver import Contradiction, Found, make_step, run
from rullo_core.passes.units import State, Units, UnitsPass, state_of_digits


@dataclass(frozen=True)
class Stage:
    """A part of the way, and the state after it: passes until they end, a round of stronger rules, or a guess."""

    state: State
    passes: Sequence[UnitsPass] = ()
    stronger: bool = False
    guess: tuple[int, int] | None = None


def solve(games: Iterable[Units], search: Callable[[], Found]) -> Found:
    """Solve a puzzle by passes alone, at levels in turn, and by a search only where all are stuck."""
    for game in games:
        try:
            propagation = run(game)
        except Contradiction:
            return Found((), complete=True, nodes=0)
        if propagation.is_solved:
            return Found((tuple(min(domain) for domain in propagation.state),), complete=True, nodes=0)
    return search()


def propagate(game: Units, state: State | None = None) -> Iterator[Stage]:
    """Yield passes, and a round of stronger rules where they are stuck, as long as these eliminate anything."""
    while True:
        propagation = run(game, state=state)
        yield Stage(propagation.state, propagation.passes)
        rounds = () if propagation.is_solved else (game.make_pass(group, propagation.state) for group in game.stronger)
        stronger = next((one_pass for one_pass in rounds if one_pass.deductions), None)
        if stronger is None:
            return
        state = stronger.state
        yield Stage(state, [stronger], stronger=True)


def make_guess(game: Units, state: State, solution: Sequence[int]) -> tuple[int, int]:
    """Return the first unfixed cell with the fewest candidates, and its value in a solution."""
    cell = min(game.unknown(state), key=lambda cell: len(state[cell]))
    return cell, solution[cell]


def go_on(game: Units, solution: Sequence[int]) -> Iterator[Stage]:
    """Yield the way to a solution, stage by stage, with a guess wherever all rules are stuck."""
    state = game.start
    while True:
        for stage in propagate(game, state):
            yield stage
            state = stage.state
        if not game.unknown(state):
            return
        guess = make_guess(game, state, solution)
        state = game.with_value(state, *guess)
        yield Stage(state, guess=guess)


def explain_solution(explainer: UnitExplainer, level: str, result: Found) -> Iterator[str]:
    """Explain the way to the first of up to two solutions in paragraphs; all but the last end in an empty line."""
    if not result.solutions:
        yield explain_failure(explainer)
        return
    game, numbering = explainer.game, count(1)
    rounds: Counter[str] = Counter()
    for stage in go_on(game, result.solutions[0]):
        if stage.guess is not None:
            cell, value = stage.guess
            rounds["guess"] += 1
            yield f"Guess: {explainer.guessed(cell, value)}\n"
        for one_pass in stage.passes:
            if one_pass.deductions:
                rounds[one_pass.group if stage.stronger else "pass"] += 1
                yield explain_pass(explainer, one_pass, next(numbering)) + "\n"
        if not stage.stronger and stage.passes and (unknown := game.unknown(stage.state)):
            yield f"{explainer.board(stage.state)}\n"
            yield f"{explainer.reasoning.capitalize()} leave {quantity(len(unknown), 'cell')} unknown.\n"
    yield explainer.board(state_of_digits(result.solutions[0])) + "\n"
    parts = [f"{quantity(rounds[group], 'round')} of {group}" for group in game.stronger if rounds[group]]
    parts += [quantity(rounds["guess"], "guess", "guesses")] if rounds["guess"] else []
    if parts:
        yield f"Solved with {listed(parts)}. {describe_others(explainer, result)}"
    elif rounds["pass"] and len(game.orders) > 1:
        yield describe_run(explainer, make_step(game))
    else:
        yield f"Solved by {explainer.reasoning}: {quantity(rounds['pass'], 'pass', 'passes')} of {level}."


def describe_others(explainer: UnitExplainer, result: Found) -> str:
    """Return a sentence that says that a solution is the only one, or that gives another solution."""
    if len(result.solutions) == 1:
        return "That is the only solution."
    differing = sum(first != second for first, second in zip(*result.solutions[:2], strict=True))
    differ = "cell differs" if differing == 1 else "cells differ"
    board = explainer.board(state_of_digits(result.solutions[1]))
    return f"There are other solutions: in one, {differing} {differ}.\n\n{board}"
