"""Compare our counts with the printed counts of the thesis: counts side by side, and shares with standard errors.

The thesis drew grids in one experiment (Table 2) and puzzles in the other (Table 3). The standard error of a share
follows from what was drawn: all puzzles of a grid depend on it, so there the grids count as observations.

A comparison of shares is a pandas.DataFrame: index ``required`` or ``passes``, and for each kind four columns of
floats, ``simple, published``, ``simple, ours``, ``simple, difference`` and ``simple, standard error``, likewise
``exhaustive``. The standard error is that of the difference: the thesis's shares are as uncertain as ours.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import RATED_OUTCOMES, Tally
from rullo_core.views import tables
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.symmetry import counted_once

FEWEST_PUZZLES = 25
"""Number of puzzles that both samples must contain for the standard error of their share to be meaningful."""

FEWEST_GRIDS = 10
"""Effective number of grids that a share needs for a meaningful standard error: (sum of x)**2 / (sum of x**2) over the
shares x of all grids, which is n if n of them have the same share and the others none."""

PUBLISHED_GRIDS = 200
"""Number of grids in the thesis's Table 2."""

PUBLISHED_PUZZLES = 100_000_000
"""Number of puzzles drawn for the thesis's Table 3."""


def counts_as_printed(dataset: Dataset, key: str) -> pd.DataFrame | None:
    """Return our counts by difficulty or required beside the thesis's, counted as in its table; None without one.

    Table 2 counts all puzzles by difficulty, and those with at most half of the cells required by required. Table 3
    counts each puzzle twice by difficulty, in whole units.
    """
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    if number is None:
        return None
    counts_inverses = number == 2 and key == "passes"
    counts = (dataset.tally if counts_inverses else counted_once(dataset)).without_skipped.count_by(key)
    if number == 3 and key == "passes":
        counts = 2 * counts.groupby(np.floor(counts.index)).sum().rename_axis(index=key)
    return tables.compared_with(counts, published.published_table(number, key))


def in_sampling_errors(dataset: Dataset, key: str) -> pd.DataFrame | None:
    """Return our counts beside the thesis's, each from its own sample, with their distance in standard deviations.

    Each puzzle counts once, and ours are scaled to the number of puzzles in the thesis. The distance is null where
    either count is too small for it to be meaningful.
    """
    printed = counts_as_printed(dataset, key)
    if printed is None:
        return None
    times = 2 if key == "passes" else 1
    scale = PUBLISHED_PUZZLES / dataset.tally.total
    columns: dict[str, pd.Series] = {}
    for kind in RATED_OUTCOMES:
        published_counts, scaled_counts = printed[f"{kind}, published"] // times, printed[kind] * scale / times
        is_large = np.minimum(published_counts, scaled_counts / scale) >= FEWEST_PUZZLES
        distance = (scaled_counts - published_counts) / np.sqrt(published_counts + scaled_counts * scale).where(
            is_large
        )
        columns |= {
            f"{kind}, published": published_counts,
            f"{kind}, ours": scaled_counts.round().astype("int64"),
            f"{kind}, apart": distance,
        }
    return pd.DataFrame(columns)


def compare_shares(data: Dataset, key: str) -> pd.DataFrame | None:
    """Return shares beside those of the thesis's Table 2 or 3, with standard errors.

    The sampling unit is a grid in Table 2, a puzzle in Table 3. As the thesis's coins were not fair, the shares of a
    sample by difficulty are weighted to the thesis's numbers of included cells.

    Parameters
    ----------
    data : Dataset
        Of random grids of 5x5, or of a sample of 7x7 with at most 20 unknown cells, over 1-9.
    key : {'passes', 'required'}
        By passes, shares of all puzzles; by required, shares of the puzzles with as many included cells.

    Returns
    -------
    pandas.DataFrame or None
        Index named after the key; ``simple, published``, ``simple, ours``, ``simple, difference`` (ours less theirs)
        and ``simple, standard error`` (float64, shares; the error is that of the difference, missing where there are
        too few grids or puzzles), likewise ``exhaustive``. None if the thesis has no table for these parameters.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("grids", size="5x5", values="1-9", grids=20)  # doctest: +SKIP
    >>> shares = rs.rullo.compare_shares(data, "passes")  # doctest: +SKIP
    >>> round(float(shares.loc[2.5, "simple, published"]), 4)  # doctest: +SKIP
    0.3439
    """
    published.check_key(key)
    number = published.table_of(data.manifest["experiment"], data.manifest["parameters"])
    if number == 2:
        return _of_grids(data.by_grid, data.manifest["parameters"]["grids"], key)
    if number == 3:
        return _of_sample(counted_once(data), key)
    return None


