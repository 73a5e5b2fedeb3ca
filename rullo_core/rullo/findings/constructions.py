"""What there is to tell of constructed puzzles, in sentences of Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from rullo_core.parameters import format_size
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import difficulty, is_simple, run
from rullo_core.rullo.studies.constructed import hardest_of_the_thesis
from rullo_core.rullo.studies.constructions import PathStep, Pattern, staircase
from rullo_core.rullo.studies.hard_search import Found


def path(pattern: Pattern, steps: Sequence[PathStep]) -> str:
    """Which cells of a pattern settle each other, and which ones need something else."""
    helped = [step for step in steps if step.why == "padding"]
    where = ", ".join(f"row {r + 1} of column {c + 1}" for r, c in (step.cell for step in helped))
    along = [step.cell for step in steps] == list(pattern.path)
    most = max(step.at_once for step in steps)
    return (
        f"Of the {len(steps)} cells, the pattern settles **{len(steps) - len(helped)}** by itself"
        f"{', along the path that the thesis describes' if along else ''}, and never more than "
        f"{'one' if most == 1 else most} at a time. The other {len(helped)} have to be given: {where}."
    )


def all_paths(ways: Sequence[Sequence[PathStep]]) -> str:
    """How many solutions a pattern has, and how many cells must be given in each."""
    given = sorted({sum(step.why == "padding" for step in steps) for steps in ways})
    most = max(step.at_once for steps in ways for step in steps)
    return (
        f"The columns of the pattern can be completed in {len(ways)} ways that include its first cell and one number "
        f"of each pair. {' or '.join(map(str, given))} cells have to be given, and at most {most} can be settled at "
        "once."
    )


def where_help_is_needed(ways: Sequence[Sequence[PathStep]]) -> str:
    """Which cells must be given in how many of the ways."""
    needed: dict[tuple[int, int], int] = {}
    for steps in ways:
        for step in steps:
            if step.why == "padding":
                needed[step.cell] = needed.get(step.cell, 0) + 1
    text = [
        f"row {r + 1} of column {c + 1} {'in all ways' if number == len(ways) else f'in {number} of {len(ways)} ways'}"
        for (r, c), number in sorted(needed.items(), reverse=True)
    ]
    return f"Given must be {', '.join(text)}."


def without_padding(pattern: Pattern) -> str:
    """What a pattern is as a puzzle of its own, with the row sums of its solutions."""
    puzzles = [Rullo.from_solution(pattern.numbers, solution) for solution in pattern.solutions()]
    simple = [difficulty(puzzle) for puzzle in puzzles if is_simple(puzzle)]
    return (
        f"With the target-sums of its own rows and nothing beside it, the pattern is a simple puzzle in {len(simple)} "
        f"of its {len(puzzles)} ways, with a difficulty of "
        f"**{' or '.join(f'{one:g}' for one in sorted(set(simple)))}**."
    )


def growth(found: Mapping[str, Sequence[Found | None]]) -> str:
    """The difficulties, in order, for everything that was looked for."""
    return "\n".join(
        f"* {name}: **{', '.join('none' if one is None else f'{one.difficulty:g}' for one in members)}**"
        for name, members in found.items()
    )


def single_finds(puzzle: Rullo) -> str:
    """How many of a puzzle's passes find a single cell."""
    found = [one_pass.found for one_pass in run(puzzle).passes]
    return f"Of its {len(found)} passes, columns first, **{found.count(1)}** find a single cell."


def over_seeds(table: pd.DataFrame) -> pd.DataFrame:
    """The same for readers: the mean over the seeds, and the least and the greatest."""
    shown = table.copy()
    for name in ("with the pattern", "without"):
        shown[name] = [_mean_and_ends(found) for found in table[name]]
    return shown


def _mean_and_ends(difficulties: Sequence[float]) -> str:
    """Mean, least and greatest."""
    return f"{sum(difficulties) / len(difficulties):.1f} ({min(difficulties):g} to {max(difficulties):g})"


def does_a_pattern_help(table: pd.DataFrame) -> str:
    """Where the search does better with a pattern than without, on average over the seeds, and beyond their spread."""
    pairs = list(zip(table["with the pattern"], table["without"], strict=True))
    seeds = len(pairs[0][0])
    better = sum(sum(mine) > sum(free) for mine, free in pairs)
    worse = sum(sum(mine) < sum(free) for mine, free in pairs)
    apart = [sum(min(one) > max(other) for one, other in both) for both in (pairs, [pair[::-1] for pair in pairs])]
    return (
        f"Over {seeds} seeds, the mean with the pattern is greater in **{better} of {len(pairs)}** comparisons, and "
        f"less in **{worse}**. Every seed is better with the pattern than any without it in {apart[0]} of them; "
        f"the other way round it is so in {apart[1]}."
    )


def beside_the_thesis(found: Sequence[Sequence[Found | None]]) -> pd.DataFrame:
    """What a search without a pattern finds, and the hardest simple puzzle of the thesis.

    Parameters
    ----------
    found : sequence of sequence of Found or None
        For each task what was found with each seed.

    Returns
    -------
    pandas.DataFrame
        Index ``size``; ``found``: mean, least and greatest over the seeds; ``in the thesis``: a difficulty, a dash
        where it has none.
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
    """The difficulties of `rullo_core.rullo.studies.constructions.staircase`, by the readable solver."""
    rated = {side: difficulty(staircase(side)) for side in sides if is_simple(staircase(side))}
    as_said = len(rated) == len(sides) and all(rated[side] == side for side in sides)
    return (
        f"For sides from {min(sides)} to {max(sides)} the puzzles are "
        f"{'all' if len(rated) == len(sides) else 'not all'} simple, and the difficulty "
        f"**{'is the side' if as_said else 'is not always the side'}**."
    )
