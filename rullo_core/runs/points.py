"""The points of a sweep as one table: a row for each point and outcome, with standard errors; and its files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.columns import type_of_puzzles
from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import OUTCOMES, whole_numbers
from rullo_core.datasets.tidy import is_simple, puzzle_of
from rullo_core.files import write_if_changed
from rullo_core.parameters import format_size
from rullo_core.runs.experiment import Experiment
from rullo_core.runs.registry import Key, declaration
from rullo_core.runs.sweep import Point, Sweep, describe_sweep
from rullo_core.uncertainty import counted_mean_error, ratio_error, share_error

MEASURES = (
    "outcome", "simple", "puzzles", "total", "share", "share_error", "rated", "mean_passes",
    "mean_passes_error", "greatest_passes",
)  # fmt: skip
"""The columns with the results of a point."""

PREDICTED = ("predicted_share", "predicted_error", "predicted_passes")
"""The columns with what was predicted of an outcome, if an experiment predicts any."""

COUNT_COLUMNS = ("puzzles", "total", "rated")
"""The columns with numbers of puzzles."""

NUMBERS = ("rows", "columns", "grid_cells", "values_low", "values_high")
"""The columns with numbers that follow from parameters."""

NUMBER = re.compile(r"(?<![0-9])-?[0-9.]+")
OF_NUMBERS = re.compile(r"(?:-?[0-9][0-9x,.-]*)?")

TOTAL = "count"
"""The key whose column is ``total``."""


def table_of(sweep: Sweep, points: Iterable[Point]) -> pd.DataFrame:
    """Return a row for each point that was counted and each outcome that any of them has, or predicts.

    See `rullo_core.sweep`.
    """
    points = list(points)
    names = list(dict.fromkeys(experiment.name for experiment in sweep.experiments))
    keys = {key.name: key for name in names for key in declaration(name).keys}
    parameters = [name for name in keys if name != TOTAL]
    datasets = {number: point.dataset for number, point in enumerate(points) if point.dataset is not None}
    present_outcomes = {
        outcome
        for dataset in datasets.values()
        for outcome in (*dataset.tally.frame["outcome"], *dataset.manifest.get("predicted", {}))
    }
    outcomes = [outcome for outcome in OUTCOMES if outcome in present_outcomes] + sorted(
        present_outcomes - set(OUTCOMES)
    )
    rows = []
    for number, dataset in datasets.items():
        experiment = points[number].experiment
        puzzle = puzzle_of(experiment.name)
        common_values = {"puzzle": puzzle, "point": number + 1} | values_of(experiment) | _numbers(experiment)
        for row in _outcomes(dataset, declaration(experiment.name).sampling_unit, outcomes):
            rows.append(common_values | _convert_passes(row, puzzle))
    leading_columns = ["puzzle", "point", *["experiment"] * (len(names) > 1), *parameters]
    table = pd.DataFrame(rows) if rows else pd.DataFrame(columns=[*leading_columns, *MEASURES])
    table = table.assign(**{name: whole_numbers(table[name]) for name in COUNT_COLUMNS})
    grid = [name for name in NUMBERS if name in table and name not in leading_columns]
    measures = [name for name in (*MEASURES, *map(_of_level, MEASURES), *PREDICTED) if name in table]
    table = _as_text(table[[*leading_columns, *grid, *dict.fromkeys(measures)]], parameters)
    other_types = {name: "Int64" for name in grid if table[name].isna().any()}
    other_types |= {name: "float64" for name in PREDICTED if name in table}
    table = table.astype({"puzzle": type_of_puzzles(map(puzzle_of, names)), "simple": "boolean"} | other_types)
    point_parameters = ["total" if name == TOTAL else name for name in keys]
    if len(names) > 1:
        if "size" in table and {"rows", "columns"} <= {*grid}:
            table["size"] = [format_size(*size) for size in zip(table["rows"], table["columns"], strict=True)]
        varied = table.groupby("experiment")[point_parameters].nunique().max() > 1
        point_parameters = ["experiment", *varied.index[varied]]
    table = table.assign(**{name: in_order(table[name]) for name in parameters if _is_of_numbers(table[name])})
    table.attrs = describe_sweep(sweep, points) | {"experiment": ", ".join(names), "parameters": point_parameters}
    return table


def _convert_passes(row: dict[str, Any], puzzle: str) -> dict[str, Any]:
    """Return a row whose passes are called what they are: counts of Sudokus have those of the first level that solves a
    puzzle; and those of Killer Sudokus, cages first, are half a pass less than the mean over both orders.
    """
    if puzzle == "killer":
        return row | {name: row[name] + 0.5 for name in ("mean_passes", "greatest_passes")}
    return {_of_level(name): value for name, value in row.items()} if puzzle == "sudoku" else row


def _of_level(name: str) -> str:
    """Return the name of a measure, with its level if it counts the passes of a level."""
    return name.replace("_passes", "_level_passes")


def in_order(texts: pd.Series) -> pd.Series:
    """Return texts of numbers, such as sizes and ranges, as ordered categories: 1-2, 1-3 and so on before 1-10.

    >>> in_order(pd.Series(["1-10", "1-9", "2x2"])).cat.categories.tolist()
    ['1-9', '1-10', '2x2']
    """
    categories = sorted(texts.unique(), key=lambda text: ([float(number) for number in NUMBER.findall(text)], text))
    return texts.astype(pd.CategoricalDtype(categories, ordered=True))


def _is_of_numbers(column: pd.Series) -> bool:
    """Return whether a column has texts that are numbers, or ranges and lists of them; or empty ones."""
    return not pd.api.types.is_numeric_dtype(column) and all(
        OF_NUMBERS.fullmatch(str(text)) for text in column.unique()
    )


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


def _numbers(experiment: Experiment) -> dict[str, int]:
    """Return the rows, the columns and the cells of the grid, and the least and greatest number that it may hold, where
    the parameters of an experiment determine them.
    """
    side, values = getattr(experiment, "side", None), getattr(experiment, "values", None)
    rows, columns = (getattr(experiment, name, side) for name in ("height", "width"))
    bounds = {} if not values else {"values_low": min(values), "values_high": max(values)}
    if not isinstance(rows, int) or not isinstance(columns, int):
        return bounds
    return {"rows": rows, "columns": columns, "grid_cells": rows * columns} | bounds


def _outcomes(dataset: Dataset, sampling_unit: str, outcomes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a row of `MEASURES` for each outcome, whether the dataset has puzzles of it or none; of an outcome that was
    predicted with `PREDICTED`.
    """
    names = ("outcome", dataset.tally.measure, "puzzles")
    outcome_of, passes, number = (dataset.tally.frame[name].to_numpy() for name in names)
    total = dataset.tally.total
    for outcome in outcomes:
        has_outcome = outcome_of == outcome
        is_rated = has_outcome & ~np.isnan(passes)
        values, counts = passes[is_rated], number[is_rated]
        puzzles, rated_puzzles = int(number[has_outcome].sum()), int(counts.sum())
        share = puzzles / total
        if sampling_unit == "nothing":
            errors = 0.0, 0.0 if rated_puzzles else np.nan
        elif sampling_unit == "grids":
            errors = _errors_of_grids(dataset.by_grid, outcome)
        else:
            errors = share_error(share, total), counted_mean_error(values, counts)
        mean = float((values * counts).sum()) / rated_puzzles if rated_puzzles else np.nan
        greatest = float(values.max()) if rated_puzzles else np.nan
        measures = (
            outcome,
            is_simple(outcome, dataset.manifest["experiment"]),
            puzzles,
            total,
            share,
            errors[0],
            rated_puzzles,
            mean,
            errors[1],
            greatest,
        )
        predicted = dataset.manifest.get("predicted", {})
        predictions = {f"predicted_{name}": value for name, value in predicted.get(outcome, {}).items()}
        yield dict(zip(MEASURES, measures, strict=True)) | predictions


