"""Search for puzzles of a small size that are more difficult than a known one, over any positive integers.

Filtering a line maps the known cells to those known afterwards. This map depends on the line's solution, and on which
other choices reach its target: each is an equation between sums of its numbers. So for a given solution a line
has one of a few behaviours (31 at most for four cells), and these determine the number of passes of a puzzle.
The search enumerates all choices of behaviours that are difficult enough and closed: none of a line's other
equations follows from those of all lines. For each it decides whether there are positive numbers with exactly these
equations, as in `rullo_studies.rullo.realisable`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import Position
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import behaviours as kernel
from rullo_studies.rullo.kernels import flats
from rullo_studies.rullo.realisable import equations_of, has_positive, reduce_equations, smallest_numbers

Marked = tuple[tuple[int, ...], ...]
"""The cells of a solution by row: excluded, included or holes."""

EXCLUDED, INCLUDED, HOLE = 0, 1, 2
INVERTED = INCLUDED, EXCLUDED, HOLE

LONGEST_SIDE = 4
"""Longest side of a grid, in cells: longer lines have too many behaviours."""


@dataclass(frozen=True)
class Search:
    """The result of a search for puzzles that are more difficult than a known one."""

    deductions: int  # how many times a line was filtered
    closed: int  # closed choices of behaviours, of solutions up to symmetry, that would be more difficult
    puzzles: tuple[Rullo, ...]  # a puzzle for each of these choices that has positive numbers


def look_above(height: int, width: int, difficulty: float, holes: Sequence[Position] = ()) -> Search:
    """Search for all simple puzzles of a size, over any positive integers, that exceed a difficulty."""
    if max(height, width) > LONGEST_SIDE:
        raise BadInput(f"{format_size(height, width)}: take no side longer than {LONGEST_SIDE}")
    deductions = closed = 0
    puzzles = []
    solutions = sorted(_solutions(height, width, holes))

    def work(solution: Marked, stop: np.ndarray) -> tuple[int, int, list[Rullo]]:
        return _look_at(height, width, solution, int(2 * difficulty) + 1, stop)

    for times, number, harder in run_on_threads(solutions, work):
        deductions += times
        closed += number
        puzzles += harder
    return Search(deductions, closed, tuple(puzzles))


def _solutions(height: int, width: int, holes: Sequence[Position]) -> set[Marked]:
    """Return the solutions up to permuting, inverting and, if square, transposing; equal rows are adjacent."""
    canonical: set[Marked] = set()
    covered: set[Marked] = set()
    free = [cell for cell in itertools.product(range(height), range(width)) if cell not in holes]
    grid = [[HOLE] * width for _ in range(height)]
    for choices in itertools.product((0, 1), repeat=len(free)):
        for (r, c), choice in zip(free, choices, strict=True):
            grid[r][c] = choice
        if tuple(sorted(map(tuple, grid))) in covered:
            continue
        forms: set[Marked] = set()
        for board in (grid, list(zip(*grid, strict=True))) if height == width else (grid,):
            for image in (board, [[INVERTED[cell] for cell in row] for row in board]):
                columns = list(zip(*image, strict=True))
                forms |= {tuple(sorted(zip(*order, strict=True))) for order in itertools.permutations(columns)}
        canonical.add(min(forms))
        covered |= forms
    return canonical


def _look_at(
    height: int, width: int, solution: Marked, min_halves: int, stop: np.ndarray
) -> tuple[int, int, list[Rullo]]:
    lines, sets = _lines_of(solution)
    depths = kernel.depths_for(height + width, height * width)
    choices = np.empty((0, height + width), np.int64)
    while True:  # once more if there are any, with room for all of them
        number, deductions = kernel.choose_behaviours(lines, sets, height, min_halves, depths, choices, stop)
        if number <= len(choices):
            break
        choices = np.empty((number, height + width), np.int64)
    included = tuple(tuple(cell == INCLUDED for cell in row) for row in solution)
    equations = np.arange(lines.equations.shape[1], dtype=np.uint64)
    puzzles = []
    for choice in choices:
        holds = lines.holds[np.arange(height + width), choice]
        has = holds[:, None] >> equations & np.uint64(1) != 0
        numbers = smallest_numbers(lines.equations[has], lines.equations[~has])
        if numbers is not None:
            grid = np.where(np.array(solution) == HOLE, 0, numbers.reshape(height, width))
            puzzles.append(Rullo.from_solution(grid.tolist(), included))
    return deductions, number, puzzles


def _lines_of(solution: Marked) -> tuple[kernel.Lines, np.ndarray]:
    """Return the lines of a grid for the kernel, and the sets of their behaviours."""
    height, width = len(solution), len(solution[0])
    marked = (*solution, *zip(*solution, strict=True))
    of_lines = []
    for line in marked:
        choices = [cell for cell in line if cell != HOLE]
        of_lines.append((len(choices), sum(cell << i for i, cell in enumerate(choices))))
    equations = [_equations_about(*line) for line in of_lines]
    members = [behaviours_of(*line) for line in of_lines]
    most_behaviours = max(map(len, members))
    lines = kernel.Lines(
        tables=np.zeros((len(marked), most_behaviours, 1 << max(height, width)), np.uint64),
        holds=np.zeros((len(marked), most_behaviours), np.uint64),
        equations=np.zeros((len(marked), max(map(len, equations)), height * width), np.int64),
        is_repeat=np.array([0 < i < height and marked[i] == marked[i - 1] for i in range(len(marked))]),
        holes=np.array([sum(1 << i for i, cell in enumerate(line) if cell == HOLE) for line in marked], np.uint64),
    )
    cells = np.arange(height * width).reshape(height, width)
    for i, places in enumerate((*cells, *cells.T)):
        lines.equations[i, : len(equations[i]), places[np.array(marked[i]) != HOLE]] = equations[i].T
        states = np.array([mask for mask in range(1 << len(places)) if not int(lines.holes[i]) & ~mask], np.uint64)
        for j, behaviour in enumerate(members[i]):
            lines.tables[i, j, states] = states[list(behaviour.table)]
            lines.holds[i, j] = sum(1 << e for e in behaviour.holds)
    return lines, np.array([(1 << len(behaviours)) - 1 for behaviours in members], np.uint64)


class Behaviour(NamedTuple):
    """A behaviour of a line for one of its solutions."""

    table: tuple[int, ...]  # the known cells once it is solved, by those known before; cell i is bit i
    holds: tuple[int, ...]  # the equations about other solutions that its numbers satisfy


@cache
def behaviours_of(cells: int, included: int) -> tuple[Behaviour, ...]:
    """Return all behaviours that lines of positive numbers have for a solution, whose bit i is cell i."""
    about = _are_about(cells, included)
    supports = [sum(1 << i for i, number in enumerate(row) if number) for row in _equations_about(cells, included)]
    behaviours = set()
    for pattern in _patterns(cells):
        holds = tuple(e for e, has in enumerate(itertools.compress(pattern, about)) if has)
        table = []
        for known_cells in range(1 << cells):
            still_open = 0
            for e in holds:
                if not supports[e] & known_cells:
                    still_open |= supports[e]
            table.append((1 << cells) - 1 & ~still_open)
        behaviours.add(Behaviour(tuple(table), holds))
    return tuple(sorted(behaviours))


def _equations_about(cells: int, included: int) -> np.ndarray:
    """Return the equations of a line that correspond to other solutions."""
    equations: np.ndarray = equations_of(cells)[_are_about(cells, included)]
    return equations


def _are_about(cells: int, included: int) -> np.ndarray:
    """Return which equations correspond to other solutions: they exchange excluded cells for included ones."""
    signed = equations_of(cells) * [-1 if included >> i & 1 else 1 for i in range(cells)]
    about: np.ndarray = np.logical_or(np.all(signed >= 0, axis=1), np.all(signed <= 0, axis=1))
    return about


@cache
def _patterns(cells: int) -> tuple[tuple[bool, ...], ...]:
    """Return the sets of equations that a line of positive numbers can satisfy, each closed under implication."""
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
                extended = reduce_equations(equations[[*np.flatnonzero(pattern), e]])
                waiting.append(tuple(not flats.rest_of(equation, *extended).any() for equation in equations))
    return tuple(patterns)
