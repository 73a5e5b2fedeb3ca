"""Sentences of Markdown about random grids and puzzles, in addition to those of `findings.dataset`."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.hardest import hardest
from rullo_core.rullo.thesis import published
from rullo_core.rullo.thesis.comparison import PUBLISHED_GRIDS, in_standard_errors
from rullo_core.rullo.thesis.symmetry import counted_once
from rullo_core.runs.registry import declaration
from rullo_core.uncertainty import mean_error


def totals_of_grids(dataset: Dataset) -> str:
    """Describe how many puzzles the grids have, and the share that needs a guess with its standard error."""
    parameters = dataset.manifest["parameters"]
    grids, total = parameters["grids"], dataset.tally.total
    shares = exhaustive_shares(dataset.by_grid, grids)
    text = (
        f"On {grids:,} random grid{'s' * (grids > 1)} of {_size_and_range(dataset)} there are **{total:,} puzzles**. "
        f"Lines alone solve {_of(dataset, 'simple')}; for {_of(dataset, 'exhaustive')} one has to guess."
    )
    if shares.max() > shares.min():
        text += (
            f" The share depends strongly on the grid: it ranges from {shares.min():.2%} to "
            f"{shares.max():.2%}, with a median of {shares.median():.2%}. "
        )
        if (error := mean_error(shares.to_numpy())) > 0:
            text += (
                f"So the mean share is **{shares.mean():.2%} ± {error:.2%}**, with the standard error of "
                "a mean over grids."
            )
        else:
            text += f"The mean share is {shares.mean():.2%}; there are too few grids for a standard error."
    return text


def exhaustive_shares(by_grid: pd.DataFrame, grids: int) -> pd.Series:
    """Return the share of exhaustive puzzles on each grid."""
    counts = by_grid.pivot_table(index="grid", columns="kind", values="puzzles", aggfunc="sum", fill_value=0)
    counts = counts.reindex(index=range(grids), columns=["simple", "exhaustive"], fill_value=0)
    return counts["exhaustive"] / counts.sum(axis=1)


def binomials(dataset: Dataset) -> str:
    """Check that every choice of cells was counted exactly once, against the binomial coefficients."""
    parameters = dataset.manifest["parameters"]
    cells = parameters["height"] * parameters["width"]
    if 0 in parameters["values"]:
        return ""
    counts = dataset.tally.frame.groupby("required")["puzzles"].sum()
    expected = [parameters["grids"] * comb(cells, required) for required in range(cells + 1)]
    exact = counts.reindex(range(cells + 1), fill_value=0).tolist() == expected
    return f"On each grid, *r* of the {cells} cells can be required in {cells} over *r* ways. " + (
        f"The counts are just these binomials, from {expected[0]:,} for *r* = 0 to {max(expected):,} in the middle."
        if exact
        else "**The counts are not these binomials: something is wrong with this dataset.**"
    )


def agreement(by_difficulty: pd.DataFrame | None, by_required: pd.DataFrame | None) -> str:
    """Describe how many of our shares agree with the thesis's within their standard errors."""
    if by_difficulty is None or by_required is None:
        return "The thesis prints no table for these parameters, so there is nothing to compare these shares with."
    text = []
    for comparison, kinds, row in (
        (by_difficulty, ["simple", "exhaustive"], "of difficulty {:g}"),
        (by_required, ["exhaustive"], "with {:g} required"),
    ):
        distance = in_standard_errors(comparison)[kinds].stack().dropna().abs()
        if distance.empty:
            continue
        value, kind = distance.idxmax()
        text.append(
            f"By {comparison.index.name}, {len(distance)} shares have a standard error: "
            f"**{(distance < 2).sum()} of them differ by less than two** standard errors, {(distance < 3).sum()} by "
            f"less than three. The furthest apart, by {distance.max():.1f}, is that of {kind} puzzles "
            f"{row.format(value)}."
        )
    return " ".join(text)


def all_exhaustive_together(by_required: pd.DataFrame | None) -> str:
    """Compare the share of exhaustive puzzles among all rated ones, ours weighted as the thesis's are (Table 3)."""
    if by_required is None:
        return ""
    weight = published.published_table(3, "required").sum(axis=1)
    weight = weight / weight.sum()
    if weight[by_required["exhaustive, standard error"].isna()].sum() > 0.01:
        return "There are too few puzzles here to compare all exhaustive ones together."
    theirs, ours = ((weight * by_required[f"exhaustive, {whose}"]).sum() for whose in ("published", "ours"))
    error = sqrt((weight**2 * by_required["exhaustive, standard error"] ** 2).sum())
    return (
        f"Taken together, {theirs:.3%} of the thesis's rated puzzles are exhaustive, and {ours:.3%} of ours with its "
        f"numbers of required cells. That is a difference of {ours - theirs:+.3%}, "
        f"{abs(ours - theirs) / error:.1f} times its standard error."
    )


