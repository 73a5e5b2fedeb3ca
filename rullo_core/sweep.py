"""The same experiment over many sizes and ranges: a specification, its points, and the dataset of each.

A specification is a YAML file, such as those in ``sweeps/``. Its points are all combinations of what it lists. Each
is an experiment, kept under a name made of its parameters: so a sweep that is taken up again, or one that has points in
common with another, counts only what is not there.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from tqdm import tqdm

from rullo_core import runs, uniqueness
from rullo_core.census import Census
from rullo_core.errors import BadInput
from rullo_core.experiment import Experiment, duration
from rullo_core.generate import FAIR
from rullo_core.grids import Grids
from rullo_core.parameters import parse_count, parse_included, parse_range, parse_seed, parse_size
from rullo_core.sample import Sample
from rullo_core.shards import default_threads
from rullo_core.solver import GUESS_LIMIT
from rullo_core.store import Dataset, load


@dataclass(frozen=True)
class _Key:
    """A key of a specification.

    Attributes
    ----------
    read : callable
        What its values are read with.
    example : str
        How it is written.
    harmless : object
        A value with which no experiment is refused.
    default : object
        The value that it has if it is left out; None if it must not be.
    """

    read: Callable[[str], Any]
    example: str
    harmless: Any
    default: Any = None


KEYS = {
    "sizes": _Key(parse_size, "[3x3, 2x5]", (1, 1)),
    "ranges": _Key(parse_range, "[1-9, '1,2']", (1,)),
    "grids": _Key(parse_count, "20", 1),
    "puzzles": _Key(parse_count, "1e5", 1),
    "seeds": _Key(parse_seed, "[1, 2]", 1, 1),
    "guess_limit": _Key(parse_seed, "20", 0, GUESS_LIMIT),
    "included": _Key(parse_included, "[0.3, 0.5]", FAIR, FAIR),
}
"""By name, beside ``title`` and ``experiment``. Those whose example is a list may be lists."""

EXPERIMENTS: dict[str, tuple[Callable[..., Experiment], tuple[str, ...]]] = {
    "census": (Census, ("sizes", "ranges")),
    "grids": (Grids, ("sizes", "ranges", "grids", "seeds")),
    "sample": (Sample, ("sizes", "ranges", "puzzles", "seeds", "guess_limit", "included")),
}
"""By name: what makes it, and its keys in the order in which that wants them."""


LONGEST_UNASKED = 600
"""Seconds that the points of a sweep may take that are asked for and are not there."""


@dataclass(frozen=True)
class Sweep:
    """An experiment over many sizes and ranges.

    Attributes
    ----------
    title : str
        What it is about.
    experiments : tuple of Experiment
        Its points.
    """

    title: str
    experiments: tuple[Experiment, ...]


@dataclass(frozen=True)
class Point:
    """A point of a sweep.

    Attributes
    ----------
    experiment : Experiment
    dataset : Dataset or None
        None if it failed.
    was_there : bool
        Whether the dataset was there from before.
    failure : str
        What went wrong; empty if nothing did.
    """

    experiment: Experiment
    dataset: Dataset | None
    was_there: bool = False
    failure: str = ""


# -- the specification ------------------------------------------------------------------------------------------------


def read_sweep(path: Path | str) -> Sweep:
    """Read the specification of a sweep.

    Parameters
    ----------
    path : pathlib.Path or str
        A YAML file with the keys ``title``, ``experiment``, ``sizes``, ``ranges`` and those of the experiment.

    Raises
    ------
    BadInput
        If it cannot be read, or asks for something that there is not; with the key and its line.
    """
    path = Path(path)
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); name a YAML file such as those in sweeps") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not text; write a YAML file such as those in sweeps") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise BadInput(f"{path}{line}: is not YAML: {getattr(error, 'problem', None) or error}") from None
    if not isinstance(root, yaml.MappingNode):
        raise BadInput(f"{path}: holds no keys and values; write lines such as experiment: sample")
    nodes = {}
    for key, node in root.value:
        if not isinstance(key, yaml.ScalarNode):
            raise BadInput(f"{path}, line {_line(key)}: is no key; write a word and a colon")
        if key.value in nodes:
            raise BadInput(f"{path}, line {_line(key)}, {key.value}: stands there twice; write it once")
        nodes[key.value] = node

    name = _text(path, "experiment", nodes["experiment"]) if "experiment" in nodes else ""
    if name not in EXPERIMENTS:
        where = f", line {_line(nodes['experiment'])}, experiment {name!r}" if "experiment" in nodes else ", experiment"
        raise BadInput(f"{path}{where}: write one of {', '.join(EXPERIMENTS)}")
    make, keys = EXPERIMENTS[name]
    for key, _ in root.value:
        if key.value not in ("title", "experiment", *keys):
            known = ", ".join(("title", "experiment", *keys))
            raise BadInput(f"{path}, line {_line(key)}, {key.value}: no key of a {name} sweep; it knows {known}")

    def check(key: str, value: Any) -> None:
        """Make an experiment in which everything else is harmless, so that what is refused is this value."""
        size, *rest = (value if other == key else KEYS[other].harmless for other in keys)
        make(*size, *rest)

    values = [_values(path, key, nodes, check) for key in keys]
    title = _text(path, "title", nodes["title"]) if "title" in nodes else path.stem
    return Sweep(title, tuple(make(*size, *rest) for size, *rest in itertools.product(*values)))


def _values(path: Path, key: str, nodes: dict[str, Any], check: Callable[[str, Any], None]) -> list[Any]:
    """The values of a key; one that is refused is named with its line."""
    example = f"{key}: {KEYS[key].example}"
    if key not in nodes:
        if KEYS[key].default is None:
            raise BadInput(f"{path}: has no {key}; add a line such as {example}")
        return [KEYS[key].default]
    node = nodes[key]
    listed = isinstance(node, yaml.SequenceNode)
    if listed and not (node.value and example.endswith("]")):
        raise BadInput(f"{path}, line {_line(node)}, {key}: write it as in {example}")
    values: list[Any] = []
    for one in node.value if listed else [node]:
        text = _text(path, key, one)
        try:
            value = KEYS[key].read(text)
            check(key, value)
        except BadInput as error:
            raise BadInput(f"{path}, line {_line(one)}, {key}: {error}") from None
        if value in values:
            raise BadInput(f"{path}, line {_line(one)}, {key}: {text} is there twice; write it once")
        values.append(value)
    return values


def _text(path: Path, key: str, node: Any) -> str:
    """A value as it is written; a list of numbers as a range has it."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    numbers = node.value if key == "ranges" and isinstance(node, yaml.SequenceNode) else []
    if numbers and all(isinstance(one, yaml.ScalarNode) for one in numbers):
        return ",".join(one.value for one in numbers)
    braces = "; quote what has braces, as in '{1}'" if isinstance(node, yaml.MappingNode) else ""
    raise BadInput(f"{path}, line {_line(node)}, {key}: is no plain value{braces}")


