"""How far a set of rules gets when each is used as often as it reveals anything: levels of reasoning, shaving, search.

A **level** is a set of units. All their rules are monotone: with fewer values to begin with, no more are left. So they
come to the same state in whatever order they are used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rullo_core.passes.solver import Contradiction, Found
from rullo_core.passes.units import Deduction, State, Unit

SEARCH = "search"
"""In place of a level: none is enough."""

Reach = Callable[[State], State]
"""Narrows a state by some level; raises Contradiction."""


@dataclass(frozen=True)
class Reached:
    """Where a level comes to.

    Attributes
    ----------
    state : tuple of frozenset
        The values that are left of each cell.
    deductions : tuple of Deduction
        What units revealed, in the order in which they did.
    """

    state: State
    deductions: tuple[Deduction, ...]


def reach(state: State, units: Sequence[Unit]) -> Reached:
    """Use the rules of units until they reveal nothing more; those that wait longest first.

    Raises
    ------
    Contradiction
        If a unit cannot keep its rule.
    """
    now = list(state)
    of_cell: list[list[int]] = [[] for _ in state]
    for number, unit in enumerate(units):
        for cell in unit.cells:
            of_cell[cell].append(number)
    waiting = deque(range(len(units)))
    deductions = []
    while waiting:
        number = waiting.popleft()
        unit = units[number]
        before = tuple(now[cell] for cell in unit.cells)
        try:
            after = unit.rule.filtered(before)
        except Contradiction:
            raise Contradiction(f"{unit.name} cannot keep its rule any more") from None
        if after == before:
            continue
        deductions.append(Deduction(unit, before, after))
        for cell, old, new in zip(unit.cells, before, after, strict=True):
            now[cell] = new
            if old != new:
                waiting.extend(other for other in of_cell[cell] if other not in waiting)
    return Reached(tuple(now), tuple(deductions))


def is_fixed(state: State) -> bool:
    """Whether every cell has one value."""
    return all(len(domain) == 1 for domain in state)


def shave(state: State, reach: Reach) -> State:
    """Take away every value that leads to a contradiction when its cell has it, until there is none.

    Raises
    ------
    Contradiction
        If a cell has no value left, or the state itself contradicts.
    """
    state = reach(state)
    changed = True
    while changed and not is_fixed(state):
        changed = False
        for cell in range(len(state)):
            for value in sorted(state[cell]) if len(state[cell]) > 1 else ():
                try:
                    reach(_with(state, cell, frozenset({value})))
                except Contradiction:
                    state = reach(_with(state, cell, state[cell] - {value}))
                    changed = True
    return state


def solutions(state: State, reach: Reach) -> Iterator[State]:
    """Every solution: a level as far as it goes, then every value of the first cell with the fewest, in order.

    A level must be right about states in which all cells are settled.
    """
    try:
        state = reach(state)
    except Contradiction:
        return
    if is_fixed(state):
        yield state
        return
    cell = min((one for one in range(len(state)) if len(state[one]) > 1), key=lambda one: len(state[one]))
    for value in sorted(state[cell]):
        yield from solutions(_with(state, cell, frozenset({value})), reach)


class _GivenUp(Exception):
    """A search has tried as many values as it may."""


def search(start: State, reach: Reach, limit: int, nodes: int | None = None) -> Found:
    """Search for solutions, depth first, and count the values that are tried; see `solutions`.

    Parameters
    ----------
    start : tuple of frozenset
    reach : callable
        A level that is right about states in which all cells are settled.
    limit : int
        The largest number of solutions to find.
    nodes : int, optional
        Give up once so many values have been tried, and there are others.
    """
    found: list[tuple[int, ...]] = []
    tried = -1  # nothing is tried before the first time

    def filter_candidates(state: State) -> State:
        nonlocal tried
        if tried == nodes:
            raise _GivenUp
        tried += 1
        return reach(state)

    try:
        for state in solutions(start, filter_candidates):
            if len(found) == limit:
                return Found(tuple(found), complete=False, nodes=tried)
            found.append(tuple(min(domain) for domain in state))
    except _GivenUp:
        return Found(tuple(found), complete=False, undecided=True, nodes=tried)
    return Found(tuple(found), complete=True, nodes=tried)


def _with(state: State, cell: int, domain: frozenset[int]) -> State:
    return (*state[:cell], domain, *state[cell + 1 :])
