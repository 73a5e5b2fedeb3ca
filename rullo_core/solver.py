"""Solve a puzzle in passes, step by step, and say how difficult it is (thesis, sections 5.2 and 5.3).

This is the readable statement of what the project measures. `rullo_core.kernels` says the same for speed, and the tests
hold the two together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice
from typing import Literal

from rullo_core.line import (
    EXCLUDED,
    INCLUDED,
    UNKNOWN,
    Cell,
    Contradiction,
    LineState,
    combinations,
    solve_line,
)
from rullo_core.operation import SUM, Operation
from rullo_core.puzzle import Puzzle, Solution, flat

State = tuple[LineState, ...]
"""What is known of every cell, row by row."""

Orientation = Literal["columns", "rows"]
Position = tuple[int, int]
"""Row and column of a cell, from 0."""

LEAST_AFTER_GUESS = 2
"""The least difficulty of what follows a guess; `walkthrough` says why."""

FEW = 1000
"""So many solutions are listed sooner than counted."""

GUESS_LIMIT = 20
"""With more unknown cells than this where lines are stuck, the best guess is not looked for (thesis, section 6.3)."""


# -- passes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deduction:
    """What one line revealed in one pass, and why.

    Attributes
    ----------
    orientation : {'columns', 'rows'}
        Whether the line is a column or a row.
    index : int
        Which one, from 0.
    numbers, target
        The line and its target-sum.
    before, after : tuple of bool or None
        What was known of its cells at the start of the pass, and what is known now.
    operation : Operation
        What the line makes of its included numbers.
    """

    orientation: Orientation
    index: int
    numbers: tuple[int, ...]
    target: int
    before: LineState
    after: LineState
    operation: Operation = SUM

    @property
    def combinations(self) -> list[tuple[bool, ...]]:
        """The reason: every way to reach the target-sum that agreed with what was known."""
        return list(combinations(self.numbers, self.target, self.before, self.operation))

    @property
    def found(self) -> dict[Position, bool]:
        """The cells that became known, by row and column: included or not."""
        return {
            (i, self.index) if self.orientation == "columns" else (self.index, i): new
            for i, (old, new) in enumerate(zip(self.before, self.after, strict=True))
            if old is UNKNOWN and new is not UNKNOWN
        }


@dataclass(frozen=True)
class Pass:
    """All columns, or all rows, solved from the state at the start of the pass."""

    orientation: Orientation
    deductions: tuple[Deduction, ...]
    state: State

    @property
    def found(self) -> int:
        """Number of cells that became known."""
        return sum(len(deduction.found) for deduction in self.deductions)


@dataclass(frozen=True)
class Run:
    """Passes in alternation, until every cell is known or an iteration, two passes, has changed nothing.

    Attributes
    ----------
    start : State
        What was known before the first pass.
    passes : tuple of Pass
        In order, the idle ones at the end included.
    """

    start: State
    passes: tuple[Pass, ...]

    @property
    def state(self) -> State:
        """What is known in the end."""
        return self.passes[-1].state

    @property
    def is_solved(self) -> bool:
        """Whether lines alone settled every cell."""
        return not unknown_cells(self.state)

    @property
    def iterations(self) -> int:
        """Number of iterations, of two passes each, the idle one at the end of a stuck run included."""
        return (len(self.passes) + 1) // 2


def start_state(puzzle: Puzzle) -> State:
    """What is known before the first pass: nothing, but that the holes are excluded."""
    return tuple(tuple(UNKNOWN if number else EXCLUDED for number in row) for row in puzzle.numbers)


def unknown_cells(state: State) -> list[Position]:
    """The cells of which nothing is known, in reading order."""
    return [(r, c) for r, row in enumerate(state) for c, cell in enumerate(row) if cell is UNKNOWN]


def with_cell(state: State, position: Position, cell: Cell) -> State:
    """The state with one cell set."""
    r, c = position
    row = (*state[r][:c], cell, *state[r][c + 1 :])
    return (*state[:r], row, *state[r + 1 :])


def make_pass(puzzle: Puzzle, orientation: Orientation, state: State) -> Pass:
    """Solve all columns, or all rows, each from the given state (thesis, section 5.2.2).

    Parameters
    ----------
    puzzle : Puzzle
    orientation : {'columns', 'rows'}
    state : State
        What is known of every cell.

    Returns
    -------
    Pass

    Raises
    ------
    Contradiction
        If a line cannot reach its target-sum.
    """
    if orientation == "columns":
        lines, targets, states = puzzle.columns, puzzle.column_targets, tuple(zip(*state, strict=True))
    else:
        lines, targets, states = puzzle.numbers, puzzle.row_targets, state
    operation = puzzle.operation
    deductions = [
        Deduction(orientation, i, numbers, target, before, solve_line(numbers, target, before, operation), operation)
        for i, (numbers, target, before) in enumerate(zip(lines, targets, states, strict=True))
    ]
    after = tuple(deduction.after for deduction in deductions)
    return Pass(
        orientation,
        tuple(deduction for deduction in deductions if deduction.found),
        tuple(zip(*after, strict=True)) if orientation == "columns" else after,
    )


def run(puzzle: Puzzle, first: Orientation = "columns", state: State | None = None) -> Run:
    """Make passes until lines alone solve the puzzle or are stuck (thesis, section 5.2.2).

    Parameters
    ----------
    puzzle : Puzzle
    first : {'columns', 'rows'}
        What the first pass looks at.
    state : State, optional
        What is known before; `start_state` unless given.

    Raises
    ------
    Contradiction
        If the state, or the puzzle itself, has no solution and lines alone show it.
    """
    start = start_state(puzzle) if state is None else state
    orders: tuple[Orientation, Orientation] = ("columns", "rows") if first == "columns" else ("rows", "columns")
    passes: list[Pass] = []
    while True:
        for orientation in orders:
            passes.append(make_pass(puzzle, orientation, passes[-1].state if passes else start))
            if not unknown_cells(passes[-1].state):
                _check_target_sums(puzzle, passes[-1].state)
                return Run(start, tuple(passes))
        if not passes[-1].deductions and not passes[-2].deductions:
            return Run(start, tuple(passes))


def _check_target_sums(puzzle: Puzzle, state: State) -> None:
    """The pass that settles the last cell has looked at the lines of one orientation only; look at the others."""
    if not puzzle.is_solved_by(_as_solution(state)):
        raise Contradiction("every cell is known, but a line does not reach its target-sum")


def passes_of_cells(puzzle: Puzzle, first: Orientation = "columns") -> list[list[int]]:
    """For each cell, row by row: the pass in which it becomes known; 0 if lines do not settle it, or it is a hole."""
    when = [[0] * puzzle.width for _ in range(puzzle.height)]
    for number, one_pass in enumerate(run(puzzle, first).passes, start=1):
        for deduction in one_pass.deductions:
            for r, c in deduction.found:
                when[r][c] = number
    return when


def is_simple(puzzle: Puzzle) -> bool:
    """Whether lines alone solve the puzzle (thesis, section 4); not if it has no solution."""
    try:
        return run(puzzle).is_solved
    except Contradiction:
        return False


# -- solutions --------------------------------------------------------------------------------------------------------


def solutions(puzzle: Puzzle, state: State | None = None) -> Iterator[Solution]:
    """Every solution: lines as far as they go, then both guesses for the first unknown cell (thesis, section 5.2.3).

    Parameters
    ----------
    puzzle : Puzzle
    state : State, optional
        What is known before; `start_state` unless given.

    Yields
    ------
    Solution
        Each solution once, none if there is none.
    """
    try:
        known = run(puzzle, state=state).state
    except Contradiction:
        return
    if unknown := unknown_cells(known):
        for guess in (INCLUDED, EXCLUDED):
            yield from solutions(puzzle, with_cell(known, unknown[0], guess))
    else:
        yield _as_solution(known)


def count_solutions(puzzle: Puzzle) -> int:
    """The number of solutions.

    A few are listed. Many are counted row by row: what the columns have come to is all that the rows above have to say
    to the rows below, and there are far fewer such sums than solutions.

    Parameters
    ----------
    puzzle : Puzzle

    Returns
    -------
    int
        Exact, however large.
    """
    few = len(list(islice(solutions(puzzle), FEW + 1)))
    if few <= FEW:
        return few
    known = run(puzzle).state
    step = puzzle.operation.step
    ways = Counter({(puzzle.operation.start,) * puzzle.width: 1})
    for numbers, target, state in zip(puzzle.numbers, puzzle.row_targets, known, strict=True):
        choices = list(combinations(numbers, target, state, puzzle.operation))
        below: Counter[tuple[int, ...]] = Counter()
        for sums, number in ways.items():
            for chosen in choices:
                below[
                    tuple(
                        step(value, cell) if taken else value
                        for value, cell, taken in zip(sums, numbers, chosen, strict=True)
                    )
                ] += number
        ways = below
    return ways[puzzle.column_targets]


def _as_solution(state: State) -> Solution:
    return tuple(tuple(cell is INCLUDED for cell in row) for row in state)


# -- difficulty -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A guess, and how far lines alone go from there.

    Attributes
    ----------
    guess : tuple of int, optional
        The cell that was guessed; None at the start.
    columns_first : Run
        From the state with the guess.
    rows_first : Run, optional
        The same rows first, where lines alone finish.
    """

    guess: Position | None
    columns_first: Run
    rows_first: Run | None

    @property
    def is_last(self) -> bool:
        """Whether lines alone finish from here."""
        return self.rows_first is not None

    @property
    def difficulty(self) -> float:
        """What this step adds: the mean passes of both orders where lines finish, else the iterations until stuck."""
        if self.rows_first is None:
            return self.columns_first.iterations
        return (len(self.columns_first.passes) + len(self.rows_first.passes)) / 2


