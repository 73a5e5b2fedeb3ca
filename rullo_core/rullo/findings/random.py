"""Sentences of Markdown about random grids and puzzles, in addition to those of `findings.dataset`."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.hardest import hardest
from rullo_core.rullo.thesis import published
from rullo_core.rullo.thesis.comparison import in_standard_errors
from rullo_core.rullo.thesis.symmetry import counted_once
from rullo_core.runs.registry import declaration


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
