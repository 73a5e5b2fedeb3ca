"""Solve a puzzle in passes, step by step, and measure its difficulty (thesis, sections 5.2 and 5.3).

A **unit** is a set of cells with a rule; units come in **groups**. A **pass** filters each unit of a group completely,
each from the state at the start of the pass; an **iteration** is one pass over each group. A puzzle is **simple** if
passes alone fix every cell. This module is the readable definition of what the project measures; kernels repeat it
for speed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, Protocol


class Contradiction(Exception):
    """No solution is possible: a unit, or the puzzle as a whole, contradicts the state."""


@dataclass(frozen=True)
class Found:
    """The result of a search for solutions.

    Attributes
    ----------
    solutions : tuple of Solution
        At most as many as requested.
    complete : bool
        Whether these are all solutions.
    undecided : bool
        Whether a limit stopped the search before it was complete or had found as many as requested.
    nodes : int or None
        Number of values tried, if it was counted.
    """

    solutions: tuple[Any, ...]
    complete: bool
    undecided: bool = False
    nodes: int | None = None


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

    A state holds what is known of every cell and must be hashable. Cells and values can be of any type that the
    subclass chooses.

    Attributes
    ----------
    start : State
        State before the first pass.
    orders : sequence of sequence of str
        The orders in which groups are filtered, each with every group once. Explanations follow the first order; the
        difficulty is the mean over all.
    least_after_guess : int
        Lower bound on the difficulty of the steps after a guess.
    """

    start: Hashable
    orders: Sequence[Sequence[str]]
    least_after_guess: int = 1

    @abstractmethod
    def make_pass(self, group: str, state: Any) -> Pass:
        """Filter the units of a group, each from the given state.

        Raises
        ------
        Contradiction
            If a unit has no solution.
        """

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
        """Check that every unit is satisfied once all cells are fixed.

        Raises
        ------
        Contradiction
            If a unit is not satisfied.
        """

    def solution(self, state: Any) -> Any:
        """Return the solution that a state with all cells fixed represents."""
        return state

    def value_in(self, solution: Any, cell: Any) -> Any:
        """Return the value of a cell in a solution."""
        (value,) = self.choices(solution, cell)
        return value

    def guess_candidates(self, state: Any, solution: Any = None) -> Sequence[Any]:
        """Return the unfixed cells to guess, without those whose guess has the same effect as a guess in another cell.

        Parameters
        ----------
        state : State
            A state in which passes are stalled.
        solution : Solution, optional
            The solution that guesses agree with.
        """
        return self.unknown(state)

    def find_solutions(self, most: int) -> Found:
        """Search for up to `most` solutions. Subclasses may override this with a faster search and limits."""
        found = tuple(islice(solutions(self), most))
        return Found(found, len(found) < most)


