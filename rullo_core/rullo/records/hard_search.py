"""Search for difficult puzzles, with or without a given pattern (thesis, section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, format_size
from rullo_core.puzzles.api import sides_of
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.climb import check_climb, climb_once
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.records.constructions import Pattern, pattern_of
from rullo_core.runs.shards import run_on_threads

LARGEST = 10**6
"""Largest number that a search may write into cells, because all numbers are held in a list."""


@dataclass(frozen=True)
class Found:
    """A difficult simple puzzle."""

    puzzle: Rullo
    difficulty: float


@dataclass(frozen=True)
class Task:
    """A grid to search, some cells of which may be given."""

    height: int
    width: int
    largest: int  # cells outside the pattern hold numbers from 1 to this
    pattern: Pattern | None = None  # stands at the left

    def __post_init__(self) -> None:
        given = [number for row in self.pattern.numbers for number in row] if self.pattern else []
        if not 1 <= self.largest <= LARGEST:
            raise BadInput(f"numbers up to {self.largest}: take at least 1 and at most {LARGEST}")
        check_climb(self.height, self.width, tuple(sorted({self.largest, *given})))


def search(tasks: Mapping[str, Sequence[Task]], steps: int, tries: int, seed: int) -> dict[str, list[Found | None]]:
    """Search for the most difficult simple puzzle of each task, None if no simple one was met.

    All attempts at a task, `tries`, take the solutions of its pattern in turn. The result depends only on the
    arguments, whatever the number of threads.
    """
    found: dict[str, list[Found | None]] = {name: [None] * len(members) for name, members in tasks.items()}
    jobs = []
    for name, members in tasks.items():
        for i, task in enumerate(members):
            given = list(task.pattern.solutions()) if task.pattern else [None]
            jobs += [(name, i, task, given[k % len(given)], k) for k in range(tries)]

    def work(job: tuple[str, int, Task, Solution | None, int], stop: np.ndarray) -> Found | None:
        return _climb(*job[2:], steps, seed, stop)

    for (name, i, *_), one in zip(jobs, run_on_threads(jobs, work), strict=True):
        best = found[name][i]
        if one and (best is None or one.difficulty > best.difficulty):
            found[name][i] = one
    return found


def search_difficult(
    sizes: Sequence[str | int | tuple[int, int]],
    largest: int = 9,
    steps: int = 200_000,
    tries: int = 6,
    seed: int = 1,
) -> pd.DataFrame:
    """Search for the most difficult simple puzzle of each size, by changing puzzles cell by cell.

    Parameters
    ----------
    sizes : sequence of str, int or (int, int)
        Heights and widths, such as ``"3x3"``.
    largest : int
        Cells hold numbers from 1 to this.
    steps : int
        Changes to try in each attempt.
    tries : int
        Attempts for each size.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each size, in order: ``size`` (str), ``difficulty`` (float64, passes; missing if no simple puzzle was
        found) and ``puzzle`` (Rullo, or None). A search proves nothing of the greatest difficulty.

    Raises
    ------
    BadInput
        If a parameter is out of its range, or puzzles of a size are too large for the search.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.rullo.studies.search_difficult(["2x2", "3x3"], steps=2_000, tries=1).difficulty.tolist()
    [2.0, 4.0]
    """
    if not sizes:
        raise BadInput("sizes: name at least one, such as ['3x3']")
    tasks = [Task(*sides_of(size), check_whole("largest", largest)) for size in sizes]
    numbers = check_whole("steps", steps), check_whole("tries", tries), check_whole("seed", seed, 0)
    rows = [
        (format_size(task.height, task.width), one.difficulty if one else np.nan, one and one.puzzle)
        for task, one in zip(tasks, search({"": tasks}, *numbers)[""], strict=True)
    ]
    return pd.DataFrame(rows, columns=["size", "difficulty", "puzzle"]).astype({"difficulty": "float64"})


def search_again(
    tasks: Mapping[str, Sequence[Task]], steps: int, tries: int, seeds: Sequence[int]
) -> dict[str, list[list[Found | None]]]:
    """Repeat a search with several seeds: return for each task the puzzle found with each seed."""
    every = [search(tasks, steps, tries, seed) for seed in seeds]
    return {name: [[found[name][i] for found in every] for i in range(len(tasks[name]))] for name in tasks}


def _climb(task: Task, given: Solution | None, attempt: int, steps: int, seed: int, stop: np.ndarray) -> Found | None:
    cells = {}
    if task.pattern is not None and given is not None:
        rows = enumerate(task.pattern.numbers)
        cells = {(r, c): (number, given[r][c]) for r, row in rows for c, number in enumerate(row)}
    values = tuple(range(1, task.largest + 1))
    found = climb_once(task.height, task.width, values, steps, seed, attempt, stop, given=cells)
    return found and Found(found[1], found[0])


def search_around_patterns(
    patterns: Sequence[Sequence[int]],
    size: str | int | tuple[int, int],
    largest: int = 12,
    steps: int = 100_000,
    tries: int = 8,
    seeds: int = 1,
) -> pd.DataFrame:
    """Search for difficult simple puzzles with the thesis's patterns at their left, or without any (section 7).

    The columns beside the patterns, the padding, are filled with random numbers, and then one cell after another is
    changed, by simulated annealing. The best of several attempts is kept.

    Parameters
    ----------
    patterns : sequence of sequence of int
        The letters of each pattern as `follow_pattern` takes them, side by side; none to search without.
    size : str, int or (int, int)
        Height and width, such as ``"4x3"``, with the padding.
    largest : int
        Numbers in the padding are from 1 to this.
    steps : int
        Changes to try in each attempt.
    tries : int
        Attempts; they take the ways to complete the patterns in turn.
    seeds : int
        Number of repetitions, with the random seeds 1 to this.

    Returns
    -------
    pandas.DataFrame
        A row for each seed: ``seed`` (int64), ``difficulty`` (float64, passes; missing if no simple puzzle was found),
        ``at_most`` (float64, what no simple puzzle of the size exceeds) and ``puzzle`` (`Rullo`, or None).

    Raises
    ------
    BadInput
        If a parameter is out of its range, or the patterns do not fit into the size.

    Examples
    --------
    >>> import rullo_core as rc
    >>> found = rc.rullo.studies.search_around_patterns([[1, 2]], "4x3", steps=20_000, tries=2)
    >>> found[["difficulty", "at_most"]].values.tolist()
    [[6.5, 6.5]]
    """
    height, width = sides_of(size)
    pattern = None
    if patterns:
        if len({len(letters) for letters in patterns}) > 1:
            raise BadInput(f"patterns {patterns}: take as many letters for each")
        pattern = reduce(Pattern.beside, map(pattern_of, patterns))
        if height != pattern.height or width <= pattern.width:
            shown = format_size(pattern.height, pattern.width)
            raise BadInput(f"size {format_size(height, width)}: the patterns are {shown}; add columns of padding only")
    task = Task(height, width, check_whole("largest", largest), pattern)
    numbers = check_whole("steps", steps), check_whole("tries", tries)
    (found,) = search_again({"": [task]}, *numbers, range(1, check_whole("seeds", seeds) + 1))[""]
    bound = most_difficult(height, width)
    rows = [(i, one.difficulty if one else np.nan, bound, one and one.puzzle) for i, one in enumerate(found, start=1)]
    return pd.DataFrame(rows, columns=["seed", "difficulty", "at_most", "puzzle"])
