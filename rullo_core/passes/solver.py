"""Solve a puzzle in passes, step by step, and say how difficult it is (thesis, sections 5.2 and 5.3).

A **unit** is a set of cells with a rule; units come in **groups**. A **pass** makes each unit of a group fully
consistent, each from the state at the start of the pass; an **iteration** is a pass over each group. A puzzle is
**simple** if passes settle every cell. This is the readable statement of what the project measures; kernels say the
same for speed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, Protocol


class Contradiction(Exception):
    """A unit cannot hold any more: the state, or the puzzle, contradicts itself."""


@dataclass(frozen=True)
class Found:
    """Solutions that were looked for.

    Attributes
    ----------
    solutions : tuple of Solution
        No more than were wanted.
    complete : bool
        Whether there are no others.
    undecided : bool
        Whether a limit was reached before as many as were wanted were found, or all.
    nodes : int or None
        Values that were tried for a cell, where that was counted.
    """

    solutions: tuple[Any, ...]
    complete: bool
    undecided: bool = False
    nodes: int | None = None


class Pass(Protocol):
    """The units of a group, made consistent."""

    @property
    def group(self) -> str:
        """Their group."""

    @property
    def deductions(self) -> Sequence[Any]:
        """What each unit revealed, and why; those that revealed nothing are left out."""

    @property
    def state(self) -> Any:
        """What is known after it."""


class Game(ABC):
    """A puzzle, as far as passes need to know it.

    A state says what is known of every cell: anything that can be a key of a dict. Cells and values are what the game
    calls so.

    Attributes
    ----------
    start : State
        What is known before the first pass.
    orders : sequence of sequence of str
        The orders in which the groups may take turns, each with every group once. The first is the one that is told;
        the difficulty is the mean over all.
    least_after_guess : int
        What follows a guess is never less difficult than this.
    """

    start: Hashable
    orders: Sequence[Sequence[str]]
    least_after_guess: int = 1

    @abstractmethod
    def make_pass(self, group: str, state: Any) -> Pass:
        """Make the units of a group consistent, each from the given state.

        Raises
        ------
        Contradiction
            If a unit cannot hold.
        """

    @abstractmethod
    def unknown(self, state: Any) -> Sequence[Any]:
        """The cells that are not settled, in order."""

    @abstractmethod
    def choices(self, state: Any, cell: Any) -> Sequence[Any]:
        """The values that a cell may still have, in order."""

    @abstractmethod
    def with_value(self, state: Any, cell: Any, value: Any) -> Any:
        """The state with a cell settled."""

    @abstractmethod
    def check(self, state: Any) -> None:
        """Make sure that every unit holds where all cells are settled.

        Raises
        ------
        Contradiction
            If one does not.
        """

    def solution(self, state: Any) -> Any:
        """The solution that a state is in which all cells are settled."""
        return state

    def value_in(self, solution: Any, cell: Any) -> Any:
        """The value of a cell in a solution."""
        (value,) = self.choices(solution, cell)
        return value

    def guess_candidates(self, state: Any, solution: Any = None) -> Sequence[Any]:
        """The unknown cells, less those where a guess leads to just what it leads to in another one.

        Parameters
        ----------
        state : State
            In which passes are stuck.
        solution : Solution, optional
            With which guesses will agree.
        """
        return self.unknown(state)

    def all_solutions(self) -> Iterator[Any]:
        """Every solution. A puzzle may know a faster way to them."""
        return solutions(self)

    def find_solutions(self, most: int) -> Found:
        """Look for solutions, no more than so many. A puzzle may know a faster way to them, and limits."""
        found = tuple(islice(solutions(self), most))
        return Found(found, len(found) < most)


@dataclass(frozen=True)
class Run:
    """Passes in turn, until every cell is known or an iteration has changed nothing.

    Attributes
    ----------
    start : State
        What was known before the first pass.
    passes : tuple of Pass
        In order, the idle ones at the end included.
    groups : int
        Passes in an iteration.
    is_solved : bool
        Whether passes alone settled every cell.
    """

    start: Any
    passes: tuple[Any, ...]
    groups: int
    is_solved: bool

    @property
    def state(self) -> Any:
        """What is known in the end."""
        return self.passes[-1].state

    @property
    def last_that_changed(self) -> int:
        """The number of the last pass that revealed something, from 1; 0 if none did."""
        return max((number for number, one in enumerate(self.passes, start=1) if one.deductions), default=0)

    @property
    def iterations(self) -> int:
        """Number of iterations, the idle one at the end of a stuck run included."""
        return -(-len(self.passes) // self.groups)


def run(game: Game, order: Sequence[str] | None = None, state: Any = None) -> Run:
    """Make passes until they solve the puzzle or are stuck (thesis, section 5.2.2).

    Parameters
    ----------
    game : Game
    order : sequence of str, optional
        The groups in the order in which they take turns; the first of `Game.orders` unless given.
    state : State, optional
        What is known before; `Game.start` unless given.

    Raises
    ------
    Contradiction
        If the state, or the puzzle itself, has no solution and passes show it.
    """
    order = game.orders[0] if order is None else order
    start = game.start if state is None else state
    passes: list[Pass] = []
    while True:
        for group in order:
            passes.append(game.make_pass(group, passes[-1].state if passes else start))
            if not game.unknown(passes[-1].state):
                # This pass has looked at the units of one group only.
                game.check(passes[-1].state)
                return Run(start, tuple(passes), len(order), True)
        if not any(one.deductions for one in passes[-len(order) :]):
            return Run(start, tuple(passes), len(order), False)


def is_simple(game: Game) -> bool:
    """Whether passes alone solve the puzzle (thesis, section 4); not if it has no solution."""
    try:
        return run(game).is_solved
    except Contradiction:
        return False


def solutions(game: Game, state: Any = None) -> Iterator[Any]:
    """Every solution: passes as far as they go, then every value of a cell with the fewest (thesis, section 5.2.3).

    Parameters
    ----------
    game : Game
    state : State, optional
        What is known before; `Game.start` unless given.

    Yields
    ------
    Solution
        Each solution once, none if there is none.
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
    """A guess, and how far passes alone go from there.

    Attributes
    ----------
    guess : cell, optional
        The cell that was guessed; None at the start.
    runs : tuple of Run
        From the state with the guess, one for each order where passes alone finish; only the first where they do not.
    """

    guess: Any
    runs: tuple[Run, ...]

    @property
    def run(self) -> Run:
        """In the order that is told."""
        return self.runs[0]

    @property
    def is_last(self) -> bool:
        """Whether passes alone finish from here."""
        return self.run.is_solved

    @property
    def difficulty(self) -> float:
        """What this step adds: the mean passes of all orders where they finish, else the iterations until stuck."""
        if not self.is_last:
            return self.run.iterations
        return sum(len(one.passes) for one in self.runs) / len(self.runs)


