"""Explain a solve path in text and as JSON; a puzzle's own explainer names its cells and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from rullo_core.passes.solver import Contradiction, Step, run, solve_path
from rullo_core.passes.units import Deduction, State, Units, UnitsPass

MOST_ROWS = 3
"""If more rows of values satisfy a rule, they are not listed."""

MOST_VALUES = 4
"""If a cell has more candidates than this, the eliminated values are listed instead."""


@dataclass(frozen=True)
class UnitExplainer:
    """Describes the solve path of a puzzle of units in words; `reasoning` names what solves a puzzle without guesses.

    A cell is named by its row and column, a value by its symbol.
    """

    game: Units
    width: int
    reasoning = "passes alone"

    def explain(self, deduction: Deduction) -> str:
        """Return a deduction, with its reason if few rows satisfy the rule: "row 2, only 5 1: (2, 1) is 5, ..."."""
        changes = [
            f"{self._name(cell)} is {' or '.join(map(str, sorted(new)))}"
            for cell, old, new in zip(deduction.unit.cells, deduction.old_domains, deduction.new_domains, strict=True)
            if old != new
        ]
        rows = [" ".join(map(str, row)) for row in islice(deduction.rows, MOST_ROWS + 1)]
        reason = f", only {' or '.join(rows)}" if 0 < len(rows) <= MOST_ROWS else ""
        return f"{deduction.unit.name}{reason}: {', '.join(changes)}"

    def assigned(self, cell: int, value: Any) -> str:
        """Describe a cell with its value: "5 in row 1, column 2"."""
        return f"{self.value(value)} in {self.place(cell)}"

    def guessed(self, cell: int, value: Any) -> str:
        """Describe a guess."""
        return self.assigned(cell, value)

    def mistake(self, cell: int, value: Any) -> str:
        """Describe a value that a cell has in no solution."""
        return self.assigned(cell, value)

    def failed(self, failure: Contradiction) -> str:
        """Describe how passes fail."""
        return str(failure)

    def board(self, state: State) -> str:
        """Return rows of values, with a dot for each unfixed cell."""
        values = [str(next(iter(domain))) if len(domain) == 1 else "." for domain in state]
        size = max(map(len, values))
        rows = (values[first : first + self.width] for first in range(0, len(values), self.width))
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
        candidates = dict(zip(deduction.unit.cells, deduction.new_domains, strict=True))
        return ", ".join(
            f"{self._name(cell)} is {self._join_values(candidates[cell])}"
            if len(candidates[cell]) <= MOST_VALUES
            else f"{self._name(cell)} is not {self._join_values(eliminated)}"
            for cell, eliminated in deduction.removed.items()
        )

    def format_sum(self, cells: Sequence[int], signs: Sequence[int], total: int) -> str:
        """Return a signed sum of cells with its total: "(1, 2) + (3, 4) - (2, 2) = 7"."""
        parts = [("+ " if sign > 0 else "- ") + self._name(cell) for cell, sign in zip(cells, signs, strict=True)]
        return f"{' '.join(parts).removeprefix('+ ')} = {total}"

    def _join_values(self, values: Iterable[Any]) -> str:
        return " or ".join(map(self.value, sorted(values)))

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, counted from 0."""
        return divmod(cell, self.width)

    def _name(self, cell: int) -> str:
        row, column = self.position(cell)
        return f"({row + 1}, {column + 1})"


def explain_path(explainer: UnitExplainer, guess_limit: int) -> Iterator[str]:
    """Explain the easiest solve path pass by pass; every paragraph but the last ends in an empty line."""
    game = explainer.game
    steps, solution = solve_path(game, guess_limit)
    if solution is None:
        yield explain_failure(explainer)
        return
    numbering = count(1)
    for step in steps:
        if step.guess is not None:
            yield f"Guess: {explainer.guessed(step.guess, game.value_in(solution, step.guess))}\n"
        for one_pass in step.run.passes:
            yield explain_pass(explainer, one_pass, next(numbering)) + "\n"
        if not step.is_last:
            unknown = len(game.unknown(step.run.state))
            yield f"{explainer.board(step.run.state)}\n"
            yield f"{explainer.reasoning.capitalize()} leave {quantity(unknown, 'cell')} unknown.\n"
    yield f"{explainer.board(game.state_of(solution))}\n"
    yield _summary(explainer, steps, guess_limit)


def explain_pass(explainer: UnitExplainer, one_pass: UnitsPass, number: int) -> str:
    """Return a pass as text: its number, how many cells it fixes, and one line for each deduction."""
    lines = [f"Pass {number}, {one_pass.group}: {quantity(len(one_pass.fixed), 'cell')}"]
    return "\n".join([*lines, *(f"  {explainer.explain(deduction)}" for deduction in one_pass.deductions)])


def _summary(explainer: UnitExplainer, steps: list[Step], guess_limit: int) -> str:
    if not steps[-1].is_last:
        return f"That is a solution; beyond {guess_limit} unknown cells, the best guess is not searched for."
    if len(steps) > 1:
        difficulty = sum(step.difficulty for step in steps)
        return f"Solved with {quantity(len(steps) - 1, 'guess', 'guesses')}: difficulty {difficulty:g}."
    return describe_run(explainer, steps[0])


def describe_run(explainer: UnitExplainer, step: Step) -> str:
    """Return a sentence with the number of passes, in each order, that solve a puzzle without guesses."""
    first, *further = (len(run.passes) for run in step.runs)
    text = f"Solved by {explainer.reasoning}, in {quantity(first, 'pass', 'passes')}"
    if further:
        names = [f"{order[0]} first" for order in explainer.game.orders]
        text += f" {names[0]}" + "".join(f" and {n} {name}" for n, name in zip(further, names[1:], strict=True))
    return f"{text}: difficulty {step.difficulty:g}."


def explain_failure(explainer: UnitExplainer) -> str:
    """Return the sentence that there is no solution, with the unit that fails if passes find one."""
    try:
        run(explainer.game)
    except Contradiction as failure:
        return f"There is no solution: {explainer.failed(failure)}."
    text = f"{explainer.reasoning} do not show it, but every value of some cell leads to a contradiction"
    return f"There is no solution: {text}."


def listed(names: Iterable[object], word: str = "and") -> str:
    """Join names with commas, and with "and" or another word before the last."""
    *head, last = map(str, names)
    return f"{', '.join(head)} {word} {last}" if head else last


def quantity(n: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{n} {singular if n == 1 else plural or singular + 's'}"
