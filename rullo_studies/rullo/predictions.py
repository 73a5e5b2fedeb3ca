"""Predictions of random Rullos beside what is counted, at points that were drawn and predicted before."""

from __future__ import annotations

from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.parameters import format_range, parse_range, parse_size
from rullo_core.rullo.predicting import Process, classes_of, predict
from rullo_core.rullo.request import PredictionRequest

SHORTEST, LONGEST = 6, 16
"""The sides of points that are drawn."""

FEWEST_VALUES, MOST_VALUES = 10, 2000
"""The least and the greatest number of values of points that are drawn: with fewer, row and column have the same number
in so many cells that the decoupled process is half of the truth.
"""

ROUGH, BETWEEN = 0.02, (0.05, 0.95)
"""The accuracy of predictions while points are drawn, and the shares of simple puzzles between which these lie."""

SEALED = ["size", "values", "simple", "error", "passes", "open_cells", "bulk", "one_class"]
COUNTED = ["size", "values", "puzzles", "simple", "passes", "open_cells"]


def draw_points(
    number: int = 40,
    seed: int = 1,
    sides: tuple[int, int] = (SHORTEST, LONGEST),
    largest: tuple[int, int] = (FEWEST_VALUES, MOST_VALUES),
    repeats: int = 0,
) -> pd.DataFrame:
    """Draw sizes and ranges at which some puzzles are simple and others are not, by predictions alone.

    Both sides are uniform. Numbers are 1 to R, and the logarithm of R is uniform. A point at which less than 5 %, or
    more than 95 %, of the puzzles are predicted to be simple is drawn again.

    Parameters
    ----------
    number : int
        The number of points.
    seed : int
        Random seed.
    sides : (int, int)
        The least and the greatest side.
    largest : (int, int)
        The least and the greatest R.
    repeats : int
        How many of the numbers are there twice: their negatives are added, which predictions and passes treat alike.

    Returns
    -------
    pandas.DataFrame
        ``size`` and ``values`` (str), a row for each point.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.draw_points(1, seed=3).columns.tolist()
    ['size', 'values']
    """
    rng = np.random.default_rng(seed)
    rows: dict[tuple[str, str], None] = {}
    while len(rows) < number:
        height, width = rng.integers(*sides, endpoint=True, size=2).tolist()
        greatest = round(exp(rng.uniform(log(largest[0]), log(largest[1]))))
        again = rng.permutation(greatest)[:repeats].tolist() if repeats else []
        values = format_range((*sorted(-number - 1 for number in again), *range(1, greatest + 1)))
        simple = predict(PredictionRequest(f"{height}x{width}", values=values, accuracy=ROUGH)).simple
        if BETWEEN[0] <= simple <= BETWEEN[1]:
            rows[f"{height}x{width}", values] = None
    return pd.DataFrame(list(rows), columns=["size", "values"])


def predict_points(points: pd.DataFrame, accuracy: float = 0.002, seed: int = 1) -> pd.DataFrame:
    """Predict random Rullos of several sizes and ranges, also without size classes.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    accuracy : float
        Standard error of a share, as far as it comes from random boards.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        ``size``, ``values``; ``simple``, ``error``, ``passes``, ``open_cells`` and ``bulk`` as in
        `rullo_core.rullo.predict` (float); ``one_class``, the share of simple puzzles with one size class (float).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> predicted = rs.rullo.predict_points(rs.rullo.draw_points(1), accuracy=0.02)
    >>> predicted["simple"].between(0, 1).tolist()
    [True]
    """
    rows = []
    for point in points.itertuples():
        request = {"values": point.values, "accuracy": accuracy, "seed": seed}
        one = predict(PredictionRequest(point.size, classes=1, **request))
        rows.append({**predict(PredictionRequest(point.size, **request)).to_dict(), "one_class": one.simple})
    return pd.DataFrame(rows)[SEALED]


def count_points(points: pd.DataFrame, puzzles: int = 40_000, seed: int = 2) -> pd.DataFrame:
    """Count random Rullos of several sizes and ranges by passes.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    puzzles : int
        The number of random puzzles of each.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        ``size`` and ``values`` (str), ``puzzles`` (int), ``simple``, the share of simple puzzles, ``passes``, the mean
        of these, and ``open_cells``, the mean number of unknown cells of the others (float; missing without puzzles).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> counted = rs.rullo.count_points(rs.rullo.draw_points(1), puzzles=500)
    >>> counted["puzzles"].tolist()
    [500]
    """
    rows = []
    for point in points.itertuples():
        values = parse_range(point.values)
        numbers = classes_of(sorted(map(abs, values)), len(values))
        ends = Process(*parse_size(point.size), numbers, 0.5, seed).run(range(puzzles))
        is_simple = ends.unknown == 0
        rows.append(
            (
                point.size,
                format_range(values),
                puzzles,
                is_simple.mean(),
                ends.halves[is_simple].mean() / 2 if is_simple.any() else np.nan,
                ends.unknown[~is_simple].mean() if not is_simple.all() else np.nan,
            )
        )
    return pd.DataFrame(rows, columns=COUNTED)


def compare_predictions(sealed: str | Path, counted: str | Path) -> pd.DataFrame:
    """Read predictions and counts of the same points, and compare them.

    Parameters
    ----------
    sealed, counted : str or pathlib.Path
        Files with what `predict_points` and `count_points` return.

    Returns
    -------
    pandas.DataFrame
        The columns of both, those of counts with ``counted_`` before their names, and ``difference``, the predicted
        share of simple puzzles less the counted one, with ``counted_error``, the standard error of the counted share.

    Raises
    ------
    BadInput
        If a file is none of these.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.rullo.compare_predictions("data/predictions/sealed.csv", "data/predictions/counted.csv")
    >>> len(points), round(float(points["difference"].abs().mean()), 4)
    (40, 0.0026)
    """
    predictions = read_measured(sealed, SEALED, "rullo_studies.theory")
    counts = read_measured(counted, COUNTED, "rullo_studies.theory")
    renamed = {name: f"counted_{name}" for name in COUNTED[3:]}
    table = predictions.merge(counts.rename(columns=renamed), on=["size", "values"], validate="1:1")
    share = table["counted_simple"]
    return table.assign(
        difference=table["simple"] - share, counted_error=(share * (1 - share) / table["puzzles"]).map(sqrt)
    )
