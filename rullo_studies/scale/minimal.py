"""Minimal puzzles of all kinds by one procedure: cells are given until there is one solution, then clues are dropped.

``python -m rullo_studies.scale.minimal data/scale/minimal.csv`` makes all rows of the table; a kind, or a kind and a
size, after the path restricts them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from rullo_core.constraints.consistency import Consistency
from rullo_core.datasets.measured import read_measured
from rullo_core.runs.shards import run_on_threads
from rullo_studies.scale.information import offered_bits
from rullo_studies.scale.planted import draw_planted
from rullo_studies.scale.propagation import Outcome, examine, solutions_of
from rullo_studies.scale.puzzle import Planted
from rullo_studies.scale.thresholds import NODES, add_rows

DROPPING = 20_000
"""Values that the search tries when a clue is dropped; the clue stays if it needs more."""

WINDOW = (0.95, 1.05)
"""What the clues of a puzzle offer near the need, as a share of it."""

TABLE: dict[tuple[str, str], tuple[int, tuple[int, ...]]] = {
    ("sudoku", "6x6"): (300, (0,)),
    ("sudoku", "9x9"): (300, (0,)),
    ("rullo", "5x5"): (300, (3, 5, 9, 16)),
    ("rullo", "8x9"): (300, (5, 7, 9, 12, 16, 22, 32)),
    ("rullo", "10x10"): (100, (9, 16, 29, 60)),
    ("killer", "6x6"): (300, (8, 12, 16)),
    ("killer", "9x9"): (100, (28, 40, 56)),
    ("kakuro", "4x4"): (300, (0, 2)),
    ("kakuro", "6x7"): (300, (0, 2, 4)),
}
"""The kinds and sizes of the committed table, with the puzzles of a row and the knobs."""

PLACE = ["kind", "size", "knob"]
SOLVED = ["single", "pairs", "assumption"]
COLUMNS = [
    *PLACE,
    *("puzzles", "failed", "unproved", "offered", "spread", "clues", "givens"),
    *SOLVED,
    "near",
    *(f"near_{name}" for name in SOLVED),
]


class Minimal(NamedTuple):
    """A unique puzzle without a clue that could be dropped, but for those where a search was too long."""

    puzzle: Planted
    unproved: int


def make_minimal(
    puzzle: Planted, seed: int = 1, nodes: int = DROPPING, stop: np.ndarray | None = None
) -> Minimal | None:
    """Make a puzzle unique and minimal.

    While there is a solution beside the board, a random cell in which it differs is given. Then every clue is dropped,
    in random order, if there is still only one solution: a given, a target, the sum of a cage, whose digits still
    differ.

    Parameters
    ----------
    puzzle : Planted
        The puzzle.
    seed : int
        Random seed.
    nodes : int
        Values that the search tries when a clue is dropped.
    stop : uint8 array of shape (1,), optional
        Ends the work when it is set.

    Returns
    -------
    Minimal or None
        The puzzle, and the number of its clues that stay because a search for a second solution was too long; None if
        a search for a solution beside the board was.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> minimal = rs.scale.make_minimal(rs.scale.draw_planted("sudoku", "4x4", 0))
    >>> 4 <= len(minimal.puzzle.givens) <= 6, minimal.unproved
    (True, 0)
    """
    rng = np.random.default_rng(seed)
    consistency = Consistency(puzzle.network, stop)
    while True:
        number, solutions = solutions_of(consistency, puzzle.network.domains, 2, NODES)
        if number is None:
            return None
        if number == 1:
            break
        differing = next(cells for cells in map(np.flatnonzero, solutions != puzzle.solution) if len(cells))
        puzzle = puzzle.giving(int(rng.choice(differing)))
    clues = [*puzzle.givens, *puzzle.sums]
    unproved = 0
    for i in rng.permutation(len(clues)).tolist():
        smaller = puzzle.dropping(clues[i])
        if not isinstance(clues[i], int):
            consistency = Consistency(smaller.network, stop)
        number, _ = solutions_of(consistency, smaller.network.domains, 2, nodes)
        if number == 1:
            puzzle = smaller
        else:
            unproved += number is None
            consistency = Consistency(puzzle.network, stop)
    return Minimal(puzzle, unproved)


def measure_minimal(
    kind: str, size: str, knobs: Iterable[int], puzzles: int = 300, seed: int = 1, with_pairs: bool = False
) -> pd.DataFrame:
    """Count minimal puzzles that propagation solves.

    Parameters
    ----------
    kind, size : str
        As `rullo_studies.scale.draw_planted` takes them.
    knobs : iterable of int
        A knob of the puzzles that are made minimal for each row.
    puzzles : int
        The number of puzzles of a row.
    seed : int
        Random seed.
    with_pairs : bool
        Whether overlapping pairs of constraints are filtered, too.

    Returns
    -------
    pandas.DataFrame
        A row for each knob: ``kind``, ``size``, ``knob``, ``puzzles``; ``failed``, those that were not made, as a
        search was too long, which are not counted further; ``unproved``, those of which a clue stays because a search
        was; ``offered``, the mean of what the clues offer, as a share of the need, and ``spread``, its standard
        deviation; ``clues`` and ``givens``, mean numbers; numbers of puzzles that propagation solves: ``single``,
        ``pairs`` (-1 if not counted), ``assumption`` as in `measure_points`; and the same of those ``near`` the need,
        whose clues offer 0.95 to 1.05 of it.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> row = rs.scale.measure_minimal("rullo", "4x4", [9], puzzles=20).iloc[0]
    >>> bool(row["single"] <= row["assumption"] <= row["puzzles"])
    True
    """
    rows = []
    for knob in knobs:

        def work(index: int, stop: np.ndarray, knob: int = knob) -> tuple[Minimal, Outcome] | None:
            minimal = make_minimal(draw_planted(kind, size, knob, seed, index), seed * puzzles + index, stop=stop)
            return minimal and (minimal, examine(minimal.puzzle, NODES, with_pairs, stop))

        results = [*run_on_threads(range(puzzles), work)]
        rows.append([kind, size, knob, puzzles, results.count(None), *_summary([pair for pair in results if pair])])
    return pd.DataFrame(rows, columns=COLUMNS)


def _summary(results: list[tuple[Minimal, Outcome]]) -> list[float]:
    puzzles = [minimal.puzzle for minimal, _ in results]
    offered = np.array([offered_bits(puzzle) / puzzle.bits for puzzle in puzzles])
    is_solved = np.array([[-1 if by is None else by for by in outcome[1:]] for _, outcome in results], int)
    is_near = (offered >= WINDOW[0]) & (offered <= WINDOW[1])

    def counts(table: np.ndarray) -> list[int]:
        return [-1 if (column < 0).any() else int(column.sum()) for column in table.T]

    return [
        sum(minimal.unproved > 0 for minimal, _ in results),
        float(offered.mean()),
        float(offered.std()),
        float(np.mean([len(puzzle.sums) + len(puzzle.givens) for puzzle in puzzles])),
        float(np.mean([len(puzzle.givens) for puzzle in puzzles])),
        *counts(is_solved),
        int(is_near.sum()),
        *counts(is_solved[is_near]),
    ]


def load_minimal(path: str | Path) -> pd.DataFrame:
    """Read rows that `measure_minimal` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_minimal` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rows = rs.scale.load_minimal("data/scale/minimal.csv")
    >>> bool((rows["single"] <= rows["assumption"]).all())
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.scale.minimal")


def main(path: str, *names: str) -> None:
    """Make the puzzles of a kind, or of a kind and a size, or all of them, and add their rows to a file."""
    for (kind, size), (puzzles, knobs) in TABLE.items():
        if (kind, size)[: len(names)] == names:
            rows = measure_minimal(kind, size, knobs, puzzles, with_pairs=kind in ("sudoku", "killer"))
            add_rows(path, rows, PLACE)


if __name__ == "__main__":
    main(*sys.argv[1:])
