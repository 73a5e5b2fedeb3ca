"""What we count beside what the thesis printed: its counts, and its shares with how far apart they may be.

Grids are drawn in one experiment (thesis, Table 2), puzzles in the other (Table 3). The standard error of a share is
worked out from what was drawn: all puzzles of a grid share its luck, so there the grids are counted, not the puzzles.

A comparison of shares is a pandas.DataFrame: index ``required`` or ``difficulty``, and for each kind four columns of
floats, ``simple, published``, ``simple, ours``, ``simple, difference`` and ``simple, standard error``, likewise
``exhaustive``. The standard error is that of the difference: the thesis's shares are as uncertain as ours.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import RATED, Tally
from rullo_core.rullo import published
from rullo_core.rullo.symmetry import counted_once
from rullo_core.views import tables

FEWEST_PUZZLES = 25
"""How many must have been met, here and there, for the standard error of their share to mean much."""

FEWEST_GRIDS = 10
"""How many grids a share must rest on for its standard error to mean much: (sum of x)**2 / (sum of x**2) over the
shares x of all grids, which is n if n of them have the same share and the others none."""

PUBLISHED_GRIDS = 200
"""Grids behind the thesis's Table 2."""

PUBLISHED_PUZZLES = 100_000_000
"""Puzzles drawn for its Table 3."""


def counts_as_printed(dataset: Dataset, key: str) -> pd.DataFrame | None:
    """Our counts and the thesis's, both as its table counts.

    Parameters
    ----------
    dataset : Dataset
    key : {'difficulty', 'required'}

    Returns
    -------
    pandas.DataFrame or None
        As `rullo_core.views.tables.distribution` gives it with what is published; None where the thesis has no table.

    Notes
    -----
    Table 2 counts all puzzles by difficulty, and those with at most half of the cells required by required. Table 3
    counts each puzzle twice by difficulty, in whole units.
    """
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    if number is None:
        return None
    everything = number == 2 and key == "difficulty"
    ours = (dataset.tally if everything else counted_once(dataset)).rated.count_by(key)
    if number == 3 and key == "difficulty":
        ours = 2 * ours.groupby(np.floor(ours.index)).sum().rename_axis(index=key)
    return tables.beside(ours, published.table(number, key))


def in_sampling_errors(dataset: Dataset, key: str) -> pd.DataFrame | None:
    """Our counts and the thesis's, each from a sample of its own of as many puzzles, with how far apart they are.

    Parameters
    ----------
    dataset : Dataset
    key : {'difficulty', 'required'}

    Returns
    -------
    pandas.DataFrame or None
        Index named after the key; columns ``simple, published`` and ``simple, ours`` (counts, each puzzle once) and
        ``simple, apart`` (float: the difference in its standard deviations; null where there are too few, here or
        there, for that to mean much), likewise ``exhaustive``. Ours are brought to as many puzzles as the thesis drew.
    """
    printed = counts_as_printed(dataset, key)
    if printed is None:
        return None
    times = 2 if key == "difficulty" else 1
    scale = PUBLISHED_PUZZLES / dataset.tally.total
    columns: dict[str, pd.Series] = {}
    for kind in RATED:
        theirs, ours = printed[f"{kind}, published"] // times, printed[kind] * scale / times
        enough = np.minimum(theirs, ours / scale) >= FEWEST_PUZZLES
        apart = (ours - theirs) / np.sqrt(theirs + ours * scale).where(enough)
        columns |= {
            f"{kind}, published": theirs,
            f"{kind}, ours": ours.round().astype("int64"),
            f"{kind}, apart": apart,
        }
    return pd.DataFrame(columns)


def compare_shares(dataset: Dataset, key: str) -> pd.DataFrame | None:
    """Our shares and the thesis's, by difficulty or by required cells.

    Parameters
    ----------
    dataset : Dataset
    key : {'difficulty', 'required'}

    Returns
    -------
    pandas.DataFrame or None
        By difficulty the shares of all puzzles, by required the shares of those with so many required. None where the
        thesis has nothing that was drawn to compare with.
    """
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    if number == 2:
        return _of_grids(dataset.by_grid, dataset.manifest["parameters"]["grids"], key)
    if number == 3:
        return _of_sample(counted_once(dataset), key)
    return None


def _of_grids(by_grid: pd.DataFrame, grids: int, key: str) -> pd.DataFrame:
    """Table 2: the spread between grids tells how far a mean over so many of them may be off."""
    theirs = published.table(2, key)
    rows = by_grid if key == "difficulty" else by_grid[by_grid["required"] <= theirs.index.max()]
    counts = rows.pivot_table(index="grid", columns=["kind", key], values="puzzles", aggfunc="sum", fill_value=0)
    counts = counts.reindex(range(grids), fill_value=0)
    index = theirs.index.union(rows[key].unique())
    columns: dict[str, pd.Series] = {}
    for kind in RATED:
        mine = counts[kind] if kind in counts else pd.DataFrame(index=counts.index)
        mine = mine.reindex(columns=index, fill_value=0)
        whole = counts.T.groupby(level=key).sum().T.reindex(columns=index) if key == "required" else None
        shares = mine / whole if whole is not None else mine.div(counts.sum(axis=1), axis=0)
        published_shares = _shares(theirs.reindex(index, fill_value=0), key)[kind]
        spread = shares.std(ddof=1) if grids > 1 else pd.Series(np.nan, index)
        error = spread * np.sqrt(1 / grids + 1 / PUBLISHED_GRIDS)
        grids_behind = shares.sum() ** 2 / (shares**2).sum()
        columns |= _columns(kind, published_shares, shares.mean(), error.where(grids_behind >= FEWEST_GRIDS))
    return pd.DataFrame(columns, index=index.rename(key))


