"""How many clues puzzles can do without (Simonis, section 10)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.kakuro import reduction
from rullo_core.kakuro.api import API
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.parameters import check_whole
from rullo_core.runs.shards import run_on_threads

SEED = 1
"""Random seed of the orders in which clues are tried."""

MOST_CLUES = 40
"""Of a puzzle whose sets of clues are all looked at."""


def reduce(
    puzzles: Kakuro | Iterable[Kakuro], *, complete: bool, orders: int = 1, threads: int | None = None
) -> pd.DataFrame:
    """Remove one clue after the other from puzzles, in random orders, as long as they have one solution.

    Parameters
    ----------
    puzzles : Kakuro or iterable of Kakuro
        Puzzles with one solution; a single one is a list of one.
    complete : bool
        Whether the whole entry is removed, so that not even its digits have to be different; else only its sum.
    orders : int
        The number of random orders for each puzzle.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle and order: int64 ``index`` and ``order``, their numbers from 0; ``clues`` and
        ``removed``, the numbers of clues before and of clues removed; float64 ``share``, the share of clues removed;
        and ``reduced``, the `Kakuro` without them.

    Raises
    ------
    BadInput
        If no puzzle is given, one has not exactly one solution, or ``orders`` is below 1.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.kakuro.read("data/published/kakuro/example.txt")[0]
    >>> rs.kakuro.reduce(puzzle, complete=False, orders=3)[["clues", "removed"]].values.tolist()
    [[24, 3], [24, 6], [24, 3]]
    """
    puzzle_list, orders = API.as_puzzles(puzzles), check_whole("orders", orders)
    if not puzzle_list:
        raise BadInput("no puzzles to reduce: take a collection with smaller ones, or allow larger ones")

    def work(task: tuple[int, int], _: np.ndarray) -> tuple[int, int, int, int, float, Kakuro]:
        number, order = task
        puzzle = puzzle_list[number]
        reduced = reduction.reduce(puzzle, complete, reduction.random_order(puzzle, SEED + order, number))
        return number, order, reduced.clues, len(reduced.removed), reduced.share, reduced.puzzle

    tasks = [(number, order) for number in range(len(puzzle_list)) for order in range(orders)]
    rows = run_on_threads(tasks, work, threads)
    return pd.DataFrame(rows, columns=["index", "order", "clues", "removed", "share", "reduced"])


def count_removable(puzzle: Kakuro, *, complete: bool, threads: int | None = None) -> pd.DataFrame:
    r"""Count the sets of clues that can be removed at once, by all sets, the small ones first.

    If clues can go together, so can fewer of them: so only sets are looked at whose subsets of one less all can go.

    Parameters
    ----------
    puzzle : Kakuro
        A puzzle with one solution and up to 40 clues.
    complete : bool
        Whether whole entries are removed; else only their sums.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each number of clues that can go, the last for the most: int64 ``removed``, from 0, and ``sets``, the
        sets of so many clues without which there is one solution.

    Raises
    ------
    BadInput
        If the puzzle has more clues.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    >>> rs.kakuro.count_removable(puzzle, complete=False).values.tolist()
    [[0, 1], [1, 4]]
    """
    clues = [i for i, entry in enumerate(puzzle.entries) if entry.clue is not None]
    if len(clues) > MOST_CLUES:
        raise BadInput(
            f"{puzzle.name or 'the puzzle'}: has {len(clues)} clues; their sets are looked at up to {MOST_CLUES}"
        )
    take = puzzle.without_entries if complete else puzzle.without_clues
    can_go: set[frozenset[int]] = {frozenset()}
    sets = []
    while can_go:
        sets.append(len(can_go))
        wider = {clue_set | {clue} for clue_set in can_go for clue in clues if clue not in clue_set}
        wider = {clue_set for clue_set in wider if all(clue_set - {clue} in can_go for clue in clue_set)}
        reduced = {clue_set: take(clue_set) for clue_set in sorted(wider, key=sorted)}
        covered = {clue_set: variant for clue_set, variant in reduced.items() if all(variant.of_cells)}
        ratings = rate_many(covered.values(), threads=threads)
        can_go = {
            clue_set
            for clue_set, rating in zip(covered, ratings, strict=True)
            if rating.solutions == 1 and rating.complete
        }
    return pd.DataFrame({"removed": range(len(sets)), "sets": sets})
