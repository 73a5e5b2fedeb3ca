"""Signed sums of cells, which arise where the sums of several entries or cages are compared."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations as subsets

from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State

MOST_SEARCHED = 6
"""Largest number of cells of which each digit is looked for in an assignment; with more cells, only bounds are used."""


@dataclass(frozen=True)
class SignedSum:
    """Cells whose values, times signs of 1 or -1, add up to a total; those at pairs of places that are apart differ."""

    total: int
    signs: tuple[int, ...]
    apart: frozenset[tuple[int, int]]

    def filtered(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        return self._by_rows(domains) if len(domains) <= MOST_SEARCHED else self._by_bounds(domains)

    def _by_rows(self, domains: State) -> State:
        found: list[set[int]] = [set() for _ in domains]
        for place, domain in enumerate(domains):
            for digit in domain - found[place]:
                # Digits that no assignment so far has come first: the fewer assignments are needed.
                wanted = [(*(one - seen), *(one & seen)) for one, seen in zip(domains, found, strict=True)]
                wanted[place] = (digit,)
                row = self._row(wanted)
                for values, one in zip(found, row, strict=False):
                    values.add(one)
        if not all(found):
            raise Contradiction("no digits add up to it")
        return tuple(map(frozenset, found))

    @cached_property
    def _others(self) -> list[list[int]]:
        """The places before each that are apart from it."""
        return [[one for one in range(place) if (one, place) in self.apart] for place in range(len(self.signs))]

    def _row(self, domains: Sequence[Collection[int]]) -> tuple[int, ...]:
        """Return an assignment, the first in the order of the digits; an empty one if there is none."""
        least, most = _rest(self.signs, domains)

        def extend(row: tuple[int, ...], total: int) -> tuple[int, ...]:
            place = len(row)
            if place == len(domains):
                return row
            sign, others = self.signs[place], self._others[place]
            low, high = self.total - most[place + 1], self.total - least[place + 1]
            for digit in domains[place]:
                after = total + sign * digit
                fits = low <= after <= high and digit not in [row[other] for other in others]
                if fits and (found := extend((*row, digit), after)):
                    return found
            return ()

        return extend((), 0)

    def _by_bounds(self, domains: State) -> State:
        least, most = _rest(self.signs, domains)
        after = []
        for sign, domain in zip(self.signs, domains, strict=True):
            least_here, most_here = _ends(sign, domain)
            low, high = self.total - (most[0] - most_here), self.total - (least[0] - least_here)
            after.append(frozenset(digit for digit in domain if low <= sign * digit <= high))
        if not all(after):
            raise Contradiction("no digits add up to it")
        return tuple(after)


def _ends(sign: int, domain: Collection[int]) -> tuple[int, int]:
    """Return the least and the greatest value of a cell in a signed sum."""
    return (min(domain), max(domain)) if sign > 0 else (-max(domain), -min(domain))


def _rest(signs: tuple[int, ...], domains: Sequence[Collection[int]]) -> tuple[list[int], list[int]]:
    """Return the least and the greatest signed sum of the cells from each position on."""
    least, most = [0], [0]
    for sign, domain in zip(reversed(signs), reversed(domains), strict=True):
        low, high = _ends(sign, domain)
        least.append(least[-1] + low)
        most.append(most[-1] + high)
    return least[::-1], most[::-1]


def pairs_apart(cells: tuple[int, ...], sees: dict[int, frozenset[int]]) -> frozenset[tuple[int, int]]:
    """Return the pairs of positions whose cells see each other."""
    return frozenset((i, j) for i, j in subsets(range(len(cells)), 2) if cells[j] in sees[cells[i]])
