"""Random fillings of layouts: how many solutions their clues have, and why there are several.

Fillings are drawn cell by cell, so that not all are equally likely; see
`rullo_core.kakuro.kernels.draft.fill`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pandas as pd

from rullo_core.compiled import NO_LIMIT
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.different import COUNT
from rullo_core.errors import BadInput
from rullo_core.kakuro.generation import NODES, draw_layout, puzzle_of
from rullo_core.kakuro.kernels.draft import draft_for, fill, lay_out, measure, set_clues
from rullo_core.kakuro.kernels.uniqueness import ONE, SEVERAL, UNDECIDED, find_other, walk_rectangles
from rullo_core.kakuro.puzzle import Kakuro, Solution
from rullo_core.kakuro.request import LayoutSpec, nearest_share
from rullo_core.runs.shards import run_on_threads

SEED = 1

Stratum = tuple[int, float, float]
"""The side of a layout, its share of black cells, to the nearest cell, and how far digits are pushed to one side."""


def fill_at_random(strata: Iterable[Stratum], number: int, threads: int | None = None) -> pd.DataFrame:
    """Fill layouts at random, and count the solutions of the clues.

    Parameters
    ----------
    strata : iterable of (int, float, float)
    number : int
        Fillings of each, each with a layout of its own.
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each: ``size``, ``black``, ``push``; int ``fillings``; ``unique``, ``several`` and ``undecided``,
        those with one solution, with more, and given up after `rullo_core.kakuro.generation.NODES` steps; float
        ``open``, the share of cells that entries leave open; ``with_rectangle``, the share with four cells that can be
        exchanged,
        and ``rectangles``, the mean number of these, each difference counted.
    """

    def work(task: tuple[Stratum, int], stop: np.ndarray) -> tuple[Stratum, int, float, int]:
        (size, black, push), index = task
        draft, rng = draft_for(size, size), rng_from_seed(SEED, index)
        layout = LayoutSpec(size, size, nearest_share(black, size, size))
        draft.white[:] = draw_layout(layout, SEED, index)
        lay_out(draft)
        if not fill(draft, push, np.zeros(size * size, np.int64), rng):
            raise AssertionError(f"{size}x{size}, {black:.0%} black, index {index}: no filling in a hundred attempts")
        set_clues(draft)
        cells = int(draft.puzzle.cells[1])
        number, _ = walk_rectangles(draft, np.zeros(4, np.int64), NO_LIMIT)
        depths, other = np.empty((cells + 1, cells), np.int64), np.zeros(size * size, np.int64)
        answer, _ = find_other(draft, NODES, stop, depths, other)
        measure(draft, draft.domains[0])
        return task[0], int(answer), float((COUNT[draft.domains[0, :cells]] > 1).mean()), int(number)

    given = list(strata)
    tasks = [(stratum, index) for stratum in given for index in range(number)]
    found = pd.DataFrame(run_on_threads(tasks, work, threads), columns=["stratum", "answer", "open", "rectangles"])
    rows = []
    for stratum, some in found.groupby("stratum", sort=False):
        answers = Counter(some["answer"])
        text = {
            name: answers[answer] for name, answer in (("unique", ONE), ("several", SEVERAL), ("undecided", UNDECIDED))
        }
        rows.append(
            dict(zip(("size", "black", "push"), stratum, strict=True))
            | {"fillings": len(some)}
            | text
            | {
                "open": float(some["open"].mean()),
                "with_rectangle": float((some["rectangles"] > 0).mean()),
                "rectangles": float(some["rectangles"].mean()),
            }
        )
    return pd.DataFrame(rows)


def two_solutions(layout: LayoutSpec, index: int) -> tuple[Kakuro, Solution, Solution]:
    """A random filling's clues, its digits, and others that have the same: four that are exchanged, where there are.

    Raises
    ------
    BadInput
        If none are found.
    """
    draft, rng = draft_for(layout.height, layout.width), rng_from_seed(SEED, index)
    draft.white[:] = draw_layout(layout, SEED, index)
    lay_out(draft)
    fill(draft, 0.0, np.zeros(layout.height * layout.width, np.int64), rng)
    set_clues(draft)
    cells = int(draft.puzzle.cells[1])
    other = np.zeros(layout.height * layout.width, np.int64)
    stop, depths = np.zeros(1, np.uint8), np.empty((cells + 1, cells), np.int64)
    if find_other(draft, NODES, stop, depths, other)[0] != SEVERAL:
        raise BadInput(f"filling {index}: no second solution is found; take another index")
    return *puzzle_of(draft), tuple(other[:cells].tolist())
