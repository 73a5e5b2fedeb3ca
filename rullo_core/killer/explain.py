"""Explain the solution of a Killer Sudoku: the passes of a level, each step with its strategy, and guesses."""

from __future__ import annotations

from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.constraints.sums import SignedSum
from rullo_core.killer.levels import STRONGEST
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.rules import InCage, Required, living
from rullo_core.killer.solver import reasoner_of
from rullo_core.passes.explain import UnitExplainer, listed
from rullo_core.passes.solver import Found
from rullo_core.passes.stages import solve
from rullo_core.passes.units import Deduction, State
from rullo_core.sudoku.rules import Hidden, Locked

MOST_SETS = 4
"""Greatest number of combinations that a reason lists; of more, it gives the number."""

STRATEGIES = {
    Forward: "fixed digits",
    Hidden: "hidden single",
    Locked: "line and box",
    Hall: "all of the unit",
    InCage: "killer combinations",
    Required: "required digits",
    SignedSum: "rule of 45",
}
"""The name of each rule's strategy."""


class KillerExplainer(UnitExplainer):
    """Explanations of the deductions in a Killer Sudoku."""

    def __init__(self, puzzle: Killer, level: str) -> None:
        self.reasoner = reasoner_of(puzzle)
        super().__init__(self.reasoner.game(level), puzzle.side)
        self.puzzle = puzzle

    def explain(self, deduction: Deduction) -> str:
        """Return the strategy, reason and result: cage a, killer combinations (12: 39 48 57): (2, 1) is 3 or 9."""
        strategy = STRATEGIES[type(deduction.unit.rule)]
        return f"{deduction.unit.name}, {strategy}{self._reason(deduction)}: {self.describe_candidates(deduction)}"

    def _reason(self, deduction: Deduction) -> str:
        rule = deduction.unit.rule
        if isinstance(rule, InCage):
            sets = [digits for digits, _ in living(deduction.old_domains, rule.total, rule.digits)]
            text = " ".join("".join(map(str, sorted(digits))) for digits in sets) if len(sets) <= MOST_SETS else ""
            return f" ({rule.total}: {text or f'{len(sets)} sets'})"
        if isinstance(rule, Required):
            cage = deduction.old_domains[: -len(rule.visible)]
            required = frozenset.intersection(*(digits for digits, _ in living(cage, rule.total, rule.digits)))
            return f" (has {listed(sorted(required))})"
        if isinstance(rule, SignedSum):
            return f" ({self.format_sum(deduction.unit.cells, rule.signs, rule.total)})"
        return ""

    def board(self, state: State) -> str:
        """Return the grid as text: digits of fixed cells, dots for the others."""
        side, (_, width) = self.puzzle.side, self.puzzle.box
        digit_width = len(str(side))
        lines = []
        for first in range(0, side * side, side):
            text = [str(min(domain)) if len(domain) == 1 else "." for domain in state[first : first + side]]
            parts = (text[begin : begin + width] for begin in range(0, side, width))
            lines.append(" | ".join(" ".join(symbol.rjust(digit_width) for symbol in part) for part in parts))
        rule = "-" * len(lines[0])
        height = self.puzzle.box[0]
        bands = ("\n".join(lines[begin : begin + height]) for begin in range(0, side, height))
        return f"\n{rule}\n".join(bands)


def solutions_of(puzzle: Killer, level: str, limit: int = 2) -> Found:
    """Find solutions up to a limit: by passes of a level, then of the strongest level, then by a compiled search."""
    reasoner = reasoner_of(puzzle)

    def search() -> Found:
        # Imported here: puzzles that passes solve need no compiler.
        from rullo_core.killer.batch import find_solutions

        return find_solutions(puzzle, limit)

    return solve((reasoner.game(name) for name in (level, STRONGEST)), search)