def _errors_of_grids(by_grid: pd.DataFrame, outcome: str) -> tuple[float, float]:
    """Return the standard errors of the share and of the mean passes of an outcome, by the variation between grids."""
    of_outcome = by_grid["puzzles"].where(by_grid["outcome"] == outcome, 0)
    rated_puzzles = of_outcome.where(by_grid["passes"].notna(), 0)
    passes = rated_puzzles * by_grid["passes"].fillna(0)
    sums = pd.concat([by_grid["puzzles"], of_outcome, rated_puzzles, passes], axis=1).groupby(by_grid["grid"]).sum()
    in_all, counts, weights, means = sums.to_numpy().T
    return ratio_error(counts, in_all), ratio_error(means, weights)


def write_table(table: pd.DataFrame, folder: Path) -> list[Path]:
    """Write ``points.parquet`` and ``points.csv`` into a folder, each whole or not at all, and return their paths.

    Files that say the same already stay as they are.
    """
    exact = {name: table[name].map(Decimal) for name in COUNT_COLUMNS if table[name].dtype == object}
    parquet = BytesIO()
    table.assign(**exact).to_parquet(parquet, index=False)
    contents = {
        "points.parquet": parquet.getvalue(),
        "points.csv": table.to_csv(index=False, lineterminator="\n").encode(),
    }
    for name, content in contents.items():
        write_if_changed(folder / name, content)
    return [folder / name for name in contents]
