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

from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.line import UNKNOWN
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import Position, State, run, solutions, unknown_cells
from rullo_core.rullo.theory.variants import Variant, sort_puzzles

KINDS = ("rectangle", "one number", "several numbers")
"""Four equal numbers at the corners of a rectangle; more cells, with the same number in all; different numbers."""

MOST_SOLUTIONS = 1000
"""Largest number of solutions of a part of the grid whose patterns are searched for."""


class TooManySolutions(Exception):
    """Raised if a part of the grid has too many solutions to search for its patterns."""


@dataclass(frozen=True, order=True)
class DeadlyPattern:
    """A smallest set of cells that can be flipped.

    Attributes
    ----------
    cells : tuple of (row, column)
        In order, from 0.
    """

    cells: tuple[Position, ...]
    numbers: tuple[int, ...]

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        if len(set(self.numbers)) > 1:
            return "several numbers"
        return "rectangle" if len(self.cells) == 4 else "one number"


def deadly_patterns(puzzle: Rullo, solution: Solution, most: int = MOST_SOLUTIONS) -> list[DeadlyPattern]:
    """Return every smallest set of cells of a solution that can be flipped without changing the sum of a line.

    Parameters
    ----------
    solution : Solution
        One of its solutions.
    most : int
        Largest number of solutions of a part of the grid.

    Returns
    -------
    list of DeadlyPattern
        In order of their cells; none if the solution is the only one.

    Raises
    ------
    TooManySolutions
        If a part of the board has more solutions than `most`.

    Notes
    -----
    A cell that lines fix is the same in all solutions, so a pattern lies among the unknown cells. If it fell into
    parts that share no line, each part could be flipped alone; so it lies in one connected part of these cells. The
    solutions of the part, with all else as in the solution given, are all the ways to flip cells of it.
    """
    return _patterns_in(puzzle, solution, run(puzzle).state, most)


def _patterns_in(puzzle: Rullo, solution: Solution, stuck: State, most: int) -> list[DeadlyPattern]:
    """Return the deadly patterns among the cells that lines leave unknown; see `deadly_patterns`."""
    found = []
    for part in connected_parts(stuck):
        state = tuple(
            tuple(UNKNOWN if (r, c) in part else cell for c, cell in enumerate(row)) for r, row in enumerate(solution)
        )
        others = list(islice(solutions(puzzle, state), most + 1))
        if len(others) > most:
            raise TooManySolutions(f"more than {most} solutions for {len(part)} cells")
        flips = sorted((_flipped(solution, other) for other in others), key=len)
        smallest: list[frozenset[Position]] = []
        for flip in flips[1:]:  # the first is the solution itself
            if not any(known <= flip for known in smallest):
                smallest.append(flip)
        found += [tuple(sorted(flip)) for flip in smallest]
    return sorted(DeadlyPattern(cells, tuple(puzzle.numbers[r][c] for r, c in cells)) for cells in found)


def connected_parts(state: State) -> Iterator[set[Position]]:
    """Generate the sets of unknown cells of a state that are connected by lines."""
    left = set(unknown_cells(state))
    while left:
        part = {min(left)}
        while True:
            rows, columns = {r for r, _ in part}, {c for _, c in part}
            grown = {(r, c) for r, c in left if r in rows or c in columns}
            if grown == part:
                break
            part = grown
        left -= part
        yield part


def _flipped(solution: Solution, other: Solution) -> frozenset[Position]:
    return frozenset((r, c) for r, row in enumerate(solution) for c, cell in enumerate(row) if cell is not other[r][c])


NAMES = ("simple", "a guess, but one solution", "rectangles only", "other patterns", "many solutions")
"""Classes of puzzles by the cells that lines leave unknown; the last has too many solutions to find its patterns."""


def sort_of(puzzle: Rullo, solution: Solution, most: int = MOST_SOLUTIONS) -> str:
    """Return the class of a puzzle, one of `NAMES`, by the deadly patterns in one of its solutions."""
    stuck = run(puzzle).state
    if not unknown_cells(stuck):
        return "simple"
    try:
        kinds = {pattern.kind for pattern in _patterns_in(puzzle, solution, stuck, most)}
    except TooManySolutions:
        return "many solutions"
    if not kinds:
        return "a guess, but one solution"
    return "rectangles only" if kinds == {"rectangle"} else "other patterns"


def survey(sizes: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, ...]], number: int, seed: int) -> pd.DataFrame:
    """Classify random puzzles of some sizes and ranges.

    Parameters
    ----------
    number : int
        Puzzles of each size and range: those of the seed with the indices 0 to number - 1.

    Returns
    -------
    pandas.DataFrame
        A row for each range and size, a column for each of `NAMES`: shares, as floats.
    """
    rows = {}
    for values in ranges:
        for height, width in sizes:
            drawn = (draw_puzzle(height, width, values, seed, index) for index in range(number))
            sorts = Counter(sort_of(*puzzle, most=200) for puzzle in drawn)
            rows[format_range(values), format_size(height, width)] = [sorts[name] / number for name in NAMES]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(NAMES))
    frame.index = pd.MultiIndex.from_tuples(frame.index, names=["range", "size"])
    return frame


def unique_but_stuck(height: int, width: int, values: tuple[int, ...], most: int = 1000) -> list[Rullo]:
    """Return unique puzzles that lines do not solve.

    Parameters
    ----------
    values : tuple of int
        The range, without a 0. Every grid over it is examined, with every solution.
    most : int
        Puzzles to return, the first ones.

    Returns
    -------
    list of Rullo
        One of each puzzle and its inverse.
    """
    variant = Variant(values)
    cells = height * width
    grids = np.arange(len(values) ** cells)
    _, found = sort_puzzles(variant, height, width, grids, 2 * most)
    one_of_each = (pair for pair in found.tolist() if pair[1] < 2 ** (cells - 1))
    return [variant.puzzle(height, width, *pair)[0] for pair in islice(one_of_each, most)]