def rectangles(dataset: Dataset) -> str:
    """Explain the share of exhaustive puzzles by the number of rectangles of equal numbers on the grids."""
    parameters = dataset.manifest["parameters"]
    if published.table_of(dataset.manifest["experiment"], parameters) != 2:
        return ""
    grids, values = parameters["grids"], len(parameters["values"])
    frame = dataset.tally.frame
    ours = int(frame[(frame["kind"] == "exhaustive") & (frame["required"] == 2)]["puzzles"].sum()) // 2
    theirs = int(published.published_table(2, "required").loc[2, "exhaustive"]) // 2
    height, width = parameters["height"], parameters["width"]
    places = comb(height, 2) * comb(width, 2)
    expected = places / values**3
    # Rectangles that share a side, 2 * (height + width - 4) others for each, are positively correlated.
    spread = sqrt(places * (values**-3 - values**-6) + places * 2 * (height + width - 4) * (values**-5 - values**-6))

    def away(found: int, grids: int) -> str:
        distance = (found - expected * grids) / (spread * sqrt(grids))
        return f"{abs(distance):.1f} standard deviations {'above' if distance > 0 else 'below'} that"

    return (
        "The number of puzzles that need a guess depends mainly on rectangles. If four equal numbers are at the "
        "corners of a rectangle, and the solution includes two opposite ones, no line distinguishes them from the "
        "other two: at least an eighth of the puzzles of such a grid are exhaustive. With just these two cells "
        "required, a rectangle gives two exhaustive puzzles; so half the number of exhaustive puzzles with 2 "
        f"required is that of the rectangles. There are **{ours}** on our {grids} grid{'s' * (grids > 1)}, and there "
        f"were {theirs} on the thesis's {PUBLISHED_GRIDS}. The expected number follows from {places} places for a "
        f"rectangle on a grid, each with probability 1/{values}³: {expected * PUBLISHED_GRIDS:.1f} ± "
        f"{spread * sqrt(PUBLISHED_GRIDS):.1f} on {PUBLISHED_GRIDS} grids. Ours are {away(ours, grids)}; the thesis's "
        f"are {away(theirs, PUBLISHED_GRIDS)}. With so few rectangles, the two tables cannot agree better on "
        "exhaustive puzzles."
    )


def totals_of_sample(dataset: Dataset) -> str:
    """Describe how many puzzles were drawn, and how many of them need a guess or were skipped."""
    parameters = dataset.manifest["parameters"]
    cells, limit = parameters["height"] * parameters["width"], parameters["guess_limit"]
    skipped = (
        f"; {_of(dataset, 'skipped')} are skipped, because lines leave more than {limit} of the {cells} cells unknown"
        if limit < cells
        else ""
    )
    return (
        f"Of **{dataset.tally.total:,} random puzzles** of {_size_and_range(dataset)}, lines alone solve "
        f"{_of(dataset, 'simple')}; for {_of(dataset, 'exhaustive')} one has to guess{skipped}. The standard error of "
        f"such a share is at most {100 * sqrt(0.25 / dataset.tally.total):.2g} percentage points."
    )


def generator(dataset: Dataset) -> str:
    """Compare the thesis's number of puzzles of each required count with that of a fair coin."""
    if published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"]) != 3:
        return ""
    theirs = published.published_table(3, "required").sum(axis=1)
    ours = counted_once(dataset).rated.frame.groupby("required")["puzzles"].sum()
    ratio = (theirs / theirs.sum() / (ours.reindex(theirs.index) / ours.sum())).dropna()
    shown = [required for required in (8, 9, 12, 15, 20) if required in ratio.index]
    return (
        "But they already differ in how puzzles were drawn. Relative to a fair coin for every cell, the thesis has "
        + ", ".join(f"{ratio[required]:.0%} of the puzzles with {required} required" for required in shown)
        + ". Its coin was not fair, so neither counts nor shares of all puzzles are comparable. Comparable are "
        "the shares of exhaustive puzzles among those with the same number required, and the shares by difficulty "
        "after ours are weighted by the thesis's number of puzzles of each required count. These come first."
    )


def hardest_met(dataset: Dataset, kind: str) -> str:
    """Describe the greatest difficulty of a kind in the dataset, and how many puzzles have it."""
    found = hardest(dataset, kind)
    if not found:
        return f"There is no {kind} puzzle in this dataset."
    table = dataset.tally.of_kind(kind).count_by("difficulty")[kind]
    number = int(table.iloc[-1])
    inverses = ", inverses counted" if declaration(dataset.manifest["experiment"]).drawn == "grids" else ""
    return (
        f"The hardest {kind} puzzle here has a difficulty of **{found[0].difficulty:g}**; "
        f"{'no other has it' if number == 1 else f'{number:,} puzzles have it{inverses}'}. "
        f"{'It' if number == 1 else 'The first of them'} has {found[0].required} of its "
        f"{len(np.ravel(found[0].solution))} cells required."
    )


def _of(dataset: Dataset, kind: str) -> str:
    number = dataset.tally.of_kind(kind).total
    return f"{number:,} ({number / dataset.tally.total:.2%})"


def _size_and_range(dataset: Dataset) -> str:
    parameters = dataset.manifest["parameters"]
    size = format_size(parameters["height"], parameters["width"])
    return f"{size} over {format_range(tuple(parameters['values']))}"
