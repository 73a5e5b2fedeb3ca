"""Puzzles of a sweep of the Kakuro study, or of a file, with what they were made by and their ratings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.experiments.study import NO_PUZZLE
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.parameters import check_whole, parse_size
from rullo_studies.kakuro.sweeps import load_sweep


def load_collection(collection: str | Path, each: int | None = None, threads: int | None = None) -> pd.DataFrame:
    """Read and rate the puzzles of a collection: of a sweep of the Kakuro study, or of a file.

    Parameters
    ----------
    collection : str or pathlib.Path
        A YAML file such as ``sweeps/kakuro-collection.yaml``, whose missing points are counted; or a file of puzzles.
    each : int, optional
        Take only the first so many puzzles of each size, share of black cells and method; default: all.
    threads : int, optional
        Number of threads to rate with; default: the number of processors.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in the order of the sweep or the file: the columns of `rullo_core.kakuro.rate`; and
        ``side`` (Int64, in cells), ``black`` (float64, the share of black cells that was asked for) and ``method``
        (str, how it was generated), missing for puzzles of a file.

    Raises
    ------
    BadInput
        If the file cannot be read, is a sweep over another experiment, or a point of it cannot be counted; or if
        ``each`` is below 1.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> puzzles = rs.kakuro.load_collection("data/published/kakuro/minizinc.txt")
    >>> puzzles.groupby("size")["level"].value_counts().tolist()
    [2, 1, 2, 1]
    """
    place = Path(collection)
    puzzles, origins = _generated(place) if place.suffix in (".yaml", ".yml") else _read(place)
    if each is not None:
        rank = origins.groupby([puzzles.map(API.size_of), "black", "method"], dropna=False).cumcount()
        is_taken = rank < check_whole("each", each)
        puzzles, origins = puzzles[is_taken], origins[is_taken].reset_index(drop=True)
    return API.rate(puzzles, threads=threads).join(origins)


def _generated(sweep: Path) -> tuple[pd.Series, pd.DataFrame]:
    """Return the puzzles of a sweep, named by how they were generated and their numbers, and the origins of all."""
    rows = load_sweep(sweep)
    for title, reason in rows.attrs["missing"].items():
        raise BadInput(f"{sweep}: {title}: {reason}")
    rows = rows[rows["outcome"] != NO_PUZZLE].reset_index(drop=True)
    if "digits" not in rows or rows["digits"].isna().any():
        old = paths.DATA / "sweeps"
        raise BadInput(f"{sweep}: has points that an earlier version counted, without digits; remove them from {old}")
    numbers = rows.groupby(["size", "black", "method"]).cumcount()
    puzzles = []
    for row, number in zip(rows.itertuples(), numbers, strict=True):
        height, width = parse_size(row.size)
        digits = np.array(list(row.digits), int).reshape(height, width).tolist()
        name = f"{row.size}, {row.black:.0%} black, {row.method}, {number}"
        puzzles.append(replace(Kakuro.from_digits(digits), name=name))
    sides = rows["size"].str.partition("x")[0].astype("Int64")
    origins = pd.DataFrame({"side": sides, "black": rows["black"], "method": rows["method"]})
    return pd.Series(puzzles, dtype=object), origins


def _read(file: Path) -> tuple[pd.Series, pd.DataFrame]:
    """Return the puzzles of a file, which does not say how they were generated."""
    puzzles = pd.Series(list(API.read(file)), dtype=object)
    unknown = {
        "side": pd.Series(pd.NA, puzzles.index, "Int64"),
        "black": np.nan,
        "method": pd.Series(None, puzzles.index, "str"),
    }
    return puzzles, pd.DataFrame(unknown)
