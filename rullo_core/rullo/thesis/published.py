"""Tables and puzzles printed in the thesis.

Daniel van den Boogaard, Solving RULLO, a mathematical puzzle. Bachelor thesis, Leiden Institute of Advanced Computer
Science, 2023.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from rullo_core.paths import PUBLISHED
from rullo_core.rullo.puzzle import Rullo


def puzzles() -> dict[str, Rullo]:
    """Return every puzzle that the thesis prints.

    Returns
    -------
    dict of str to Rullo
        By figure: ``figure 1``, ``figure 14, left``, and so on. The misprint in figure 19 is corrected.
    """
    blocks = re.split(r"\n\s*\n", (PUBLISHED / "puzzles.txt").read_text())
    named = (re.match(r"# (figure [^:;]*)[:;]", block) for block in blocks)
    return {
        match[1]: Rullo.parse(block, match[1]) for match, block in zip(named, blocks, strict=True) if match is not None
    }


def table(number: int, key: str) -> pd.DataFrame:
    """Return one half of a table of the thesis.

    Parameters
    ----------
    number : {1, 2, 3}
        Table 1: every 3x3 puzzle over 2-4, at most 4 cells required. Table 2: every solution on each of 200 grids of
        5x5 over 1-9; the counts by difficulty cover all puzzles, the counts by required those with at most 12 cells
        required. Table 3: 100,000,000 puzzles of 7x7 over 1-9, each as itself or its inverse; the counts by difficulty
        are in whole units (2 stands for 2 and 2.5) and count each puzzle twice.
    key : {'difficulty', 'required'}
        The left half or the right half.

    Returns
    -------
    pandas.DataFrame
        int64, index named after the key, columns ``simple`` and ``exhaustive``, like the result of `Tally.count_by`.
    """
    printed = pd.read_csv(PUBLISHED / f"table{number}.csv", comment="#")
    half = printed[printed["key"] == key].set_index("value")[["simple", "exhaustive"]]
    half.index = half.index.astype("float64" if key == "difficulty" else "int16")
    return half.astype("int64").rename_axis(index=key)


def table_of(experiment: str, parameters: Mapping[str, Any]) -> int | None:
    """Return the number of the thesis's table for an experiment, or None if it has none.

    Parameters
    ----------
    experiment : str
        Name of the experiment.
    parameters : mapping
        Parameters in its manifest. Seed and number of grids or puzzles may differ from the thesis.
    """
    shape = experiment, parameters["height"], parameters["width"], list(parameters["values"])
    if shape == ("census", 3, 3, [2, 3, 4]):
        return 1
    if shape == ("grids", 5, 5, list(range(1, 10))):
        return 2
    if shape == ("sample", 7, 7, list(range(1, 10))) and parameters["guess_limit"] == 20:
        return 3
    return None
