"""Sentences of Markdown about constructed puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from rullo_core.parameters import format_size
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.constructed import hardest_of_the_thesis
from rullo_core.rullo.records.constructions import PathStep, Pattern, staircase
from rullo_core.rullo.records.hard_search import Found
from rullo_core.rullo.solver import difficulty, is_simple, run


def path(pattern: Pattern, steps: Sequence[PathStep]) -> str:
    """Describe which cells of a pattern determine each other, and which ones the padding has to fix."""
    helped = [step for step in steps if step.why == "padding"]
    where = ", ".join(f"row {r + 1} of column {c + 1}" for r, c in (step.cell for step in helped))
    along = [step.cell for step in steps] == list(pattern.path)
    most = max(step.at_once for step in steps)
    return (
        f"Of the {len(steps)} cells, the pattern fixes **{len(steps) - len(helped)}** by itself"
        f"{', along the path that the thesis describes' if along else ''}, and never more than "
        f"{'one' if most == 1 else most} at a time. The other {len(helped)} have to be given: {where}."
    )


def all_paths(ways: Sequence[Sequence[PathStep]]) -> str:
    """Describe how many solutions a pattern has, and how many cells must be given in each."""
    given = sorted({sum(step.why == "padding" for step in steps) for steps in ways})
    most = max(step.at_once for steps in ways for step in steps)
    return (
        f"The columns of the pattern can be completed in {len(ways)} ways that include its first cell and one number "
        f"of each pair. {' or '.join(map(str, given))} cells have to be given, and at most {most} can be fixed at "
        "once."
    )


def where_help_is_needed(ways: Sequence[Sequence[PathStep]]) -> str:
    """Describe which cells must be given, and in how many of the solutions."""
    needed: dict[tuple[int, int], int] = {}
    for steps in ways:
        for step in steps:
            if step.why == "padding":
                needed[step.cell] = needed.get(step.cell, 0) + 1
    text = [
        f"row {r + 1} of column {c + 1} {'in all ways' if number == len(ways) else f'in {number} of {len(ways)} ways'}"
        for (r, c), number in sorted(needed.items(), reverse=True)
    ]
    return f"The padding has to give {', '.join(text)}."


def without_padding(pattern: Pattern) -> str:
    """Describe a pattern as a puzzle of its own, with the row sums of its solutions as targets."""
    puzzles = [Rullo.from_solution(pattern.numbers, solution) for solution in pattern.solutions()]
    simple = [difficulty(puzzle) for puzzle in puzzles if is_simple(puzzle)]
    return (
        f"Without a padding, with the sums of its own rows as targets, the pattern is a simple puzzle for "
        f"{len(simple)} of its {len(puzzles)} solutions, with a difficulty of "
        f"**{' or '.join(f'{one:g}' for one in sorted(set(simple)))}**."
    )


def growth(found: Mapping[str, Sequence[Found | None]]) -> str:
    """List the difficulties found for each group of tasks, in order."""
    return "\n".join(
        f"* {name}: **{', '.join('none' if one is None else f'{one.difficulty:g}' for one in members)}**"
        for name, members in found.items()
    )


def single_finds(puzzle: Rullo) -> str:
    """Describe how many of a puzzle's passes fix a single cell."""
    found = [one_pass.found for one_pass in run(puzzle).passes]
    return f"Of its {len(found)} passes, columns first, **{found.count(1)}** fix a single cell."


def over_seeds(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table as text: the mean over the seeds, with the least and the greatest."""
    shown = table.copy()
    for name in ("with the pattern", "without"):
        shown[name] = [_mean_and_ends(found) for found in table[name]]
    return shown


def _mean_and_ends(difficulties: Sequence[float]) -> str:
    """Return the mean, the least and the greatest difficulty as text."""
    return f"{sum(difficulties) / len(difficulties):.1f} ({min(difficulties):g} to {max(difficulties):g})"


def does_a_pattern_help(table: pd.DataFrame) -> str:
    """Compare the search with and without a pattern: by the mean over the seeds, and by all seeds."""
    pairs = list(zip(table["with the pattern"], table["without"], strict=True))
    seeds = len(pairs[0][0])
    better = sum(sum(mine) > sum(free) for mine, free in pairs)
    worse = sum(sum(mine) < sum(free) for mine, free in pairs)
    apart = [sum(min(one) > max(other) for one, other in both) for both in (pairs, [pair[::-1] for pair in pairs])]
    return (
        f"Over {seeds} seeds, the mean with the pattern is greater in **{better} of {len(pairs)}** comparisons, and "
        f"less in **{worse}**. All seeds with the pattern are better than all without it in {apart[0]} of them; "
        f"all without it are better in {apart[1]}."
    )


def beside_the_thesis(found: Sequence[Sequence[Found | None]]) -> pd.DataFrame:
    """Compare the puzzles that a search without a pattern finds with the hardest simple ones of the thesis.

    Parameters
    ----------
    found : sequence of sequence of Found or None
        For each task the puzzle found with each seed.

    Returns
    -------
    pandas.DataFrame
        Index ``size``; ``found``: mean, least and greatest over the seeds; ``in the thesis``: a difficulty, or a dash
        if it has no such puzzle.
    """
    thesis = {format_size(*size): greatest for size, greatest in hardest_of_the_thesis().items()}
    rows = {}
    for of_task in found:
        some = [one for one in of_task if one]
        if some:
            size = format_size(some[0].puzzle.height, some[0].puzzle.width)
            rows[size] = [
                _mean_and_ends([one.difficulty for one in some]),
                f"{thesis[size]:g}" if size in thesis else "–",
            ]
    return pd.DataFrame.from_dict(rows, orient="index", columns=["found", "in the thesis"]).rename_axis("size")


def staircases(sides: Sequence[int]) -> str:
    """Describe the difficulties of `rullo_core.rullo.records.constructions.staircase`, by the readable solver."""
    rated = {side: difficulty(staircase(side)) for side in sides if is_simple(staircase(side))}
    as_said = len(rated) == len(sides) and all(rated[side] == side for side in sides)
    return (
        f"For sides from {min(sides)} to {max(sides)} the puzzles are "
        f"{'all' if len(rated) == len(sides) else 'not all'} simple, and the difficulty "
        f"**{'is the side' if as_said else 'is not always the side'}**."
    )