def _line(node: Any) -> int:
    return int(node.start_mark.line) + 1


# -- the points -------------------------------------------------------------------------------------------------------


def place_of(experiment: Experiment) -> Path:
    """Where the dataset of a point is, or will be: in the project's data folder, by the content of its parameters."""
    content = json.dumps([experiment.name, experiment.parameters], sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    words = [experiment.name, experiment.size, experiment.range[:40]]
    words += [f"{key}-{experiment.parameters[key]}" for key in ("included", "seed") if key in experiment.parameters]
    return runs.DATA / "sweeps" / f"{'-'.join(words)}-{digest}.parquet"


def is_there(experiment: Experiment) -> bool:
    """Whether there is a dataset of a point, good or damaged."""
    return place_of(experiment).exists()


def find(experiment: Experiment) -> Dataset | None:
    """The dataset of a point, if it is there; None if not, or if it is damaged, which is told on standard error."""
    if not is_there(experiment):
        return None
    path = place_of(experiment)
    try:
        dataset = load(path)
        if dataset.manifest["parameters"] == experiment.parameters and "unique" in dataset.manifest:
            return dataset
        reason = f"{path}: is of another experiment"
    except BadInput as error:
        reason = str(error)
    tqdm.write(f"rullo: {reason}; it is counted again", file=sys.stderr)
    return None


def estimate_seconds(experiments: list[Experiment], threads: int) -> float:
    """What it will take to count points; those of which it cannot be told are left out."""
    seconds = 0.0
    for experiment in experiments:
        with suppress(Exception):  # if it cannot be counted either, that is told when it is its turn
            seconds += experiment.estimate_seconds(threads, 0.2) + uniqueness.estimate_seconds(experiment, threads)
    return seconds


def count_points(sweep: Sweep, threads: int | None = None, *, progress: bool = False) -> Iterator[Point]:
    """Give every point, counted unless it is there. One that fails does not stop the others.

    Parameters
    ----------
    sweep : Sweep
    threads : int, optional
        All processors, unless given.
    progress : bool
        Show a bar on a terminal for a point that takes more than a second.
    """
    threads = threads or default_threads()
    for experiment in sweep.experiments:
        try:
            dataset = find(experiment)
            if dataset is not None:
                yield Point(experiment, dataset, was_there=True)
                continue
            place = place_of(experiment)
            place.parent.mkdir(parents=True, exist_ok=True)
            yield Point(experiment, runs.run_and_store(experiment, place, threads, progress=progress, unique=True))
        except Exception as error:  # whatever it is, the other points can still be counted
            yield Point(experiment, None, failure=f"{type(error).__name__}: {error}")


def points_of(sweep: Sweep, count: bool = True) -> list[Point]:
    """Every point of a sweep, counted unless it is there; or as failed if that is not wanted.

    Raises
    ------
    BadInput
        If that would take long.
    """
    if not count:
        found = ((experiment, find(experiment)) for experiment in sweep.experiments)
        return [Point(one, dataset, bool(dataset), "" if dataset else "it is not there") for one, dataset in found]
    missing = [experiment for experiment in sweep.experiments if not is_there(experiment)]
    seconds = estimate_seconds(missing, default_threads())
    if seconds > LONGEST_UNASKED:
        raise BadInput(
            f"{len(missing)} of {len(sweep.experiments)} points are not in {runs.DATA / 'sweeps'} and would take about "
            f"{duration(seconds)}; count them with rullo sweep"
        )
    return list(count_points(sweep))
