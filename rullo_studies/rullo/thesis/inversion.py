"""Comparison of every puzzle of a size and range with its inverse (thesis, section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.parameters import read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_studies.rullo.kernels import inverses as kernel
from rullo_studies.rullo.proved_and_open import check_few_puzzles

RESULTS = ("passes, columns first", "passes, rows first", "difficulty and unknown cells")


def compare_with_inverses(
    size: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "2-4"
) -> pd.DataFrame:
    """Solve every puzzle of a size and range, and its inverse, and compare the two.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``; at most 8 each.
    values : str, int or sequence of int
        The range of the numbers, without a 0, such as ``"2-4"``.

    Returns
    -------
    pandas.DataFrame
        A row for each result that is compared (str, the index): ``pairs`` of a puzzle and its inverse, and how many of
        these are ``different`` (both int64).

    Raises
    ------
    BadInput
        If there is a 0 in the range, or there are too many puzzles to enumerate.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.compare_with_inverses("2x2", "1-3").different.tolist()
    [0, 0, 0]
    """
    (height, width), numbers = sides_of(size), read_range(values)
    check_few_puzzles(height, width, numbers)
    counts = np.zeros(4, np.int64)
    kernel.compare_inverses(np.array(numbers, np.int64), 0, len(numbers) ** (height * width), height, width, counts)
    index = pd.Index(RESULTS, name="result")
    return pd.DataFrame({"pairs": counts[0], "different": counts[1:]}, index=index)