def _of_grids(by_grid: pd.DataFrame, grids: int, key: str) -> pd.DataFrame:
    """Compare with Table 2; the standard error of a mean follows from the spread between grids."""
    published_counts = published.published_table(2, key)
    rows = by_grid if key == "passes" else by_grid[by_grid["required"] <= published_counts.index.max()]
    counts = rows.pivot_table(index="grid", columns=["outcome", key], values="puzzles", aggfunc="sum", fill_value=0)
    counts = counts.reindex(range(grids), fill_value=0)
    index = published_counts.index.union(rows[key].unique())
    columns: dict[str, pd.Series] = {}
    for kind in RATED_OUTCOMES:
        kind_counts = counts[kind] if kind in counts else pd.DataFrame(index=counts.index)
        kind_counts = kind_counts.reindex(columns=index, fill_value=0)
        totals = counts.T.groupby(level=key).sum().T.reindex(columns=index) if key == "required" else None
        shares = kind_counts / totals if totals is not None else kind_counts.div(counts.sum(axis=1), axis=0)
        published_shares = _shares(published_counts.reindex(index, fill_value=0), key)[kind]
        spread = shares.std(ddof=1) if grids > 1 else pd.Series(np.nan, index)
        error = spread * np.sqrt(1 / grids + 1 / PUBLISHED_GRIDS)
        grids_behind = shares.sum() ** 2 / (shares**2).sum()
        columns |= _columns(kind, published_shares, shares.mean(), error.where(grids_behind >= FEWEST_GRIDS))
    return pd.DataFrame(columns, index=index.rename(key))


def _of_sample(tally: Tally, key: str) -> pd.DataFrame:
    """Compare with Table 3, where each puzzle is drawn independently.

    The coins of the thesis's generator were not fair: it drew fewer puzzles with few required cells. For the comparison
    by difficulty, our puzzles are therefore weighted to the thesis's distribution of required cells.
    """
    published_counts = published.published_table(3, "required")
    frame = tally.without_skipped.frame
    frame = frame[frame["required"].isin(published_counts.index)]
    totals = frame.groupby("required")["puzzles"].sum().reindex(published_counts.index, fill_value=0)
    published_totals = published_counts.sum(axis=1)
    columns: dict[str, pd.Series] = {}
    if key == "required":
        for kind in RATED_OUTCOMES:
            kind_counts = (
                frame[frame["outcome"] == kind]
                .groupby("required")["puzzles"]
                .sum()
                .reindex(published_counts.index, fill_value=0)
            )
            pooled = (kind_counts + published_counts[kind]) / (totals + published_totals)
            error = np.sqrt(pooled * (1 - pooled) * (1 / totals + 1 / published_totals))
            is_large = np.minimum(kind_counts, published_counts[kind]) >= FEWEST_PUZZLES
            columns |= _columns(
                kind, published_counts[kind] / published_totals, kind_counts / totals, error.where(is_large)
            )
        return pd.DataFrame(columns, index=published_counts.index)
    printed = published.published_table(3, "passes")
    units = np.floor(frame["passes"])
    index = printed.index.union(units.unique())
    weight = published_totals / published_totals.sum()
    for kind in RATED_OUTCOMES:
        kind_counts = frame[frame["outcome"] == kind].assign(unit=units)
        kind_counts = kind_counts.pivot_table(
            index="required", columns="unit", values="puzzles", aggfunc="sum", fill_value=0
        )
        kind_counts = kind_counts.reindex(index=published_counts.index, columns=index, fill_value=0)
        shares = kind_counts.div(totals, axis=0).fillna(0)
        variance = (
            (shares * (1 - shares)).mul(weight**2 * (1 / totals.clip(lower=1) + 1 / published_totals), axis=0).sum()
        )
        published_kind = printed[kind].reindex(index, fill_value=0) / 2
        error = np.sqrt(variance).where(np.minimum(kind_counts.sum(), published_kind) >= FEWEST_PUZZLES)
        columns |= _columns(kind, published_kind / published_totals.sum(), shares.mul(weight, axis=0).sum(), error)
    return pd.DataFrame(columns, index=index.rename("passes"))


def _shares(counts: pd.DataFrame, key: str) -> pd.DataFrame:
    """Return counts as shares of all puzzles, or of those in the same row."""
    return counts / counts.to_numpy().sum() if key == "passes" else counts.div(counts.sum(axis=1), axis=0)


def _columns(kind: str, published_shares: pd.Series, shares: pd.Series, error: pd.Series) -> dict[str, pd.Series]:
    return {
        f"{kind}, published": published_shares,
        f"{kind}, ours": shares,
        f"{kind}, difference": shares - published_shares,
        f"{kind}, standard error": error,
    }
