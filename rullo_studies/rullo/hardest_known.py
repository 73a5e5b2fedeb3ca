"""The hardest puzzles of a dataset, and the hardest known of each size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size, read_range
from rullo_core.paths import to_read
from rullo_core.puzzles.results import Puzzles
from rullo_core.rullo.api import API
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.hard_puzzles import hardest
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records import SIMPLE, kept_records
from rullo_core.rullo.solver import game


def hardest_puzzles(
    data: Dataset, outcome: Literal["simple", "exhaustive"] = "simple", every_number: bool = False
) -> Puzzles[Rullo]:
    """Return the puzzles of the greatest difficulty that a dataset keeps, different up to the order of their lines.

    Parameters
    ----------
    data : Dataset
        Of a census, of random grids, or of a sample of Rullos.
    outcome : {'simple', 'exhaustive'}
        Which puzzles to consider.
    every_number : bool
        Consider only puzzles whose grid contains every number of the range.

    Returns
    -------
    Puzzles
        Their ``solution`` is the one that they were rated with. At most 1,000; none if there is no such puzzle.

    Raises
    ------
    BadInput
        If it is a dataset of other puzzles.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> rs.rullo.hardest_puzzles(data)[0].rate().passes  # doctest: +SKIP
    2.0
    """
    return Puzzles(
        API.with_solution(hard_puzzle.puzzle, game(hard_puzzle.puzzle).values_in(hard_puzzle.solution))
        for hard_puzzle in hardest(data, outcome, every_number)
    )


def load_records(
    folder: str | Path = "data/records", values: str | int | Sequence[int] = "1-9", size: str | None = None
) -> pd.DataFrame:
    """Read the records over a range: the most difficult puzzles that ``rullo record`` has found of each size.

    Parameters
    ----------
    folder : str or pathlib.Path
        Folder of the records; default: those of the project. Each is verified with the readable solver.
    values : str, int or sequence of int
        The range that the numbers of the puzzles were chosen from.
    size : str, optional
        Take only the records of this size.

    Returns
    -------
    pandas.DataFrame
        A row for each record, simple puzzles first: whether it is ``simple`` (bool); ``size`` (str), ``height``,
        ``width`` and ``cells`` (int); ``passes``, or iterations and passes of an exhaustive puzzle; ``bound``, which
        those of no simple, or exhaustive, puzzle of this size exceed, whatever its numbers; and the ``puzzle``, which
        remembers its solution.

    Raises
    ------
    BadInput
        If there is no simple puzzle over this range and of this size, or a file is no record.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> records = rs.rullo.load_records(size="4x4")
    >>> records[["simple", "passes", "bound"]].to_dict("records")
    [{'simple': True, 'passes': 10.5, 'bound': 10.5}, {'simple': False, 'passes': 11.0, 'bound': 16.5}]
    """
    numbers = read_range(values)
    rows = [
        {
            "simple": record.kind == SIMPLE,
            "size": format_size(record.height, record.width),
            "height": record.height,
            "width": record.width,
            "cells": record.height * record.width,
            "passes": record.difficulty,
            "bound": (most_difficult if record.kind == SIMPLE else most_difficult_exhaustive)(
                record.height, record.width
            ),
            "puzzle": API.with_solution(record.puzzle, game(record.puzzle).values_in(record.solution)),
        }
        for record in kept_records(to_read(folder))
        if record.puzzle is not None and record.solution is not None and record.values == numbers
    ]
    if not rows or not rows[0]["simple"]:
        raise BadInput(f"{folder} has no record of a simple puzzle over {format_range(numbers)}")
    frame = pd.DataFrame(rows)
    sizes = list(frame["size"][frame["simple"]])
    if size not in (None, *sizes):
        raise BadInput(f"size {size!r}: there is no record of this size; take one of {', '.join(sizes)}")
    return frame if size is None else frame[frame["size"] == size]
