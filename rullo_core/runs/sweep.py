"""Sweeps of an experiment over parameters: a specification, its points, and the dataset of each point.

A specification is a YAML file, such as those in ``sweeps/``. Its points are all combinations of what it lists. Each is
an experiment whose dataset is named by its parameters: a sweep that is continued, or that has points in common with
another, counts only what is missing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from rullo_core import paths
from rullo_core.arguments import no_such
from rullo_core.datasets.columns import columns_of
from rullo_core.datasets.store import Dataset, load
from rullo_core.errors import BadInput, quoted
from rullo_core.escaping import is_plain
from rullo_core.limits import check_whole
from rullo_core.parameters import no_yaml
from rullo_core.runs.experiment import Experiment, how_to_get
from rullo_core.runs.registry import Declaration, Key, declarations
from rullo_core.runs.run import is_of, run_and_store, shards_of
from rullo_core.runs.shards import default_threads
from rullo_core.terminal import warn

LONGEST_UNCONFIRMED = 600
"""Seconds that the points of a sweep may take to compute if they are not there."""

SWEEPS = "sweeps"
"""The key of a file with several sweeps, whose points are one sweep together."""

MOST_TRIED = 20
"""Points from which the time of a sweep is estimated: each may take a fifth of a second to try."""


@dataclass(frozen=True)
class Sweep:
    """One experiment or several, over many parameters."""

    title: str
    experiments: tuple[Experiment, ...]  # its points


@dataclass(frozen=True)
class Point:
    """A point of a sweep."""

    experiment: Experiment
    dataset: Dataset | None  # None if it failed
    was_there: bool = False  # whether an earlier run made the dataset
    failure: str = ""  # what went wrong; empty if nothing did


# -- the specification ------------------------------------------------------------------------------------------------


def read_sweep(path: Path | str, *experiments: str) -> Sweep:
    """Read the specification of a sweep of any of the given experiments; default: of any experiment."""
    if path == "":
        raise BadInput("sweep '': name a YAML file such as those in sweeps")
    path = paths.to_read(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); name a YAML file such as those in sweeps") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not text; write a YAML file such as those in sweeps") from None
    return parse_sweep(text, path, *experiments)


def sweep_of(specification: Mapping[str, Any], *experiments: str) -> Sweep:
    """Return the sweep of a specification that is no file: what one would hold, with plain values and lists."""
    return parse_sweep(yaml.safe_dump(dict(specification), sort_keys=False), "the sweep", *experiments)


def specification_of(title: str, experiment: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the text of a specification with keys and values as on the command line: in brackets, a list of them."""
    lists: dict[str, list[Any]] = {}
    for name, text in pairs:
        try:
            values = yaml.load(text, yaml.BaseLoader) if text.lstrip().startswith("[") else [text]
        except (yaml.YAMLError, RecursionError):
            raise BadInput(f"{name} {quoted(text)}: is no list; write one such as '[2x2, 3x3]'") from None
        lists.setdefault(name, []).extend(values)
    plain = {name: values[0] if len(values) == 1 else values for name, values in lists.items()}
    return str(yaml.safe_dump({"title": title, "experiment": experiment} | plain, sort_keys=False))


