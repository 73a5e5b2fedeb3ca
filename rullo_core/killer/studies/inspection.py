"""What studies tell: by class, trends, what each part is worth, what goes with difficulty, where one solution is rare.

Every function takes a frame with a row for each puzzle, as `rullo_core.killer.experiments.study` makes it.
"""

from __future__ import annotations

from itertools import pairwise
from math import erfc, sqrt

import numpy as np
import pandas as pd

from rullo_core.killer.experiments.study import WITHOUT, column
from rullo_core.killer.report import STRATEGIES
from rullo_core.killer.request import CLASSES
from rullo_core.killer.solver import LEVELS
from rullo_core.uncertainty import mean_error, rank_correlation_interval

CELLS = 81
"""Of a board of 9x9."""

ATTRIBUTES = ("cages", "single_cell_cages", "largest_cage", "cages_in_several_boxes", "share_in_several_boxes")
"""Attributes of a puzzle that are known before anything is solved; the last is a share of its cages."""

DISCARDED = ("draws_cut_off", "draws_with_repeats", "draws_ambiguous")
"""Columns that count the draws that were discarded, by reason."""


def measured(table: pd.DataFrame) -> pd.DataFrame:
    """What the report keeps of each puzzle: ``class``; ``filled``, share of the grid; ``sweeps``; uses and removals."""
    measures = [column(what, name) for what in ("strategy_count", "eliminated_by") for name in STRATEGIES]
    return table[["class", "strategy_passes", *measures]].assign(filled=table["solved_cells_G"] / CELLS)


