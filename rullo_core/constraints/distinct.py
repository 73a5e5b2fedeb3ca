"""Filters for cells whose values are all different, with or without a sum, from weak to complete.

Each filter eliminates candidates that no assignment of different values has, and can be used as a rule of
`rullo_core.passes.levels.reach`. The names are those of H. Simonis, Kakuro as a constraint problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations as subsets

from rullo_core.limits import check_time
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Automaton, Domain, State

DIGITS = tuple(range(1, 10))


@cache
def combinations(cells: int, total: int | None, values: tuple[int, ...] = DIGITS) -> tuple[Domain, ...]:
    """Return the sets of `cells` different values with this sum, in ascending order; None allows any sum.

    >>> [sorted(digits) for digits in combinations(3, 8)]
    [[1, 2, 5], [1, 3, 4]]
    """
    return tuple(frozenset(digits) for digits in subsets(values, cells) if total is None or sum(digits) == total)


@cache
def different(total: int | None = None) -> Automaton:
    """Return the complete filter (*G*) for different values, with a sum unless it is None; a state is a set of them."""
    return Automaton(
        frozenset(),
        lambda state, place, value: None if value in state else state | {value},
        lambda state: total is None or sum(state) == total,
        in_any_order=True,
    )


@dataclass(frozen=True)
class Bounds:
    """Keep only values that leave the other cells a sum within their bounds (*B*)."""

    total: int

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        minimum, maximum = sum(map(min, domains)), sum(map(max, domains))
        return _all_there(
            frozenset(
                v for v in domain if self.total - (maximum - max(domain)) <= v <= self.total - (minimum - min(domain))
            )
            for domain in domains
        )


@dataclass(frozen=True)
class Forward:
    """Eliminate the value of each fixed cell from the other cells (*FC*, forward checking)."""

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        fixed = [domain for domain in domains if len(domain) == 1]
        values: Domain = frozenset().union(*fixed)
        if len(values) < len(fixed):
            raise Contradiction("two cells have the same value")
        return _all_there([domain - values if len(domain) > 1 else domain for domain in domains])


@dataclass(frozen=True)
class Hall:
    """Eliminate the values of each Hall set, n values for n cells, from the other cells (*H*; P. Hall, 1935)."""

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        # Fixed cells first, repeatedly: fewer cells remain to choose sets from.
        previous, current = None, domains
        while current != previous:
            previous, current = current, Forward().filter(current)
        unfixed = {i: domain for i, domain in enumerate(current) if len(domain) > 1}
        new_domains = list(current)
        for size in range(2, len(unfixed)):
            small = {i: domain for i, domain in unfixed.items() if len(domain) <= size}
            for members in subsets(small.values(), size):
                check_time()  # 49 cells have too many sets to try them all
                union = frozenset().union(*members)
                if len(union) != size:
                    continue
                cells = [i for i, domain in small.items() if domain <= union]
                if len(cells) > size:
                    raise Contradiction(f"{len(cells)} cells have {size} values")
                if len(cells) == size:
                    outside = unfixed.keys() - cells
                    new_domains = [domain - union if i in outside else domain for i, domain in enumerate(new_domains)]
        return _all_there(new_domains)


@dataclass(frozen=True)
class Union:
    """Keep only values that occur in some combination (*R*, domain reduction)."""

    total: int | None
    values: tuple[int, ...] = DIGITS

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        union = frozenset().union(*combinations(len(domains), self.total, self.values))
        return _all_there(domain & union for domain in domains)


@dataclass(frozen=True)
class Living:
    """Keep only values of combinations (*C*) inside the domains that have each fixed value and one of each domain."""

    total: int | None
    values: tuple[int, ...] = DIGITS

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        union: Domain = frozenset().union(*self.living(domains))
        return _all_there(domain & union for domain in domains)

    def living(self, domains: State) -> Iterator[Domain]:
        """Yield the combinations that are still possible."""
        available = frozenset().union(*domains)
        fixed = frozenset().union(*(domain for domain in domains if len(domain) == 1))
        for combination in combinations(len(domains), self.total, self.values):
            if fixed <= combination <= available and all(combination & domain for domain in domains):
                yield combination


def _all_there(domains: Iterator[Domain] | list[Domain]) -> State:
    """Return the domains, or raise Contradiction if one is empty."""
    state = tuple(domains)
    if not all(state):
        raise Contradiction("no value is left for a cell")
    return state
