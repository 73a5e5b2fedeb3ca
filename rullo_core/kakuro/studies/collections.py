"""Puzzles of the collection, or of a file, with what they were made by and their ratings."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rullo_core import paths
from rullo_core.kakuro.api import API
from rullo_core.kakuro.collection import NAME, write_collection
from rullo_core.parameters import check_whole

STRATUM = r"(?P<side>\d+)x\d+, (?P<black>\d+)% black, (?P<method>\w+), \d+"
"""The name of a puzzle of the collection, as `rullo_core.kakuro.collection.Stratum` begins it."""


def load_collection(collection: str | Path = "", each: int | None = None, threads: int | None = None) -> pd.DataFrame:
    """Read and rate the puzzles of a collection.

    Parameters
    ----------
    collection : str or pathlib.Path
        A file of puzzles; the project's collection unless given, which is generated if it is not there.
    each : int, optional
        Take only the first ones of each size, share of black cells and method, so many of each; all unless given.
    threads : int, optional
        Threads to rate with; as many as processors unless given.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in the order of the file: ``puzzle`` (`Kakuro`); ``side`` (Int64, in cells), ``black``
        (float64, the share of black cells that was asked for) and ``method`` (str, how it was generated), missing for
        puzzles of other files; and the columns of `rullo_core.kakuro.rate`.

    Raises
    ------
    BadInput
        If the file cannot be read, or ``each`` is below 1.

    Examples
    --------
    >>> import rullo_core as rc
    >>> puzzles = rc.kakuro.studies.load_collection("data/published/kakuro/minizinc.txt")
    >>> puzzles.groupby("size").kind.value_counts().tolist()
    [2, 1, 2, 1]
    """
    place = Path(collection) if collection else paths.DATA / f"kakuro-{NAME}.txt"
    if not collection and not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        write_collection(place)
    puzzles = list(API.read(place))
    made = pd.Series([one.name for one in puzzles], dtype="str").str.extract(STRATUM)
    frame = pd.DataFrame(
        {
            "puzzle": puzzles,
            "side": made["side"].astype("Int64"),
            "black": made["black"].astype(float) / 100,
            "method": made["method"],
        }
    )
    if each is not None:
        sizes = [API.size_of(one) for one in puzzles]
        rank = frame.groupby([sizes, "black", "method"], dropna=False).cumcount()
        frame = frame[rank < check_whole("each", each)].reset_index(drop=True)
    return frame.join(API.rate(frame["puzzle"], threads=threads))
