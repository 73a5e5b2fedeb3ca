"""Measures of how hard a Kakuro is, beside its kind, grade and passes.

After the answers to Creating a Kakuro puzzle with a unique solution (Puzzling Stack Exchange, 2017), and the average
number of candidates (Mathimagics, in a forum on Kakuro, 2016).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from rullo_core import passes
from rullo_core.constraints.distinct import Living, combinations
from rullo_core.kakuro.levels import STUCK
from rullo_core.kakuro.puzzle import Entry, Kakuro
from rullo_core.kakuro.solver import game, grade, reach, shave
from rullo_core.passes.levels import is_fixed
from rullo_core.passes.units import Deduction


@dataclass(frozen=True)
class Measures:
    """Measures of a puzzle that has a solution.

    The level is the weakest that solves it; one_set the share of clues with only one set of digits; forced counts the
    cells whose two clues share only one digit; digits_left is the mean number of candidates after propagation by
    entries. Retained is how much of its ambiguity a clue has lost when it is first of use. It is the mean, over the
    clues that are of use, of log2(a / b), where a is the number of sets that the clue alone allows, and b the number of
    sets that it still allows then. It is great where a clue says little before others are known, and None without clues
    of use.
    """

    level: str
    cells: int
    entries: int
    mean_length: float
    one_set: float
    forced: int
    digits_left: float
    retained: float | None


def measure(puzzle: Kakuro) -> Measures:
    """Measure a puzzle; raises `rullo_core.passes.solver.Contradiction` if entries show that it has no solution."""
    clues = [entry for entry in puzzle.entries if entry.clue is not None]
    lengths = [len(entry) for entry in puzzle.entries]
    state = reach(puzzle, "G").state
    return Measures(
        _level(puzzle),
        len(puzzle.cells),
        len(lengths),
        sum(lengths) / len(lengths),
        share_with_one_set(puzzle),
        sum(len(_shared(puzzle, numbers)) == 1 for numbers in puzzle.of_cells if len(numbers) == 2),
        sum(map(len, state)) / len(state),
        _retained(puzzle) if clues else None,
    )


def share_with_one_set(puzzle: Kakuro) -> float:
    """Return the share of clues that only one set of digits has."""
    clues = [entry for entry in puzzle.entries if entry.clue is not None]
    return sum(len(combinations(len(entry), entry.clue)) == 1 for entry in clues) / len(clues) if clues else 0.0


def _level(puzzle: Kakuro) -> str:
    if (name := grade(puzzle)) != STUCK:
        return name
    if is_fixed(reach(puzzle, "G+Q").state):
        return "rectangles"
    return "shaving" if is_fixed(shave(puzzle)) else "search"


def _shared(puzzle: Kakuro, numbers: list[int]) -> frozenset[int]:
    """Return the digits that the sets of two entries have in common."""
    first, second = (frozenset().union(*_sets(puzzle.entries[number])) for number in numbers)
    return first & second


def _sets(entry: Entry) -> tuple[frozenset[int], ...]:
    return tuple(combinations(len(entry), entry.clue))


def _retained(puzzle: Kakuro) -> float | None:
    first: dict[str, Deduction] = {}
    for one_pass in passes.run(game(puzzle)).passes:
        for deduction in one_pass.deductions:
            first.setdefault(deduction.unit.name, deduction)
    lost = []
    for entry in puzzle.entries:
        deduction = first.get(puzzle.entry_text(entry))
        if deduction is not None and entry.clue is not None:
            in_place = sum(1 for _ in Living(entry.clue).living(deduction.old_domains))
            lost.append(log2(len(_sets(entry))) - log2(in_place))
    return sum(lost) / len(lost) if lost else None
