"""Explain solutions in words: the deductions of each pass, with their reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rullo_core.passes import explain as shared
from rullo_core.passes.explain import Explainer
from rullo_core.rullo.line import UNKNOWN, combinations
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import (
    Deduction,
    Lines,
    Pass,
    Position,
    State,
)

MOST_WAYS = 10_000
"""If there are more ways to reach a target-sum than this, their sums are not determined."""

MOST_SUMS = 3
"""If there are more different sums than this, they are not listed."""


def explain(deduction: Deduction) -> str:
    """Explain a deduction, as in ``column 2: 26 is 1 + 8 + 8 + 9; include 9 (row 1), 1 (row 3)``."""
    sums = _sums(deduction)
    shown = " or ".join(sums) if len(sums) <= MOST_SUMS else f"any of {len(sums)} sums" if sums else "any of many sums"
    found = []
    for word, included in (("include", True), ("exclude", False)):
        if cells := _found(deduction, included):
            found.append(f"{word} {', '.join(f'{number} ({place})' for number, place in cells)}")
    return f"{_line(deduction)}: {deduction.target} is {shown}; {', '.join(found)}"


def describe_deduction(deduction: Deduction) -> str:
    """Explain a deduction, as in ``Column 2 reaches 26 only with 1 + 8 + 8 + 9: the 9 in row 1 is included``."""
    sums = _sums(deduction)
    ways = f"only with {sums[0]}" if len(sums) == 1 else f"with {' or '.join(sums)}"
    if not 0 < len(sums) <= MOST_SUMS:
        ways = f"with any of {len(sums) or 'many'} sums"
    found = []
    for word, included in (("included", True), ("excluded", False)):
        if cells := _found(deduction, included):
            named = [f"the {number} in {place}" for number, place in cells]
            found.append(f"{shared.listed(named)} {'is' if len(cells) == 1 else 'are'} {word}")
    return f"{_line(deduction).capitalize()} reaches {deduction.target} {ways}: {', and '.join(found)}."


def _line(deduction: Deduction) -> str:
    return f"{'column' if deduction.orientation == 'columns' else 'row'} {deduction.index + 1}"


def _sums(deduction: Deduction) -> list[str]:
    """Return the different sums that reach the target-sum, short ones first; none if there are too many ways."""
    ways = combinations(deduction.numbers, deduction.target, deduction.before, deduction.operation)
    sums = {
        tuple(sorted(number for number, chosen in zip(deduction.numbers, way, strict=True) if chosen))
        for way in islice(ways, MOST_WAYS)
    }
    if next(ways, None) is not None:
        return []
    return [" + ".join(map(str, numbers)) or "nothing" for numbers in sorted(sums, key=lambda s: (len(s), s))]


def _found(deduction: Deduction, included: bool) -> list[tuple[int, str]]:
    """Return the numbers that became included, or excluded, each with the name of the line that crosses there."""
    across = 0 if deduction.orientation == "columns" else 1
    return [
        (deduction.numbers[position[across]], f"{('row', 'column')[across]} {position[across] + 1}")
        for position, cell in deduction.found.items()
        if cell is included
    ]


@dataclass(frozen=True)
class RulloExplainer(Explainer):
    """Explainer of Rullos; see `rullo_core.passes.explain`."""

    puzzle: Rullo
    alone = "lines alone"

    def explain(self, deduction: Deduction) -> str:
        """Explain a line's deduction; see `explain`."""
        return explain(deduction)

    def found(self, one_pass: Pass) -> int:
        """Return the number of cells that became known."""
        return one_pass.found

    def guessed(self, cell: Position, solution: Solution) -> str:
        """Return the guess: whether a number is included."""
        r, c = cell
        verb = "include" if solution[r][c] else "exclude"
        return f"{verb} {self.puzzle.numbers[r][c]} in row {r + 1}, column {c + 1}"

    def board(self, state: State) -> str:
        """Return the puzzle as text; see `board`."""
        return board(self.puzzle, state)


def explain_path(puzzle: Rullo, guess_limit: int) -> Iterator[str]:
    """Explain the easiest solve path pass by pass; every paragraph but the last ends in an empty line."""
    return shared.explain_path(Lines(puzzle), RulloExplainer(puzzle), guess_limit)


def board(puzzle: Rullo, state: State) -> str:
    """Return the puzzle as text: included numbers in brackets, excluded ones as a dot, unknown ones as they are."""
    size = max(len(str(number)) for row in puzzle.numbers for number in row)
    rows = [
        [
            f" {str(number).rjust(size)} " if cell is UNKNOWN else f"[{str(number).rjust(size)}]" if cell else "."
            for number, cell in zip(numbers, cells, strict=True)
        ]
        for numbers, cells in zip(puzzle.numbers, state, strict=True)
    ]
    width = max(size + 2, *(len(str(target)) for target in puzzle.column_targets))
    margin = max(len(str(target)) for target in puzzle.row_targets)
    head = " " * margin + "  " + " ".join(str(target).center(width) for target in puzzle.column_targets).rstrip()
    body = [
        f"{str(target).rjust(margin)}  {' '.join(cell.center(width) for cell in row)}".rstrip()
        for target, row in zip(puzzle.row_targets, rows, strict=True)
    ]
    return "\n".join([head, *body])
