"""What the ways to make puzzles lead to: difficulty, kinds, grades, and clues that say all by themselves."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.kakuro.measures import share_with_one_set
from rullo_core.kakuro.solver import GRADES, STUCK
from rullo_core.uncertainty import mean_error, rank_correlation

KINDS = ("simple", "rectangular", "exhaustive")


def by_size(collection: pd.DataFrame) -> pd.DataFrame:
    """How difficult simple puzzles are: by black, method and size, 5 %, median and 95 % of the difficulty; how many."""
    simple = collection[collection["kind"] == "simple"]
    difficulties = simple.groupby(["black", "method", "size"])["difficulty"]
    return difficulties.agg(
        low=lambda one: one.quantile(0.05), median="median", high=lambda one: one.quantile(0.95), puzzles="size"
    )


def ranks_of_grade(collection: pd.DataFrame) -> dict[str, tuple[float, ...]]:
    """Rank correlation of grade and difficulty of simple puzzles.

    Returns
    -------
    dict of str to tuple of float
        ``all``: of all, and the ends of its 95 % confidence interval. ``alike``: the mean over groups of puzzles that
        are alike, and its standard error.
    """
    simple = collection[collection["kind"] == "simple"]
    simple = simple.assign(grade=simple["grade"].map([*GRADES, STUCK].index))
    groups = simple.groupby(["size", "black", "method"])
    alike = np.array([rank_correlation(some["grade"], some["difficulty"])[0] for _, some in groups])
    alike = alike[~np.isnan(alike)]
    return {
        "all": rank_correlation(simple["grade"], simple["difficulty"]),
        "alike": (float(alike.mean()) if len(alike) else float("nan"), mean_error(alike)),
    }


def by_method(collection: pd.DataFrame) -> pd.DataFrame:
    """By method: number of puzzles, the share of each kind, and of clues that only one set of digits has."""
    rows = {}
    for method, some in collection.groupby("method", sort=False):
        shares = some["kind"].value_counts(normalize=True)
        rows[method] = {"puzzles": len(some)} | {kind: float(shares.get(kind, 0.0)) for kind in KINDS}
        rows[method]["one_set"] = float(some["puzzle"].map(share_with_one_set).mean())
    return pd.DataFrame.from_dict(rows, orient="index")


def grades(collection: pd.DataFrame) -> pd.DataFrame:
    """By grade: the share of each method's puzzles, and the mean difficulty of those that are simple."""
    order = [*GRADES, STUCK]
    shares = {
        str(method): some["grade"].value_counts(normalize=True).reindex(order, fill_value=0.0)
        for method, some in collection.groupby("method", sort=False)
    }
    means = collection.groupby("grade")["difficulty"].mean().reindex(order)
    return pd.DataFrame(shares).assign(passes=means)
