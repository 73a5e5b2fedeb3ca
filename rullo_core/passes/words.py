"""A way to a solution told, as paragraphs and as JSON; what a puzzle calls its cells and values, it says itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import count
from typing import Any

from rullo_core.passes.solver import Game, Pass, Step, find_way, solutions


class Words(ABC):
    """How a puzzle is told.

    Attributes
    ----------
    alone : str
        What passes go by, without any guess: lines alone.
    """

    alone: str

    @abstractmethod
    def explain(self, deduction: Any) -> str:
        """A deduction in a sentence: why, and what follows."""

    @abstractmethod
    def found(self, one_pass: Any) -> int:
        """How many cells a pass has settled."""

    @abstractmethod
    def guessed(self, cell: Any, solution: Any) -> str:
        """What is guessed of a cell that has its value in a solution: include 9 in row 1, column 2."""

    @abstractmethod
    def board(self, state: Any) -> str:
        """The puzzle and what is known of it, as text; a solution will do."""

    @abstractmethod
    def cell_as_json(self, cell: Any) -> Any:
        """Which cell."""

    @abstractmethod
    def pass_as_json(self, one_pass: Any) -> Any:
        """What a pass found."""

    @abstractmethod
    def solution_as_json(self, solution: Any) -> Any:
        """The values of all cells."""


def tell_way(game: Game, words: Words, guess_limit: int) -> Iterator[str]:
    """Tell the easiest way to a solution, pass by pass, in paragraphs that end in an empty line but for the last."""
    steps, solution = find_way(game, guess_limit)
    if solution is None:
        yield "There is no solution."
        return
    numbering = count(1)
    for step in steps:
        if step.guess is not None:
            yield f"Guess: {words.guessed(step.guess, solution)}\n"
        for one_pass in step.run.passes:
            yield _tell_pass(words, one_pass, next(numbering)) + "\n"
        if not step.is_last:
            left = len(game.unknown(step.run.state))
            yield f"{words.board(step.run.state)}\n"
            yield f"{words.alone.capitalize()} leave {counted(left, 'cell')} unknown.\n"
    yield f"{words.board(solution)}\n"
    yield _summary(game, words, steps, guess_limit)


def _tell_pass(words: Words, one_pass: Pass, number: int) -> str:
    lines = [f"Pass {number}, {one_pass.group}: {counted(words.found(one_pass), 'cell')}"]
    return "\n".join([*lines, *(f"  {words.explain(deduction)}" for deduction in one_pass.deductions)])


def _summary(game: Game, words: Words, steps: list[Step], guess_limit: int) -> str:
    if not steps[-1].is_last:
        return f"That is a solution; beyond {guess_limit} unknown cells, the best guess is not looked for."
    difficulty = f"difficulty {sum(step.difficulty for step in steps):g}."
    if len(steps) > 1:
        return f"Solved with {counted(len(steps) - 1, 'guess', 'guesses')}: {difficulty}"
    first, *others = (len(one.passes) for one in steps[0].runs)
    told = f"Solved by {words.alone}, in {counted(first, 'pass', 'passes')}"
    if others:
        names = [f"{order[0]} first" for order in game.orders]
        told += f" {names[0]}" + "".join(f" and {n} {name}" for n, name in zip(others, names[1:], strict=True))
    return f"{told}: {difficulty}"


def tell_solutions(game: Game, words: Words) -> Iterator[str]:
    """Every solution as a board, and how many there were."""
    number = 0
    for number, solution in enumerate(solutions(game), start=1):
        yield f"Solution {number}\n\n{words.board(solution)}\n"
    yield {0: "There is no solution.", 1: "That is the only solution."}.get(number, f"{number:,} solutions.")


def way_as_json(game: Game, words: Words, guess_limit: int) -> dict[str, Any]:
    """The easiest way to a solution, for other programs."""
    steps, solution = find_way(game, guess_limit)
    finished = bool(steps) and steps[-1].is_last
    return {
        "solvable": solution is not None,
        "simple": finished and len(steps) == 1,
        "difficulty": sum(step.difficulty for step in steps) if finished else None,
        "steps": [
            {
                "guess": None if step.guess is None else words.cell_as_json(step.guess),
                "passes": [words.pass_as_json(one_pass) for one_pass in step.run.passes],
            }
            for step in steps
        ],
        "solution": None if solution is None else words.solution_as_json(solution),
    }


def counted(n: int, one: str, many: str | None = None) -> str:
    """A number of things."""
    return f"{n} {one if n == 1 else many or one + 's'}"
