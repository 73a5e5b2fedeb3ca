"""What a maker may change in a puzzle that has several solutions, or that entries alone do not solve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from rullo_core.compiled.chance import chance_of
from rullo_core.errors import BadInput
from rullo_core.kakuro.generate import HEAT, MOVES, puzzle_of
from rullo_core.kakuro.kernels.draft import Draft, draft_for, lay_out, measure, set_hints
from rullo_core.kakuro.kernels.repair import list_changes, repair
from rullo_core.kakuro.kernels.uniqueness import find_rectangle
from rullo_core.kakuro.puzzle import Kakuro, Solution, place
from rullo_core.kakuro.solver import solutions
from rullo_core.kakuro.words import tell_failure
from rullo_core.passes.words import counted, listed
from rullo_core.runs.shards import run_on_threads

MOST_CHANGES = 5
"""How many single changes are told."""


@dataclass(frozen=True)
class Change:
    """A single change of a solution, whose hints follow.

    Attributes
    ----------
    digits : dict of int to int
        The new digits, by cell: of one, or of two that are exchanged.
    hints : dict of int to int
        The new hints, by entry.
    bits : float
        What entries then leave: the logarithm of the ways to choose a digit for each cell.
    """

    digits: dict[int, int]
    hints: dict[int, int]
    bits: float


@dataclass(frozen=True)
class Advice:
    """What is to be known of a puzzle before it is changed.

    Attributes
    ----------
    solutions : tuple of tuple of int
        None, one, or the first two.
    bits : float
        What entries leave.
    rectangle : tuple of int
        Four cells with other digits that would do as well; empty if no four are.
    changes : tuple of Change
        Those of the first solution that leave the least.
    repaired : (Kakuro, tuple of int), or None
        A puzzle that entries alone solve, reached by many of them, and its solution.
    """

    solutions: tuple[Solution, ...]
    bits: float = 0.0
    rectangle: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    repaired: tuple[Kakuro, Solution] | None = None


def advise(puzzle: Kakuro, seed: int = 1) -> Advice:
    """Look what may be changed.

    Parameters
    ----------
    puzzle : Kakuro
        With a hint for every entry.
    seed : int
        Of the many changes that repair it.

    Raises
    ------
    BadInput
        If a hint is missing.
    """
    for direction, cells in puzzle.runs():
        entry = next((one for one in puzzle.entries if (one.direction, one.cells) == (direction, cells)), None)
        if entry is None or entry.hint is None:
            where = place(puzzle.cells[cells[0]])
            raise BadInput(f"{puzzle.name or 'the puzzle'}, {where}: has no hint {direction}; repair needs all of them")
    found = tuple(islice(solutions(puzzle), 2))
    if not found:
        return Advice(())
    draft = _draft_of(puzzle, found[0])
    bits = float(measure(draft, draft.domains[0]))
    if bits == 0:
        return Advice(found)
    four = np.zeros(4, np.int64)
    rectangle = tuple(four.tolist()) if find_rectangle(draft, four) else ()
    changes = tuple(_best_changes(puzzle, draft))

    def work(_: int, stop: np.ndarray) -> bool:
        none = np.zeros(len(draft.digits), np.int64)
        return bool(repair(draft, none, MOVES, HEAT, (0, 2**20), chance_of(seed, 0), stop)[0] >= 0)

    (done,) = run_on_threads([0], work, 1)
    return Advice(found, bits, rectangle, changes, puzzle_of(draft) if done else None)


def _draft_of(puzzle: Kakuro, solution: Solution) -> Draft:
    draft = draft_for(puzzle.rows - 1, puzzle.columns - 1)
    for r, c in puzzle.cells:
        draft.white[r - 1, c - 1] = 1
    lay_out(draft)
    draft.digits[: len(solution)] = solution
    set_hints(draft)
    return draft


def _best_changes(puzzle: Kakuro, draft: Draft) -> Iterator[Change]:
    most = 32 * len(puzzle.cells)
    changes, bits = np.zeros((most, 3), np.int64), np.zeros(most)
    number = list_changes(draft, changes, bits)
    old, of_cells = draft.digits.tolist(), puzzle.of_cells
    for k in np.argsort(bits[:number], kind="stable")[:MOST_CHANGES].tolist():
        cell, other, digit = changes[k].tolist()
        digits = {cell: digit} | ({other: old[cell]} if other >= 0 else {})
        more: dict[int, int] = {}
        for one, new in digits.items():
            for entry in of_cells[one]:
                more[entry] = more.get(entry, 0) + new - old[one]
        hints = {entry: (puzzle.entries[entry].hint or 0) + by for entry, by in more.items() if by}
        yield Change(digits, hints, float(bits[k]))


def tell_advice(puzzle: Kakuro, advice: Advice) -> Iterator[str]:
    """The advice in paragraphs."""
    if not advice.solutions:
        yield tell_failure(puzzle)
        return
    if advice.bits == 0:
        yield "Entries alone solve it, so it has one solution."
        return
    if len(advice.solutions) == 1:
        yield f"It has one solution, but entries alone leave {advice.bits:.1f} bits."
    else:
        one, other = advice.solutions
        differ = [place(puzzle.cells[cell]) for cell in range(len(one)) if one[cell] != other[cell]]
        yield (
            f"It has several solutions; two of them differ in {counted(len(differ), 'cell')}: {'; '.join(differ)}. "
            f"Entries alone leave {advice.bits:.1f} bits."
        )
    if advice.rectangle:
        four = [place(puzzle.cells[cell]) for cell in advice.rectangle]
        yield f"In the first, four cells can have other digits too: {'; '.join(four)}. One of their hints must change."
    told = [
        "put "
        + listed(f"{digit} in {place(puzzle.cells[cell])}" for cell, digit in change.digits.items())
        + ", so that "
        + listed(f"{puzzle.told(puzzle.entries[entry])} becomes {hint}" for entry, hint in change.hints.items())
        + f": {change.bits:.1f} bits"
        for change in advice.changes
    ]
    if told:
        yield "Single changes of its digits that leave the least:\n" + "\n".join(f"  {one}" for one in told)
    if advice.repaired is None:
        yield f"{MOVES:,} changes did not lead to a puzzle that entries alone solve; try another --seed."
    else:
        yield f"Changed until entries alone solve it:\n\n{advice.repaired[0]}"
