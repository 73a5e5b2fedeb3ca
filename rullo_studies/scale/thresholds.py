"""Thresholds of random puzzles: the information at which half are unique, and at which propagation solves half.

A family has a kind and a size, and its points differ in the knob that information grows with. At each point random
puzzles are drawn with `rullo_studies.scale.draw_planted`. ``python -m rullo_studies.scale.thresholds
data/scale/thresholds.csv`` measures all families of the table, in about an hour; a kind, or a kind and a size, after
the path restricts them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.runs.shards import run_on_threads
from rullo_studies.scale.information import offered_bits
from rullo_studies.scale.planted import draw_planted
from rullo_studies.scale.propagation import Outcome, examine

NODES = 2_000_000
"""Values that a search for a second solution tries."""

PART = 20
"""Puzzles that a thread takes at a time."""

FAMILY = ["kind", "size", "reach"]
COLUMNS = [*FAMILY, "knob", "puzzles", "need", "offered", "unique", "undecided", "single", "pairs", "assumption"]
SHARES = ["unique", "assumption", "pairs", "single"]

TABLE: dict[tuple[str, str, int], tuple[int, tuple[int, ...]]] = {
    ("rullo", "5x5", 0): (10_000, (1, 2, 3, 4, 5, 6, 7, 8, 9, 11)),
    ("rullo", "6x6", 0): (1000, (2, 3, 4, 5, 6, 7, 8, 9, 11)),
    ("rullo", "7x8", 0): (1000, (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16)),
    ("rullo", "8x8", 0): (1000, (4, 5, 6, 7, 8, 9, 11, 13, 16)),
    ("rullo", "8x9", 0): (1000, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20)),
    ("rullo", "9x9", 0): (1000, (5, 6, 7, 8, 9, 10, 11, 13, 16, 20)),
    ("rullo", "10x10", 0): (1000, (4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 20, 25, 29, 32, 36, 40)),
    ("rullo", "11x11", 0): (400, (9, 11, 13, 16, 18, 20, 25, 32, 39, 45, 50, 64)),
    ("rullo", "12x12", 0): (400, (13, 16, 20, 25, 32, 39, 50, 64, 80, 99)),
    ("sudoku", "6x6", 0): (1000, (4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26)),
    ("sudoku", "9x9", 0): (1000, (20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53)),
    ("killer", "6x6", 0): (1000, (8, 10, 12, 14, 16, 18, 20, 22, 24, 26)),
    ("killer", "9x9", 0): (1000, (24, 28, 32, 36, 40, 42, 44, 46, 48, 50, 52, 56)),
    ("kakuro", "5x5", 0): (400, (0, 1, 2, 4, 9)),
    ("kakuro", "7x7", 0): (400, (0, 1, 2, 4, 9)),
    ("rullo", "12x12", 3): (400, (1, 2, 3, 4, 5, 6, 7, 9, 12, 16)),
    ("rullo", "12x12", 4): (10_000, (1, 2, 3, 4, 5, 6, 7, 9, 12, 16)),
    ("rullo", "10x10", 5): (10_000, (2, 3, 4, 5, 6, 7, 8, 9, 11)),
    ("rullo", "20x20", 5): (400, (2, 3, 4, 5, 6, 7, 8, 9, 11)),
    ("rullo", "12x12", 6): (10_000, (3, 4, 5, 6, 7, 8, 9, 11, 13)),
    ("rullo", "18x18", 6): (400, (3, 4, 5, 6, 7, 9, 11, 13)),
    ("rullo", "14x14", 7): (400, (3, 4, 5, 6, 7, 8, 9, 11, 13)),
    ("rullo", "16x16", 8): (400, (5, 6, 7, 8, 9, 11, 13, 16, 20)),
    ("rullo", "24x24", 8): (400, (7, 8, 9, 10, 11, 13, 16)),
}
"""The families of the committed table, with the puzzles of a point and the knobs."""

LEVEL = 0.5
"""The share of puzzles at a threshold."""


class Curve(NamedTuple):
    """Points of a family: the information that is offered, as a share of the need, puzzles, and how many have a
    property, in columns of which each implies those before it.
    """

    offered: np.ndarray
    puzzles: np.ndarray
    counts: np.ndarray


def measure_points(
    kind: str,
    size: str,
    knobs: Iterable[int],
    reach: int | None = None,
    puzzles: int = 400,
    seed: int = 1,
    nodes: int = NODES,
    with_pairs: bool = False,
) -> pd.DataFrame:
    """Count random puzzles that are unique, and those that propagation solves.

    Parameters
    ----------
    kind, size : str
        As `rullo_studies.scale.draw_planted` takes them.
    knobs : iterable of int
        A knob for each point.
    reach : int, optional
        As `rullo_studies.scale.draw_planted` takes it.
    puzzles : int
        The number of puzzles of a point.
    seed : int
        Random seed.
    nodes : int
        Values that a search for a second solution tries; a puzzle is undecided if it takes more.
    with_pairs : bool
        Whether overlapping pairs of constraints are filtered, too, of puzzles that single constraints do not solve.

    Returns
    -------
    pandas.DataFrame
        A row for each point: ``kind``, ``size``, ``reach`` (0 for whole lines), ``knob``, ``puzzles``; ``need``, the
        mean bits that a board needs, and ``offered``, the mean of what the clues offer, as a share of this; and numbers
        of puzzles: ``unique``; ``undecided``; ``single``, which the consistency of single constraints solves;
        ``pairs``, which that of single constraints and of overlapping pairs solves (-1 if not counted); ``assumption``,
        which that of single constraints solves after assumptions of one value at a time.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.scale.measure_points("rullo", "4x4", [1, 9], puzzles=50)
    >>> points["unique"].is_monotonic_increasing
    True
    """
    rows = []
    for knob in knobs:

        def work(first: int, stop: np.ndarray, knob: int = knob) -> list[tuple[float, float, Outcome]]:
            planted = [draw_planted(kind, size, knob, seed, i, reach) for i in range(first, min(first + PART, puzzles))]
            return [(puzzle.bits, offered_bits(puzzle), examine(puzzle, nodes, with_pairs, stop)) for puzzle in planted]

        results = [result for part in run_on_threads(range(0, puzzles, PART), work) for result in part]
        rows.append([kind, size, reach or 0, knob, puzzles, *_row(results)])
    return pd.DataFrame(rows, columns=COLUMNS)


def _row(results: Sequence[tuple[float, float, Outcome]]) -> list[float]:
    need, offered, outcomes = zip(*results, strict=True)
    pairs = [outcome.pairs for outcome in outcomes]
    return [
        float(np.mean(need)),
        float(np.mean(np.divide(offered, need))),
        sum(outcome.unique is True for outcome in outcomes),
        sum(outcome.unique is None for outcome in outcomes),
        sum(outcome.single for outcome in outcomes),
        -1 if None in pairs else sum(map(bool, pairs)),
        sum(outcome.assumption for outcome in outcomes),
    ]


def load_points(path: str | Path) -> pd.DataFrame:
    """Read points that `measure_points` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_points` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> int(rs.scale.load_points("data/scale/thresholds.csv")["puzzles"].min())
    400
    """
    return read_measured(path, COLUMNS, "rullo_studies.scale.thresholds")


def find_thresholds(points: pd.DataFrame, draws: int = 400, seed: int = 1) -> pd.DataFrame:
    """Find the information at which half of the puzzles of each family are unique, or solved.

    Between two points a share is linear in the information; if it crosses one half several times, the last crossing
    counts. Intervals are those of bootstrapped points: as many puzzles are drawn from the counts of each again and
    again. The error of the interpolation is not part of them.

    Parameters
    ----------
    points : pandas.DataFrame
        What `measure_points` returns, of any number of families.
    draws : int
        How often puzzles are drawn for the intervals.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each ``kind``, ``size`` and ``reach``: ``need``; ``unique``, ``assumption`` and ``single``, the
        information at which half of the puzzles are unique, or solved, as a share of the need (NaN if half never are);
        ``ratio``, that of ``single`` to ``unique``, with a 95 % interval from ``low`` to ``high``; the greatest shares
        of puzzles that are unique, but that single constraints (``hard``) or an assumption (``harder``) do not solve,
        and the greatest share of undecided ones, which count as not unique.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.scale.load_points("data/scale/thresholds.csv")
    >>> thresholds = rs.scale.find_thresholds(points[points["kind"] == "rullo"], draws=50)
    >>> bool((thresholds["ratio"] >= 1).all())
    True
    """
    rng = np.random.default_rng(seed)
    rows = [
        [*family, table["need"].iloc[0], *_thresholds(table.sort_values("offered"), draws, rng)]
        for family, table in points.groupby(FAMILY, sort=False)
    ]
    columns = ["need", "unique", "assumption", "single", "ratio", "low", "high", "hard", "harder", "undecided"]
    return pd.DataFrame(rows, columns=[*FAMILY, *columns])


def _thresholds(table: pd.DataFrame, draws: int, rng: np.random.Generator) -> list[float]:
    counts = table[["unique", "assumption", "single"]].to_numpy()
    puzzles, offered = table["puzzles"].to_numpy(), table["offered"].to_numpy()
    unique, assumption, single = (crossing(offered, column / puzzles) for column in counts.T)
    classes = np.column_stack([puzzles, counts]) - np.column_stack([counts, np.zeros(len(counts), int)])
    ratios = []
    for _ in range(draws):
        sample = np.array([rng.multinomial(n, row / n) for n, row in zip(puzzles, classes, strict=True)])
        resampled = sample[:, ::-1].cumsum(axis=1)[:, ::-1] / puzzles[:, None]
        ratios.append(crossing(offered, resampled[:, 3]) / crossing(offered, resampled[:, 1]))
    defined = [ratio for ratio in ratios if not np.isnan(ratio)]
    low, high = np.quantile(defined, [0.025, 0.975]) if defined else (np.nan, np.nan)
    shares = counts / puzzles[:, None]
    return [
        unique,
        assumption,
        single,
        single / unique,
        float(low),
        float(high),
        float((shares[:, 0] - shares[:, 2]).max()),
        float((shares[:, 0] - shares[:, 1]).max()),
        float((table["undecided"] / table["puzzles"]).max()),
    ]


def crossing(places: np.ndarray, shares: np.ndarray, level: float = LEVEL) -> float:
    """Return where shares last rise above a level, linear between ascending places; NaN if they never do."""
    rises = np.flatnonzero((shares[:-1] < level) & (shares[1:] >= level))
    if not len(rises):
        return float("nan")
    i = rises[-1]
    return float(places[i] + (level - shares[i]) / (shares[i + 1] - shares[i]) * (places[i + 1] - places[i]))


def add_rows(path: str, rows: pd.DataFrame, place: list[str]) -> None:
    """Add rows to a file of measurements; those of the same place are replaced where they stand."""
    if Path(path).exists():
        rows = pd.concat([pd.read_csv(path), rows])
        order, latest = rows.drop_duplicates(place)[place], rows.drop_duplicates(place, keep="last")
        rows = order.merge(latest, on=place)[rows.columns]
    rows.to_csv(path, index=False, float_format="%.6g", lineterminator="\n")


def main(path: str, *names: str) -> None:
    """Measure the families of a kind, or of a kind and a size, or all of them, and add their points to a file."""
    for (kind, size, reach), (puzzles, knobs) in TABLE.items():
        if (kind, size)[: len(names)] == names:
            with_pairs = kind in ("sudoku", "killer")
            points = measure_points(kind, size, knobs, reach or None, puzzles, with_pairs=with_pairs)
            add_rows(path, points, [*FAMILY, "knob"])


if __name__ == "__main__":
    main(*sys.argv[1:])
