"""Solve a Rullo in passes, step by step, and measure its difficulty (thesis, sections 5.2 and 5.3).

This module is the readable definition of a pass over the columns or the rows of a Rullo: its lines are units, whose
cells are those with a number. `rullo_core.passes` defines for any puzzle what is built from passes. The kernels repeat
both for speed; the tests check that all agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count, islice
from operator import contains
from typing import Literal

from rullo_core import passes
from rullo_core.limits import Undecided, answering, check_time, limited, limits, limits_with
from rullo_core.passes.solver import Contradiction, Found, Run, Step
from rullo_core.passes.units import State, Unit, Units
from rullo_core.rullo.line import DOMAINS, EXCLUDED, INCLUDED, OPEN, UNKNOWN, Cell, SubsetSum, combinations
from rullo_core.rullo.puzzle import Rullo, Solution, flat

Marks = tuple[tuple[Cell, ...], ...]
"""The mark of every cell, row by row: included, excluded or unknown; holes are excluded."""

Orientation = Literal["columns", "rows"]
Position = tuple[int, int]
"""Row and column of a cell, from 0."""

ORDERS = (("columns", "rows"), ("rows", "columns"))
"""In which columns and rows may take turns; difficulty is the mean of both."""

LEAST_AFTER_GUESS = 2
"""Lower bound on the difficulty of the steps after a guess; `Lines` explains why."""

MOST_ENUMERATED = 1000
"""Up to this many solutions are enumerated instead of counted."""

MOST_SUMS = 500_000
"""Number of tuples of column sums that counting keeps in memory: some hundreds of megabytes."""

MOST_READ = 81
"""Largest number of cells for which this module searches for solutions itself; larger boards use a kernel."""

GUESS_LIMIT = 20
"""With more unknown cells than this where lines stall, the best guess is not searched for (thesis, section 6.3)."""


# -- passes -----------------------------------------------------------------------------------------------------------


def start_marks(puzzle: Rullo) -> Marks:
    """Return the marks before the first pass: holes are excluded, all other cells unknown."""
    return tuple(tuple(UNKNOWN if number else EXCLUDED for number in row) for row in puzzle.numbers)


def unknown_cells(marks: Marks) -> list[Position]:
    """Return the unknown cells, in reading order."""
    return [(r, c) for r, row in enumerate(marks) for c, cell in enumerate(row) if cell is UNKNOWN]


def with_cell(marks: Marks, position: Position, cell: Cell) -> Marks:
    """Return the marks with one cell set."""
    r, c = position
    row = (*marks[r][:c], cell, *marks[r][c + 1 :])
    return (*marks[:r], row, *marks[r + 1 :])


@dataclass(frozen=True)
class Lines(Units):
    """A Rullo as passes see it: columns and rows take turns, and their cells are included or excluded.

    Where lines stall, each unfinished line has at least two unknown cells. A guess gives new information to one column
    and one row only, so after it neither order can finish in a single pass.
    """

    puzzle: Rullo = field(kw_only=True)
    places: tuple[Position, ...] = field(kw_only=True)  # row and column of each cell
    least_after_guess = LEAST_AFTER_GUESS

    def state_of(self, marks: Marks) -> State:
        """Return the state of the cells with these marks."""
        return tuple(DOMAINS[marks[r][c]] for r, c in self.places)

    def marks_of(self, state: State) -> Marks:
        """Return what a state says of each cell, row by row."""
        rows: list[list[Cell]] = [[EXCLUDED] * self.puzzle.width for _ in range(self.puzzle.height)]
        for (r, c), domain in zip(self.places, state, strict=True):
            rows[r][c] = INCLUDED in domain if len(domain) == 1 else UNKNOWN
        return tuple(map(tuple, rows))

    def choices(self, state: State, cell: int) -> list[bool]:
        """Return the possible values of a cell: included, excluded, or both if it is unknown."""
        return [value for value in (INCLUDED, EXCLUDED) if value in state[cell]]

    def check(self, state: State) -> None:
        """Check that every line reaches its target; see `Game`."""
        for unit in chain(*self.groups.values()):
            rule: SubsetSum = unit.rule  # type: ignore[assignment]
            if not rule.is_reached_by(INCLUDED in state[cell] for cell in unit.cells):
                raise Contradiction(f"every cell is known, but {unit.name} does not reach its target", unit)

    def solution(self, state: State) -> Solution:
        """Return the solution that a state with all cells known represents."""
        return self.marks_of(state)  # type: ignore[return-value]

    def values_in(self, solution: Solution) -> tuple[bool, ...]:
        """Return whether a solution includes each cell."""
        return tuple(solution[r][c] for r, c in self.places)

    def value_in(self, solution: Solution, cell: int) -> bool:
        """Return whether a solution includes a cell."""
        r, c = self.places[cell]
        return solution[r][c]

    def find_solutions(self, limit: int, state: State | None = None) -> Found:
        """Search for up to `limit` solutions; see `Game`.

        A kernel does so on large boards, where nodes are limited, and where lines have too many partial sums: it does
        with weaker deductions from them.
        """
        has_node_limit, read = limits().nodes is not None, None
        if not has_node_limit and self.puzzle.height * self.puzzle.width <= MOST_READ:
            read = super().find_solutions(limit, state)
            if read.bound != "states":
                return read
        # Imported here: small puzzles are solved before the compiler is loaded.
        from rullo_core.rullo.search import find_solutions, is_held

        if has_node_limit or is_held(self.puzzle):
            return find_solutions(self.puzzle, limit)
        return read or super().find_solutions(limit, state)

    def guess_candidates(self, state: State, solution: Solution | None = None) -> list[int]:
        """Return the unknown cells, only one of each set of cells that equal rows or columns make interchangeable."""
        puzzle, marks, choices = self.puzzle, self.marks_of(state), solution or self.puzzle.numbers
        rows = list(zip(puzzle.numbers, puzzle.row_targets, marks, choices, strict=True))
        transposed = zip(*marks, strict=True), zip(*choices, strict=True)
        columns = list(zip(puzzle.columns, puzzle.column_targets, *transposed, strict=True))
        first = {r for r, row in enumerate(rows) if rows.index(row) == r}
        leftmost = {c for c, column in enumerate(columns) if columns.index(column) == c}
        places = ((cell, self.places[cell]) for cell in self.unknown(state))
        return [cell for cell, (r, c) in places if r in first and c in leftmost]


@lru_cache(maxsize=4)
def game(puzzle: Rullo) -> Lines:
    """Return a puzzle as passes see it; of the last few puzzles it is kept."""
    numbering = count()
    cells = [[next(numbering) if number else None for number in row] for row in puzzle.numbers]

    def units(
        name: str, lines: Iterable[Sequence[int]], cells: Iterable[Sequence[int | None]], targets: Sequence[int]
    ) -> list[Unit]:
        return [
            Unit(
                f"{name} {i}",
                tuple(cell for cell in line_cells if cell is not None),
                SubsetSum(tuple(filter(None, numbers)), target, puzzle.operation),
            )
            for i, (numbers, line_cells, target) in enumerate(zip(lines, cells, targets, strict=True), start=1)
        ]

    groups = {
        "columns": units("column", puzzle.columns, zip(*cells, strict=True), puzzle.column_targets),
        "rows": units("row", puzzle.numbers, cells, puzzle.row_targets),
    }
    places = tuple((r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell is not None)
    return Lines((OPEN,) * len(places), groups, ORDERS, puzzle=puzzle, places=places)


def run(puzzle: Rullo, first: Orientation = "columns", marks: Marks | None = None) -> Run:
    r"""Make passes, from marks if these are given, until lines alone solve the puzzle or are stalled (section 5.2.2).

    Contradiction is raised if lines show that there is no solution from there.

    >>> result = run(Rullo.parse("5 7\n4 1 4\n8 5 3"))
    >>> result.is_solved, [one_pass.fixed for one_pass in result.passes]
    (True, [[0, 1, 2, 3]])
    """
    lines = game(puzzle)
    return passes.run(lines, ORDERS[first == "rows"], None if marks is None else lines.state_of(marks))


def reach(puzzle: Rullo) -> Marks:
    """Return the marks that lines alone determine."""
    return game(puzzle).marks_of(run(puzzle).state)


def is_simple(puzzle: Rullo) -> bool:
    """Return whether lines alone solve the puzzle (thesis, section 4); False if it has no solution."""
    return passes.is_simple(game(puzzle))


# -- solutions --------------------------------------------------------------------------------------------------------


def solutions(puzzle: Rullo, marks: Marks | None = None) -> Iterator[Solution]:
    """Yield every solution once: passes first, then both guesses for the first unknown cell.

    The search starts from marks if these are given; see `rullo_core.passes.solver.solutions`.
    """
    lines = game(puzzle)
    return passes.solutions(lines, None if marks is None else lines.state_of(marks))


def count_solutions(puzzle: Rullo, most_sums: int = MOST_SUMS) -> int | None:
    """Count the solutions, exactly; None if they are more than `MOST_ENUMERATED` and counting takes too long.

    Few solutions are enumerated. Many are counted row by row: the rows below depend on the rows above only through the
    partial sums of the columns, of which there are far fewer than solutions. Partial sums that the rows below cannot
    complete are dropped. `most_sums` limits the combinations of a row, and the different tuples of partial sums.
    Undecided is raised if other limits end this.
    """
    enumerated = game(puzzle).find_solutions(MOST_ENUMERATED + 1)
    if enumerated.bound:
        raise Undecided(enumerated.bound)
    if enumerated.complete:
        return len(enumerated.solutions)
    marks = reach(puzzle)
    step = puzzle.operation.step
    possible = _sums_on_the_way(puzzle, marks)
    ways = Counter({(puzzle.operation.start,) * puzzle.width: 1})
    for numbers, target, state, possible_sums in zip(puzzle.numbers, puzzle.row_targets, marks, possible, strict=True):
        choices = list(islice(combinations(numbers, target, state, puzzle.operation), most_sums + 1))
        if len(choices) > most_sums:
            return None
        next_ways: Counter[tuple[int, ...]] = Counter()
        for sums, number in ways.items():
            check_time()
            values = [(value, step(value, cell)) for value, cell in zip(sums, numbers, strict=True)]
            for choice in choices:
                new = tuple(pair[is_included] for pair, is_included in zip(values, choice, strict=True))
                if all(map(contains, possible_sums, new)):
                    next_ways[new] += number
            if len(next_ways) > most_sums:
                return None
        ways = next_ways
    return ways[puzzle.column_targets]


def _sums_on_the_way(puzzle: Rullo, marks: Marks) -> list[list[set[int]]]:
    """Return, for each row and column, the column's partial sums below the row that can still reach its target-sum."""
    step, start = puzzle.operation.step, puzzle.operation.start
    columns = []
    for numbers, target, state in zip(puzzle.columns, puzzle.column_targets, zip(*marks, strict=True), strict=True):
        partial_sums = [{start}]
        for cell, mark in zip(numbers, state, strict=True):
            excluded_sums = partial_sums[-1] if mark is not INCLUDED else set()
            included_sums = {step(value, cell) for value in partial_sums[-1]} if mark is not EXCLUDED else set()
            partial_sums.append(excluded_sums | included_sums)
        partial_sums[-1] &= {target}
        for i in range(len(numbers) - 1, 0, -1):
            partial_sums[i] = {
                v for v in partial_sums[i] if v in partial_sums[i + 1] or step(v, numbers[i]) in partial_sums[i + 1]
            }
        columns.append(partial_sums[1:])
    return [list(row) for row in zip(*columns, strict=True)]


