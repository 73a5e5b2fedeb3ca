"""Rules for cages: full filtering of a cage, and digits that it must contain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rullo_core.constraints.distinct import Hall, combinations
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, State


def living(domains: State, total: int, digits: tuple[int, ...]) -> Iterator[tuple[Domain, State]]:
    """Yield each combination of digits that a cage can still hold, with the candidates that it leaves to the cells."""
    for combination in combinations(len(domains), total, digits):
        try:
            yield combination, Hall().filter(tuple(domain & combination for domain in domains))
        except Contradiction:
            continue


@dataclass(frozen=True)
class InCage:
    """Different digits with a sum: keep the candidates that some filling has."""

    total: int
    digits: tuple[int, ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        states = [state for _, state in living(domains, self.total, self.digits)]
        if not states:
            raise Contradiction("no set of digits is left")
        return tuple(frozenset().union(*cell) for cell in zip(*states, strict=True))


@dataclass(frozen=True)
class Required:
    """Digits that a cage must contain, as all its combinations do: no cell that sees all their places there has them.

    Visible has, for each cell outside the cage, the indices of the cells of the cage that it sees.
    """

    total: int
    digits: tuple[int, ...]
    visible: tuple[frozenset[int], ...]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        cage, outer = domains[: -len(self.visible)], domains[-len(self.visible) :]
        fillings = list(living(cage, self.total, self.digits))
        if not fillings:
            raise Contradiction("no set of digits is left")
        candidates = [frozenset().union(*cell) for cell in zip(*(state for _, state in fillings), strict=True)]
        required = frozenset.intersection(*(combination for combination, _ in fillings))
        places = {digit: frozenset(i for i, domain in enumerate(candidates) if digit in domain) for digit in required}
        remaining = tuple(
            domain - {digit for digit in required if places[digit] <= sees}
            for domain, sees in zip(outer, self.visible, strict=True)
        )
        if not all(remaining):
            raise Contradiction("no digit is left for a cell outside")
        return (*cage, *remaining)
