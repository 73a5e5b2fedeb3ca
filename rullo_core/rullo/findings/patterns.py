"""Sentences of Markdown about deadly patterns."""

from __future__ import annotations

from itertools import islice

import pandas as pd

from rullo_core.passes.explain import listed
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import run, solutions, unknown_cells
from rullo_core.rullo.theory.patterns import DeadlyPattern, TooManySolutions, deadly_patterns
from rullo_core.rullo.theory.related import line_sums, pictures

MOST_LISTED = 64
"""Largest number of solutions of a puzzle to count."""


def patterns(puzzle: Rullo) -> str:
    """Describe how many solutions a puzzle has, and each of its deadly patterns."""
    first = next(solutions(puzzle), None)
    if first is None:
        return "This puzzle has no solution."
    number = sum(1 for _ in islice(solutions(puzzle), MOST_LISTED + 1))
    try:
        found = deadly_patterns(puzzle, first)
    except TooManySolutions:
        return "Lines leave so many cells of this puzzle unknown that its patterns are too many to be listed."
    if not found:
        return "This puzzle has **one solution**, and no deadly pattern."
    text = [f"It has **{f'more than {MOST_LISTED}' if number > MOST_LISTED else number} solutions**. Deadly patterns:"]
    return "\n".join([*text, "", *(f"* {_described(pattern)}" for pattern in found)])


def _described(pattern: DeadlyPattern) -> str:
    rows, columns = (listed(sorted({cell[axis] + 1 for cell in pattern.cells})) for axis in (0, 1))
    where = f"in rows {rows} and columns {columns}"
    if pattern.kind == "rectangle":
        return f"a rectangle: four {pattern.numbers[0]}s {where}"
    if pattern.kind == "one number":
        return f"{len(pattern.cells)} cells that all hold {pattern.numbers[0]}, {where}"
    return f"{len(pattern.cells)} cells that hold {listed(sorted(set(pattern.numbers)))}, {where}"


def describe_kinds(frame: pd.DataFrame, number: int) -> str:
    """Describe the results of `rullo_core.rullo.theory.patterns.survey`.

    Parameters
    ----------
    frame : pandas.DataFrame
    number : int
        Number of puzzles of each size and range.
    """
    text = []
    for values in frame.index.get_level_values("range").unique():
        of_range = frame.loc[values]
        small, large = of_range.iloc[0], of_range.iloc[-1]
        text.append(
            f"* over {values}, lines alone solve {small['simple']:.1%} of the puzzles of {of_range.index[0]} and "
            f"{large['simple']:.1%} of those of {of_range.index[-1]}"
        )
    guess = frame["a guess, but one solution"]
    values, size = guess.idxmax()
    without = "No unique puzzle among them needs a guess."
    most = (
        "Unique puzzles that need a guess are most common among those of "
        f"{size} over {values}: {guess.max():.1%}, which are {round(guess.max() * number)} of {number:,}."
    )
    return (
        f"Of {number:,} random puzzles each (so a share has a standard error of at most {0.5 / number**0.5:.1%}):\n\n"
        + "\n".join(text)
        + f"\n\n{most if guess.max() > 0 else without}"
    )


def interchanges(height: int, width: int) -> str:
    """Check that each solution of an ambiguous puzzle of a single number has a rectangle, as Ryser proved."""
    ambiguous = with_rectangle = 0
    for solution in pictures(height, width):
        puzzle = line_sums(solution)
        if unknown_cells(run(puzzle).state):
            ambiguous += 1
            with_rectangle += any(pattern.kind == "rectangle" for pattern in deadly_patterns(puzzle, solution))
    return (
        f"Of the {2 ** (height * width):,} solutions of puzzles of {height}x{width} over {{1}}, lines leave cells "
        f"unknown in {ambiguous:,}. **{'All' if with_rectangle == ambiguous else with_rectangle} of these** have a "
        "rectangle that can be flipped."
    )
