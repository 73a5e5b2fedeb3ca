"""Rules about several entries of a Kakuro; deductions from a single entry are in `rullo_core.constraints.distinct`.

A **rectangle** is two entries across and two down that cross in four cells, filtered together (Simonis, *interact*):
two or three entries share no circle of cells, so that filtering each entry separately is complete; four can. **Blocks**
of up to three entries across and three down are the next step.

**Differences** are sums of several entries across less those down, of the few cells that they do not share. A cell in
an entry across and in one down cancels. So the sums of some entries across, less those of some entries down, are the
sum of the cells that only the former have, less those that only the latter have. It is the rule of 45 of a Killer
Sudoku, with entries in place of units and cages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations as subsets
from itertools import product

from rullo_core.constraints.distinct import different
from rullo_core.constraints.sums import MOST_SEARCHED, SignedSum, pairs_apart
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Entry, Kakuro
from rullo_core.passes import levels
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State, Unit

MOST_CELLS = MOST_SEARCHED
"""Cells that the entries of a region may leave."""


# -- rectangles -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rectangle:
    """The rule of two entries across, then two down (*Q*), over the cells of all: places of their cells, and clues."""

    members: tuple[tuple[int, ...], ...]
    clues: tuple[int | None, ...]

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The places where they cross: upper left, upper right, lower left, lower right."""
        top, bottom, west, east = map(set, self.members)
        ((a,), (b,), (c,), (d,)) = top & west, top & east, bottom & west, bottom & east
        return a, b, c, d

    def filter(self, domains: State) -> State:
        """Keep digits at the corners with which each entry has a filling, and elsewhere those that occur in such
        fillings.
        """
        a, b, c, d = self.corners
        ends = (a, b), (c, d), (a, c), (b, d)
        fillings = [self._fillings(entry, domains, places) for entry, places in enumerate(ends)]
        top, bottom, west, east = fillings
        four = [(va, vb, vc, vd) for (va, vb) in top for (vc, vd) in bottom if (va, vc) in west and (vb, vd) in east]
        corner_pairs = [{(digits[i], digits[j]) for digits in four} for i, j in ((0, 1), (2, 3), (0, 2), (1, 3))]
        if not four:
            raise Contradiction("no four digits at the corners fit all four entries")
        state = list(domains)
        for places, states, pairs in zip(self.members, fillings, corner_pairs, strict=True):
            allowed: dict[int, set[int]] = {place: set() for place in places}
            for pair in pairs:
                for place, domain in zip(places, states[pair], strict=True):
                    allowed[place] |= domain
            for place, values in allowed.items():
                state[place] &= values
        return tuple(state)

    def _fillings(self, entry: int, domains: State, ends: tuple[int, int]) -> dict[tuple[int, int], State]:
        """Return the domains of an entry for each pair of digits at two of its places with which it has a filling."""
        fillings = {}
        for pair in product(domains[ends[0]], domains[ends[1]]):
            fixed = dict(zip(ends, pair, strict=True))
            entry_domains = tuple(frozenset({fixed[i]}) if i in fixed else domains[i] for i in self.members[entry])
            with suppress(Contradiction):
                fillings[pair] = different(self.clues[entry]).filter(entry_domains)
        return fillings


