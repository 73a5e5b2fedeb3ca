"""Search for difficult puzzles, with or without a given pattern (thesis, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import islice, product
from operator import attrgetter

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import check_whole, format_size
from rullo_core.puzzles.boxes import sides_of
from rullo_core.puzzles.results import Climbed
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.climb import climb_once
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.request import check_climb
from rullo_core.rullo.solver import Position
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.constructions import Pattern, pattern_of

LARGEST = 10**6
"""Largest number that a search may write into cells, because all numbers are held in a list."""


def search_difficult(
    size: str | int | tuple[int, int],
    patterns: Sequence[Sequence[int]] = (),
    largest: int = 9,
    steps: int = 200_000,
    tries: int = 6,
    seeds: Sequence[int] = (1,),
) -> pd.DataFrame:
    """Search for the most difficult simple puzzle of a size, or of those with the thesis's patterns at their left.

    All cells, or those beside the patterns (the padding), are filled with random numbers, and then one cell after
    another is changed, by simulated annealing. The best of several attempts is kept.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"4x3"``, with the padding.
    patterns : sequence of sequence of int
        The letters of each pattern as `follow_pattern` takes them, side by side; none to search without.
    largest : int
        Cells outside the patterns hold numbers from 1 to this.
    steps : int
        Changes to try in each attempt.
    tries : int
        Attempts with each seed; they take the ways to complete the patterns in turn.
    seeds : sequence of int
        Random seeds, from 0; the search is repeated with each.

    Returns
    -------
    pandas.DataFrame
        A row for each seed, in order: ``seed`` (int64), ``passes`` (float64; missing if no simple puzzle
        was found), ``at_most`` (float64, what no simple puzzle of the size exceeds) and ``puzzle`` (`Rullo`, or None).
        A search proves nothing of the greatest difficulty.

    Raises
    ------
    BadInput
        If a parameter is out of its range, the patterns do not fit into the size, or it is too large for the search.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.search_difficult("3x3", steps=2_000, tries=1).passes.tolist()
    [4.0]
    >>> table = rs.rullo.search_difficult("4x3", [[1, 2]], largest=12, steps=20_000, tries=2)
    >>> table[["passes", "at_most"]].values.tolist()
    [[6.5, 6.5]]
    """
    height, width = sides_of(size)
    ways = _ways_to_keep(patterns, height, width)
    if check_whole("largest", largest) > LARGEST:
        raise BadInput(f"largest = {largest}: take at most {LARGEST}")
    check_climb(height, width, tuple(sorted({largest, *(number for number, _ in ways[0].values())})))
    steps, attempts = check_whole("steps", steps), range(check_whole("tries", tries))
    seeds = [check_whole("seed", seed, 0) for seed in seeds]
    values = tuple(range(1, largest + 1))

    def climb(job: tuple[int, int], stop: np.ndarray) -> Climbed[Rullo] | None:
        seed, attempt = job
        fixed_cells = ways[attempt % len(ways)]
        return climb_once(height, width, values, steps, seed, attempt, stop, fixed_cells=fixed_cells)

    outcomes = run_on_threads(product(seeds, attempts), climb)
    rows = []
    for seed in seeds:
        climbed = [outcome for outcome in islice(outcomes, len(attempts)) if outcome]
        best = max(climbed, key=attrgetter("worth"), default=Climbed(None, np.nan))
        rows.append((seed, best.worth, most_difficult(height, width), best.puzzle))
    return pd.DataFrame(rows, columns=["seed", "passes", "at_most", "puzzle"])


def _ways_to_keep(patterns: Sequence[Sequence[int]], height: int, width: int) -> list[dict[Position, tuple[int, bool]]]:
    """Return the cells of the patterns, each with its number and its choice, in every way to complete them."""
    if not patterns:
        return [{}]
    if not all(isinstance(letters, Sequence) for letters in patterns):
        raise BadInput(f"patterns {patterns}: write two or three numbers for each, such as [[1, 2]]")
    if len({len(letters) for letters in patterns}) > 1:
        raise BadInput(f"patterns {patterns}: take as many letters for each")
    pattern = reduce(Pattern.extended_by, map(pattern_of, patterns))
    if height != pattern.height or width <= pattern.width:
        size = format_size(pattern.height, pattern.width)
        raise BadInput(f"size {format_size(height, width)}: the patterns are {size}; add columns of padding only")
    cells = list(product(range(pattern.height), range(pattern.width)))
    return [{(r, c): (pattern.numbers[r][c], way[r][c]) for r, c in cells} for way in pattern.solutions()]
