"""What each part of a level contributes: how far it gets without it."""

from __future__ import annotations

import pandas as pd

from rullo_core.parameters import check_choice, check_whole
from rullo_studies.killer.experiments.study import LEFT_OUT_PARTS, column


def leave_out_parts(puzzles: pd.DataFrame, level: str, *, size: int = 9) -> pd.DataFrame:
    """Return how far a level gets with the puzzles of a study, and how far without each of its parts.

    Parameters
    ----------
    puzzles : pandas.DataFrame
        The ``puzzles`` of a dataset of the Killer study, or some of its rows.
    level : {'G', 'CG', 'OW'}
        The level: the strategies of M. Gordon's report, those with cages in every pass, or the strongest.
    size : int
        Number of rows of their grids.

    Returns
    -------
    pandas.DataFrame
        A row for the level, ``nothing left out``, and one for each part that is left out (str, the index): ``solves``,
        the share of the puzzles that are solved, and ``fills``, the mean share of the cells (float64).

    Raises
    ------
    BadInput
        If there is no such level, or the size is no number of rows.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("killer study", method="repaired", cages="30-34", count=4)  # doctest: +SKIP
    >>> rs.killer.leave_out_parts(data.puzzles, "OW").index.tolist()  # doctest: +SKIP
    ['nothing left out', 'cages', 'units', 'locked', 'required', 'sums', 'windows']
    """
    check_choice("level", level, LEFT_OUT_PARTS)
    columns = {"nothing left out": f"solved_cells_{level}"}
    columns |= {name: column(f"solved_cells_{level}_without", name) for name in LEFT_OUT_PARTS[level]}
    solved = puzzles[list(columns.values())].set_axis(list(columns), axis="columns")
    cells = check_whole("size", size) ** 2
    return pd.DataFrame({"solves": (solved == cells).mean(), "fills": solved.mean() / cells})
