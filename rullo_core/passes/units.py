"""A game of cells with small domains, and of units whose rule is an automaton over their cells in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

from rullo_core.passes.solver import Contradiction, Game

Value = Any
Domain = frozenset[Any]
"""The values that a cell may still have."""

State = tuple[Domain, ...]
"""A domain for each cell."""


def with_digits(state: State, digits: Iterable[int]) -> State:
    """A state in which some cells have the digits that are given or written, 0 for none."""
    return tuple(frozenset({digit}) if digit else left for left, digit in zip(state, digits, strict=True))


class Rule(Protocol):
    """What cells have to keep."""

    def filtered(self, domains: State) -> State:
        """Fewer values for each cell, but none that some row has which keeps the rule; or all of them.

        Raises
        ------
        Contradiction
            If no row keeps it, as far as the rule looks.
        """


@dataclass(frozen=True)
class Automaton:
    """A rule that a row of values keeps or not: read one by one, they lead from the start to an end that is accepted.

    What was found for a rule is remembered by the rule: make one for each rule, not one for each unit.

    Parameters
    ----------
    start : hashable
        The state before the first value.
    step : callable
        Of a state, the place of the next value, from 0, and the value: the state after it; None if it may not follow.
    accepts : callable
        Of the state after the last value: whether the rule is kept.
    in_any_order : bool
        Whether a row may as well be read in another order: then the cells with the fewest values are read first, which
        lead to the fewest states.

    Examples
    --------
    Three values that add up to 5:

    >>> rule = Automaton(0, lambda total, place, value: total + value, lambda total: total == 5)
    >>> [sorted(domain) for domain in rule.narrowed((frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2, 3})))]
    [[0, 1], [2], [2, 3]]
    >>> list(rule.rows((frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2, 3}))))
    [(0, 2, 3), (1, 2, 2)]
    """

    start: Hashable
    step: Callable[[Any, int, Value], Any]
    accepts: Callable[[Any], bool]
    in_any_order: bool = False

    def filtered(self, domains: State) -> State:
        """The values that some row has that keeps the rule, for each place.

        Forwards, the states that can be reached; backwards, those of them from which an end can be; a value is possible
        just if it leads from one of these to another.

        Raises
        ------
        Contradiction
            If no row keeps it.
        """
        places = range(len(domains))
        order = sorted(places, key=lambda place: len(domains[place])) if self.in_any_order else places
        found = _filtered(self, tuple(domains[place] for place in order))
        if found is None:
            raise Contradiction("no row of values keeps the rule any more")
        return tuple(found[order.index(place)] for place in places)

    def rows(self, domains: State) -> Iterator[tuple[Value, ...]]:
        """Every row of values that keeps the rule."""
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
        """For each place: from which state which value leads to which, on the way from the start to an end; or None."""
        ways: list[dict[tuple[Any, Value], Any]] = []
        alive = {self.start}
        for place, domain in enumerate(domains):
            steps = {(state, value): self.step(state, place, value) for state in alive for value in domain}
            ways.append({step: after for step, after in steps.items() if after is not None})
            alive = set(ways[-1].values())
        alive = {state for state in alive if self.accepts(state)}
        for place in reversed(range(len(domains))):
            ways[place] = {step: after for step, after in ways[place].items() if after in alive}
            alive = {state for state, _ in ways[place]}
        return ways if alive else None


@lru_cache(maxsize=2**16)
def _filtered(rule: Automaton, domains: State) -> State | None:
    ways = rule._ways(domains)
    return None if ways is None else tuple(frozenset(value for _, value in steps) for steps in ways)


@dataclass(frozen=True)
class Unit:
    """Cells with a rule.

    Attributes
    ----------
    name : str
        Such as row 2.
    cells : tuple of int
        Which of the game's, in the order in which the rule reads them.
    rule : Rule
        An automaton sees everything that a rule can reveal; others may see less.
    """

    name: str
    cells: tuple[int, ...]
    rule: Rule


@dataclass(frozen=True)
class Deduction:
    """What one unit revealed in one pass, and why.

    Attributes
    ----------
    unit : Unit
    before, after : tuple of frozenset
        The domains of its cells at the start of the pass, and what it leaves of them.
    """

    unit: Unit
    before: State
    after: State

    @property
    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The reason: every row of values that kept the rule and agreed with what was known, one after the other.

        None for a rule that is no automaton.
        """
        return self.unit.rule.rows(self.before) if isinstance(self.unit.rule, Automaton) else iter(())

    @property
    def removed(self) -> dict[int, Domain]:
        """The values that are no longer possible, by cell."""
        pairs = zip(self.unit.cells, self.before, self.after, strict=True)
        return {cell: old - new for cell, old, new in pairs if old != new}

    def about(self, cells: Collection[int]) -> Deduction:
        """The same, where only some cells are told of."""
        parts = zip(self.unit.cells, self.before, self.after, strict=True)
        return replace(self, after=tuple(new if cell in cells else old for cell, old, new in parts))


