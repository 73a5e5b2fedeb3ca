"""How many puzzles of an experiment have one solution only: of each experiment just the puzzles that it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any

import numpy as np

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

GRIDS_AT_ONCE = 64
"""Grids of a census in one piece of work."""

Work = Callable[[Any, np.ndarray], int]
"""The puzzles with one solution in a part; stops, with whatever it has, when the array is set."""


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
        be compared and the grid has more than `MOST_CELLS` cells, or its grids cannot be counted by classes.
    """
    found = _parts(experiment)
    if found is None:
        return None
    parts, work = found
    counted = list(run_on_threads(parts, work, threads or default_threads()))
    return counted if isinstance(experiment, Grids) else [sum(counted)]


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


@singledispatch
def _parts(experiment: Experiment) -> tuple[Iterable[Any], Work] | None:
    raise NotImplementedError(f"puzzles of a {experiment.name} with one solution")


@_parts.register
def _of_census(census: Census) -> tuple[Iterable[Any], Work] | None:
    classes = census.classes
    if classes is None:
        return None
    values, shape = np.array(census.values, np.int64), (census.height, census.width)

    def work(first: int, stop: np.ndarray) -> int:
        unique = 0
        some = classes.part(first, first + GRIDS_AT_ONCE)
        for digits, weight in zip(some.digits, some.weights, strict=True):
            if stop[0]:
                break
            unique += int(weight) * count_on_grid(values[digits].reshape(shape))
        return unique

    return range(0, len(classes), GRIDS_AT_ONCE), work


@_parts.register
def _of_grids(grids: Grids) -> tuple[Iterable[Any], Work] | None:
    if grids.cells > MOST_CELLS:
        return None
    return range(grids.number), lambda index, stop: 0 if stop[0] else count_on_grid(grids.grid(index)[0])


@_parts.register
def _of_sample(sample: Sample) -> tuple[Iterable[Any], Work]:
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
                None if all_fit else 1,
                stop,
            )
        )

    return sample.shards(), work
