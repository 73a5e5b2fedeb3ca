"""Signed sums of cells, which arise where the sums of several entries or cages are compared."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations as subsets

from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State

MOST_SEARCHED = 6
"""Largest number of cells for which each digit is checked by an assignment; with more cells, only bounds are used."""


@dataclass(frozen=True)
class SignedSum:
    """Cells whose values, times signs of 1 or -1, add up to a total; those at pairs of distinct places differ."""

    total: int
    signs: tuple[int, ...]
    distinct_pairs: frozenset[tuple[int, int]]

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        return self._by_rows(domains) if len(domains) <= MOST_SEARCHED else self._by_bounds(domains)

    def _by_rows(self, domains: State) -> State:
        supported: list[set[int]] = [set() for _ in domains]
        for place, domain in enumerate(domains):
            for digit in domain - supported[place]:
                # Digits that no assignment so far has come first: the fewer assignments are needed.
                ordered = [
                    (*(domain - digits), *(domain & digits)) for domain, digits in zip(domains, supported, strict=True)
                ]
                ordered[place] = (digit,)
                row = self._row(ordered)
                for values, value in zip(supported, row, strict=False):
                    values.add(value)
        if not all(supported):
            raise Contradiction("no digits add up to it")
        return tuple(map(frozenset, supported))

    @cached_property
    def _distinct_before(self) -> list[list[int]]:
        """The earlier places of each whose values differ from its own."""
        return [
            [earlier for earlier in range(place) if (earlier, place) in self.distinct_pairs]
            for place in range(len(self.signs))
        ]

    def _row(self, domains: Sequence[Collection[int]]) -> tuple[int, ...]:
        """Return an assignment, the first in the order of the digits; an empty one if there is none."""
        minima, maxima = _rest(self.signs, domains)

        def extend(row: tuple[int, ...], total: int) -> tuple[int, ...]:
            place = len(row)
            if place == len(domains):
                return row
            sign, distinct = self.signs[place], self._distinct_before[place]
            low, high = self.total - maxima[place + 1], self.total - minima[place + 1]
            for digit in domains[place]:
                new_total = total + sign * digit
                fits = low <= new_total <= high and digit not in [row[position] for position in distinct]
                if fits and (assignment := extend((*row, digit), new_total)):
                    return assignment
            return ()

        return extend((), 0)

    def _by_bounds(self, domains: State) -> State:
        minima, maxima = _rest(self.signs, domains)
        new_domains = []
        for sign, domain in zip(self.signs, domains, strict=True):
            low_end, high_end = _ends(sign, domain)
            low, high = self.total - (maxima[0] - high_end), self.total - (minima[0] - low_end)
            new_domains.append(frozenset(digit for digit in domain if low <= sign * digit <= high))
        if not all(new_domains):
            raise Contradiction("no digits add up to it")
        return tuple(new_domains)


def _ends(sign: int, domain: Collection[int]) -> tuple[int, int]:
    """Return the least and the greatest value of a cell in a signed sum."""
    return (min(domain), max(domain)) if sign > 0 else (-max(domain), -min(domain))


def _rest(signs: tuple[int, ...], domains: Sequence[Collection[int]]) -> tuple[list[int], list[int]]:
    """Return the least and the greatest signed sum of the cells from each position on."""
    minima, maxima = [0], [0]
    for sign, domain in zip(reversed(signs), reversed(domains), strict=True):
        low, high = _ends(sign, domain)
        minima.append(minima[-1] + low)
        maxima.append(maxima[-1] + high)
    return minima[::-1], maxima[::-1]


def pairs_apart(cells: tuple[int, ...], sees: dict[int, frozenset[int]]) -> frozenset[tuple[int, int]]:
    """Return the pairs of positions whose cells see each other."""
    return frozenset((i, j) for i, j in subsets(range(len(cells)), 2) if cells[j] in sees[cells[i]])