def make_step(game: Game, state: Any = None, guess: Any = None) -> Step:
    """Go as far as passes do, from a state in which the guess is already set; from the start unless one is given.

    Raises
    ------
    Contradiction
        If passes show that there is no solution.
    """
    first = run(game, game.orders[0], state)
    if not first.is_solved:
        return Step(guess, (first,))
    return Step(guess, (first, *(run(game, order, state) for order in game.orders[1:])))


def solve_steps(game: Game, solution: Any = None) -> list[Step]:
    """The easiest way to a solution: passes alone, and the best guess wherever they are stuck.

    Parameters
    ----------
    game : Game
    solution : Solution, optional
        With which every guess agrees; the solution that is reached most easily unless given.

    Returns
    -------
    list of Step
        One for a simple puzzle, one more for each guess.

    Raises
    ------
    Contradiction
        If there is no solution.

    Notes
    -----
    What follows a stuck run depends on nothing but the cells then known. So this is a shortest path through the states
    in which passes are stuck, and the way begun that can still be the least difficult goes on first (the A* method).
    """
    first = make_step(game)
    ways = [(first.difficulty, not first.is_last, 0, [first])]
    numbering = count(1)
    seen: set[Any] = set()
    while ways:
        _, _, _, steps = heappop(ways)
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
                heappush(ways, (at_least, not step.is_last, next(numbering), [*steps, step]))
    raise Contradiction("there is no solution")


def difficulty(game: Game, solution: Any = None) -> float:
    """How difficult it is to find a solution (thesis, section 5.2.4).

    Where passes alone finish, the mean number of passes over all orders. Where they are stuck, the iterations until
    then, and on top of them the difficulty after the best guess: an unknown cell set as in the solution.

    Parameters
    ----------
    game : Game
    solution : Solution, optional
        Which one; unless given, the one that is least difficult to find.

    Raises
    ------
    Contradiction
        If there is no solution.
    """
    return sum(step.difficulty for step in solve_steps(game, solution))


def solve_path(game: Game, guess_limit: int) -> tuple[list[Step], Any]:
    """The easiest way to a solution.

    Parameters
    ----------
    game : Game
    guess_limit : int
        With more unknown cells than this where passes are stuck, the best guess is not looked for.

    Returns
    -------
    steps : list of Step
        Only the first where passes leave more cells unknown than the limit; none without solution.
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
    """What is to be said of a puzzle.

    Attributes
    ----------
    simple : bool
        Whether passes alone solve it.
    solutions : tuple of Solution
        Those that were found, up to a bound.
    complete : bool
        Whether they are all.
    difficulty : float or None
        The least over all solutions; None without solution, or past the guess limit.
    passes : tuple of int, or None
        Passes until solved, for each order; None where stuck.
    unknown : int or None
        Cells that passes leave unknown; None where they show that there is no solution.
    undecided : bool
        Whether a limit was reached before as many solutions as were wanted were found, or all.
    nodes : int or None
        Values that were tried for a cell, where that was counted.
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
    game : Game
    guess_limit : int
        With more unknown cells than this where passes are stuck, no difficulty is worked out (thesis, section 6.3).
    max_solutions : int
        Look for no more solutions than this.
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
