"""Errors and intervals, against the truth of many samples and against tables; none where there is too little data."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.uncertainty import (
    FEWEST_GROUPS,
    FEWEST_ITEMS,
    bootstrap_rank_correlations,
    counted_mean_error,
    mean_error,
    rank_correlation,
    rank_correlation_interval,
    ratio_error,
    share_error,
    share_interval,
    weighted_mean_error,
    with_error,
)


def test_error_of_equal_weights_is_that_of_the_mean():
    values = np.random.default_rng(1).normal(size=40)
    expected = values.std(ddof=1) / np.sqrt(40)
    assert weighted_mean_error(values, np.full(40, 7.0)) == pytest.approx(expected)
    assert mean_error(values) == pytest.approx(expected)
    assert weighted_mean_error(values, np.ones(40), np.arange(40)) == pytest.approx(expected)


def test_items_of_weight_nothing_are_not_counted():
    values = np.random.default_rng(2).normal(size=40)
    weights = np.repeat([1.0, 0.0], 20)
    assert weighted_mean_error(values, weights) == pytest.approx(mean_error(values[:20]))


def test_errors_are_what_samples_differ_by():
    """Items in a group are all alike, so that only groups count; small samples must not seem surer than large ones."""
    rng = np.random.default_rng(3)
    means, errors = [], []
    for _ in range(2000):
        values = np.repeat(rng.normal(size=FEWEST_GROUPS), 5)
        means.append(values.mean())
        errors.append(weighted_mean_error(values, np.ones(len(values)), np.arange(len(values)) // 5))
    assert np.mean(np.square(errors)) == pytest.approx(np.var(means), rel=0.1)
    small = [weighted_mean_error(rng.normal(size=FEWEST_ITEMS), np.ones(FEWEST_ITEMS)) for _ in range(4000)]
    assert np.mean(np.square(small)) == pytest.approx(1 / FEWEST_ITEMS, rel=0.03)


def test_too_little_data():
    values = np.arange(60.0)
    assert np.isnan(weighted_mean_error(values[: FEWEST_ITEMS - 1], np.ones(FEWEST_ITEMS - 1)))
    assert not np.isnan(weighted_mean_error(values[:FEWEST_ITEMS], np.ones(FEWEST_ITEMS)))
    assert np.isnan(weighted_mean_error(values, np.ones(60), np.arange(60) % (FEWEST_GROUPS - 1)))
    assert not np.isnan(weighted_mean_error(values, np.ones(60), np.arange(60) % FEWEST_GROUPS))
    assert np.isnan(weighted_mean_error(values, np.ones(60), np.zeros(60)))
    assert np.isnan(mean_error(np.ones(1), fewest=0))
    assert np.isnan(mean_error(values[: FEWEST_ITEMS - 1]))
    assert np.isnan(rank_correlation_interval(0.5, FEWEST_ITEMS - 1)).all()
    assert np.isnan(rank_correlation_interval(float("nan"), 100)).all()
    assert np.isnan(rank_correlation(pd.Series([1.0]), pd.Series([2.0]))).all()
    assert np.isnan(rank_correlation(pd.Series([1.0] * 20), pd.Series(range(20)))).all()


def test_items_that_are_counted_are_those_that_are_listed():
    values, counts = np.array([1.0, 2.5, 7.0, 9.0]), np.array([5, 1, 0, 9])
    assert counted_mean_error(values, counts) == pytest.approx(mean_error(np.repeat(values, counts)))
    assert np.isnan(counted_mean_error(values, np.array([1, 2, 3, 3])))
    assert counted_mean_error(values, np.array([1, 2, 3, 3]), 9) > 0
    assert np.isnan(counted_mean_error(values[:0], counts[:0], 0))
    assert np.isnan(counted_mean_error(values[:1], np.array([1]), 0))


def test_errors_of_ratios_are_what_samples_differ_by():
    """Of groups that differ in size, and in their parts more than independent items would."""
    rng, ratios, errors = np.random.default_rng(6), [], []
    for _ in range(2000):
        wholes = rng.integers(10, 50, 40)
        parts = rng.binomial(wholes, rng.uniform(0.1, 0.5, 40))
        ratios.append(parts.sum() / wholes.sum())
        errors.append(ratio_error(parts, wholes))
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(np.std(ratios), rel=0.05)
    assert ratio_error(np.array([3, 5]), np.array([9, 9]), 2) == pytest.approx(1 / 9)
    assert np.isnan(ratio_error(np.ones(9), np.ones(9)))
    assert np.isnan(ratio_error(np.ones(1), np.ones(1), 0))
    assert np.isnan(ratio_error(np.zeros(20), np.zeros(20)))


def test_errors_of_shares():
    assert share_error(0.3, 10**6) == pytest.approx(np.sqrt(0.21 / 10**6), rel=1e-5)
    assert [share_error(share, 99) for share in (0, 1)] == pytest.approx([np.sqrt(0.005 * 0.995 / 99)] * 2)
    assert np.isnan(share_error(float("nan"), 0))


def test_intervals_of_shares():
    """As E. B. Wilson's formula is tabled."""
    assert share_interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert share_interval(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert np.isnan(share_interval(0.5, 9)).all()


@pytest.mark.parametrize("strength", [0.0, 0.5])
def test_intervals_of_rank_correlations_hold_the_truth(strength):
    """In some 95 of a hundred samples of two normal variables, whose rank correlation is known (K. Pearson, 1907)."""
    rng, truth, held = np.random.default_rng(4), 6 / np.pi * np.arcsin(strength / 2), 0
    for _ in range(1000):
        first = rng.normal(size=50)
        second = strength * first + np.sqrt(1 - strength**2) * rng.normal(size=50)
        correlation, low, high = rank_correlation(pd.Series(first), pd.Series(second))
        assert low < correlation < high
        held += low <= truth <= high
    assert 930 <= held <= 975


def test_rank_correlation_leaves_missing_values_out():
    first, second = pd.Series([1, 2, 3, np.nan, 5] * 4), pd.Series([1, 4, 9, 16, np.nan] * 4)
    assert rank_correlation(first, second)[0] == pytest.approx(1)


def test_rank_correlations_of_pairs_one_by_one():
    """Spearman's as pandas has it, Kendall's counted pair by pair as τ-b is defined; missing values are left out."""
    rng = np.random.default_rng(5)
    first = pd.Series(rng.integers(5, size=60))
    second = (first + rng.integers(5, size=60)).astype(float).where(rng.random(60) < 0.9)
    is_present = second.notna()
    differences = [np.sign(np.subtract.outer(*[values[is_present].to_numpy()] * 2)) for values in (first, second)]
    tau = (differences[0] * differences[1]).sum() / np.sqrt(np.prod([np.square(signs).sum() for signs in differences]))
    table = bootstrap_rank_correlations(first, second)
    assert table["correlation"].to_list() == pytest.approx([rank_correlation(first, second)[0], tau])
    assert (table["low"] < table["correlation"]).all()
    assert (table["correlation"] < table["high"]).all()
    assert bootstrap_rank_correlations(first, -second)["correlation"].to_list() == pytest.approx(-table["correlation"])


def test_bootstrap_intervals_of_pairs_one_by_one():
    """The bounds between which 95 % of the correlations lie, of pairs whose groups are drawn one at a time."""
    draw = np.random.default_rng(7)
    first, groups = pd.Series(draw.integers(9, size=80)), pd.Series(np.arange(80) // 2)
    second = first + draw.integers(9, size=80)
    table = bootstrap_rank_correlations(first, second, groups, draws=200, seed=3)
    rng, correlations = np.random.default_rng(3), []
    for _ in range(200):
        pairs = (2 * rng.integers(40, size=40)[:, None] + [0, 1]).ravel()
        correlations.append(
            rank_correlation(first[pairs].reset_index(drop=True), second[pairs].reset_index(drop=True))[0]
        )
    expected = np.quantile(correlations, [0.025, 0.975])
    assert table.loc["Spearman", ["low", "high"]].to_list() == pytest.approx(expected)


@pytest.mark.parametrize("repeats", [1, 5])
def test_bootstrap_intervals_hold_the_truth(repeats):
    """In some 95 of a hundred samples, also where values come in groups that are alike."""
    rng, truth = np.random.default_rng(6), np.array([6 / np.pi * np.arcsin(0.25), 2 / np.pi * np.arcsin(0.5)])
    held = np.zeros(2)
    for _ in range(150):
        first = rng.normal(size=50)
        second = 0.5 * first + np.sqrt(0.75) * rng.normal(size=50)
        pairs = pd.DataFrame({"one": first, "other": second, "group": np.arange(50)}).loc[
            np.repeat(np.arange(50), repeats)
        ]
        table = bootstrap_rank_correlations(pairs["one"], pairs["other"], pairs["group"], draws=100)
        held += (table["low"] <= truth) & (truth <= table["high"])
    assert (held / 150 > 0.9).all()
    assert (held / 150 < 0.99).all()


def test_no_interval_of_few_groups():
    values = pd.Series(np.arange(60.0))
    table = bootstrap_rank_correlations(values, values**2, values % (FEWEST_GROUPS - 1))
    assert table["correlation"].to_list() == pytest.approx([1, 1])
    assert table[["low", "high"]].isna().all(axis=None)
    assert bootstrap_rank_correlations(values, values, values % FEWEST_GROUPS).notna().all(axis=None)
    assert bootstrap_rank_correlations(values[:20], values[:20]).notna().all(axis=None)
    assert bootstrap_rank_correlations(values, values * 0).isna().all(axis=None)
    assert bootstrap_rank_correlations(values[:1], values[:1]).isna().all(axis=None)
    for differing in (FEWEST_ITEMS - 1, FEWEST_ITEMS):
        is_small = (values < differing).astype(int)
        for correlations in (
            bootstrap_rank_correlations(values, is_small),
            bootstrap_rank_correlations(is_small, values),
        ):
            assert correlations["correlation"].notna().all()
            assert correlations["low"].isna().all() == (differing < FEWEST_ITEMS)


def test_values_with_errors():
    assert with_error(31, float("nan")) == with_error(31, 0) == "31.0"
    assert with_error(31, 0.5) == "31.0 ± 1.0"
    assert with_error(1 / 3, 0.01, "{:.3f}".format) == "0.333 ± 0.020"
    assert with_error(float("nan"), float("nan")) == "–"
    assert with_error(31, 0.001) == "31.0 ± <0.1"


@pytest.mark.parametrize("number", [FEWEST_ITEMS, 28, 103])
@pytest.mark.parametrize("correlation", [-0.8, 0.0, 0.3])
def test_the_interval_of_a_rank_correlation_is_that_of_the_paper(number, correlation):
    """Fieller, Hartley and Pearson (1957): transformed, it has a variance of 1.060 by three pairs less."""
    bounds = np.arctanh(rank_correlation_interval(correlation, number))
    assert bounds.mean() == pytest.approx(np.arctanh(correlation), abs=1e-9)
    assert (np.ptp(bounds) / 2 / 1.959964) ** 2 * (number - 3) == pytest.approx(1.060, abs=0.002)


def test_bounds_begin_with_so_many_pairs_and_groups():
    """Of pairs with another value than the most frequent one: with one less there are none."""
    for varied, groups in ((FEWEST_ITEMS, None), (40, FEWEST_GROUPS)):
        for shortfall in (0, 1):
            first = pd.Series([0.0] * 60 + [*range(1, varied + 1 - (shortfall if groups is None else 0))])
            group = None if groups is None else pd.Series(np.arange(len(first)) % (groups - shortfall))
            table = bootstrap_rank_correlations(first, first + np.arange(len(first)) % 3, group, draws=20)
            assert table["low"].isna().all() == (shortfall == 1), (varied, groups, shortfall)


@pytest.mark.parametrize("correlation", [1.0, -1.0])
def test_the_interval_of_a_perfect_rank_correlation_is_narrow(correlation):
    assert rank_correlation_interval(correlation, 100) == pytest.approx((correlation, correlation), abs=1e-9)
