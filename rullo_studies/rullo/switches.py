"""How many solutions random Rullos have, beside the numbers if small stopping sets were independent switches.

A *switch* is a minimal stopping set with two solutions. If all that distinguishes the solutions of a puzzle is W
switches that share no line, it has 2^W solutions. If W is Poisson with mean mu, there are m = e^mu - 1 other solutions
on average, and the share of puzzles with a single solution is e^-mu = 1 / (1 + m).

That share alone does not tell switches: if each further solution had the same chance, numbers of solutions would be
geometric, and the share the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, exp, factorial, log, log2, nan, sqrt

import numpy as np
import pandas as pd

from rullo_core.parameters import format_range, parse_range, parse_size
from rullo_core.rullo.api import API
from rullo_studies.rullo.expectation import mean_other_solutions
from rullo_studies.rullo.rests import BLOCKS, STRIPS, mean_of, rests_of

MOST_EXHAUSTIVE = 2**24
"""The greatest number of puzzles of which all are counted."""

MOST_SOLUTIONS = 100_000
"""The most solutions of a puzzle that are counted."""

MOST_LISTED = 8
"""Numbers of solutions up to this one have a row of their own."""


def numbers_of_solutions(
    height: int, width: int, values: tuple[int, ...], puzzles: int, seed: int
) -> tuple[np.ndarray, bool]:
    """Return how many puzzles have each number of solutions, and whether these are all puzzles.

    A puzzle is counted once for each of its solutions, as random puzzles are made from a solution.
    """
    if (2 * len(values)) ** (height * width) <= MOST_EXHAUSTIVE:
        return _of_all(height, width, values), True
    counts = np.zeros(MOST_SOLUTIONS + 1, np.int64)
    for rests in rests_of(height, width, values, puzzles, seed):
        is_stuck = rests.unknown.any(axis=1)
        counts[1] += int((~is_stuck).sum())
        if is_stuck.any():
            numbers = rests.numbers[is_stuck]
            included = -np.minimum(numbers, 0)
            arrays = {
                "numbers": np.abs(numbers),
                "row_targets": included.sum(axis=2),
                "column_targets": included.sum(axis=1),
            }
            solutions = API.solve_arrays(arrays, limit=MOST_SOLUTIONS, seconds=None)["solutions"]
            counts += np.bincount(solutions, minlength=MOST_SOLUTIONS + 1)
    return counts[: np.flatnonzero(counts)[-1] + 1], False


def _of_all(height: int, width: int, values: tuple[int, ...]) -> np.ndarray:
    """Return the same of all grids with all solutions."""
    cells = height * width
    base = max(height, width) * values[-1] + 1  # more than any sum
    weights = [base**r + base ** (height + c) for r in range(height) for c in range(width)]
    choices = np.array([*product((0, 1), repeat=cells)], np.int64).T * np.array(weights)[:, None]
    counts = np.zeros(2**cells + 1, np.int64)
    for first in product(values, repeat=max(0, cells - 6)):
        grids = np.array([(*first, *last) for last in product(values, repeat=min(cells, 6))])
        sums = np.sort(grids @ choices, axis=1)
        is_first = np.ones_like(sums, bool)
        is_first[:, 1:] = sums[:, 1:] != sums[:, :-1]
        solutions = np.diff(np.append(np.flatnonzero(is_first.ravel()), sums.size))
        counts += np.bincount(solutions, solutions, minlength=len(counts)).astype(np.int64)
    return counts[: np.flatnonzero(counts)[-1] + 1]


def mean_switches(height: int, width: int, values: tuple[int, ...]) -> float:
    """Return the mean number of switches of up to four rows and columns, or of two and up to six."""
    mean = 0.0
    for shape in (*STRIPS, *BLOCKS):
        if shape[0] <= min(height, width) and shape[1] <= max(height, width):
            of_box = mean_of(shape, values, solutions=2).value
            mean += of_box * sum(
                comb(height, rows) * comb(width, columns) for rows, columns in dict.fromkeys([shape, shape[::-1]])
            )
    return mean


def law_of_switches(mean: float, solutions: int) -> float:
    """Return the share of puzzles with so many solutions, if switches are independent, with this mean number."""
    number = log2(solutions)
    return exp(-mean) * mean**number / factorial(round(number)) if number.is_integer() else 0.0


def count_by_solutions(points: pd.DataFrame, puzzles: int = 20_000, seed: int = 2) -> pd.DataFrame:
    """Count random puzzles by their numbers of solutions, beside two laws with the same mean.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    puzzles : int
        The number of random puzzles of each; where there are at most 16,777,216, all are counted instead.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point and number of solutions: ``size``, ``values`` and ``solutions`` (str), 1 to 8 or
        ``more``; ``share``, of the puzzles with so many solutions, and ``error``, its standard error, 0 if all puzzles
        are counted; ``switches``, the share if puzzles had 2^W solutions with W Poisson; and ``geometric``, the share
        if each further solution had the same chance (float).

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> table = rs.rullo.count_by_solutions(pd.DataFrame({"size": ["2x3"], "values": ["1-2"]}))
    >>> table.set_index("solutions")["share"].round(3)[:4].tolist()
    [0.955, 0.042, 0.003, 0.0]
    """
    rows = []
    for point in points.itertuples():
        counts, is_all = numbers_of_solutions(
            *parse_size(point.size), values := parse_range(point.values), puzzles, seed
        )
        shares = counts / counts.sum()
        mean = float(shares @ np.arange(len(shares)))
        laws = (
            shares,
            [0.0, *(law_of_switches(log(mean), solutions) for solutions in range(1, MOST_LISTED + 1))],
            [0.0, *((1 - 1 / mean) ** (solutions - 1) / mean for solutions in range(1, MOST_LISTED + 1))],
        )
        for solutions in (*range(1, MOST_LISTED + 1), "more"):
            share, of_switches, geometric = (_share(law, solutions) for law in laws)
            error = 0.0 if is_all else sqrt(share * (1 - share) / counts.sum())
            rows.append((point.size, format_range(values), str(solutions), share, error, of_switches, geometric))
    return pd.DataFrame(rows, columns=["size", "values", "solutions", "share", "error", "switches", "geometric"])


def _share(law: Sequence[float], solutions: int | str) -> float:
    """Return the share of a number of solutions, or what those of the listed ones leave."""
    if isinstance(solutions, str):
        return max(0.0, 1 - float(sum(law[: MOST_LISTED + 1])))
    return float(law[solutions]) if solutions < len(law) else 0.0


def compare_switches(points: pd.DataFrame, puzzles: int = 20_000, seed: int = 2) -> pd.DataFrame:
    """Compare shares of puzzles with a single solution with what the mean number of others, and switches, say.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    puzzles : int
        The number of random puzzles of each; where there are at most 16,777,216, all are counted instead.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point: ``size`` and ``values`` (str); ``unique``, the share of puzzles with a single solution,
        and ``error``, its standard error; ``others``, the exact mean number of other solutions, missing where it takes
        too long, ``counted_others`` and its standard error ``error_others``; ``switches``, the mean number of switches
        of up to four rows and columns; and what the share is if other solutions are due to independent switches alone:
        ``from_others``, one over one plus their mean, and ``from_switches``, e^-switches (float).

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> table = rs.rullo.compare_switches(pd.DataFrame({"size": ["2x2"], "values": ["1-3"]}))
    >>> table[["unique", "from_others", "from_switches"]].round(5).to_numpy().tolist()
    [[0.99537, 0.99539, 0.99538]]
    """
    rows = []
    for point in points.itertuples():
        (height, width), values = parse_size(point.size), parse_range(point.values)
        counts, is_all = numbers_of_solutions(height, width, values, puzzles, seed)
        number, other_solutions = int(counts.sum()), np.arange(len(counts)) - 1.0
        shares = counts / number
        mean_counted = float(shares @ other_solutions)
        exact = mean_other_solutions(height, width, values)
        mean, switches = exact.value if exact.is_exact else nan, mean_switches(height, width, values)
        rows.append(
            {
                "size": point.size,
                "values": format_range(values),
                "unique": float(shares[1]),
                "error": 0.0 if is_all else sqrt(shares[1] * (1 - shares[1]) / number),
                "others": mean,
                "counted_others": mean_counted,
                "error_others": 0.0 if is_all else sqrt(float(shares @ (other_solutions - mean_counted) ** 2) / number),
                "switches": switches,
                "from_others": 1 / (1 + (mean if exact.is_exact else mean_counted)),
                "from_switches": exp(-switches),
            }
        )
    return pd.DataFrame(rows)
