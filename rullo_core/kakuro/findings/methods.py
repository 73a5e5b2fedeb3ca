"""What the ways to make puzzles lead to, in sentences of Markdown."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.passes.explain import listed
from rullo_core.uncertainty import with_error


def answer(collection: pd.DataFrame, found: pd.DataFrame) -> str:
    """How much more difficult repaired puzzles are than those of five steps, where there are both."""
    medians = found["median"].unstack("method")
    both = medians.dropna(subset=["steps", "repair"])
    ratio = both["repair"] / both["steps"]
    spread = found[["low", "high"]].unstack("method")
    apart = (spread["low"]["repair"] > spread["high"]["steps"])[both.index]
    text = (
        f"Of these {len(collection):,} puzzles, all with one solution, repaired ones take **{ratio.min():.1f} to "
        f"{ratio.max():.1f} times as many passes** as those of five steps of the same size, asked for as many black "
        "cells, in the median."
    )
    if apart.any():
        sizes = listed(f"{size}x{size} with {black:.0%}" for black, size in both.index[apart])
        text += f" On {sizes} black, 95% of the repaired ones take more passes than 95% of the others."
    return text


def kinds(table: pd.DataFrame) -> pd.DataFrame:
    """By method, shares in per cent."""
    shown = table.copy()
    for name in table.columns.drop("puzzles"):
        shown[name] = table[name].map(lambda share: f"{share:.0%}")
    shown.index.name = "made by"
    return shown.rename(columns={"one_set": "clues with one set"})


def grades(table: pd.DataFrame) -> pd.DataFrame:
    """By grade, shares in per cent, and the mean difficulty."""
    shown = table.map(lambda share: f"{share:.0%}")
    shown["passes"] = table["passes"].map(lambda mean: "–" if pd.isna(mean) else f"{mean:.1f}")
    shown.index.name = "grade"
    return shown.rename(columns={"passes": "mean difficulty"})


def rank_of_grade(correlations: dict[str, tuple[float, ...]]) -> str:
    """How far grade and passes go together, among all simple puzzles and among those that are alike."""
    found, low, high = correlations["all"]
    alike, error = correlations["alike"]
    if np.isnan(low):
        return "There are too few simple puzzles here to say whether grade and passes go together."
    return (
        f"Over all simple puzzles here, the rank correlation of grade and passes is {found:.2f} (95 % confidence "
        f"interval {low:.2f} to {high:.2f}); among puzzles of one size, share of black cells and method it is "
        f"{with_error(alike, error, '{:.2f}'.format)} in the mean."
    )


def ladder(climbed: pd.DataFrame) -> pd.DataFrame:
    """Return the shares of puzzles that each level solves and of cells that it fixes."""
    shown = pd.DataFrame(
        {
            "puzzles solved": climbed["solved"],
            "share": climbed["share"].map(lambda share: f"{share:.1%}"),
            "cells fixed": climbed["fixed"].map(lambda share: f"{share:.1%}"),
        }
    )
    shown.index.name = "level"
    return shown
