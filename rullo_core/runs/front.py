"""The public functions for experiments: run an experiment, read its results, sweep over parameters."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.arguments import checked, no_such
from rullo_core.datasets.store import Dataset, read_dataset
from rullo_core.errors import BadInput
from rullo_core.escaping import as_line
from rullo_core.limits import bounded_by
from rullo_core.runs.experiment import Experiment
from rullo_core.runs.making import naming_the_command
from rullo_core.runs.points import table_of, values_of
from rullo_core.runs.registry import Declaration, declaration, declarations
from rullo_core.runs.run import load_or_run, run_and_store
from rullo_core.runs.sweep import (
    Point,
    Sweep,
    count_points,
    join_puzzles,
    points_of,
    read_sweep,
    refuse_longer,
    sweep_of,
)


@checked
def experiments() -> pd.DataFrame:
    """Return all experiments with their parameters.

    Returns
    -------
    pandas.DataFrame
        A row for each parameter: ``experiment``, ``parameter``, ``default`` (missing if it must be given) and
        ``meaning`` (all str).

    Examples
    --------
    >>> import rullo_core as rc
    >>> table = rc.experiments()
    >>> table[table.experiment == "census"].parameter.tolist()
    ['size', 'values']
    """
    rows = [
        (name, key.name, None if key.is_required else key.default_text, key.help)
        for name, declaration in declarations().items()
        for key in declaration.keys
    ]
    return pd.DataFrame(rows, columns=["experiment", "parameter", "default", "meaning"])


@checked
def run(
    experiment: str,
    *,
    path: str | Path | None = None,
    threads: int | None = None,
    progress: bool = False,
    seconds: float | None = None,
    **parameters: Any,
) -> Dataset:
    """Return the dataset of an experiment: from the data folder, or else computed and stored there.

    Parameters
    ----------
    experiment : str
        The name of an experiment, such as ``"census"`` or ``"sudoku study"``; see `experiments`.
    path : str or pathlib.Path, optional
        Compute the dataset and write it to this Parquet file, whatever is in the data folder. Unless given, the dataset
        is searched for in the data folder, and written there under a name made of all parameters.
    threads : int, optional
        Number of threads to count with; default: the number of processors. They make no difference to the result.
    progress : bool
        Whether to show a progress bar.
    seconds : float, optional
        Refuse to compute a dataset that is not in the data folder if that is estimated to take longer. What
        takes more than a day, and than that, is stopped; the same call goes on from there.
    **parameters
        The parameters of the experiment, as values or as text: ``size="3x3"`` or ``size=(3, 3)``, ``values="2-4"`` or
        ``values=[2, 3, 4]``.

    Returns
    -------
    Dataset
        What the experiment found.

    Raises
    ------
    BadInput
        If there is no such experiment, or it has no such parameter, or refuses a value, or takes too many seconds.

    Examples
    --------
    >>> import rullo_core as rc
    >>> data = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> data.counts.groupby("outcome").puzzles.sum().to_dict()  # doctest: +SKIP
    {'exhaustive': 6, 'simple': 1290}
    """
    experiment_declaration = declaration(experiment)
    instance = _experiment(experiment_declaration, parameters)
    with bounded_by(seconds):
        if path is not None:
            return run_and_store(instance, Path(path), threads, progress=progress)
        return load_or_run(instance, seconds, threads, progress=progress)


@checked
def load(path: str | Path, *experiments: str) -> Dataset:
    """Read a dataset.

    Parameters
    ----------
    path : str or pathlib.Path
        A Parquet file that an experiment wrote; a relative path is also searched for in the data folder.
    *experiments : str
        Refuse a dataset of any other experiment than these, such as ``"census"``.

    Returns
    -------
    Dataset
        What the experiment found.

    Raises
    ------
    BadInput
        If it is not there, with the command that makes it if that is known; if it cannot be read, is damaged, does not
        hold the counts that the project knows it must have, or is a dataset of another experiment.

    Examples
    --------
    >>> import rullo_core as rc
    >>> made = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> rc.load(made.path)  # doctest: +SKIP
    <census, height 2, width 2, values [1, 2, 3]: 1,296 puzzles>
    """
    with naming_the_command():
        return read_dataset(path, *experiments)


@checked
def sweep(
    specification: str | Path | Mapping[str, Any],
    *,
    compute: bool = True,
    threads: int | None = None,
    progress: bool = False,
    seconds: float | None = None,
) -> pd.DataFrame:
    """Run experiments for every combination of some parameters; datasets that exist are not computed again.

    Parameters
    ----------
    specification : str, pathlib.Path or mapping
        A YAML file such as those in ``sweeps``, or what it would hold: ``experiment`` and its parameters, as in
        the table of `experiments`. Each is a value or a list of values. Several sweeps are one together as
        a list below the key ``sweeps``.
    compute : bool
        Whether to compute points that are not in the data folder; otherwise they are left out.
    threads : int, optional
        Number of threads to count with; default: the number of processors.
    progress : bool
        Whether to show a progress bar for each point.
    seconds : float, optional
        Refuse to compute the points that are missing if that is estimated to take longer. What takes
        more than a day, and than that, is stopped; the same call goes on from there.

    Returns
    -------
    pandas.DataFrame
        A row for each point and each outcome that occurs in the sweep, in the order of the sweep: ``puzzle`` (a
        category of the four kinds); ``point`` (int64, from 1); the parameters, each in a column of its name (numbers as
        numbers; sizes, ranges and bounds as ordered categories; and str); ``rows``, ``columns`` and ``grid_cells``,
        ``values_low`` and ``values_high`` (int64) where parameters determine them; the ``outcome`` (str), and whether
        its puzzles are ``simple`` (boolean, missing where it does not say so); its ``puzzles`` and those of the point,
        ``total`` (int64), which is the parameter ``count`` of an experiment that has it; ``share``, the first by the
        second, and ``share_error``, its standard error (float64); ``rated``, those puzzles of the outcome whose passes
        are known (int64), and of these ``mean_passes``, ``mean_passes_error``, the standard error of the mean (missing
        for fewer than 10), and ``greatest_passes`` (float64), or of Sudokus ``mean_level_passes`` and so on, those of
        the first level that solves a puzzle; of phases ``predicted_share``, ``predicted_error`` and
        ``predicted_passes`` of simple puzzles (float64). Standard errors are 0 where nothing is drawn; where grids are,
        they come from the variation between grids, and are missing for fewer than 10. Of several experiments, each row
        has the name of its ``experiment`` (str), every ``size`` is written as height x width, and parameters that only
        some of them have are str, and empty for the others. In ``attrs`` are the ``title``, the ``experiment``, the
        columns with ``parameters`` (of several experiments only those that one of them varies), the number of
        ``points``, and what is ``missing``: why, by the titles of points.

    Raises
    ------
    BadInput
        If the specification has an unknown key, or a value that its experiment refuses, or takes too many seconds.

    Warns
    -----
    UserWarning
        For a point that failed; its rows are missing.

    Examples
    --------
    >>> import rullo_core as rc
    >>> points = {"experiment": "census", "size": ["2x2", "2x3"], "values": "1-3"}
    >>> table = rc.sweep(points)  # doctest: +SKIP
    >>> table[table.outcome == "simple"].set_index("size").share.round(4).to_dict()  # doctest: +SKIP
    {'2x2': 0.9954, '2x3': 0.9861}
    """
    parsed = _sweep_of(specification)
    with bounded_by(seconds):
        table = table_of(parsed, _points_of(parsed, compute, threads, progress, seconds))
    if compute:
        _warn_of(table)
    return table


@checked
def sweep_puzzles(
    specification: str | Path | Mapping[str, Any],
    *experiments: str,
    compute: bool = True,
    threads: int | None = None,
    progress: bool = False,
    seconds: float | None = None,
) -> pd.DataFrame:
    """Return the puzzles of all points of a sweep, for experiments that store results by puzzle.

    Parameters
    ----------
    specification : str, pathlib.Path or mapping
        As for `sweep`.
    *experiments : str
        Refuse a sweep of any other experiment than these, such as ``"sudoku study"``.
    compute : bool
        As for `sweep`.
    threads : int, optional
        As for `sweep`.
    progress : bool
        As for `sweep`.
    seconds : float, optional
        As for `sweep`.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in the order of the sweep: ``puzzle`` (a category of the four kinds), ``point`` (int64,
        from 1), ``experiment`` (str), the parameters of its point, each in a column of its name, and the other columns
        of `Dataset.puzzles`. A parameter with the name of one of these has ``asked_`` before it: ``cages`` of a Killer
        Sudoku is how many it has, and ``asked_cages`` how many it might have. In ``attrs`` are the ``title``, the
        number of ``points``, and what is ``missing``: why, by the titles of points.

    Raises
    ------
    BadInput
        As `sweep` does, and if an experiment keeps counts only.

    Warns
    -----
    UserWarning
        For a point that failed; its puzzles are missing.

    Examples
    --------
    >>> import rullo_core as rc
    >>> points = {"experiment": "sudoku study", "size": 4, "level": ["one-solution", "naked"], "count": 50}
    >>> puzzles = rc.sweep_puzzles(points)  # doctest: +SKIP
    >>> puzzles.groupby("level", sort=False)["clues"].median().to_dict()  # doctest: +SKIP
    {'one-solution': 4.0, 'naked': 4.0}
    """
    parsed = _sweep_of(specification, *experiments)
    with bounded_by(seconds):
        puzzles = join_puzzles(
            parsed,
            _points_of(parsed, compute, threads, progress, seconds),
            lambda number, experiment: {"point": number} | values_of(experiment),
        )
    if compute:
        _warn_of(puzzles)
    return puzzles


def _sweep_of(specification: str | Path | Mapping[str, Any], *experiments: str) -> Sweep:
    if isinstance(specification, Mapping):
        return sweep_of(_plain(specification), *experiments)
    return read_sweep(specification, *experiments)


def _points_of(
    sweep: Sweep, compute: bool, threads: int | None, progress: bool, seconds: float | None
) -> Iterable[Point]:
    """Return the points of a sweep, counted if that is wanted and does not take longer than it may."""
    if compute and seconds is not None:
        refuse_longer(sweep, seconds, threads)
    return count_points(sweep, threads, progress=progress) if compute else points_of(sweep, compute=False)


def _warn_of(table: pd.DataFrame) -> None:
    """Warn of points that are missing, on behalf of the function that was called, which is `checked`."""
    for title, failure in table.attrs["missing"].items():
        warnings.warn(as_line(f"{title}: {failure}"), stacklevel=4)


def _experiment(declaration: Declaration, parameters: Mapping[str, Any]) -> Experiment:
    keys = {key.name: key for key in declaration.keys}
    parameters = {name: value for name, value in parameters.items() if value is not None}
    unknown = sorted(set(parameters) - set(keys))
    if unknown:
        raise BadInput(no_such("parameter", unknown[0], keys, declaration.name))
    missing = [name for name, key in keys.items() if key.is_required and name not in parameters]
    if missing:
        example = keys[missing[0]].values.strip("[]").split(",")[0]
        raise BadInput(f"{declaration.name} needs {missing[0]}, such as {missing[0]}={example!r}")
    return declaration.make({name: keys[name].take(value) for name, value in parameters.items()})


def _plain(value: Any) -> Any:
    """Return a parameter or a specification with lists and plain values only."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str):
        return [_plain(part) for part in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float) and value.is_integer() and not 0 <= value <= 1:
        return int(value)  # 1e5 is a whole number
    return value if isinstance(value, str | int | float | bool | None) else str(value)
