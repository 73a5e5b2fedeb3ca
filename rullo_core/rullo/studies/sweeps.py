"""Results at each point of a sweep, with standard errors, and how they depend on the parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.generation import FAIR
from rullo_core.rullo.theory.expectation import mean_other_solutions, mean_rectangles
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import Point

MEASURES = {
    "simple": "simple (% of puzzles)",
    "unique": "one solution only (% of puzzles)",
    "not simple": "not simple (% of puzzles)",
    "mean": "mean difficulty",
    "greatest": "greatest difficulty",
}
"""Measures at every point, with their axis labels."""


AXES = {"size": "size", "included": "probability that a cell is included"}
"""Parameters along which a sweep can be drawn, with their axis labels."""


SHARES = ("simple", "unique", "not simple")


MOST_SKIPPED = 0.01
"""Largest share of skipped puzzles; above it, the mean difficulty is that of the easier ones only."""


LEVELS = (0.01, 0.1, 0.5)
"""Shares of puzzles that are not simple, from where guessing begins to where it prevails."""


def measure(points: Sequence[Point]) -> pd.DataFrame:
    """Tabulate the results at each point; points that differ only in their seeds are combined.

    Parameters
    ----------
    points : sequence of Point
        Those that failed are left out.

    Returns
    -------
    pandas.DataFrame
        A row for each size, range and probability, in the order of the sweep. Columns ``size`` and ``range`` (str),
        ``height``, ``width``, ``puzzles`` (int), ``included`` (float, the probability), ``skipped`` and those of
        `MEASURES` (float; shares, not per cent; difficulty over all puzzles that were not skipped), ``simple ±``,
        ``unique ±``, ``not simple ±`` and ``mean ±`` (float, standard errors: 0 for a census, null where they are not
        known); and ``others`` (float, the mean number of other solutions), ``others is exact`` (bool) and
        ``rectangles`` (float, what of it comes from rectangles), see `rullo_core.rullo.theory.expectation`.
    """
    together: dict[tuple[Any, ...], list[Dataset]] = {}
    for point in points:
        if point.dataset is not None:
            parameters = point.dataset.manifest["parameters"]
            included = parameters.get("included", FAIR)
            key = parameters["height"], parameters["width"], tuple(parameters["values"]), included
            together.setdefault(key, []).append(point.dataset)
    if not together:
        failure = next((point.failure for point in points), "there are none")
        raise BadInput(f"no point of the sweep has been counted ({failure}); mend that, and run it again")
    rows = []
    for (height, width, values, included), datasets in together.items():
        others = mean_other_solutions(height, width, values, included)
        rows.append(
            {
                "size": format_size(height, width),
                "range": format_range(values),
                "height": height,
                "width": width,
                "included": included,
                "others": others.value,
                "others is exact": others.is_exact,
                "rectangles": mean_rectangles(height, width, values, included),
            }
            | _measures(datasets)
        )
    return pd.DataFrame(rows)


def _measures(datasets: list[Dataset]) -> dict[str, Any]:
    tally = Tally.from_frame(pd.concat([dataset.tally.frame for dataset in datasets]))
    total, rated = tally.total, tally.rated
    difficulty = rated.frame.groupby("difficulty")["puzzles"].sum()
    halves, puzzles = difficulty.index.to_numpy(), difficulty.to_numpy()
    mean = float((halves * puzzles).sum() / rated.total) if rated.total else np.nan
    counts = [dataset.manifest["unique"] for dataset in datasets]
    unique = sum(map(sum, counts)) / total if all(counts) else np.nan
    row = {
        "puzzles": total,
        "skipped": tally.of_kind("skipped").total / total,
        "simple": tally.of_kind("simple").total / total,
        "unique": unique,
        "mean": mean,
        "greatest": float(halves.max()) if rated.total else np.nan,
    }
    drawn = declaration(datasets[0].manifest["experiment"]).drawn
    if drawn == "nothing":
        errors = {"simple": 0.0, "unique": 0.0, "mean": 0.0}
    elif drawn == "puzzles":
        variance = float(((halves - mean) ** 2 * puzzles).sum() / rated.total) if rated.total else np.nan
        errors = {name: _error_of_share(row[name], total) for name in ("simple", "unique")}
        errors["mean"] = float(np.sqrt(variance / rated.total)) if rated.total else np.nan
    else:
        errors = _errors_of_grids(datasets)
    row |= {f"{name} ±": error for name, error in errors.items()}
    return row | {"not simple": 1 - row["simple"], "not simple ±": row["simple ±"]}


def _error_of_share(share: float, number: int) -> float:
    """Return the standard error of a share; for shares of 0 and 1, that of a share half a puzzle away."""
    near = (share * number + 0.5) / (number + 1)
    return float(np.sqrt(near * (1 - near) / number))


def _errors_of_grids(datasets: list[Dataset]) -> dict[str, float]:
    """Return standard errors from the variation between grids, which are the sampling unit."""
    by_grid = []
    for dataset in datasets:
        frame = dataset.by_grid.assign(simple=dataset.by_grid["kind"] == "simple")
        sums = (
            frame.assign(simple=frame["simple"] * frame["puzzles"], mean=frame["difficulty"] * frame["puzzles"])
            .groupby("grid")[["simple", "mean", "puzzles"]]
            .sum()
        )
        sums["unique"] = dataset.manifest["unique"] if dataset.manifest["unique"] else np.nan
        by_grid.append(sums)
    together = pd.concat(by_grid)
    number = len(together)
    if number < 2:
        return dict.fromkeys(("simple", "unique", "mean"), np.nan)
    puzzles = together["puzzles"]  # not as many on each grid if there are holes
    errors = {}
    for name in ("simple", "unique", "mean"):
        off = together[name] - together[name].sum() / puzzles.sum() * puzzles
        errors[name] = float(off.std(ddof=1) / np.sqrt(number) / puzzles.mean())
    return errors


def axis_of(measured: pd.DataFrame) -> str:
    """Return the axis of a sweep: ``included`` if that varies, else ``size``."""
    return "included" if measured["included"].nunique() > 1 else "size"


def series_of(measured: pd.DataFrame, axis: str) -> pd.Series:
    """Return the label of each point's curve: the parameters other than the axis."""
    coins = measured["included"].map("{:g} included".format)
    braced = "{" + measured["range"] + "}"
    if axis == "included":
        one_range = measured["range"].nunique() == 1
        return measured["size"] if one_range else measured["size"] + " over " + braced
    return braced if coins.nunique() == 1 else braced + ", " + coins


