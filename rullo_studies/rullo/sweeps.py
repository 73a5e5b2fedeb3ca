"""Results at each point of a sweep, with standard errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.request import FAIR
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import points_of, read_sweep, refuse_other_lists
from rullo_core.uncertainty import counted_mean_error, ratio_error, share_error
from rullo_studies.rullo.expectation import mean_other_solutions, mean_rectangles


def measure_sweep(sweep: str | Path, compute: bool = True) -> pd.DataFrame:
    """Return the results at each point of a sweep; points that differ only in their seeds are combined.

    Parameters
    ----------
    sweep : str or pathlib.Path
        A YAML file such as those in ``sweeps``, of a census, of random grids, or of samples of Rullos.
    compute : bool
        Whether to compute points that are missing in the data folder; otherwise they are left out.

    Returns
    -------
    pandas.DataFrame
        A row for each size, range and probability, in the order of the sweep: ``size``, ``range`` (str), ``height``,
        ``width`` (int64, cells), ``included`` (float64, the probability that a cell is included), ``puzzles`` (int64),
        the shares ``skipped``, ``simple``, ``unique`` and ``not simple``, the difficulties ``mean`` and ``greatest`` of
        all puzzles that were not skipped (float64, passes), the standard errors ``simple ±``, ``unique ±``,
        ``not simple ±`` and ``mean ±`` (0 for a census, missing where they are not known), ``others``, the mean number
        of other solutions, ``others is exact`` (bool; else it is a lower bound) and ``rectangles``, what of it comes
        from rectangles of equal numbers. In its ``attrs`` are the ``title``, and ``missing``, why points are left out.

    Raises
    ------
    BadInput
        If the file is no such sweep or has several values of another parameter than those, computing the missing points
        would take long, or no point has been counted.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.rullo.measure_sweep("sweeps/shape.yaml")  # doctest: +SKIP
    >>> points["simple"].round(4).tolist()[:5]  # doctest: +SKIP
    [1.0, 1.0, 1.0, 1.0, 0.0618]
    """
    spec = read_sweep(str(sweep), "census", "grids", "sample")
    refuse_other_lists(spec, ("height", "width", "values", "included", "seed"))
    points = points_of(spec, bool(compute))
    groups: dict[tuple[Any, ...], list[Dataset]] = {}
    for point in points:
        if point.dataset is not None:
            parameters = point.dataset.manifest["parameters"]
            included = parameters.get("included", FAIR)
            key = parameters["height"], parameters["width"], tuple(parameters["values"]), included
            groups.setdefault(key, []).append(point.dataset)
    if not groups:
        failure = next((point.failure for point in points), "there are none")
        raise BadInput(f"no point of the sweep has been counted ({failure}); mend that, and run it again")
    rows = []
    for (height, width, values, included), datasets in groups.items():
        other_solutions = mean_other_solutions(height, width, values, included)
        rows.append(
            {
                "size": format_size(height, width),
                "values": format_range(values),
                "height": height,
                "width": width,
                "included": included,
                "others": other_solutions.value,
                "others is exact": other_solutions.is_exact,
                "rectangles": mean_rectangles(height, width, values, included),
            }
            | _measures(datasets)
        )
    frame = pd.DataFrame(rows)
    failures = {point.experiment.title: point.failure for point in points if point.dataset is None}
    frame.attrs = {"title": spec.title, "missing": failures}
    return frame


def _measures(datasets: list[Dataset]) -> dict[str, Any]:
    tally = Tally.from_frame(pd.concat([dataset.tally.frame for dataset in datasets]))
    total, rated_tally = tally.total, tally.without_skipped
    by_passes = rated_tally.frame.groupby("passes")["puzzles"].sum()
    halves, puzzles = by_passes.index.to_numpy(), by_passes.to_numpy()
    mean = float((halves * puzzles).sum() / rated_tally.total) if rated_tally.total else np.nan
    counts = [dataset.manifest["unique"] for dataset in datasets]
    unique = sum(map(sum, counts)) / total if all(counts) else np.nan
    row = {
        "puzzles": total,
        "skipped": tally.of_outcome("skipped").total / total,
        "simple": tally.of_outcome("simple").total / total,
        "unique": unique,
        "mean": mean,
        "greatest": float(halves.max()) if rated_tally.total else np.nan,
    }
    sampling_unit = declaration(datasets[0].manifest["experiment"]).sampling_unit
    if sampling_unit == "nothing":
        errors = {"simple": 0.0, "unique": 0.0, "mean": 0.0}
    elif sampling_unit == "puzzles":
        errors = {name: share_error(row[name], total) for name in ("simple", "unique")}
        errors["mean"] = counted_mean_error(halves, puzzles, 2)
    else:
        errors = _errors_of_grids(datasets)
    row |= {f"{name} ±": error for name, error in errors.items()}
    return row | {"not simple": 1 - row["simple"], "not simple ±": row["simple ±"]}


def _errors_of_grids(datasets: list[Dataset]) -> dict[str, float]:
    """Return standard errors from the variation between grids, which are the sampling unit."""
    by_grid = []
    for dataset in datasets:
        frame = dataset.by_grid.assign(simple=dataset.by_grid["outcome"] == "simple")
        sums = (
            frame.assign(simple=frame["simple"] * frame["puzzles"], mean=frame["passes"] * frame["puzzles"])
            .groupby("grid")[["simple", "mean", "puzzles"]]
            .sum()
        )
        sums["unique"] = dataset.manifest["unique"] if dataset.manifest["unique"] else np.nan
        by_grid.append(sums)
    grids = pd.concat(by_grid)
    # There are not as many puzzles on each grid if there are holes.
    puzzles = grids["puzzles"].to_numpy()
    return {name: ratio_error(grids[name].to_numpy(), puzzles, 2) for name in ("simple", "unique", "mean")}
