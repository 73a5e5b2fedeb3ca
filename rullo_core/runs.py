"""Run an experiment shard by shard, on threads or on a cluster, into a dataset."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

from rullo_core import store
from rullo_core.cluster import Cluster
from rullo_core.errors import BadInput
from rullo_core.experiment import Experiment, duration
from rullo_core.kernels.counts import Counts, empty_counts
from rullo_core.puzzle import Puzzle, solution_of_bits
from rullo_core.results import NO_GRIDS, Result, add, from_bytes, number_done, numbers_of, to_bytes
from rullo_core.resume import FinishedShards
from rullo_core.shards import default_threads, run_on_threads
from rullo_core.store import Dataset, RatedPuzzle, load, save
from rullo_core.tally import KINDS, Tally, frame_by_grid
from rullo_core.uniqueness import count_unique

DATA = Path(os.environ.get("RULLO_DATA") or Path(__file__).parent.parent / "data").resolve()
"""Where datasets are kept: the project's data folder, unless the environment variable RULLO_DATA names another."""

LONGEST_UNASKED = 120
"""Seconds that an experiment may take whose dataset is asked for and is not there."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a run found.

    Attributes
    ----------
    tally : Tally
    hardest : list of RatedPuzzle
        The hardest simple and the hardest exhaustive puzzles, among the grids that hold every number of the range and
        among those that do not: of each of these four sorts the first `store.KEEP`.
    by_grid : pandas.DataFrame or None
        The tally of each grid, as `rullo_core.tally.frame_by_grid` makes it, where grids are the sampling unit.
    taken_up, shards : int
        Shards that were there from before, and all of them.
    """

    tally: Tally
    hardest: list[RatedPuzzle]
    by_grid: pd.DataFrame | None
    taken_up: int
    shards: int


def run(
    experiment: Experiment,
    threads: int | None = None,
    *,
    progress: bool = False,
    finished: FinishedShards | None = None,
    cluster: Cluster | None = None,
) -> Outcome:
    """Count every puzzle of an experiment by required, kind and difficulty, and keep the hardest.

    Parameters
    ----------
    experiment : Experiment
    threads : int, optional
        All processors, unless given.
    progress : bool
        Show a bar on a terminal, once the run has taken a second.
    finished : FinishedShards, optional
        Shards found there are taken up, and those counted are put there.
    cluster : Cluster, optional
        Where the shards are counted; on threads of this process unless given.

    Raises
    ------
    OSError
        If a shard cannot be written, or the cluster is lost. What is finished stays.
    """
    total = empty_counts(experiment.cells, store.KEEP)
    by_grid = [NO_GRIDS]
    shards = taken_up = 0
    if cluster is None:
        results = _results_of_threads(experiment, finished, threads or default_threads())
    else:
        results = _results_of_cluster(experiment, finished, cluster)
    with tqdm(
        total=experiment.puzzles,
        unit=" puzzles",
        unit_scale=True,
        delay=1,
        smoothing=0,  # the rate of the whole run, which shards that were there from before do not count for
        disable=None if progress else True,
    ) as bar:
        for result, was_there in results:
            add(total, result.counts)
            by_grid.append(result.by_grid)
            shards += 1
            taken_up += was_there
            if was_there and not bar.disable:
                bar.initial += result.puzzles
            bar.update(result.puzzles)
    if number_done(total) != experiment.puzzles:
        raise AssertionError(
            f"{experiment.title}: {number_done(total):,} puzzles counted where there are {experiment.puzzles:,}"
        )
    rows = np.concatenate(by_grid)
    return Outcome(
        Tally.from_counts(numbers_of(total)),
        experiment.all_hardest(hardest_puzzles(experiment, total)),
        frame_by_grid(rows) if len(rows) else None,
        taken_up,
        shards,
    )


def _results_of_threads(
    experiment: Experiment, finished: FinishedShards | None, threads: int
) -> Iterator[tuple[Result, bool]]:
    """Give the result of every shard, in order, and whether it was there."""

    def work(numbered: tuple[int, Any], stop: np.ndarray) -> tuple[Result, bool]:
        number, shard = numbered
        if finished is not None and (data := finished.read(number, shard)) is not None:
            return from_bytes(data, experiment.cells, store.KEEP), True
        result = experiment.count(shard, stop)
        if finished is not None and not stop[0]:
            finished.write(number, shard, to_bytes(result))
        return result, False

    return run_on_threads(enumerate(experiment.shards(threads)), work, threads)


