"""Apply a set of rules until nothing changes: levels of reasoning, shaving and search.

A **level** is a named set of strategies, and so of units. All their rules are monotone: fewer candidates before give no
more candidates after. The order in which they are applied therefore makes no difference to the final state.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rullo_core.limits import Undecided, check_time, limits
from rullo_core.passes.solver import Contradiction, Found
from rullo_core.passes.units import Deduction, State, Unit

SEARCH = "search"
"""Name in place of a level for puzzles that no level solves."""


@dataclass(frozen=True)
class Level:
    """A level as a kind of puzzle declares it: what its solver, kernels, requests and player need follows.

    Each strategy has a readable rule, and a bit for kernels. The title is for puzzles that it is the first to solve,
    empty if puzzles are not rated by it. Puzzles to play are generated for levels that are quick on boards of any size.
    """

    strategies: tuple[str, ...]
    title: str = ""
    quick: bool = False


Reach = Callable[[State], State]
"""Filters a state by some level; raises Contradiction."""


@dataclass(frozen=True)
class Propagation:
    """The state that a level reaches, and all deductions in order."""

    state: State
    deductions: tuple[Deduction, ...]


@dataclass(frozen=True)
class LevelRating:
    """The results of levels and a search for a puzzle that should be unique.

    Level is the first level that solves it, or what is named instead, such as `SEARCH`; None without a solution. Passes
    of a level are None where its kind of puzzle says so, such as where it is stuck. Solutions are counted up to a
    limit; complete says whether these are all, and nodes how many values the search tried.
    """

    level: str | None
    passes_by_level: dict[str, int | None]
    solutions: int
    complete: bool
    nodes: int

    @property
    def level_passes(self) -> int | None:
        """Passes of the level that solves the puzzle; None if none does."""
        return self.passes_by_level.get(self.level or "")


def reach(state: State, units: Sequence[Unit]) -> Propagation:
    """Filter units until nothing changes, the unit that has waited longest first.

    Undecided has what is known of the cells when a limit ended this.
    """
    domains = list(state)
    of_cell: list[dict[int, None]] = [{} for _ in state]
    for number, unit in enumerate(units):
        for cell in unit.cells:
            of_cell[cell][number] = None
    waiting = OrderedDict.fromkeys(range(len(units)))
    deductions = []
    while waiting:
        try:
            check_time()
        except Undecided as limit:
            limit.state = tuple(domains)
            raise
        unit = units[waiting.popitem(last=False)[0]]
        old_domains = tuple(map(domains.__getitem__, unit.cells))
        new_domains = unit.filter(old_domains)
        if new_domains == old_domains:
            continue
        deductions.append(Deduction(unit, old_domains, new_domains))
        for cell, old, new in zip(unit.cells, old_domains, new_domains, strict=True):
            domains[cell] = new
            if old != new:
                waiting.update(of_cell[cell])  # those that wait already keep their place
    return Propagation(tuple(domains), tuple(deductions))


def is_fixed(state: State) -> bool:
    """Whether every cell has exactly one candidate."""
    return all(len(domain) == 1 for domain in state)


def shave(state: State, reach: Reach) -> State:
    """Eliminate every candidate that leads to a contradiction, until there is none (shaving)."""
    state = reach(state)
    has_changed = True
    while has_changed and not is_fixed(state):
        has_changed = False
        for cell in range(len(state)):
            for value in sorted(state[cell]) if len(state[cell]) > 1 else ():
                try:
                    reach(_with(state, cell, frozenset({value})))
                except Contradiction:
                    state = reach(_with(state, cell, state[cell] - {value}))
                    has_changed = True
    return state


def solutions(state: State, reach: Reach) -> Iterator[State]:
    """Yield every solution: filter by a level, then branch on the first cell with the fewest candidates, in order.

    The level has to detect every contradiction of a state in which all cells are fixed.
    """
    try:
        state = reach(state)
    except Contradiction:
        return
    if is_fixed(state):
        yield state
        return
    cell = min((cell for cell in range(len(state)) if len(state[cell]) > 1), key=lambda cell: len(state[cell]))
    for value in sorted(state[cell]):
        yield from solutions(_with(state, cell, frozenset({value})), reach)


@dataclass
class NodeCounter:
    """Filters by a level, counts the nodes of a search, the values that it tries, and ends it at the limit."""

    reach: Reach
    max_nodes: int | None
    nodes: int = -1  # nothing is tried before the first time

    def __call__(self, state: State) -> State:
        """Filter a state; Undecided if too many values were tried."""
        if self.nodes == self.max_nodes:
            raise Undecided("nodes")
        self.nodes += 1
        return self.reach(state)


def search(start: State, reach: Reach, limit: int, nodes: int | None = None) -> Found:
    """Search depth first for at most `limit` solutions by a level, as in `solutions`; give up after `nodes` nodes
    (default: the number in `limits`).
    """
    counter = NodeCounter(reach, limits().nodes if nodes is None else nodes)
    assignments: list[tuple[int, ...]] = []
    try:
        for state in solutions(start, counter):
            if len(assignments) == limit:
                return Found(tuple(assignments), complete=False, nodes=counter.nodes)
            assignments.append(tuple(min(domain) for domain in state))
    except Undecided as ended:
        return Found(tuple(assignments), complete=False, bound=ended.bound, nodes=counter.nodes)
    return Found(tuple(assignments), complete=True, nodes=counter.nodes)


def _with(state: State, cell: int, domain: frozenset[int]) -> State:
    return (*state[:cell], domain, *state[cell + 1 :])
