"""Two entries across and two down that cross in four cells, filtered together (Simonis, *interact*).

Two or three entries share no circle of cells, so that filtering each by itself is complete; four can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations as pairs
from itertools import product

from rullo_core.constraints.distinct import different
from rullo_core.kakuro.puzzle import ACROSS, Kakuro
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State, Unit


@dataclass(frozen=True)
class Rectangle:
    """The rule of two entries across, then two down, over the cells of all (*Q*): places of their cells, and their
    clues.
    """

    members: tuple[tuple[int, ...], ...]
    clues: tuple[int | None, ...]

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The places where they cross: upper left, upper right, lower left, lower right."""
        top, bottom, left, right = map(set, self.members)
        ((a,), (b,), (c,), (d,)) = top & left, top & right, bottom & left, bottom & right
        return a, b, c, d

    def filtered(self, domains: State) -> State:
        """Keep four digits at the corners if each entry has a filling with its two, and other digits that go with some
        of them.
        """
        a, b, c, d = self.corners
        ends = (a, b), (c, d), (a, c), (b, d)
        fits = [
            {pair for pair in product(domains[i], domains[j]) if self._filled(entry, domains, (i, j), pair)}
            for entry, (i, j) in enumerate(ends)
        ]
        four = [
            (va, vb, vc, vd)
            for (va, vb) in fits[0]
            for (vc, vd) in fits[1]
            if (va, vc) in fits[2] and (vb, vd) in fits[3]
        ]
        kept = [{(one[i], one[j]) for one in four} for i, j in ((0, 1), (2, 3), (0, 2), (1, 3))]
        if not four:
            raise Contradiction("no four digits at the corners fit all four entries")
        now = list(domains)
        for entry, (i, j) in enumerate(ends):
            allowed: dict[int, set[int]] = {place: set() for place in self.members[entry]}
            for pair in kept[entry]:
                for place, domain in zip(
                    self.members[entry], self._filled(entry, domains, (i, j), pair) or (), strict=True
                ):
                    allowed[place] |= domain
            for place, values in allowed.items():
                now[place] &= values
        return tuple(now)

    def _filled(self, entry: int, domains: State, ends: tuple[int, int], pair: tuple[int, int]) -> State | None:
        """Return an entry filtered with two of its digits fixed; None if it has no filling."""
        given = dict(zip(ends, pair, strict=True))
        inside = tuple(frozenset({given[i]}) if i in given else domains[i] for i in self.members[entry])
        try:
            return different(self.clues[entry]).filtered(inside)
        except Contradiction:
            return None


def rectangles(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every rectangle of a puzzle as a unit."""
    across = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    of_cell = {cell: number for number, entry in enumerate(down) for cell in entry.cells}
    for top, bottom in pairs(across, 2):
        crossing = [{of_cell[cell] for cell in entry.cells if cell in of_cell} for entry in (top, bottom)]
        for left, right in pairs(sorted(crossing[0] & crossing[1]), 2):
            four = (top, bottom, down[left], down[right])
            cells = tuple(sorted({cell for entry in four for cell in entry.cells}))
            number = {cell: place for place, cell in enumerate(cells)}
            members = tuple(tuple(number[cell] for cell in entry.cells) for entry in four)
            name = f"{', '.join(map(puzzle.entry_text, four[:3]))} and {puzzle.entry_text(four[3])}"
            yield Unit(name, cells, Rectangle(members, tuple(entry.clue for entry in four)))