def _results_of_cluster(
    experiment: Experiment, finished: FinishedShards | None, cluster: Cluster
) -> Iterator[tuple[Result, bool]]:
    """Give the result of every shard, in order, and whether it was there."""
    shards = list(experiment.shards())
    there = {}
    if finished is not None:
        there = {n: data for n, shard in enumerate(shards) if (data := finished.read(n, shard)) is not None}
    arriving = cluster.count(experiment, ((n, shard) for n, shard in enumerate(shards) if n not in there))
    arrived: dict[int, bytes] = {}
    for number in range(len(shards)):
        while number not in there and number not in arrived:
            new, data = next(arriving)
            if finished is not None:
                finished.write(new, shards[new], data)
            arrived[new] = data
        was_there = number in there
        data = there.pop(number) if was_there else arrived.pop(number)
        yield from_bytes(data, experiment.cells, store.KEEP), was_there


def run_and_store(
    experiment: Experiment,
    path: Path,
    threads: int | None = None,
    *,
    progress: bool = False,
    cluster: Cluster | None = None,
    unique: bool = False,
) -> Dataset:
    """Run an experiment and write what it found as a dataset.

    A run that was cut off, whatever by, is taken up where it was. See `run` for the parameters; with `unique`, the
    manifest also tells how many puzzles have one solution only, as `rullo_core.uniqueness.count_unique` gives it.
    """
    threads = cluster.threads if cluster else threads or default_threads()
    parameters = json.dumps(experiment.parameters)
    finished = FinishedShards(path, f"{experiment.name} {parameters}, {store.KEEP} hardest")
    begin = time.perf_counter()
    outcome = run(experiment, threads, progress=progress, finished=finished, cluster=cluster)
    more = {"unique": count_unique(experiment, threads)} if unique else {}
    seconds = round(time.perf_counter() - begin, 3)
    dataset = save(
        path,
        outcome.tally,
        outcome.hardest,
        experiment.name,
        experiment.parameters,
        by_grid=outcome.by_grid,
        threads=threads,
        cluster=cluster is not None,
        seconds=seconds,
        shards={"all": outcome.shards, "taken up from before": outcome.taken_up},
        **more,
    )
    finished.remove()
    return dataset


def stored(experiment: Experiment, path: Path | str = "") -> Dataset:
    """Read what an experiment found, or run it if that is not there.

    Parameters
    ----------
    experiment : Experiment
    path : pathlib.Path or str
        Where it is; unless given its place in the project's data folder, and then it is run if it is not there.

    Raises
    ------
    BadInput
        If the file is no dataset, or of another experiment; or if there is none and it would take long.
    """
    if not isinstance(path, Path | str):
        raise BadInput(f"dataset = {path!r}: write the name of a file, or '' for its own place")
    place = Path(path).resolve() if path else DATA / f"{experiment.stem}.parquet"
    if not path and not place.exists():
        seconds = experiment.estimate_seconds(default_threads())
        if seconds > LONGEST_UNASKED:
            raise BadInput(
                f"the {experiment.title} is not in {DATA} and would take about {duration(seconds)}; "
                f"make it with rullo {experiment.name} and name its dataset"
            )
        return run_and_store(experiment, place)
    dataset = load(place)
    if dataset.manifest["experiment"] != experiment.name or dataset.manifest["parameters"] != experiment.parameters:
        raise BadInput(
            f"{place}: is a {dataset.manifest['experiment']} with {dataset.manifest['parameters']}, not the "
            f"{experiment.title}; name its dataset, or none to have it made"
        )
    return dataset


def hardest_puzzles(experiment: Experiment, total: Counts) -> list[RatedPuzzle]:
    """The hardest puzzles in counts, in order of their sort and of when they were met."""
    values = np.array(experiment.values)
    shape = (experiment.height, experiment.width)
    found = []
    for kind, every_number in np.ndindex(total.hardest.shape):
        for i in range(min(int(total.met[kind, every_number]), total.solutions.shape[2])):
            numbers = values[total.grids[kind, every_number, i]].reshape(shape).tolist()
            chosen = solution_of_bits(int(total.solutions[kind, every_number, i]), *shape)
            found.append(
                RatedPuzzle(
                    KINDS[kind],
                    float(total.hardest[kind, every_number]) / 2,
                    Puzzle.from_solution(numbers, chosen),
                    chosen,
                )
            )
    return found
