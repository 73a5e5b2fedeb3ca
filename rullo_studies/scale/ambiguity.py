"""How small the ambiguities of random puzzles are: in how many cells another solution differs from the board.

``python -m rullo_studies.scale.ambiguity data/scale/ambiguity.csv`` makes the table, near the thresholds.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.constraints.consistency import Consistency
from rullo_core.datasets.measured import read_measured
from rullo_core.runs.shards import run_on_threads
from rullo_core.uncertainty import mean_error
from rullo_studies.scale.planted import draw_planted
from rullo_studies.scale.propagation import solutions_of
from rullo_studies.scale.thresholds import FAMILY, NODES

SOLUTIONS = 300
"""Solutions of a puzzle that are compared with the board."""

TABLE: dict[tuple[str, str, int], int] = {
    ("rullo", "5x5", 0): 4,
    ("rullo", "8x9", 0): 8,
    ("rullo", "10x10", 0): 13,
    ("rullo", "12x12", 0): 20,
    ("rullo", "12x12", 3): 1,
    ("rullo", "12x12", 4): 3,
    ("rullo", "12x12", 6): 6,
    ("sudoku", "6x6", 0): 16,
    ("sudoku", "9x9", 0): 43,
    ("killer", "6x6", 0): 20,
    ("killer", "9x9", 0): 47,
    ("kakuro", "5x5", 0): 4,
    ("kakuro", "7x7", 0): 4,
}
"""The points of the committed table: the knob near the threshold of each family."""

COLUMNS = [*FAMILY, "knob", "puzzles", "ambiguous", "failed", "many", "cells", "error"]


def measure_ambiguity(
    kind: str, size: str, knob: int, reach: int | None = None, puzzles: int = 400, seed: int = 1
) -> pd.DataFrame:
    """Count the cells in which the nearest other solution of a random puzzle differs from its board.

    Parameters
    ----------
    kind, size : str
        The family, as `rullo_studies.scale.draw_planted` takes it.
    knob : int
        What says how much the clues of its puzzles tell, as there.
    reach : int, optional
        The cells of a line that a sum covers, as there.
    puzzles : int
        The number of puzzles.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row: ``kind``, ``size``, ``reach`` (0 for whole lines), ``knob``, ``puzzles``; ``ambiguous``, those with
        several solutions; ``failed``, those for which the search was too long, which are not counted; ``many``, those
        with more solutions than are compared, so that there may be nearer ones; ``cells``, the mean over ambiguous
        puzzles of the fewest cells in which a solution differs, with its standard ``error``.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> row = rs.scale.measure_ambiguity("sudoku", "4x4", 5, puzzles=100).iloc[0]
    >>> bool(4 <= row["cells"] < 10)
    True
    """

    def work(index: int, stop: np.ndarray) -> tuple[int | None, int]:
        puzzle = draw_planted(kind, size, knob, seed, index, reach)
        consistency = Consistency(puzzle.network, stop)
        number, solutions = solutions_of(consistency, consistency.g1(), SOLUTIONS, NODES)
        differences = (solutions != puzzle.solution).sum(axis=1)
        return number, int(differences[differences > 0].min(initial=len(puzzle.board)))

    results = [*run_on_threads(range(puzzles), work)]
    cells = np.array([fewest for number, fewest in results if number is not None and number > 1], float)
    row = [kind, size, reach or 0, knob, puzzles, len(cells), sum(number is None for number, _ in results)]
    row += [sum(number == SOLUTIONS for number, _ in results), cells.mean() if len(cells) else np.nan]
    return pd.DataFrame([[*row, mean_error(cells)]], columns=COLUMNS)


def load_ambiguity(path: str | Path) -> pd.DataFrame:
    """Read rows that `measure_ambiguity` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_ambiguity` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> bool((rs.scale.load_ambiguity("data/scale/ambiguity.csv")["cells"] >= 4).all())
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.scale.ambiguity")


def main(path: str) -> None:
    """Make the table."""
    rows = [measure_ambiguity(kind, size, knob, reach or None) for (kind, size, reach), knob in TABLE.items()]
    pd.concat(rows).to_csv(path, index=False, float_format="%.6g", lineterminator="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
