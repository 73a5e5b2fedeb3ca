"""What is dug out of boards: clues by criterion, order and symmetry; how far levels get; and 4x4 exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.puzzles.boxes import side_of
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.batch import RULES, rate_many, solve_many
from rullo_core.sudoku.dig import dig_puzzle
from rullo_core.sudoku.fill import fill_board
from rullo_core.sudoku.kernels.board import board_for
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.kernels.subsets import BOX, find_minimal, passes_of
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.solver import LEVELS
from rullo_core.sudoku.studies.filling import empty

SEED = 1

TIMES = ("what", "calls", "median_ms", "mean_ms", "most_ms")
"""What `python -m benchmarks.sudoku` measures."""

SIDE = side_of(BOX)

MOST_MINIMAL = 1 << 14
"""Room for the minimal puzzles of a 4x4 board."""


def read_times(path: Path) -> pd.DataFrame:
    """What `benchmarks.sudoku` has measured.

    Raises
    ------
    BadInput
        If it is no such file.
    """
    return read_measured(path, TIMES, "benchmarks.sudoku")


def dig_many(dig_spec: DigSpec, box: int, number: int, threads: int | None = None) -> list[Sudoku]:
    """Dig a puzzle out of each of some boards, which are filled with the fewest digits first."""

    def work(index: int, _: np.ndarray) -> Sudoku | None:
        board = fill_board(FillSpec(), empty(box), SEED, index).board
        return None if board is None else dig_puzzle(board, dig_spec, SEED, index).puzzle

    found = run_on_threads(range(number), work, threads)
    return [puzzle for puzzle in found if puzzle is not None]


def clues_of(dug: Mapping[DigSpec, Sequence[Sudoku]]) -> pd.DataFrame:
    """The number of clues by digger: puzzles, mean, deviation, least and most; and their share of the cells."""
    rows = []
    for dig_spec, puzzles in dug.items():
        clues = np.array([puzzle.clues for puzzle in puzzles])
        rows.append(
            {
                "side": puzzles[0].side,
                "criterion": dig_spec.criterion,
                "order": dig_spec.order,
                "symmetry": dig_spec.symmetry,
                "puzzles": len(puzzles),
                "mean": float(clues.mean()),
                "deviation": float(clues.std()),
                "least": int(clues.min()),
                "most": int(clues.max()),
                "share": float(clues.mean() / puzzles[0].side ** 2),
            }
        )
    return pd.DataFrame(rows)


def rate_table(puzzles: Iterable[Sudoku], threads: int | None = None) -> pd.DataFrame:
    """Rate puzzles.

    Returns
    -------
    pandas.DataFrame
        A row for each: ``level``, ``clues``, ``nodes``, and a column of passes for each level, NaN where it is stuck.
    """
    ratings = list(rate_many(puzzles, threads=threads))
    frame = pd.DataFrame({"level": [one.level for one in ratings], "clues": [one.clues for one in ratings]})
    frame["nodes"] = [one.nodes for one in ratings]
    for level in LEVELS:
        made = [one.passes_by_level[level] for one in ratings]
        frame[level] = [np.nan if passes is None else passes for passes in made]
    return frame


# -- 4x4 exactly ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Small:
    """All puzzles of all 4x4 boards.

    Attributes
    ----------
    boards : int
    unique : int
        Puzzles with one solution.
    minimal : dict of int to int
        How many minimal ones there are, by number of clues.
    passes : dict of str to dict of int to int
        Of these, by level: how many take so many passes; -1 for those that are stuck.
    """

    boards: int
    unique: int
    minimal: dict[int, int]
    passes: dict[str, dict[int, int]]


def count_small(threads: int | None = None) -> Small:
    """Count all puzzles of all 4x4 boards, and the passes of each level for the minimal ones.

    Boards that differ in the names of digits only have the same puzzles, so that of each 24 the one is examined
    whose first row is in order.

    Parameters
    ----------
    threads : int, optional
        All processors, unless given.
    """
    answer = next(solve_many([empty(BOX[0])], 1000, threads=1))
    boards = answer.solutions
    assert answer.complete

    def work(board: tuple[int, ...], stop: np.ndarray) -> tuple[int, Counter[int], dict[str, Counter[int]]]:
        stack, solution = stack_for(BOX), np.array(board, np.int64)
        minimal = np.empty(MOST_MINIMAL, np.int64)
        unique, number = find_minimal(stack, solution, stop, minimal)
        assert number <= MOST_MINIMAL
        found = minimal[:number]
        passes = np.empty(number, np.int64)
        by_level = {}
        for level, rules in RULES.items():
            passes_of(board_for(BOX), solution, found, rules, stack.room, passes)
            by_level[level] = Counter(passes.tolist())
        return int(unique), Counter(one.bit_count() for one in found.tolist()), by_level

    unique, minimal = 0, Counter[int]()
    passes: dict[str, Counter[int]] = {level: Counter() for level in RULES}
    in_order = [board for board in boards if board[:SIDE] == tuple(range(1, SIDE + 1))]
    names = len(boards) // len(in_order)
    for one, clues, by_level in run_on_threads(in_order, work, threads):
        unique += one * names
        minimal += clues
        for level, counts in by_level.items():
            passes[level] += counts
    text = {level: _times(counts, names) for level, counts in passes.items()}
    return Small(len(boards), unique, _times(minimal, names), text)


def _times(counts: Counter[int], times: int) -> dict[int, int]:
    """Counts, in order, so many times."""
    return {one: times * number for one, number in sorted(counts.items())}
