"""Count puzzles with exactly one solution, for the experiments that solve whole grids."""

from __future__ import annotations

import time

import numpy as np

from rullo_core.rullo.kernels.counting import unique as kernel

MOST_CELLS = 25
"""Greatest number of cells: 8 bytes for each solution of a grid are stored and sorted, 270 MB for each thread."""

MOST_GRIDS = 2**20
"""Greatest number of grids to enumerate."""


def count_on_grid(numbers: np.ndarray) -> int:
    """Count the puzzles on a grid, one for each solution, that have no other solution."""
    targets = kernel.targets_of(numbers)
    targets.sort()
    new = np.ones(len(targets) + 1, np.bool_)
    np.not_equal(targets[1:], targets[:-1], out=new[1:-1])
    return int(np.count_nonzero(new[1:] & new[:-1]))


def seconds_on_grid(height: int, width: int, values: tuple[int, ...]) -> float:
    """Measure how long `count_on_grid` takes."""
    some_numbers = np.resize(np.array(values, np.int64), (height, width))
    count_on_grid(np.ones((1, 1), np.int64))  # compiles
    begin = time.perf_counter()
    count_on_grid(some_numbers)
    return time.perf_counter() - begin