@dataclass(frozen=True)
class Run:
    """Passes in turn, until every cell is fixed or an iteration changes nothing.

    Attributes
    ----------
    start : State
        State before the first pass.
    passes : tuple of Pass
        All passes in order, including the last ones without a deduction.
    groups : int
        Number of passes in an iteration.
    is_solved : bool
        Whether passes alone fixed every cell.
    """

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
        return max((number for number, one in enumerate(self.passes, start=1) if one.deductions), default=0)

    @property
    def iterations(self) -> int:
        """Number of iterations; if the run is stalled, this includes the last one, which changes nothing."""
        return -(-len(self.passes) // self.groups)


def run(game: Game, order: Sequence[str] | None = None, state: Any = None) -> Run:
    """Make passes until the puzzle is solved or stalled (thesis, section 5.2.2).

    Parameters
    ----------
    order : sequence of str, optional
        Order of the groups; by default, the first of `Game.orders`.
    state : State, optional
        State to start from; by default, `Game.start`.

    Raises
    ------
    Contradiction
        If the passes show that there is no solution from this state.
    """
    order = game.orders[0] if order is None else order
    start = game.start if state is None else state
    passes: list[Pass] = []
    while True:
        for group in order:
            passes.append(game.make_pass(group, passes[-1].state if passes else start))
            if not game.unknown(passes[-1].state):
                # This pass has filtered the units of one group only.
                game.check(passes[-1].state)
                return Run(start, tuple(passes), len(order), True)
        if not any(one.deductions for one in passes[-len(order) :]):
            return Run(start, tuple(passes), len(order), False)


def is_simple(game: Game) -> bool:
    """Return whether passes alone solve the puzzle (thesis, section 4); False if it has no solution."""
    try:
        return run(game).is_solved
    except Contradiction:
        return False


def solutions(game: Game, state: Any = None) -> Iterator[Any]:
    """Yield every solution: passes first, then a branch on a cell with the fewest values (thesis, section 5.2.3).

    Parameters
    ----------
    state : State, optional
        State to start from; by default, `Game.start`.

    Yields
    ------
    Solution
        Each solution exactly once.
    """
    try:
        reached = run(game, state=state)
    except Contradiction:
        return
    if reached.is_solved:
        yield game.solution(reached.state)
        return
    cell = min(game.unknown(reached.state), key=lambda one: len(game.choices(reached.state, one)))
    for value in game.choices(reached.state, cell):
        yield from solutions(game, game.with_value(reached.state, cell, value))


# -- difficulty -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One step of a solve path: a guess, and the passes that follow it.

    Attributes
    ----------
    guess : cell, optional
        The guessed cell; None for the first step.
    runs : tuple of Run
        Runs from the state with the guess: one for each order if passes alone finish, otherwise only the first.
    """

    guess: Any
    runs: tuple[Run, ...]

    @property
    def run(self) -> Run:
        """The run in the first order, which explanations follow."""
        return self.runs[0]

    @property
    def is_last(self) -> bool:
        """Return whether passes alone solve the puzzle from this state."""
        return self.run.is_solved

    @property
    def difficulty(self) -> float:
        """Part of the difficulty: the mean number of passes over all orders, or the iterations until stalled."""
        if not self.is_last:
            return self.run.iterations
        return sum(len(one.passes) for one in self.runs) / len(self.runs)


def make_step(game: Game, state: Any = None, guess: Any = None) -> Step:
    """Make passes from a state in which the guess is already set; by default, from the start.

    Raises
    ------
    Contradiction
        If the passes show that there is no solution.
    """
    first = run(game, game.orders[0], state)
    if not first.is_solved:
        return Step(guess, (first,))
    return Step(guess, (first, *(run(game, order, state) for order in game.orders[1:])))


def solve_steps(game: Game, solution: Any = None) -> list[Step]:
    """Return the easiest solve path: passes alone, and the best guess wherever they stall.

    Parameters
    ----------
    solution : Solution, optional
        The solution that every guess agrees with; by default, the one with the easiest path.

    Returns
    -------
    list of Step
        One step for a simple puzzle, and one more for each guess.

    Notes
    -----
    What follows a stalled run depends only on the cells fixed by then. The result is therefore a shortest path through
    the stalled states. The search extends the path with the lowest bound on its difficulty first (the A* method).
    """
    first = make_step(game)
    queue = [(first.difficulty, not first.is_last, 0, [first])]
    numbering = count(1)
    seen: set[Any] = set()
    while queue:
        _, _, _, steps = heappop(queue)
        if steps[-1].is_last:
            return steps
        so_far = sum(step.difficulty for step in steps)
        stuck = steps[-1].run.state
        if stuck in seen:
            continue
        seen.add(stuck)
        for cell in game.guess_candidates(stuck, solution):
            for value in game.choices(stuck, cell) if solution is None else (game.value_in(solution, cell),):
                try:
                    step = make_step(game, game.with_value(stuck, cell, value), cell)
                except Contradiction:
                    continue
                at_least = so_far + step.difficulty + (0 if step.is_last else game.least_after_guess)
                heappush(queue, (at_least, not step.is_last, next(numbering), [*steps, step]))
    raise Contradiction("there is no solution")


def difficulty(game: Game, solution: Any = None) -> float:
    """Return the difficulty of finding a solution (thesis, section 5.2.4).

    If passes alone finish, this is the mean number of passes over all orders. Otherwise it is the number of iterations
    until they stall, plus the difficulty after the best guess: an unfixed cell set to its value in the solution.

    Parameters
    ----------
    solution : Solution, optional
        The solution to find; by default, the one with the lowest difficulty.

    Raises
    ------
    Contradiction
        If there is no solution.
    """
    return sum(step.difficulty for step in solve_steps(game, solution))


def solve_path(game: Game, guess_limit: int) -> tuple[list[Step], Any]:
    """Return the easiest solve path and its solution.

    Parameters
    ----------
    guess_limit : int
        If passes stall with more unfixed cells than this, the best guess is not searched for.

    Returns
    -------
    steps : list of Step
        Only the first step if the passes leave more unfixed cells than the limit; empty without a solution.
    solution : Solution or None
    """
    found = game.find_solutions(1).solutions
    if not found:
        return [], None
    first = make_step(game)
    if len(game.unknown(first.run.state)) > guess_limit:
        return [first], found[0]
    steps = solve_steps(game)
    return steps, game.solution(steps[-1].run.state)


@dataclass(frozen=True)
class Rating:
    """The rating of a puzzle.

    Attributes
    ----------
    simple : bool
        Whether passes alone solve it.
    solutions : tuple of Solution
        The solutions found, up to the requested maximum.
    complete : bool
        Whether these are all solutions.
    difficulty : float or None
        The lowest difficulty of all solutions; None without a solution or beyond the guess limit.
    passes : tuple of int, or None
        Number of passes until solved, for each order; None if the passes stall.
    unknown : int or None
        Number of cells that passes leave unfixed; None if the passes show that there is no solution.
    undecided : bool
        Whether a limit stopped the search before it was complete or had found as many as requested.
    nodes : int or None
        Number of values tried, if it was counted.
    """

    simple: bool
    solutions: tuple[Any, ...]
    complete: bool
    difficulty: float | None
    passes: tuple[int, ...] | None
    unknown: int | None
    undecided: bool = False
    nodes: int | None = None


def rate(game: Game, guess_limit: int, max_solutions: int) -> Rating:
    """Rate a puzzle.

    Parameters
    ----------
    guess_limit : int
        If passes stall with more unfixed cells than this, the difficulty is not computed (thesis, section 6.3).
    max_solutions : int
        Greatest number of solutions to search for.
    """
    try:
        first = make_step(game)
    except Contradiction:
        return Rating(False, (), True, None, None, None)
    found = game.find_solutions(max_solutions + 1)
    unknown = len(game.unknown(first.run.state))
    return Rating(
        simple=first.is_last,
        solutions=found.solutions[:max_solutions],
        complete=found.complete,
        difficulty=difficulty(game) if found.solutions and unknown <= guess_limit else None,
        passes=tuple(len(one.passes) for one in first.runs) if first.is_last else None,
        unknown=unknown,
        undecided=found.undecided,
        nodes=found.nodes,
    )