def make_step(puzzle: Puzzle, state: State, guess: Position | None = None) -> Step:
    """Go as far as lines do, from a state in which the guess is already set.

    Raises
    ------
    Contradiction
        If lines show that there is no solution.
    """
    columns_first = run(puzzle, "columns", state)
    return Step(guess, columns_first, run(puzzle, "rows", state) if columns_first.is_solved else None)


def cells_to_guess(puzzle: Puzzle, stuck: State, solution: Solution | None) -> list[Position]:
    """The unknown cells, but of cells that can be exchanged only the first.

    Two rows with the same numbers, target-sum, state and solution can be exchanged, and so can two such columns: a
    guess in the one leads to just what the same guess leads to in the other.
    """
    rows = list(zip(puzzle.numbers, puzzle.row_targets, stuck, solution or puzzle.numbers, strict=True))
    columns = list(
        zip(
            puzzle.columns,
            puzzle.column_targets,
            zip(*stuck, strict=True),
            zip(*(solution or puzzle.numbers), strict=True),
            strict=True,
        )
    )
    return [(r, c) for r, c in unknown_cells(stuck) if rows.index(rows[r]) == r and columns.index(columns[c]) == c]


def walkthrough(puzzle: Puzzle, solution: Solution | None = None) -> list[Step]:
    """The easiest way to a solution: lines alone, and the best guess wherever they are stuck.

    Parameters
    ----------
    puzzle : Puzzle
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
    in which lines are stuck, and the way begun that can still be the least difficult goes on first (the A* method).
    Where lines are stuck, at least two cells are unknown in each line that is not done; a guess is news for one column
    and one row only, so after it neither order can finish in a single pass.
    """
    first = make_step(puzzle, start_state(puzzle))
    ways = [(first.difficulty, not first.is_last, 0, [first])]
    numbering = count(1)
    seen: set[State] = set()
    while ways:
        _, _, _, steps = heappop(ways)
        if steps[-1].is_last:
            return steps
        so_far = sum(step.difficulty for step in steps)
        stuck = steps[-1].columns_first.state
        if stuck in seen:
            continue
        seen.add(stuck)
        for r, c in cells_to_guess(puzzle, stuck, solution):
            for guess in (INCLUDED, EXCLUDED) if solution is None else (solution[r][c],):
                try:
                    step = make_step(puzzle, with_cell(stuck, (r, c), guess), (r, c))
                except Contradiction:
                    continue
                at_least = so_far + step.difficulty + (0 if step.is_last else LEAST_AFTER_GUESS)
                heappush(ways, (at_least, not step.is_last, next(numbering), [*steps, step]))
    raise Contradiction("there is no solution")


