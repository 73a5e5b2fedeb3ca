"""Uncertainty of estimates, and whether there is enough data to estimate it.

Every function returns NaN in place of an error or interval for which there is too little data.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import pandas as pd

__all__ = [
    "bootstrap_rank_correlations",
    "counted_mean_error",
    "mean_error",
    "rank_correlation",
    "rank_correlation_interval",
    "ratio_error",
    "share_error",
    "share_interval",
    "weighted_mean_error",
    "with_error",
]

FEWEST_GROUPS = 30
"""Groups that are needed for a standard error where the items in a group are not independent."""

FEWEST_ITEMS = 10
"""Independent items that are needed for a standard error."""

TWO_SIDED_95 = 1.96
"""Standard errors on either side of a 95 % confidence interval."""


def weighted_mean_error(values: np.ndarray, weights: np.ndarray, groups: np.ndarray | None = None) -> float:
    """Estimate the standard error of a weighted mean.

    The variance between n groups is multiplied by n/(n - 1), as the mean is estimated from the same data.

    Parameters
    ----------
    values, weights : float array of shape (N,)
        The weights need not add up to 1; items of weight 0 are not counted.
    groups : array of shape (N,), optional
        The group of each item; only different groups are independent. Without it, every item is independent.

    Returns
    -------
    float
        NaN for fewer than `FEWEST_GROUPS` groups, or `FEWEST_ITEMS` items of a weight other than 0.

    Examples
    --------
    >>> import numpy as np
    >>> from rullo_core import uncertainty
    >>> round(uncertainty.weighted_mean_error(np.arange(10.0), np.ones(10)), 3)
    0.957
    >>> uncertainty.weighted_mean_error(np.arange(10.0), np.ones(10), groups=np.arange(10))
    nan
    """
    items, fewest = int(np.count_nonzero(weights)), FEWEST_ITEMS
    if items < fewest:
        return float("nan")
    shares = weights / weights.sum()
    away = shares * (values - (shares * values).sum())
    number = items
    if groups is not None:
        away = pd.Series(away).groupby(np.asarray(groups)).sum().to_numpy()
        number, fewest = len(away), FEWEST_GROUPS
    return float(sqrt(number / (number - 1) * (away**2).sum())) if number >= fewest else float("nan")


def mean_error(values: np.ndarray, fewest: int = FEWEST_ITEMS) -> float:
    """Estimate the standard error of the mean of independent values.

    Parameters
    ----------
    values : array of shape (N,)
        The values.
    fewest : int
        NaN for fewer values, 2 at least.

    Returns
    -------
    float
        The standard error.

    Examples
    --------
    >>> import numpy as np
    >>> from rullo_core import uncertainty
    >>> round(uncertainty.mean_error(np.arange(10.0)), 3)
    0.957
    """
    return float(np.std(values, ddof=1) / sqrt(len(values))) if len(values) >= max(fewest, 2) else float("nan")


def counted_mean_error(values: np.ndarray, counts: np.ndarray, fewest: int = FEWEST_ITEMS) -> float:
    """Estimate the standard error of the mean of independent items that are counted by their values.

    Parameters
    ----------
    values : array of shape (N,)
        The different values.
    counts : int array of shape (N,)
        How many items have each value.
    fewest : int
        NaN for fewer items, 2 at least.

    Returns
    -------
    float
        The standard error: `mean_error` of each value as often as it is counted.

    Examples
    --------
    >>> import numpy as np
    >>> from rullo_core import uncertainty
    >>> round(uncertainty.counted_mean_error(np.array([1.0, 3.0]), np.array([8, 4])), 3)
    0.284
    """
    number = int(counts.sum())
    if number < max(fewest, 2):
        return float("nan")
    mean = float((values * counts).sum()) / number
    return sqrt(float((counts * (values - mean) ** 2).sum()) / (number - 1) / number)


def ratio_error(parts: np.ndarray, wholes: np.ndarray, fewest: int = FEWEST_ITEMS) -> float:
    """Estimate the standard error of a ratio of sums over independent groups, from the variation between them.

    Parameters
    ----------
    parts, wholes : array of shape (N,)
        What each group has of the numerator and of the denominator, such as its simple puzzles and all of its puzzles.
    fewest : int
        NaN for fewer groups whose denominator is not 0, 2 at least.

    Returns
    -------
    float
        The standard error.

    Examples
    --------
    >>> import numpy as np
    >>> from rullo_core import uncertainty
    >>> round(uncertainty.ratio_error(np.array([9.0, 4.0, 5.0]), np.array([10.0, 10.0, 10.0]), fewest=3), 3)
    0.153
    """
    number = len(wholes)
    if np.count_nonzero(wholes) < max(fewest, 2):
        return float("nan")
    deviations = parts - parts.sum() / wholes.sum() * wholes
    return float(np.std(deviations, ddof=1) / sqrt(number) / np.mean(wholes))


def share_error(share: float, number: int) -> float:
    """Estimate the standard error of a share that was found among independent items.

    Parameters
    ----------
    share : float
        The share that was found, 0 to 1.
    number : int
        The items among which it was found.

    Returns
    -------
    float
        The standard error of a share moved towards one half, so that of 0 and 1 it is that of a share half an item
        away; NaN without items.

    Examples
    --------
    >>> from rullo_core import uncertainty
    >>> round(uncertainty.share_error(0.5, 100), 3), round(uncertainty.share_error(0, 100), 3)
    (0.05, 0.007)
    """
    if not number:
        return float("nan")
    shrunk = (share * number + 0.5) / (number + 1)
    return float(np.sqrt(shrunk * (1 - shrunk) / number))


def share_interval(share: float, number: int) -> tuple[float, float]:
    """Estimate the 95 % confidence interval of a share that was found among some items (E. B. Wilson, 1927).

    Parameters
    ----------
    share : float
        The share that was found, 0 to 1.
    number : int
        The items among which it was found.

    Returns
    -------
    (float, float)
        Lower and upper bound; NaN for fewer than `FEWEST_ITEMS` items.

    Examples
    --------
    >>> from rullo_core import uncertainty
    >>> low, high = uncertainty.share_interval(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if number < FEWEST_ITEMS:
        return float("nan"), float("nan")
    square = TWO_SIDED_95**2 / number
    middle, half = share + square / 2, TWO_SIDED_95 * (share * (1 - share) / number + square / (4 * number)) ** 0.5
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def rank_correlation_interval(correlation: float, number: int) -> tuple[float, float]:
    """Estimate the 95 % confidence interval of a rank correlation.

    By the transformation of R. A. Fisher, for ranks with the factor of E. C. Fieller, H. O. Hartley and E. S. Pearson
    (1957).

    Parameters
    ----------
    correlation : float
        The rank correlation that was found, -1 to 1.
    number : int
        Pairs that it was computed from.

    Returns
    -------
    (float, float)
        Lower and upper bound; NaN for fewer than `FEWEST_ITEMS` pairs.

    Examples
    --------
    >>> from rullo_core import uncertainty
    >>> low, high = uncertainty.rank_correlation_interval(-0.5, 100)
    >>> round(low, 2), round(high, 2)
    (-0.64, -0.33)
    """
    if number < FEWEST_ITEMS or np.isnan(correlation):
        return float("nan"), float("nan")
    away = TWO_SIDED_95 * 1.03 / sqrt(number - 3)
    middle = float(np.arctanh(np.clip(correlation, -1 + 1e-12, 1 - 1e-12)))
    return float(np.tanh(middle - away)), float(np.tanh(middle + away))


def rank_correlation(first: pd.Series, second: pd.Series) -> tuple[float, float, float]:
    """Return Spearman's rank correlation and its 95 % confidence interval.

    Parameters
    ----------
    first, second : pandas.Series
        Pairs of values, in the same order; those with a missing value are left out.

    Returns
    -------
    (float, float, float)
        The correlation, and lower and upper bound of its interval; NaN where there are too few pairs.

    Examples
    --------
    >>> import pandas as pd
    >>> from rullo_core import uncertainty
    >>> correlation, low, high = uncertainty.rank_correlation(pd.Series(range(20)), pd.Series(range(20)) ** 2)
    >>> round(correlation, 6)
    1.0
    """
    pairs = pd.DataFrame({"first": first, "second": second}).dropna()
    varied = len(pairs) > 1 and bool((pairs.nunique() > 1).all())
    correlation = float(pairs["first"].rank().corr(pairs["second"].rank())) if varied else float("nan")
    return correlation, *rank_correlation_interval(correlation, len(pairs))


def bootstrap_rank_correlations(
    first: pd.Series, second: pd.Series, groups: pd.Series | None = None, draws: int = 400, seed: int = 1
) -> pd.DataFrame:
    """Return two rank correlations with 95 % confidence intervals that hold for groups and for many equal values.

    The intervals are those that 95 % of the correlations lie in if as many groups as there are, are drawn from them
    again and again (B. Efron, 1979). Kendall's correlation is τ-b, which accounts for equal values.

    Parameters
    ----------
    first, second : pandas.Series
        Pairs of values, in the same order; those with a missing value are left out.
    groups : pandas.Series, optional
        The group of each pair; only different groups are independent. Without it, every pair is independent.
    draws : int
        How often groups are drawn.
    seed : int
        Seed of the random numbers.

    Returns
    -------
    pandas.DataFrame
        Rows ``Spearman`` and ``Kendall``; columns ``correlation``, ``low`` and ``high``. NaN where all values are
        equal; bounds are NaN, too, if fewer than `FEWEST_ITEMS` pairs have another value than the most frequent one, or
        for fewer than `FEWEST_GROUPS` groups.

    Examples
    --------
    >>> import pandas as pd
    >>> from rullo_core import uncertainty
    >>> one = pd.Series([1, 1, 2, 2, 3, 3] * 10)
    >>> uncertainty.bootstrap_rank_correlations(one, one // 2)["correlation"].round(2).to_dict()
    {'Spearman': 0.87, 'Kendall': 0.82}
    """
    pairs = pd.DataFrame({"first": first, "second": second}).astype(float)
    pairs["group"] = np.arange(len(pairs)) if groups is None else pd.factorize(groups)[0]
    pairs = pairs.dropna()
    result = pd.DataFrame(np.nan, ["Spearman", "Kendall"], ["correlation", "low", "high"])
    if len(pairs) < 2 or (pairs[["first", "second"]].nunique() == 1).any():
        return result
    (rows, row), (columns, column), (different, group) = (np.unique(pairs[name], return_inverse=True) for name in pairs)
    shape = len(rows), len(columns)
    cells = np.ravel_multi_index((row, column), shape)
    rest = len(pairs) - max(np.bincount(row).max(), np.bincount(column).max())

    def correlations(times: np.ndarray) -> tuple[float, float]:
        return _rank_correlations(np.bincount(cells, times, np.prod(shape)).reshape(shape))

    result["correlation"] = correlations(np.ones(len(pairs)))
    number, rng = len(different), np.random.default_rng(seed)
    if rest >= FEWEST_ITEMS and (groups is None or number >= FEWEST_GROUPS):
        weights = (np.bincount(rng.integers(number, size=number), minlength=number) for _ in range(draws))
        samples = [correlations(times[group].astype(float)) for times in weights]
        result[["low", "high"]] = np.nanquantile(samples, [0.025, 0.975], axis=0).T
    return result


def _rank_correlations(counts: np.ndarray) -> tuple[float, float]:
    """Return Spearman's and Kendall's correlation of the pairs that are counted by their two values."""
    number, sums = counts.sum(), (counts.sum(axis=1), counts.sum(axis=0))
    ranks = [sizes.cumsum() - (sizes + number) / 2 for sizes in sums]  # from the mean rank
    spread = [(sizes * rank**2).sum() for sizes, rank in zip(sums, ranks, strict=True)]
    unequal = [number**2 - (sizes**2).sum() for sizes in sums]
    if not min(unequal):
        return float("nan"), float("nan")
    surplus = _pairs_in_order(counts) - _pairs_in_order(counts[:, ::-1])
    return float(ranks[0] @ counts @ ranks[1] / sqrt(np.prod(spread))), float(2 * surplus / sqrt(np.prod(unequal)))


def _pairs_in_order(counts: np.ndarray) -> float:
    """Return how many two of the pairs that are counted differ in both values in the same direction."""
    larger = counts[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
    return float((counts[:-1, :-1] * larger[1:, 1:]).sum())


def with_error(value: float, error: float, form: Callable[[float], str] = "{:.1f}".format) -> str:
    """Write a value with two standard errors on either side; the value alone where the error is not known.

    An error of exactly 0 comes from items that are all alike, as when each of them is solved: it says nothing of how
    many more there are until one is not, and is not written. Another that is rounded to 0 is written as less than the
    last digit.

    Parameters
    ----------
    value, error : float
        What was estimated, and its standard error.
    form : callable
        Returns a number as text.

    Returns
    -------
    str
        The value with its error; a dash where there is none.

    Examples
    --------
    >>> from rullo_core import uncertainty
    >>> uncertainty.with_error(31.04, 2.2)
    '31.0 ± 4.4'
    >>> uncertainty.with_error(31.04, float("nan")), uncertainty.with_error(100, 0)
    ('31.0', '100.0')
    >>> uncertainty.with_error(-3.14, 0.9, "{:+.1f}".format)
    '-3.1 ± 1.8'
    """
    if np.isnan(value):
        return "–"
    if np.isnan(error) or error == 0:
        return form(value)
    away, zero = form(2 * error).lstrip("+"), form(0.0).lstrip("+")
    return f"{form(value)} ± {'<' + zero[:-1] + '1' if away == zero else away}"
