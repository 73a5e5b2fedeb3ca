"""What cages reveal that Sudoku has not: digits that a cage has to have, and sums of parts (the rule of 45)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations as subsets

from rullo_core.constraints.distinct import Hall, combinations
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, State

MOST_LISTED = 6
"""Cells of a sum whose rows of digits are all looked at; of more, only the least and the most are."""


def living(domains: State, total: int, digits: tuple[int, ...]) -> Iterator[tuple[Domain, State]]:
    """The sets of digits that a cage can still hold, and what each leaves of its cells."""
    for one in combinations(len(domains), total, digits):
        try:
            yield one, Hall().narrowed(tuple(domain & one for domain in domains))
        except Contradiction:
            continue


@dataclass(frozen=True)
class InCage:
    """All different, with a sum: only digits that some filling has.

    Parameters
    ----------
    total : int
    digits : tuple of int
        All there are.
    """

    total: int
    digits: tuple[int, ...]

    def narrowed(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        left = [state for _, state in living(domains, self.total, self.digits)]
        if not left:
            raise Contradiction("no set of digits is left")
        return tuple(frozenset().union(*cell) for cell in zip(*left, strict=True))


@dataclass(frozen=True)
class Required:
    """A digit that every set has that a cage can hold is in the cage: no cell has it that sees all its places there.

    Parameters
    ----------
    total : int
    digits : tuple of int
    seen : tuple of frozenset of int
        For each cell behind those of the cage: which of these it sees.
    """

    total: int
    digits: tuple[int, ...]
    seen: tuple[frozenset[int], ...]

    def narrowed(self, domains: State) -> State:
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


@dataclass(frozen=True)
class SignedSum:
    """Cells that add up to a total, some of them taken away; those that see each other differ.

    Parameters
    ----------
    total : int
    signs : tuple of int
        1 or -1 for each cell.
    apart : frozenset of (int, int)
        Pairs of cells that see each other, the lower first.
    """

    total: int
    signs: tuple[int, ...]
    apart: frozenset[tuple[int, int]]

    def narrowed(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        return self._by_rows(domains) if len(domains) <= MOST_LISTED else self._by_bounds(domains)

    def _by_rows(self, domains: State) -> State:
        found: list[set[int]] = [set() for _ in domains]
        least, most = _rest(self.signs, domains)

        def extend(row: tuple[int, ...], total: int) -> None:
            place = len(row)
            if place == len(domains):
                for values, digit in zip(found, row, strict=True):
                    values.add(digit)
                return
            for digit in domains[place]:
                after = total + self.signs[place] * digit
                if not least[place + 1] <= self.total - after <= most[place + 1]:
                    continue
                if all(row[other] != digit for other in range(place) if (other, place) in self.apart):
                    extend((*row, digit), after)

        extend((), 0)
        if not all(found):
            raise Contradiction("no digits add up to it")
        return tuple(map(frozenset, found))

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
    """The least and the most that the cells from each one on can add up to."""
    least, most = [0], [0]
    for sign, domain in zip(reversed(signs), reversed(domains), strict=True):
        ends = sorted(sign * digit for digit in (min(domain), max(domain)))
        least.append(least[-1] + ends[0])
        most.append(most[-1] + ends[1])
    return least[::-1], most[::-1]


def pairs_apart(cells: tuple[int, ...], sees: dict[int, frozenset[int]]) -> frozenset[tuple[int, int]]:
    """Places of cells that see each other."""
    return frozenset((i, j) for i, j in subsets(range(len(cells)), 2) if cells[j] in sees[cells[i]])
