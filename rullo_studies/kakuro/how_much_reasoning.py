"""How far each level of reasoning gets with the puzzles of a collection (Simonis, Tables 2, 5, 7 and 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from rullo_core.constraints.kernels import different
from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.kernels.board import NO_LENGTH, SETUP, desk_for
from rullo_core.kakuro.kernels.levels import reach_level, search_level, shave
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import RULES, reach
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State
from rullo_core.runs.shards import run_in_batches
from rullo_studies.kakuro.kernels.block_reasoning import group_of, reach_together

BITS = {
    "B": different.BOUNDS,
    "FC": different.FORWARD,
    "H": different.HALL,
    "R": different.UNION,
    "C": different.LIVING,
    "G": different.ALL,
}

NODES = 20_000
"""After so many a search by a level is given up: a number of steps, so that what comes out is exact."""

UNDECIDED = -1
"""A search that was given up."""

Level = tuple[np.int64, np.int64, bool]
"""Rules, the longest entry that is filtered completely, and whether rectangles are."""


def level_of(name: str) -> Level:
    """Return a level, without D, as kernels take it."""
    names = name.split("+")
    if name in ("G+D", "G+Q+D"):
        return level_of(name.removesuffix("+D"))
    if name in ("G+Q", "G+Q+Q6"):
        return different.ALL, NO_LENGTH, True
    if len(names) == 1 and name.startswith("P") and name in RULES:
        return SETUP, NO_LENGTH + int(name[1:]), False
    if not set(names) <= set(BITS):
        raise BadInput(
            f"level {name!r}: join some of {', '.join(BITS)} by +, or take P2 to P9, G+D, G+Q, G+Q+D or G+Q+Q6"
        )
    rules = NO_LENGTH
    for rule in names:
        rules = rules | BITS[rule]
    return rules, NO_LENGTH, False


def reach_at_all(puzzle: Kakuro, name: str) -> State | None:
    """Return the state that the readable solver reaches by a level; None after a contradiction."""
    try:
        return reach(puzzle, name).state
    except Contradiction:
        return None


def propagate(
    puzzles: Kakuro | Iterable[Kakuro], level: str = "G", *, shaving: bool = False, threads: int | None = None
) -> pd.DataFrame:
    """Filter the entries of puzzles with one level until nothing changes.

    Sums of several entries (D) are for the readable solver, where kernels leave cells unfixed: few puzzles need them.

    Parameters
    ----------
    puzzles : Kakuro or iterable of Kakuro
        The puzzles; a single one is a list of one.
    level : str
        Rules of entries joined by ``+``: B, sums too small or too great; FC, digits of fixed cells; H, digits that
        other cells need; R, digits of no combination; C, digits of no combination that is still possible; G,
        everything; or ``P2`` to ``P9``, G for entries of up to so many cells and R+B+FC for longer ones; or ``G+Q``,
        with rectangles, ``G+Q+Q6``, with circles of six entries, ``G+D``, with sums of several entries, and ``G+Q+D``.
    shaving : bool
        Whether digits that lead the level to a contradiction are eliminated, too; not with Q6 or D.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: ``cells`` (int64, white cells); ``unfixed`` (Int64, cells with several
        candidates) and ``candidates`` (Int64, those of all cells), both missing where the level shows that there is no
        solution.

    Raises
    ------
    BadInput
        If there is no such level, or it cannot shave.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzles = rc.kakuro.read("data/published/kakuro/minizinc.txt")
    >>> [int((rs.kakuro.propagate(puzzles, level).unfixed == 0).sum()) for level in ("B+FC", "G", "G+Q")]
    [0, 4, 6]
    """
    puzzle_list = API.as_puzzles(puzzles)
    rules, longest, rectangles = level_of(level)
    if shaving and level.endswith(("Q6", "D")):
        raise BadInput(f"level {level!r}: shaving is for levels without Q6 and D")

    def work(batch: Sequence[Kakuro], _: np.ndarray) -> list[tuple[int, int | None, int | None]]:
        arrays = pack(batch)
        desk, group = desk_for(arrays), group_of()
        rows = []
        for p, puzzle in enumerate(batch):
            domains = np.full(len(puzzle.cells), different.EVERY)
            if level == "G+Q+Q6":
                is_consistent = reach_together(arrays, p, domains, desk, group)
            else:
                go = shave if shaving else reach_level
                is_consistent = go(arrays, p, domains, rules, longest, rectangles, desk)
            sizes = different.COUNT[domains]
            if is_consistent and level.endswith("+D") and sizes.max() > 1:
                state = reach_at_all(puzzle, level)
                is_consistent, sizes = state is not None, np.array([len(domain) for domain in state or ()])
            unfixed, candidates = int((sizes > 1).sum()), int(sizes.sum())
            rows.append((len(domains), unfixed if is_consistent else None, candidates if is_consistent else None))
        return rows

    frame = pd.DataFrame(run_in_batches(puzzle_list, work, threads), columns=["cells", "unfixed", "candidates"])
    return frame.astype({"cells": "int64", "unfixed": "Int64", "candidates": "Int64"})


def solve_by_level(puzzles: Kakuro | Iterable[Kakuro], level: str = "G", threads: int | None = None) -> pd.DataFrame:
    """Solve puzzles with one level: alone, with shaving, and in a search of up to 20,000 nodes.

    Parameters
    ----------
    puzzles : Kakuro or iterable of Kakuro
        The puzzles; a single one is a list of one.
    level : str
        A level of `propagate` without rectangles.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: ``size`` (str); ``setup``, ``shaving`` and ``searched`` (bool), whether the
        level solves it alone, with shaving, and in a search that begins anew; ``nodes`` and ``backtracks`` (int64)
        of that search; and ``given_up`` (bool), whether it ended at the limit.

    Raises
    ------
    BadInput
        If there is no such level.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzles = rc.kakuro.read("data/published/kakuro/minizinc.txt")
    >>> rs.kakuro.solve_by_level(puzzles, "G")[["setup", "shaving", "searched"]].sum().tolist()
    [4, 6, 6]
    """
    puzzle_list = API.as_puzzles(puzzles)
    solved = [
        propagate(puzzle_list, level, shaving=shaving, threads=threads)["unfixed"].eq(0) for shaving in (False, True)
    ]
    searches = search(puzzle_list, level, threads)
    return pd.DataFrame(
        {
            "size": pd.Series(map(API.size_of, puzzle_list), dtype="str"),
            "setup": solved[0].fillna(False).astype(bool),
            "shaving": solved[1].fillna(False).astype(bool),
            "searched": searches["answer"] == 1,
            "nodes": searches["nodes"],
            "backtracks": searches["backtracks"],
            "given_up": searches["answer"] == UNDECIDED,
        }
    )


def search(puzzles: Sequence[Kakuro], name: str, threads: int | None = None) -> pd.DataFrame:
    """Search by a level without rectangles, with up to `NODES` nodes: 1 for a solution, 0 for none, -1 if undecided."""
    rules, longest, _ = level_of(name)

    def work(batch: Sequence[Kakuro], _: np.ndarray) -> list[tuple[int, int, int]]:
        arrays = pack(batch)
        desk, max_cells = desk_for(arrays), max(len(puzzle.cells) for puzzle in batch)
        depths = np.empty((max_cells + 1, max_cells), np.int64)
        return [search_level(arrays, p, rules, longest, NODES, depths, desk) for p in range(len(batch))]

    return pd.DataFrame(run_in_batches(puzzles, work, threads), columns=["answer", "nodes", "backtracks"])