def parse_sweep(text: str, source: Path | str, *experiments: str) -> Sweep:
    """Read the specification of a sweep from a text; see `read_sweep`.

    Errors name its source, and lines if that is a path.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise no_yaml(source, error) from None
    if not isinstance(root, yaml.MappingNode):
        raise BadInput(f"{source}: holds no keys and values; write lines such as experiment: sample")
    nodes = _nodes(source, root)
    title = _text(source, "title", nodes["title"]) if "title" in nodes else ""
    title = title or (source.stem if isinstance(source, Path) else "")
    if not is_plain(title) or "\n" in title:  # notebooks show it in Markdown
        raise BadInput(f"{source}: its title, {quoted(title)}, could be read as markup; write title: and some words")
    if SWEEPS not in nodes:
        name, points = _points(source, nodes, experiments)
        return Sweep(title or name, tuple(dict.fromkeys(points)))
    for name, node in nodes.items():
        if name not in ("title", SWEEPS):
            place = _place(source, node, name)
            raise BadInput(
                f"{source}, {place}: is of one sweep; write it into those below {SWEEPS} that are to have it"
            )
    parts = nodes[SWEEPS].value if isinstance(nodes[SWEEPS], yaml.SequenceNode) else []
    if not parts or not all(isinstance(part, yaml.MappingNode) for part in parts):
        place = _place(source, nodes[SWEEPS], SWEEPS)
        raise BadInput(f"{source}, {place}: is no list of sweeps; begin each with a line such as - experiment: sample")
    experiments_of_parts = [point for part in parts for point in _points(source, _nodes(source, part), experiments)[1]]
    return Sweep(title or SWEEPS, tuple(dict.fromkeys(experiments_of_parts)))


def _nodes(source: Path | str, mapping: yaml.MappingNode) -> dict[str, Any]:
    """Return the nodes of a mapping by their keys."""
    nodes = {}
    for key, node in mapping.value:
        if not isinstance(key, yaml.ScalarNode):
            raise BadInput(f"{source}, line {_line(key)}: is no key; write a word and a colon")
        if key.value in nodes:
            raise BadInput(f"{source}, {_place(source, key, key.value)}: stands there twice; write it once")
        nodes[key.value] = node
    return nodes


def _points(source: Path | str, nodes: dict[str, Any], experiments: Sequence[str]) -> tuple[str, list[Experiment]]:
    """Return the name of the experiment of one sweep, and its points."""
    name = _text(source, "experiment", nodes["experiment"]) if "experiment" in nodes else ""
    declaration = declarations().get(name)
    if declaration is None or name not in (experiments or declarations()):
        label = f"experiment {quoted(name)}"
        place = _place(source, nodes["experiment"], label) if "experiment" in nodes else "experiment"
        raise BadInput(f"{source}, {place}: write one of {', '.join(experiments or declarations())}")
    keys = ("title", "experiment", *(key.name for key in declaration.keys))
    for key, node in nodes.items():
        if key not in keys:
            place = f"{source}, line {_line(node)}" if isinstance(source, Path) else str(source)
            raise BadInput(no_such("key", key, keys, place, f"a {name} sweep knows"))
    values = [_values(source, key, nodes) for key in declaration.keys]
    names = [key.name for key in declaration.keys]
    return name, [
        _point(source, declaration, dict(zip(names, combination, strict=True))) for combination in product(*values)
    ]


@dataclass(frozen=True)
class _Value:
    """One value of a key: as read, as written, and where; nowhere if it is the default."""

    read: Any
    text: str
    place: str

    @property
    def forms(self) -> set[str]:
        """How a reason may quote it: as it was written or read."""
        bounds = "-".join(map(str, self.read)) if isinstance(self.read, tuple) else ""
        return {self.text, str(self.read), bounds} - {""}


def _point(source: Path | str, declaration: Declaration, values: dict[str, _Value]) -> Experiment:
    """Create the experiment of some values; if it is refused, name the values that the error quotes, or all values."""
    try:
        return declaration.make({name: value.read for name, value in values.items()})
    except BadInput as error:
        sources = [value for value in values.values() if value.place]
        places = [value.place for value in sources if any(_is_in(form, str(error)) for form in value.forms)]
        places = places or [f"{value.place} {value.text}" for value in sources]
        raise BadInput(f"{', '.join([str(source), *places])}: {error}") from None


def _is_in(form: str, text: str) -> bool:
    """Return whether a text has a value, and not only as a part of another number or word."""
    return re.search(rf"(?<![\w.-]){re.escape(form)}(?![\w-])", text) is not None


def _values(source: Path | str, key: Key, nodes: dict[str, Any]) -> list[_Value]:
    """Return the values of a key; one that cannot be read is named with its line."""
    name = key.name
    example = f"{name}: {key.values}"
    if name not in nodes:
        if key.is_required:
            raise BadInput(f"{source}: has no {name}; add a line such as {example}")
        return [_Value(key.default, "", "")]
    node = nodes[name]
    is_list = isinstance(node, yaml.SequenceNode)
    if is_list and not node.value:
        raise BadInput(f"{source}, {_place(source, node, name)}: write it as in {example}")
    values: list[_Value] = []
    seen_values = set()
    for item in node.value if is_list else [node]:
        text, place = _text(source, name, item, key.is_list), _place(source, item, name)
        try:
            value = key.take(text)
        except BadInput as error:
            raise BadInput(f"{source}, {place}: {error}") from None
        if value in seen_values:
            raise BadInput(f"{source}, {place}: {text} is there twice; write it once")
        seen_values.add(value)
        values.append(_Value(value, text, place))
    return values


def _text(source: Path | str, key: str, node: Any, may_be_list: bool = False) -> str:
    """Return a value as it is written; a list of plain ones, where that may be, with commas between them."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    numbers = node.value if may_be_list and isinstance(node, yaml.SequenceNode) else []
    if numbers and all(isinstance(number, yaml.ScalarNode) for number in numbers):
        return ",".join(number.value for number in numbers)
    braces = "; quote what has braces, as in '{1}'" if isinstance(node, yaml.MappingNode) else ""
    raise BadInput(f"{source}, {_place(source, node, key)}: is no plain value{braces}")