def _of_sample(tally: Tally, key: str) -> pd.DataFrame:
    """Table 3: among puzzles with as many required, each is drawn on its own.

    The thesis's generator was no fair coin for every cell: it drew fewer puzzles with few required. So by difficulty
    our puzzles are weighted to have as many of each required as its have.
    """
    theirs = published.table(3, "required")
    rated = tally.rated.frame
    rated = rated[rated["required"].isin(theirs.index)]
    ours = rated.groupby("required")["puzzles"].sum().reindex(theirs.index, fill_value=0)
    of_theirs = theirs.sum(axis=1)
    columns: dict[str, pd.Series] = {}
    if key == "required":
        for kind in RATED:
            met = rated[rated["kind"] == kind].groupby("required")["puzzles"].sum().reindex(theirs.index, fill_value=0)
            both = (met + theirs[kind]) / (ours + of_theirs)
            error = np.sqrt(both * (1 - both) * (1 / ours + 1 / of_theirs))
            enough = np.minimum(met, theirs[kind]) >= FEWEST_PUZZLES
            columns |= _columns(kind, theirs[kind] / of_theirs, met / ours, error.where(enough))
        return pd.DataFrame(columns, index=theirs.index)
    printed = published.table(3, "difficulty")
    units = np.floor(rated["difficulty"])
    index = printed.index.union(units.unique())
    weight = of_theirs / of_theirs.sum()
    for kind in RATED:
        met = rated[rated["kind"] == kind].assign(unit=units)
        met = met.pivot_table(index="required", columns="unit", values="puzzles", aggfunc="sum", fill_value=0)
        met = met.reindex(index=theirs.index, columns=index, fill_value=0)
        shares = met.div(ours, axis=0).fillna(0)
        variance = (shares * (1 - shares)).mul(weight**2 * (1 / ours.clip(lower=1) + 1 / of_theirs), axis=0).sum()
        counted = printed[kind].reindex(index, fill_value=0) / 2
        error = np.sqrt(variance).where(np.minimum(met.sum(), counted) >= FEWEST_PUZZLES)
        columns |= _columns(kind, counted / of_theirs.sum(), shares.mul(weight, axis=0).sum(), error)
    return pd.DataFrame(columns, index=index.rename("difficulty"))


def exhaustive_of_sample(dataset: Dataset) -> pd.DataFrame:
    """The shares of exhaustive puzzles among the rated ones of a sample, weighted to the thesis's required counts.

    Returns
    -------
    pandas.DataFrame
        Index ``difficulty``, in whole units, and ``all`` of them together; ``share`` and its standard ``error``.
    """
    theirs = published.table(3, "required").sum(axis=1)
    rated = counted_once(dataset).rated.frame
    rated = rated[rated["required"].isin(theirs.index)].assign(unit=np.floor(rated["difficulty"]))
    ours = rated.groupby("required")["puzzles"].sum().reindex(theirs.index, fill_value=0)
    met = rated[rated["kind"] == "exhaustive"].pivot_table(
        index="required", columns="unit", values="puzzles", aggfunc="sum", fill_value=0
    )
    met = met.reindex(index=theirs.index, fill_value=0).assign(all=lambda table: table.sum(axis=1))
    weight, shares = theirs / theirs.sum(), met.div(ours, axis=0).fillna(0)
    variance = (shares * (1 - shares)).mul(weight**2 / ours.clip(lower=1), axis=0).sum()
    found = pd.DataFrame({"share": shares.mul(weight, axis=0).sum(), "error": np.sqrt(variance)})
    return found.rename_axis("difficulty")


def _shares(counts: pd.DataFrame, key: str) -> pd.DataFrame:
    """Counts as shares of all puzzles, or of those in the same row."""
    return counts / counts.to_numpy().sum() if key == "difficulty" else counts.div(counts.sum(axis=1), axis=0)


def _columns(kind: str, theirs: pd.Series, ours: pd.Series, error: pd.Series) -> dict[str, pd.Series]:
    return {
        f"{kind}, published": theirs,
        f"{kind}, ours": ours,
        f"{kind}, difference": ours - theirs,
        f"{kind}, standard error": error,
    }


def of_kind(comparison: pd.DataFrame, kind: str) -> pd.DataFrame:
    """The columns of one kind, named without it; rows in which neither has any such puzzle are left out."""
    columns = comparison.filter(like=f"{kind}, ")
    columns = columns.set_axis([str(name).removeprefix(f"{kind}, ") for name in columns], axis=1)
    return columns[(columns["published"] > 0) | (columns["ours"] > 0)]


def in_standard_errors(comparison: pd.DataFrame) -> pd.DataFrame:
    """The differences, in their standard errors; null where there are too few to tell."""
    return pd.DataFrame(
        {kind: comparison[f"{kind}, difference"] / comparison[f"{kind}, standard error"] for kind in RATED}
    )
