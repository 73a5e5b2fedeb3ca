"""What there is to tell of constructed puzzles, in sentences of Markdown; see `rullo_core.findings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from rullo_core import published
from rullo_core.bounds import most_difficult
from rullo_core.constructions import Pattern, Step, number_of_completions, powers_of_two
from rullo_core.parameters import format_size
from rullo_core.search import Found
from rullo_core.solver import count_solutions, difficulty, is_simple

HARDEST_OF_THE_THESIS = ("figure 14, left", "figure 17", "figure 19")
"""Its hardest simple puzzles of 3x3, 5x5 and 7x7."""


def completions_table(pairs: Sequence[int]) -> pd.DataFrame:
    """How many ways there are to complete lines of powers of two, and how many that choose one number of each pair.

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


def path(pattern: Pattern, steps: Sequence[Step]) -> str:
    """Which cells of a pattern settle each other, and which ones need something else."""
    helped = [step for step in steps if step.why == "padding"]
    where = ", ".join(f"row {r + 1} of column {c + 1}" for r, c in (step.cell for step in helped))
    along = [step.cell for step in steps] == list(pattern.path)
    return (
        f"Of the {len(steps)} cells, the pattern settles **{len(steps) - len(helped)}** by itself, one after the "
        f"other{', along the path that the thesis describes' if along else ''}. The other {len(helped)} have to be "
        f"given: {where}."
    )


def all_paths(pattern: Pattern, ways: Sequence[Sequence[Step]]) -> str:
    """How many solutions a pattern has, and how many cells must be given in each."""
    given = sorted({sum(step.why == "padding" for step in steps) for steps in ways})
    return (
        f"The columns of the pattern can be completed in {len(ways)} ways that include its first cell and one number "
        f"of each pair; in each of them {' or '.join(map(str, given))} cells have to be given."
    )


def found_table(found: Mapping[str, Sequence[Found | None]]) -> pd.DataFrame:
    """Puzzles that a search has found; see `rullo_core.search.search`.

    Returns
    -------
    pandas.DataFrame
        A row for each: what it was looked for as, size, difficulty, what no puzzle of the size exceeds, whether it is
        simple by the readable solver and has that difficulty there, and its number of solutions.
    """
    rows = [
        {
            "pattern and padding": name,
            "size": format_size(one.puzzle.height, one.puzzle.width),
            "difficulty": f"{one.difficulty:g}",
            "at most": f"{most_difficult(one.puzzle.height, one.puzzle.width):g}",
            "checked": is_simple(one.puzzle) and difficulty(one.puzzle) == one.difficulty,
            "solutions": count_solutions(one.puzzle),
        }
        for name, members in found.items()
        for one in members
        if one is not None
    ]
    return pd.DataFrame(rows).set_index("pattern and padding")


def growth(found: Mapping[str, Sequence[Found | None]]) -> str:
    """The difficulties, in order, for everything that was looked for."""
    return "\n".join(
        f"* {name}: **{', '.join('none' if one is None else f'{one.difficulty:g}' for one in members)}**"
        for name, members in found.items()
    )


def points(found: Mapping[str, Sequence[Found | None]]) -> pd.DataFrame:
    """Found puzzles, and the thesis's hardest, for `rullo_core.charts.difficulty_by_cells`."""
    rows = [
        (name, one.puzzle.height * one.puzzle.width, one.difficulty)
        for name, members in found.items()
        for one in members
        if one is not None
    ]
    for name in HARDEST_OF_THE_THESIS:
        puzzle = published.puzzles()[name]
        rows.append(("hardest in the thesis", puzzle.height * puzzle.width, difficulty(puzzle)))
    return pd.DataFrame(rows, columns=["series", "cells", "difficulty"])


def beside_the_thesis(found: Mapping[str, Sequence[Found | None]]) -> str:
    """What a search finds, beside the hardest simple puzzles of the thesis of the same size."""
    theirs = {
        (puzzle.height, puzzle.width): difficulty(puzzle)
        for puzzle in (published.puzzles()[name] for name in HARDEST_OF_THE_THESIS)
    }
    told = []
    for one in (one for members in found.values() for one in members if one is not None):
        size = one.puzzle.height, one.puzzle.width
        if size in theirs:
            told.append(
                f"* {format_size(*size)}: **{one.difficulty:g}**, where the thesis's hardest has {theirs[size]:g}"
            )
    return "\n".join(told)
