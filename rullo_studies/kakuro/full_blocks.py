"""Full blocks: fillings, vectors of clues, unique ones, and whether a unique full block is always simple."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from rullo_core.kakuro.experiments.census import Census
from rullo_core.kakuro.levels import LEVEL_OF_KIND
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.parameters import parse_size
from rullo_core.puzzles.results import Puzzles
from rullo_core.runs.run import run


def count_blocks(sizes: str | Iterable[str], threads: int | None = None) -> pd.DataFrame:
    """Count all puzzles of full blocks, which have no black cell inside.

    The experiment ``kakuro census`` counts the same into a dataset.

    Parameters
    ----------
    sizes : str or iterable of str
        Height and width of each block, such as ``"2x5"``: up to 1x9, 2x9 and 3x4, either way.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each size, in order: ``size`` (str); int64 ``fillings``, ``clues`` (the different vectors of clues),
        ``unique`` (those with one solution), and of these ``simple``, ``rectangular`` and ``exhaustive``; and
        ``puzzles`` (`Puzzles`, the unique ones, but for the order of rows and of columns).

    Raises
    ------
    BadInput
        If a block is larger.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> counts = rs.kakuro.count_blocks(["2x2", "2x3"])
    >>> counts[["fillings", "clues", "unique", "simple"]].values.tolist()
    [[4104, 1835, 580, 580], [179424, 34153, 3552, 3552]]
    """
    rows = []
    for size in [sizes] if isinstance(sizes, str) else sizes:
        census = run(Census(*parse_size(size)), threads)
        assert census.by_puzzle is not None
        puzzles = Puzzles(map(Kakuro.parse, census.by_puzzle["text"].to_pylist()))
        rows.append({"size": size} | counts_of(census.tally.frame) | {"puzzles": puzzles})
    return pd.DataFrame(rows)


def counts_of(tally: pd.DataFrame) -> dict[str, int]:
    """Return the numbers of fillings, of vectors of clues, of unique ones, and of these by outcome."""
    by_outcome = tally.groupby("outcome")["puzzles"].sum()
    outcomes = {str(kind): int(by_outcome.get(kind, 0)) for kind in LEVEL_OF_KIND}
    fillings = int((tally["solutions"] * tally["puzzles"]).sum())
    return {"fillings": fillings, "clues": int(by_outcome.sum()), "unique": sum(outcomes.values())} | outcomes
