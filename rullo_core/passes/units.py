"""Puzzles as cells with small domains and units whose rules are automata that read their cells in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Protocol

from rullo_core.limits import check_time, limits
from rullo_core.passes.solver import Contradiction, Game

Value = Any
Domain = frozenset[Any]
"""The candidates of a cell."""

State = tuple[Domain, ...]
"""The domain of each cell."""


def with_digits(state: State, digits: Iterable[int], blank: int = 0) -> State:
    """Return a state in which some cells have given or written digits, others `blank`."""
    return tuple(domain if digit == blank else frozenset({digit}) for domain, digit in zip(state, digits, strict=True))


def state_of_digits(digits: Iterable[int], blank: int = 0) -> State:
    """Return the state of cells with these digits; a cell without a digit, `blank`, has no candidates."""
    return tuple(frozenset() if digit == blank else frozenset({digit}) for digit in digits)


class Rule(Hashable, Protocol):
    """A constraint on the cells of a unit; it is hashable, as what it leaves is remembered."""

    def filter(self, domains: State) -> State:
        """Eliminate only candidates that no solution of the unit has; Contradiction if there is seen to be none."""


@dataclass(frozen=True)
class Automaton:
    """A rule given by an automaton: it reads the values of the cells in order and accepts those that satisfy the rule.

    Step maps a state, the position of the next value and the value to the next state, or to None if the value is not
    allowed. With in_any_order, cells with the fewest candidates are read first, which leads to the fewest states.
    Results are cached for each automaton, so units with the same rule should share one.

    >>> rule = Automaton(0, lambda total, place, value: total + value, lambda total: total == 5)
    >>> [sorted(domain) for domain in rule.filter((frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2, 3})))]
    [[0, 1], [2], [2, 3]]
    >>> list(rule.rows((frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2, 3}))))
    [(0, 2, 3), (1, 2, 2)]
    """

    start: Hashable
    step: Callable[[Any, int, Value], Any]
    accepts: Callable[[Any], bool]
    in_any_order: bool = False

    def filter(self, domains: State) -> State:
        """Filter the domains completely: keep for each cell the values that it has in some accepted row.

        A forward sweep finds the states that are reachable from the start, a backward sweep those from which an
        accepted state is reachable. A value is possible if it leads from one of these states to another.
        """
        places = range(len(domains))
        order = sorted(places, key=lambda place: len(domains[place])) if self.in_any_order else places
        filtered_domains = _filter_completely(self, tuple(domains[place] for place in order))
        if filtered_domains is None:
            raise Contradiction("no row of values satisfies the rule")
        return tuple(filtered_domains[order.index(place)] for place in places)

    def rows(self, domains: State) -> Iterator[tuple[Value, ...]]:
        """Yield every accepted row of values."""
        ways = self._ways(domains)
        if ways is None:
            return iter(())

        def extend(row: tuple[Value, ...], state: Any) -> Iterator[tuple[Value, ...]]:
            place = len(row)
            if place == len(domains):
                yield row
                return
            for value in sorted(domains[place]):
                if (state, value) in ways[place]:
                    yield from extend((*row, value), ways[place][state, value])

        return extend((), self.start)

    def _ways(self, domains: State) -> list[dict[tuple[Any, Value], Any]] | None:
        """Map, for each position, (state, value) to the next state on accepting paths; None if there are none."""
        ways: list[dict[tuple[Any, Value], Any]] = []
        alive = {self.start}
        for place, domain in enumerate(domains):
            steps = {(state, value): self.step(state, place, value) for state in alive for value in domain}
            ways.append({step: successor for step, successor in steps.items() if successor is not None})
            alive = set(ways[-1].values())
        alive = {state for state in alive if self.accepts(state)}
        for place in reversed(range(len(domains))):
            ways[place] = {step: successor for step, successor in ways[place].items() if successor in alive}
            alive = {state for state, _ in ways[place]}
        return ways if alive else None


@lru_cache(maxsize=2**16)
def _filter_completely(rule: Automaton, domains: State) -> State | None:
    ways = rule._ways(domains)
    return None if ways is None else tuple(frozenset(value for _, value in steps) for steps in ways)


@lru_cache(maxsize=2**16)
def _filter_within_limits(rule: Rule, domains: State, states: int) -> State:
    """Return what a rule leaves, which may depend on how many partial results limits allow."""
    return rule.filter(domains)


@dataclass(frozen=True)
class Unit:
    """Named cells with a rule that reads them in this order."""

    name: str
    cells: tuple[int, ...]
    rule: Rule

    def filter(self, domains: State) -> State:
        """Return what the rule leaves of the domains of the cells, or has left of them before; see `Rule`."""
        try:
            return _filter_within_limits(self.rule, domains, limits().states)
        except Contradiction:
            raise Contradiction(f"no values satisfy {self.name}", self) from None


@dataclass(frozen=True)
class Deduction:
    """The deduction of one unit in one pass, with the domains of its cells before and after."""

    unit: Unit
    old_domains: State
    new_domains: State

    @property
    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The reason: every row that satisfies the rule in the domains before; empty if the rule does not list them."""
        list_rows = getattr(self.unit.rule, "rows", None)
        return iter(()) if list_rows is None else list_rows(self.old_domains)

    @property
    def removed(self) -> dict[int, Domain]:
        """The eliminated candidates, by cell."""
        pairs = zip(self.unit.cells, self.old_domains, self.new_domains, strict=True)
        return {cell: old - new for cell, old, new in pairs if old != new}

    def about(self, cells: Collection[int]) -> Deduction:
        """Return this deduction restricted to some cells."""
        parts = zip(self.unit.cells, self.old_domains, self.new_domains, strict=True)
        return replace(self, new_domains=tuple(new if cell in cells else old for cell, old, new in parts))


