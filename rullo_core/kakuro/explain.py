"""Explain how a Kakuro is solved, and draw it in text."""

from __future__ import annotations

from itertools import islice
from typing import Any

from rullo_core.constraints.distinct import Living
from rullo_core.constraints.sums import SignedSum
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Kakuro
from rullo_core.kakuro.rules import Rectangle
from rullo_core.kakuro.solver import game
from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.units import Deduction, State

MOST_SETS = 3
"""Most sets of digits that an explanation lists."""


class KakuroExplainer(UnitExplainer):
    """Explain deductions in a Kakuro: the entry by its first cell, its possible sets of digits, and the result."""

    alone = "entries alone"

    def __init__(self, puzzle: Kakuro, level: str = "G") -> None:
        super().__init__(game(puzzle, level), puzzle.columns)
        self.puzzle = puzzle
        self.entries = {puzzle.entry_text(entry): entry for entry in puzzle.entries}

    def explain(self, deduction: Deduction) -> str:
        """Return the result and why: 17 across from row 2, column 3, only 8+9: (2, 3) is 8 or 9."""
        return f"{deduction.unit.name}{self._reason(deduction)}: {self.describe_candidates(deduction)}"

    def _reason(self, deduction: Deduction) -> str:
        rule = deduction.unit.rule
        if isinstance(rule, Rectangle):
            return ", at their crossings"
        if isinstance(rule, SignedSum):
            return f", so {self.format_sum(deduction.unit.cells, rule.signs, rule.total)}"
        entry = self.entries[deduction.unit.name]
        sets = list(islice(Living(entry.clue).living(deduction.before), MOST_SETS + 1)) if entry.clue else []
        if not 0 < len(sets) <= MOST_SETS or len(entry) == 1:
            return ""
        return f", only {' or '.join('+'.join(map(str, sorted(digits))) for digits in sets)}"

    def board(self, state: Any) -> str:
        """Return digits, a dot for unfixed cells, - for black ones."""
        digits = [min(domain) if len(domain) == 1 else 0 for domain in state]
        rows = [["-"] * self.puzzle.columns for _ in range(self.puzzle.rows)]
        for (r, c), digit in zip(self.puzzle.cells, digits, strict=True):
            rows[r][c] = str(digit or ".")
        return "\n".join(map(" ".join, rows))

    def position(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, from 0."""
        return self.puzzle.cells[cell]


def picture_in_text(puzzle: Kakuro, state: State) -> str:
    r"""Draw a board as people write it: 16\24 for a clue down and one across, digits, dots for unfixed cells.

    >>> puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    >>> print(picture_in_text(puzzle, (frozenset({3}), *[frozenset({1, 2})] * 3)))
    #  4\ 6\
    \7 3  .
    \3 .  .
    """
    text = [["#"] * puzzle.columns for _ in range(puzzle.rows)]
    for (r, c), clues in puzzle.clues.items():
        text[r][c] = f"{clues.get(DOWN, '')}\\{clues.get(ACROSS, '')}"
    for (r, c), domain in zip(puzzle.cells, state, strict=True):
        text[r][c] = str(min(domain)) if len(domain) == 1 else "."
    widest = max(len(word) for row in text for word in row)
    return "\n".join(" ".join(word.ljust(widest) for word in row).rstrip() for row in text)
