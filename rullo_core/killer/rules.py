"""Rules for cages: full filtering of a cage, and digits that it must contain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rullo_core.constraints.distinct import Hall, combinations
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, State


def living(domains: State, total: int, digits: tuple[int, ...]) -> Iterator[tuple[Domain, State]]:
    """Yield each combination of digits that a cage can still hold, with the candidates that it leaves to the cells."""
    for one in combinations(len(domains), total, digits):
        try:
            yield one, Hall().filter(tuple(domain & one for domain in domains))
        except Contradiction:
            continue


@dataclass(frozen=True)
class InCage:
    """Different digits with a sum: keep the candidates that some filling has."""

    total: int
    digits: tuple[int, ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        left = [state for _, state in living(domains, self.total, self.digits)]
        if not left:
            raise Contradiction("no set of digits is left")
        return tuple(frozenset().union(*cell) for cell in zip(*left, strict=True))


@dataclass(frozen=True)
class Required:
    """Digits that a cage must contain, as all its combinations do: no cell that sees all their places there has them.

    Seen has, for each cell outside the cage, the indices of the cells of the cage that it sees.
    """

    total: int
    digits: tuple[int, ...]
    seen: tuple[frozenset[int], ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        cage, others = domains[: -len(self.seen)], domains[-len(self.seen) :]
        kept = list(living(cage, self.total, self.digits))
        if not kept:
            raise Contradiction("no set of digits is left")
        left = [frozenset().union(*cell) for cell in zip(*(state for _, state in kept), strict=True)]
        needed = frozenset.intersection(*(one for one, _ in kept))
        places = {digit: frozenset(i for i, domain in enumerate(left) if digit in domain) for digit in needed}
        after = tuple(
            domain - {digit for digit in needed if places[digit] <= sees}
            for domain, sees in zip(others, self.seen, strict=True)
        )
        if not all(after):
            raise Contradiction("no digit is left for a cell outside")
        return (*cage, *after)