def leading_to(cell: int, passes: Sequence[Sequence[Deduction]]) -> tuple[Deduction, ...]:
    """Return, in order, the deductions that determine the candidates of a cell after some passes.

    These are the deductions that eliminate its candidates, those of earlier passes about the cells of the same units,
    and so on. Each is restricted to the cells that matter.
    """
    relevant_cells = {cell}
    steps: list[Deduction] = []
    for deductions in reversed(passes):
        relevant = [deduction for deduction in deductions if relevant_cells & set(deduction.removed)]
        steps = [deduction.about(relevant_cells) for deduction in relevant] + steps
        relevant_cells = relevant_cells.union(*(deduction.unit.cells for deduction in relevant))
    return tuple(steps)


@dataclass(frozen=True)
class Fixed:
    """A cell that passes fix, with the deductions that lead to its value."""

    cell: int
    value: Value
    steps: tuple[Deduction, ...]


def first_fixed(passes: Iterable[UnitsPass], known_cells: Collection[int]) -> Fixed | None:
    """Return, of the unknown cells that passes fix first, the one that depends on the fewest deductions."""
    so_far: list[Sequence[Deduction]] = []
    for one_pass in passes:
        so_far.append(one_pass.deductions)
        fixed = [cell for cell, domain in enumerate(one_pass.state) if len(domain) == 1 and cell not in known_cells]
        steps = {cell: leading_to(cell, so_far) for cell in fixed}
        if steps:
            cell = min(steps, key=lambda cell: len(steps[cell]))
            return Fixed(cell, min(one_pass.state[cell]), steps[cell])
    return None


@dataclass(frozen=True)
class UnitsPass:
    """The result of a pass: each unit of a group is filtered from the state at the start of the pass."""

    group: str
    deductions: tuple[Deduction, ...]
    state: State

    @property
    def fixed(self) -> list[int]:
        """The cells that the pass fixes, in order."""
        return sorted(
            {
                cell
                for deduction in self.deductions
                for cell, old_domain in zip(deduction.unit.cells, deduction.old_domains, strict=True)
                if len(old_domain) > 1 and len(self.state[cell]) == 1
            }
        )


@dataclass(frozen=True)
class Units(Game):
    """A puzzle made of cells with small domains and of groups of units.

    Values must be sortable where their order matters. Units of one group may share cells; the eliminations of all of
    them count. By default, the only order is that of `groups`. Of the stronger rules, the first group that
    eliminates anything is used where passes are stuck.
    """

    start: State
    groups: Mapping[str, Sequence[Unit]]
    orders: Sequence[Sequence[str]] = ()
    stronger: Mapping[str, Sequence[Unit]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.orders:
            object.__setattr__(self, "orders", (tuple(self.groups),))
        for order in self.orders:
            if sorted(order) != sorted(self.groups):
                raise ValueError(f"order {order!r} does not contain every group once: {', '.join(self.groups)}")

    def make_pass(self, group: str, state: State) -> UnitsPass:
        """Filter the units of a group; see `Game`."""
        domains = list(state)
        deductions = []
        for unit in self.groups[group] if group in self.groups else self.stronger[group]:
            check_time()
            old_domains = tuple(map(state.__getitem__, unit.cells))
            new_domains = unit.filter(old_domains)
            if new_domains != old_domains:
                deductions.append(Deduction(unit, old_domains, new_domains))
                for cell, domain in zip(unit.cells, new_domains, strict=True):
                    domains[cell] &= domain
        if not all(domains):
            cell = domains.index(frozenset())
            raise Contradiction(f"{group}: cell {cell}, counted from 0, has no candidate left")
        return UnitsPass(group, tuple(deductions), tuple(domains))

    def unknown(self, state: State) -> list[int]:
        """Return the cells with several candidates."""
        return [cell for cell, domain in enumerate(state) if len(domain) > 1]

    def choices(self, state: State, cell: int) -> list[Value]:
        """Return the candidates of a cell, in order."""
        return sorted(state[cell])

    def with_value(self, state: State, cell: int, value: Value) -> State:
        """Return the state with one cell fixed."""
        return (*state[:cell], frozenset({value}), *state[cell + 1 :])

    def check(self, state: State) -> None:
        """Check that every unit is satisfied."""
        for group in self.groups:
            self.make_pass(group, state)
