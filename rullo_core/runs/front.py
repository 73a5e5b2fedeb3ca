"""The public functions for experiments: run one, read what was found, sweep over parameters."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import yaml

from rullo_core.datasets.store import Dataset, read_dataset
from rullo_core.errors import BadInput
from rullo_core.runs.experiment import Experiment
from rullo_core.runs.registry import Declaration, Key, declaration, declarations
from rullo_core.runs.run import run_and_store, stored
from rullo_core.runs.sweep import count_points, parse_sweep, read_sweep


def experiments() -> pd.DataFrame:
    """Return all experiments with their parameters.

    Returns
    -------
    pandas.DataFrame
        A row for each parameter: ``experiment``, ``parameter``, ``default`` (missing if it must be given), ``meaning``
        and ``in_sweep``, its key in the file of a sweep (all str).

    Examples
    --------
    >>> import rullo_core as rc
    >>> table = rc.experiments()
    >>> table[table.experiment == "census"].parameter.tolist()
    ['size', 'range']
    """
    rows = [
        (name, key.name, None if key.is_required else str(key.default), key.help, key.in_sweep)
        for name, declared in declarations().items()
        for key in declared.keys
    ]
    return pd.DataFrame(rows, columns=["experiment", "parameter", "default", "meaning", "in_sweep"])


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
        Threads to count with; as many as processors unless given. They make no difference to the result.
    progress : bool
        Whether to show a progress bar.
    seconds : float, optional
        Refuse to compute a dataset that is not in the data folder if that is estimated to take longer.
    **parameters
        The parameters of the experiment, as values or as text: ``size="3x3"`` or ``size=(3, 3)``, ``range="2-4"`` or
        ``range=[2, 3, 4]``.

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
    >>> data = rc.run("census", size="2x2", range="1-3")  # doctest: +SKIP
    >>> data.counts.groupby("kind").puzzles.sum().to_dict()  # doctest: +SKIP
    {'exhaustive': 6, 'simple': 1290}
    """
    declared = declaration(experiment)
    made = _experiment(declared, parameters)
    if path is not None:
        return run_and_store(made, Path(path), threads, progress=progress)
    return stored(made, seconds, threads, progress=progress)


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
        If it cannot be read, is damaged, does not hold the counts that the project knows it must have, or is a dataset
        of another experiment.

    Examples
    --------
    >>> import rullo_core as rc
    >>> made = rc.run("census", size="2x2", range="1-3")  # doctest: +SKIP
    >>> rc.load(made.path)  # doctest: +SKIP
    <census, height 2, width 2, values [1, 2, 3]: 1,296 puzzles>
    """
    return read_dataset(path, *experiments)


def sweep(
    specification: str | Path | Mapping[str, Any], *, threads: int | None = None, progress: bool = False
) -> pd.DataFrame:
    """Run an experiment for every combination of some parameters; datasets that exist are not computed again.

    Parameters
    ----------
    specification : str, pathlib.Path or mapping
        A YAML file such as those in ``sweeps``, or what it would hold: ``experiment`` and the keys that `experiments`
        names; keys that allow several values take a list.
    threads : int, optional
        Threads to count with; as many as processors unless given.
    progress : bool
        Whether to show a progress bar for each point.

    Returns
    -------
    pandas.DataFrame
        A row for each point and outcome: a column for each parameter (str), then those of the counts, and ``share``
        (float64), the share of the point's puzzles. The number of puzzles that were asked for, which the counts add up
        to, has no column of its own.

    Raises
    ------
    BadInput
        If the specification has an unknown key, or a value that its experiment refuses.

    Warns
    -----
    UserWarning
        For a point that failed; its rows are missing.

    Examples
    --------
    >>> import rullo_core as rc
    >>> points = {"experiment": "census", "sizes": ["2x2", "2x3"], "ranges": "1-3"}
    >>> table = rc.sweep(points)  # doctest: +SKIP
    >>> table[table.kind == "simple"].groupby("size").share.sum().round(4).to_dict()  # doctest: +SKIP
    {'2x2': 0.9954, '2x3': 0.9861}
    """
    if isinstance(specification, Mapping):
        wanted = parse_sweep(yaml.safe_dump(_plain(specification)), Path("sweep"))
    else:
        wanted = read_sweep(specification)
    frames = []
    for point in count_points(wanted, threads, progress=progress):
        if point.dataset is None:
            warnings.warn(f"{point.experiment.title}: {point.failure}", stacklevel=2)
            continue
        frame = point.dataset.tally.frame
        parameters = _described(declaration(point.experiment.name), point.experiment)
        shown = {name: value for name, value in parameters.items() if name not in frame}
        share = frame["puzzles"] / max(point.dataset.tally.total, 1)
        frames.append(frame.assign(share=share, **shown)[[*shown, *frame, "share"]])
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _experiment(declared: Declaration, parameters: Mapping[str, Any]) -> Experiment:
    keys = {key.name: key for key in declared.keys}
    unknown = sorted(set(parameters) - set(keys))
    if unknown:
        raise BadInput(f"{declared.name} has no parameter {unknown[0]}; it has {', '.join(keys)}")
    missing = [name for name, key in keys.items() if key.is_required and name not in parameters]
    if missing:
        example = keys[missing[0]].example.strip("[]").split(",")[0]
        raise BadInput(f"{declared.name} needs {missing[0]}, such as {missing[0]}={example!r}")
    read = {}
    for name, value in parameters.items():
        try:
            read[name] = keys[name].read(_text(keys[name], value))
        except BadInput as error:
            raise BadInput(f"{name}: {error}") from None
    return declared.make(read)


def _text(key: Key, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and not 0 <= value <= 1:
        return str(int(value))
    if isinstance(value, Sequence | np.ndarray):
        return ("," if key.is_list else "x").join(map(str, value))
    return str(value)


def _described(declared: Declaration, experiment: Experiment) -> dict[str, str]:
    """Return the parameters of an experiment as text, by the names of its keys."""
    options = {key.name: key.option(experiment.parameters) for key in declared.keys}
    return {name: option.partition(" ")[2] for name, option in options.items() if option}


def _plain(value: Any) -> Any:
    """Return a specification with lists and plain values only."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str):
        return [_plain(one) for one in value]
    if isinstance(value, np.generic):
        return value.item()
    return value if isinstance(value, str | int | float | bool | None) else str(value)
