"""Sums of several entries: those across less those down, and the few cells that they do not share.

A cell in an entry across and in one down cancels. So the sums of some entries across, less those of some entries down,
are the sum of the cells that only the former have, less those that only the latter have. It is the rule of 45 of a
Killer Sudoku, with entries in place of units and cages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rullo_core.constraints.sums import MOST_LISTED, SignedSum, pairs_apart
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Kakuro
from rullo_core.passes.units import Unit

MOST_CELLS = MOST_LISTED
"""Cells that the entries of a region may leave."""


def regions(puzzle: Kakuro) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield connected cells of a row or column, or of several beside each other, with their name."""
    for place, name in enumerate(("row", "column")):
        first, last = (end(position[place] for position in puzzle.cells) for end in (min, max))
        for begin in range(first, last + 1):
            for end in range(begin, last + 1):
                called = f"{name} {begin + 1}" if begin == end else f"{name}s {begin + 1} to {end + 1}"
                inside = {cell for cell, position in enumerate(puzzle.cells) if begin <= position[place] <= end}
                for piece in _pieces(puzzle, inside):
                    yield called, piece


def _pieces(puzzle: Kakuro, cells: set[int]) -> Iterator[frozenset[int]]:
    """Yield the components of cells that are neighbours in an entry."""
    beside: dict[int, set[int]] = {cell: set() for cell in cells}
    for entry in puzzle.entries:
        for one, other in zip(entry.cells, entry.cells[1:], strict=False):
            if one in cells and other in cells:
                beside[one].add(other)
                beside[other].add(one)
    while beside:
        waiting = [min(beside)]
        piece = set(waiting)
        while waiting:
            new = beside.pop(waiting.pop()) - piece
            piece |= new
            waiting += new
        yield frozenset(piece)


def differences(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every sum of few cells that follows from sums of entries across and down, region by region (*D*).

    The entries of a region are those with more than half of their cells in it. Left out are regions with an entry
    without a clue, and those that leave no cell or more than `MOST_CELLS`.
    """
    sees: dict[int, set[int]] = {cell: set() for cell in range(len(puzzle.cells))}
    for entry in puzzle.entries:
        for cell in entry.cells:
            sees[cell] |= set(entry.cells) - {cell}
    seen = {cell: frozenset(others) for cell, others in sees.items()}
    known = set()
    for called, region in regions(puzzle):
        entries = [entry for entry in puzzle.entries if 2 * len(region & set(entry.cells)) > len(entry)]
        totals = {ACROSS: 0, DOWN: 0}
        counts: Counter[int] = Counter()
        for entry in entries:
            totals[entry.direction] += entry.clue or 0
            counts.update(dict.fromkeys(entry.cells, 1 if entry.direction == ACROSS else -1))
        if {entry.direction for entry in entries} != {ACROSS, DOWN} or any(entry.clue is None for entry in entries):
            continue
        plus, minus = (tuple(sorted(cell for cell in counts if counts[cell] == sign)) for sign in (1, -1))
        total = totals[ACROSS] - totals[DOWN]
        if not plus:
            plus, minus, total = minus, (), -total
        if not 0 < len(plus) + len(minus) <= MOST_CELLS or (plus, minus) in known or (minus, plus) in known:
            continue
        known.add((plus, minus))
        name = f"{called}, {totals[ACROSS]} across and {totals[DOWN]} down"
        cells, signs = (*plus, *minus), (1,) * len(plus) + (-1,) * len(minus)
        yield Unit(name, cells, SignedSum(total, signs, pairs_apart(cells, seen)))
