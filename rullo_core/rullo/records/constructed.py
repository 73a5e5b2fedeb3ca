"""Tables that compare puzzles found by a search with each other, with bounds and with the thesis's hardest."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import pandas as pd

from rullo_core.parameters import format_size
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.records.constructions import number_of_completions, powers_of_two
from rullo_core.rullo.records.hard_search import Found, Task
from rullo_core.rullo.solver import count_solutions, difficulty, is_simple, passes_of_cells
from rullo_core.rullo.thesis import published


def hardest_of_the_thesis() -> dict[tuple[int, int], float]:
    """Return the greatest difficulty of a simple puzzle in the thesis, by size."""
    greatest: dict[tuple[int, int], float] = {}
    for puzzle in published.puzzles().values():
        if is_simple(puzzle):
            size = puzzle.height, puzzle.width
            greatest[size] = max(greatest.get(size, 0.0), difficulty(puzzle))
    return dict(sorted(greatest.items()))


def completions_table(pairs: Sequence[int]) -> pd.DataFrame:
    """Count the ways to complete lines of powers of two, and those that choose one number of each pair.

    Returns
    -------
    pandas.DataFrame
        Index ``pairs``; int columns ``target-sum``, ``ways`` (counted) and ``one of each pair`` (2 for each pair).
    """
    rows = {}
    for number in pairs:
        numbers, target = powers_of_two(number)
        rows[number] = [target, number_of_completions(numbers, target), 2**number]
    columns = ["target-sum", "ways", "one of each pair"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("pairs")


def found_table(tasks: Mapping[str, Sequence[Task]], found: Mapping[str, Sequence[Found | None]]) -> pd.DataFrame:
    """Tabulate puzzles that `rullo_core.rullo.records.hard_search.search` has found.

    Returns
    -------
    pandas.DataFrame
        A row for each: name of its tasks, size, difficulty, upper bound for the size, whether the readable solver
        confirms that it is simple and has that difficulty, its number of solutions, and how many of the steps along
        the paths of its pattern lead to a cell that is fixed in a later pass, columns first.
    """
    rows = []
    for name, members in found.items():
        for task, one in zip(tasks[name], members, strict=True):
            if one is None:
                continue
            later, steps = _steps_in_order(task, one)
            rows.append(
                {
                    "pattern and padding": name,
                    "size": format_size(one.puzzle.height, one.puzzle.width),
                    "difficulty": f"{one.difficulty:g}",
                    "at most": f"{most_difficult(one.puzzle.height, one.puzzle.width):g}",
                    "checked": is_simple(one.puzzle) and difficulty(one.puzzle) == one.difficulty,
                    "solutions": count_solutions(one.puzzle),
                    "steps in order": f"{later} of {steps}",
                }
            )
    return pd.DataFrame(rows).set_index("pattern and padding")


def _steps_in_order(task: Task, found: Found) -> tuple[int, int]:
    pattern = task.pattern
    if pattern is None:
        return 0, 0
    when = passes_of_cells(found.puzzle)
    copies = [[when[r][first + c] for r, c in pattern.path] for first in range(0, pattern.width, 2)]
    steps = [later > earlier for path in copies for earlier, later in itertools.pairwise(path)]
    return sum(steps), len(steps)


def points(found: Mapping[str, Sequence[Found | None]]) -> pd.DataFrame:
    """Return found puzzles and the thesis's hardest as points for `rullo_core.rullo.charts.difficulty_by_cells`."""
    rows = [
        (name, one.puzzle.height * one.puzzle.width, one.difficulty)
        for name, members in found.items()
        for one in members
        if one is not None
    ]
    for (height, width), greatest in hardest_of_the_thesis().items():
        rows.append(("hardest in the thesis", height * width, greatest))
    return pd.DataFrame(rows, columns=["series", "cells", "difficulty"])


def equal_effort(
    tasks: Mapping[str, Sequence[Task]],
    with_pattern: Mapping[str, Sequence[Sequence[Found | None]]],
    without: Mapping[str, Sequence[Sequence[Found | None]]],
) -> pd.DataFrame:
    """Compare the results of the same search around a pattern and without one, on grids of the same size.

    Parameters
    ----------
    with_pattern, without : mapping of str to sequence of sequence of Found or None
        By `rullo_core.rullo.records.hard_search.search_again`, with these tasks and with the same but for the pattern.

    Returns
    -------
    pandas.DataFrame
        Index ``pattern and padding``; ``size``; ``with the pattern`` and ``without``: lists of the difficulties found
        with each seed, 0 where none was.
    """
    rows = [
        (
            name,
            format_size(task.height, task.width),
            *([one.difficulty if one else 0.0 for one in found[name][i]] for found in (with_pattern, without)),
        )
        for name, members in tasks.items()
        for i, task in enumerate(members)
    ]
    columns = ["pattern and padding", "size", "with the pattern", "without"]
    return pd.DataFrame(rows, columns=columns).set_index("pattern and padding")
