"""Readable rules of deduction: singles, locked candidates, subsets. The others are in constraints."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, State


@dataclass(frozen=True)
class Hidden:
    """A digit with one place only in a unit is there; every digit has one.

    Parameters
    ----------
    digits : frozenset of int
    """

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
    """So many cells with so many digits keep them from others; so many digits with so many cells keep others from them.

    Parameters
    ----------
    digits : frozenset of int
    most : int
        Of cells.
    """

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
    """Of two sets of cells that cross: what has places in the one only where they cross, has them in the other there.

    Parameters
    ----------
    one, other : tuple of int
        The cells of each: places among the rule's cells.
    """

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
    """A line and a box that cross: what has places in the one only where they cross, has them in the other only there.

    Parameters
    ----------
    line, box : tuple of int
        The cells of each: places among the rule's cells.
    """

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
