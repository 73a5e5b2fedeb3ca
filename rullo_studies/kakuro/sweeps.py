"""Sweeps of the Kakuro study."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rullo_core.kakuro.experiments.study import Study
from rullo_core.runs.sweep import puzzles_of, read_sweep


def load_sweep(sweep: str | Path, *, compute: bool = True) -> pd.DataFrame:
    """Return the puzzles of all points of a sweep of the Kakuro study.

    Parameters
    ----------
    sweep : str or pathlib.Path
        A YAML file such as ``sweeps/kakuro-size-by-black.yaml``.
    compute : bool
        Whether points that are not in the data folder are counted; they are left out otherwise.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``puzzle``, the kind; ``size`` (str), ``black`` (float64, the share of black cells),
        ``symmetry``, ``longest``, ``method``, ``max_tries`` and ``seed`` of its point; and the columns of the
        ``puzzles`` of a dataset. Its ``attrs`` have the ``title`` of the sweep, the number of ``points``, and what is
        ``missing``: why, by titles of points.

    Raises
    ------
    BadInput
        If the file cannot be read, or is a sweep over another experiment.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> puzzles = rs.kakuro.load_sweep("sweeps/kakuro-size-by-black.yaml", compute=False)
    >>> puzzles.attrs["title"], puzzles.attrs["points"]
    ('Size by share of black cells', 48)
    """
    usual = {name: value for name, value in Study(8, 8, 1).parameters.items() if name != "count"}
    return puzzles_of(read_sweep(sweep, "kakuro study"), bool(compute), usual)
