"""Random Nonograms: which of them are simple, counted and predicted as random Rullos are.

The class *simple*, of puzzles that deductions from single lines solve, was defined for Nonograms: K. J. Batenburg,
S. Henstra, W. A. Kosters and W. J. Palenstijn (2009). The clue of a line gives the lengths of its blocks of black
cells, in order. No numbers can be drawn for rows and columns separately, as the picture determines all clues. So lines
are *decoupled* by giving each row its cells in a random order of its own, while columns have theirs in order.

The smallest stopping sets are *switches*: the common cells of two rows and two columns, black on one diagonal, of
which each line keeps its clue if they are exchanged. Their expected number is 2 (p (1 - p) S)^2, where p is the
probability of black, S the sum of w^2 over all pairs of places in a line, and w the probability that a line keeps its
clue if a black and a white cell at these places are exchanged: if its cells beside the two are white on the outer
sides, and those between them are all black, or have white ends and no two black neighbors; see docs/elsewhere.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import at_least_one, check_count, check_word
from rullo_core.rullo.predicting import PART
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import nonograms as kernel

COLUMNS = ["side", "black", "pictures", "simple", "error", "small", "bulk", "switches", "hold_up", "predicted"]


def expect_nonogram_switches(side: int, black: float) -> float:
    """Return how many switches of two rows and two columns a random picture has on average, exactly.

    Parameters
    ----------
    side : int
        Rows and columns, 2 to 62.
    black : float
        The probability that a cell is black, more than 0 and less than 1.

    Returns
    -------
    float
        The expected number.

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.expect_nonogram_switches(2, 0.5), round(rs.rullo.expect_nonogram_switches(10, 0.6), 3)
    (0.125, 0.164)
    """
    if not 2 <= at_least_one("side", side) <= kernel.MOST_CELLS:
        raise BadInput(f"side {side}: write a whole number from 2 to {kernel.MOST_CELLS}")
    if not 0 < black < 1:
        raise BadInput(f"black {black}: write a probability, more than 0 and less than 1")
    white, total = 1 - black, 0.0
    isolated, next_isolated = 0.0, white  # that so many cells have white ends, and no two black neighbors
    for between in range(side - 1):
        pairs = side - 1 - between
        outer = 2 * white**2 + (pairs - 2) * white**4 if pairs > 1 else 1
        total += outer * (black**between + isolated) ** 2
        isolated, next_isolated = next_isolated, white * (next_isolated + black * isolated)
    return 2 * (black * white * total) ** 2


def propagate_nonogram(picture: np.ndarray) -> np.ndarray:
    """Return which cells of a Nonogram are known after deductions from single lines.

    Parameters
    ----------
    picture : bool array of shape (side, side)
        The picture, True where it is black.

    Returns
    -------
    bool array of shape (side, side)
        The cells that are known once lines say nothing more.

    Raises
    ------
    BadInput
        If it is not a square of 2 to 62 rows.

    Examples
    --------
    >>> import numpy as np
    >>> import rullo_studies as rs
    >>> rs.rullo.propagate_nonogram(np.array([[1, 1, 1], [0, 1, 0], [1, 0, 0]])).sum()
    np.int64(9)
    >>> rs.rullo.propagate_nonogram(np.eye(2)).any()
    np.False_
    """
    cells = np.asarray(picture).astype(bool)
    side = max(cells.shape, default=0)
    if cells.shape != (side, side) or not 2 <= side <= kernel.MOST_CELLS:
        raise BadInput(f"picture of shape {cells.shape}: write as many rows as columns, 2 to {kernel.MOST_CELLS}")
    room, bits = kernel.room_for(side), 1 << np.arange(side).astype(np.uint64)
    room.place[:] = np.arange(side)
    room.black[0], room.black[1] = cells @ bits, cells.T @ bits
    kernel.solve_lines(room)
    return np.asarray((room.unknown[:, None] & bits) == 0)


def measure_nonograms(
    sides: Sequence[int] = (5, 10), blacks: Sequence[float] = (0.5,), pictures: int = 10_000, seed: int = 1
) -> pd.DataFrame:
    """Count the simple ones of random Nonograms, and predict them.

    Parameters
    ----------
    sides : sequence of int
        Rows and columns of pictures, 2 to 62.
    blacks : sequence of float
        Probabilities that a cell is black, more than 0 and less than 1.
    pictures : int
        Random pictures of each; and as many with decoupled lines, without and with a switch.
    seed : int
        Random seed, from 0.

    Returns
    -------
    pandas.DataFrame
        A row for each side and probability: ``side``, ``black``, ``pictures``; ``simple`` with ``error``, the share of
        simple puzzles and its standard error; ``small``, the share in which nothing, or only small sets of cells as in
        `rullo_core.rullo.predict`, stays unknown; ``bulk``, the same with decoupled lines; ``switches``, their expected
        number; ``hold_up``, the factor by which a switch changes the bulk; and ``predicted``, the predicted share of
        simple puzzles, bulk * exp(-switches * hold_up).

    Raises
    ------
    BadInput
        If a parameter is out of its range.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.measure_nonograms([5], [0.6], pictures=1000)[["simple", "predicted"]].round(1).values.tolist()
    [[0.9, 0.9]]
    """
    rows, number = [], check_count(pictures)
    check_word("seed", seed)
    for side, black in product(sides, blacks):
        switches = expect_nonogram_switches(side, black)
        unknown = _run(side, black, False, False, number, seed)
        bulk = (_run(side, black, True, False, number, seed + 1) >= 0).mean()
        held = (_run(side, black, True, True, number, seed + 2) >= 0).mean()
        simple, small, hold_up = (unknown == 0).mean(), (unknown >= 0).mean(), held / max(bulk, 1 / number)
        error, predicted = sqrt(simple * (1 - simple) / number), bulk * exp(-switches * hold_up)
        rows.append((side, black, number, simple, error, small, bulk, switches, hold_up, predicted))
    return pd.DataFrame(rows, columns=COLUMNS)


def _run(side: int, black: float, is_decoupled: bool, has_switch: bool, pictures: int, seed: int) -> np.ndarray:
    """Return the number of unknown cells of random pictures; -1 if not only small sets of cells stay unknown."""

    def work(first: int, stop: np.ndarray) -> np.ndarray:
        room, unknown = kernel.room_for(side), np.empty(min(PART, pictures - first), np.int64)
        start = (np.uint64(seed % 2**64), np.int64(first), rng_from_seed(0, 0))
        kernel.run_pictures(room, black, is_decoupled, has_switch, *start, unknown, stop)
        return unknown

    return np.concatenate(list(run_on_threads(range(0, pictures, PART), work)))


def load_nonograms(path: str | Path) -> pd.DataFrame:
    """Read a table of Nonograms, which `measure_nonograms` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_nonograms` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> nonograms = rs.rullo.load_nonograms("data/predictions/elsewhere-nonograms.csv")
    >>> sorted(set(nonograms["side"]))
    [5, 8, 10, 15, 20, 30]
    """
    return read_measured(path, COLUMNS, "rullo_studies.theory")
