"""Statistics of the Killer study: means by class, trends, worth of each part, correlations, shares of unique puzzles.

Every function takes a table with a row for each puzzle, as `rullo_core.killer.experiments.study` writes it.
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
"""Number of cells of a board of 9x9."""

ATTRIBUTES = ("cages", "single_cell_cages", "largest_cage", "cages_in_several_boxes", "share_in_several_boxes")
"""Attributes of a puzzle that are known before anything is solved; the last is a share of its cages."""

DISCARDED = ("draws_cut_off", "draws_with_repeats", "draws_ambiguous")
"""Columns that count the draws that were discarded, by reason."""


def measured(table: pd.DataFrame) -> pd.DataFrame:
    """Return what the report measures: ``class``, passes, uses and eliminations of strategies, and ``filled`` share."""
    measures = [column(what, name) for what in ("strategy_count", "eliminated_by") for name in STRATEGIES]
    return table[["class", "strategy_passes", *measures]].assign(filled=table["solved_cells_G"] / CELLS)


def by_class(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the means of what the report measures, by class, and their standard errors: a row for each measure."""
    grouped = measured(table).groupby("class")
    order = list(CLASSES)
    return grouped.mean().T[order], grouped.agg(mean_error).T[order]


def trend(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the change of a mean from class to class, with its standard error and p-value.

    Returns
    -------
    pandas.DataFrame
        ``change``, ``error`` and ``p`` (two-sided, normal distribution); from easy to medium, and from medium to hard.
    """
    mean, error = (frame.loc[measure] for frame in by_class(table))
    rows = {}
    for one, other in pairwise(CLASSES):
        change, spread = mean[other] - mean[one], sqrt(error[one] ** 2 + error[other] ** 2)
        rows[f"{one} to {other}"] = {"change": change, "error": spread, "p": p_of(change, spread)}
    return pd.DataFrame.from_dict(rows, orient="index")


def p_of(change: float, error: float) -> float:
    """Return the two-sided p-value of a normally distributed change against 0."""
    return erfc(abs(change) / error / sqrt(2)) if error else float(change == 0)  # NaN for an unknown error.


def share(hits: pd.Series) -> tuple[float, float]:
    """Return a share and its standard error."""
    return float(hits.mean()), mean_error(hits.to_numpy(float))


def draws(table: pd.DataFrame) -> pd.DataFrame:
    """Return, by class, the puzzles, the draws for each, and the shares of draws that are discarded, by reason."""
    sums = table.groupby("class")[["draws", *DISCARDED]].sum().loc[list(CLASSES)]
    number = table["class"].value_counts()[list(CLASSES)]
    shares = sums[list(DISCARDED)].div(sums["draws"], axis=0)
    return pd.concat([number.rename("puzzles"), (sums["draws"] / number).rename("draws"), shares], axis=1)


def split(table: pd.DataFrame) -> pd.Series:
    """Return the shares of classes if each number of cages is drawn equally often, as the report seems to do."""
    successes = table["class"].value_counts()[list(CLASSES)] / table.groupby("class")["draws"].sum()[list(CLASSES)]
    return successes / successes.sum()


def error_of_split(table: pd.DataFrame) -> pd.Series:
    """Return the standard error of each share of `split`, with geometric numbers of draws."""
    shares = split(table)
    number = table["class"].value_counts()[list(CLASSES)]
    relative = np.sqrt((1 - number / table.groupby("class")["draws"].sum()[list(CLASSES)]) / number)
    squared = (shares * relative) ** 2
    own = shares * (1 - shares) * relative
    return np.sqrt(own**2 + shares**2 * (squared.sum() - squared))


def how_far(table: pd.DataFrame) -> pd.DataFrame:
    """Return the share of puzzles that each level solves, by class."""
    solved = {level: table[f"solved_cells_{level}"] == CELLS for level in LEVELS}
    return pd.DataFrame(solved).groupby(table["class"]).mean().T[list(CLASSES)]


def without(table: pd.DataFrame, level: str) -> pd.DataFrame:
    """Return, for a level without each of its parts, the share of puzzles solved and the mean share of cells filled."""
    columns = {"nothing left out": f"solved_cells_{level}"}
    columns |= {name: column(f"solved_cells_{level}_without", name) for name in WITHOUT[level]}
    rows = {}
    for name, solved_cells in columns.items():
        solved, error = share(table[solved_cells] == CELLS)
        rows[name] = {"solves": solved, "error": error, "fills": table[solved_cells].mean() / CELLS}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("without")


def correlations(table: pd.DataFrame, wanted: str = "cages_first") -> pd.DataFrame:
    """Return rank correlations of attributes with the passes of simple puzzles, with 95 % confidence intervals.

    ``alike`` is the partial rank correlation, controlled for the number of cages; its interval has the width for one
    puzzle less.
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
    """Return the partial correlation of two columns, controlled for a third one."""
    r = ranks[[one, other, third]].corr().to_numpy()
    rest = sqrt(max((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2), 0))
    return float((r[0, 1] - r[0, 2] * r[1, 2]) / rest) if rest > 1e-6 else np.nan


def with_share(table: pd.DataFrame) -> pd.DataFrame:
    """Add the share of a puzzle's cages that lie in several boxes."""
    return table.assign(share_in_several_boxes=table["cages_in_several_boxes"] / table["cages"])


def over_cages(table: pd.DataFrame) -> pd.DataFrame:
    """Return, by number of cages: puzzles, share of unique ones, shares of these by kind, mean passes."""
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
    """Compare the share of unique puzzles below and above the median of an attribute, at equal numbers of cages.

    Parameters
    ----------
    table : pandas.DataFrame
        Grown puzzles, unique or ambiguous.
    along : {'single_cell_cages', 'share_in_several_boxes'}

    Returns
    -------
    pandas.Series
        ``puzzles``, the number below or above; ``below`` and ``above``, mean shares over numbers of cages, weighted as
        by N. Mantel and W. Haenszel (1959); their ``difference`` and its standard ``error``.
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
