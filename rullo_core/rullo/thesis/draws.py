"""How the thesis drew its puzzles: coins compared with its counts, and its printed puzzles in streams of rand()."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.rullo import rand
from rullo_core.rullo.kernels.counting import rand as kernel
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.thesis import published
from rullo_core.rullo.thesis.comparison import PUBLISHED_PUZZLES
from rullo_core.rullo.thesis.symmetry import counted_once
from rullo_core.runs.shards import default_threads, run_on_threads

STRETCH = 2**20
"""Number of puzzles of a stream in one unit of work of a thread."""

TRIED_BITS = (0, 1, 2, 4, 8, 15, 24, rand.BITS - 1)
"""Bits of an output of rand(), from the lowest, 0, to the highest, which is set in the upper half."""

STEPS = 200
"""Number of steps in which the parameter of an unfair coin is varied."""


@dataclass(frozen=True)
class Tried:
    """A comparison of a coin with the thesis's counts.

    Attributes
    ----------
    name : str
    best : str
        What makes it fit best; empty if there is nothing to choose.
    ratio : pandas.Series
        Index ``required``: what the thesis counted, of what this coin makes it expect.
    chi_square : float
        The squares of their differences in standard deviations, added up; about as many as there are counts, if this
        was the coin.
    """

    name: str
    best: str
    ratio: pd.Series
    chi_square: float


def biased(height: int, width: int, included: float) -> np.ndarray:
    """Return the distribution of the number of included cells, each with the same probability.

    Returns
    -------
    float64 array of shape (height * width + 1,)
    """
    return _of_rows([included] * height, width)


def by_row(height: int, width: int, off: float) -> np.ndarray:
    """The same with a coin for each row: included with 1/2 + off in the first, 1/2 - off in the second, and so on."""
    return _of_rows([0.5 + off * (-1) ** row for row in range(height)], width)


def persistent(height: int, width: int, correlation: float) -> np.ndarray:
    """The same with a fair coin that falls as it did before with probability (1 + correlation) / 2."""
    stay = (1 + correlation) / 2
    ways = np.zeros((2, height * width + 1))
    ways[0, 0] = ways[1, 1] = 0.5
    for _ in range(height * width - 1):
        out = stay * ways[0] + (1 - stay) * ways[1]
        into = stay * ways[1] + (1 - stay) * ways[0]
        ways = np.stack([out, np.concatenate([[0.0], into[:-1]])])
    return np.asarray(ways.sum(axis=0))


def of_rand(height: int, width: int, bits: Sequence[int], puzzles: int, seed: int) -> np.ndarray:
    """The same with one bit of each output of rand(), drawn after the numbers: shares of so many puzzles.

    Parameters
    ----------
    height, width : int
    bits : sequence of int
        From 0, the lowest, to 30, the highest.
    puzzles, seed : int

    Returns
    -------
    float64 array of shape (len(bits), height * width + 1)
    """
    cells = height * width

    def work(first: int, _: np.ndarray) -> np.ndarray:
        counts = np.zeros((len(bits), cells + 1), np.int64)
        stream = kernel.stream_from(rand.state_before(seed, 2 * cells * first), cells)
        kernel.count_included(stream, min(STRETCH, puzzles - first), np.array(bits, np.uint32), counts)
        return counts

    parts = list(run_on_threads(range(0, puzzles, STRETCH), work, default_threads()))
    return np.asarray(np.sum(parts, axis=0) / puzzles)


def try_all(fair: Dataset, puzzles: int) -> list[Tried]:
    """Compare coins with the right half of the thesis's Table 3.

    Parameters
    ----------
    fair : Dataset
        A sample of the thesis's size and range, drawn with a fair coin, for the share of puzzles that are rated among
        those with so many required. What becomes of those is the same whatever a coin's bias.
    puzzles : int
        To be drawn where a distribution cannot be worked out.
    """
    theirs = published.published_table(3, "required").sum(axis=1)
    height, width = fair.manifest["parameters"]["height"], fair.manifest["parameters"]["width"]
    drawn_by, rated_by = (
        tally.frame.groupby("required")["puzzles"].sum() for tally in (counted_once(fair), counted_once(fair).rated)
    )
    rated = (rated_by / drawn_by).reindex(theirs.index, fill_value=1.0)  # where few are required none is skipped

    def fitted(name: str, coin: Callable[[int, int, float], np.ndarray], places: np.ndarray, text: str) -> Tried:
        one_each = [_beside(name, text.format(place), theirs, rated, coin(height, width, place)) for place in places]
        return min(one_each, key=lambda one: one.chi_square)

    of_bits = of_rand(height, width, TRIED_BITS, puzzles, 1)
    return [
        _beside("fair", "", theirs, rated, biased(height, width, 0.5)),
        fitted("biased, or hanging on its own number", biased, np.linspace(0.4, 0.5, STEPS + 1), "{:.4f} included"),
        fitted("alternately more and less, row by row", by_row, np.linspace(0, 0.4, STEPS + 1), "1/2 ± {:.3f}"),
        fitted("hanging on the coin before", persistent, np.linspace(-0.1, 0.1, STEPS + 1), "correlation {:.3f}"),
        *(
            _beside(name_of_bit(bit), "", theirs, rated, probabilities, puzzles)
            for bit, probabilities in zip(TRIED_BITS, of_bits, strict=True)
        ),
    ]


def name_of_bit(bit: int) -> str:
    """Return the name of the coin that is one bit of rand()."""
    return f"bit {bit} of rand()" + {0: ", the lowest", rand.BITS - 1: ", the upper half"}.get(bit, "")


def find(figures: list[str], seed: int, puzzles: int) -> list[int | None]:
    """Find puzzles of the thesis, all of one size, among those that a program draws with rand().

    Parameters
    ----------
    figures : list of str
        Their names, as `rullo_core.rullo.thesis.published.puzzles` has them.
    seed : int
        Of the program; 1 if it sets none.
    puzzles : int
        How many it draws.

    Returns
    -------
    list of int or None
        For each its index; None if it is not drawn.
    """
    wanted = np.array([flat(published.puzzles()[name].numbers) for name in figures], np.uint16) - 1
    cells = wanted.shape[1]

    def work(first: int, _: np.ndarray) -> np.ndarray:
        found = np.full(len(figures), -1, np.int64)
        stream = kernel.stream_from(rand.state_before(seed, 2 * cells * first), cells)
        kernel.find(stream, first, min(first + STRETCH, puzzles), 9, wanted, found)
        return found

    parts = run_on_threads(range(0, puzzles, STRETCH), work, default_threads())
    found = np.max([np.full(len(figures), -1), *parts], axis=0)
    return [int(index) if index >= 0 else None for index in found]


def _beside(
    name: str, best: str, theirs: pd.Series, rated: pd.Series, probabilities: np.ndarray, drawn: int | None = None
) -> Tried:
    """Compare the thesis's counts with those expected of a coin; each puzzle counts as itself or its inverse.

    If the distribution is from a sample, a count that did not occur has the variance of one that occurred once.
    """
    folded = probabilities + probabilities[::-1]
    expected = PUBLISHED_PUZZLES * folded[theirs.index] * rated
    times = 0 if drawn is None else PUBLISHED_PUZZLES / drawn
    variance = expected.clip(lower=times) * (1 + times)
    return Tried(name, best, theirs / expected, float(((theirs - expected) ** 2 / variance).sum()))


def _of_rows(probabilities: list[float], width: int) -> np.ndarray:
    spread = np.ones(1)
    for probability in probabilities:
        for _ in range(width):
            spread = np.convolve(spread, [1 - probability, probability])
    return spread
