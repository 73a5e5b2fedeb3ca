"""Deadly patterns: sets of cells that can be flipped without changing the sum of any line (thesis, section 4.2).

To flip a cell is to include it where it was excluded, and the other way round. What distinguishes two solutions of a
puzzle is a set of cells to flip. A deadly pattern is a smallest such set: no part of it can be flipped alone. Two
solutions then differ by one deadly pattern, or by several that have no cell in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, format_range, format_size, read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.puzzles.results import Puzzles, Values
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.search import find_solutions, is_held
from rullo_core.rullo.solver import Marks, Position, game, reach, solutions, unknown_cells
from rullo_studies.rullo.proved_and_open import check_few_puzzles
from rullo_studies.rullo.variants import Variant, sort_puzzles

MOST_SOLUTIONS = 1000
"""Largest number of solutions of a part of the grid whose patterns are searched for."""


class TooManySolutions(Exception):
    """Raised if a part of the grid has too many solutions to search for its patterns."""


@dataclass(frozen=True, order=True)
class DeadlyPattern:
    """A smallest set of cells that can be flipped, in order, from 0."""

    cells: tuple[Position, ...]
    numbers: tuple[int, ...]

    @property
    def kind(self) -> str:
        """A rectangle with four equal numbers at its corners; one number, in more cells; or several numbers."""
        if len(set(self.numbers)) > 1:
            return "several numbers"
        return "rectangle" if len(self.cells) == 4 else "one number"


def deadly_patterns(puzzle: Rullo, solution: Solution, max_solutions: int = MOST_SOLUTIONS) -> list[DeadlyPattern]:
    """Return every smallest set of cells of a solution that can be flipped without changing the sum of a line.

    A cell that lines fix is the same in all solutions, so a pattern lies among the unknown cells. If it fell into parts
    that share no line, each part could be flipped alone; so it lies in one connected part of these cells. The solutions
    of the part, with all else as in the solution given, are all the ways to flip cells of it. TooManySolutions is
    raised if a part has more than `max_solutions`.
    """
    return _patterns_in(puzzle, solution, reach(puzzle), max_solutions)


def _patterns_in(puzzle: Rullo, solution: Solution, stuck: Marks, max_solutions: int) -> list[DeadlyPattern]:
    patterns = []
    for part in connected_parts(stuck):
        numbers = [[n if (r, c) in part else 0 for c, n in enumerate(row)] for r, row in enumerate(puzzle.numbers)]
        part_puzzle = Rullo.from_solution(numbers, solution, puzzle.operation)
        searched = (
            find_solutions(part_puzzle, max_solutions + 1)
            if is_held(part_puzzle)
            else game(part_puzzle).find_solutions(max_solutions + 1)
        )
        part_solutions = searched.solutions
        if len(part_solutions) > max_solutions:
            raise TooManySolutions(f"more than {max_solutions} solutions for {len(part)} cells")
        flips = sorted((_flipped(part, solution, alternative) for alternative in part_solutions), key=len)
        smallest: list[frozenset[Position]] = []
        for flip in flips[1:]:  # the first is the solution itself
            if not any(pattern <= flip for pattern in smallest):
                smallest.append(flip)
        patterns += [tuple(sorted(flip)) for flip in smallest]
    return sorted(DeadlyPattern(cells, tuple(puzzle.numbers[r][c] for r, c in cells)) for cells in patterns)


def connected_parts(marks: Marks) -> Iterator[set[Position]]:
    """Generate the sets of unknown cells that are connected by lines."""
    remaining = set(unknown_cells(marks))
    while remaining:
        part = {min(remaining)}
        while True:
            rows, columns = {r for r, _ in part}, {c for _, c in part}
            grown = {(r, c) for r, c in remaining if r in rows or c in columns}
            if grown == part:
                break
            part = grown
        remaining -= part
        yield part


def _flipped(part: set[Position], solution: Solution, alternative: Solution) -> frozenset[Position]:
    return frozenset((r, c) for r, c in part if solution[r][c] is not alternative[r][c])


NAMES = ("simple", "a guess, but one solution", "rectangles only", "other patterns", "many solutions")
"""Classes of puzzles by the cells that lines leave unknown; the last has too many solutions to find its patterns."""


def sort_of(puzzle: Rullo, solution: Solution, max_solutions: int = MOST_SOLUTIONS) -> str:
    """Return the class of a puzzle, one of `NAMES`, by the deadly patterns in one of its solutions."""
    stuck = reach(puzzle)
    if not unknown_cells(stuck):
        return "simple"
    try:
        kinds = {pattern.kind for pattern in _patterns_in(puzzle, solution, stuck, max_solutions)}
    except TooManySolutions:
        return "many solutions"
    if not kinds:
        return "a guess, but one solution"
    return "rectangles only" if kinds == {"rectangle"} else "other patterns"


def list_deadly_patterns(
    puzzle: Rullo, solution: Values | None = None, max_solutions: int = MOST_SOLUTIONS
) -> pd.DataFrame:
    r"""Return the deadly patterns of a puzzle: smallest sets of cells that can be flipped without changing a sum.

    To flip a cell is to include it where it was excluded, and the other way round (thesis, section 4.2).

    Parameters
    ----------
    puzzle : Rullo
        The puzzle.
    solution : int array of shape (rows, columns), optional
        The solution whose cells are flipped, 1 for included; default: the first that is found.
    max_solutions : int
        Give up where lines leave unknown cells that can be filled in more ways than this.

    Returns
    -------
    pandas.DataFrame
        A row for each cell of each pattern: ``pattern`` (int64, from 1), ``shape`` (rectangle, one number or several
        numbers), ``row`` and ``column`` (int64, from 1), and ``number`` (int64). Empty if the solution is the only
        one, or where there are too many ways; ``attrs["complete"]`` is False then.

    Raises
    ------
    BadInput
        If the puzzle has no solution, or this is none.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> rs.rullo.list_deadly_patterns(rc.rullo.parse("2 2\n2 2 2\n2 2 2"))["shape"].tolist()
    ['rectangle', 'rectangle', 'rectangle', 'rectangle']
    """
    if solution is None:
        reference = next(solutions(puzzle), None)
    else:
        reference = tuple(tuple(bool(cell) for cell in row) for row in solution)
        reference = reference if puzzle.is_solved_by(reference) else None
    if reference is None:
        raise BadInput("the puzzle has no solution" if solution is None else "solution: does not solve the puzzle")
    try:
        patterns = deadly_patterns(puzzle, reference, max_solutions)
    except TooManySolutions:
        patterns, complete = [], False
    else:
        complete = True
    rows = [
        (number, pattern.kind, r + 1, c + 1, puzzle.numbers[r][c])
        for number, pattern in enumerate(patterns, start=1)
        for r, c in pattern.cells
    ]
    frame = pd.DataFrame(rows, columns=["pattern", "shape", "row", "column", "number"])
    frame.attrs["complete"] = complete
    return frame


def classify_by_patterns(
    size: Sequence[str] = ("3x3", "5x5"), values: Sequence[str] = ("1-9",), count: int = 200, seed: int = 1
) -> pd.DataFrame:
    """Classify random puzzles by what lines leave unknown.

    Parameters
    ----------
    size : sequence of str
        Heights and widths, such as ``"3x3"``.
    values : sequence of str
        The ranges of numbers, such as ``"1-9"``.
    count : int
        Number of random puzzles of each size and range, the same that `generate` draws.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each range and size (str, the index), a column for each class: the number of puzzles (int64) that are
        ``simple``; that need ``a guess, but`` have ``one solution``; whose solutions differ by ``rectangles only``, or
        by ``other patterns``; and that have ``many solutions``, too many to find their patterns.

    Raises
    ------
    BadInput
        If there is no size or range, one cannot be read, or there are no puzzles.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.classify_by_patterns(["2x2"], ["1"], count=40).loc[("1", "2x2"), "rectangles only"]
    np.int64(5)
    """
    rows = {}
    check_whole("seed", seed, 0)
    if not (size and values):
        raise BadInput(f"size = {size}, values = {values}: name at least one of each")
    for numbers in map(read_range, values):
        for height, width in map(sides_of, size):
            puzzles = (draw_puzzle(height, width, numbers, seed, i) for i in range(check_whole("count", count)))
            sorts = Counter(sort_of(*puzzle, max_solutions=200) for puzzle in puzzles)
            rows[format_range(numbers), format_size(height, width)] = [sorts[name] for name in NAMES]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(NAMES))
    frame.index = pd.MultiIndex.from_tuples(frame.index, names=["range", "size"])
    return frame


def list_unique_but_stuck(
    size: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "1-2", max_puzzles: int = 1000
) -> Puzzles[Rullo]:
    """Return puzzles with one solution that lines do not find, one of each puzzle and its inverse.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``. Every grid is examined, with every solution.
    values : str, int or sequence of int
        The range of the numbers, without a 0, such as ``"1-2"``.
    max_puzzles : int
        Return no more puzzles than this, the first ones.

    Returns
    -------
    Puzzles
        In the order of their grids.

    Raises
    ------
    BadInput
        If there is a 0 in the range, or there are too many puzzles to enumerate.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.list_unique_but_stuck("3x3", "1-2")
    <27 puzzles>
    """
    (height, width), numbers = sides_of(size), read_range(values)
    check_few_puzzles(height, width, numbers)
    variant, cells = Variant(numbers), height * width
    grids = np.arange(len(numbers) ** cells)
    _, pairs = sort_puzzles(variant, height, width, grids, 2 * max_puzzles)
    one_of_each = (pair for pair in pairs.tolist() if pair[1] < 2 ** (cells - 1))
    return Puzzles(variant.puzzle(height, width, *pair)[0] for pair in islice(one_of_each, max_puzzles))
