"""What the ways to make puzzles lead to, in sentences of Markdown."""

from __future__ import annotations

import pandas as pd

from rullo_core.passes.words import listed


def answer(collection: pd.DataFrame, found: pd.DataFrame) -> str:
    """How much more difficult repaired puzzles are than those of five steps, where there are both."""
    medians = found["median"].unstack("method")
    both = medians.dropna(subset=["steps", "repair"])
    ratio = both["repair"] / both["steps"]
    spread = found[["low", "high"]].unstack("method")
    apart = (spread["low"]["repair"] > spread["high"]["steps"])[both.index]
    told = (
        f"Of these {len(collection):,} puzzles, all with one solution, repaired ones take **{ratio.min():.1f} to "
        f"{ratio.max():.1f} times as many passes** as those of five steps of the same size, asked for as many black "
        "cells, in the median."
    )
    if apart.any():
        sizes = listed(f"{size}x{size} with {black:.0%}" for black, size in both.index[apart])
        told += f" On {sizes} black, 95% of the repaired ones take more passes than 95% of the others."
    return told


def kinds(table: pd.DataFrame) -> pd.DataFrame:
    """By method, shares in per cent."""
    shown = table.copy()
    for name in table.columns.drop("puzzles"):
        shown[name] = table[name].map(lambda share: f"{share:.0%}")
    shown.index.name = "made by"
    return shown.rename(columns={"one_set": "hints with one set"})


def grades(table: pd.DataFrame) -> pd.DataFrame:
    """By grade, shares in per cent, and the mean difficulty."""
    shown = table.map(lambda share: f"{share:.0%}")
    shown["passes"] = table["passes"].map(lambda mean: "–" if pd.isna(mean) else f"{mean:.1f}")
    shown.index.name = "grade"
    return shown.rename(columns={"passes": "mean difficulty"})


def rank_of_grade(correlations: dict[str, float]) -> str:
    """How far grade and passes go together, among all simple puzzles and among those that are alike."""
    return (
        f"Grade and passes go together, but less than the table says: their rank correlation is "
        f"{correlations['all']:.2f} over all simple puzzles here, and {correlations['alike']:.2f} in the mean among "
        "puzzles of one size, share of black cells and method."
    )


def ladder(climbed: pd.DataFrame) -> pd.DataFrame:
    """What share of puzzles and of cells each level settles."""
    shown = pd.DataFrame(
        {
            "puzzles solved": climbed["solved"],
            "share": climbed["share"].map(lambda share: f"{share:.1%}"),
            "cells settled": climbed["settled"].map(lambda share: f"{share:.1%}"),
        }
    )
    shown.index.name = "level"
    return shown
