"""Sentences of Markdown about related puzzles."""

from __future__ import annotations

import pandas as pd


def squares(table: pd.DataFrame) -> str:
    """Describe the results of `studies.related.latin_table`."""
    counted = table["Kakuro solutions"].dropna()
    return (
        f"{'**Each**' if table['kept by both'].all() else 'Not each'} of these squares keeps the rules of both "
        f"puzzles, and {'**each** Rullo is simple' if table['Rullo simple'].all() else 'not each Rullo is simple'}. "
        f"The Kakuro has {', '.join(f'{number:,}' for number in counted)} solutions for the sides "
        f"{counted.index.min()} to {counted.index.max()}, as many as there are Latin squares; for larger sides there "
        "are too many to count here."
    )


def pictures(table: pd.DataFrame) -> str:
    """Describe the results of `studies.related.uniqueness_table`."""
    last = table.iloc[-1]
    shares = table["Rullo unique"] / table["pictures"]
    falls = "The first share falls from each size of this table to the next. " if shares.is_monotonic_decreasing else ""
    side = table.index[-1]
    agree = (table["Rullo unique"] == table["nested"]).all() and (table["nested"] == table["poly-Bernoulli"]).all()
    return (
        f"Of the {last['pictures']:,} pictures of {side}x{side}, their sums determine {last['Rullo unique']:,}, "
        f"**{last['Rullo unique'] / last['pictures']:.1%}**, and their Nonogram {last['Nonogram unique']:,}, "
        f"**{last['Nonogram unique'] / last['pictures']:.1%}**. {falls}"
        + (
            "The three counts of what sums determine agree."
            if agree
            else "**The counts of what sums determine differ.**"
        )
    )
