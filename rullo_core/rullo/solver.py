"""Solve a puzzle in passes, step by step, and say how difficult it is (thesis, sections 5.2 and 5.3).

This is the readable statement of what the project measures, for Rullos: what a pass over the columns or the rows finds.
What is made of passes, `rullo_core.passes` says for any puzzle. The kernels say both again for speed, and the tests
hold them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from operator import contains
from typing import Literal

from rullo_core import passes
from rullo_core.passes.solver import Contradiction, Found, Game, Run, Step
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, Cell, LineState, combinations, solve_line
from rullo_core.rullo.operation import SUM, Operation
from rullo_core.rullo.puzzle import Rullo, Solution, flat

State = tuple[LineState, ...]
"""What is known of every cell, row by row."""

Orientation = Literal["columns", "rows"]
Position = tuple[int, int]
"""Row and column of a cell, from 0."""

LEAST_AFTER_GUESS = 2
"""The least difficulty of what follows a guess; `Lines` says why."""

FEW = 1000
"""So many solutions are listed sooner than counted."""

MOST_SUMS = 500_000
"""What is held at once while solutions are counted: some hundreds of megabytes."""

MOST_READ = 81
"""Of larger boards a kernel finds the solutions, where they are not told one by one."""

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
    def group(self) -> str:
        """Its lines, as `rullo_core.passes` calls them."""
        return self.orientation

    @property
    def found(self) -> int:
        """Number of cells that became known."""
        return sum(len(deduction.found) for deduction in self.deductions)


def start_state(puzzle: Rullo) -> State:
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


def make_pass(puzzle: Rullo, orientation: Orientation, state: State) -> Pass:
    """Solve all columns, or all rows, each from the given state (thesis, section 5.2.2).

    Parameters
    ----------
    puzzle : Rullo
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
        tuple(deduction for deduction in deductions if deduction.after != deduction.before),
        tuple(zip(*after, strict=True)) if orientation == "columns" else after,
    )


@dataclass(frozen=True)
class Lines(Game):
    """A puzzle as `rullo_core.passes` knows it: columns and rows take turns.

    Where lines are stuck, at least two cells are unknown in each line that is not done; a guess is news for one column
    and one row only, so after it neither order can finish in a single pass.

    Parameters
    ----------
    puzzle : Rullo
    nodes : int, optional
    seconds : float, optional
        Limits for looking for solutions; see `rullo_core.rullo.search`.
    """

    puzzle: Rullo
    nodes: int | None = None
    seconds: float | None = None
    orders = (("columns", "rows"), ("rows", "columns"))
    least_after_guess = LEAST_AFTER_GUESS

    @property
    def start(self) -> State:  # type: ignore[override]
        """What is known before the first pass."""
        return start_state(self.puzzle)

    def make_pass(self, group: str, state: State) -> Pass:
        """Solve all columns, or all rows; see `make_pass`."""
        return make_pass(self.puzzle, group, state)  # type: ignore[arg-type]

    def unknown(self, state: State) -> list[Position]:
        """The unknown cells."""
        return unknown_cells(state)

    def choices(self, state: State, cell: Position) -> tuple[bool, ...]:
        """Included or not, as far as that is not known."""
        known = state[cell[0]][cell[1]]
        return (INCLUDED, EXCLUDED) if known is UNKNOWN else (known,)

    def with_value(self, state: State, cell: Position, value: Cell) -> State:
        """The state with one cell set."""
        return with_cell(state, cell, value)

    def check(self, state: State) -> None:
        """Make sure that every line reaches its target-sum."""
        if not self.puzzle.is_solved_by(self.solution(state)):
            raise Contradiction("every cell is known, but a line does not reach its target-sum")

    def solution(self, state: State) -> Solution:
        """The solution that a state is in which all cells are known."""
        return tuple(tuple(cell is INCLUDED for cell in row) for row in state)

    def find_solutions(self, most: int) -> Found:
        """Look for solutions, no more than so many; by a kernel on boards that are not read, or if there are limits."""
        limited = self.nodes is not None or self.seconds is not None
        if limited or self.puzzle.height * self.puzzle.width > MOST_READ:
            # Imported here: small puzzles are solved before the compiler is there.
            from rullo_core.rullo.search import find_solutions, is_held

            if limited or is_held(self.puzzle):
                return find_solutions(self.puzzle, most, self.nodes, self.seconds)
        return super().find_solutions(most)

    def all_solutions(self) -> Iterator[Solution]:
        """Every solution; on boards that are not read, a few are found by a kernel."""
        if self.puzzle.height * self.puzzle.width > MOST_READ and (few := self.find_solutions(FEW + 1)).complete:
            return iter(few.solutions)
        return super().all_solutions()

    def guess_candidates(self, state: State, solution: Solution | None = None) -> list[Position]:
        """The unknown cells, but of cells that can be exchanged only the first; see `cells_to_guess`."""
        return cells_to_guess(self.puzzle, state, solution)


