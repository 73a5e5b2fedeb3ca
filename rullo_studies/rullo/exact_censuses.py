"""The classes of equivalent grids that complete censuses are taken by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.parameters import read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.experiments.census import Census
from rullo_core.runs.run import run


def list_grid_classes(
    size: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "2-4"
) -> pd.DataFrame | None:
    """Return one grid of each class of equivalent grids of a size and range; a census rates only one of each class.

    Grids are equivalent if their lines have the same equal sums, up to the order of rows and columns and, of squares,
    transposing.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``.
    values : str, int or sequence of int
        The range of the numbers, such as ``"2-4"``.

    Returns
    -------
    pandas.DataFrame or None
        A row for each class: ``numbers`` (int64 array of shape (height, width), one of its grids) and ``grids``
        (int64), how many there are. None if lines are too long, or grids too many, to be sorted: then a census
        rates each grid.

    Raises
    ------
    BadInput
        If the size or range cannot be read, or is too large for a census.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.list_grid_classes("2x2", "1-3").grids.tolist()
    [3, 24, 12, 24, 6, 12]
    """
    census = Census(*sides_of(size), read_range(values))
    classes = census.classes()
    if classes is None:
        return None
    numbers = np.array(census.values)[classes.digits].reshape(-1, census.height, census.width)
    return pd.DataFrame({"numbers": list(numbers), "grids": classes.weights + classes.transposed})


def count_each_grid(
    size: str | int | tuple[int, int] = "3x3",
    values: str | int | Sequence[int] = "2-4",
    *,
    threads: int | None = None,
) -> pd.DataFrame:
    """Count every puzzle of a size and range as a census does, but rate every grid, as in the thesis.

    The counts are those of the census, which rates one grid of each class and is much faster; nothing is stored.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``.
    values : str, int or sequence of int
        The range of the numbers, such as ``"2-4"``.
    threads : int, optional
        Number of threads to count with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        The ``counts`` of a census without the kind of puzzle; see `Dataset`.

    Raises
    ------
    BadInput
        If the size or range cannot be read, or is too large for a census.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.count_each_grid("2x2", "1-3").groupby("outcome").puzzles.sum().to_dict()
    {'exhaustive': 6, 'simple': 1290}
    """
    return run(Census(*sides_of(size), read_range(values), uses_classes=False), threads).tally.frame
