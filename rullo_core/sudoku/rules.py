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

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        new_domains = list(domains)
        for digit in self.digits:
            places = [i for i, domain in enumerate(domains) if digit in domain]
            if not places:
                raise Contradiction(f"{digit} has no place")
            if len(places) == 1:
                new_domains[places[0]] &= {digit}
        return _all_there(new_domains)


@dataclass(frozen=True)
class Subsets:
    """Naked and hidden subsets up to a number of cells."""

    digits: Domain
    max_size: int

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        new_domains = list(domains)
        places = {d: frozenset(i for i, domain in enumerate(domains) if d in domain) for d in self.digits}
        for size in range(2, self.max_size + 1):
            for cells in combinations([i for i, domain in enumerate(domains) if 1 < len(domain) <= size], size):
                union = frozenset().union(*(domains[i] for i in cells))
                if len(union) < size:
                    raise Contradiction(f"{size} cells have {len(union)} digits")
                if len(union) == size:
                    new_domains = [domain if i in cells else domain - union for i, domain in enumerate(new_domains)]
            for digits in combinations([d for d in self.digits if 1 < len(places[d]) <= size], size):
                union = frozenset().union(*(places[d] for d in digits))
                if len(union) < size:
                    raise Contradiction(f"{size} digits have {len(union)} places")
                if len(union) == size:
                    new_domains = [
                        domain & frozenset(digits) if i in union else domain for i, domain in enumerate(new_domains)
                    ]
        return _all_there(new_domains)


@dataclass(frozen=True)
class Confined:
    """Two crossing sets of cells: digits that the source has only where they cross, the target has only there."""

    source: tuple[int, ...]
    target: tuple[int, ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        new_domains = list(domains)
        crossing = set(self.source) & set(self.target)
        crossed: Domain = frozenset().union(*(domains[i] for i in crossing))
        elsewhere: Domain = frozenset().union(*(domains[i] for i in self.source if i not in crossing))
        for i in self.target:
            if i not in crossing:
                new_domains[i] -= crossed - elsewhere
        return _all_there(new_domains)


@dataclass(frozen=True)
class Locked:
    """A line and a box that cross: digits that one of them has only where they cross, the other has only there."""

    line: tuple[int, ...]
    box: tuple[int, ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        in_box = Confined(self.line, self.box).filter(domains)
        in_line = Confined(self.box, self.line).filter(domains)
        return _all_there([first & second for first, second in zip(in_box, in_line, strict=True)])


def _all_there(domains: list[Domain]) -> State:
    if not all(domains):
        raise Contradiction("no digit is left for a cell")
    return tuple(domains)
