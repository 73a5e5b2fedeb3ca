"""How many random Rullos have one solution only, estimated without solving any: no switch, and no other solution.

Another solution changes a few cells, a *switch*, or cells all over the board. Both are counted apart:

* *Switches* are minimal stopping sets with a second solution. With mu the expected number of small ones, a puzzle has
  none with a probability of about F = exp(-mu).
* *Far solutions*. Let each cell be included with its own probability p = 1 / (1 + exp(-a (x + y))), where a is its
  number, and x of its row and y of its column are such that all expected sums are the targets. All solutions of the
  puzzle are then equally probable, exp(-H) with H the entropy of all cells, so that their number is exp(H) times the
  probability that the sums are the targets. Were sums normal, that would be 1 / sqrt(det 2 pi S), with S the
  covariance of all lines but one; they nearly are, and the next terms of the expansion correct it. If solutions were
  words of a random code, there would be a Poisson number of them, with this mean m, beside the one that the puzzle is
  made from.

Together

    P(unique) = F E[exp(-m)]

The identity for the number of solutions is exact, and so is the expansion in the limit of long lines (A. Barvinok and
J. A. Hartigan, *An asymptotic formula for the number of non-negative integer matrices with prescribed row and column
sums*, 2012, and for zeros and ones, *The number of graphs and a random graph with a given degree sequence*, 2013). What
is missing are solutions in between: those that change more than a small set, but leave several lines as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

import numpy as np

from rullo_core.rullo.predicting import Floor, floors
from rullo_core.rullo.request import FAIR

STEPS = 60
"""The greatest number of steps of Newton's method."""

CLOSE = 1e-6
"""Expected sums are as near to the targets as this, in units of the mean number."""

TINY = 1e-10
"""Added where matrices may be singular, and to what logarithms are taken of."""

NEARLY_KNOWN = 1e-3
"""The probability of the other choice below which a cell counts as known."""

LONGEST_STEP = 2.0
"""The longest step of Newton's method."""

MOST_FAR = 50.0
"""The logarithm of a number of far solutions above which it makes no difference."""

AT_ONCE = 100
"""Boards that are estimated together."""


class UniqueShare(NamedTuple):
    """An estimated share of puzzles with one solution.

    Parameters
    ----------
    share : float
        The share.
    error : float
        Its standard error, as far as it comes from the number of random boards.
    no_switch : float
        The share of puzzles without a small switch, F.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.predict_unique(10, 100, boards=100).no_switch > 0.99
    True
    """

    share: float
    error: float
    no_switch: float


def expect_others(numbers: np.ndarray, included: np.ndarray, corrected: bool = True) -> np.ndarray:
    """Estimate how many solutions puzzles have beside the one that they are made from, by the entropy of their cells.

    Parameters
    ----------
    numbers : numpy.ndarray
        The positive whole numbers of each puzzle, of shape (puzzles, rows, columns); 0 where a row and a column share
        no cell, as if their lines were shorter.
    included : numpy.ndarray
        The solution that each puzzle is made from, of the same shape (bool).
    corrected : bool
        Whether to correct for sums that are not quite normal.

    Returns
    -------
    numpy.ndarray
        The natural logarithm of each number (float64); it is minus infinity if no cell stays unknown where only lines
        whose target is 0 or their total are, or as close to it as leaves no room for other choices.

    Examples
    --------
    There are 64,051,375,889,927,380,035,549,804,336 ways to include half of the cells of each line of 12×12, e^66.33:

    >>> import numpy as np
    >>> import rullo_studies as rs
    >>> half = np.indices((1, 12, 12)).sum(0) % 2 == 1
    >>> [float(rs.rullo.expect_others(np.ones((1, 12, 12), int), half, way).round(2)[0]) for way in (True, False)]
    [66.37, 67.29]
    """
    logarithms = np.empty(len(numbers))
    remaining, is_open = np.arange(len(numbers)), _open_cells(numbers, included, numbers > 0)
    while len(remaining):
        of_boards = numbers[remaining], included[remaining]
        logarithms[remaining], probabilities = _expect(*of_boards, is_open, corrected)
        # Where sums leave no room for other choices, probabilities go to 0 or 1; such cells are known as well.
        is_bound = is_open & (np.abs(probabilities - of_boards[1]) < NEARLY_KNOWN)
        is_incomplete = is_bound.any((1, 2))
        remaining, is_open = remaining[is_incomplete], (is_open & ~is_bound)[is_incomplete]
        is_open = _open_cells(numbers[remaining], included[remaining], is_open)
    return logarithms


