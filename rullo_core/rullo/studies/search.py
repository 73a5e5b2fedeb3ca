"""Look for difficult puzzles, from nothing or around a pattern (thesis, section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.kernels.climb import NEVER, climb
from rullo_core.rullo.kernels.sample import all_fit
from rullo_core.rullo.puzzle import Puzzle, Solution, solution_of_bits
from rullo_core.rullo.studies.constructions import Pattern
from rullo_core.runs.shards import default_threads, run_on_threads


@dataclass(frozen=True)
class Found:
    """A difficult simple puzzle.

    Attributes
    ----------
    puzzle : Puzzle
    difficulty : float
    """

    puzzle: Puzzle
    difficulty: float


@dataclass(frozen=True)
class Task:
    """Where to look: a grid, some cells of which are given.

    Attributes
    ----------
    height, width : int
        Size, in cells.
    largest : int
        Other cells hold numbers from 1 to this.
    pattern : Pattern, optional
        Stands at the left.
    """

    height: int
    width: int
    largest: int
    pattern: Pattern | None = None

    def __post_init__(self) -> None:
        given = [number for row in self.pattern.numbers for number in row] if self.pattern else []
        if self.largest < 1 or not all_fit(self.height, self.width, max([self.largest, *given])):
            raise BadInput(
                f"{format_size(self.height, self.width)} with numbers up to {max([self.largest, *given])}: no side may "
                "be longer than 8, and the longest side times the largest number not exceed 127"
            )


def padded(pattern: Pattern, columns: int, largest: int) -> Task:
    """The task to make a pattern a complete simple puzzle, with so many columns beside it.

    Raises
    ------
    BadInput
        If there is no column to be filled, or the numbers are too large.
    """
    if columns < 1:
        raise BadInput(f"{columns} columns of padding: take at least one")
    return Task(pattern.height, pattern.width + columns, largest, pattern)


def search(tasks: Mapping[str, Sequence[Task]], steps: int, tries: int, seed: int) -> dict[str, list[Found | None]]:
    """Look for the most difficult simple puzzle of each task.

    Parameters
    ----------
    tasks : mapping of str to sequence of Task
        By what they are called together.
    steps : int
        Changes to try in each attempt.
    tries : int
        Attempts for each task, however many solutions its pattern has: they are taken in turn.
    seed : int

    Returns
    -------
    dict of str to list of Found or None
        For each task; None if no simple puzzle was met. A function of the arguments, whatever the number of threads.
    """
    found: dict[str, list[Found | None]] = {name: [None] * len(members) for name, members in tasks.items()}
    jobs = []
    for name, members in tasks.items():
        for i, task in enumerate(members):
            given = list(task.pattern.solutions()) if task.pattern else [None]
            jobs += [(name, i, task, given[k % len(given)], k) for k in range(tries)]

    def work(job: tuple[str, int, Task, Solution | None, int], stop: np.ndarray) -> Found | None:
        return _climb(*job[2:], steps, seed, stop)

    for (name, i, *_), one in zip(jobs, run_on_threads(jobs, work, default_threads()), strict=True):
        best = found[name][i]
        if one and (best is None or one.difficulty > best.difficulty):
            found[name][i] = one
    return found


def search_again(
    tasks: Mapping[str, Sequence[Task]], steps: int, tries: int, seeds: Sequence[int]
) -> dict[str, list[list[Found | None]]]:
    """The same search with one seed after another: for each task, what was found with each of them."""
    every = [search(tasks, steps, tries, seed) for seed in seeds]
    return {name: [[found[name][i] for found in every] for i in range(len(tasks[name]))] for name in tasks}


def best(found: Sequence[Found | None]) -> Found | None:
    """The most difficult of some puzzles, the first of them; None if there is none."""
    return max((one for one in found if one), key=lambda one: one.difficulty, default=None)


def _climb(task: Task, given: Solution | None, attempt: int, steps: int, seed: int, stop: np.ndarray) -> Found | None:
    numbers = np.ones((task.height, task.width), np.int64)
    chosen = np.zeros((task.height, task.width), bool)
    free = np.ones((task.height, task.width), bool)
    if task.pattern is not None and given is not None:
        numbers[:, : task.pattern.width] = task.pattern.numbers
        chosen[:, : task.pattern.width] = given
        free[:, : task.pattern.width] = False
    mask = sum(1 << cell for cell in np.flatnonzero(chosen).tolist())
    best = np.zeros_like(numbers)
    halves, mask = climb(
        numbers, np.uint64(mask), np.flatnonzero(free), task.largest, steps, np.uint64(seed), np.uint64(attempt), best,
        NEVER, NEVER, stop,
    )  # fmt: skip
    if halves < 0:
        return None
    solution = solution_of_bits(int(mask), task.height, task.width)
    return Found(Puzzle.from_solution(best.tolist(), solution), halves / 2)
