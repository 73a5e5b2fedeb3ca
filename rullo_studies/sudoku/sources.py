"""What studies of Sudokus compare with: times that benchmarks have measured, and numbers that were published."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import check_choice
from rullo_core.paths import PUBLISHED

TIMES = ("median_ms", "mean_ms", "most_ms")

COLUMNS = {"fillers": ("side", "method", "level", "order", "boards", *TIMES), "sudoku": ("what", "calls", *TIMES)}
"""The columns that each benchmark writes."""


def load_times(times: str | Path, benchmark: Literal["fillers", "sudoku"]) -> pd.DataFrame:
    """Read the times that a benchmark has measured, on one thread of one machine.

    Parameters
    ----------
    times : str or pathlib.Path
        A file that the benchmark has written.
    benchmark : {'fillers', 'sudoku'}
        ``fillers``, of filling boards: ``python -m benchmarks.fillers``; ``sudoku``, of everything else:
        ``python -m benchmarks.sudoku``.

    Returns
    -------
    pandas.DataFrame
        A row for each thing measured: ``side`` (cells), ``method``, ``level``, ``order`` and the number of ``boards``;
        or ``what`` and the number of ``calls`` that were timed. Then ``median_ms``, ``mean_ms`` and ``most_ms``,
        milliseconds of processor time.

    Raises
    ------
    BadInput
        If there is no such benchmark, or it has not written this file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.sudoku.load_times("benchmarks/sudoku-fillers.csv", "fillers")["side"].unique().tolist()
    [9, 16, 25, 36]
    """
    check_choice("benchmark", benchmark, COLUMNS)
    try:
        return read_measured(times, COLUMNS[benchmark], f"benchmarks.{benchmark}")
    except BadInput as error:
        raise BadInput(f"times: {error}") from None


def read_published(table: Literal["clues", "rates", "ratings"]) -> pd.DataFrame:
    """Read what D. Berthier has published of minimal 9x9 Sudokus.

    Parameters
    ----------
    table : {'clues', 'rates', 'ratings'}
        ``clues``: ``clues`` and the share of minimal puzzles that have so many, in ``percent``. ``rates``: a
        ``quantity``, its ``value`` and ``unit``, and ``where`` it stands. ``ratings``, of his collection of 5,926,343
        puzzles, to whose generator all minimal puzzles with the same clues are equally likely: ``clues``, the
        ``rating`` W and the number of ``puzzles`` with both, from the file ``CB-stats.clp`` of its repository.

    Returns
    -------
    pandas.DataFrame
        The table as it is stored in the folder ``data/published/sudoku``.

    Raises
    ------
    BadInput
        If there is no such table.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.sudoku.read_published("clues").nlargest(2, "percent").values.tolist()
    [[27.0, 32.71], [26.0, 31.91]]
    """
    check_choice("table", table, ("clues", "rates", "ratings"))
    return pd.read_csv(PUBLISHED / "sudoku" / f"berthier-{table}.csv")
