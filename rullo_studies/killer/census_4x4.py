"""All Killer Sudokus of 4x4, by cages and passes."""

from __future__ import annotations

import pandas as pd

from rullo_core.killer.experiments.census import Census
from rullo_core.parameters import check_whole
from rullo_core.runs.run import run


def count_4x4(threads: int | None = None) -> pd.DataFrame:
    """Count every Killer Sudoku of 4x4, in about ten seconds.

    A puzzle is a layout, which is a partition of the grid into connected cages, with sums that some filled grid gives
    them. Puzzles that a rotation or reflection maps to each other count separately. The experiment ``killer census``
    counts the same into a dataset.

    Parameters
    ----------
    threads : int, optional
        Number of threads to count with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        ``cages`` (int64); ``has_single_cell`` (bool), whether a cage has one cell; ``outcome`` (str), ``simple``
        if alternate passes over cages and units solve the puzzle, ``exhaustive`` if it has one solution that they do
        not find, ``ambiguous`` if it has several; ``passes_cages_first`` (Int64), missing unless it is simple; and
        ``puzzles`` (int64), the number of these. The number of layouts that some grid fits, by the number of cages, is
        in its ``attrs`` as ``layouts``.

    Raises
    ------
    BadInput
        If the number of threads is below 1.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> counts = rs.killer.count_4x4()  # doctest: +SKIP
    >>> counts.groupby("outcome").puzzles.sum().to_dict()  # doctest: +SKIP
    {'ambiguous': 16129381, 'exhaustive': 1984, 'simple': 30209856}
    """
    census = run(Census(), None if threads is None else check_whole("threads", threads))
    counts = census.tally.frame
    table = pd.DataFrame(
        {
            "cages": counts["cages"].astype("int64"),
            "has_single_cell": counts["single_cells"] == "some",
            "outcome": counts["outcome"],
            "passes_cages_first": counts["passes_cages_first"].astype("Int64"),
            "puzzles": counts["puzzles"],
        }
    ).sort_values(["cages", "has_single_cell", "outcome", "passes_cages_first"], ignore_index=True)
    layouts = sorted((int(cages), number) for cages, number in census.extra_counts["layouts"].items())
    table.attrs = {"layouts": dict(layouts)}
    return table
