"""How many choices plain backtracking makes, with and without what strategies settle before."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.killer.batch import solve_many
from rullo_core.killer.report import count_choices, draw_puzzle, solve_by_strategies
from rullo_core.killer.wish import CLASSES, SEEDS, UNGROWABLE, classes_of
from rullo_core.runs.shards import default_threads, run_on_threads

GIVEN_UP = 20_000_000
"""Choices."""


def choices_by_class(number: int, seed: int, ungrowable: int = UNGROWABLE) -> pd.DataFrame:
    """Choices of plain backtracking, forwards and backwards together, for so many puzzles of each class.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``class``; ``from the empty grid``; ``after the strategies``, with the cells that these
        settle given; ``search``, digits that a search with cages and singles tries.
    """
    bounds = dict(zip(CLASSES, classes_of(SEEDS), strict=True))

    def work(asked: tuple[str, int], _: np.ndarray) -> dict[str, object]:
        name, index = asked
        puzzle = draw_puzzle(seed, index, bounds[name], ungrowable).puzzle
        settled = tuple(min(left) if len(left) == 1 else 0 for left in solve_by_strategies(puzzle).state)
        both = [
            [count_choices(puzzle, given, backward, GIVEN_UP) for backward in (False, True)]
            for given in (None, settled)
        ]
        (answer,) = solve_many([puzzle], 1, threads=1)
        return {
            "class": name,
            "from the empty grid": sum(both[0]),
            "after the strategies": sum(both[1]),
            "search": answer.nodes,
        }

    asked = [(name, index) for name in CLASSES for index in range(number)]
    return pd.DataFrame(list(run_on_threads(asked, work, default_threads())))