def _expect(
    numbers: np.ndarray, included: np.ndarray, is_open: np.ndarray, corrected: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the logarithm of the estimated number of solutions that differ in open cells only, and the probabilities
    with which cells are included.
    """
    rows, columns = numbers.shape[1:]
    scale = numbers[numbers > 0].mean()
    weights = numbers * is_open / scale
    targets = _sums(weights * included)
    is_connected = _connected_lines(is_open)
    sizes = is_connected.sum(1)
    # Connected rows and columns have the same total, so that one direction of their x and y changes nothing; it is made
    # regular.
    sign, unit = np.repeat([1.0, -1.0], [rows, columns]), np.eye(rows + columns)
    regular = is_connected * np.outer(sign, sign)
    powers, moving = np.zeros((len(numbers), rows + columns)), np.arange(len(numbers))
    probabilities, covariance = np.empty(numbers.shape), np.empty(regular.shape)
    for _ in range(STEPS):
        fields = weights[moving] * (powers[moving, :rows, None] + powers[moving, None, rows:])
        included_share = 1 / (1 + np.exp(-np.clip(fields, -40, 40)))
        missing = (targets[moving] - _sums(weights[moving] * included_share)) * (sizes[moving] > 1)
        squares = weights[moving] ** 2 * included_share * (1 - included_share)
        matrix = regular[moving] + _sums(squares)[:, :, None] * unit
        matrix[:, :rows, rows:] += squares
        matrix[:, rows:, :rows] += squares.swapaxes(1, 2)
        probabilities[moving], covariance[moving] = included_share, matrix
        is_far = np.abs(missing).max(1) >= CLOSE
        moving = moving[is_far]
        if not len(moving):
            break
        step = np.linalg.solve(matrix[is_far] + TINY * unit, missing[is_far, :, None])[:, :, 0]
        powers[moving] += step * np.minimum(1, LONGEST_STEP / np.maximum(np.abs(step).max(1, keepdims=True), TINY))
    entropy = -(probabilities * np.log(probabilities + TINY) + (1 - probabilities) * np.log(1 - probabilities + TINY))
    log_determinant = np.linalg.slogdet(covariance)[1] - 2 * (np.log(sizes) / sizes).sum(1)
    equations = rows + columns - (1 / sizes).sum(1)
    logarithm = (entropy * is_open).sum((1, 2)) - (equations * log(2 * pi * scale**2) + log_determinant) / 2
    if corrected:
        logarithm += _correction(weights, probabilities, np.linalg.inv(covariance + TINY * unit))
    return np.where((sizes > 1).any(1), logarithm, -np.inf), probabilities


def _open_cells(numbers: np.ndarray, included: np.ndarray, is_open: np.ndarray) -> np.ndarray:
    """Return the cells of some that stay unknown where only lines whose target is 0 or their total are known."""
    while True:
        unknown, included_numbers = numbers * is_open, numbers * (is_open & included)
        is_bound = np.zeros(numbers.shape, bool)
        for axis in (1, 2):
            target = included_numbers.sum(axis, keepdims=True)
            is_bound |= (target == 0) | (target == unknown.sum(axis, keepdims=True))
        if not (is_open & is_bound).any():
            return is_open
        is_open = is_open & ~is_bound


def _connected_lines(is_open: np.ndarray) -> np.ndarray:
    """Return for each two lines, rows first, whether cells connect them, as they do each with itself."""
    boards, rows, columns = is_open.shape
    lines = rows + columns
    is_connected = np.zeros((boards, lines, lines), np.float32)
    is_connected[:, :rows, rows:], is_connected[:, rows:, :rows] = is_open, is_open.swapaxes(1, 2)
    is_connected += np.eye(lines, dtype=np.float32)
    for _ in range(lines.bit_length()):
        is_connected = np.minimum(is_connected @ is_connected, 1)
    return is_connected > 0


def _sums(cells: np.ndarray) -> np.ndarray:
    """Return the sums of rows, and then of columns."""
    return np.concatenate([cells.sum(2), cells.sum(1)], axis=1)


def _correction(weights: np.ndarray, probabilities: np.ndarray, inverse: np.ndarray) -> np.ndarray:
    """Return by how much the logarithm of the probability of the targets differs from that of normal sums.

    With x and y normal, of the inverse of S as covariance, it is E[h] - E[f^2] / 2, where f and h are the sums over
    cells of the third cumulant times (x + y)^3 / 6, and of the fourth times (x + y)^4 / 24.
    """
    row, column = np.nonzero((weights != 0).any(0))
    spread = probabilities * (1 - probabilities)
    third = (weights**3 * spread * (1 - 2 * probabilities))[:, row, column]
    fourth = (weights**4 * spread * (1 - 6 * spread))[:, row, column]
    column = column + weights.shape[1]
    correction = np.empty(len(weights))
    for i, matrix in enumerate(inverse):
        of_cell = matrix[row] + matrix[column]
        common = of_cell[:, row] + of_cell[:, column]
        variances = common.diagonal()
        squared = 9 * (third[i] * variances) @ common @ (third[i] * variances)
        squared += 6 * third[i] @ (common * common * common) @ third[i]
        correction[i] = 3 * (fourth[i] * variances**2).sum() / 24 - squared / 36 / 2
    return correction


def expect_switches(side: int, largest: int) -> float:
    """Return the expected number of small switches: minimal stopping sets with a second solution.

    They are in two lines and up to six others, or up to four lines and four others; with more than 40 numbers only in
    two lines.

    Parameters
    ----------
    side : int
        The number of rows and of columns.
    largest : int
        The greatest number, R; numbers are 1 to R.

    Returns
    -------
    float
        The number.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> round(rs.rullo.expect_switches(12, 100), 4)
    0.0006
    """
    return switches_among(floors(side, side, tuple(range(1, largest + 1)), FAIR))


def switches_among(sets: Iterable[Floor]) -> float:
    """Return how many of the expected stopping sets have a second solution."""
    return sum(of_shape.expected * _share_with_second(of_shape.sets) for of_shape in sets)


def _share_with_second(sets: np.ndarray) -> float:
    """Return the share of minimal stopping sets whose signed numbers add up to 0 in every line.

    Cells that another solution changes are a stopping set, and of a minimal one it changes all.
    """
    return float(((sets.sum(1) == 0).all(1) & (sets.sum(2) == 0).all(1)).mean())


def without_far(numbers: np.ndarray, included: np.ndarray) -> np.ndarray:
    """Return for each puzzle the estimated probability that it has no far solution."""
    shares: np.ndarray = np.exp(-np.exp(np.minimum(expect_others(numbers, included), MOST_FAR)))
    return shares


def predict_unique(side: int, largest: int, boards: int = 1000, seed: int = 1) -> UniqueShare:
    """Estimate the share of random Rullos with one solution, F E[exp(-m)].

    Parameters
    ----------
    side : int
        The number of rows and of columns; from 8 on the estimate is of use.
    largest : int
        The greatest number, R; numbers are 1 to R.
    boards : int
        The number of random puzzles whose far solutions are estimated.
    seed : int
        Random seed; the same boards, but for their numbers, are drawn for every range.

    Returns
    -------
    UniqueShare
        The ``share``, its ``error``, and the share of puzzles with ``no_switch``.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.predict_unique(9, 200, boards=100).share > 0.99
    True
    """
    rng = np.random.default_rng(seed)
    no_far = np.empty(0)
    for first in range(0, boards, AT_ONCE):
        shape = (min(AT_ONCE, boards - first), side, side)
        numbers = np.ceil(largest * (1 - rng.random(shape))).astype(np.int64)
        no_far = np.append(no_far, without_far(numbers, rng.random(shape) < FAIR))
    no_switch = exp(-expect_switches(side, largest))
    error = no_switch * float(no_far.std()) / sqrt(boards)
    return UniqueShare(no_switch * float(no_far.mean()), error, no_switch)


def mean_of_normal_lines(side: int, largest: int) -> float:
    """Return the mean number of other solutions as if sums were normal: 2^(n n) times the chance that all lines agree.

    What two random choices of the cells differ by has a sum in every line; with s^2 its variance for a cell, the chance
    that all are 0 is 1 / sqrt((2 pi s^2)^(2n - 1) n^(2n - 2)). A few puzzles with many solutions are most of this mean,
    and solutions that leave whole lines as they are come in addition.

    Parameters
    ----------
    side : int
        The number of rows and of columns, n.
    largest : int
        The greatest number, R; numbers are 1 to R.

    Returns
    -------
    float
        The mean number.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> round(rs.rullo.mean_of_normal_lines(12, 22), 2)
    1.09
    """
    variance = (largest + 1) * (2 * largest + 1) / 12
    return exp(side * side * log(2) - (2 * side - 1) / 2 * log(2 * pi * variance) - (side - 1) * log(side))
