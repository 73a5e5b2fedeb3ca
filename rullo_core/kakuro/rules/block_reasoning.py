"""Blocks of entries that cross, filtered together. Three by three are the next step after rectangles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations as subsets

from rullo_core.constraints.distinct import different
from rullo_core.kakuro.puzzle import ACROSS, Entry, Kakuro
from rullo_core.passes import levels
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State, Unit


@dataclass(frozen=True)
class Together:
    """The rule of some entries over the cells of all of them: places of the cells of each entry, and its clue."""

    members: tuple[tuple[int, ...], ...]
    clues: tuple[int | None, ...]

    def filtered(self, domains: State) -> State:
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


def unit_of(puzzle: Kakuro, entries: Sequence[Entry]) -> Unit:
    """Return some entries of a puzzle as a unit."""
    cells = tuple(sorted({cell for entry in entries for cell in entry.cells}))
    number = {cell: place for place, cell in enumerate(cells)}
    members = tuple(tuple(number[cell] for cell in entry.cells) for entry in entries)
    name = f"{', '.join(map(puzzle.entry_text, entries[:-1]))} and {puzzle.entry_text(entries[-1])}"
    return Unit(name, cells, Together(members, tuple(entry.clue for entry in entries)))


def sixes(puzzle: Kakuro) -> Iterator[Unit]:
    """Yield every two or three entries across and two or three down, not both two, that cross in at least six cells.

    With fewer crossings there is at most one rectangle among them, and entries and rectangles are complete.
    """
    across = [entry for entry in puzzle.entries if entry.direction == ACROSS]
    down = [entry for entry in puzzle.entries if entry.direction != ACROSS]
    for some in (*subsets(across, 2), *subsets(across, 3)):
        inside = {cell for entry in some for cell in entry.cells}
        crossed = [(entry, len(inside & set(entry.cells))) for entry in down]
        crossed = [one for one in crossed if one[1]]
        for others in (*subsets(crossed, 2), *subsets(crossed, 3)):
            if sum(number for _, number in others) >= 6:
                yield unit_of(puzzle, (*some, *(entry for entry, _ in others)))
