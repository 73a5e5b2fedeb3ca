"""Run an experiment shard by shard, on threads or on a cluster, into a dataset."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rullo_core import paths
from rullo_core.bars import Bar
from rullo_core.datasets.store import Dataset, load, save
from rullo_core.errors import BadInput
from rullo_core.runs.checkpoint import FinishedShards
from rullo_core.runs.cluster import Cluster
from rullo_core.runs.experiment import Experiment, Findings, Result, how_to_get
from rullo_core.runs.registry import declaration
from rullo_core.runs.shards import default_threads, run_on_threads
from rullo_core.runs.work import Work


@dataclass(frozen=True, eq=False)
class Outcome(Findings):
    """Result of a run."""

    taken_up: int = 0  # shards that an earlier run had finished
    shards: int = 0  # all of them


def run(
    experiment: Experiment,
    threads: int | None = None,
    *,
    progress: bool = False,
    finished: FinishedShards | None = None,
    cluster: Cluster | None = None,
) -> Outcome:
    """Count every puzzle of an experiment, on threads of this process or on a cluster.

    Finished shards are read, and those counted are added. OSError is raised if a shard cannot be written, or the
    cluster is lost; what is finished stays.
    """
    total: Result = experiment.empty_result()
    shards = taken_up = 0
    results = results_of(experiment, threads, finished, cluster)
    with Bar(
        total=experiment.puzzles,
        unit=" puzzles",
        unit_scale=True,
        smoothing=0,  # the rate of the whole run, without cached shards
        disable=None if progress else True,
    ) as bar:
        for result, was_there in results:
            total.add(result)
            shards += 1
            taken_up += was_there
            if was_there and not bar.disable:
                bar.initial += result.puzzles
            bar.update(result.puzzles)
    if experiment.puzzles not in (None, total.puzzles):
        raise AssertionError(
            f"{experiment.title}: {total.puzzles:,} puzzles counted where there are {experiment.puzzles:,}"
        )
    tables = experiment.finish(total)
    return Outcome(**vars(tables), taken_up=taken_up, shards=shards)


def results_of(
    work: Work, threads: int | None, finished: FinishedShards | None, cluster: Cluster | None
) -> Iterator[tuple[Any, bool]]:
    """Yield the result of every shard, in order, and whether an earlier run had finished it; finish others."""
    if cluster is None:
        return _results_of_threads(work, finished, threads or default_threads())
    return _results_of_cluster(work, finished, cluster)


def _results_of_threads(work: Work, finished: FinishedShards | None, threads: int) -> Iterator[tuple[Any, bool]]:
    def read_or_count(numbered: tuple[int, Any], stop: np.ndarray) -> tuple[Any, bool]:
        number, shard = numbered
        if finished is not None and (data := finished.read(number, shard)) is not None:
            return work.read_result(data), True
        result = work.count(shard, stop)
        if finished is not None and not stop[0]:
            finished.write(number, shard, result.to_bytes())
        return result, False

    return run_on_threads(enumerate(work.shards(threads)), read_or_count, threads)


def _results_of_cluster(work: Work, finished: FinishedShards | None, cluster: Cluster) -> Iterator[tuple[Any, bool]]:
    shards: list[Any] = []
    arrivals: dict[int, tuple[bytes, bool]] = {}

    def missing() -> Iterator[tuple[int, Any]]:
        for number, shard in enumerate(work.shards()):
            shards.append(shard)
            if finished is not None and (data := finished.read(number, shard)) is not None:
                arrivals[number] = data, True
            else:
                yield number, shard

    arriving = cluster.count(work, missing())
    for number in itertools.count():
        while number not in arrivals:
            new = next(arriving, None)
            if new is None:
                break
            if finished is not None:
                finished.write(new[0], shards[new[0]], new[1])
            arrivals[new[0]] = new[1], False
        if number not in arrivals:
            return
        data, was_there = arrivals.pop(number)
        yield work.read_result(data), was_there


def shards_of(work: Work, path: Path) -> FinishedShards:
    """Return the finished shards of some work, beside its dataset."""
    return FinishedShards(path, work.identity)


def run_and_store(
    experiment: Experiment,
    path: Path,
    threads: int | None = None,
    *,
    progress: bool = False,
    cluster: Cluster | None = None,
    unique: bool = False,
) -> Dataset:
    """Run an experiment, or go on with it, and write its dataset, with `Experiment.count_unique` if that is wanted."""
    threads = cluster.threads if cluster else threads or default_threads()
    finished = shards_of(experiment, path)
    begin = time.perf_counter()
    outcome = run(experiment, threads, progress=progress, finished=finished, cluster=cluster)
    extra = {"unique": experiment.count_unique(threads)} if unique else {}
    seconds = round(time.perf_counter() - begin, 3)
    dataset = save(
        path,
        outcome.tally,
        outcome.hardest,
        experiment.name,
        experiment.parameters,
        by_grid=outcome.by_grid,
        by_puzzle=outcome.by_puzzle,
        threads=threads,
        cluster=cluster is not None,
        seconds=seconds,
        shards={"all": outcome.shards, "taken up from before": outcome.taken_up},
        **outcome.extra_counts,
        **extra,
    )
    finished.remove()
    return dataset


def is_of(dataset: Dataset, experiment: Experiment) -> bool:
    """Return whether a dataset is of an experiment with just these parameters."""
    manifest = dataset.manifest
    return (manifest["experiment"], manifest["parameters"]) == (experiment.name, experiment.parameters)


def place_of(experiment: Experiment) -> Path:
    """Return where the dataset of an experiment is written unless another place is given."""
    return paths.DATA / experiment.file_name


def load_or_run(
    experiment: Experiment, most_seconds: float | None = None, threads: int | None = None, *, progress: bool = False
) -> Dataset:
    """Read the dataset of an experiment, or run it; BadInput if that is estimated to take more seconds than given."""
    dataset = find_stored(experiment)
    if dataset is not None:
        return dataset
    seconds = 0.0 if most_seconds is None else experiment.estimate_seconds(threads or default_threads())
    if most_seconds is not None and seconds > most_seconds:
        advice = f"make it with: {declaration(experiment.name).command(experiment.parameters)}"
        raise BadInput(f"the {experiment.title} is not in {paths.DATA} and would take {how_to_get(seconds, advice)}")
    return store_new(experiment, threads, progress=progress)


def find_stored(experiment: Experiment) -> Dataset | None:
    """Return the dataset of an experiment from the data folder, found by its parameters; None if it is not there."""
    for place in (place_of(experiment), paths.DATA / f"{experiment.stem}.parquet"):
        if place.exists() and is_of(dataset := load(place), experiment):
            return dataset
    return None


def store_new(experiment: Experiment, threads: int | None = None, *, progress: bool = False) -> Dataset:
    """Run an experiment and write its dataset into the data folder."""
    place = place_of(experiment)
    place.parent.mkdir(parents=True, exist_ok=True)
    return run_and_store(experiment, place, threads, progress=progress)
