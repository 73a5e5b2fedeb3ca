"""The effect of repairing, and puzzles of sweeps over the number of cages."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import stream_of
from rullo_core.errors import BadInput
from rullo_core.escaping import as_line
from rullo_core.killer.batch import RULES, rate_many
from rullo_core.killer.generation import MOVES, NODES, begin
from rullo_core.killer.kernels import generation as kernel
from rullo_core.killer.request import Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.parameters import check_whole
from rullo_core.runs.registry import COUNT
from rullo_core.runs.shards import run_on_threads
from rullo_core.runs.sweep import puzzles_of, read_sweep
from rullo_studies.killer.experiments import KEYS


def repair_puzzles(
    count: int = 60, *, seeds: Sequence[int] = (40, 34, 28, 24), seed: int = 1, timed: bool = False
) -> pd.DataFrame:
    """Grow and repair puzzles of 9x9 from each number of seeds, with and without moving cells between cages.

    Parameters
    ----------
    count : int
        Number of puzzles for each number of seeds, and as many again where cells may move.
    seeds : sequence of int
        Numbers of cells where cages begin.
    seed : int
        Random seed, from 0.
    timed : bool
        Whether to measure how long each puzzle takes.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, all of them unique: ``seeds`` (int64), ``cells_may_move`` (bool), ``moves``, the cells
        moved to another cage, and ``splits``, the cages split (int64), ``cages``, ``single_cell_cage_count`` (int64)
        and ``level``, the first that solves it (str). If timed, the last column is ``milliseconds`` (float64),
        processor time to grow and repair the puzzle.

    Raises
    ------
    BadInput
        If a number is too small.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.killer.repair_puzzles(2, seeds=[40])
    >>> table.groupby("cells_may_move").cages.min().ge(40).tolist()
    [True, True]
    """
    check_whole("seed", seed, 0)
    number = check_whole("count", count)
    shape, request = Request().shape, cage_request(Request(single_cell_cages=(0, 81)))

    def work(task: tuple[int, bool], stop: np.ndarray) -> list[dict[str, object]]:
        seed_count, may_move = task
        workspace, rows, puzzles = prepare_workspace(shape), [], []
        for index in range(number):
            start = time.thread_time()
            begin(workspace, seed, stream_of(index))
            kernel.lay_cages(workspace, np.int64(seed_count), request, stop)
            moves = MOVES if may_move else np.int64(0)
            kernel.generate_unique(workspace, request, RULES["CH"], NODES, moves, np.int64(81), stop)
            milliseconds = 1e3 * (time.thread_time() - start)
            puzzles.append(puzzle_of(workspace.draft, shape)[0])
            moved, cut = workspace.counts[:2].tolist()
            changes = {"moves": moved, "splits": cut, "milliseconds": milliseconds}
            rows.append({"seeds": seed_count, "cells_may_move": may_move} | changes)
        for row, puzzle, rating in zip(rows, puzzles, rate_many(puzzles, threads=1), strict=True):
            singles = sum(len(cage) == 1 for cage in puzzle.cages)
            row |= {"cages": len(puzzle.cages), "single_cell_cage_count": singles, "level": rating.level}
        return rows

    tasks = [(check_whole("seeds", seed_count), may_move) for seed_count in seeds for may_move in (False, True)]
    frame = pd.DataFrame([row for rows in run_on_threads(tasks, work) for row in rows])
    milliseconds = frame.pop("milliseconds")
    return frame.assign(milliseconds=milliseconds) if timed else frame


def load_sweep(sweep: str | Path, *, compute: bool = True) -> pd.DataFrame:
    """Read the puzzles of all points of a sweep of the Killer study.

    Parameters
    ----------
    sweep : str or pathlib.Path
        A YAML file such as ``sweeps/killer-cages.yaml``.
    compute : bool
        Whether points without a dataset are counted; else they are left out.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``puzzle``, the kind; ``point`` (int64, from 1), ``method``, ``size``, ``box``,
        ``diagonals``, ``asked_cages``, ``cage_sizes``, ``single_cell_cages``, ``spread``, ``symmetry``, ``level``,
        ``ungrowable`` and ``seed`` of its point; and the columns of the ``puzzles`` of a dataset. Its ``attrs`` have
        the ``title`` of the sweep, the number of ``points``, and what is ``missing``: why, by the titles of points.

    Raises
    ------
    BadInput
        If it is a sweep of another experiment, has a key or value that is refused, no point has a dataset, or counting
        would take long.

    Warns
    -----
    UserWarning
        For a point that is left out.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.killer.load_sweep("sweeps/killer-cages.yaml")  # doctest: +SKIP
    >>> table.groupby("point").size().sum()  # doctest: +SKIP
    np.int64(10020)
    """
    usual = {"point": 0} | {key.name: key.default for key in KEYS if key is not COUNT}
    table = puzzles_of(read_sweep(sweep, "killer study"), bool(compute), usual)
    for title, reason in table.attrs["missing"].items():
        warnings.warn(as_line(f"{title}: {reason}"), stacklevel=2)
    if table.empty:
        raise BadInput(f"{sweep}: no point has a dataset; count them with rullo sweep")
    return table
