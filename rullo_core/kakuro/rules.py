"""Rules about several entries of a Kakuro; what one reveals by itself is in `rullo_core.constraints.distinct`.

A **rectangle** is two entries across and two down that cross in four cells, filtered together (Simonis, *interact*):
two or three entries share no circle of cells, so that filtering each by itself is complete; four can. **Blocks** of up
to three entries across and three down are the next step.

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
        top, bottom, left, right = map(set, self.members)
        ((a,), (b,), (c,), (d,)) = top & left, top & right, bottom & left, bottom & right
        return a, b, c, d

    def filter(self, domains: State) -> State:
        """Keep digits at the corners with which each entry has a filling, and elsewhere those that go with them."""
        a, b, c, d = self.corners
        ends = (a, b), (c, d), (a, c), (b, d)
        filled = [self._fillings(entry, domains, places) for entry, places in enumerate(ends)]
        top, bottom, left, right = filled
        four = [(va, vb, vc, vd) for (va, vb) in top for (vc, vd) in bottom if (va, vc) in left and (vb, vd) in right]
        kept = [{(one[i], one[j]) for one in four} for i, j in ((0, 1), (2, 3), (0, 2), (1, 3))]
        if not four:
            raise Contradiction("no four digits at the corners fit all four entries")
        now = list(domains)
        for places, states, pairs in zip(self.members, filled, kept, strict=True):
            allowed: dict[int, set[int]] = {place: set() for place in places}
            for pair in pairs:
                for place, domain in zip(places, states[pair], strict=True):
                    allowed[place] |= domain
            for place, values in allowed.items():
                now[place] &= values
        return tuple(now)

    def _fillings(self, entry: int, domains: State, ends: tuple[int, int]) -> dict[tuple[int, int], State]:
        """Return what is left of an entry with two digits at two of its places, for all with which it has a filling."""
        left = {}
        for pair in product(domains[ends[0]], domains[ends[1]]):
            given = dict(zip(ends, pair, strict=True))
            inside = tuple(frozenset({given[i]}) if i in given else domains[i] for i in self.members[entry])
            with suppress(Contradiction):
                left[pair] = different(self.clues[entry]).filter(inside)
        return left


def rectangles(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every rectangle of a puzzle as a unit."""
    across = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    of_cell = {cell: number for number, entry in enumerate(down) for cell in entry.cells}
    for top, bottom in subsets(across, 2):
        crossing = [{of_cell[cell] for cell in entry.cells if cell in of_cell} for entry in (top, bottom)]
        for left, right in subsets(sorted(crossing[0] & crossing[1]), 2):
            yield unit_of(puzzle, (top, bottom, down[left], down[right]), Rectangle)


# -- blocks -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Together:
    """The rule of some entries over the cells of all of them: places of the cells of each entry, and its clue."""

    members: tuple[tuple[int, ...], ...]
    clues: tuple[int | None, ...]

    def filter(self, domains: State) -> State:
        """Keep the digits that some filling of all entries has."""
        units = [Unit("", inside, different(clue)) for inside, clue in zip(self.members, self.clues, strict=True)]
        supported: list[set[int]] = [set() for _ in domains]
        for place, domain in enumerate(domains):
            for digit in sorted(domain):
                if digit in supported[place]:
                    continue
                with_it = (*domains[:place], frozenset({digit}), *domains[place + 1 :])
                filling = next(levels.solutions(with_it, lambda state: levels.reach(state, units).state), None)
                for there, one in zip(supported, filling or (), strict=False):
                    there |= one
        if not all(supported):
            raise Contradiction("no filling of all entries is left")
        return tuple(map(frozenset, supported))


def sixes(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield two or three entries each way that cross in at least six cells; for fewer, rectangles are enough."""
    across = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    for some in (*subsets(across, 2), *subsets(across, 3)):
        inside = {cell for entry in some for cell in entry.cells}
        crossed = [(entry, len(inside & set(entry.cells))) for entry in down]
        crossed = [one for one in crossed if one[1]]
        for others in (*subsets(crossed, 2), *subsets(crossed, 3)):
            if sum(number for _, number in others) >= 6:
                yield unit_of(puzzle, (*some, *(entry for entry, _ in others)), Together)


def unit_of(puzzle: Kakuro, entries: Sequence[Entry], rule: type[Rectangle | Together]) -> Unit:
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
    """Yield every sum of few cells that follows from the entries with most of their cells in a region (*D*)."""
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
