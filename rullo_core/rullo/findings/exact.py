"""Sentences of Markdown that compare complete censuses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from rullo_core.datasets.tally import Tally
from rullo_core.parameters import format_size
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.classes import lines_of
from rullo_core.rullo.theory.realisable import combinations_of, hardest_puzzles


def describe_classes(census: Census) -> str:
    """Describe how many grids of a census had to be rated, and why so few."""
    found = census.classes()
    if found is None:
        return f"The grids of the {census.title} are not grouped into classes: each grid is rated separately."
    kinds = {lines_of(census.values, cells).kinds for cells in (census.height, census.width)}
    return (
        f"Over {census.range} the lines of a {census.size} grid have {' and '.join(map(str, sorted(kinds)))} patterns. "
        f"The {len(census.values) ** census.cells:,} grids fall into **{len(found):,} classes**, and one grid of each "
        f"is rated instead of all {census.puzzles:,} puzzles."
    )


def describe_share(census: Census, tally: Tally) -> str:
    """Describe how many puzzles of a census are simple."""
    simple = tally.of_kind("simple").total
    return (
        "By classes of equivalent grids: "
        f"of the **{census.puzzles:,} puzzles** of {census.title.removeprefix('census of ')}, lines alone "
        f"solve {simple:,} ({simple / census.puzzles:.2%})."
    )


def combinations_covered(height: int, width: int) -> str:
    """Describe the combinations of patterns of a size, and what follows for its greatest difficulty."""
    every = combinations_of(height, width)
    largest = every.grids.max()
    alike = "the order of rows and columns" + " and transposing" * (height == width)
    text = (
        f"Up to {alike}, {every.closed:,} combinations of patterns hang together for {format_size(height, width)}. "
        f"{every.closed - len(every.grids):,} of them would need a number of 0 or less, so **{len(every.grids):,}** "
        f"can be realised, all of them with numbers up to {largest}"
    )
    return f"{text}: a census over 1–{largest} includes each of them. {greatest_of_all(height, width)}"


def greatest_of_all(height: int, width: int) -> str:
    """Describe the greatest difficulty of a size, whatever the numbers."""
    hardest = hardest_puzzles(height, width)
    most = [f"{of_kind[0].difficulty:g} for {kind} ones" for kind, of_kind in hardest.items() if of_kind]
    return (
        f"Whatever positive integers it holds, the greatest difficulty of a {format_size(height, width)} puzzle is "
        f"**{' and '.join(most)}**."
    )


def one_pass(cells: int, largest: Sequence[int]) -> str:
    """Describe the share of lines over 1 to n whose subsets have different sums: one pass solves such a line."""
    text = []
    for n in largest:
        lines = np.array(list(itertools.product(range(1, n + 1), repeat=cells)), np.int64)
        sums = np.sort(lines @ np.array(list(itertools.product((0, 1), repeat=cells)), np.int64).T, axis=1)
        text.append(f"**{(np.diff(sums, axis=1) > 0).all(axis=1).mean():.1%}** of the lines over 1–{n}")
    return f"No two subsets have equal sums in {', in '.join(text)} (of {cells} cells)."
