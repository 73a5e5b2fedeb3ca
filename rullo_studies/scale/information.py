"""What a board needs and what clues offer, in bits: the scale on which kinds of puzzles are compared.

A board *needs* log2 of the number of boards that obey the rules. Clues *offer* -log2 of the probability that a random
board has them, of which the part of each clue is exact, and the dependence between clues is that of normal variables
with the same covariances. Clues of a unique puzzle determine the board, so that their true information is what the
board needs: what they offer exceeds this as far as normal variables say less of one another than the clues do.
"""

from __future__ import annotations

from functools import cache
from math import e, gcd, log2, pi
from typing import NamedTuple

import numpy as np

from rullo_core.errors import BadInput
from rullo_studies.scale.puzzle import Planted, Sum

BOARDS = {
    4: 288,
    6: 28_200_960,
    8: 29_136_487_207_403_520,
    9: 6_670_903_752_021_072_936_960,
}
"""Boards of Sudokus by their sides, boxes as square as possible: of 4x4 by counting; 9x9 by B. Felgenhauer and F.
Jarvis, *Mathematics of Sudoku I* (2006); 6x6 and 8x8 as listed in Wikipedia, *Mathematics of Sudoku*.
"""

NEGLIGIBLE = 1e-9
"""Share of the variance of independent cells below which a sum has none but by rounding."""


def board_bits(kind: str, height: int, width: int) -> float:
    """Return log2 of the number of boards without clues.

    Parameters
    ----------
    kind : str
        ``"rullo"``, ``"sudoku"`` or ``"killer"``.
    height, width : int
        The size in cells.

    Returns
    -------
    float
        Bits: a cell of a Rullo has one; Sudokus of sides 4, 6, 8 and 9 have been counted.

    Raises
    ------
    BadInput
        If the number of boards is not known.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.scale.board_bits("rullo", 8, 9), round(rs.scale.board_bits("sudoku", 9, 9), 1)
    (72.0, 72.5)
    """
    if kind == "rullo":
        return float(height * width)
    if kind not in ("sudoku", "killer") or height != width or height not in BOARDS:
        raise BadInput(f"{kind!r} of {height}x{width}: the number of boards is known of Sudokus of sides 4, 6, 8, 9")
    return log2(BOARDS[height])


def offered_bits(puzzle: Planted) -> float:
    """Return the information that the clues of a puzzle offer together.

    A given is a sum of one cell. With P the distribution of a sum s by itself, and g normal densities with the means
    and covariances of random boards (`Planted.covariance`), the clues offer the sum of -log2 P(s) less the dependence:
    the sum of -log2 g(s), minus -log2 of the joint density g of all clues. A clue that follows from earlier ones is
    left out of all three, as its variance is 0 once these are known; givens come first, then the sums as they are
    listed. In a line of a Rullo each cell is included with probability 1/2, and numbers are divided by their greatest
    common divisor; the digits of a cage or an entry are a random set of different digits.

    Parameters
    ----------
    puzzle : Planted
        The puzzle.

    Returns
    -------
    float
        Bits.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> puzzle = rs.scale.draw_planted("rullo", "8x9", 9, seed=1)
    >>> round(rs.scale.offered_bits(puzzle) / puzzle.bits, 1)
    1.2
    """
    clues = [_clue_of_given(puzzle, cell) for cell in puzzle.givens] + [
        _clue_of_sum(puzzle, sum_) for sum_ in puzzle.sums
    ]
    if not clues:
        return 0.0
    weights = np.array([clue.weights for clue in clues])
    away = weights @ (puzzle.board - mean_value(puzzle))
    covariance = weights @ puzzle.covariance @ weights.T
    negligible = NEGLIGIBLE * (weights**2 @ puzzle.covariance.diagonal())
    independent, joint = _joint_bits(covariance, away, negligible)
    dependence = sum(_normal_bits(away[i], covariance[i, i]) for i in independent) - joint
    return float(sum(clues[i].bits for i in independent) - dependence)


def mean_value(puzzle: Planted) -> float:
    """Return the mean of the values of a cell."""
    return 0.5 if puzzle.values == 2 else (puzzle.values + 1) / 2


class Clue(NamedTuple):
    """A clue as a sum of cells: the weight of each cell, and -log2 of the probability of the sum."""

    weights: np.ndarray
    bits: float


def _clue_of_given(puzzle: Planted, cell: int) -> Clue:
    return Clue(np.eye(1, len(puzzle.board), cell)[0], log2(puzzle.values))


def _clue_of_sum(puzzle: Planted, sum_: Sum) -> Clue:
    weights = np.zeros(len(puzzle.board))
    if sum_.numbers is None:
        weights[list(sum_.cells)] = 1
        return Clue(weights, -log2(sums_of_digits(len(sum_.cells), puzzle.values)[sum_.total]))
    divisor = gcd(*sum_.numbers)
    numbers = [number // divisor for number in sum_.numbers]
    weights[list(sum_.cells)] = numbers
    return Clue(weights, -log2(_sums_of_included(numbers)[sum_.total // divisor]))


def _normal_bits(away: float, variance: float) -> float:
    """Return -log2 of a normal density at a distance from its mean."""
    return 0.5 * (log2(2 * pi * variance) + away * away / variance * log2(e))


@cache
def sums_of_digits(cells: int, values: int) -> np.ndarray:
    """Return the distribution of the sum of a random set of different digits."""
    counts = np.zeros((cells + 1, values * (values + 1) // 2 + 1))
    counts[0, 0] = 1
    for digit in range(1, values + 1):
        counts[1:, digit:] += counts[:-1, :-digit].copy()
    shares: np.ndarray = counts[cells] / counts[cells].sum()
    return shares


def _sums_of_included(numbers: list[int]) -> np.ndarray:
    """Return the distribution of the sum of the numbers of which each is included with probability 1/2."""
    shares = np.zeros(sum(numbers) + 1)
    shares[0] = 1
    for number in numbers:
        shares[number:] += shares[:-number].copy()
    return shares / 2.0 ** len(numbers)


def _joint_bits(covariance: np.ndarray, away: np.ndarray, negligible: np.ndarray) -> tuple[list[int], float]:
    """Return which variables do not follow from earlier ones, and -log2 of the normal density of these together."""
    independent, bits = [], 0.0
    for i in range(len(away)):
        variance = covariance[i, i]
        if variance <= negligible[i]:
            continue
        independent.append(i)
        bits += _normal_bits(away[i], variance)
        slopes = covariance[i] / variance
        away = away - slopes * away[i]
        covariance = covariance - np.outer(slopes, covariance[i])
    return independent, bits