def rectangles(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every rectangle of a puzzle as a unit."""
    across_entries = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down_entries = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    of_cell = {cell: number for number, entry in enumerate(down_entries) for cell in entry.cells}
    for top, bottom in subsets(across_entries, 2):
        crossing = [{of_cell[cell] for cell in entry.cells if cell in of_cell} for entry in (top, bottom)]
        for west, east in subsets(sorted(crossing[0] & crossing[1]), 2):
            yield unit_of(puzzle, (top, bottom, down_entries[west], down_entries[east]), Rectangle)


# -- blocks -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """The rule of a block of entries over the cells of all of them: places of the cells of each entry, and its clue."""

    members: tuple[tuple[int, ...], ...]
    clues: tuple[int | None, ...]

    def filter(self, domains: State) -> State:
        """Keep the digits that some filling of all entries has."""
        units = [Unit("", cells, different(clue)) for cells, clue in zip(self.members, self.clues, strict=True)]
        supported: list[set[int]] = [set() for _ in domains]
        for place, domain in enumerate(domains):
            for digit in sorted(domain):
                if digit in supported[place]:
                    continue
                with_it = (*domains[:place], frozenset({digit}), *domains[place + 1 :])
                filling = next(levels.solutions(with_it, lambda state: levels.reach(state, units).state), None)
                for digits, solved in zip(supported, filling or (), strict=False):
                    digits |= solved
        if not all(supported):
            raise Contradiction("no filling of all entries is left")
        return tuple(map(frozenset, supported))


def sixes(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield two or three entries each way that cross in at least six cells; for fewer, rectangles are enough."""
    across_entries = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down_entries = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    for rows in (*subsets(across_entries, 2), *subsets(across_entries, 3)):
        cells = {cell for entry in rows for cell in entry.cells}
        crossed = [(entry, len(cells & set(entry.cells))) for entry in down_entries]
        crossed = [pair for pair in crossed if pair[1]]
        for columns in (*subsets(crossed, 2), *subsets(crossed, 3)):
            if sum(number for _, number in columns) >= 6:
                yield unit_of(puzzle, (*rows, *(entry for entry, _ in columns)), Block)


def unit_of(puzzle: Kakuro, entries: Sequence[Entry], rule: type[Rectangle | Block]) -> Unit:
    """Return some entries of a puzzle as a unit with a rule."""
    cells = tuple(sorted({cell for entry in entries for cell in entry.cells}))
    number = {cell: place for place, cell in enumerate(cells)}
    members = tuple(tuple(number[cell] for cell in entry.cells) for entry in entries)
    name = f"{', '.join(map(puzzle.entry_text, entries[:-1]))} and {puzzle.entry_text(entries[-1])}"
    return Unit(name, cells, rule(members, tuple(entry.clue for entry in entries)))


# -- differences ------------------------------------------------------------------------------------------------------


def regions(puzzle: Kakuro) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield connected cells of a row or column, or of several beside each other, with their name."""
    for place, name in enumerate(("row", "column")):
        first, last = (end(position[place] for position in puzzle.cells) for end in (min, max))
        for begin in range(first, last + 1):
            for end in range(begin, last + 1):
                called = f"{name} {begin + 1}" if begin == end else f"{name}s {begin + 1} to {end + 1}"
                cells = {cell for cell, position in enumerate(puzzle.cells) if begin <= position[place] <= end}
                for piece in _pieces(puzzle, cells):
                    yield called, piece


def _pieces(puzzle: Kakuro, cells: set[int]) -> Iterator[frozenset[int]]:
    """Yield the components of cells that are neighbours in an entry."""
    neighbours: dict[int, set[int]] = {cell: set() for cell in cells}
    for entry in puzzle.entries:
        for first, second in zip(entry.cells, entry.cells[1:], strict=False):
            if first in cells and second in cells:
                neighbours[first].add(second)
                neighbours[second].add(first)
    while neighbours:
        waiting = [min(neighbours)]
        piece = set(waiting)
        while waiting:
            new = neighbours.pop(waiting.pop()) - piece
            piece |= new
            waiting += new
        yield frozenset(piece)


def differences(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every sum of few cells that follows from the entries with most of their cells in a region (*D*)."""
    sees: dict[int, set[int]] = {cell: set() for cell in range(len(puzzle.cells))}
    for entry in puzzle.entries:
        for cell in entry.cells:
            sees[cell] |= set(entry.cells) - {cell}
    neighbours = {cell: frozenset(cells) for cell, cells in sees.items()}
    yielded = set()
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
        if not 0 < len(plus) + len(minus) <= MOST_CELLS or (plus, minus) in yielded or (minus, plus) in yielded:
            continue
        yielded.add((plus, minus))
        name = f"{called}, {totals[ACROSS]} across and {totals[DOWN]} down"
        cells, signs = (*plus, *minus), (1,) * len(plus) + (-1,) * len(minus)
        yield Unit(name, cells, SignedSum(total, signs, pairs_apart(cells, neighbours)))
