"""Readable rules of deduction: singles, locked candidates, subsets. The others are in constraints."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, State


@dataclass(frozen=True)
class Hidden:
    """Hidden singles: a digit with one place in a unit is there, and every digit has one."""

    digits: Domain

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        now = list(domains)
        for digit in self.digits:
            places = [i for i, domain in enumerate(domains) if digit in domain]
            if not places:
                raise Contradiction(f"{digit} has no place")
            if len(places) == 1:
                now[places[0]] &= {digit}
        return _all_there(now)


@dataclass(frozen=True)
class Subsets:
    """Naked and hidden subsets of at most so many cells."""

    digits: Domain
    most: int

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        now = list(domains)
        places = {d: frozenset(i for i, domain in enumerate(domains) if d in domain) for d in self.digits}
        for size in range(2, self.most + 1):
            for cells in combinations([i for i, domain in enumerate(domains) if 1 < len(domain) <= size], size):
                union = frozenset().union(*(domains[i] for i in cells))
                if len(union) < size:
                    raise Contradiction(f"{size} cells have {len(union)} digits")
                if len(union) == size:
                    now = [domain if i in cells else domain - union for i, domain in enumerate(now)]
            for digits in combinations([d for d in self.digits if 1 < len(places[d]) <= size], size):
                union = frozenset().union(*(places[d] for d in digits))
                if len(union) < size:
                    raise Contradiction(f"{size} digits have {len(union)} places")
                if len(union) == size:
                    now = [domain & frozenset(digits) if i in union else domain for i, domain in enumerate(now)]
        return _all_there(now)


@dataclass(frozen=True)
class Confined:
    """Two crossing sets of cells: digits that the one has only where they cross, the other has only there."""

    one: tuple[int, ...]
    other: tuple[int, ...]

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        now = list(domains)
        both = set(self.one) & set(self.other)
        crossed: Domain = frozenset().union(*(domains[i] for i in both))
        elsewhere: Domain = frozenset().union(*(domains[i] for i in self.one if i not in both))
        for i in self.other:
            if i not in both:
                now[i] -= crossed - elsewhere
        return _all_there(now)


@dataclass(frozen=True)
class Locked:
    """A line and a box that cross: digits that one of them has only where they cross, the other has only there."""

    line: tuple[int, ...]
    box: tuple[int, ...]

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        in_box = Confined(self.line, self.box).filtered(domains)
        in_line = Confined(self.box, self.line).filtered(domains)
        return _all_there([one & other for one, other in zip(in_box, in_line, strict=True)])


def _all_there(domains: list[Domain]) -> State:
    if not all(domains):
        raise Contradiction("no digit is left for a cell")
    return tuple(domains)
