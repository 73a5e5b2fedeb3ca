"""Many Killer Sudokus at once, by kernels; up to 9x9."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from rullo_core.killer.kernels import board as kernel
from rullo_core.killer.puzzle import Killer, Solution
from rullo_core.killer.solver import Counted, solutions
from rullo_core.runs.shards import default_threads, run_on_threads

LARGEST = kernel.LARGEST

RULES = {"CH": kernel.NAKED | kernel.HIDDEN, "CA": kernel.ALL}
"""Levels of a search."""


@dataclass(frozen=True)
class Answer:
    """What a search came to.

    Attributes
    ----------
    solutions : list of tuple of int
        Some, in order.
    complete : bool
        Whether there are no others.
    nodes : int
        Digits that were tried, until then.
    """

    solutions: list[Solution]
    complete: bool
    nodes: int


def frame_of(puzzle: Killer) -> kernel.Frame:
    """Cages and units, as kernels take them."""
    groups = [(cage.cells, cage.total) for cage in puzzle.cages] + [(cells, 0) for _, cells in puzzle.units]
    numbers: list[list[int]] = [[] for _ in range(puzzle.side**2)]
    for number, (cells, _) in enumerate(groups):
        for cell in cells:
            numbers[cell].append(number)
    most = kernel.KINDS + 1
    of_cell = np.array([(some + [-1] * most)[:most] for some in numbers], np.int64)
    return kernel.Frame(
        np.array([cell for cells, _ in groups for cell in cells], np.int64),
        np.cumsum([len(cells) for cells, _ in groups]).astype(np.int64),
        np.array([total for _, total in groups], np.int64),
        of_cell,
    )


def solve(puzzle: Killer, enough: int, stop: np.ndarray, level: str = "CH") -> Answer:
    """Look for solutions; see `solve_many`."""
    frame = frame_of(puzzle)
    desk = kernel.desk_for(puzzle.side**2, len(frame.ends))
    desk.domains[0] = (1 << puzzle.side) - 1
    found = np.zeros((enough, puzzle.side**2), np.int64)
    number, complete, nodes = kernel.search(frame, RULES[level], desk, enough + 1, stop, found)
    return Answer([tuple(row) for row in found[: min(number, enough)].tolist()], bool(complete), int(nodes))


def find_solutions(puzzle: Killer, enough: int) -> Answer:
    """Solutions of a puzzle of any size: by kernels up to 9x9, else by the readable solver."""
    if puzzle.side <= LARGEST:
        return next(solve_many([puzzle], enough, threads=1))
    counted = Counted()
    found = list(islice(solutions(puzzle, "CH", counted), enough + 1))
    return Answer(found[:enough], len(found) <= enough, counted.nodes)


def solve_many(
    puzzles: Iterable[Killer], enough: int, level: str = "CH", threads: int | None = None
) -> Iterator[Answer]:
    """Solutions of puzzles up to 9x9, in order.

    Parameters
    ----------
    puzzles : iterable of Killer
    enough : int
        How many solutions to look for, and one to know whether there are others.
    level : {'CH', 'CA'}
        What is looked at after each digit.
    threads : int, optional
        All processors, unless given.
    """

    def work(puzzle: Killer, stop: np.ndarray) -> Answer:
        return solve(puzzle, enough, stop, level)

    yield from run_on_threads(puzzles, work, threads or default_threads())
