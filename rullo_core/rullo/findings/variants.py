"""Tables and sentences of Markdown about variants."""

from __future__ import annotations

import pandas as pd

from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.operation import PRODUCT, SUM
from rullo_core.rullo.theory import variants
from rullo_core.rullo.theory.variants import PRIMES, VARIANTS, Variant, compare_with_plain


def variants_table(survey: pd.DataFrame) -> pd.DataFrame:
    """Return the survey as text: a row for each variant, shares in per cent with their standard errors."""
    rows = {
        name: {
            "rated": "all puzzles" if row["complete"] else f"{row['grids']:,} grids",
            "puzzles": row["puzzles"],
            "simple (%)": _per_cent(row, "simple"),
            "not simple (%)": f"{100 * (1 - row['simple']):.3f}",
            "one solution (%)": _per_cent(row, "one solution"),
            "one solution, not simple (%)": f"{100 * row['one solution, not simple']:.5f}",
            "greatest difficulty": f"{row['greatest']:g}",
        }
        for name, row in survey.droplevel("group").iterrows()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("variant")


def _per_cent(row: pd.Series, share: str) -> str:
    error = row[f"{share} ±"]
    return f"{100 * row[share]:.3f}" + (f" ± {100 * error:.3f}" if error else "")


def shifts(survey: pd.DataFrame) -> str:
    """Describe how the share of simple puzzles varies; see `rullo_core.rullo.theory.variants.survey`."""
    shares = survey.droplevel("group")
    usual = shares.iloc[0]
    simple = shares["simple"]
    of_the_others = shares["one solution, not simple"] / (1 - simple).where(simple < 1)
    shown = (
        f"Of {usual.name}, lines alone solve **{_per_cent(usual, 'simple')}%**. Among the variants it ranges from "
        f"{_per_cent(shares.loc[simple.idxmin()], 'simple')}% ({simple.idxmin()}) to "
        f"{_per_cent(shares.loc[simple.idxmax()], 'simple')}% ({simple.idxmax()}). "
    )
    if not of_the_others.max() > 0:
        return shown + "Each puzzle that lines do not solve has several solutions."
    return shown + (
        "Of the puzzles of this size that lines do not solve, at most "
        f"**{100 * of_the_others.max():.2g}%** have one solution only ({of_the_others.idxmax()}). So here the share of "
        "uniquely solvable puzzles is nearly that of the simple ones; on larger grids it need not be."
    )


def alike(survey: pd.DataFrame) -> str:
    """List the variants with equal counts."""
    counts = survey.droplevel("group")[["puzzles", "simple", "one solution", "greatest"]]
    groups = [
        " and ".join(f"*{name}*" for name in one.index) for _, one in counts.groupby(list(counts)) if len(one) > 1
    ]
    if not groups:
        return "No two of these variants have the same counts."
    return "Equal counts have " + "; ".join(groups) + "."


def products_beside_sums(height: int, width: int, most_grids: int, seed: int) -> pd.DataFrame:
    """Compare products with sums of the same numbers, none of which is a 1.

    Returns
    -------
    pandas.DataFrame
        Index ``numbers``; text: how many grids were rated, the same ones for both, and the share of simple puzzles
        of either, in per cent with its standard error.
    """
    ranges = {"2, 3, 4": (2, 3, 4), "2, 4, 8": (2, 4, 8), "2, 4, 8, 16": (2, 4, 8, 16), "ten primes": PRIMES}
    both = {
        operation.name: {name: Variant(values, operation) for name, values in ranges.items()}
        for operation in (SUM, PRODUCT)
    }
    found = variants.survey(both, height, width, most_grids, seed)
    rows = {}
    for name in found.loc[SUM.name].index:
        of_sums, of_products = found.loc[SUM.name, name], found.loc[PRODUCT.name, name]
        rows[name] = {
            "rated": "all puzzles" if of_sums["complete"] else f"{of_sums['grids']:,} grids",
            "sums, simple (%)": _per_cent(of_sums, "simple"),
            "products, simple (%)": _per_cent(of_products, "simple"),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("numbers")


def neutral(survey: pd.DataFrame, name: str, cells: int) -> str:
    """Describe how few puzzles of a product with a neutral number, a 1, can be unique.

    Parameters
    ----------
    survey : pandas.DataFrame
    name : str
        The variant, a product with a 1 in its range.
    cells : int
        Number of cells of a grid.
    """
    shares = survey.droplevel("group")
    if name not in shares.index:
        return ""
    row, numbers = shares.loc[name], len(VARIANTS["product"][name].values)
    return (
        f"Of the grids of *{name}*, {((numbers - 1) / numbers) ** cells:.1%} hold no 1. Of the puzzles, "
        f"{_per_cent(row, 'one solution')}% have one solution only."
    )


def other_clothes(height: int, width: int) -> str:
    """Check that subtraction and division are equivalent to the sum and the product."""
    shown = []
    for name, values, operation in (("subtraction", (1, 2, 3), SUM), ("division", (2, 3, 4), PRODUCT)):
        puzzles, differ = compare_with_plain(height, width, values, operation)
        shown.append(
            f"* {name}: of all {puzzles:,} puzzles of {format_size(height, width)} over {format_range(values)}, each "
            f"with numbers at both ends of its lines, **{differ or 'none'}** has a line that allows other choices than "
            f"the equivalent {operation.name}; so its shares are those of the {operation.name}"
        )
    return "\n".join(shown)


def left_out(survey: pd.DataFrame) -> str:
    """List the variants that are too large for the size; "" if none is."""
    names = [name for members in VARIANTS.values() for name in members if name not in survey.index.get_level_values(1)]
    return f"Left out, as they have too many different lines for this size: {', '.join(names)}." if names else ""