def by_class(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Means of what the report keeps, by class, and their standard errors: a row for each measure."""
    grouped = measured(table).groupby("class")
    order = list(CLASSES)
    return grouped.mean().T[order], grouped.agg(mean_error).T[order]


def trend(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """From class to class: how much a mean changes, its standard error, and how likely so much is by chance alone.

    Returns
    -------
    pandas.DataFrame
        ``change``, ``error`` and ``p`` (two sides, of a normal distribution); from easy to medium, and to hard.
    """
    mean, error = (frame.loc[measure] for frame in by_class(table))
    rows = {}
    for one, other in pairwise(CLASSES):
        change, spread = mean[other] - mean[one], sqrt(error[one] ** 2 + error[other] ** 2)
        rows[f"{one} to {other}"] = {"change": change, "error": spread, "p": p_of(change, spread)}
    return pd.DataFrame.from_dict(rows, orient="index")


def p_of(change: float, error: float) -> float:
    """How likely it is by chance alone to be so far from 0, on either side."""
    return erfc(abs(change) / error / sqrt(2)) if error else float(change == 0)  # NaN for an unknown error.


def share(hits: pd.Series) -> tuple[float, float]:
    """A share and its standard error."""
    return float(hits.mean()), mean_error(hits.to_numpy(float))


def draws(table: pd.DataFrame) -> pd.DataFrame:
    """By class: puzzles, draws for each, and the share of draws that are cut off, repeat, have several solutions."""
    sums = table.groupby("class")[["draws", *DISCARDED]].sum().loc[list(CLASSES)]
    number = table["class"].value_counts()[list(CLASSES)]
    shares = sums[list(DISCARDED)].div(sums["draws"], axis=0)
    return pd.concat([number.rename("puzzles"), (sums["draws"] / number).rename("draws"), shares], axis=1)


def split(table: pd.DataFrame) -> pd.Series:
    """The shares of classes if each number of cages is drawn as often, as the report seems to do."""
    successes = table["class"].value_counts()[list(CLASSES)] / table.groupby("class")["draws"].sum()[list(CLASSES)]
    return successes / successes.sum()


def error_of_split(table: pd.DataFrame) -> pd.Series:
    """The standard error of each of these shares: of the numbers of draws, each geometric."""
    shares = split(table)
    number = table["class"].value_counts()[list(CLASSES)]
    relative = np.sqrt((1 - number / table.groupby("class")["draws"].sum()[list(CLASSES)]) / number)
    squared = (shares * relative) ** 2
    own = shares * (1 - shares) * relative
    return np.sqrt(own**2 + shares**2 * (squared.sum() - squared))


def how_far(table: pd.DataFrame) -> pd.DataFrame:
    """By level and class: the share of puzzles that it solves."""
    solved = {level: table[f"solved_cells_{level}"] == CELLS for level in LEVELS}
    return pd.DataFrame(solved).groupby(table["class"]).mean().T[list(CLASSES)]


def without(table: pd.DataFrame, level: str) -> pd.DataFrame:
    """A level without each part: the share that it still solves, and the mean share of the grid that it fills."""
    columns = {"nothing left out": f"solved_cells_{level}"}
    columns |= {name: column(f"solved_cells_{level}_without", name) for name in WITHOUT[level]}
    rows = {}
    for name, solved_cells in columns.items():
        solved, error = share(table[solved_cells] == CELLS)
        rows[name] = {"solves": solved, "error": error, "fills": table[solved_cells].mean() / CELLS}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("without")


def correlations(table: pd.DataFrame, wanted: str = "cages_first") -> pd.DataFrame:
    """Rank correlations of attributes of a puzzle with its passes, where these solve it; and a 95 % interval each.

    Beside it what is left of each if the number of cages is taken out, ``alike``: the partial rank correlation, with an
    interval, too, whose width is that of one puzzle less.
    """
    simple = table[table[wanted].notna()]
    simple = with_share(simple)
    ranks = simple[[*ATTRIBUTES, wanted]].rank()
    rows = {}
    for name in ATTRIBUTES:
        r = float(ranks[name].corr(ranks[wanted]))
        low, high = rank_correlation_interval(r, len(simple))
        alike = _apart_from(ranks, name, wanted, "cages") if name != "cages" else np.nan
        ends = dict(zip(("alike low", "alike high"), rank_correlation_interval(alike, len(simple) - 1), strict=True))
        rows[name] = {"correlation": r, "low": low, "high": high, "alike": alike, **ends}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("attribute")


def _apart_from(ranks: pd.DataFrame, one: str, other: str, third: str) -> float:
    """The partial correlation of two columns, a third one taken out."""
    r = ranks[[one, other, third]].corr().to_numpy()
    rest = sqrt(max((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2), 0))
    return float((r[0, 1] - r[0, 2] * r[1, 2]) / rest) if rest > 1e-6 else np.nan


def with_share(table: pd.DataFrame) -> pd.DataFrame:
    """Add the share of a puzzle's cages that lie in several boxes."""
    return table.assign(share_in_several_boxes=table["cages_in_several_boxes"] / table["cages"])


def over_cages(table: pd.DataFrame) -> pd.DataFrame:
    """By number of cages: puzzles, the share with one solution, of these the simple and those singles solve; passes."""
    rows = {}
    for cages, some in table.groupby("cages"):
        unique = some["solutions"] == 1
        kept = some[unique]
        rows[cages] = {
            "puzzles": len(some),
            "unique": share(unique)[0],
            "simple": kept["cages_first"].notna().mean() if len(kept) else np.nan,
            "by singles": (kept["solved_cells_CH"] == CELLS).mean() if len(kept) else np.nan,
            "passes": kept["cages_first"].mean(),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("cages")


def at_equal_cages(table: pd.DataFrame, along: str) -> pd.Series:
    """The share with one solution where an attribute is below and above the median of as many cages.

    Parameters
    ----------
    table : pandas.DataFrame
        Of puzzles that were grown, whatever they came to.
    along : {'single_cell_cages', 'share_in_several_boxes'}

    Returns
    -------
    pandas.Series
        Int ``puzzles`` that are below or above; float ``below`` and ``above``, means over numbers of cages, weighted as
        N. Mantel and W. Haenszel do (1959); ``difference`` and its standard ``error``.
    """
    rows = []
    for _, some in with_share(table).groupby("cages"):
        unique, middle = some["solutions"] == 1, some[along].median()
        below, above = unique[some[along] < middle], unique[some[along] > middle]
        if len(below) and len(above):
            shares, errors = zip(share(below), share(above), strict=True)
            weight = len(below) * len(above) / (len(below) + len(above))
            rows.append((len(below) + len(above), weight, *shares, errors[0] ** 2 + errors[1] ** 2))
    puzzles, weight, low, high, squared = np.array(rows).T
    weight = weight / weight.sum()
    return pd.Series(
        {
            "puzzles": puzzles.sum(),
            "below": (weight * low).sum(),
            "above": (weight * high).sum(),
            "difference": (weight * (high - low)).sum(),
            "error": sqrt((weight**2 * squared).sum()),
        }
    )