def _place(source: Path | str, node: Any, name: str) -> str:
    """Return how a key is named after its source: with its line if that is a file."""
    return f"line {_line(node)}, {name}" if isinstance(source, Path) else name


def _line(node: Any) -> int:
    return int(node.start_mark.line) + 1


# -- the points -------------------------------------------------------------------------------------------------------


def place_of(experiment: Experiment) -> Path:
    """Return the path of a point's dataset: in the project's data folder, named by its parameters."""
    return paths.DATA / "sweeps" / experiment.file_name


def is_there(experiment: Experiment) -> bool:
    """Return whether a point has a dataset, intact or damaged."""
    return place_of(experiment).exists()


def find(experiment: Experiment) -> Dataset | None:
    """Return the dataset of a point; None if it does not exist, or is damaged, which is reported on standard error."""
    if not is_there(experiment):
        return None
    path = place_of(experiment)
    try:
        dataset = load(path)
        if not is_of(dataset, experiment):
            reason = f"{path}: is of another experiment"
        elif "unique" not in dataset.manifest:
            reason = f"{path}: does not state how many puzzles have one solution only"
        else:
            return dataset
    except BadInput as error:
        reason = str(error)
    warn(f"{reason}; it is counted again")
    return None


def estimate_seconds(experiments: Sequence[Experiment], threads: int) -> float:
    """Estimate the seconds to count points, from `MOST_TRIED` at most: one of each stretch of as many points.

    Those that cannot be estimated are left out. Which point of a stretch is tried is random, as every n-th may have the
    same value of a parameter, but the same each time.
    """
    seconds, sample_size, draw = 0.0, min(MOST_TRIED, len(experiments)), random.Random(1)
    ends = [number * len(experiments) // sample_size for number in range(sample_size + 1)] if sample_size else []
    for experiment in (experiments[draw.randrange(*stretch)] for stretch in pairwise(ends)):
        with suppress(Exception):  # if it cannot be counted either, the error is reported at its turn
            seconds += experiment.estimate_seconds(threads, 0.2) + experiment.estimate_seconds_for_unique(threads)
    return seconds * len(experiments) / max(sample_size, 1)


def count_points(sweep: Sweep, threads: int | None = None, *, progress: bool = False) -> Iterator[Point]:
    """Yield every point, counted unless its dataset exists. One that fails does not stop the others; the end of the
    time of all does.
    """
    threads = threads or default_threads()
    for experiment in sweep.experiments:
        try:
            dataset = find(experiment)
            if dataset is not None:
                shards_of(experiment, place_of(experiment)).remove()  # left by a run that was killed while it did so
                yield Point(experiment, dataset, was_there=True)
                continue
            place = place_of(experiment)
            place.parent.mkdir(parents=True, exist_ok=True)
            yield Point(experiment, run_and_store(experiment, place, threads, progress=progress, unique=True))
        except Exception as error:  # whatever it is, the other points can still be counted
            check_whole()
            yield Point(experiment, None, failure=f"{type(error).__name__}: {error}")


def points_of(sweep: Sweep, compute: bool = True) -> list[Point]:
    """Return every point of a sweep, counted unless it exists; or as failed if counting is not wanted."""
    if not compute:
        datasets = ((experiment, find(experiment)) for experiment in sweep.experiments)
        return [
            Point(experiment, dataset, bool(dataset), "" if dataset else "it is not there")
            for experiment, dataset in datasets
        ]
    refuse_longer(sweep, LONGEST_UNCONFIRMED)
    return list(count_points(sweep))


def refuse_longer(sweep: Sweep, longest: float, threads: int | None = None) -> None:
    """Refuse a sweep whose missing points would take longer to count than a limit in seconds."""
    missing = [experiment for experiment in sweep.experiments if not is_there(experiment)]
    seconds = estimate_seconds(missing, threads or default_threads())
    if seconds > longest:
        raise BadInput(
            f"{len(missing)} of {len(sweep.experiments)} points are not in {paths.DATA / 'sweeps'} and would take "
            f"{how_to_get(seconds, 'count them with rullo sweep')}"
        )


def refuse_other_lists(sweep: Sweep, distinguished: Iterable[str]) -> None:
    """Refuse a sweep whose points differ in parameters, named as in manifests, that are not distinguished."""
    for name in sorted(
        {name for experiment in sweep.experiments for name in experiment.parameters}.difference(distinguished)
    ):
        if len({str(experiment.parameters.get(name)) for experiment in sweep.experiments}) > 1:
            raise BadInput(
                f"{sweep.title}: has points that differ in {name}, which this analysis does not distinguish; take one "
                "value of it, or the notebook about any sweep"
            )


def puzzles_of(sweep: Sweep, compute: bool, usual: Mapping[str, Any]) -> pd.DataFrame:
    """Return the puzzles of all points, with the parameters of their point, or the usual values, and their results.

    Parameters are those of manifests, and ``point``; see `join_puzzles`. A sweep whose points differ in others is
    refused.
    """
    refuse_other_lists(sweep, usual)

    def describe(number: int, experiment: Experiment) -> dict[str, Any]:
        parameters = {"point": number, **experiment.parameters}
        values = {name: parameters.get(name, value) for name, value in usual.items()}
        return {name: "-".join(map(str, value)) if isinstance(value, list) else value for name, value in values.items()}

    return join_puzzles(sweep, points_of(sweep, compute), describe)


def join_puzzles(
    sweep: Sweep,
    points: Iterable[Point],
    describe: Callable[[int, Experiment], Mapping[str, Any]],
) -> pd.DataFrame:
    """Return the puzzles of points, each with the parameters of its point after the kind of puzzle.

    Points are described by their numbers, from 1. A parameter with the name of what is known of a puzzle is called
    ``asked_`` and this name. If no point was counted, the table has the columns of the first. The ``attrs`` of the
    frame have the ``title`` of the sweep, the number of ``points``, and what is ``missing``: why, by the titles of
    points.
    """
    points, frames, first = list(points), [], sweep.experiments[0]
    for number, point in enumerate(points, start=1):
        if point.dataset is not None:
            frames.append(_with_columns(point.dataset.puzzles, describe(number, point.experiment)))
    if not frames:
        names = [name for column in columns_of("puzzles", first.name) for name in column.names]
        frames.append(_with_columns(pd.DataFrame(columns=names), describe(0, first)))
    table = pd.concat(frames, ignore_index=True)
    table.attrs = describe_sweep(sweep, points)
    return table


def _with_columns(puzzles: pd.DataFrame, parameters: Mapping[str, Any]) -> pd.DataFrame:
    """Return puzzles with the same values in columns after the first."""
    columns = {f"asked_{name}" if name in puzzles else name: value for name, value in parameters.items()}
    return pd.concat([puzzles.iloc[:, :1], pd.DataFrame(columns, puzzles.index), puzzles.iloc[:, 1:]], axis=1)


def describe_sweep(sweep: Sweep, points: Sequence[Point]) -> dict[str, Any]:
    """Return the title of a sweep, the number of its points, and why some are missing, by their titles."""
    missing = {point.experiment.title: point.failure for point in points if point.dataset is None}
    return {"title": sweep.title, "points": len(points), "missing": missing}
