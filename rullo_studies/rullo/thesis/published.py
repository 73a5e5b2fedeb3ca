"""Tables and puzzles printed in the thesis.

Daniel van den Boogaard, Solving RULLO, a mathematical puzzle. Bachelor thesis, Leiden Institute of Advanced Computer
Science, 2023.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.paths import PUBLISHED
from rullo_core.rullo.puzzle import Rullo


def puzzles() -> dict[str, Rullo]:
    """Return the printed puzzles by figure, such as ``figure 14, left``; the misprint in figure 19 is corrected."""
    blocks = re.split(r"\n\s*\n", (PUBLISHED / "puzzles.txt").read_text(encoding="utf-8"))
    headers = (re.match(r"# (figure [^:;]*)[:;]", block) for block in blocks)
    return {
        match[1]: Rullo.parse(block, match[1])
        for match, block in zip(headers, blocks, strict=True)
        if match is not None
    }


def published_table(number: int, key: str, *, merge_inverses: bool = False) -> pd.DataFrame:
    """Return one half of a table of D. van den Boogaard's thesis, as printed.

    Table 1 counts every 3x3 puzzle over 2-4 with at most 4 included cells. Table 2 counts every solution on each of 200
    grids of 5x5 over 1-9: all of them by difficulty, those with at most 12 included cells by required. Table 3 counts
    100,000,000 puzzles of 7x7 over 1-9, each as itself or its inverse; by difficulty it counts each twice, in whole
    units: 2 means 2 or 2.5.

    Parameters
    ----------
    number : {1, 2, 3}
        The number of the table.
    key : {'passes', 'required'}
        The left half or the right half: by passes, the difficulty, or by the number of included cells.
    merge_inverses : bool
        Count a puzzle and its inverse, which Tables 2 and 3 count as two by difficulty, as one puzzle in every table.

    Returns
    -------
    pandas.DataFrame
        Columns ``simple`` and ``exhaustive`` (int64, puzzles); index named after the key.

    Raises
    ------
    BadInput
        If the thesis has no such table.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.published_table(1, "passes").loc[4.5].to_dict()
    {'simple': 108, 'exhaustive': 216}
    >>> int(rs.rullo.published_table(3, "passes", merge_inverses=True).loc[23, "simple"])
    3
    """
    if number not in (1, 2, 3):
        raise BadInput(f"number {number!r}: the thesis has tables 1, 2 and 3")
    check_key(key)
    printed = pd.read_csv(PUBLISHED / f"table{number}.csv", comment="#")
    half = printed[printed["key"] == ("difficulty" if key == "passes" else key)].set_index("value")[
        ["simple", "exhaustive"]
    ]
    half.index = half.index.astype("float64" if key == "passes" else "int16")
    return half.astype("int64").rename_axis(index=key) // (
        2 if merge_inverses and number > 1 and key == "passes" else 1
    )


def check_key(key: str) -> None:
    """Refuse what the thesis does not count by."""
    if key not in ("passes", "required"):
        raise BadInput(f"key {key!r}: take passes or required")


def table_of(experiment: str, parameters: Mapping[str, Any]) -> int | None:
    """Return the number of the thesis's table for an experiment, whatever its seed and extent, or None."""
    shape = experiment, parameters["height"], parameters["width"], list(parameters["values"])
    if shape == ("census", 3, 3, [2, 3, 4]):
        return 1
    if shape == ("grids", 5, 5, list(range(1, 10))):
        return 2
    if shape == ("sample", 7, 7, list(range(1, 10))) and parameters["guess_limit"] == 20:
        return 3
    return None
