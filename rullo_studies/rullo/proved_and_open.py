"""Proved bounds for every puzzle: the difficulty that a size allows, and how far the passes of both orders differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.parameters import check_choice, format_range, format_size, read_range
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_studies.rullo.kernels import both_orders as kernel

LONGEST_SIDE = 8
"""The table of a line of 8 cells has 2**16 entries."""

MOST_PUZZLES = 10**8
"""Greatest number of puzzles to enumerate; more would take too many minutes."""


def bound_difficulty(size: str | int | tuple[int, int], outcome: Literal["simple", "exhaustive"] = "simple") -> float:
    """Return a difficulty that no puzzle of a size exceeds, whatever numbers it holds.

    The notebook *What is proved, and what is open* derives it; no simple puzzle of 3x4 exceeds what an enumeration of
    all ways in which lines can behave has found.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``.
    outcome : {'simple', 'exhaustive'}
        Whether passes alone solve the puzzles, or get stuck.

    Returns
    -------
    float
        The bound, in passes.

    Raises
    ------
    BadInput
        If the size cannot be read, or there is no such outcome.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.bound_difficulty("7x7"), rs.rullo.bound_difficulty("7x7", "exhaustive")
    (40.5, 49.5)
    """
    check_choice("outcome", outcome, ("simple", "exhaustive"))
    return (most_difficult if outcome == "simple" else most_difficult_exhaustive)(*sides_of(size))


def compare_pass_counts(
    size: str | int | tuple[int, int] = "3x3", values: str | int | Sequence[int] = "2-4"
) -> pd.DataFrame:
    """Solve every puzzle of a size and range columns first and rows first, and compare the numbers of passes.

    Parameters
    ----------
    size : str, int or (int, int)
        Height and width, such as ``"3x3"``; at most 8 each.
    values : str, int or sequence of int
        The range of the numbers, without a 0, such as ``"2-4"``.

    Returns
    -------
    pandas.DataFrame
        Index ``difference``: the passes columns first less those rows first; ``puzzles`` (int64), the number of simple
        puzzles with this difference. In its ``attrs`` is ``one_order_only``, the number of puzzles that one of the
        orders solves and the other does not.

    Raises
    ------
    BadInput
        If there is a 0 in the range, or there are too many puzzles to enumerate.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.compare_pass_counts("2x2", "1-3").puzzles.to_dict()
    {-1: 270, 0: 750, 1: 270}
    """
    (height, width), numbers = sides_of(size), read_range(values)
    check_few_puzzles(height, width, numbers)
    cells = height * width
    differences, summary = np.zeros(2 * cells + 1, np.int64), np.zeros(2, np.int64)
    kernel.compare_orders(np.array(numbers, np.int64), height, width, differences, summary)
    frame = pd.DataFrame({"puzzles": differences}, pd.RangeIndex(-cells, cells + 1, name="difference"))
    frame = frame[frame["puzzles"] > 0]
    frame.attrs["one_order_only"] = int(summary[0])
    return frame


def check_few_puzzles(height: int, width: int, values: tuple[int, ...]) -> None:
    """Refuse a size and range with too many puzzles to enumerate, or with puzzles that have no inverse."""
    if 0 in values:
        raise BadInput(f"range {format_range(values)}: a 0 is a hole, and a hole has no inverse; leave it out")
    if max(height, width) > LONGEST_SIDE:
        raise BadInput(f"{format_size(height, width)}: no side may be longer than {LONGEST_SIDE}")
    puzzles = (2 * len(values)) ** (height * width)
    if puzzles > MOST_PUZZLES:
        raise BadInput(
            f"{format_size(height, width)} over {format_range(values)}: {puzzles:,} puzzles are too many to "
            f"enumerate; take a size and range with at most {MOST_PUZZLES:,}"
        )
