"""Solve a puzzle in passes, step by step, and measure its difficulty (thesis, sections 5.2 and 5.3).

A **unit** is a set of cells with a rule; units come in **groups**. A **pass** filters each unit of a group completely,
each from the state at the start of the pass; an **iteration** is one pass over each group. A puzzle is **simple** if
passes alone fix every cell. This module is the readable definition of what the project measures; kernels repeat it
for speed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, Protocol

from rullo_core.limits import Undecided, bound_after, check_time, limits


class Contradiction(Exception):
    """No solution is possible: a unit, given if it is known, or the puzzle as a whole contradicts the state."""

    def __init__(self, reason: str, unit: Any = None) -> None:
        super().__init__(reason)
        self.unit = unit


@dataclass(frozen=True)
class Found:
    """The solutions that a search found, and whether these are all.

    Bound names the limit that ended it before it had all or as many as requested, if one did. Nodes, the values tried,
    are None if not counted.
    """

    solutions: tuple[Any, ...]
    complete: bool
    bound: str | None = None
    nodes: int | None = None

    @property
    def undecided(self) -> bool:
        """Whether a limit ended the search."""
        return self.bound is not None

    def decided(self, state: Any = None) -> Found:
        """Return self, or raise Undecided with the state so far if a limit ended the search before any solution."""
        if self.bound and not self.solutions:
            raise Undecided(self.bound, state)
        return self

    def up_to(self, number: int) -> Found:
        """Return at most `number` solutions; they are complete only if one more was searched for and not found."""
        complete = self.complete and len(self.solutions) <= number
        return replace(self, solutions=self.solutions[:number], complete=complete)


class Pass(Protocol):
    """The result of filtering the units of one group."""

    @property
    def group(self) -> str:
        """Name of the group."""

    @property
    def deductions(self) -> Sequence[Any]:
        """The deduction of each unit, with its reason; units without a deduction are omitted."""

    @property
    def state(self) -> Any:
        """State after the pass."""


class Game(ABC):
    """A puzzle as the solver sees it.

    A state holds what is known of every cell and must be hashable. Cells and values can be of any type. Explanations
    follow the first of the orders, each of which has every group once; the difficulty is the mean over all. Steps after
    a guess have at least the difficulty least_after_guess.
    """

    start: Hashable
    orders: Sequence[Sequence[str]]
    least_after_guess: int = 1

    @abstractmethod
    def make_pass(self, group: str, state: Any) -> Pass:
        """Filter the units of a group, each from the given state; raises Contradiction if a unit has no solution."""

    @abstractmethod
    def unknown(self, state: Any) -> Sequence[Any]:
        """Return the unfixed cells, in order."""

    @abstractmethod
    def choices(self, state: Any, cell: Any) -> Sequence[Any]:
        """Return the candidates of a cell, in order."""

    @abstractmethod
    def with_value(self, state: Any, cell: Any, value: Any) -> Any:
        """Return the state with one cell fixed."""

    @abstractmethod
    def check(self, state: Any) -> None:
        """Raise Contradiction if a unit is not satisfied once all cells are fixed."""

    def solution(self, state: Any) -> Any:
        """Return the solution that a state with all cells fixed represents."""
        return state

    def state_of(self, solution: Any) -> Any:
        """Return the state in which all cells are fixed as in a solution."""
        return solution

    def value_in(self, solution: Any, cell: Any) -> Any:
        """Return the value of a cell in a solution."""
        (value,) = self.choices(self.state_of(solution), cell)
        return value

    def guess_candidates(self, state: Any, solution: Any = None) -> Sequence[Any]:
        """Return the cells to guess where passes are stuck, one of those alike; guesses agree with a given solution."""
        return self.unknown(state)

    def find_solutions(self, max_solutions: int, state: Any = None) -> Found:
        """Search for up to `max_solutions` solutions, from a state that passes reach if it is known.

        Subclasses may override this with a faster search and limits.
        """
        return collect(islice(solutions(self, state), max_solutions), max_solutions)


def collect(solutions: Iterable[Any], max_solutions: int) -> Found:
    """Return the solutions that a search yields, `max_solutions` at most, or those before a limit ended it."""
    collected: list[Any] = []
    try:
        collected.extend(solutions)
    except Undecided as limit:
        return Found(tuple(collected), False, limit.bound)
    return Found(tuple(collected), len(collected) < max_solutions)


def found_by(solutions: Iterable[Any], number: int, complete: bool, nodes: int, max_solutions: int) -> Found:
    """Return the result of a kernel that searches for one solution more than the maximum, and writes the others."""
    ended = not complete and number <= max_solutions
    return Found(tuple(solutions), complete, bound_after(nodes) if ended else None, nodes)


@dataclass(frozen=True)
class Run:
    """Passes in turn until solved, or until an iteration changes nothing; passes without a deduction are included."""

    start: Any
    passes: tuple[Any, ...]
    groups: int
    is_solved: bool

    @property
    def state(self) -> Any:
        """State after the last pass."""
        return self.passes[-1].state

    @property
    def last_that_changed(self) -> int:
        """Number of the last pass with a deduction, counted from 1; 0 if there is none."""
        return max((number for number, one_pass in enumerate(self.passes, start=1) if one_pass.deductions), default=0)

    @property
    def iterations(self) -> int:
        """Number of iterations; if the run is stalled, this includes the last one, which changes nothing."""
        return -(-len(self.passes) // self.groups)


def run(game: Game, order: Sequence[str] | None = None, state: Any = None) -> Run:
    """Make passes from a state until the puzzle is solved or stuck (thesis, section 5.2.2).

    Undecided has the state before the pass that a limit ended.
    """
    order = game.orders[0] if order is None else order
    start = game.start if state is None else state
    passes: list[Pass] = []
    while True:
        iteration_start = passes[-1].state if passes else start
        for group in order:
            current = passes[-1].state if passes else start
            try:
                check_time()
                passes.append(game.make_pass(group, current))
            except Undecided as limit:
                limit.state = current
                raise
            if not game.unknown(passes[-1].state):
                # This pass has filtered the units of one group only.
                game.check(passes[-1].state)
                return Run(start, tuple(passes), len(order), True)
        if passes[-1].state == iteration_start:
            return Run(start, tuple(passes), len(order), False)


def is_simple(game: Game) -> bool:
    """Whether passes alone solve the puzzle (thesis, section 4); False if it has no solution."""
    try:
        return run(game).is_solved
    except Contradiction:
        return False


def solutions(game: Game, state: Any = None) -> Iterator[Any]:
    """Yield every solution once: passes, then a branch on a cell with the fewest values (thesis, section 5.2.3)."""
    try:
        propagation = run(game, state=state)
    except Contradiction:
        return
    if propagation.is_solved:
        yield game.solution(propagation.state)
        return
    cell = min(game.unknown(propagation.state), key=lambda cell: len(game.choices(propagation.state, cell)))
    for value in game.choices(propagation.state, cell):
        yield from solutions(game, game.with_value(propagation.state, cell, value))


# -- difficulty -------------------------------------------------------------------------------------------------------

A_PATH = 64
"""Partial results for which a solve path counts that is kept: it has many states."""


@dataclass(frozen=True)
class Step:
    """One step of a solve path: a guess (None at first), and the passes that follow it.

    There is a run for each order if passes alone finish, otherwise only the first.
    """

    guess: Any
    runs: tuple[Run, ...]

    @property
    def run(self) -> Run:
        """The run in the first order, which explanations follow."""
        return self.runs[0]

    @property
    def is_last(self) -> bool:
        """Whether passes alone solve the puzzle from this state."""
        return self.run.is_solved

    @property
    def difficulty(self) -> float:
        """Part of the difficulty: the mean number of passes over all orders, or the iterations until stalled."""
        if not self.is_last:
            return self.run.iterations
        return sum(len(run.passes) for run in self.runs) / len(self.runs)


def make_step(game: Game, state: Any = None, guess: Any = None) -> Step:
    """Make passes from a state in which the guess is already set; by default, from the start."""
    first = run(game, game.orders[0], state)
    if not first.is_solved:
        return Step(guess, (first,))
    return Step(guess, (first, *(run(game, order, state) for order in game.orders[1:])))


def solve_steps(game: Game, solution: Any = None, first: Step | None = None) -> list[Step]:
    """Return the easiest solve path, to a solution if given: passes alone, and the best guess wherever they are stuck.

    First is the step from the start, if it has been made.

    What follows a stuck run depends only on the cells fixed by then. The result is therefore a shortest path through
    the stuck states. The search extends the path with the lowest bound on its difficulty first (the A* method).
    """
    first = first or make_step(game)
    queue = [(first.difficulty, not first.is_last, 0, [first])]
    numbering = count(1)
    visited: set[Any] = set()
    while queue:
        _, _, _, steps = heappop(queue)
        if steps[-1].is_last:
            return steps
        so_far = sum(step.difficulty for step in steps)
        stuck = steps[-1].run.state
        if stuck in visited:
            continue
        visited.add(stuck)
        for cell in game.guess_candidates(stuck, solution):
            for value in game.choices(stuck, cell) if solution is None else (game.value_in(solution, cell),):
                try:
                    step = make_step(game, game.with_value(stuck, cell, value), cell)
                except Contradiction:
                    continue
                at_least = so_far + step.difficulty + (0 if step.is_last else game.least_after_guess)
                heappush(queue, (at_least, not step.is_last, next(numbering), [*steps, step]))
                if len(queue) > limits().states // A_PATH:
                    raise Undecided("states")
    raise Contradiction("there is no solution")


def difficulty(game: Game, solution: Any = None, first: Step | None = None) -> float:
    """Return the difficulty of finding a solution, by default the easiest (thesis, section 5.2.4).

    If passes alone finish, this is the mean number of passes over all orders. Otherwise it is the number of iterations
    until they are stuck, plus the difficulty after the best guess: an unfixed cell set to its value in the solution.
    """
    return sum(step.difficulty for step in solve_steps(game, solution, first))


def solve_path(game: Game, guess_limit: int) -> tuple[list[Step], Any]:
    """Return the easiest solve path and its solution, or none; only its first step above the guess limit.

    Undecided is raised, with the state that passes reach, where limits do not even let a solution be found.
    """
    try:
        first = make_step(game)
    except Contradiction:
        return [], None
    results = game.find_solutions(1, first.run.state).decided(first.run.state).solutions
    if not results:
        return [], None
    if len(game.unknown(first.run.state)) > guess_limit:
        return [first], results[0]
    try:
        steps = solve_steps(game, first=first)
    except Undecided:
        return [first], results[0]
    return steps, game.solution(steps[-1].run.state)


@dataclass(frozen=True)
class Rating:
    """The rating of a puzzle.

    Simple is None if a limit ended the passes. Difficulty is the lowest of all solutions, None without a solution or
    beyond the guess limit. Passes until solved are for each order, None if stuck. Unknown counts the cells that passes
    leave unfixed, None if passes find a contradiction. Bound names the limit that left something of this undecided, if
    one did. Otherwise as `Found`.
    """

    simple: bool | None
    solutions: tuple[Any, ...]
    complete: bool
    difficulty: float | None
    passes: tuple[int, ...] | None
    unknown: int | None
    bound: str | None = None
    nodes: int | None = None


def rate(game: Game, guess_limit: int, max_solutions: int) -> Rating:
    """Rate a puzzle, searching for one solution more than the maximum; no difficulty beyond the guess limit."""
    first, bound, easiest = None, None, None
    try:
        first = make_step(game)
        state = first.run.state
    except Contradiction:
        return Rating(False, (), True, None, None, None)
    except Undecided as limit:
        bound, state = limit.bound, limit.state
    result = game.find_solutions(max_solutions + 1, None if first is None else state)
    unknown = len(game.unknown(state))
    if first is not None and result.solutions and unknown <= guess_limit:
        try:
            easiest = difficulty(game, first=first)
        except Undecided as limit:
            bound = limit.bound
    return Rating(
        simple=None if first is None else first.is_last,
        solutions=result.solutions[:max_solutions],
        complete=result.complete,
        difficulty=easiest,
        passes=tuple(len(run.passes) for run in first.runs) if first is not None and first.is_last else None,
        unknown=unknown,
        bound=bound or result.bound,
        nodes=result.nodes,
    )
