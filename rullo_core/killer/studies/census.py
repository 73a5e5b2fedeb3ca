"""All Killer Sudokus of 4x4, by cages and passes."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.killer.kernels import census as kernel
from rullo_core.killer.puzzle import Killer, connected
from rullo_core.killer.solver import solutions
from rullo_core.parameters import check_whole
from rullo_core.runs.checkpoint import run_resumably

SIDE, BOX = 4, (2, 2)


def pieces_of_4x4() -> kernel.Pieces:
    """Return every connected cage of up to four cells, and every board."""
    boards = np.array(list(solutions(Killer(SIDE, BOX, ()), "CH")), np.int64)
    cages = sorted(
        cells
        for size in range(1, SIDE + 1)
        for cells in combinations(range(SIDE**2), size)
        if len(connected(cells, SIDE)) == size
    )
    fits = np.zeros((len(cages), -(-len(boards) // 64) * 64), bool)
    sums = np.zeros((len(cages), len(boards)), np.int64)
    for i, cells in enumerate(cages):
        digits = boards[:, cells]
        fits[i, : len(boards)] = [len(set(row)) == len(cells) for row in digits.tolist()]
        sums[i] = digits.sum(axis=1)
    filtered = np.zeros((SIDE + 1, SIDE * (SIDE + 1) // 2 + 1, 2**16), np.uint16)
    kernel.fill_table(filtered)
    return kernel.Pieces(
        cells=np.array([sum(1 << cell for cell in cells) for cells in cages]),
        listed=np.array([cells + (0,) * (SIDE - len(cells)) for cells in cages]),
        size=np.array(list(map(len, cages))),
        starts=np.searchsorted([cells[0] for cells in cages], np.arange(SIDE**2 + 1)).astype(np.int64),
        fits=np.packbits(fits, axis=1, bitorder="little").view(np.uint64),
        sums=sums,
        boards=boards,
        units=np.array([cells for _, cells in Killer(SIDE, BOX, ()).units]),
        filtered=filtered,
    )


def count_4x4(threads: int | None = None, *, checkpoint: Path | None = None) -> pd.DataFrame:
    """Count every Killer Sudoku of 4x4, in about ten seconds.

    A puzzle is a layout, which is a partition of the grid into connected cages, with sums that some filled grid gives
    them. Puzzles that a rotation or reflection maps to each other count separately.

    Parameters
    ----------
    threads : int, optional
        Threads to count with; as many as processors unless given.
    checkpoint : pathlib.Path, optional
        Finished parts are kept beside this path until all are done, so that a stopped run continues.

    Returns
    -------
    pandas.DataFrame
        ``cages`` (int64); ``has_single_cell`` (bool), whether a cage has one cell; ``kind``: ``simple`` if passes of
        cages and units by turns solve the puzzle, ``exhaustive`` if it has one solution that they do not find,
        ``ambiguous`` if it has several; ``passes`` (Int64), missing unless it is simple; and ``puzzles`` (int64), the
        number of these. The number of layouts that some grid fits, by the number of cages, is in its ``attrs`` as
        ``layouts``.

    Raises
    ------
    BadInput
        If the number of threads is below 1.

    Examples
    --------
    >>> import rullo_core as rc
    >>> counts = rc.killer.studies.count_4x4()  # doctest: +SKIP
    >>> counts.groupby("kind").puzzles.sum().to_dict()  # doctest: +SKIP
    {'ambiguous': 16129381, 'exhaustive': 1984, 'simple': 30209856}
    """
    number = None if threads is None else check_whole("threads", threads)
    pieces = pieces_of_4x4()

    def empty() -> tuple[np.ndarray, np.ndarray]:
        shape = (SIDE**2 + 1, 2, kernel.FIRST + kernel.MOST_PASSES + 1)
        return np.zeros(shape[0], np.int64), np.zeros(shape, np.int64)

    def work(begun: tuple[int, int], stop: np.ndarray) -> list[Any]:
        layouts, counts = empty()
        kernel.count_layouts(pieces, np.array(begun, np.int64), layouts, counts, stop)
        return [layouts.tolist(), counts.tolist()]

    layouts, counts = empty()
    for some, counted in run_resumably(_first_cages(pieces), work, number, checkpoint):
        layouts += np.array(some)
        counts += np.array(counted)
    cages, single, outcome = np.nonzero(counts)
    table = pd.DataFrame(
        {
            "cages": cages,
            "has_single_cell": single == 1,
            "kind": np.array(["ambiguous", "exhaustive", "simple"])[np.minimum(outcome, kernel.FIRST)],
            "passes": pd.Series(outcome - kernel.FIRST, dtype="Int64").mask(outcome < kernel.FIRST),
            "puzzles": counts[cages, single, outcome],
        }
    )
    table.attrs = {"layouts": {number: int(many) for number, many in enumerate(layouts) if many}}
    return table


def _first_cages(pieces: kernel.Pieces) -> list[tuple[int, int]]:
    """Return the parts of the work: all pairs of cages that cover the first free cells."""
    found = []
    for first in range(pieces.starts[1]):
        free = next(cell for cell in range(SIDE**2) if not pieces.cells[first] >> cell & 1)
        for second in range(pieces.starts[free], pieces.starts[free + 1]):
            if not pieces.cells[first] & pieces.cells[second]:
                found.append((first, second))
    return found
