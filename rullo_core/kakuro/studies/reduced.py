"""How much puzzles say too much, and what it takes to solve them when nothing more can go (Simonis, section 10)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reduction import random_order, reduce
from rullo_core.kakuro.studies.ladder import propagate, search
from rullo_core.runs.shards import default_threads, run_on_threads

SEED = 1
"""Random seed of the orders in which clues are tried."""

LEVELS = ("G", "G+Q", "G+Q+Q6", "S(G)")

MOST_CLUES = 40
"""Of a puzzle whose sets of clues are all looked at."""


def reduce_some(puzzles: Sequence[Kakuro], complete: bool, orders: int = 1, threads: int | None = None) -> pd.DataFrame:
    """Take clues away from puzzles, in one or more random orders each, no test given up.

    Parameters
    ----------
    puzzles : sequence of Kakuro
        With one solution each.
    complete : bool
        As in `rullo_core.kakuro.reduction.reduce`.
    orders : int
        How many for each puzzle.
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle and order: int ``number`` of the puzzle, ``order``, ``clues``, ``gone``; float ``share``;
        ``reduced``, the puzzle that is left.
    """

    def work(task: tuple[int, int], _: np.ndarray) -> tuple[int, int, int, int, float, Kakuro]:
        number, order = task
        puzzle = puzzles[number]
        found = reduce(puzzle, complete, random_order(puzzle, SEED + order, number))
        return number, order, found.clues, len(found.gone), found.share, found.puzzle

    tasks = [(number, order) for number in range(len(puzzles)) for order in range(orders)]
    rows = run_on_threads(tasks, work, threads or default_threads())
    return pd.DataFrame(rows, columns=["number", "order", "clues", "gone", "share", "reduced"])


def solved_by_method(
    found: pd.DataFrame, methods: Sequence[str], threads: int | None = None
) -> dict[str, dict[str, int]]:
    """How many of the reduced puzzles G solves, by what made each puzzle."""
    opened = propagate(found["reduced"], "G", threads=threads)["unfixed"]
    method = pd.Series([methods[number] for number in found["number"]])
    return {str(name): {"G": int((some == 0).sum())} for name, some in opened.groupby(method, sort=False)}


def solved_by_level(puzzles: Sequence[Kakuro], threads: int | None = None) -> dict[str, int]:
    """How many puzzles each of `LEVELS` solves, and a ``search``; ``nodes``, the most steps that one takes."""
    found = {}
    for level in LEVELS:
        name, shaving = ("G", True) if level == "S(G)" else (level, False)
        found[level] = int((propagate(puzzles, name, shaving=shaving, threads=threads)["unfixed"] == 0).sum())
    searched = search(puzzles, "G", threads)
    return found | {"search": int((searched["answer"] == 1).sum()), "nodes": int(searched["nodes"].max())}


def most_gone(puzzle: Kakuro, complete: bool, threads: int | None = None) -> tuple[int, int]:
    r"""The most clues that can go at once, and how many sets of so many there are; by all sets, the small ones first.

    If clues can go together, so can fewer of them: so only sets are looked at whose subsets of one less all can go.

    Raises
    ------
    BadInput
        If the puzzle has more clues than `MOST_CLUES`.

    Examples
    --------
    >>> most_gone(Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0"), complete=False)
    (1, 4)
    """
    clues = [i for i, entry in enumerate(puzzle.entries) if entry.clue is not None]
    if len(clues) > MOST_CLUES:
        raise BadInput(
            f"{puzzle.name or 'the puzzle'}: has {len(clues)} clues; their sets are looked at up to {MOST_CLUES}"
        )
    take = puzzle.without_entries if complete else puzzle.without_clues
    can_go: set[frozenset[int]] = {frozenset()}
    size = 0
    while True:
        wider = {one | {clue} for one in can_go for clue in clues if clue not in one}
        wider = {one for one in wider if all(one - {clue} in can_go for clue in one)}
        some = sorted(wider, key=sorted)
        left = [take(one) for one in some]
        whole = [all(puzzle_left.of_cells) for puzzle_left in left]
        ratings = rate_many([one for one, good in zip(left, whole, strict=True) if good], threads=threads)
        kept = {
            one
            for one, rating in zip((one for one, good in zip(some, whole, strict=True) if good), ratings, strict=True)
            if rating.solutions == 1 and rating.complete
        }
        if not kept:
            return size, len(can_go)
        can_go, size = kept, size + 1
