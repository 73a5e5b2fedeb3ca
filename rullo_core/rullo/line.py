"""Deductions from one line (thesis, section 5.1): a rule for units of cells that are included or excluded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from rullo_core.limits import Undecided, limits
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Automaton, Domain, State
from rullo_core.rullo.operation import SUM, Operation

INCLUDED, EXCLUDED, UNKNOWN = True, False, None
"""The states of a cell."""

Cell = bool | None
LineState = tuple[Cell, ...]

OPEN: Domain = frozenset({INCLUDED, EXCLUDED})
"""The domain of an unknown cell."""

DOMAINS: dict[Cell, Domain] = {
    INCLUDED: frozenset({INCLUDED}),
    EXCLUDED: frozenset({EXCLUDED}),
    UNKNOWN: OPEN,
}
"""The domain that corresponds to each state of a cell."""


@dataclass(frozen=True)
class SubsetSum:
    """A rule: the included numbers of a line, one after the other, make its target.

    The partial sums are the states of an automaton, `automaton`; `filter` makes the same deductions from either end.
    """

    numbers: tuple[int, ...]
    target: int
    operation: Operation = SUM

    def __hash__(self) -> int:
        """Return the hash of the numbers and the target, by which deductions are cached and found in every pass."""
        return hash((self.numbers, self.target))

    @property
    def automaton(self) -> Automaton:
        """The definition of the rule."""
        step, numbers = self.operation.step, self.numbers
        return Automaton(
            self.operation.start,
            lambda partial, place, included: step(partial, numbers[place]) if included else partial,
            lambda partial: partial == self.target,
        )

    def filter(self, domains: State) -> State:
        """Keep what the cells have in some row of included and excluded numbers that reaches the target.

        A cell that is included in all of these rows becomes included; one that is included in none becomes excluded.
        The rows need not be enumerated: a cell has a choice if and only if this leads from one partial sum on a path to
        the target to another. Undecided is raised if there are more partial sums than limits allow.
        """
        partial_sums, *completing = self._completing(domains)
        if not partial_sums:
            raise Contradiction(f"{' '.join(map(str, self.numbers))} cannot reach {self.target} any more")
        narrowed: list[Domain] = []
        for number, domain, rest in zip(self.numbers, domains, completing, strict=True):
            out = partial_sums & rest if EXCLUDED in domain else set()
            into = (
                {self.operation.step(partial, number) for partial in partial_sums} & rest
                if INCLUDED in domain
                else set()
            )
            narrowed.append(OPEN if out and into else DOMAINS[bool(into)])
            partial_sums = out | into
        return tuple(narrowed)

    def is_reached_by(self, choices: Iterable[bool]) -> bool:
        """Return whether the included numbers make the target, given whether each cell is included."""
        return bool(self.operation.of(compress(self.numbers, choices)) == self.target)

    def rows(self, domains: State) -> Iterator[tuple[bool, ...]]:
        """Yield every way to include or exclude the cells that reaches the target."""
        completing = self._completing(domains)

        def extend(choices: tuple[bool, ...], partial: Any) -> Iterator[tuple[bool, ...]]:
            i = len(choices)
            if i == len(self.numbers):
                yield choices
                return
            for choice in (INCLUDED, EXCLUDED):
                if choice in domains[i]:
                    following = self.operation.step(partial, self.numbers[i]) if choice else partial
                    if following in completing[i + 1]:
                        yield from extend((*choices, choice), following)

        return extend((), self.operation.start) if completing[0] else iter(())

    def _completing(self, domains: State) -> list[set[Any]]:
        """Return the partial sums before each cell, and in the end, from which the target can be reached.

        Of the first half of the unknown cells these are only sums that can be made. From either end there are no more
        than subsets of half of the cells, however large the numbers are; an operation whose order matters has no other
        end.
        """
        numbers, operation, limit, count = self.numbers, self.operation, limits().states, 0
        unknown = [i for i, domain in enumerate(domains) if len(domain) > 1]
        middle = len(numbers) if operation.rest is None or not unknown else unknown[len(unknown) // 2]

        def sums(first: Any, cells: Sequence[int], step: Callable[[Any, Any], Any]) -> list[set[Any]]:
            nonlocal count
            layers = [{first}]
            for i in cells:
                layers.append({step(m, numbers[i]) if choice else m for m in layers[-1] for choice in domains[i]})
                count += len(layers[-1])
                if count > limit:
                    raise Undecided("states")
            return layers

        cells = range(len(numbers))
        forward = sums(operation.start, cells[:middle], operation.step)
        completing = sums(self.target, cells[middle:][::-1], operation.rest or operation.step)[::-1]
        completing[0] &= forward.pop()
        for i in reversed(cells[:middle]):
            following = completing[0]
            ways = {
                m
                for m in forward.pop()
                for choice in domains[i]
                if (operation.step(m, numbers[i]) if choice else m) in following
            }
            completing.insert(0, ways)
        return completing


def combinations(
    numbers: Sequence[int], target: int, state: LineState, operation: Operation = SUM
) -> Iterator[tuple[bool, ...]]:
    """Yield every way to include or exclude the unknown cells of a line that reaches its target, without its holes."""
    return SubsetSum(tuple(numbers), target, operation).rows(_domains(numbers, state))


def solve_line(numbers: tuple[int, ...], target: int, state: LineState, operation: Operation = SUM) -> LineState:
    """Return the state of a line after all deductions; zeros among its numbers are holes. See `SubsetSum`."""
    domains = SubsetSum(numbers, target, operation).filter(_domains(numbers, state))
    return tuple(UNKNOWN if len(domain) > 1 else INCLUDED in domain for domain in domains)


def _domains(numbers: Sequence[int], state: LineState) -> State:
    return tuple(DOMAINS[cell if number else EXCLUDED] for number, cell in zip(numbers, state, strict=True))
