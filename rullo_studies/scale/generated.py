"""Generated puzzles on the scale: what their clues offer, and what propagation solves of them.

``python -m rullo_studies.scale.generated data/scale/generated.csv`` makes the table; labels after the path restrict it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import rullo_core as rc
from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.killer.puzzle import Killer
from rullo_core.puzzles.boxes import units_of
from rullo_core.rullo.puzzle import Rullo
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.puzzle import Sudoku
from rullo_studies.scale.fillings import DIGITS, WALKED, WEIGHED, draw_fillings, estimate_fillings, layout_of, stream
from rullo_studies.scale.information import board_bits, offered_bits
from rullo_studies.scale.planted import covariance_of, cut_lines
from rullo_studies.scale.propagation import Outcome, examine
from rullo_studies.scale.puzzle import Planted, Sum
from rullo_studies.scale.thresholds import NODES, add_rows

TABLE: dict[str, tuple[str, int, dict[str, Any]]] = {
    "8x9 over 1-9, unique": ("rullo", 300, {"size": "8x9", "values": "1-9", "unique": True}),
    "10x10 over 1-29, unique": ("rullo", 300, {"size": "10x10", "values": "1-29", "unique": True}),
    "9x9, dug": ("sudoku", 300, {}),
    "9x9, dug to 32 givens": ("sudoku", 300, {"clues": 32}),
    "7x7 by parting at random": ("kakuro", 200, {"size": "7x7", "method": "parting-at-random"}),
    "7x7 by parting": ("kakuro", 200, {"size": "7x7", "method": "parting"}),
    "7x7 in five steps": ("kakuro", 200, {"size": "7x7", "method": "steps"}),
    "7x7 by repair": ("kakuro", 200, {"size": "7x7", "method": "repair"}),
    "6x6, 12 to 15 cages": ("killer", 200, {"size": 6, "cages": (12, 15)}),
    "9x9, 28 to 34 cages": ("killer", 200, {"cages": (28, 34)}),
}
"""The generators of the committed table by their labels: kind, puzzles and parameters."""

PLACE = ["kind", "generator", "rests"]
COLUMNS = [*PLACE, "puzzles", "offered", "spread", "single", "pairs", "assumption"]


def planted_of(puzzle: Rullo | Kakuro | Killer | Sudoku, seed: int = 1) -> Planted:
    """Return a puzzle with one solution as clues on cells, with this solution as its board."""
    board = np.asarray(puzzle.solution, np.int64)
    if isinstance(puzzle, Rullo):
        numbers, included = np.ravel(puzzle.numbers), board.ravel()
        lines = tuple(
            Sum(cells, tuple(numbers[[*cells]].tolist()), int((numbers * included)[[*cells]].sum()))
            for cells in cut_lines(puzzle.height, puzzle.width)
        )
        bits = board_bits("rullo", puzzle.height, puzzle.width)
        return Planted(included, 2, (), lines, (), bits, np.eye(len(included)) / 4)
    if isinstance(puzzle, Kakuro):
        layout, words = layout_of(board > 0), stream(seed)
        bits, digits = estimate_fillings(layout, WEIGHED, words).bits, board[board > 0]
        covariance = np.cov(draw_fillings(layout, 0, WALKED, words).T)
        entries = tuple(Sum(cells, None, int(digits[[*cells]].sum())) for cells in layout.entries)
        return Planted(digits, DIGITS, (), entries, (), bits, covariance)
    sums: tuple[Sum, ...] = ()
    givens: tuple[int, ...] = ()
    if isinstance(puzzle, Killer):
        sums = tuple(Sum(cage.cells, None, int(board.ravel()[[*cage.cells]].sum())) for cage in puzzle.cages)
    else:
        givens = tuple(np.flatnonzero(puzzle.cells).tolist())
    units = tuple(cells for _, cells in units_of(puzzle.box))
    bits = board_bits("sudoku", puzzle.side, puzzle.side)
    return Planted(board.ravel(), puzzle.side, units, sums, givens, bits, covariance_of(puzzle.box))


def with_rests(puzzle: Planted) -> Planted:
    """Return a Killer Sudoku with the sums of what cages inside a row, column or box leave of it, by the rule of 45."""
    listed_cells, total = {sum_.cells for sum_ in puzzle.sums}, puzzle.values * (puzzle.values + 1) // 2
    rests = []
    for unit in puzzle.units:
        whole_cages = [sum_ for sum_ in puzzle.sums if {*sum_.cells} <= {*unit}]
        covered = {cell for sum_ in whole_cages for cell in sum_.cells}
        rest = tuple(cell for cell in unit if cell not in covered)
        if whole_cages and rest and rest not in listed_cells:
            listed_cells.add(rest)
            rests.append(Sum(rest, None, total - sum(sum_.total for sum_ in whole_cages)))
    return replace(puzzle, sums=(*puzzle.sums, *rests))


def measure_generated(generator: str, puzzles: int | None = None, seed: int = 7, rests: bool = False) -> pd.DataFrame:
    """Count generated puzzles that propagation solves.

    Parameters
    ----------
    generator : str
        A label of the table, such as ``"9x9, dug"``.
    puzzles : int, optional
        The number of puzzles; default: that of the table.
    seed : int
        Random seed of the generator.
    rests : bool
        Whether constraints of a Killer Sudoku are also the sums of what cages inside a row, column or box leave of it.

    Returns
    -------
    pandas.DataFrame
        A row: ``kind``, ``generator``, ``rests``, ``puzzles``; ``offered``, the mean of what the clues offer without
        rests, as a share of the need, and ``spread``, its standard deviation; numbers of puzzles that propagation
        solves: ``single``, ``pairs`` (-1 if not counted), ``assumption`` as in `measure_points`.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> row = rs.scale.measure_generated("9x9, dug to 32 givens", puzzles=20).iloc[0]
    >>> bool(row["single"] <= row["pairs"] <= row["assumption"] == 20)
    True
    """
    if generator not in TABLE:
        raise BadInput(f"generator {generator!r}: write one of {', '.join(map(repr, TABLE))}")
    kind, number, parameters = TABLE[generator]
    batch = getattr(rc, kind).generate(puzzles or number, seed=seed, **parameters)

    def work(index: int, stop: np.ndarray) -> tuple[float, Outcome]:
        planted = planted_of(batch[index], index + 1)
        examined = with_rests(planted) if rests else planted
        outcome = examine(examined, NODES, kind in ("sudoku", "killer"), stop)
        return offered_bits(planted) / planted.bits, outcome

    offered, outcomes = zip(*run_on_threads(range(len(batch)), work), strict=True)
    pairs = [outcome.pairs for outcome in outcomes]
    row = [kind, generator, rests, len(batch), float(np.mean(offered)), float(np.std(offered))]
    row += [sum(outcome.single for outcome in outcomes), -1 if None in pairs else sum(map(bool, pairs))]
    return pd.DataFrame([[*row, sum(outcome.assumption for outcome in outcomes)]], columns=COLUMNS)


def load_generated(path: str | Path) -> pd.DataFrame:
    """Read rows that `measure_generated` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_generated` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rows = rs.scale.load_generated("data/scale/generated.csv")
    >>> bool((rows["single"] <= rows["assumption"]).all())
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.scale.generated")


def main(path: str, *labels: str) -> None:
    """Measure the puzzles of some generators, or of all, and add their rows to a file."""
    for generator in labels or TABLE:
        for rests in (False, True) if TABLE[generator][0] == "killer" else (False,):
            add_rows(path, measure_generated(generator, rests=rests), PLACE)


if __name__ == "__main__":
    main(*sys.argv[1:])
