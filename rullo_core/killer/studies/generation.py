"""The effect of repairing: puzzles from given numbers of seeds, with and without moves of cells."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import stream_of
from rullo_core.killer.batch import RULES, rate_many
from rullo_core.killer.generation import MOVES, NODES, begin
from rullo_core.killer.kernels import generation as kernel
from rullo_core.killer.request import Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.runs.shards import run_on_threads

SEEDS = (40, 34, 28, 24)
"""Numbers of seeds."""


def repair_many(number: int, seed: int = 1) -> pd.DataFrame:
    """Grow and repair `number` puzzles from each number of seeds, with and without moves.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``seeds``, ``may move``, ``cages``, ``singles``, ``moves``, ``splits``, ``level``.
    """
    shape, text = Request().shape, cage_request(Request(singles=(0, 81)))

    def work(asked: tuple[int, bool], stop: np.ndarray) -> list[dict[str, object]]:
        seeds, may_move = asked
        workspace, rows, puzzles = prepare_workspace(shape), [], []
        for index in range(number):
            begin(workspace, seed, stream_of(index))
            kernel.lay_cages(workspace, np.int64(seeds), text, stop)
            moves = MOVES if may_move else np.int64(0)
            kernel.generate_unique(workspace, text, RULES["CH"], NODES, moves, np.int64(81), stop)
            puzzles.append(puzzle_of(workspace.draft, shape)[0])
            moved, cut = workspace.counts[:2].tolist()
            rows.append({"seeds": seeds, "may move": may_move, "moves": moved, "splits": cut})
        for row, puzzle, rating in zip(rows, puzzles, rate_many(puzzles, threads=1), strict=True):
            singles = sum(len(cage) == 1 for cage in puzzle.cages)
            row |= {"cages": len(puzzle.cages), "singles": singles, "level": rating.level}
        return rows

    asked = [(seeds, may_move) for seeds in SEEDS for may_move in (False, True)]
    return pd.DataFrame([row for rows in run_on_threads(asked, work) for row in rows])
