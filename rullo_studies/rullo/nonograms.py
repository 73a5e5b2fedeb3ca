"""Random Nonograms: which of them are simple, counted and predicted as random Rullos are.

The class *simple*, of puzzles that deductions from single lines solve, was defined for Nonograms (K. J. Batenburg,
S. Henstra, W. A. Kosters and W. J. Palenstijn, *Constructing simple Nonograms of varying difficulty*, Pure Mathematics
and Applications 20, 2009; K. J. Batenburg and W. A. Kosters, *On the difficulty of Nonograms*, ICGA Journal 35, 2012).
The clue of a line gives the lengths of its blocks of black cells, in order.

What rows and columns share is the picture alone, and the picture determines all clues: there are no numbers that could
be drawn for rows and columns separately. Lines are *decoupled* here by giving each row its cells in a random order of
its own, while columns have theirs in order. So a cell has the same color in both of its lines, each row has one cell in
common with each column, and lines are as random as before, but what is at a place in one row is elsewhere in the next.

The smallest stopping sets are *switches*: the common cells of two rows and two columns, black on one diagonal, of
which each line keeps its clue if they are exchanged. Their expected number is 2 (p (1 - p) S)^2, where p is the
probability of black, S the sum of w^2 over all pairs of places in a line, and w the probability that a line keeps its
clue if a black and a white cell at these places are exchanged.

A line keeps its clue if and only if its cells beside the two are white on the outer sides, and those between them are
all black, as a block moves by a cell; or else the first and the last of them are white and no two blacks are neighbors,
as one of several blocks of one cell moves. (Otherwise the first block that has a cell of these has another length, or
another number of blocks.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import exp, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import check_count, check_word
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import nonograms as kernel

SWITCHES = 600
"""Switches that are planted."""

PART = 500
"""Pictures that a thread takes at a time."""

COLUMNS = ["side", "black", "pictures", "simple", "error", "small", "bulk", "switches", "hold_up", "predicted"]

NO_SWITCH = np.zeros((1, 0), np.int64)


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
    check_picture(side, black)
    return 2 * (black * (1 - black) * float((expect_exchanges(side, black) ** 2).sum())) ** 2


def check_picture(side: int, black: float) -> None:
    """Refuse sides and probabilities that are out of range."""
    if not 2 <= side <= kernel.MOST_CELLS:
        raise BadInput(f"side {side}: write a whole number from 2 to {kernel.MOST_CELLS}")
    if not 0 < black < 1:
        raise BadInput(f"black {black}: write a probability, more than 0 and less than 1")


def expect_exchanges(side: int, black: float) -> np.ndarray:
    """Return for each two places in a line the probability that it keeps its clue if a black and a white cell there are
    exchanged.

    A float array of shape (side, side), in which the first place is before the second one.
    """
    white = 1 - black
    isolated = [0.0, white]  # in so many cells, the first and the last are white, and no two blacks are neighbors
    chances = np.zeros((side, side))
    for first, second in combinations(range(side), 2):
        between = second - first - 1
        if between == len(isolated):
            isolated.append(white * isolated[-1] + black * white * isolated[-2])
        inner = black**between + isolated[between] if between else 1.0
        chances[first, second] = inner * white ** ((first > 0) + (second < side - 1))
    return chances


def _switches(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw rows and columns of switches; both orders of the columns are the two ways to color one."""
    pairs = np.argwhere(weights)
    chances = weights[tuple(pairs.T)] ** 2
    rows, columns = pairs[rng.choice(len(pairs), (2, SWITCHES), p=chances / chances.sum())]
    return np.hstack([rows, rng.permuted(columns, axis=1)])


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
    side = len(cells)
    check_picture(side, 0.5)
    if cells.shape != (side, side):
        raise BadInput(f"picture of shape {cells.shape}: write as many rows as columns")
    room, bits = kernel.room_for(side), 1 << np.arange(side).astype(np.uint64)
    room.place[:] = np.arange(side)
    room.black[0], room.black[1] = cells @ bits, cells.T @ bits
    kernel.solve_lines(room)
    known: np.ndarray = (room.unknown[:, None] & bits) == 0
    return known


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
        expected = expect_nonogram_switches(side, black)
        planted = _switches(expect_exchanges(side, black), np.random.default_rng(seed))
        small, unknown = _run(side, black, False, NO_SWITCH, number, seed)
        bulk, _ = _run(side, black, True, NO_SWITCH, number, seed + 1)
        with_switch, _ = _run(side, black, True, planted, number, seed + 2)
        simple, hold_up = float((unknown == 0).mean()), float(with_switch.mean() / max(bulk.mean(), 1 / number))
        predicted = bulk.mean() * exp(-expected * hold_up)
        error = sqrt(simple * (1 - simple) / number)
        rows.append((side, black, number, simple, error, small.mean(), bulk.mean(), expected, hold_up, predicted))
    return pd.DataFrame(rows, columns=COLUMNS)


def _run(
    side: int, black: float, is_decoupled: bool, switches: np.ndarray, pictures: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return for random pictures whether only small sets stay unknown, and the number of unknown cells."""

    def work(first: int, stop: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count = min(PART, pictures - first)
        small, unknown, room = np.empty(count, np.bool_), np.empty(count, np.int64), kernel.room_for(side)
        kernel.run_pictures(
            room,
            black,
            is_decoupled,
            switches,
            np.uint64(seed),
            np.int64(first),
            rng_from_seed(0, 0),
            small,
            unknown,
            stop,
        )
        return small, unknown

    small, unknown = zip(*run_on_threads(range(0, pictures, PART), work), strict=True)
    return np.concatenate(small), np.concatenate(unknown)


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
    return read_measured(path, COLUMNS, "rullo_studies.rullo.nonograms")