def leading_to(cell: int, passes: Sequence[Sequence[Deduction]]) -> tuple[Deduction, ...]:
    """What is known of a cell after some passes, and what that rests on.

    What narrowed it, and in earlier passes the cells of units that did, and so on; of each deduction only what it says
    of these cells.

    Parameters
    ----------
    cell : int
    passes : sequence of sequence of Deduction
        The deductions of each pass, in order.

    Returns
    -------
    tuple of Deduction
        In order.
    """
    needed = {cell}
    kept: list[Deduction] = []
    for made in reversed(passes):
        some = [deduction for deduction in made if needed & set(deduction.removed)]
        kept = [deduction.about(needed) for deduction in some] + kept
        needed = needed.union(*(deduction.unit.cells for deduction in some))
    return tuple(kept)


@dataclass(frozen=True)
class Fixed:
    """A cell that passes settle, and why.

    Attributes
    ----------
    cell : int
    value : value
    steps : tuple of Deduction
        What leads there, in order.
    """

    cell: int
    value: Value
    steps: tuple[Deduction, ...]


def first_fixed(passes: Iterable[UnitsPass], known: Collection[int]) -> Fixed | None:
    """Of the cells that passes settle first, the one whose value rests on the fewest steps; the first of them.

    Parameters
    ----------
    passes : iterable of UnitsPass
        In order; gone through as far as needed.
    known : collection of int
        Cells that are not meant.

    Returns
    -------
    Settled or None
        None if no other cell is settled.
    """
    made: list[Sequence[Deduction]] = []
    for one in passes:
        made.append(one.deductions)
        fixed = [cell for cell, left in enumerate(one.state) if len(left) == 1 and cell not in known]
        ways = {cell: leading_to(cell, made) for cell in fixed}
        if ways:
            cell = min(ways, key=lambda one: len(ways[one]))
            return Fixed(cell, min(one.state[cell]), ways[cell])
    return None


@dataclass(frozen=True)
class UnitsPass:
    """The units of a group, each made consistent from the state at the start of the pass."""

    group: str
    deductions: tuple[Deduction, ...]
    state: State


@dataclass(frozen=True)
class Units(Game):
    """Cells with small domains, and groups of units.

    Parameters
    ----------
    start : tuple of frozenset
        The domain of each cell; values are sorted where their order matters.
    groups : mapping of str to sequence of Unit
        By name, in the order of the passes. Units of one group may share cells: what each removes is removed.
    orders : sequence of sequence of str, optional
        In which the groups may take turns; only as they stand in `groups` unless given.

    Raises
    ------
    ValueError
        If an order is not one of all groups.
    """

    start: State
    groups: Mapping[str, Sequence[Unit]]
    orders: Sequence[Sequence[str]] = ()

    def __post_init__(self) -> None:
        if not self.orders:
            object.__setattr__(self, "orders", (tuple(self.groups),))
        for order in self.orders:
            if sorted(order) != sorted(self.groups):
                raise ValueError(f"order {order!r}: is not one of all groups, {', '.join(self.groups)}")

    def make_pass(self, group: str, state: State) -> UnitsPass:
        """Make the units of a group consistent; see `Game`."""
        after = list(state)
        deductions = []
        for unit in self.groups[group]:
            before = tuple(state[cell] for cell in unit.cells)
            try:
                filtered = unit.rule.filtered(before)
            except Contradiction:
                raise Contradiction(f"{unit.name} cannot keep its rule any more") from None
            if filtered != before:
                deductions.append(Deduction(unit, before, filtered))
                for cell, domain in zip(unit.cells, filtered, strict=True):
                    after[cell] &= domain
        if not all(after):
            cell = after.index(frozenset())
            raise Contradiction(f"{group}: no value is left for cell {cell}, counted from 0")
        return UnitsPass(group, tuple(deductions), tuple(after))

    def unknown(self, state: State) -> list[int]:
        """The cells with several values."""
        return [cell for cell, domain in enumerate(state) if len(domain) > 1]

    def choices(self, state: State, cell: int) -> list[Value]:
        """The values of a cell, in order."""
        return sorted(state[cell])

    def with_value(self, state: State, cell: int, value: Value) -> State:
        """The state with one cell settled."""
        return (*state[:cell], frozenset({value}), *state[cell + 1 :])

    def check(self, state: State) -> None:
        """Make sure that every unit holds."""
        for group in self.groups:
            self.make_pass(group, state)