def difficulty(puzzle: Puzzle, solution: Solution | None = None) -> float:
    """How difficult it is to find a solution (thesis, section 5.2.4).

    Where lines alone finish, the mean number of passes of the two orders. Where they are stuck, the iterations until
    then, and on top of them the difficulty after the best guess: an unknown cell set as in the solution.

    Parameters
    ----------
    puzzle : Puzzle
    solution : Solution, optional
        Which one; unless given, the one that is least difficult to find.

    Returns
    -------
    float
        A multiple of 0.5, in passes for a simple puzzle, in iterations and passes for one that needs guesses.

    Raises
    ------
    Contradiction
        If there is no solution.
    """
    return sum(step.difficulty for step in walkthrough(puzzle, solution))


# -- rating -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """What is to be said of a puzzle in one line.

    Attributes
    ----------
    height, width : int
        Size, in cells.
    simple : bool
        Whether lines alone solve it.
    solutions : int
        Number of solutions, counted up to a bound.
    complete : bool
        Whether that is all of them.
    required : int or None
        Number of included cells; None where solutions differ in it, or there is none.
    difficulty : float or None
        The least over all solutions; None without solution, or past the guess limit.
    columns_first, rows_first : int or None
        Passes until solved; None where stuck.
    known : int or None
        Cells that lines alone settle; None where lines show that there is no solution.
    """

    height: int
    width: int
    simple: bool
    solutions: int
    complete: bool
    required: int | None
    difficulty: float | None
    columns_first: int | None
    rows_first: int | None
    known: int | None


def rate(puzzle: Puzzle, guess_limit: int = GUESS_LIMIT, max_solutions: int = 1000) -> Rating:
    """Rate a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    guess_limit : int
        With more unknown cells than this where lines are stuck, no difficulty is worked out (thesis, section 6.3).
    max_solutions : int
        Count no more solutions than this.
    """
    try:
        columns_first, rows_first = run(puzzle, "columns"), run(puzzle, "rows")
    except Contradiction:
        return Rating(puzzle.height, puzzle.width, False, 0, True, None, None, None, None, None)
    found = list(islice(solutions(puzzle), max_solutions + 1))
    counted = found[:max_solutions]
    required = {sum(flat(solution)) for solution in counted}
    unknown = len(unknown_cells(columns_first.state))
    simple = columns_first.is_solved
    return Rating(
        height=puzzle.height,
        width=puzzle.width,
        simple=simple,
        solutions=len(counted),
        complete=len(found) <= max_solutions,
        required=required.pop() if len(required) == 1 else None,
        difficulty=difficulty(puzzle) if found and unknown <= guess_limit else None,
        columns_first=len(columns_first.passes) if simple else None,
        rows_first=len(rows_first.passes) if simple else None,
        known=puzzle.height * puzzle.width - unknown,
    )
