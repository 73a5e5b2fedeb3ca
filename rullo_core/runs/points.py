"""The points of a sweep as one table: a row for each point and outcome, with standard errors; and its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import KINDS, whole_numbers
from rullo_core.files import write_if_changed
from rullo_core.parameters import format_size
from rullo_core.runs.experiment import Experiment
from rullo_core.runs.registry import Key, declaration
from rullo_core.runs.sweep import Point, Sweep, describe_sweep
from rullo_core.uncertainty import counted_mean_error, ratio_error, share_error

MEASURES = (
    "kind", "puzzles", "total", "share", "share_error", "rated", "mean_difficulty", "mean_difficulty_error",
    "greatest_difficulty",
)  # fmt: skip
"""The columns with what was found at a point."""

COUNTED = ("puzzles", "total", "rated")
"""The columns with numbers of puzzles."""

TOTAL = "count"
"""The key whose column is ``total``."""


def table_of(sweep: Sweep, points: Iterable[Point]) -> pd.DataFrame:
    """Return a row for each point that was counted and each outcome that any of them has; see `rullo_core.sweep`."""
    points = list(points)
    names = list(dict.fromkeys(experiment.name for experiment in sweep.experiments))
    keys = {key.name: key for name in names for key in declaration(name).keys}
    parameters = [name for name in keys if name != TOTAL]
    datasets = {number: point.dataset for number, point in enumerate(points) if point.dataset is not None}
    found = {kind for dataset in datasets.values() for kind in dataset.counts["kind"]}
    kinds = [kind for kind in KINDS if kind in found] + sorted(found - set(KINDS))
    rows = []
    for number, dataset in datasets.items():
        experiment = points[number].experiment
        given = {"point": number + 1} | values_of(experiment) | _cells(experiment)
        rows += [given | one for one in _outcomes(dataset, declaration(experiment.name).drawn, kinds)]
    shown = ["point", *["experiment"] * (len(names) > 1), *parameters]
    table = pd.DataFrame(rows) if rows else pd.DataFrame(columns=[*shown, *MEASURES])
    table = table.assign(**{name: whole_numbers(table[name]) for name in COUNTED})
    grid = [name for name in ("height", "width", "cells") if name in table and name not in shown]
    table = _as_text(table[[*shown, *grid, *MEASURES]], parameters)
    asked = ["total" if name == TOTAL else name for name in keys]
    if len(names) > 1:
        if "size" in table and len(grid) == 3:
            table["size"] = [format_size(*one) for one in zip(table["height"], table["width"], strict=True)]
        varied = table.groupby("experiment")[asked].nunique().max() > 1
        asked = ["experiment", *varied.index[varied]]
    table.attrs = describe_sweep(sweep, points) | {"experiment": ", ".join(names), "parameters": asked}
    return table


def values_of(experiment: Experiment) -> dict[str, Any]:
    """Return the name of an experiment, and the values of its parameters but the number of puzzles; see `value_of`."""
    keys = declaration(experiment.name).keys
    return {"experiment": experiment.name} | {key.name: value_of(key, experiment) for key in keys if key.name != TOTAL}


def _as_text(table: pd.DataFrame, parameters: Sequence[str]) -> pd.DataFrame:
    """Return a table in which parameters that some rows lack, or that are both numbers and text, are text, or empty."""

    def text_of(value: Any) -> str:
        if isinstance(value, float):
            return "" if np.isnan(value) else f"{value:g}"
        return str(value)

    mixed = [name for name in parameters if not pd.api.types.is_numeric_dtype(table[name]) or table[name].isna().any()]
    return table.assign(**{name: table[name].map(text_of) for name in mixed})


def value_of(key: Key, experiment: Experiment) -> Any:
    """Return the value that an experiment has for a key: a number where it is one, else text as in a sweep."""
    values = [getattr(experiment, field) for field in key.fields]
    if len(values) == 1 and isinstance(values[0], int | float | str):
        return values[0]
    return key.option(experiment.parameters).partition(" ")[2]


def _cells(experiment: Experiment) -> dict[str, int]:
    """Return the height, the width and the cells of the grid, where the parameters of an experiment determine them."""
    side = getattr(experiment, "side", None)
    height, width = (getattr(experiment, name, side) for name in ("height", "width"))
    if not isinstance(height, int) or not isinstance(width, int):
        return {}
    return {"height": height, "width": width, "cells": height * width}


def _outcomes(dataset: Dataset, drawn: str, kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a row of `MEASURES` for each kind of puzzle, whether the dataset has some or none."""
    names = ("kind", "difficulty", "puzzles")
    kind_of, difficulty, number = (dataset.tally.frame[name].to_numpy() for name in names)
    total = dataset.tally.total
    for kind in kinds:
        here = kind_of == kind
        is_rated = here & ~np.isnan(difficulty)
        values, counts = difficulty[is_rated], number[is_rated]
        puzzles, rated = int(number[here].sum()), int(counts.sum())
        share = puzzles / total
        if drawn == "nothing":
            errors = 0.0, 0.0 if rated else np.nan
        elif drawn == "grids":
            errors = _errors_of_grids(dataset.by_grid, kind)
        else:
            errors = share_error(share, total), counted_mean_error(values, counts)
        mean = float((values * counts).sum()) / rated if rated else np.nan
        greatest = float(values.max()) if rated else np.nan
        found = kind, puzzles, total, share, errors[0], rated, mean, errors[1], greatest
        yield dict(zip(MEASURES, found, strict=True))


def _errors_of_grids(by_grid: pd.DataFrame, kind: str) -> tuple[float, float]:
    """Return the standard errors of the share and of the mean difficulty of a kind, by the variation between grids."""
    of_kind = by_grid["puzzles"].where(by_grid["kind"] == kind, 0)
    rated = of_kind.where(by_grid["difficulty"].notna(), 0)
    passes = rated * by_grid["difficulty"].fillna(0)
    sums = pd.concat([by_grid["puzzles"], of_kind, rated, passes], axis=1).groupby(by_grid["grid"]).sum()
    in_all, kinds, weights, means = sums.to_numpy().T
    return ratio_error(kinds, in_all), ratio_error(means, weights)


def write_table(table: pd.DataFrame, folder: Path) -> list[Path]:
    """Write ``points.parquet`` and ``points.csv`` into a folder, each whole or not at all, and return their paths.

    Files that say the same already stay as they are.
    """
    exact = {name: table[name].map(Decimal) for name in COUNTED if table[name].dtype == object}
    parquet = BytesIO()
    table.assign(**exact).to_parquet(parquet, index=False)
    contents = {
        "points.parquet": parquet.getvalue(),
        "points.csv": table.to_csv(index=False, lineterminator="\n").encode(),
    }
    for name, content in contents.items():
        write_if_changed(folder / name, content)
    return [folder / name for name in contents]
