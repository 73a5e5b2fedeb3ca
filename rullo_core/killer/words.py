"""A Killer Sudoku solved in words: passes of a level, each step with its strategy, and a guess where they are stuck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from rullo_core import passes
from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.killer.batch import find_solutions
from rullo_core.killer.puzzle import Killer, Solution, place
from rullo_core.killer.rules import InCage, Required, SignedSum, living
from rullo_core.killer.solver import Reasoner
from rullo_core.passes.solver import Contradiction, Run
from rullo_core.passes.units import Deduction, State
from rullo_core.passes.words import UnitWords, counted, listed, tell_pass
from rullo_core.sudoku.rules import Hidden, Locked

MOST_DIGITS = 4
"""With more digits left than this, it is told which are not."""

MOST_SETS = 4
"""With more sets of digits than this, they are not told one by one."""

STRATEGIES = {
    Forward: "settled digits",
    Hidden: "hidden single",
    Locked: "line and box",
    Hall: "all of the unit",
    InCage: "killer combinations",
    Required: "required digits",
    SignedSum: "rule of 45",
}
"""What a rule is called."""


class KillerWords(UnitWords):
    """How a Killer Sudoku is told."""

    def __init__(self, puzzle: Killer, level: str) -> None:
        self.reasoner = Reasoner(puzzle)
        super().__init__(self.reasoner.game(level), puzzle.side)
        self.puzzle = puzzle

    def explain(self, deduction: Deduction) -> str:
        """The strategy, and what follows: cage a, killer combinations (12: 39 48 57): (2, 1) is 3 or 9."""
        after = dict(zip(deduction.unit.cells, deduction.after, strict=True))
        told = [
            f"{self._name(cell)} is {_digits(after[cell])}"
            if len(after[cell]) <= MOST_DIGITS
            else f"{self._name(cell)} is not {_digits(gone)}"
            for cell, gone in deduction.removed.items()
        ]
        strategy = STRATEGIES[type(deduction.unit.rule)]
        return f"{deduction.unit.name}, {strategy}{self._reason(deduction)}: {', '.join(told)}"

    def _reason(self, deduction: Deduction) -> str:
        rule = deduction.unit.rule
        if isinstance(rule, InCage):
            sets = [one for one, _ in living(deduction.before, rule.total, rule.digits)]
            told = " ".join("".join(map(str, sorted(one))) for one in sets) if len(sets) <= MOST_SETS else ""
            return f" ({rule.total}: {told or f'{len(sets)} sets'})"
        if isinstance(rule, Required):
            cage = deduction.before[: -len(rule.seen)]
            needed = frozenset.intersection(*(one for one, _ in living(cage, rule.total, rule.digits)))
            return f" (has {listed(sorted(needed))})"
        if isinstance(rule, SignedSum):
            parts = [
                ("+ " if sign > 0 else "- ") + self._name(cell)
                for sign, cell in zip(rule.signs, deduction.unit.cells, strict=True)
            ]
            return f" ({' '.join(parts).removeprefix('+ ')} = {rule.total})"
        return ""

    def board(self, state: State) -> str:
        """Digits, dots for cells with several."""
        side, (_, wide) = self.puzzle.side, self.puzzle.box
        width = len(str(side))
        lines = []
        for first in range(0, side * side, side):
            told = [str(min(one)) if len(one) == 1 else "." for one in state[first : first + side]]
            parts = (told[begin : begin + wide] for begin in range(0, side, wide))
            lines.append(" | ".join(" ".join(one.rjust(width) for one in part) for part in parts))
        rule = "-" * len(lines[0])
        high = self.puzzle.box[0]
        bands = ("\n".join(lines[begin : begin + high]) for begin in range(0, side, high))
        return f"\n{rule}\n".join(bands)


def _digits(digits: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(digits)))


@dataclass(frozen=True)
class Stage:
    """A part of the way to a solution: passes, and the guess that follows where they are stuck.

    Attributes
    ----------
    run : Run
    guess : (int, int) or None
        A cell and its digit.
    """

    run: Run
    guess: tuple[int, int] | None


def find_way(words: KillerWords) -> tuple[list[Stage], list[Solution]]:
    """The way to the first solution; guessed is the first cell with the fewest digits, and its digit in the solution.

    Returns
    -------
    stages : list of Stage
        None, if there is no solution.
    found : list of tuple of int
        One solution if it is the only one, two if there are others.
    """
    found = find_solutions(words.puzzle, 2).solutions
    if not found:
        return [], []
    stages: list[Stage] = []
    state = words.game.start
    while True:
        run = passes.run(words.game, state=state)
        if run.is_solved:
            return [*stages, Stage(run, None)], found
        cell = min(words.game.unknown(run.state), key=lambda one: len(run.state[one]))
        stages.append(Stage(run, (cell, found[0][cell])))
        state = words.game.with_value(run.state, cell, found[0][cell])


def tell_way(puzzle: Killer, level: str) -> Iterator[str]:
    """Tell the way to a solution in paragraphs that end in an empty line but for the last."""
    words, numbering = KillerWords(puzzle, level), count(1)
    stages, found = find_way(words)
    if not found:
        yield tell_failure(words)
        return
    for stage in stages:
        for one_pass in stage.run.passes:
            if one_pass.deductions:
                yield tell_pass(words, one_pass, next(numbering)) + "\n"
        if stage.guess is not None:
            cell, digit = stage.guess
            left = len(words.game.unknown(stage.run.state))
            yield f"{words.board(stage.run.state)}\n"
            yield f"Passes alone leave {counted(left, 'cell')} unknown.\n"
            yield f"Guess: {digit} in {place(cell, puzzle.side)}\n"
    yield words.board(_state_of(found[0])) + "\n"
    if len(stages) == 1:
        yield f"Solved by passes alone: {counted(stages[0].run.last_that_changed, 'pass', 'passes')} of {level}."
        return
    yield f"Solved with {counted(len(stages) - 1, 'guess', 'guesses')}. {tell_others(words, found)}"


def tell_others(words: KillerWords, found: list[Solution]) -> str:
    """That there is no other solution, or one with the cells that differ."""
    if len(found) == 1:
        return "That is the only solution."
    cells = [cell for cell, pair in enumerate(zip(*found, strict=True)) if len(set(pair)) > 1]
    return (
        f"There are other solutions: in one {counted(len(cells), 'cell')} differ.\n\n{words.board(_state_of(found[1]))}"
    )


def tell_failure(words: KillerWords) -> str:
    """That there is no solution, with the unit where it fails if passes show it."""
    try:
        passes.run(words.game)
    except Contradiction as failure:
        return f"There is no solution: {failure}."
    return "There is no solution: passes alone do not show it, but every digit of some cell leads to a contradiction."


def _state_of(solution: Solution) -> State:
    return tuple(frozenset({digit}) for digit in solution)


def way_as_json(puzzle: Killer, level: str) -> dict[str, Any]:
    """The way to a solution, for other programs."""
    words = KillerWords(puzzle, level)
    stages, found = find_way(words)
    steps: list[dict[str, Any]] = []
    for stage in stages:
        steps += [words.pass_as_json(one) for one in stage.run.passes if one.deductions]
        if stage.guess is not None:
            steps.append({"guess": words.cell_as_json(stage.guess[0]) | {"digit": stage.guess[1]}})
    return {
        "solvable": bool(found),
        "only": len(found) == 1 if found else None,
        "steps": steps,
        "solution": list(found[0]) if found else None,
    }
