"""Count each puzzle and its inverse once (thesis, section 5.3)."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.runs.registry import declaration
from rullo_studies.rullo.thesis.published import check_key


def counted_once(dataset: Dataset) -> Tally:
    """Return the counts of a dataset with each puzzle and its inverse counted once, as in the thesis.

    A sample does not contain the inverses of its puzzles: each puzzle counts as itself or as its inverse, whichever has
    fewer required cells. With holes in the range, all puzzles count, because the inverse of a hole is a hole.
    """
    parameters = dataset.manifest["parameters"]
    cells = parameters["height"] * parameters["width"]
    if 0 in parameters["values"]:
        return dataset.tally
    sampling_unit = declaration(dataset.manifest["experiment"]).sampling_unit
    return (mirrored if sampling_unit == "puzzles" else folded)(dataset.tally, cells)


def count_once(data: Dataset, key: Literal["passes", "required"], *, whole_passes: bool = False) -> pd.DataFrame:
    """Count the rated puzzles of a dataset, a puzzle and its inverse as one, as the thesis does.

    A puzzle is counted as itself or as its inverse, whichever includes fewer cells; with holes, as itself. A census and
    grids hold both of a pair, and count the pair once; of a sample, each puzzle is counted.

    Parameters
    ----------
    data : Dataset
        Of a census, of random grids, or of a sample of Rullos.
    key : {'passes', 'required'}
        Count by passes, the difficulty, or by the number of included cells.
    whole_passes : bool
        Round difficulties down to whole passes, as in Table 3: 2 means 2 or 2.5.

    Returns
    -------
    pandas.DataFrame
        Columns ``simple`` and ``exhaustive`` (int64, puzzles), 0 where there is none; index named after the key.

    Raises
    ------
    BadInput
        If there is no such key, or it is a dataset of other puzzles.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> rs.rullo.count_once(data, "required").to_dict("list")  # doctest: +SKIP
    {'simple': [81, 324, 240], 'exhaustive': [0, 0, 3]}
    """
    check_key(key)
    if data.manifest["experiment"] not in ("census", "grids", "sample"):
        raise BadInput(f"a dataset of {data.manifest['experiment']}: take one of a census, of grids or of a sample")
    counts = counted_once(data).without_skipped.count_by(key)
    if whole_passes and key == "passes":
        counts = counts.groupby(np.floor(counts.index)).sum()
    return counts.rename_axis(index=key)


def folded(tally: Tally, cells: int) -> Tally:
    """Keep, of each puzzle and its inverse, the one with fewer required cells, and half of those with equally many."""
    frame = tally.frame[2 * tally.frame["required"] <= cells]
    in_the_middle = 2 * frame["required"] == cells
    return Tally.from_frame(frame.assign(puzzles=frame["puzzles"] // (1 + in_the_middle)))


def mirrored(tally: Tally, cells: int) -> Tally:
    """Replace each puzzle by its inverse if that has fewer required cells, holes left out; the total stays the same."""
    required = tally.frame["required"]
    return Tally.from_frame(tally.frame.assign(required=required.where(2 * required <= cells, cells - required)))
