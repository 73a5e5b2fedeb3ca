"""How far levels get with the puzzles of a dataset, dug or standing for all minimal ones.

Functions take the `rullo_core.datasets.store.Dataset.puzzles` of a study or a population.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, count, repeat
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.runs.sweep import puzzles_of, read_sweep
from rullo_core.sudoku.api import API
from rullo_core.sudoku.batch import passes_of_levels, rate_many
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.uncertainty import FEWEST_ITEMS, weighted_mean_error


def weights(puzzles: pd.DataFrame, shares: pd.Series | None = None) -> pd.Series:
    """Return what share of all puzzles each one stands for: the same for each, but of a population by its weight.

    Parameters
    ----------
    puzzles : pandas.DataFrame
        The puzzles of a study or a population, as in the ``puzzles`` of a dataset.
    shares : pandas.Series, optional
        The share of all puzzles that have a number of clues, by this number (float64); they need not add up to 1.
        Puzzles are then weighted so that they have these shares (post-stratification). Numbers of clues that fewer than
        ten puzzles have are left out, and puzzles with these get the weight 0.

    Returns
    -------
    pandas.Series
        The shares (float64), which add up to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> rs.sudoku.weights(pd.DataFrame({"clues": [24, 25], "weight": [0.0, 0.0]})).tolist()
    [0.5, 0.5]
    >>> dug = pd.DataFrame({"clues": [24] * 30 + [25] * 10})
    >>> dug["clues"].groupby(dug["clues"]).size().to_dict()
    {24: 30, 25: 10}
    >>> rs.sudoku.weights(dug, pd.Series({24: 0.2, 25: 0.8})).groupby(dug["clues"]).sum().round(9).to_dict()
    {24: 0.2, 25: 0.8}
    """
    weight = pd.Series(1 / max(len(puzzles), 1), puzzles.index)
    if _is_weighted(puzzles):
        weight = np.exp(puzzles["weight"] - puzzles["weight"].max())
        weight /= weight.sum()
    if shares is None:
        return weight
    clues = puzzles["clues"]
    targets = shares[shares.index.isin(clues.value_counts()[lambda counts: counts >= FEWEST_ITEMS].index)]
    return weight * clues.map(targets / targets.sum() / weight.groupby(clues).sum()).fillna(0.0)


def _is_weighted(puzzles: pd.DataFrame) -> bool:
    """Whether the puzzles are a population."""
    return "weight" in puzzles and not puzzles["weight"].isna().any()


def measure_levels(puzzles: pd.DataFrame, shares: pd.Series | None = None) -> pd.DataFrame:
    """Measure how far each level gets with puzzles: what share it solves, and in how many passes.

    Parameters
    ----------
    puzzles : pandas.DataFrame
        The puzzles of a study or a population, as in the ``puzzles`` of a dataset.
    shares : pandas.Series, optional
        The share of all puzzles that have a number of clues, by this number, to weight the puzzles by; see `weights`.

    Returns
    -------
    pandas.DataFrame
        A row for each level: ``share`` of all puzzles that it solves, ``passes`` that it takes for these in the mean,
        each with its standard error, ``share_error`` and ``passes_error``, and ``most`` passes (all float64). Missing
        where a level solves none, and an error also for fewer than ten puzzles, or thirty shards of a population:
        only shards are independent there. The ``shares`` are taken as exact.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzles = rc.run("sudoku study", size=4, count=200).puzzles  # doctest: +SKIP
    >>> levels = rs.sudoku.measure_levels(puzzles)  # doctest: +SKIP
    >>> levels.loc["hidden", ["share", "most"]].round(3).tolist()  # doctest: +SKIP
    [1.0, 5.0]
    """
    weight, rows = weights(puzzles, shares).to_numpy(), {}
    groups = puzzles["shard"].to_numpy() if _is_weighted(puzzles) and "shard" in puzzles else None
    strata = None if shares is None else puzzles["clues"]
    for level in LEVELS:
        passes = puzzles[f"passes_{level}"].to_numpy(float)
        solved = ~np.isnan(passes)
        share, among = float(weight[solved].sum()), np.where(solved, weight, 0.0)
        mean = float((weight[solved] * passes[solved]).sum() / share) if share else np.nan
        if strata is None:
            passes_error = weighted_mean_error(np.where(solved, passes, 0.0), among, groups)
        elif np.count_nonzero(among) < FEWEST_ITEMS:
            passes_error = np.nan
        else:
            deviations = _deviations(np.where(solved, passes - mean, 0.0), weight, strata)
            passes_error = weighted_mean_error(deviations, weight, groups) / share
        deviations = solved.astype(float) if strata is None else _deviations(solved.astype(float), weight, strata)
        rows[level] = {
            "share": share,
            "share_error": weighted_mean_error(deviations, weight, groups),
            "passes": mean,
            "passes_error": passes_error,
            "most": puzzles[f"passes_{level}"].max(),
        }
    return pd.DataFrame.from_dict(rows, orient="index").astype(float).rename_axis("level")


def _deviations(values: np.ndarray, weight: np.ndarray, strata: pd.Series) -> np.ndarray:
    """Return how far values are from the weighted mean of their stratum."""
    sums = pd.DataFrame({"values": values * weight, "weight": weight}).groupby(strata.to_numpy()).sum()
    means = (sums["values"] / sums["weight"]).fillna(0.0)
    return np.asarray(values - means.reindex(strata).to_numpy())


def follow_passes(puzzles: Sequence[Sudoku], threads: int | None = None) -> pd.DataFrame:
    """Follow the passes of the first level that solves a puzzle, or of the strongest level if none does.

    Parameters
    ----------
    puzzles : sequence of Sudoku
        The puzzles.
    threads : int, optional
        Threads to solve with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle and pass: ``index``, its number from 0, ``pass`` from 0, which is before the first,
        ``fixed``, how many of the empty cells are fixed by then, and ``candidates``, those left in all cells (int64).

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.sudoku.parse(".4...32....3....")
    >>> rs.sudoku.follow_passes([puzzle])[["fixed", "candidates"]].values.tolist()
    [[0, 52], [2, 30], [5, 24], [7, 21], [10, 18], [12, 16]]
    """
    rows: list[tuple[int, ...]] = []
    for number, (puzzle, rating) in enumerate(zip(puzzles, rate_many(puzzles, threads=threads), strict=True)):
        empty = puzzle.side**2 - rating.clues
        # Nothing is eliminated before the first pass.
        candidates = [empty * puzzle.side + rating.clues, *rating.candidates_by_pass]
        rows += zip(repeat(number), count(), accumulate(rating.fixed_by_pass, initial=0), candidates, strict=False)
    return pd.DataFrame(rows, columns=["index", "pass", "fixed", "candidates"], dtype="int64")


def count_passes(puzzles: Sudoku | Iterable[Sudoku], threads: int | None = None) -> pd.DataFrame:
    """Count the passes in which each level solves puzzles, without the rest of their rating.

    Parameters
    ----------
    puzzles : Sudoku or iterable of Sudoku
        The puzzles; a single one is a list of one.
    threads : int, optional
        Threads to work with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order, and a column for each level: its passes (Int64), missing where it is stuck.

    Raises
    ------
    BadInput
        If anything other than Sudokus is given.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> rs.sudoku.count_passes(rc.sudoku.parse(".4...32....3...."))[["naked", "gac"]].values.tolist()
    [[5, 3]]
    """
    passes = pd.DataFrame(passes_of_levels(API.as_puzzles(puzzles), threads), columns=list(LEVELS), dtype="Int64")
    return passes.mask(passes < 0)


def load_sweep(sweep: str | Path, *, compute: bool = True) -> pd.DataFrame:
    """Return the puzzles of all points of a sweep over studies or populations.

    Parameters
    ----------
    sweep : str or pathlib.Path
        A YAML file such as ``sweeps/sudoku-digging.yaml``.
    compute : bool
        Whether points that are not in the data folder are counted; they are left out otherwise.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle: ``puzzle``, the kind; ``side``, ``seed``, ``level``, ``order`` and ``symmetry`` of its
        point; and the columns of the ``puzzles`` of a dataset. Its ``attrs`` have the ``title`` of the sweep, the
        number of ``points``, and what is ``missing``: why, by the titles of points.

    Raises
    ------
    BadInput
        If the file cannot be read, or is a sweep over another experiment.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> puzzles = rs.sudoku.load_sweep("sweeps/sudoku-digging.yaml", compute=False)
    >>> puzzles.attrs["title"], puzzles.attrs["points"]
    ('How it is dug', 40)
    """
    specification = read_sweep(sweep, "sudoku study", "sudoku population")
    usual = {"side": 9, "seed": 1, "level": "one-solution", "order": "random", "symmetry": "none"}
    return puzzles_of(specification, bool(compute), usual)


def by_clues(puzzles: pd.DataFrame) -> pd.DataFrame:
    """Return by number of clues how many puzzles there are, their share of all, and what share each level solves."""
    weight, clues = weights(puzzles), puzzles["clues"]
    share = weight.groupby(clues).sum()
    solved = _passes_of(puzzles).notna().mul(weight, axis=0).groupby(clues).sum().div(share, axis=0)
    return pd.concat([puzzles.groupby("clues").size().rename("puzzles"), share.rename("share"), solved], axis=1)


def _passes_of(puzzles: pd.DataFrame) -> pd.DataFrame:
    """Return the passes of each level, in a column that is called as the level."""
    return puzzles[[f"passes_{level}" for level in LEVELS]].set_axis(list(LEVELS), axis=1)


def distribution(puzzles: pd.DataFrame) -> pd.DataFrame:
    """Return by number of passes the share of all puzzles that each level solves in so many."""
    weight = weights(puzzles)
    passes = _passes_of(puzzles)
    frame = pd.DataFrame({level: weight.groupby(passes[level]).sum() for level in LEVELS}).fillna(0)
    return frame.set_axis(frame.index.astype(int)).rename_axis("passes")