def grid_of(measured: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return one measure with a row for each curve and a column along the axis, in order; shares in per cent."""
    axis = axis_of(measured)
    rows = series_of(measured, axis)
    table = measured.assign(series=rows).pivot_table(
        index="series", columns=axis, values=measure, sort=False, dropna=False
    )
    table = table.reindex(index=rows.unique(), columns=measured[axis].unique())
    return 100 * table if measure.removesuffix(" ±") in SHARES else table


def panels(measured: pd.DataFrame) -> dict[str, tuple[pd.DataFrame, pd.DataFrame]]:
    """Return shares and mean difficulty with standard errors, by title, without means of only the easier puzzles."""
    skipped = grid_of(measured, "skipped") > MOST_SKIPPED
    both = {name: (grid_of(measured, name), grid_of(measured, f"{name} ±")) for name in ("simple", "unique", "mean")}
    both["mean"] = both["mean"][0].mask(skipped), both["mean"][1].mask(skipped)
    return {MEASURES[name]: pair for name, pair in both.items()}


def power_of_others(measured: pd.DataFrame) -> pd.Series:
    """Return the decimal logarithm of the mean number of other solutions; null if there are none."""
    return np.log10(measured["others"].where(measured["others"] > 0))


def one_in(power: np.ndarray) -> np.ndarray:
    """Return one over the mean number of solutions, in per cent, from the decimal logarithm of that of the others."""
    return np.asarray(100 / (1 + 10.0**power))


def takeover(measured: pd.DataFrame) -> pd.DataFrame | None:
    """Tabulate the sizes at which guessing begins to prevail as the grid grows.

    Returns
    -------
    pandas.DataFrame or None
        A row for each range (and probability); the smallest grid of the sweep at which at least so many of the puzzles
        are not simple, for each of `LEVELS`, as text. None if fewer than three numbers of cells occur.
    """
    sizes = measured.assign(cells=measured["height"] * measured["width"])
    if sizes["cells"].nunique() < 3:
        return None
    series = series_of(measured, "size")
    rows = {}
    for name in series.unique():
        one = sizes[series == name].sort_values("cells", kind="stable")
        rows[name] = [
            f"{reached['size'].iloc[0]} ({reached['not simple'].iloc[0]:.1%})" if len(reached) else "–"
            for reached in (one[one["not simple"] >= level] for level in LEVELS)
        ]
    columns = [f"first with {level:.0%} not simple" for level in LEVELS]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("range")


def crossing(x: np.ndarray, y: np.ndarray, level: float) -> float | None:
    """Return where a curve falls below a level for good, interpolated linearly; None if it does not."""
    above = np.count_nonzero(y >= level)
    if not 0 < above < len(y) or (y[:above] < level).any():
        return None
    i = above - 1
    return float(x[i] + (y[i] - level) / (y[i] - y[i + 1]) * (x[i + 1] - x[i]))
