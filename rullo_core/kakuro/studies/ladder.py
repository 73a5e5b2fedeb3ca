"""How far each level of reasoning gets with the puzzles of a collection (Simonis, Tables 2, 5, 7 and 10)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.constraints.kernels import different
from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.kernels.block_reasoning import group_of, reach_together
from rullo_core.kakuro.kernels.board import NONE, SETUP, desk_for
from rullo_core.kakuro.kernels.levels import reach_level, search_level, shave
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import RULES, reach
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import State
from rullo_core.runs.shards import run_in_batches

LADDER = ("B+FC", "B+H", "R", "R+FC", "R+B+FC", "R+B+H", "C+FC", "R+C+B+H", "G", "G+D", "G+Q", "G+Q+D")
"""Levels, mostly from weak to strong."""

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

Level = tuple[np.int64, np.int64, bool]
"""Rules, the longest entry that is filtered completely, and whether rectangles are."""


def level_of(name: str) -> Level:
    """A level as kernels take it, but for D.

    Raises
    ------
    BadInput
        If there is no such level here.
    """
    names = name.split("+")
    if name in ("G+D", "G+Q+D"):
        return level_of(name.removesuffix("+D"))
    if name in ("G+Q", "G+Q+Q6"):
        return different.ALL, NONE, True
    if len(names) == 1 and name.startswith("P") and name in RULES:
        return SETUP, NONE + int(name[1:]), False
    if not set(names) <= set(BITS):
        raise BadInput(
            f"level {name!r}: join some of {', '.join(BITS)} by +, or take P2 to P9, G+D, G+Q, G+Q+D or G+Q+Q6"
        )
    rules = NONE
    for one in names:
        rules = rules | BITS[one]
    return rules, NONE, False


def reach_at_all(puzzle: Kakuro, name: str) -> State | None:
    """What the readable solver leaves by a level; None if that shows that there is no solution."""
    try:
        return reach(puzzle, name).state
    except Contradiction:
        return None


def look(puzzles: Sequence[Kakuro], name: str, shaving: bool = False, threads: int | None = None) -> pd.DataFrame:
    """Go as far as a level does with each puzzle.

    Sums of several entries (D) are for the readable solver, where kernels leave cells open: few puzzles need them.

    Parameters
    ----------
    puzzles : sequence of Kakuro
    name : str
        The level, such as R+B+FC.
    shaving : bool
        Whether digits that lead it to a contradiction are eliminated, too; not with Q6 or D.
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: int ``cells``; ``open``, those with several digits, -1 where the level shows that there
        is no solution; ``left``, the digits left in all cells.
    """
    rules, longest, rectangles = level_of(name)

    def work(batch: Sequence[Kakuro], _: np.ndarray) -> list[tuple[int, int, int]]:
        packed = pack(batch)
        desk, group = desk_for(packed), group_of()
        rows = []
        for p, puzzle in enumerate(batch):
            domains = np.full(len(puzzle.cells), different.EVERY)
            if name == "G+Q+Q6":
                good = reach_together(packed, p, domains, desk, group)
            else:
                go = shave if shaving else reach_level
                good = go(packed, p, domains, rules, longest, rectangles, desk)
            left = different.COUNT[domains]
            if good and name.endswith("+D") and left.max() > 1:
                state = reach_at_all(puzzle, name)
                good, left = state is not None, np.array([len(domain) for domain in state or ()])
            rows.append((len(domains), int((left > 1).sum()) if good else -1, int(left.sum()) if good else 0))
        return rows

    return pd.DataFrame(run_in_batches(puzzles, work, threads), columns=["cells", "open", "left"])


def search(puzzles: Sequence[Kakuro], name: str, threads: int | None = None) -> pd.DataFrame:
    """Look for a solution of each puzzle by a level without rectangles, for `NODES` at most.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: int ``answer``, 1 for a solution, 0 for none, -1 for neither found out; ``nodes``;
        ``backtracks``.
    """
    rules, longest, _ = level_of(name)

    def work(batch: Sequence[Kakuro], _: np.ndarray) -> list[tuple[int, int, int]]:
        packed = pack(batch)
        desk, most = desk_for(packed), max(len(puzzle.cells) for puzzle in batch)
        depths = np.empty((most + 1, most), np.int64)
        return [search_level(packed, p, rules, longest, NODES, depths, desk) for p in range(len(batch))]

    return pd.DataFrame(run_in_batches(puzzles, work, threads), columns=["answer", "nodes", "backtracks"])


def climb(puzzles: Sequence[Kakuro], threads: int | None = None) -> pd.DataFrame:
    """How many puzzles each level of the ladder solves, and how many cells it fixes.

    Returns
    -------
    pandas.DataFrame
        By level: int ``solved``; float ``share`` of the puzzles; ``fixed``, a share of all cells; int ``left``, the
        digits left in all cells. The last level is shaving over G.
    """
    rows = {}
    for name, shaving in [*((name, False) for name in LADDER), ("G", True)]:
        found = look(puzzles, name, shaving, threads)
        solved = int((found["open"] == 0).sum())
        rows["S(G)" if shaving else name] = {
            "solved": solved,
            "share": solved / len(found),
            "fixed": 1 - found["open"].clip(lower=0).sum() / found["cells"].sum(),
            "left": int(found["left"].sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index")
