"""The phases of random Rullos by side and numbers: simple, unique and not simple, ambiguous; counted, and predicted.

Two borders divide them: at the same side, half of the puzzles are simple above a range of numbers from 1 to R, and half
have one solution above another. Theory draws both, by other means than counting; see `draw_borders`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb, exp, log, pi, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.rullo.experiments.phases import Phases
from rullo_core.rullo.predicting import predict
from rullo_core.rullo.request import PredictionRequest
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.limit_law import fixed_cells, theta_of
from rullo_studies.rullo.predictions import count_points
from rullo_studies.rullo.uniqueness import mean_of_normal_lines, predict_unique

OUTCOMES = list(Phases.kinds)
PHASES = ["side", "largest", "max_nodes", "puzzles", *OUTCOMES, "passes"]
BORDERS = ["side", "fixed_cells", "theta", "unique", "normal_lines", "rectangles"]
WINDOWS = ["side", "largest", "predicted", "error", "predicted_passes", "puzzles", "simple", "passes"]

LEVEL = 0.638
"""The parameter of the limit at which half of the puzzles are simple."""

LAST_RANGE = 2**16
"""The greatest number of a range that is tried for a border."""

MOST_UNDECIDED = 0.05
"""The greatest share of undecided puzzles with which a share of unique ones counts as known."""

ROUGH = 1000
"""The number of puzzles that are counted to find the middle of a window."""

STEPS_OF_WINDOW, FACTOR = range(-5, 6), 2**0.25
"""The ranges of a window, as powers of a factor times the range at which half of the puzzles are simple."""

QUANTILES = (0.1, 0.5, 0.9)
"""The shares of simple puzzles at both ends of a window, and at its middle."""


def _phases(side: int, largest: int, puzzles: int, max_nodes: int, seed: int) -> dict[str, float]:
    """Count random puzzles of each outcome, and return the mean passes of simple ones."""
    values = tuple(range(1, largest + 1))
    experiment = Phases(side, side, values, puzzles, seed, nodes=max_nodes)
    total = experiment.empty_result()
    for result in run_on_threads(experiment.shards(), experiment.count):
        total.add(result)
    counts = np.bincount(total["outcome"], minlength=len(OUTCOMES)).tolist()
    passes = float(np.nanmean(experiment.passes_of(total))) if counts[0] else np.nan
    return dict(zip(OUTCOMES, counts, strict=True)) | {"passes": passes}


def count_phases(
    sides: Iterable[int], ranges: Iterable[int], puzzles: int = 300, max_nodes: int = 300_000, seed: int = 1
) -> pd.DataFrame:
    """Count random Rullos by phase: simple, unique and not simple, ambiguous, or undecided.

    Parameters
    ----------
    sides : iterable of int
        The numbers of rows and of columns.
    ranges : iterable of int
        The greatest numbers, R; numbers are 1 to R.
    puzzles : int
        The number of random puzzles of each side and range.
    max_nodes : int
        The most values that a search for a second solution tries; past it a puzzle is undecided.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each side and range: ``side``, ``largest``, ``max_nodes`` and ``puzzles``; the numbers of ``simple``,
        ``unique``, ``ambiguous`` and ``undecided`` puzzles (all int), and ``passes``, the mean passes of simple ones
        (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> counted = rs.rullo.count_phases([3, 7], [2, 4], puzzles=50)
    >>> counted[["side", "largest", "undecided"]].values.tolist()
    [[3, 2, 0], [3, 4, 0], [7, 2, 0], [7, 4, 0]]
    """
    rows, ranges = [], list(ranges)
    for side in sides:
        for largest in ranges:
            point = {"side": side, "largest": largest, "max_nodes": max_nodes, "puzzles": puzzles}
            rows.append(point | _phases(side, largest, puzzles, max_nodes, seed))
    return pd.DataFrame(rows)[PHASES]


def load_phases(path: str | Path) -> pd.DataFrame:
    """Read counts of phases, which `count_phases` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `count_phases` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_phases("data/predictions/phases.csv").columns.tolist()[:3]
    ['side', 'largest', 'max_nodes']
    """
    return read_measured(path, PHASES, "rullo_studies.theory")


def _range_at(measure: Callable[[int], float], level: float, first: int, last: int) -> float:
    """Return where a measure that grows with the range reaches a level, between whole ranges; NaN beyond the last."""
    low, high = first, first
    low_measure = high_measure = measure(first)
    while high_measure < level:
        if high == last:
            return np.nan
        low, low_measure, high = high, high_measure, min(2 * high, last)
        high_measure = measure(high)
    while high - low > 1:
        middle = (low + high) // 2
        if (value := measure(middle)) < level:
            low, low_measure = middle, value
        else:
            high, high_measure = middle, value
    return _interpolate((low, high), (low_measure, high_measure), level) if high > low else float(first)


def _interpolate(ranges: Sequence[float], measures: Sequence[float], level: float) -> float:
    """Return where a measure reaches a level, by linear interpolation in the logarithm of the range."""
    return exp(np.interp(level, measures, np.log(ranges)))


def draw_borders(
    sides: Iterable[int], largest: int = 12_000, lines: int = 20_000, boards: int = 300, seed: int = 1
) -> pd.DataFrame:
    """Find the ranges at which half of the puzzles are simple, or have one solution, by theory alone.

    Parameters
    ----------
    sides : iterable of int
        The numbers of rows and of columns.
    largest : int
        The greatest number, R, up to which borders are found.
    lines : int
        The number of random lines for `fixed_cells`.
    boards : int
        The number of random boards for `predict_unique`.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each ``side`` (int), and the ranges R at which, by each measure, half of the puzzles are beyond a
        border (float, NaN where that is above `largest`): ``fixed_cells``, where a line fixes 0.638 cells while nothing
        else is known, and ``theta``, where the formula for this number in the limit is 0.638: half are simple;
        ``unique``, where `predict_unique` is 1/2, and ``normal_lines``, where the mean number of other solutions would
        be 1/2 if sums were normal: half have one solution; ``rectangles``, where half have no rectangle of four equal
        numbers that can be exchanged, if their number is Poisson.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.draw_borders([12], lines=500, boards=20).round(-1).values.tolist()
    [[10.0, 70.0, 120.0, 20.0, 20.0, 10.0]]
    """
    rows: list[dict[str, float]] = []
    for side in sides:
        measures: dict[str, tuple[Callable[[int], float], float]] = {
            "fixed_cells": (partial(fixed_cells, side, lines=lines, seed=seed), LEVEL),
            "theta": (partial(_theta, side), LEVEL),
            "unique": (partial(_unique, side, boards=boards, seed=seed), 0.5),
            "normal_lines": (partial(_negative_mean, side), -0.5),
        }
        row: dict[str, float] = {"side": side}
        for name, (measure, level) in measures.items():
            previous = rows[-1][name] if rows else np.nan  # Borders rise with the side.
            first = 2 if np.isnan(previous) else max(2, int(0.8 * previous))
            row[name] = np.nan if rows and np.isnan(previous) else _range_at(measure, level, first, largest)
        row["rectangles"] = (comb(side, 2) ** 2 / 8 / log(2)) ** (1 / 3)
        rows.append(row)
    return pd.DataFrame(rows)[BORDERS]


def _theta(side: int, largest: int) -> float:
    """Return the parameter of the limit, infinite where a line has no other way on average."""
    return theta_of(side, largest) if 2**side > largest * sqrt(pi * side / 6) else np.inf


def _unique(side: int, largest: int, boards: int, seed: int) -> float:
    """Return the estimated share of puzzles with one solution."""
    return predict_unique(side, largest, boards, seed).share


def _negative_mean(side: int, largest: int) -> float:
    """Return the mean of normal lines with the other sign, so that it grows with the range."""
    return -mean_of_normal_lines(side, largest)


def load_borders(path: str | Path) -> pd.DataFrame:
    """Read the borders of theory, which `draw_borders` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `draw_borders` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_borders("data/predictions/borders.csv")["unique"].is_monotonic_increasing
    True
    """
    return read_measured(path, BORDERS, "rullo_studies.theory")


def measure_windows(
    sides: Iterable[int], puzzles: int = 10_000, accuracy: float = 0.004, seed: int = 1
) -> pd.DataFrame:
    """Count and predict simple puzzles over ranges from nearly none to nearly all of them, for several sides.

    Parameters
    ----------
    sides : iterable of int
        The numbers of rows and of columns.
    puzzles : int
        The number of random puzzles of each side and range.
    accuracy : float
        Standard error of a predicted share, as far as it comes from random boards.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each ``side`` and range, 1 to ``largest``; the ``predicted`` share of simple puzzles, its ``error``
        and ``predicted_passes``; ``puzzles``, and of these the share of ``simple`` ones with their mean ``passes``.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> bool(rs.rullo.measure_windows([10], puzzles=500, accuracy=0.05)["simple"].between(0, 1).all())
    True
    """
    rows = []
    for side in sides:
        half = _range_at(partial(_simple, side, seed=seed), 0.5, 2, LAST_RANGE)
        ranges = sorted({max(2, round(half * FACTOR**step)) for step in STEPS_OF_WINDOW})
        counts = _count_simple(side, ranges, puzzles, seed)
        for largest, point in zip(ranges, counts.itertuples(), strict=True):
            request = PredictionRequest(point.size, values=point.values, accuracy=accuracy, seed=seed)
            prediction = predict(request)
            predicted = (prediction.simple, prediction.error, prediction.passes)
            rows.append((side, largest, *predicted, puzzles, point.simple, point.passes))
    return pd.DataFrame(rows, columns=WINDOWS)


def _simple(side: int, largest: int, seed: int) -> float:
    """Return the share of simple puzzles in a small number that are counted."""
    return float(_count_simple(side, [largest], ROUGH, seed)["simple"].item())


def _count_simple(side: int, ranges: Sequence[int], puzzles: int, seed: int) -> pd.DataFrame:
    """Count simple puzzles of a side by passes, over several ranges."""
    sizes = {"size": f"{side}x{side}", "values": [f"1-{largest}" for largest in ranges]}
    return count_points(pd.DataFrame(sizes), puzzles, seed)


def load_windows(path: str | Path) -> pd.DataFrame:
    """Read counts and predictions of windows, which `measure_windows` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_windows` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_windows("data/predictions/windows.csv")["side"].min()
    np.int64(8)
    """
    return read_measured(path, WINDOWS, "rullo_studies.theory")


def compare_windows(windows: pd.DataFrame) -> pd.DataFrame:
    """Find in counts and in predictions where 10, 50 and 90 % of the puzzles are simple.

    Parameters
    ----------
    windows : pandas.DataFrame
        What `measure_windows` returns.

    Returns
    -------
    pandas.DataFrame
        By ``side``, for ``counted`` and ``predicted`` puzzles: ``half``, the range R at which half are simple;
        ``width``, the difference of ln R between 10 and 90 %; and ``passes``, the mean passes at ``half`` (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.rullo.compare_windows(rs.rullo.load_windows("data/predictions/windows.csv"))
    >>> table["width"].round(1).loc[12].tolist()
    [0.9, 0.9]
    """
    rows = {}
    for side, of_side in windows.groupby("side"):
        for source, share, passes in (("counted", "simple", "passes"), ("predicted", "predicted", "predicted_passes")):
            low, half, high = (_interpolate(of_side["largest"], of_side[share], level) for level in QUANTILES)
            at_half = np.interp(log(half), np.log(of_side["largest"]), of_side[passes])
            rows[side, source] = half, log(high / low), float(at_half)
    index = pd.MultiIndex.from_tuples(rows, names=["side", "source"])
    return pd.DataFrame([*rows.values()], index, columns=["half", "width", "passes"])


def compare_unique(phases: pd.DataFrame, boards: int = 1000, seed: int = 1) -> pd.DataFrame:
    """Compare counted shares of puzzles with one solution with estimated ones, between 5 and 95 %.

    Parameters
    ----------
    phases : pandas.DataFrame
        What `count_phases` returns; points with more than 5 % undecided are left out.
    boards : int
        The number of random boards for each estimate.
    seed : int
        Random seed of these.

    Returns
    -------
    pandas.DataFrame
        A row for each ``side`` and range, 1 to ``largest`` (int): the ``counted`` and the ``predicted`` share (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.rullo.compare_unique(rs.rullo.count_phases([9], [50, 60]), boards=20)
    >>> len(table)  # nearly all have one solution
    0
    """
    counted = (phases["simple"] + phases["unique"]) / phases["puzzles"]
    is_known = phases["undecided"] <= MOST_UNDECIDED * phases["puzzles"]
    points = phases.assign(counted=counted)[is_known & counted.between(0.05, 0.95)]
    places = zip(points["side"].tolist(), points["largest"].tolist(), strict=True)
    predicted = [predict_unique(side, largest, boards, seed).share for side, largest in places]
    return points[["side", "largest", "counted"]].assign(predicted=predicted).reset_index(drop=True)


def measure_widths(phases: pd.DataFrame, borders: pd.DataFrame, ranges: Iterable[int]) -> pd.DataFrame:
    """Find at which sides half of the puzzles are simple, and half have one solution, for several ranges.

    Parameters
    ----------
    phases : pandas.DataFrame
        What `count_phases` returns.
    borders : pandas.DataFrame
        What `draw_borders` returns.
    ranges : iterable of int
        The greatest numbers, R, that `phases` has counts of.

    Returns
    -------
    pandas.DataFrame
        By ``largest``: the sides, interpolated, at which half of the puzzles are ``simple`` and ``unique`` as counted;
        the latter is missing where more than 5 % are undecided on either side of it; the same as
        ``predicted_simple``, where a line fixes 0.638 cells, and ``predicted_unique``; and ``width`` and
        ``predicted_width``, the differences of both (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> path = "data/predictions"
    >>> counted = rs.rullo.load_phases(f"{path}/phases.csv")
    >>> widths = rs.rullo.measure_widths(counted, rs.rullo.load_borders(f"{path}/borders.csv"), [20, 40])
    >>> widths["width"].round(1).tolist()
    [2.0, nan]
    """
    rows = {}
    for largest in ranges:
        counts = phases[phases["largest"] == largest].sort_values("side")
        shares = counts[OUTCOMES].div(counts["puzzles"], axis=0)
        unique = (shares["simple"] + shares["unique"]).where(shares["undecided"] <= MOST_UNDECIDED)
        sides = [_side_at(counts["side"], share) for share in (shares["simple"], unique)]
        of_theory = [
            float(np.interp(log(largest), np.log(column[name]), column["side"], np.nan, np.nan))
            for name in ("fixed_cells", "unique")
            for column in (borders.dropna(subset=name),)
        ]
        rows[largest] = (*sides, *of_theory, sides[1] - sides[0], of_theory[1] - of_theory[0])
    names = ["simple", "unique", "predicted_simple", "predicted_unique", "width", "predicted_width"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=names).rename_axis("largest")


def _side_at(sides: pd.Series, shares: pd.Series) -> float:
    """Return the side at which a share falls to half, by linear interpolation; NaN if one next to it is unknown."""
    places = np.flatnonzero(shares < 0.5)
    if not len(places) or places[0] == 0:
        return np.nan
    pair = slice(places[0] - 1, places[0] + 1)
    first, second = shares.iloc[pair]
    return float(sides.iloc[places[0] - 1] + (first - 0.5) / (first - second))
