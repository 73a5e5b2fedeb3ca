"""Searches that use one level after each guess."""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
import pandas as pd

from rullo_core.killer.api import API
from rullo_core.killer.batch import shape_of, solve, stack_of
from rullo_core.killer.kernels.search import Stack
from rullo_core.killer.levels import LEVELS
from rullo_core.killer.puzzle import Killer
from rullo_core.parameters import check_choice
from rullo_core.runs.shards import run_by_shape


def solve_by_level(
    puzzles: Killer | Iterable[Killer], level: str = "CH", *, threads: int | None = None, timed: bool = False
) -> pd.DataFrame:
    r"""Search for a solution of puzzles, and for another one, where a level eliminates candidates after each guess.

    A search that takes long begins anew with the strongest level.

    Parameters
    ----------
    puzzles : Killer or iterable of Killer
        The puzzles; a single one is a list of one.
    level : str
        A level, such as ``CH``, which `rullo_core.killer.solve` uses, or ``O1``.
    threads : int, optional
        Number of threads to search with; default: the number of processors.
    timed : bool
        Whether to measure how long each puzzle takes.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: ``solutions`` (int64, 0 or 1), ``complete`` (bool, whether there are no others)
        and ``nodes`` (int64, values that the search tried). If timed, the last column is ``milliseconds`` (float64),
        processor time.

    Raises
    ------
    BadInput
        If there is no such level, or anything other than Killer Sudokus is given.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.killer.parse("killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9")
    >>> rs.killer.solve_by_level(puzzle, "O1").values.tolist()
    [[1, True, 0]]
    """
    check_choice("level", level, LEVELS)

    def work(stack: Stack, puzzle: Killer, stop: np.ndarray) -> tuple[int, bool, int, float]:
        start = time.thread_time()
        answer = solve(stack, puzzle, 1, stop, level)
        return len(answer.solutions), answer.complete, answer.nodes or 0, 1e3 * (time.thread_time() - start)

    kinds = {"solutions": "int64", "complete": "bool", "nodes": "int64", "milliseconds": "float64"}
    rows = run_by_shape(API.as_puzzles(puzzles), shape_of, stack_of, work, threads)
    frame = pd.DataFrame(rows, columns=list(kinds)).astype(kinds)
    return frame if timed else frame.drop(columns="milliseconds")
