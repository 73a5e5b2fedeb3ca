"""Statistics of rated puzzles: how far levels get, in how many passes, by clues; of dug or of all minimal ones.

Every function takes a frame with a row for each puzzle, ``clues`` and a column of passes for each level, NaN where it
is stuck: of a study or a population (`rullo_core.datasets.store.Dataset.by_puzzle`), or of
`rullo_core.sudoku.studies.digging.rate_table`.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.sudoku.solver import LEVELS
from rullo_core.uncertainty import FEWEST_GROUPS, mean_error, weighted_mean_error


def weights_of(rated: pd.DataFrame) -> np.ndarray:
    """What each stands for, all together 1: of a population by its weights; else the same for each."""
    logarithms = rated["weight"] if "weight" in rated else pd.Series(np.nan, rated.index)
    if logarithms.isna().any():
        return np.full(len(rated), 1 / len(rated))
    weights = np.exp(logarithms - logarithms.max())
    return np.asarray(weights / weights.sum())


def is_weighted(rated: pd.DataFrame) -> bool:
    """Whether the puzzles are a population: they stand for different numbers of puzzles."""
    return "shard" in rated and not rated["weight"].isna().any()


def number_of_shards(rated: pd.DataFrame) -> int | None:
    """How many shards a population has: these are independent, and not the puzzles in them. None for other puzzles."""
    return int(rated["shard"].nunique()) if is_weighted(rated) else None


def number_of_minimal(rated: pd.DataFrame) -> tuple[float, float]:
    """How many minimal puzzles there are, of all boards together, and the standard error; NaN for too few shards."""
    estimates = np.exp(rated["weight"]).groupby(rated["shard"]).sum()
    return float(estimates.mean()), mean_error(estimates.to_numpy(), FEWEST_GROUPS)


def error_of_mean(values: np.ndarray, rated: pd.DataFrame, among: np.ndarray | None = None) -> float:
    """The standard error of a weighted mean, or share: of a population by its shards, which alone are independent.

    Parameters
    ----------
    values : float array of shape (N,)
    rated : pandas.DataFrame
    among : bool array of shape (N,), optional
        The puzzles that the mean is taken of; all, unless given.

    Returns
    -------
    float
        NaN if there is too little data: see `rullo_core.uncertainty.weighted_mean_error`.
    """
    weights = weights_of(rated)
    if among is not None:
        values, weights = np.where(among, values, 0.0), np.where(among, weights, 0.0)
    groups = rated["shard"].to_numpy() if is_weighted(rated) else None
    return weighted_mean_error(np.asarray(values, float), weights, groups)


def how_far(rated: pd.DataFrame) -> pd.DataFrame:
    """By level: the share of puzzles that it solves, the mean and most passes that it takes, and standard errors."""
    weights = weights_of(rated)
    rows = {}
    for level in LEVELS:
        solved = rated[level].notna().to_numpy()
        share = float(weights[solved].sum())
        rows[level] = {
            "share": share,
            "error": error_of_mean(solved, rated),
            "mean": float((weights[solved] * rated[level][solved]).sum() / share) if share else np.nan,
            "error of mean": error_of_mean(rated[level].to_numpy(float), rated, solved),
            "most": rated[level].max(),
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def by_clues(rated: pd.DataFrame) -> pd.DataFrame:
    """By number of clues.

    Returns
    -------
    pandas.DataFrame
        ``puzzles``; ``share``, theirs of all; a column for each level, the share of them that it solves; ``passes``,
        the mean passes of those that singles solve.
    """
    text = rated.assign(weight=weights_of(rated))
    rows = {}
    for clues, group in text.groupby("clues"):
        weight = group["weight"] / group["weight"].sum()
        solved = group["hidden"].notna()
        passes = (weight * group["hidden"])[solved].sum() / weight[solved].sum() if solved.any() else np.nan
        rows[clues] = {
            "puzzles": len(group),
            "share": float(group["weight"].sum()),
            **{level: float(weight[group[level].notna()].sum()) for level in LEVELS},
            "passes": float(passes),
        }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"puzzles": int}).rename_axis("clues")


def distribution(rated: pd.DataFrame) -> pd.DataFrame:
    """By number of passes: the share of all puzzles that each level solves in so many."""
    weights = weights_of(rated)
    columns = {level: pd.Series(weights).groupby(rated[level].to_numpy()).sum() for level in LEVELS}
    frame = pd.DataFrame(columns).fillna(0)
    frame.index = frame.index.astype(int)
    return frame.rename_axis("passes")
