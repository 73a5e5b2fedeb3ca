"""How many puzzles of an experiment have one solution only: of each experiment just the puzzles that it counts."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rullo_core.alike import Classes
from rullo_core.census import Census
from rullo_core.experiment import Experiment
from rullo_core.generate import coin_of
from rullo_core.grids import Grids
from rullo_core.kernels import sample as kernel_of_samples
from rullo_core.kernels import unique as kernel
from rullo_core.sample import Sample
from rullo_core.shards import default_threads, run_on_threads

MOST_CELLS = 25
"""For every solution on a grid a number of 8 bytes is kept and sorted: 270 MB for each thread."""

MOST_GRIDS = 2**20
"""More grids than this are not gone through one by one."""

GRIDS_AT_ONCE = 64
"""Grids of a census in one piece of work."""


def count_unique(experiment: Experiment, threads: int | None = None) -> list[int] | None:
    """Count the puzzles with one solution only.

    Parameters
    ----------
    experiment : Experiment
    threads : int, optional
        All processors, unless given.

    Returns
    -------
    list of int or None
        For each grid where grids are the sampling unit, else one number in all. None if all solutions on a grid are to
        be compared and the grid has more than `MOST_CELLS` cells, or there are more than `MOST_GRIDS` grids that
        cannot be counted by classes.
    """
    threads = threads or default_threads()
    if isinstance(experiment, Sample):
        return [sum(run_on_threads(experiment.shards(), _work_on_sample(experiment), threads))]
    if experiment.cells > MOST_CELLS:
        return None
    if isinstance(experiment, Grids):
        return list(run_on_threads(range(experiment.number), _work_on_grids(experiment), threads))
    assert isinstance(experiment, Census)
    classes = experiment.classes(threads)
    number = len(experiment.values) ** experiment.cells if classes is None else len(classes)
    if classes is None and number > MOST_GRIDS:
        return None
    parts = ((first, min(first + GRIDS_AT_ONCE, number)) for first in range(0, number, GRIDS_AT_ONCE))
    return [sum(run_on_threads(parts, _work_on_census(experiment, classes), threads))]


def estimate_seconds(experiment: Experiment, threads: int) -> float:
    """What that will take, on so many threads."""
    if isinstance(experiment, Sample):
        work, some = _work_on_sample(experiment), min(experiment.number, 1000)
        work((0, 0), np.zeros(1, np.uint8))  # compiles
        begin = time.perf_counter()
        work((0, some), np.zeros(1, np.uint8))
        return (time.perf_counter() - begin) * experiment.number / some / threads
    if experiment.cells > MOST_CELLS:
        return 0.0
    if isinstance(experiment, Grids):
        number: float = experiment.number
    else:
        assert isinstance(experiment, Census)
        number = experiment.estimate_classes(threads)
        if number == len(experiment.values) ** experiment.cells > MOST_GRIDS:
            return 0.0
    some_numbers = np.resize(np.array(experiment.values, np.int64), (experiment.height, experiment.width))
    count_on_grid(np.ones((1, 1), np.int64))  # compiles
    begin = time.perf_counter()
    count_on_grid(some_numbers)
    return (time.perf_counter() - begin) * number / threads


def count_on_grid(numbers: np.ndarray) -> int:
    """How many puzzles on a grid, one for each solution, have no other.

    Parameters
    ----------
    numbers : int64 array of shape (height, width)
    """
    targets = kernel.targets_of(numbers)
    targets.sort()
    new = np.ones(len(targets) + 1, np.bool_)
    np.not_equal(targets[1:], targets[:-1], out=new[1:-1])
    return int(np.count_nonzero(new[1:] & new[:-1]))


# What is done with a part, by experiment. Each stops, with whatever it has, when the array is set.


def _work_on_census(census: Census, classes: Classes | None) -> Callable[[tuple[int, int], np.ndarray], int]:
    base, cells, shape = len(census.values), census.cells, (census.height, census.width)
    values = np.array(census.values, np.int64)

    def work(part: tuple[int, int], stop: np.ndarray) -> int:
        unique = 0
        for i in range(*part):
            if stop[0]:
                break
            if classes is None:
                digits, weight = np.array(np.unravel_index(i, (base,) * cells)), 1
            else:
                digits, weight = classes.digits[i], int(classes.weights[i] + classes.transposed[i])
            unique += weight * count_on_grid(values[digits].reshape(shape))
        return unique

    return work


def _work_on_grids(grids: Grids) -> Callable[[int, np.ndarray], int]:
    return lambda index, stop: 0 if stop[0] else count_on_grid(grids.grid(index)[0])


def _work_on_sample(sample: Sample) -> Callable[[tuple[int, int], np.ndarray], int]:
    values = np.array(sample.values, np.int64)
    all_fit = kernel_of_samples.all_fit(sample.height, sample.width, max(map(abs, sample.values)))

    def work(stretch: tuple[int, int], stop: np.ndarray) -> int:
        return int(
            kernel.count_drawn(
                sample.height,
                sample.width,
                values,
                np.uint64(sample.seed),
                *stretch,
                np.uint64(coin_of(sample.included)),
                sample.stream_at(stretch[0]),
                None if all_fit else 1,
                stop,
            )
        )

    return work