# -- difficulty -------------------------------------------------------------------------------------------------------


def make_step(puzzle: Rullo) -> Step:
    """Make passes, columns first and rows first, from the start."""
    return passes.make_step(game(puzzle))


def solve_steps(puzzle: Rullo, solution: Solution | None = None) -> list[Step]:
    """Return the easiest solve path to a solution; see `rullo_core.passes.solver.solve_steps`."""
    return passes.solve_steps(game(puzzle), solution)


def difficulty(puzzle: Rullo, solution: Solution | None = None) -> float:
    """Return the difficulty of finding a solution, by default the easiest; see `rullo_core.passes.solver.difficulty`.

    It is a multiple of 0.5, in passes for a simple puzzle, in iterations and passes for one that needs guesses.
    Contradiction is raised if there is no solution.
    """
    return passes.difficulty(game(puzzle), solution)


# -- rating -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """The rating of a Rullo."""

    height: int
    width: int
    simple: bool | None  # whether lines alone solve it; None if a limit ended them
    solutions: int  # up to the requested maximum
    complete: bool  # whether these are all solutions
    required: int | None  # number of included cells; None if solutions differ in it, or without a solution
    difficulty: float | None  # the lowest of all solutions; None without a solution or beyond the guess limit
    columns_first: int | None  # number of passes until solved; None if they stall
    rows_first: int | None
    known_cells: int | None  # cells that lines alone solve; None if lines show that there is no solution
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
        rating = passes.rate(game(puzzle), guess_limit, max_solutions)
    required = {sum(flat(solution)) for solution in rating.solutions}
    columns_first, rows_first = rating.passes or (None, None)
    return Rating(
        height=puzzle.height,
        width=puzzle.width,
        simple=rating.simple,
        solutions=len(rating.solutions),
        complete=rating.complete,
        required=required.pop() if len(required) == 1 else None,
        difficulty=rating.difficulty,
        columns_first=columns_first,
        rows_first=rows_first,
        known_cells=None if rating.unknown is None else puzzle.height * puzzle.width - rating.unknown,
        bound=rating.bound,
        nodes=rating.nodes,
    )