def run(puzzle: Rullo, first: Orientation = "columns", state: State | None = None) -> Run:
    r"""Make passes until lines alone solve the puzzle or are stuck (thesis, section 5.2.2).

    Parameters
    ----------
    puzzle : Rullo
    first : {'columns', 'rows'}
        What the first pass looks at.
    state : State, optional
        What is known before; `start_state` unless given.

    Raises
    ------
    Contradiction
        If the state, or the puzzle itself, has no solution and lines alone show it.

    Examples
    --------
    >>> way = run(Rullo.parse("5 7\n4 1 4\n8 5 3"))
    >>> way.is_solved, [one.found for one in way.passes]
    (True, [4])
    >>> way.state
    ((False, True), (True, True))
    """
    return passes.run(Lines(puzzle), Lines.orders[first == "rows"], state)


def passes_of_cells(puzzle: Rullo, first: Orientation = "columns") -> list[list[int]]:
    """For each cell, row by row: the pass in which it becomes known; 0 if lines do not settle it, or it is a hole."""
    when = [[0] * puzzle.width for _ in range(puzzle.height)]
    for number, one_pass in enumerate(run(puzzle, first).passes, start=1):
        for deduction in one_pass.deductions:
            for r, c in deduction.found:
                when[r][c] = number
    return when


def is_simple(puzzle: Rullo) -> bool:
    """Whether lines alone solve the puzzle (thesis, section 4); not if it has no solution."""
    return passes.is_simple(Lines(puzzle))


# -- solutions --------------------------------------------------------------------------------------------------------


def solutions(puzzle: Rullo, state: State | None = None) -> Iterator[Solution]:
    """Every solution, each once: lines as far as they go, then both guesses for the first unknown cell.

    From a state, if one is given; see `rullo_core.passes.solver.solutions`.
    """
    return passes.solutions(Lines(puzzle), state)


def count_solutions(puzzle: Rullo, most_sums: int = MOST_SUMS) -> int | None:
    """The number of solutions.

    A few are listed. Many are counted row by row: what the columns have come to is all that the rows above have to say
    to the rows below, and there are far fewer such sums than solutions. What the rows below cannot make up for is left
    out.

    Parameters
    ----------
    puzzle : Rullo
    most_sums : int
        Give up where a row has more ways, or the columns have come to more different sums.

    Returns
    -------
    int or None
        Exact, however large. None if it was given up: then there are more than `FEW`.
    """
    few = Lines(puzzle).find_solutions(FEW + 1)
    if few.complete:
        return len(few.solutions)
    known = run(puzzle).state
    step = puzzle.operation.step
    possible = _sums_on_the_way(puzzle, known)
    ways = Counter({(puzzle.operation.start,) * puzzle.width: 1})
    for numbers, target, state, good in zip(puzzle.numbers, puzzle.row_targets, known, possible, strict=True):
        choices = list(islice(combinations(numbers, target, state, puzzle.operation), most_sums + 1))
        if len(choices) > most_sums:
            return None
        below: Counter[tuple[int, ...]] = Counter()
        for sums, number in ways.items():
            values = [(value, step(value, cell)) for value, cell in zip(sums, numbers, strict=True)]
            for chosen in choices:
                new = tuple(pair[taken] for pair, taken in zip(values, chosen, strict=True))
                if all(map(contains, good, new)):
                    below[new] += number
            if len(below) > most_sums:
                return None
        ways = below
    return ways[puzzle.column_targets]


