"""Whether any puzzle of a small size is more difficult than one that is known, over any positive integers.

A line is asked which cells are known once these are. What it answers hangs on its solution, and on which other
ways there are to reach its target-sum: each is an equation between sums of its numbers. So for a given solution a line
behaves in one of a few ways (31 at most for four cells), and a puzzle takes as many passes as the behaviours of its
lines say. All choices of behaviours are gone through; of those that are difficult enough it is worked out whether there
are numbers with just these equations: whether none of a line's others follows from them all, and whether they have a
solution of positive numbers, as in `rullo_core.rullo.studies.realisable`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.kernels import behaviours as kernel
from rullo_core.rullo.kernels import flats
from rullo_core.rullo.puzzle import Puzzle, solution_of_bits
from rullo_core.rullo.studies.realisable import equations_of, has_positive, reduce_equations, smallest_numbers
from rullo_core.runs.shards import default_threads, run_on_threads

MOST_CELLS = 12
"""Of 4x4, there are too many choices."""


@dataclass(frozen=True)
class Search:
    """Puzzles that are more difficult than one that is known.

    Attributes
    ----------
    choices : int
        Choices of behaviours, one for each solution up to symmetry, that would be more difficult.
    closed : int
        How many of them imply no further equation of a line.
    puzzles : tuple of Puzzle
        One for each choice that has numbers.
    """

    choices: int
    closed: int
    puzzles: tuple[Puzzle, ...]


def look_above(height: int, width: int, difficulty: float) -> Search:
    """Look for all simple puzzles of a size, over any positive integers, that are more difficult.

    Raises
    ------
    BadInput
        If there are more than twelve cells, or a side is longer than four.
    """
    if height * width > MOST_CELLS or max(height, width) > 4:
        raise BadInput(f"{format_size(height, width)}: take at most {MOST_CELLS} cells, and no side longer than 4")
    choices = closed = 0
    puzzles = []
    solutions = list(_solutions(height, width))

    def work(solution: int, stop: np.ndarray) -> tuple[int, int, list[Puzzle]]:
        return _look_at(height, width, solution, int(2 * difficulty) + 1, stop)

    for number, number_closed, some in run_on_threads(solutions, work, default_threads()):
        choices += number
        closed += number_closed
        puzzles += some
    return Search(choices, closed, tuple(puzzles))


def _solutions(height: int, width: int) -> Iterator[int]:
    """The solutions, by row, but for the order of rows and columns and for inverting; equal rows stand together."""
    seen = set()
    for rows in itertools.product(range(1 << width), repeat=height):
        forms = []
        for flip, order in itertools.product((0, (1 << width) - 1), itertools.permutations(range(width))):
            forms.append(tuple(sorted(_permuted(row ^ flip, order) for row in rows)))
        if (least := min(forms)) not in seen:
            seen.add(least)
            yield sum(row << width * r for r, row in enumerate(least))


def _permuted(row: int, order: tuple[int, ...]) -> int:
    return sum((row >> c & 1) << i for i, c in enumerate(order))


def _look_at(height: int, width: int, bits: int, least: int, stop: np.ndarray) -> tuple[int, int, list[Puzzle]]:
    solution = solution_of_bits(bits, height, width)
    lines = [sum(chosen << i for i, chosen in enumerate(line)) for line in (*solution, *zip(*solution, strict=True))]
    members = [behaviours_of(width if line < height else height, included) for line, included in enumerate(lines)]
    starts = np.cumsum([0, *map(len, members)])
    of_line = np.array([(starts[line], starts[line + 1]) for line in range(height + width)])
    alike = np.array([r > 0 and lines[r] == lines[r - 1] for r in range(height)])
    for r in np.flatnonzero(alike):  # one list for both, so that their behaviours can be told to be in order
        of_line[r] = of_line[r - 1]
    tables = np.zeros((starts[-1], 1 << max(height, width)), np.uint64)
    for kind, behaviour in enumerate(itertools.chain.from_iterable(members)):
        tables[kind, : len(behaviour.table)] = behaviour.table
    found = np.empty((0, height + width), np.int64)
    for _ in range(2):  # how many, and then all of them
        number = kernel.choose_behaviours(tables, of_line, height, width, alike, least, found, stop)
        if number > len(found):
            found = np.empty((number, height + width), np.int64)
    found -= of_line[:, 0]
    closed = np.zeros(len(found), np.bool_)
    holds, excludes = (_on_the_board(height, width, members, name) for name in ("holds", "excludes"))
    kernel.are_closed(holds, excludes, found, closed)
    puzzles = []
    for choice in found[closed]:
        each = np.arange(height + width), choice
        grid = smallest_numbers(np.concatenate(holds[each]), np.concatenate(excludes[each]))
        if grid is not None:
            puzzles.append(Puzzle.from_solution(grid.reshape(height, width).tolist(), solution))
    return len(found), int(closed.sum()), puzzles


def _on_the_board(height: int, width: int, members: Sequence[Sequence[Behaviour]], name: str) -> np.ndarray:
    """Equations of lines in the cells of the board: by line, behaviour and equation, filled up with rows of 0."""
    cells = np.arange(height * width).reshape(height, width)
    most = max(len(getattr(behaviour, name)) for of_line in members for behaviour in of_line)
    board = np.zeros((height + width, max(map(len, members)), most, height * width), np.int64)
    for line, where in enumerate((*cells, *cells.T)):
        for i, behaviour in enumerate(members[line]):
            equations = getattr(behaviour, name)
            board[line, i, : len(equations), where] = equations.T
    return board


@dataclass(frozen=True, eq=False)
class Behaviour:
    """How a line behaves for one of its solutions.

    Attributes
    ----------
    table : tuple of int
        The known cells once it has been solved, by those known before; cell i is bit i.
    holds, excludes : int64 arrays of shape (n, cells)
        Equations that its numbers satisfy, and that they do not, of those that are about other solutions.
    """

    table: tuple[int, ...]
    holds: np.ndarray
    excludes: np.ndarray


@cache
def behaviours_of(cells: int, included: int) -> tuple[Behaviour, ...]:
    """All ways in which a line of positive numbers behaves for a solution.

    Parameters
    ----------
    cells : int
    included : int
        The solution: cell i is bit i.
    """
    signs = [-1 if included >> i & 1 else 1 for i in range(cells)]
    equations = equations_of(cells)
    # Going over to another solution includes some excluded cells and excludes some included ones.
    about = [bool((row * signs >= 0).all() or (row * signs <= 0).all()) for row in equations]
    supports = [sum(1 << i for i, number in enumerate(row) if number) for row in equations.tolist()]
    behaviours = {}
    for pattern in _patterns(cells):
        has = [e for e in range(len(equations)) if about[e] and pattern[e]]
        table = []
        for known in range(1 << cells):
            still_open = 0
            for e in has:
                if not supports[e] & known:
                    still_open |= supports[e]
            table.append((1 << cells) - 1 & ~still_open)
        others = [e for e in range(len(equations)) if about[e] and not pattern[e]]
        behaviours[tuple(has)] = Behaviour(tuple(table), equations[has], equations[others])
    return tuple(behaviours.values())


@cache
def _patterns(cells: int) -> tuple[tuple[bool, ...], ...]:
    """Which equations a line of positive numbers can satisfy together: all that follow from some of them."""
    equations = equations_of(cells)
    patterns = set()
    waiting = [(False,) * len(equations)]
    while waiting:
        pattern = waiting.pop()
        if pattern in patterns:
            continue
        reduced, leading, rank = reduce_equations(equations[list(pattern)])
        if rank == cells or not has_positive(reduced[:rank], leading[:rank]):
            continue
        patterns.add(pattern)
        for e in range(len(equations)):
            if not pattern[e]:
                more = reduce_equations(equations[[*np.flatnonzero(pattern), e]])
                waiting.append(tuple(not flats.rest_of(equation, *more).any() for equation in equations))
    return tuple(patterns)
