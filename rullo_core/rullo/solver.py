"""Solve a Rullo in passes, step by step, and measure its difficulty (thesis, sections 5.2 and 5.3).

This module is the readable definition of a pass over the columns or the rows of a Rullo. `rullo_core.passes` defines
for any puzzle what is built from passes. The kernels repeat both for speed; the tests check that all agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import contains
from typing import Literal

from rullo_core import passes
from rullo_core.limits import Undecided, answering, check_time, limited, limits, limits_with
from rullo_core.passes.solver import Contradiction, Found, Game, Run, Step
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, Cell, LineState, combinations, solve_line
from rullo_core.rullo.operation import SUM, Operation
from rullo_core.rullo.puzzle import Rullo, Solution, flat

State = tuple[LineState, ...]
"""The state of every cell, row by row."""

Orientation = Literal["columns", "rows"]
Position = tuple[int, int]
"""Row and column of a cell, from 0."""

LEAST_AFTER_GUESS = 2
"""Lower bound on the difficulty of the steps after a guess; `Lines` explains why."""

FEW = 1000
"""Up to this many solutions are enumerated instead of counted."""

MOST_SUMS = 500_000
"""Number of tuples of column sums that counting keeps in memory: some hundreds of megabytes."""

MOST_READ = 81
"""Largest number of cells for which this module searches for solutions itself; larger boards use a kernel."""

GUESS_LIMIT = 20
"""With more unknown cells than this where lines stall, the best guess is not searched for (thesis, section 6.3)."""


# -- passes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deduction:
    """The deduction of one line, a column or a row, in one pass, with its reason."""

    orientation: Orientation
    index: int
    numbers: tuple[int, ...]
    target: int
    before: LineState  # at the start of the pass
    after: LineState  # after the deduction
    operation: Operation = SUM

    @property
    def combinations(self) -> list[tuple[bool, ...]]:
        """The reason: every way to reach the target-sum that agrees with the state before the pass."""
        return list(combinations(self.numbers, self.target, self.before, self.operation))

    @property
    def found(self) -> dict[Position, bool]:
        """The cells that became known, by row and column: whether each is included."""
        return {
            (i, self.index) if self.orientation == "columns" else (self.index, i): new
            for i, (old, new) in enumerate(zip(self.before, self.after, strict=True))
            if old is UNKNOWN and new is not UNKNOWN
        }


@dataclass(frozen=True)
class Pass:
    """The result of solving all columns, or all rows, from the state at the start of the pass."""

    orientation: Orientation
    puzzle: Rullo
    before: State
    state: State

    @property
    def group(self) -> str:
        """Name of the group in terms of `rullo_core.passes`."""
        return self.orientation

    @cached_property
    def deductions(self) -> tuple[Deduction, ...]:
        """The deductions of the lines that have one."""
        lines, targets = _lines_of(self.puzzle, self.orientation)
        states = (_states_of(self.orientation, state) for state in (self.before, self.state))
        return tuple(
            Deduction(self.orientation, i, numbers, target, before, after, self.puzzle.operation)
            for i, (numbers, target, before, after) in enumerate(zip(lines, targets, *states, strict=True))
            if after != before
        )

    @property
    def found(self) -> int:
        """Number of cells that became known."""
        return sum(len(deduction.found) for deduction in self.deductions)


def start_state(puzzle: Rullo) -> State:
    """Return the state before the first pass: holes are excluded, all other cells unknown."""
    return tuple(tuple(UNKNOWN if number else EXCLUDED for number in row) for row in puzzle.numbers)


def unknown_cells(state: State) -> list[Position]:
    """Return the unknown cells, in reading order."""
    return [(r, c) for r, row in enumerate(state) for c, cell in enumerate(row) if cell is UNKNOWN]


def with_cell(state: State, position: Position, cell: Cell) -> State:
    """Return the state with one cell set."""
    r, c = position
    row = (*state[r][:c], cell, *state[r][c + 1 :])
    return (*state[:r], row, *state[r + 1 :])


def make_pass(puzzle: Rullo, orientation: Orientation, state: State) -> Pass:
    """Solve all columns, or rows, each from the given state (thesis, section 5.2.2); Contradiction if one cannot be."""
    lines = zip(*_lines_of(puzzle, orientation), _states_of(orientation, state), strict=True)
    solved = tuple(solve_line(*line, puzzle.operation) for line in lines)
    return Pass(orientation, puzzle, state, _states_of(orientation, solved))


def _lines_of(puzzle: Rullo, orientation: Orientation) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the numbers and the targets of the columns, or of the rows."""
    if orientation == "columns":
        return puzzle.columns, puzzle.column_targets
    return puzzle.numbers, puzzle.row_targets


def _states_of(orientation: Orientation, state: State) -> State:
    """Return the states of the columns, or of the rows; of those of the columns, the state of every cell."""
    return tuple(zip(*state, strict=True)) if orientation == "columns" else state


