"""Explain in words how a Rullo is solved, and draw it in text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from rullo_core.passes.explain import UnitExplainer, explain_pass, listed
from rullo_core.passes.hints import Hint
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Deduction, State
from rullo_core.rullo.line import UNKNOWN
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.rules import VERBS, Seen
from rullo_core.rullo.solver import game

MOST_WAYS = 10_000
"""If there are more ways to reach a target-sum than this, their sums are not determined."""

MOST_SUMS = 3
"""If there are more different sums than this, they are not listed."""

STUCK = "Lines alone allow no further deduction"
"""First words of the hints where no single line allows a deduction."""


class RulloExplainer(UnitExplainer):
    """Explainer of Rullos: it names lines with the sums that reach their targets, and numbers by lines that cross."""

    reasoning = "lines alone"

    def __init__(self, puzzle: Rullo) -> None:
        super().__init__(game(puzzle), puzzle.width)
        self.puzzle, self.places = puzzle, game(puzzle).places

    def explain(self, deduction: Deduction) -> str:
        """Explain a deduction: "column 2 reaches 26 only with 1 + 8 + 8 + 9: the 9 in row 1 is included"."""
        unit = deduction.unit
        if isinstance(unit.rule, Seen):
            reason, fixed = unit.rule.look(deduction.old_domains) or ("", {})
            return f"{unit.name} {reason}: {self.to_do({unit.cells[i]: included for i, included in fixed.items()})}"
        sums = _sums(deduction)
        ways = f"only with {sums[0]}" if len(sums) == 1 else f"with {' or '.join(sums)}"
        if not 0 < len(sums) <= MOST_SUMS:
            ways = f"with any of {len(sums) or 'many'} sums"
        fixed_as = dict(zip(unit.cells, deduction.new_domains, strict=True))
        crossing = 0 if unit in self.game.groups["columns"] else 1
        parts = []
        for value, verb in VERBS.items():
            numbers = [
                f"the {self.number(cell)} in {('row', 'column')[crossing]} {self.places[cell][crossing] + 1}"
                for cell in deduction.removed
                if fixed_as[cell] == {value}
            ]
            if numbers:
                parts.append(f"{listed(numbers)} {'is' if len(numbers) == 1 else 'are'} {verb}d")
        return f"{unit.name} reaches {unit.rule.target} {ways}: {', and '.join(parts)}"  # type: ignore[attr-defined]

    def number(self, cell: int) -> int:
        """Return the number in a cell."""
        r, c = self.places[cell]
        return self.puzzle.numbers[r][c]

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, counted from 0."""
        return self.places[cell]

    def place(self, cell: int) -> str:
        """Return a number with its row and column as words."""
        return f"{self.number(cell)} in {super().place(cell)}"

    def assigned(self, cell: int, value: int) -> str:
        """Describe a cell with its value: "the 9 in row 1, column 2 included"."""
        return f"the {self.place(cell)} {VERBS[bool(value)]}d"

    def guessed(self, cell: int, value: int) -> str:
        """Describe a guess: "include 9 in row 1, column 2"."""
        return self.to_do({cell: value})

    def mistake(self, cell: int, value: int) -> str:
        """Describe a wrong mark: "the 9 in row 1, column 2 is not included"."""
        return f"the {self.place(cell)} is not {VERBS[bool(value)]}d"

    def failed(self, failure: Contradiction) -> str:
        """Describe how a line fails."""
        unit = failure.unit
        return str(failure) if unit is None else f"the numbers of {unit.name} cannot reach {unit.rule.target}"

    def to_do(self, values: Mapping[int, int]) -> str:
        """Return what a player has to do: "include 9 in row 1, column 2, exclude 4 in row 2, column 3"."""
        parts = {value: [self.place(cell) for cell, choice in values.items() if choice == value] for value in VERBS}
        return ", ".join(f"{VERBS[value]} {' and '.join(places)}" for value, places in parts.items() if places)

    def board(self, state: State) -> str:
        """Return the puzzle as text: included numbers in brackets, excluded ones as a dot, unknown ones as they are."""
        puzzle, marks = self.puzzle, game(self.puzzle).marks_of(state)
        size = max(len(str(number)) for row in puzzle.numbers for number in row)
        rows = [
            [
                f" {str(number).rjust(size)} " if cell is UNKNOWN else f"[{str(number).rjust(size)}]" if cell else "."
                for number, cell in zip(numbers, cells, strict=True)
            ]
            for numbers, cells in zip(puzzle.numbers, marks, strict=True)
        ]
        width = max(size + 2, *(len(str(target)) for target in puzzle.column_targets))
        margin = max(len(str(target)) for target in puzzle.row_targets)
        head = " " * margin + "  " + " ".join(str(target).center(width) for target in puzzle.column_targets).rstrip()
        body = [
            f"{str(target).rjust(margin)}  {' '.join(cell.center(width) for cell in row)}".rstrip()
            for target, row in zip(puzzle.row_targets, rows, strict=True)
        ]
        return "\n".join([head, *body])

    def explain_hint(self, hint: Hint, differing: list[int]) -> Iterator[str]:
        """Explain a hint in paragraphs, given the cells in which two solutions differ."""
        if hint.steps:
            yield from (f"{explanation[0].upper()}{explanation[1:]}." for explanation in map(self.explain, hint.steps))
        elif hint.refuted is not None:
            cell, value, passes, contradiction = hint.refuted
            yield f"{STUCK}. The guess that is refuted soonest: {self.to_do({cell: value})}.\n"
            yield from (explain_pass(self, one_pass, i) + "\n" for i, one_pass in enumerate(passes, start=1))
            yield f"But then {self.failed(contradiction)}. So {self.to_do(hint.values)}."
        else:
            cells = ", ".join(map(self.place, differing))
            reason = f"there are several solutions. Two differ in {cells}"
            reason = reason if differing else "it takes at least two guesses to find a contradiction"
            yield f"{STUCK}, and they refute no guess: {reason}."


def _sums(deduction: Deduction) -> list[str]:
    """Return the different sums that reach the target-sum, short ones first; none if there are too many ways."""
    rows, numbers = deduction.rows, deduction.unit.rule.numbers  # type: ignore[attr-defined]
    sums = {
        tuple(sorted(number for number, is_included in zip(numbers, row, strict=True) if is_included))
        for row in islice(rows, MOST_WAYS)
    }
    if next(rows, None) is not None:
        return []
    return [" + ".join(map(str, terms)) or "nothing" for terms in sorted(sums, key=lambda s: (len(s), s))]
