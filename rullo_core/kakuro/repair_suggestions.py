"""Suggest the next change to an unfinished puzzle.

While clues are missing, what each of their values would do; when all are there and entries do not solve the puzzle,
which single changes help most. Ambiguity is in bits: the logarithm of the ways to choose a candidate for each cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.different import MAX_SUM
from rullo_core.errors import BadInput, NotFound
from rullo_core.kakuro.explain import KakuroExplainer, picture_in_text
from rullo_core.kakuro.generation import HEAT, MOVES, NO_TRACE, puzzle_of
from rullo_core.kakuro.kernels.construct import weigh
from rullo_core.kakuro.kernels.draft import Draft, draft_for, lay_out, measure
from rullo_core.kakuro.kernels.repair import list_changes, repair
from rullo_core.kakuro.kernels.uniqueness import find_rectangle
from rullo_core.kakuro.puzzle import Kakuro, Solution, place
from rullo_core.kakuro.solver import reach, solutions
from rullo_core.passes.explain import explain_failure, listed, quantity
from rullo_core.runs.shards import run_alone

MOST_CHANGES = 5
"""Number of single changes that are suggested."""

MOST_VALUES = 3
"""Number of listed values of a missing clue: of those that hide the most sets, and of those that leave least."""


@dataclass(frozen=True)
class Value:
    """A value of a missing clue: the ambiguity with it, its number of sets, and of those possible in its place."""

    clue: int
    bits: float
    sets: int
    in_place: int


@dataclass(frozen=True)
class Change:
    """A change of a solution: new digits by cell, of one or of two, new clues by entry, and the ambiguity then."""

    digits: dict[int, int]
    clues: dict[int, int]
    bits: float


@dataclass(frozen=True)
class Advice:
    """At most two solutions of a puzzle, its ambiguity, the values of each missing clue, four cells that can have other
    digits, the best changes of the first solution, and a puzzle that entries solve, to which changes lead.
    """

    solutions: tuple[Solution, ...]
    bits: float = 0.0
    missing: dict[int, tuple[Value, ...]] = field(default_factory=dict)
    rectangle: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    repaired: tuple[Kakuro, Solution] | None = None


def advise(puzzle: Kakuro, seed: int = 1) -> Advice:
    """Suggest changes to a puzzle in which every run of white cells is an entry; the seed is for the repair."""
    numbers = {(entry.direction, entry.cells): number for number, entry in enumerate(puzzle.entries)}
    for direction, cells in puzzle.runs():
        if (direction, cells) not in numbers:
            location = place(puzzle.cells[cells[0]])
            raise BadInput(
                f"{puzzle.name or 'the puzzle'}, {location}: the cells {direction} are no entry; where their clue is "
                "*, leave the * out, and give a clue to a cell that is alone"
            )
    first_solutions = tuple(islice(solutions(puzzle), 2))
    if not first_solutions:
        return Advice(())
    draft = _draft_of(puzzle, first_solutions[0])
    bits = float(measure(draft, draft.domains[0]))
    missing = {
        number: tuple(_values_of(draft, number)) for number, entry in enumerate(puzzle.entries) if entry.clue is None
    }
    if missing:
        return Advice(first_solutions, bits, missing)
    if bits == 0:
        return Advice(first_solutions)
    four = np.zeros(4, np.int64)
    rectangle = tuple(four.tolist()) if find_rectangle(draft, four) else ()
    changes = tuple(_best_changes(puzzle, draft))

    def work(stop: np.ndarray) -> bool:
        fixed = np.zeros(len(draft.digits), np.int64)
        return bool(repair(draft, fixed, MOVES, HEAT, (0, 2**20), rng_from_seed(seed, 0), stop, NO_TRACE)[0] >= 0)

    is_repaired = run_alone(work)
    return Advice(first_solutions, bits, {}, rectangle, changes, puzzle_of(draft) if is_repaired else None)


def repaired(puzzle: Kakuro, seed: int) -> Kakuro:
    """Return a puzzle that entries solve, to which changes of this one lead; itself if they do."""
    advice, name = advise(puzzle, seed), puzzle.name or "the puzzle"
    if not advice.solutions:
        raise BadInput(f"{name}: has no solution; change a clue")
    if advice.missing:
        raise BadInput(f"{name}: lacks a clue; give all of them")
    if advice.bits == 0:
        return puzzle
    if advice.repaired is None:
        raise NotFound(f"{name}: no changes were found after which entries solve it; take another seed")
    return advice.repaired[0]


def _draft_of(puzzle: Kakuro, solution: Solution) -> Draft:
    draft = draft_for(puzzle.rows - 1, puzzle.columns - 1)
    for r, c in puzzle.cells:
        draft.white[r - 1, c - 1] = 1
    lay_out(draft)
    draft.digits[: len(solution)] = solution
    # Entries of a draft and of a puzzle come in the same order.
    draft.puzzle.clues[: len(puzzle.entries)] = [entry.clue or 0 for entry in puzzle.entries]
    return draft


def _values_of(draft: Draft, entry: int) -> Iterator[Value]:
    table, bits = np.zeros((MAX_SUM + 1, 3), np.int64), np.zeros(MAX_SUM + 1)
    number = weigh(draft, entry, table, bits)
    for (clue, sets, in_place), ambiguity in zip(table[:number].tolist(), bits[:number].tolist(), strict=True):
        yield Value(clue, ambiguity, sets, in_place)


def _best_changes(puzzle: Kakuro, draft: Draft) -> Iterator[Change]:
    size = 32 * len(puzzle.cells)
    changes, bits = np.zeros((size, 3), np.int64), np.zeros(size)
    number = list_changes(draft, changes, bits)
    old, of_cells = draft.digits.tolist(), puzzle.of_cells
    for k in np.argsort(bits[:number], kind="stable")[:MOST_CHANGES].tolist():
        cell, partner, digit = changes[k].tolist()
        digits = {cell: digit} | ({partner: old[cell]} if partner >= 0 else {})
        differences: dict[int, int] = {}
        for changed_cell, new in digits.items():
            for entry in of_cells[changed_cell]:
                differences[entry] = differences.get(entry, 0) + new - old[changed_cell]
        clues = {entry: (puzzle.entries[entry].clue or 0) + by for entry, by in differences.items() if by}
        yield Change(digits, clues, float(bits[k]))


def format_suggestions(puzzle: Kakuro, advice: Advice) -> Iterator[str]:
    """Yield the advice in paragraphs."""
    if not advice.solutions:
        yield explain_failure(KakuroExplainer(puzzle))
        return
    if advice.missing:
        yield from _format_missing(puzzle, advice)
        return
    if advice.bits == 0:
        yield "Entries alone solve it, so it has one solution."
        return
    if len(advice.solutions) == 1:
        yield f"It has one solution, but entries alone leave {advice.bits:.1f} bits."
    else:
        first, second = advice.solutions
        differ = [place(puzzle.cells[cell]) for cell in range(len(first)) if first[cell] != second[cell]]
        yield (
            f"It has several solutions; two of them differ in {quantity(len(differ), 'cell')}: {'; '.join(differ)}. "
            f"Entries alone leave {advice.bits:.1f} bits."
        )
    if advice.rectangle:
        four = [place(puzzle.cells[cell]) for cell in advice.rectangle]
        yield f"In the first, four cells can have other digits too: {'; '.join(four)}. One of their clues must change."
    text = [
        "put "
        + listed(f"{digit} in {place(puzzle.cells[cell])}" for cell, digit in change.digits.items())
        + ", so that "
        + listed(f"{puzzle.entry_text(puzzle.entries[entry])} becomes {clue}" for entry, clue in change.clues.items())
        + f": {change.bits:.1f} bits"
        for change in advice.changes
    ]
    if text:
        yield "Single changes of its digits that leave the least:\n" + "\n".join(f"  {line}" for line in text)
    if advice.repaired is None:
        yield f"{MOVES:,} changes did not lead to a puzzle that entries alone solve; try another seed."
    else:
        yield f"Changed until entries alone solve it:\n\n{advice.repaired[0]}"


def _format_missing(puzzle: Kakuro, advice: Advice) -> Iterator[str]:
    yield picture_in_text(puzzle, reach(puzzle, "G").state)
    yield (
        f"{quantity(len(advice.missing), 'clue is', 'clues are')} missing. Entries alone leave {advice.bits:.1f} bits"
        + (", so that there is one solution whatever they are." if advice.bits == 0 else ".")
    )
    if advice.bits == 0:
        return
    lines = []
    for number, values in advice.missing.items():
        range_of = f"{values[0].clue} to {values[-1].clue}" if len(values) > 1 else f"only {values[0].clue}"
        lines.append(f"{puzzle.entry_text(puzzle.entries[number])}: {range_of}")
        hidden = sorted(values, key=lambda value: (-value.sets / max(value.in_place, 1), value.bits))[:MOST_VALUES]
        clearest = sorted(values, key=lambda value: (value.bits, value.clue))[:MOST_VALUES]
        for value in sorted({*hidden, *clearest}, key=lambda value: value.clue):
            lines.append(
                f"  {value.clue}: {value.bits:.1f} bits; {quantity(value.sets, 'set')} of digits, "
                f"{value.in_place} in its place"
            )
    yield "What entries allow for each, with those that leave least, and those that hide most:\n" + "\n".join(lines)
