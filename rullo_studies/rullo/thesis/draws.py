"""How the thesis drew its puzzles: coins compared with its counts, and its printed puzzles in streams of rand()."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.rullo import rand
from rullo_core.rullo.kernels.counting import rand as kernel
from rullo_core.rullo.puzzle import flat
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.comparison import PUBLISHED_PUZZLES
from rullo_studies.rullo.thesis.symmetry import counted_once

STRETCH = 2**20
"""Number of puzzles of a stream in one unit of work of a thread."""

TRIED_BITS = (0, 1, 2, 4, 8, 15, 24, rand.BITS - 1)
"""Bits of an output of rand(), from the lowest, 0, to the highest, which is set in the upper half."""

STEPS = 200
"""Number of steps in which the parameter of an unfair coin is varied."""


def biased(height: int, width: int, included: float) -> np.ndarray:
    """Return the distribution of the number of included cells, each with the same probability."""
    return _of_rows([included] * height, width)


def by_row(height: int, width: int, bias: float) -> np.ndarray:
    """Return the same with a coin for each row: included with 1/2 + bias in the first, 1/2 - bias in the next."""
    return _of_rows([0.5 + bias * (-1) ** row for row in range(height)], width)


def persistent(height: int, width: int, correlation: float) -> np.ndarray:
    """Return the same with a fair coin that falls as it did before with probability (1 + correlation) / 2."""
    stay = (1 + correlation) / 2
    ways = np.zeros((2, height * width + 1))
    ways[0, 0] = ways[1, 1] = 0.5
    for _ in range(height * width - 1):
        out = stay * ways[0] + (1 - stay) * ways[1]
        into = stay * ways[1] + (1 - stay) * ways[0]
        ways = np.stack([out, np.concatenate([[0.0], into[:-1]])])
    return np.asarray(ways.sum(axis=0))


def of_rand(height: int, width: int, bits: Sequence[int], puzzles: int, seed: int) -> np.ndarray:
    """Return the same for bits of the outputs of rand() after the numbers, 0 the lowest, from so many puzzles."""
    cells = height * width

    def work(first: int, _: np.ndarray) -> np.ndarray:
        counts = np.zeros((len(bits), cells + 1), np.int64)
        stream = kernel.stream_from(rand.state_before(seed, 2 * cells * first), cells)
        kernel.count_included(stream, min(STRETCH, puzzles - first), np.array(bits), counts)
        return counts

    parts = list(run_on_threads(range(0, puzzles, STRETCH), work))
    return np.asarray(np.sum(parts, axis=0) / puzzles)


def compare_coins(data: Dataset, puzzles: int) -> pd.DataFrame:
    """Compare coins that may decide what a solution includes with the thesis's counts (Table 3, right).

    Parameters
    ----------
    data : Dataset
        A sample of the thesis's size and range, drawn with a fair coin, for the share of puzzles that are rated among
        those with as many included cells. A coin's bias makes no difference to that.
    puzzles : int
        How many to draw where the distribution of a coin cannot be computed.

    Returns
    -------
    pandas.DataFrame
        Index ``coin``; ``fitted`` (str, the parameter with which it fits best), ``chi_square`` (float64, the sum of the
        squared differences in standard deviations: about the number of counts if the thesis used this coin); and for
        each number of included cells in the thesis (int), the ratio of its count to the expected count (float64).

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("sample", size="7x7", values="1-9", count=100_000)  # doctest: +SKIP
    >>> coins = rs.rullo.compare_coins(data, 2_000_000)  # doctest: +SKIP
    >>> bool(coins.chi_square["fair"] > 9_000)  # doctest: +SKIP
    True
    """
    published_counts = published.published_table(3, "required").sum(axis=1)
    height, width = data.manifest["parameters"]["height"], data.manifest["parameters"]["width"]
    drawn_by, rated_by = (
        tally.frame.groupby("required")["puzzles"].sum()
        for tally in (counted_once(data), counted_once(data).without_skipped)
    )
    # Where few cells are required, no puzzle is skipped.
    rated_shares = (rated_by / drawn_by).reindex(published_counts.index, fill_value=1.0)

    def fitted(name: str, coin: Callable[[int, int, float], np.ndarray], places: np.ndarray, text: str) -> pd.Series:
        candidates = [
            _coin_row(name, text.format(place), published_counts, rated_shares, coin(height, width, place))
            for place in places
        ]
        return min(candidates, key=lambda row: float(row["chi_square"]))

    of_bits = of_rand(height, width, TRIED_BITS, puzzles, 1)
    rows = [
        _coin_row("fair", "", published_counts, rated_shares, biased(height, width, 0.5)),
        fitted("biased, or depending on its own number", biased, np.linspace(0.4, 0.5, STEPS + 1), "{:.4f} included"),
        fitted("alternately more and less, row by row", by_row, np.linspace(0, 0.4, STEPS + 1), "1/2 ± {:.3f}"),
        fitted("depending on the coin before", persistent, np.linspace(-0.1, 0.1, STEPS + 1), "correlation {:.3f}"),
        *(
            _coin_row(name_of_bit(bit), "", published_counts, rated_shares, probabilities, puzzles)
            for bit, probabilities in zip(TRIED_BITS, of_bits, strict=True)
        ),
    ]
    return pd.DataFrame(rows).rename_axis("coin").infer_objects()


def name_of_bit(bit: int) -> str:
    """Return the name of the coin that is one bit of rand()."""
    return f"bit {bit} of rand()" + {0: ", the lowest", rand.BITS - 1: ", the upper half"}.get(bit, "")


def find_printed(figures: Sequence[str], count: int, seed: int = 1) -> pd.DataFrame:
    """Find puzzles of the thesis among the puzzles that a program draws with ``rand()`` of the GNU C library.

    Parameters
    ----------
    figures : sequence of str
        Their names, such as ``"figure 17"``, all of one size.
    count : int
        How many the program draws.
    seed : int
        The seed of the program; 1 if it sets none.

    Returns
    -------
    pandas.DataFrame
        Index ``figure``; ``index`` (Int64, that of the puzzle, from 0; missing if it is not drawn).

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.find_printed(["figure 17"], 200)["index"].tolist()  # doctest: +SKIP
    [127]
    """
    digits = np.array([flat(published.puzzles()[name].numbers) for name in figures], np.uint16) - 1
    cells = digits.shape[1]

    def work(first: int, _: np.ndarray) -> np.ndarray:
        places = np.full(len(figures), -1, np.int64)
        stream = kernel.stream_from(rand.state_before(seed, 2 * cells * first), cells)
        kernel.find(stream, first, min(first + STRETCH, count), 9, digits, places)
        return places

    parts = run_on_threads(range(0, count, STRETCH), work)
    places = np.max([np.full(len(figures), -1), *parts], axis=0)
    indices = [index if index >= 0 else None for index in places]
    return pd.DataFrame({"index": pd.array(indices, "Int64")}, pd.Index(figures, name="figure"))


def _coin_row(
    name: str,
    best: str,
    published_counts: pd.Series,
    rated_shares: pd.Series,
    probabilities: np.ndarray,
    sample_size: int | None = None,
) -> pd.Series:
    """Compare the thesis's counts up to inverses with a coin's; of a sample, a count of 0 has the variance of 1."""
    folded = probabilities + probabilities[::-1]
    expected = PUBLISHED_PUZZLES * folded[published_counts.index] * rated_shares
    times = 0 if sample_size is None else PUBLISHED_PUZZLES / sample_size
    variance = expected.clip(lower=times) * (1 + times)
    chi_square = float(((published_counts - expected) ** 2 / variance).sum())
    return pd.Series({"fitted": best, "chi_square": chi_square, **(published_counts / expected)}, name=name)


def _of_rows(probabilities: list[float], width: int) -> np.ndarray:
    spread = np.ones(1)
    for probability in probabilities:
        for _ in range(width):
            spread = np.convolve(spread, [1 - probability, probability])
    return spread
