"""What is held for difficulty, measure beside measure; and the puzzles found that take the most passes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from rullo_core.sudoku.solver import LEVELS, Rating

MEASURES = (
    "clues",
    "passes",
    "passes, gac-locked",
    "weighted",
    "forced",
    "forced early",
    "relaxed",
    "finishing",
    "guesses",
)
"""What is compared: passes of singles, and more of what `rullo_core.sudoku.solver.Rating` has."""


def measures_of(ratings: Sequence[Rating]) -> pd.DataFrame:
    """A row for each puzzle and a column for each of `MEASURES`, NaN where there is none."""
    rows = [
        (
            one.clues,
            one.passes_by_level["hidden"],
            one.passes_by_level["gac-locked"],
            one.strategies_weighted,
            one.forced_cells,
            one.forced_cells_early,
            one.units_to_spare,
            one.finishing_cells,
            one.nodes,
        )
        for one in ratings
    ]
    return pd.DataFrame(rows, columns=list(MEASURES), dtype=float)


def rank_correlations(measures: pd.DataFrame) -> pd.DataFrame:
    """Spearman's, between all pairs; each over the puzzles that have both."""
    return measures.corr(method="spearman")


def orders_of(ratings: Sequence[Rating]) -> pd.DataFrame:
    """By pass: the mean share of cells that are fixed by then, and of digits that are still to go.

    Parameters
    ----------
    ratings : sequence of Rating
        Of puzzles of one size that passes solve.

    Returns
    -------
    pandas.DataFrame
        Index from pass 0; columns ``fixed`` and ``left``.
    """
    most = max(len(one.fixed_by_pass) for one in ratings)
    fixed, left = np.zeros(most + 1), np.zeros(most + 1)
    for one in ratings:
        empty = sum(one.fixed_by_pass)
        done = np.concatenate([[0], np.cumsum(one.fixed_by_pass)])
        # Nothing is eliminated before the first pass.
        cells = empty + one.clues
        side = round(cells**0.5)
        digits = np.array([empty * side + one.clues, *one.candidates_by_pass], float) - cells
        fixed += np.append(done / empty, np.ones(most + 1 - len(done)))
        left += np.append(digits / digits[0], np.zeros(most + 1 - len(digits)))
    return pd.DataFrame({"settled": fixed, "left": left}, index=range(most + 1)) / len(ratings)


def read_records(folder: Path) -> dict[str, Sudoku]:
    """The puzzle found here that takes the most passes, by level.

    Parameters
    ----------
    folder : pathlib.Path
        With a file for each level, named as it is.

    Raises
    ------
    BadInput
        If one is not there, or cannot be read.
    """
    found = {}
    for level in LEVELS:
        place = folder / f"{level}.txt"
        try:
            text = place.read_text(encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{place}: cannot be read ({error.strerror}); it should hold one puzzle") from None
        (found[level],) = parse_puzzles(text, str(place))
    return found
