"""The law of reach: thresholds of propagation and of uniqueness, predicted for Rullos whose sums have so many cells.

Lines of a Rullo are cut into segments of L cells, each with a sum of its own; L is their reach. The prediction is that
of whole lines (`rullo_core.rullo.predict`, `rullo_studies.rullo.predict_unique`), on the graph of segments:

* *bulk*: passes on boards of segments whose numbers are decoupled;
* *floor*: how many places of the board each small pattern has, counted exactly, times the probability that its cells
  are a minimal stopping set; with its hold-up, by planting sets at random places;
* *switches*, those sets that have a second solution, and *far* solutions, estimated by the entropy of the cells.

No puzzle is solved, and no constant is fitted. A puzzle that propagation solves is unique, so that the share of unique
ones is at least that of the others. That decides where segments are short: there, the entropy counts small switches
again. ``python -m rullo_studies.scale.reach data/scale/reach.csv`` predicts the points of all Rullos of
`rullo_studies.scale.thresholds`, and a few more, in about six minutes on one core if
linear algebra has a single thread (``OPENBLAS_NUM_THREADS=1``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from math import exp, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.parameters import parse_size
from rullo_core.rullo.predicting import (
    Process,
    classes_of,
    run_bare,
    run_planted,
    share_of,
    usual_classes,
    variance_of,
)
from rullo_core.rullo.request import FAIR
from rullo_studies.rullo.uniqueness import switches_among, without_far
from rullo_studies.scale.floor import floors_of
from rullo_studies.scale.information import offered_bits
from rullo_studies.scale.planted import draw_planted
from rullo_studies.scale.segments import Cut, segments_of
from rullo_studies.scale.thresholds import add_rows, crossing

FEWEST = 50
"""The least number of random boards whose information, and whose far solutions, are taken the mean of."""

AT_ONCE = 50
"""Boards whose far solutions are estimated together."""

TABLE: dict[tuple[str, int], tuple[int, ...]] = {
    ("5x5", 0): (1, 2, 3, 4, 5),
    ("6x6", 0): (1, 2, 3, 4, 5, 6),
    ("7x8", 0): (3, 4, 5, 6, 7, 8, 9),
    ("8x8", 0): (4, 5, 6, 7, 8, 9, 11),
    ("8x9", 0): (4, 5, 6, 7, 8, 9, 10, 11, 12),
    ("9x9", 0): (5, 6, 7, 8, 9, 10, 11, 13, 16),
    ("10x10", 0): (7, 8, 9, 10, 11, 13, 16, 20, 25),
    ("11x11", 0): (9, 11, 13, 16, 18, 20, 25, 32, 39, 45),
    ("12x12", 0): (9, 11, 13, 16, 20, 25, 32, 39, 50, 64, 80),
    ("12x12", 3): (1, 2, 3),
    ("12x12", 4): (1, 2, 3),
    ("10x10", 5): (1, 2, 3, 4),
    ("20x20", 5): (1, 2, 3, 4, 5),
    ("12x12", 6): (2, 3, 4, 5),
    ("18x18", 6): (2, 3, 4, 5, 6),
    ("14x14", 7): (3, 4, 5, 6, 7),
    ("16x16", 8): (4, 5, 6, 7, 8, 9),
    ("24x24", 8): (4, 5, 6, 7, 8, 9),
    ("7x7", 0): (3, 4, 5, 6, 7, 8),
    ("9x9", 3): (1, 2, 3),
    ("8x8", 4): (1, 2, 3),
    ("16x16", 4): (1, 2, 3, 4),
    ("15x15", 5): (1, 2, 3, 4, 5),
    ("18x18", 9): (5, 6, 7, 8, 9, 10, 11, 13),
    ("20x20", 10): (7, 8, 9, 10, 11, 13, 16, 20, 25),
    ("27x27", 9): (4, 5, 6, 7, 8, 9, 10, 11, 13),
    ("30x30", 10): (7, 8, 9, 10, 11, 13, 16, 20, 25),
    ("24x24", 12): (9, 11, 13, 16, 20, 25, 32, 39, 50, 64),
}
"""The families of the committed table, with the knobs: those of Rullos that are measured, near the thresholds of all
parts, and a few more.
"""

PARTS = ["bulk", "floor", "code"]
THRESHOLDS = ["unique", "single", *PARTS]

FAMILY = ["size", "reach"]
SHARES = ["bulk", "sets", "hold_up", "single", "error", "switches", "far", "unique"]
COLUMNS = [*FAMILY, "knob", "offered", *SHARES]


def predict_reach(
    size: str,
    knobs: Iterable[int],
    reach: int | None = None,
    accuracy: float = 0.005,
    cells: int = 40_000,
    seed: int = 1,
) -> pd.DataFrame:
    """Predict how many random Rullos with cut lines propagation solves, and how many are unique, without solving any.

    Parameters
    ----------
    size : str
        Height x width in cells.
    knobs : iterable of int
        The greatest numbers, R, of the points; numbers are 1 to R.
    reach : int, optional
        Cells of each sum, as `rullo_studies.scale.draw_planted` takes it.
    accuracy : float
        Standard error of the share that propagation solves, as far as it comes from random boards.
    cells : int
        The cells, together, of random boards whose information and far solutions are estimated; there are 50 boards at
        least.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point: ``size``, ``reach`` (0 for whole lines), ``knob``; ``offered``, the mean of what the clues
        offer, as a share of what a board needs; ``bulk``, the share of boards on which only small sets stay unknown;
        ``sets``, the expected number of small minimal stopping sets, and their mean ``hold_up``; ``single``, the share
        of puzzles that the consistency of single constraints solves, with its standard ``error`` from random boards;
        ``switches``, the expected number of small sets with a second solution; ``far``, the share of puzzles without a
        far solution; and ``unique``, the share of unique ones.

    Raises
    ------
    BadInput
        If there is no such size, knob or reach.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.scale.predict_reach("8x8", [2, 9], reach=4, accuracy=0.02, cells=2000)
    >>> bool((points["single"] <= points["unique"]).all())
    True
    """
    height, width = parse_size(size)
    number = max(FEWEST, cells // (height * width))
    rows = []
    for knob in knobs:
        puzzles = (draw_planted("rullo", size, knob, seed, i, reach) for i in range(number))
        offered = float(np.mean([offered_bits(puzzle) / puzzle.bits for puzzle in puzzles]))
        shares = _shares((height, width, reach or 0), knob, accuracy, number, seed)
        rows.append([size, reach or 0, knob, offered, *shares])
    return pd.DataFrame(rows, columns=COLUMNS)


def _shares(cut: Cut, largest: int, accuracy: float, boards: int, seed: int) -> list[float]:
    """Return the parts of the prediction of a point."""
    values = tuple(range(1, largest + 1))
    process = Process(*cut[:2], classes_of(values, usual_classes(values)), FAIR, seed, segments_of(cut))
    floors = floors_of(largest, cut)
    bare = run_bare(process, accuracy)
    planted = run_planted(process, floors, accuracy)
    bulk, expected = share_of(bare), sum(floor.expected for floor in floors)
    held = sum(floor.expected * share_of(ends) for floor, ends in planted)
    rate = held / bulk if bulk else 0.0
    single = bulk * exp(-rate)
    variance = (1 + rate) ** 2 * bulk * (1 - bulk) / len(bare.small) + sum(variance_of(*shape) for shape in planted)
    error = max(exp(-rate) * sqrt(variance), 1 / len(bare.small))
    switches = switches_among(floors)
    far = float(np.mean(_without_far(cut, largest, boards, seed)))
    hold_up = rate / expected if planted and bulk else 1.0
    return [bulk, expected, hold_up, single, error, switches, far, max(single, exp(-switches) * far)]


def _without_far(cut: Cut, largest: int, boards: int, seed: int) -> np.ndarray:
    """Return for random boards the estimated probability that they have no far solution.

    The same boards, but for their numbers, are drawn for every range.
    """
    lines, rng = segments_of(cut), np.random.default_rng(seed)
    row = np.repeat(np.arange(lines.rows), lines.length[: lines.rows])
    column = lines.across[: lines.rows].ravel() - lines.rows
    shares = []
    for first in range(0, boards, AT_ONCE):
        number = min(AT_ONCE, boards - first)
        numbers = np.zeros((number, lines.rows, len(lines.length) - lines.rows), np.int64)
        included = np.zeros(numbers.shape, bool)
        numbers[:, row, column] = np.ceil(largest * (1 - rng.random((number, len(row)))))
        included[:, row, column] = rng.random((number, len(row))) < FAIR
        shares.append(without_far(numbers, included))
    return np.concatenate(shares)


def load_reach(path: str | Path) -> pd.DataFrame:
    """Read points that `predict_reach` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `predict_reach` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> len(rs.scale.load_reach("data/scale/reach.csv").groupby(["size", "reach"]))
    28
    """
    return read_measured(path, COLUMNS, "rullo_studies.scale.reach")


def find_reach(points: pd.DataFrame) -> pd.DataFrame:
    """Find the thresholds of predicted points: of propagation and of uniqueness, and of their parts.

    Between two points a share is linear in the information, as in `rullo_studies.scale.find_thresholds`. The law of
    reach is the ratio of the greater of ``bulk`` and ``floor`` to the greater of ``code`` and ``floor``: where the
    bulk stops later than the floor, there are puzzles that are unique, and that propagation does not solve.

    Parameters
    ----------
    points : pandas.DataFrame
        What `predict_reach` returns, of any number of families.

    Returns
    -------
    pandas.DataFrame
        A row for each ``size`` and ``reach``: the information, as a share of the need, at which half of the puzzles are
        ``unique``, and at which the consistency of single constraints solves half (``single``), with their ``ratio``;
        that at which only small sets stay unknown on half of the boards (``bulk``), at which half would have no small
        set, were their number Poisson and their hold-up 1 (``floor``), and at which half have no far solution
        (``code``); and ``law``, the ratio by the law. They are NaN where points do not cross one half.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> thresholds = rs.scale.find_reach(rs.scale.load_reach("data/scale/reach.csv"))
    >>> bool((thresholds["ratio"] >= 1).all())
    True
    """
    rows = []
    for family, table in points.groupby(FAMILY, sort=False):
        table = table.sort_values("offered")
        shares = table.assign(floor=np.exp(-table["sets"]), code=table["far"])
        offered = table["offered"].to_numpy()
        levels = {name: crossing(offered, shares[name].to_numpy()) for name in THRESHOLDS}
        law = np.maximum(levels["bulk"], levels["floor"]) / np.maximum(levels["code"], levels["floor"])
        rows.append([*family, *levels.values(), levels["single"] / levels["unique"], law])
    return pd.DataFrame(rows, columns=[*FAMILY, *THRESHOLDS, "ratio", "law"])


def main(path: str, *sizes: str) -> None:
    """Predict the families of some sizes, or all of them, and add their points to a file."""
    for (size, reach), knobs in TABLE.items():
        if not sizes or size in sizes:
            add_rows(path, predict_reach(size, knobs, reach or None), [*FAMILY, "knob"])


if __name__ == "__main__":
    main(*sys.argv[1:])
