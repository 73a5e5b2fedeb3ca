"""Explain a solve path in text and as JSON; a puzzle's own explainer names its cells and values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from rullo_core.passes.solver import Game, Pass, Step, solve_path
from rullo_core.passes.units import Deduction, State, Units, UnitsPass

MOST_ROWS = 3
"""If more rows of values satisfy a rule, they are not listed."""

MOST_VALUES = 4
"""If a cell has more candidates than this, the eliminated values are listed instead."""


class Explainer(ABC):
    """Describes the solve path of a puzzle in words; `alone` is what solves one without guesses: "lines alone"."""

    alone: str

    @abstractmethod
    def explain(self, deduction: Any) -> str:
        """Return a deduction as a sentence: its reason and its conclusion."""

    @abstractmethod
    def found(self, one_pass: Any) -> int:
        """Return the number of cells that a pass fixes."""

    @abstractmethod
    def guessed(self, cell: Any, solution: Any) -> str:
        """Describe the guess of a cell's value in a solution, for example "include 9 in row 1, column 2"."""

    @abstractmethod
    def board(self, state: Any) -> str:
        """Return the puzzle as text with what a state or solution says of it."""


@dataclass(frozen=True)
class UnitExplainer(Explainer):
    """Explainer for any puzzle made of units: it names cells by row and column, and values by themselves."""

    game: Units
    width: int
    alone = "passes alone"

    def explain(self, deduction: Deduction) -> str:
        """Return a deduction, with its reason if few rows satisfy the rule: "row 2, only 5 1: (2, 1) is 5, ..."."""
        shown = [
            f"{self._name(cell)} is {' or '.join(map(str, sorted(after)))}"
            for cell, before, after in zip(deduction.unit.cells, deduction.before, deduction.after, strict=True)
            if before != after
        ]
        rows = [" ".join(map(str, row)) for row in islice(deduction.rows, MOST_ROWS + 1)]
        reason = f", only {' or '.join(rows)}" if 0 < len(rows) <= MOST_ROWS else ""
        return f"{deduction.unit.name}{reason}: {', '.join(shown)}"

    def found(self, one_pass: UnitsPass) -> int:
        """Return the number of cells that a pass fixes."""
        fixed = {
            cell
            for deduction in one_pass.deductions
            for cell, before in zip(deduction.unit.cells, deduction.before, strict=True)
            if len(before) > 1 and len(one_pass.state[cell]) == 1
        }
        return len(fixed)

    def guessed(self, cell: int, solution: State) -> str:
        """Return the guessed cell with its value."""
        return f"{self._name(cell)} is {self.game.value_in(solution, cell)}"

    def board(self, state: State) -> str:
        """Return rows of values, with a dot for each unfixed cell."""
        shown = [str(next(iter(domain))) if len(domain) == 1 else "." for domain in state]
        size = max(map(len, shown))
        rows = (shown[first : first + self.width] for first in range(0, len(shown), self.width))
        return "\n".join(" ".join(value.rjust(size) for value in row) for row in rows)

    def value(self, value: Any) -> str:
        """Return the name of a value."""
        return str(value)

    def place(self, cell: int) -> str:
        """Return the row and column of a cell as words."""
        row, column = self.position(cell)
        return f"row {row + 1}, column {column + 1}"

    def describe_candidates(self, deduction: Deduction) -> str:
        """Name the candidates, or the eliminated values, of each changed cell: "(2, 1) is 5, (2, 3) is not 1 or 4"."""
        after = dict(zip(deduction.unit.cells, deduction.after, strict=True))
        return ", ".join(
            f"{self._name(cell)} is {self._either(after[cell])}"
            if len(after[cell]) <= MOST_VALUES
            else f"{self._name(cell)} is not {self._either(gone)}"
            for cell, gone in deduction.removed.items()
        )

    def format_sum(self, cells: Sequence[int], signs: Sequence[int], total: int) -> str:
        """Return a signed sum of cells with its total: "(1, 2) + (3, 4) - (2, 2) = 7"."""
        parts = [("+ " if sign > 0 else "- ") + self._name(cell) for cell, sign in zip(cells, signs, strict=True)]
        return f"{' '.join(parts).removeprefix('+ ')} = {total}"

    def _either(self, values: Iterable[Any]) -> str:
        return " or ".join(map(self.value, sorted(values)))

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, counted from 0."""
        return divmod(cell, self.width)

    def _name(self, cell: int) -> str:
        row, column = self.position(cell)
        return f"({row + 1}, {column + 1})"


def explain_path(game: Game, explainer: Explainer, guess_limit: int) -> Iterator[str]:
    """Explain the easiest solve path pass by pass; every paragraph but the last ends in an empty line."""
    steps, solution = solve_path(game, guess_limit)
    if solution is None:
        yield "There is no solution."
        return
    numbering = count(1)
    for step in steps:
        if step.guess is not None:
            yield f"Guess: {explainer.guessed(step.guess, solution)}\n"
        for one_pass in step.run.passes:
            yield explain_pass(explainer, one_pass, next(numbering)) + "\n"
        if not step.is_last:
            left = len(game.unknown(step.run.state))
            yield f"{explainer.board(step.run.state)}\n"
            yield f"{explainer.alone.capitalize()} leave {counted(left, 'cell')} unknown.\n"
    yield f"{explainer.board(solution)}\n"
    yield _summary(game, explainer, steps, guess_limit)


def explain_pass(explainer: Explainer, one_pass: Pass, number: int) -> str:
    """Return a pass as text: its number, how many cells it fixes, and one line for each deduction."""
    lines = [f"Pass {number}, {one_pass.group}: {counted(explainer.found(one_pass), 'cell')}"]
    return "\n".join([*lines, *(f"  {explainer.explain(deduction)}" for deduction in one_pass.deductions)])


def _summary(game: Game, explainer: Explainer, steps: list[Step], guess_limit: int) -> str:
    if not steps[-1].is_last:
        return f"That is a solution; beyond {guess_limit} unknown cells, the best guess is not searched for."
    if len(steps) > 1:
        difficulty = sum(step.difficulty for step in steps)
        return f"Solved with {counted(len(steps) - 1, 'guess', 'guesses')}: difficulty {difficulty:g}."
    return describe_run(explainer, game, steps[0])


def describe_run(explainer: Explainer, game: Game, step: Step) -> str:
    """Return a sentence with the number of passes, in each order, that solve a puzzle by themselves."""
    first, *others = (len(one.passes) for one in step.runs)
    shown = f"Solved by {explainer.alone}, in {counted(first, 'pass', 'passes')}"
    if others:
        names = [f"{order[0]} first" for order in game.orders]
        shown += f" {names[0]}" + "".join(f" and {n} {name}" for n, name in zip(others, names[1:], strict=True))
    return f"{shown}: difficulty {step.difficulty:g}."


def listed(names: Iterable[object], word: str = "and") -> str:
    """Join names with commas, and with "and" or another word before the last."""
    *others, last = map(str, names)
    return f"{', '.join(others)} {word} {last}" if others else last


def counted(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{n} {one if n == 1 else many or one + 's'}"
