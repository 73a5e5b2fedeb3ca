"""Signed sums of cells, which arise where the sums of several entries or cages are compared."""

from __future__ import annotations

from dataclasses import dataclass
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
                row = self._row((*domains[:place], frozenset({digit}), *domains[place + 1 :]))
                for values, one in zip(found, row, strict=False):
                    values.add(one)
        if not all(found):
            raise Contradiction("no digits add up to it")
        return tuple(map(frozenset, found))

    def _row(self, domains: State) -> tuple[int, ...]:
        """Return an assignment, the first that is found; an empty one if there is none."""
        least, most = _rest(self.signs, domains)

        def extend(row: tuple[int, ...], total: int) -> tuple[int, ...]:
            place = len(row)
            if place == len(domains):
                return row
            for digit in domains[place]:
                after = total + self.signs[place] * digit
                if not least[place + 1] <= self.total - after <= most[place + 1]:
                    continue
                is_free = all(row[other] != digit for other in range(place) if (other, place) in self.apart)
                if is_free and (found := extend((*row, digit), after)):
                    return found
            return ()

        return extend((), 0)

    def _by_bounds(self, domains: State) -> State:
        least, most = _rest(self.signs, domains)
        after = []
        for sign, domain in zip(self.signs, domains, strict=True):
            ends = sorted(sign * digit for digit in (min(domain), max(domain)))
            low, high = self.total - (most[0] - ends[1]), self.total - (least[0] - ends[0])
            after.append(frozenset(digit for digit in domain if low <= sign * digit <= high))
        if not all(after):
            raise Contradiction("no digits add up to it")
        return tuple(after)


def _rest(signs: tuple[int, ...], domains: State) -> tuple[list[int], list[int]]:
    """Return the least and the greatest signed sum of the cells from each position on."""
    least, most = [0], [0]
    for sign, domain in zip(reversed(signs), reversed(domains), strict=True):
        ends = sorted(sign * digit for digit in (min(domain), max(domain)))
        least.append(least[-1] + ends[0])
        most.append(most[-1] + ends[1])
    return least[::-1], most[::-1]


def pairs_apart(cells: tuple[int, ...], sees: dict[int, frozenset[int]]) -> frozenset[tuple[int, int]]:
    """Return the pairs of positions whose cells see each other."""
    return frozenset((i, j) for i, j in subsets(range(len(cells)), 2) if cells[j] in sees[cells[i]])