@dataclass(frozen=True)
class Lines(Game):
    """A Rullo as a game of `rullo_core.passes`: passes over columns and rows alternate.

    Where lines stall, each unfinished line has at least two unknown cells. A guess gives new information to one column
    and one row only, so after it neither order can finish in a single pass.
    """

    puzzle: Rullo
    orders = (("columns", "rows"), ("rows", "columns"))
    least_after_guess = LEAST_AFTER_GUESS

    @property
    def start(self) -> State:  # type: ignore[override]
        """State before the first pass."""
        return start_state(self.puzzle)

    def make_pass(self, group: str, state: State) -> Pass:
        """Solve all columns, or all rows; see `make_pass`."""
        return make_pass(self.puzzle, group, state)  # type: ignore[arg-type]

    def unknown(self, state: State) -> list[Position]:
        """Return the unknown cells."""
        return unknown_cells(state)

    def choices(self, state: State, cell: Position) -> tuple[bool, ...]:
        """Return the possible states of a cell: included, excluded, or both if it is unknown."""
        known = state[cell[0]][cell[1]]
        return (INCLUDED, EXCLUDED) if known is UNKNOWN else (known,)

    def with_value(self, state: State, cell: Position, value: Cell) -> State:
        """Return the state with one cell set."""
        return with_cell(state, cell, value)

    def check(self, state: State) -> None:
        """Check that every line reaches its target-sum."""
        if not self.puzzle.is_solved_by(self.solution(state)):
            raise Contradiction("every cell is known, but a line does not reach its target-sum")

    def solution(self, state: State) -> Solution:
        """Return the solution that a state with all cells known represents."""
        return tuple(tuple(cell is INCLUDED for cell in row) for row in state)

    def find_solutions(self, most: int) -> Found:
        """Search for up to `most` solutions.

        A kernel does so on large boards, where nodes are limited, and where lines have too many partial sums: it does
        with weaker deductions from them.
        """
        counted, read = limits().nodes is not None, None
        if not counted and self.puzzle.height * self.puzzle.width <= MOST_READ:
            read = super().find_solutions(most)
            if read.bound != "states":
                return read
        # Imported here: small puzzles are solved before the compiler is loaded.
        from rullo_core.rullo.search import find_solutions, is_held

        if counted or is_held(self.puzzle):
            return find_solutions(self.puzzle, most)
        return read or super().find_solutions(most)

    def guess_candidates(self, state: State, solution: Solution | None = None) -> list[Position]:
        """Return the unknown cells, with only the first of any interchangeable ones; see `cells_to_guess`."""
        return cells_to_guess(self.puzzle, state, solution)


def run(puzzle: Rullo, first: Orientation = "columns", state: State | None = None) -> Run:
    r"""Make passes until lines alone solve the puzzle or are stalled (thesis, section 5.2.2).

    Contradiction is raised if lines show that there is no solution from this state.

    >>> result = run(Rullo.parse("5 7\n4 1 4\n8 5 3"))
    >>> result.is_solved, [one_pass.found for one_pass in result.passes]
    (True, [4])
    """
    return passes.run(Lines(puzzle), Lines.orders[first == "rows"], state)


def is_simple(puzzle: Rullo) -> bool:
    """Return whether lines alone solve the puzzle (thesis, section 4); False if it has no solution."""
    return passes.is_simple(Lines(puzzle))


# -- solutions --------------------------------------------------------------------------------------------------------


def solutions(puzzle: Rullo, state: State | None = None) -> Iterator[Solution]:
    """Yield every solution once: passes first, then both guesses for the first unknown cell.

    The search starts from `state` if it is given; see `rullo_core.passes.solver.solutions`.
    """
    return passes.solutions(Lines(puzzle), state)


def count_solutions(puzzle: Rullo, most_sums: int = MOST_SUMS) -> int | None:
    """Count the solutions, exactly; None if there are more than `FEW` and counting them would take too long.

    Few solutions are enumerated. Many are counted row by row: the rows below depend on the rows above only through the
    partial sums of the columns, of which there are far fewer than solutions. Partial sums that the rows below cannot
    complete are dropped. `most_sums` limits the combinations of a row, and the different tuples of partial sums.
    Undecided is raised if other limits end this.
    """
    few = Lines(puzzle).find_solutions(FEW + 1)
    if few.bound:
        raise Undecided(few.bound)
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
            check_time()
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
    """Return, for each row and column, the column's partial sums below the row that can still reach its target-sum."""
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
    """Make passes, columns first and rows first, from the start or from a state in which the guess is already set."""
    return passes.make_step(Lines(puzzle), state, guess)


def cells_to_guess(puzzle: Rullo, stuck: State, solution: Solution | None) -> list[Position]:
    """Return the unknown cells, but one only of those that equal rows or columns make interchangeable."""
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
    """Return the easiest solve path to a solution; see `rullo_core.passes.solver.solve_steps`."""
    return passes.solve_steps(Lines(puzzle), solution)


def difficulty(puzzle: Rullo, solution: Solution | None = None) -> float:
    """Return the difficulty of finding a solution, by default the easiest; see `rullo_core.passes.solver.difficulty`.

    It is a multiple of 0.5, in passes for a simple puzzle, in iterations and passes for one that needs guesses.
    Contradiction is raised if there is no solution.
    """
    return passes.difficulty(Lines(puzzle), solution)


# -- rating -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """The rating of a Rullo."""

    height: int
    width: int
    simple: bool | None  # whether lines alone solve it; None if a limit ended them
    solutions: int  # up to the requested maximum
    complete: bool  # whether these are all solutions
    required: int | None  # number of included cells; None if solutions differ in it, or without one
    difficulty: float | None  # the lowest of all solutions; None without one or beyond the guess limit
    columns_first: int | None  # number of passes until solved; None if they stall
    rows_first: int | None
    known: int | None  # cells that lines alone solve; None if lines show that there is no solution
    bound: str | None  # the limit that ended the lines, the search, or that for the best guesses, if one did
    nodes: int | None  # number of values tried, if a kernel searched


def rate(
    puzzle: Rullo,
    guess_limit: int = GUESS_LIMIT,
    max_solutions: int = 1000,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Rating:
    """Rate a puzzle.

    If lines stall with more than `guess_limit` unknown cells, the difficulty is not computed (thesis, section 6.3).
    """
    with limited(limits_with(nodes, seconds)), answering():
        rated = passes.rate(Lines(puzzle), guess_limit, max_solutions)
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
        bound=rated.bound,
        nodes=rated.nodes,
    )
