"""What there is to tell of variants, in sentences of Markdown; see `rullo_core.findings`."""

from __future__ import annotations

import pandas as pd

from rullo_core.operation import PRODUCT, SUM
from rullo_core.parameters import format_range, format_size
from rullo_core.variants import compare_with_plain


def table(survey: pd.DataFrame) -> pd.DataFrame:
    """The survey for readers: a row for each variant, shares in per cent with their standard errors, as text."""
    rows = {
        name: {
            "looked at": "all puzzles" if row["complete"] else f"{row['grids']:,} grids",
            "puzzles": row["puzzles"],
            "simple (%)": _per_cent(row, "simple"),
            "one solution (%)": _per_cent(row, "one solution"),
            "a guess, but one solution (%)": f"{100 * row['a guess, but one solution']:.5f}",
            "greatest difficulty": f"{row['greatest']:g}",
        }
        for name, row in survey.droplevel("group").iterrows()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("variant")


def _per_cent(row: pd.Series, share: str) -> str:
    error = row[f"{share} ±"]
    return f"{100 * row[share]:.3f}" + (f" ± {100 * error:.3f}" if error else "")


def shifts(survey: pd.DataFrame) -> str:
    """How variants shift the share of simple puzzles; see `rullo_core.variants.survey`."""
    shares = survey.droplevel("group")
    usual = shares.iloc[0]
    simple = shares["simple"]
    guess = shares["a guess, but one solution"]
    told = (
        f"Of the usual game, {usual.name}, lines alone solve **{_per_cent(usual, 'simple')}%**. Of the variants it "
        f"goes from {_per_cent(shares.loc[simple.idxmin()], 'simple')}% ({simple.idxmin()}) to "
        f"{_per_cent(shares.loc[simple.idxmax()], 'simple')}% ({simple.idxmax()}). "
    )
    if guess.max() == 0:
        return told + "Each puzzle that lines do not solve has several solutions."
    return told + (
        "Hardly any puzzle that lines do not solve has one solution only: such puzzles are at most "
        f"**{100 * guess.max():.2g}% of all** ({guess.idxmax()}). So the share of uniquely solvable puzzles is nearly "
        "that of the simple ones."
    )


def alike(survey: pd.DataFrame) -> str:
    """Which variants have the very same counts."""
    counts = survey.droplevel("group")[["puzzles", "simple", "one solution", "greatest"]]
    groups = [
        " and ".join(f"*{name}*" for name in one.index) for _, one in counts.groupby(list(counts)) if len(one) > 1
    ]
    if not groups:
        return "No two of these variants have the same counts."
    return "The very same counts have " + "; ".join(groups) + "."


def neutral(survey: pd.DataFrame, name: str, numbers: int, cells: int) -> str:
    """What a number does that changes nothing: how many puzzles of a variant can have one solution at most.

    Parameters
    ----------
    survey : pandas.DataFrame
    name : str
        The variant.
    numbers : int
        Size of its range, a neutral number among them.
    cells : int
        Of a grid.
    """
    row = survey.droplevel("group").loc[name]
    return (
        f"Of the grids of *{name}*, {((numbers - 1) / numbers) ** cells:.1%} hold no 1. Of the puzzles, "
        f"{_per_cent(row, 'one solution')}% have one solution only."
    )


def other_clothes(height: int, width: int) -> str:
    """Whether subtraction and division are the sum and the product in other clothes."""
    told = []
    for name, values, operation in (("subtraction", (1, 2, 3), SUM), ("division", (2, 3, 4), PRODUCT)):
        puzzles, differ = compare_with_plain(height, width, values, operation)
        told.append(
            f"* {name}: of all {puzzles:,} puzzles of {format_size(height, width)} over {format_range(values)}, each "
            f"with numbers put at its ends, **{differ or 'none'}** has a line that can be kept in other ways than in "
            "the plain one"
        )
    return "\n".join(told)
