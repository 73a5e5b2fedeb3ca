"""The limit of random Rullos for long lines: a process with a single parameter, and the share of it that is simple.

Let n lines of n cells have numbers from 1 to R. A line has about Omega = 2^n / (R sqrt(pi n / 6)) ways to change cells
without changing its sum if it includes half of its total, and fewer the farther it is from that. If n and R grow
together so that theta = 2 n / (Omega sqrt(pi ln Omega)) stays the same, the number of lines of each side with exactly k
ways becomes Poisson with mean theta / 2, for each k; and each way changes a cell with probability 1/2. So the
share of simple puzzles becomes a function of theta alone. (A sketch and no proof: the numbers of ways are those of a
random energy model; C. Borgs, J. Chayes and B. Pittel, *Phase transition and finite-size scaling for the integer
partitioning problem*, 2001.)
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, pi, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.constraints.kernels.reachable import room_for, solve_line
from rullo_core.datasets.measured import read_measured
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels.limit_process import run_limit

LINES = 64
"""The number of lines of a side by default; with 128, shares are the same to 0.001, and with 32 less by up to 0.003."""

PART = 100
"""Boards that a thread takes at a time."""

COLUMNS = ["theta", "lines", "boards", "simple", "error", "passes"]


def theta_of(side: int, largest: int) -> float:
    """Return the parameter of the limit for squares whose numbers are 1 to the largest.

    Parameters
    ----------
    side : int
        The number of rows and of columns.
    largest : int
        The greatest number, R.

    Returns
    -------
    float
        Theta; it is only defined where a line has more than one way on average.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> round(rs.rullo.theta_of(16, 700), 2)
    0.3
    """
    ways = 2.0**side / (largest * sqrt(pi * side / 6))
    return 2 * side / (ways * sqrt(pi * log(ways)))


def fixed_cells(side: int, largest: int, lines: int = 20_000, seed: int = 1) -> float:
    """Return how many cells a line fixes on average while nothing else is known, which is theta in the limit.

    Parameters
    ----------
    side : int
        The number of cells of the line.
    largest : int
        The greatest number, R; numbers are 1 to R.
    lines : int
        The number of random lines.
    seed : int
        Random seed.

    Returns
    -------
    float
        The mean number of cells.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.fixed_cells(2, 1000) > 1.99
    True
    """
    rng = np.random.default_rng(seed)
    room, total = room_for(side, largest), 0
    every_cell = np.uint64(2**side - 1)
    for numbers, included in zip(
        rng.integers(1, largest + 1, (lines, 1, side)), rng.integers(0, 2, (lines, side), bool), strict=True
    ):
        _, to_include, to_exclude = solve_line(numbers, 0, every_cell, numbers[0] @ included, room)
        total += int(to_include | to_exclude).bit_count()
    return total / lines


def simulate_limit(thetas: Iterable[float], boards: int = 10_000, lines: int = LINES, seed: int = 1) -> pd.DataFrame:
    """Estimate the share of simple puzzles in the limit, and their passes.

    Parameters
    ----------
    thetas : iterable of float
        Parameters of the limit, above 0.
    boards : int
        The number of random boards for each.
    lines : int
        The number of lines of a side.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each theta: ``theta``, ``lines``, ``boards``, ``simple``, the share of simple boards, ``error``, its
        standard error, and ``passes``, the mean passes of these in one order.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.simulate_limit([0.1, 3], boards=500)["simple"].round(1).tolist()
    [0.0, 1.0]
    """
    rows = []
    for theta in thetas:

        def work(first: int, stop: np.ndarray, theta: float = theta) -> np.ndarray:
            passes = np.zeros(min(PART, boards - first), np.int64)
            run_limit(float(theta), lines, np.uint64(seed), np.int64(first), rng_from_seed(0, 0), passes, stop)
            return passes

        passes = np.concatenate(list(run_on_threads(range(0, boards, PART), work)))
        simple = float((passes > 0).mean())
        mean = float(passes[passes > 0].mean()) if simple else np.nan
        rows.append((theta, lines, boards, simple, sqrt(simple * (1 - simple) / boards), mean))
    return pd.DataFrame(rows, columns=COLUMNS)


def load_limit(path: str | Path) -> pd.DataFrame:
    """Read a table of the limit, which `simulate_limit` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `simulate_limit` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.load_limit("data/predictions/limit.csv")["simple"].is_monotonic_increasing
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.theory")


def theta_at(share: float, table: pd.DataFrame) -> float:
    """Return the theta at which a share of the puzzles is simple, between two rows of a table of the limit.

    Parameters
    ----------
    share : float
        The share.
    table : pandas.DataFrame
        What `simulate_limit` returns, with theta ascending.

    Returns
    -------
    float
        Theta, by linear interpolation in its logarithm.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> round(rs.rullo.theta_at(0.5, rs.rullo.load_limit("data/predictions/limit.csv")), 2)
    0.64
    """
    return float(np.exp(np.interp(share, table["simple"], np.log(table["theta"]))))
