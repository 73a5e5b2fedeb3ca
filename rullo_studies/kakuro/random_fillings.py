"""Random fillings of layouts: how many solutions their clues have, and why there are several.

Fillings are drawn cell by cell, so that not all are equally likely; see
`rullo_core.kakuro.kernels.draft.fill`.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.compiled import NO_LIMIT
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.different import COUNT
from rullo_core.kakuro.api import API
from rullo_core.kakuro.generation import NODES, draw_draft, puzzle_of
from rullo_core.kakuro.kernels.draft import fill, measure, set_clues
from rullo_core.kakuro.kernels.uniqueness import AMBIGUOUS, UNDECIDED, UNIQUE, find_other, walk_rectangles
from rullo_core.kakuro.request import LayoutSpec, nearest_share
from rullo_core.parameters import check_whole
from rullo_core.puzzles.boxes import sides_of
from rullo_core.runs.shards import run_on_threads

SEED = 1


ANSWERS = {UNIQUE: "unique", AMBIGUOUS: "ambiguous", UNDECIDED: "undecided"}


def fill_at_random(
    size: str | int | tuple[int, int],
    black: float,
    fillings: int = 200,
    *,
    push: float = 0.0,
    threads: int | None = None,
) -> pd.DataFrame:
    """Fill random layouts at random, and look for second solutions of their clues.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width without the row and column for clues.
    black : float
        Share of black cells, to the nearest cell.
    fillings : int
        The number of fillings, each of a layout of its own.
    push : float
        How much higher digits are preferred in high entries than in low entries; 0 for not at all.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each filling: ``puzzle`` (`Kakuro`, whose ``solution`` is the filling); ``outcome`` (str, ``unique``,
        ``ambiguous`` or ``undecided``, if a search of 3,000 nodes finds no other solution and does not end);
        ``other`` (another solution, an int64 array, or None); ``unfixed`` (float64, the share of cells that entries
        leave with several candidates); and ``rectangles`` (int64, the ways to change four cells that cross and keep all
        sums).

    Raises
    ------
    BadInput
        If ``fillings`` is below 1, or there is no such layout.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> found = rs.kakuro.fill_at_random("6x6", 0.3, fillings=20)
    >>> found.outcome.unique().tolist()
    ['ambiguous']
    """
    height, width = sides_of(size)
    layout = LayoutSpec(height, width, nearest_share(black, height, width))

    def work(index: int, stop: np.ndarray) -> dict[str, object]:
        draft, rng = draw_draft(layout, SEED, index), rng_from_seed(SEED, index)
        if not fill(draft, push, np.zeros(height * width, np.int64), rng):
            raise AssertionError(f"{size}, {black:.0%} black, index {index}: no filling in a hundred attempts")
        set_clues(draft)
        puzzle, solution = puzzle_of(draft)
        cells = len(solution)
        rectangles, _ = walk_rectangles(draft, np.zeros(4, np.int64), NO_LIMIT)
        depths, other_solution = np.empty((cells + 1, cells), np.int64), np.zeros(height * width, np.int64)
        answer, _ = find_other(draft, NODES, stop, depths, other_solution)
        measure(draft, draft.domains[0])
        return {
            "puzzle": API.with_solution(puzzle, solution),
            "outcome": ANSWERS[int(answer)],
            "other": API.to_array(puzzle, other_solution[:cells].tolist()) if answer == AMBIGUOUS else None,
            "unfixed": float((COUNT[draft.domains[0, :cells]] > 1).mean()),
            "rectangles": int(rectangles),
        }

    return pd.DataFrame(run_on_threads(range(check_whole("fillings", fillings)), work, threads))
