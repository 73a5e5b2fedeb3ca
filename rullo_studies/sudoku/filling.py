"""Boards filled, with what each filler tried, and how far one gets without backtracking."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed, shuffled
from rullo_core.errors import BadInput
from rullo_core.parameters import check_count, check_word
from rullo_core.runs.shards import run_on_threads
from rullo_core.sudoku.filling import SUCCESS, fill_board
from rullo_core.sudoku.kernels import filling
from rullo_core.sudoku.request import FillSpec
from rullo_studies.sudoku.digging import empty


def fill(
    count: int = 1,
    size: str | int | tuple[int, int] = 9,
    *,
    method: str = "fewest",
    level: Literal["look-ahead", "naked", "hidden"] = "hidden",
    order: Literal["usual", "random", "anywhere"] = "usual",
    limit: int | None = None,
    attempts: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    timed: bool = False,
) -> pd.DataFrame:
    """Fill boards at random, and keep what the filler tried.

    No method draws all boards with the same probability.

    Parameters
    ----------
    count : int
        Number of boards.
    size : str, int or (int, int)
        Rows and columns of a board, 4 to 49.
    method : {'fewest', 'rows', 'bail-out', 'solver', 'anew', 'exact-cover', 'swaps', 'permuted', 'shifted'}
        How boards are filled: ``fewest`` and ``solver`` have a solver place all that it finds after each digit, cells
        with the fewest candidates first or row by row, and ``anew`` begins ``fewest`` again at each dead end; ``rows``
        goes row by row without a solver, and ``bail-out`` begins it again after some placements; ``exact-cover``
        searches an exact cover, ``swaps`` exchanges cells, ``permuted`` permutes the board that ``shifted`` gives,
        whose rows are one row, shifted.
    level : {'look-ahead', 'naked', 'hidden'}
        What the solver of ``fewest``, ``solver`` and ``anew`` detects: cells without a candidate, also naked singles,
        or also hidden singles.
    order : {'usual', 'random', 'anywhere'}
        Which cell is next: as the method says; in a fixed random order; or for ``swaps`` any two cells, not only of the
        same box.
    limit : int, optional
        Placements of an attempt; the default depends on method and size.
    attempts : int
        How often methods that begin again may do so.
    seed : int
        Random seed, from 0: the same seed gives the same boards.
    threads : int, optional
        Number of threads to fill with; default: the number of processors.
    timed : bool
        Whether to measure how long each board takes.

    Returns
    -------
    pandas.DataFrame
        A row for each board: ``side``, ``method``, ``level``, ``order``, ``filled`` (bool), ``placements``, digits that
        were tried, ``dead_ends``, how many of them were refuted or left a cell without a candidate, ``choices``, digits
        on the final way that nothing forced (Int64, missing if the method does not count them), and ``board``, an int64
        array, or None. If timed, the last column is ``milliseconds`` (float64), processor time.

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.sudoku.fill(3, 4, method="solver")
    >>> table[["filled", "dead_ends", "choices"]].values.tolist()
    [[True, 0, 6], [True, 0, 6], [True, 0, 7]]
    """
    check_word("seed", seed)
    for name, value in (("limit", 1 if limit is None else limit), ("attempts", attempts)):
        if check_word(name, value) < 1:
            raise BadInput(f"{name} {value}: write a whole number from 1 on")
    board, fill_spec = empty(size), FillSpec(method, level, order, limit, attempts)

    def work(index: int, _: np.ndarray) -> dict[str, Any]:
        attempt = fill_board(fill_spec, board, seed, index)
        counts = {name.replace(" ", "_"): number for name, number in attempt.log.items()}
        cells = None if attempt.board is None else np.array(attempt.board.cells).reshape(board.side, -1)
        return counts | {"filled": attempt.status == SUCCESS, "board": cells, "milliseconds": 1e3 * attempt.seconds}

    boards = pd.DataFrame(run_on_threads(range(check_count(count)), work, threads))
    counts = {name: boards.get(name, pd.NA) for name in ("placements", "dead_ends", "choices")}
    frame = boards[["filled"]].assign(**counts).astype(dict.fromkeys(counts, "Int64"))
    frame = frame.join(boards[["board", "milliseconds"] if timed else ["board"]])
    of_filler = {"side": board.side, "method": method, "level": level, "order": order}
    return pd.concat([pd.DataFrame(of_filler, index=frame.index), frame], axis=1)


def fill_without_backtracking(
    count: int = 1,
    size: str | int | tuple[int, int] = 9,
    *,
    order: Literal["rows", "random"] = "rows",
    seed: int = 1,
    threads: int | None = None,
) -> pd.DataFrame:
    """Write random digits that break no rule into one cell after the other, until a cell has none.

    Parameters
    ----------
    count : int
        Number of tries.
    size : str, int or (int, int)
        Rows and columns of a board, 4 to 49.
    order : {'rows', 'random'}
        Cells in reading order, or in a random one, another each time.
    seed : int
        Random seed, from 0.
    threads : int, optional
        Number of threads to fill with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each try: ``side``, ``order`` and ``cells``, the number of cells that were filled (int64).

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> tries = rs.sudoku.fill_without_backtracking(1000, 4)
    >>> int((tries.cells == 16).sum())
    735
    """
    if order not in ("rows", "random"):
        raise BadInput(f"order {order!r}: take one of rows, random")
    check_word("seed", seed)
    board, tries = empty(size), check_count(count)
    in_rows = np.arange(len(board.cells))

    def work(numbers: range, stop: np.ndarray) -> list[int]:
        cell_counts = []
        for index in numbers:
            rng, log, cells = rng_from_seed(seed, index), filling.log_of(), np.zeros(len(in_rows), np.int64)
            cell_order = in_rows if order == "rows" else shuffled(in_rows, rng)
            filling.fill_plain(cells, board.box, cell_order, len(in_rows), 1, False, rng, stop, log)
            cell_counts.append(int(log.counts[filling.FARTHEST]))
        return cell_counts

    parts = (range(first, min(first + 1000, tries)) for first in range(0, tries, 1000))
    cell_counts = [cell_count for batch in run_on_threads(parts, work, threads) for cell_count in batch]
    return pd.DataFrame({"side": board.side, "order": order, "cells": cell_counts})
