"""The smallest layout with a unique puzzle that is not simple."""

from __future__ import annotations

import pandas as pd

from rullo_core.kakuro.experiments import CROSSED
from rullo_core.kakuro.experiments.polyominoes import MIN_CELLS, Polyominoes, layouts_of
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.parameters import check_whole
from rullo_core.runs.run import run
from rullo_studies.kakuro.full_blocks import counts_of


def count_layouts(cells: int, *, crossed: bool = False, threads: int | None = None) -> pd.DataFrame:
    """Count all puzzles of small layouts whose entries form a circle.

    Layouts differ by more than turning and reflecting; a run of one cell is no entry. Where entries form no circle, all
    puzzles with one solution are simple. The experiment ``kakuro polyominoes`` counts the same into a dataset.

    Parameters
    ----------
    cells : int
        The most white cells of a layout, from 4 to 9; 8 take some minutes.
    crossed : bool
        Whether to count only layouts in which each cell is in two entries.
    threads : int, optional
        Number of threads to work with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each layout, by the number of its cells: ``layout`` (`Kakuro` without clues); int64 ``cells``,
        ``fillings``, ``clues`` (the different vectors of clues), ``unique`` (those with one solution), and of these
        ``simple``, ``rectangular`` and ``exhaustive``; and ``examples`` (dict, the first `Kakuro` of each kind but
        simple).

    Raises
    ------
    BadInput
        If ``cells`` is below 4 or above 9.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.kakuro.count_layouts(5)[["cells", "unique", "simple"]].values.tolist()
    [[4, 580, 580], [5, 6372, 4352]]
    """
    rows = []
    for number in range(MIN_CELLS, check_whole("cells", cells, MIN_CELLS) + 1):
        layouts = layouts_of(number, CROSSED[crossed])
        if not layouts:
            continue
        census = run(Polyominoes(number, CROSSED[crossed]), threads)
        assert census.by_puzzle is not None
        examples: dict[str, dict[str, Kakuro]] = {}
        for row in census.by_puzzle.to_pylist():
            examples.setdefault(row["layout"], {})[row["outcome"]] = Kakuro.parse(row["text"])
        tallies = dict(list(census.tally.frame.groupby("layout")))
        for layout in layouts:
            counts = {"cells": number, **counts_of(tallies[str(layout)]), "examples": examples.get(str(layout), {})}
            rows.append({"layout": layout} | counts)
    return pd.DataFrame(rows)