def _sums_on_the_way(puzzle: Rullo, known: State) -> list[list[set[int]]]:
    """For each row and column, what the column can have come to below the row if it is to reach its target-sum."""
    step, start = puzzle.operation.step, puzzle.operation.start
    columns = []
    for numbers, target, state in zip(puzzle.columns, puzzle.column_targets, zip(*known, strict=True), strict=True):
        reached = [{start}]
        for cell, what in zip(numbers, state, strict=True):
            without = reached[-1] if what is not INCLUDED else set()
            within = {step(value, cell) for value in reached[-1]} if what is not EXCLUDED else set()
            reached.append(without | within)
        reached[-1] &= {target}
        for i in range(len(numbers) - 1, 0, -1):
            reached[i] = {v for v in reached[i] if v in reached[i + 1] or step(v, numbers[i]) in reached[i + 1]}
        columns.append(reached[1:])
    return [list(row) for row in zip(*columns, strict=True)]


# -- difficulty -------------------------------------------------------------------------------------------------------


def make_step(puzzle: Rullo, state: State | None = None, guess: Position | None = None) -> Step:
    """Go as far as lines do, from the start or a state in which the guess is already set; columns first, rows first.

    Raises
    ------
    Contradiction
        If lines show that there is no solution.
    """
    return passes.make_step(Lines(puzzle), state, guess)


def cells_to_guess(puzzle: Rullo, stuck: State, solution: Solution | None) -> list[Position]:
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


def solve_steps(puzzle: Rullo, solution: Solution | None = None) -> list[Step]:
    """The easiest way to a solution, or to one that is given; see `rullo_core.passes.solver.solve_steps`."""
    return passes.solve_steps(Lines(puzzle), solution)


def difficulty(puzzle: Rullo, solution: Solution | None = None) -> float:
    """How difficult it is to find a solution, the one given or the easiest; see `rullo_core.passes.solver.difficulty`.

    Returns
    -------
    float
        A multiple of 0.5, in passes for a simple puzzle, in iterations and passes for one that needs guesses.

    Raises
    ------
    Contradiction
        If there is no solution.
    """
    return passes.difficulty(Lines(puzzle), solution)


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
    undecided : bool
        Whether a limit was reached before it was clear how many solutions there are, up to the bound.
    nodes : int or None
        Values that were tried for a cell, where a kernel looked for solutions.
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
    undecided: bool
    nodes: int | None


def rate(
    puzzle: Rullo,
    guess_limit: int = GUESS_LIMIT,
    max_solutions: int = 1000,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Rating:
    r"""Rate a puzzle.

    Parameters
    ----------
    puzzle : Rullo
    guess_limit : int
        With more unknown cells than this where lines are stuck, no difficulty is worked out (thesis, section 6.3).
    max_solutions : int
        Count no more solutions than this.
    nodes : int, optional
    seconds : float, optional
        Look no longer for solutions.

    Examples
    --------
    >>> rated = rate(Rullo.parse("1 1\n1 1 1\n1 1 1"))
    >>> rated.simple, rated.solutions, rated.difficulty
    (False, 2, 3.0)
    """
    rated = passes.rate(Lines(puzzle, nodes, seconds), guess_limit, max_solutions)
    required = {sum(flat(solution)) for solution in rated.solutions}
    columns_first, rows_first = rated.passes or (None, None)
    return Rating(
        height=puzzle.height,
        width=puzzle.width,
        simple=rated.simple,
        solutions=len(rated.solutions),
        complete=rated.complete,
        required=required.pop() if len(required) == 1 else None,
        difficulty=rated.difficulty,
        columns_first=columns_first,
        rows_first=rows_first,
        known=None if rated.unknown is None else puzzle.height * puzzle.width - rated.unknown,
        undecided=rated.undecided,
        nodes=rated.nodes,
    )
