import random

import numpy as np
import pandas as pd
import pytest

from rullo_core.datasets.tally import OUTCOMES, Tally, whole_numbers
from rullo_core.rullo.experiments.results import tally_of
from rullo_studies.rullo.thesis.symmetry import folded


def random_counts(rng):
    counts = np.zeros((5, 2, 12), np.int64)
    for _ in range(30):
        counts[rng.randrange(5), rng.randrange(2), rng.randrange(2, 12)] += rng.randrange(10**12)
    return counts


def test_frame_is_as_the_contract_says():
    tally = tally_of(random_counts(random.Random(1)))
    assert list(tally.frame.columns) == ["required", "outcome", "passes", "puzzles"]
    assert tally.frame["required"].dtype == "int16"
    assert tally.frame["passes"].dtype == "float64"
    assert tally.frame["puzzles"].dtype == "int64"
    assert (tally.frame["puzzles"] > 0).all()
    ranks = tally.frame.assign(outcome=tally.frame["outcome"].map(OUTCOMES.index))
    assert ranks.sort_values(["required", "outcome", "passes"]).index.tolist() == list(range(len(ranks)))


def test_sum_is_the_same_in_any_order():
    rng = random.Random(2)
    parts = [random_counts(rng) for _ in range(6)]
    expected = tally_of(sum(parts))
    for _ in range(3):
        rng.shuffle(parts)
        total = tally_of(parts[0])
        for part in parts[1:]:
            total = Tally.from_frame(pd.concat([tally_of(part).frame, total.frame]))
        assert total == expected
        assert total.total == sum(int(part.sum()) for part in parts)


def test_skipped_puzzles_have_no_difficulty_and_add_up():
    frame = pd.DataFrame({"required": [3], "outcome": ["skipped"], "passes": [None], "puzzles": [5]})
    tally = Tally.from_frame(pd.concat([frame, frame]))
    assert tally.frame["puzzles"].tolist() == [10]
    assert tally.frame["passes"].isna().all()
    assert tally.count_by("required").empty


def test_folding_counts_one_of_each_puzzle_and_its_inverse():
    counts = np.zeros((5, 2, 4), np.int64)
    counts[:, 0, 2] = [1, 4, 6, 4, 1]
    even = folded(tally_of(counts), 4).frame
    assert dict(zip(even["required"], even["puzzles"], strict=True)) == {0: 1, 1: 4, 2: 3}
    odd = folded(tally_of(counts[:4]), 3).frame
    assert dict(zip(odd["required"], odd["puzzles"], strict=True)) == {0: 1, 1: 4}


def test_percentiles_at_their_very_limits():
    """Of 100 puzzles, five at the lowest difficulty are enough for the 5th percentile, and 95 for the 95th."""
    counts = np.zeros((2, 1, 8), np.int64)
    counts[0, 0, [2, 4]] = 5, 95
    counts[1, 0, [2, 4]] = 95, 5
    table = tally_of(counts).passes_by("required")
    assert table["low"].tolist() == [1, 1]
    assert table["high"].tolist() == [2, 1]
    counts[0, 0, [2, 4]] = 4, 96
    counts[1, 0, [2, 4]] = 94, 6
    table = tally_of(counts).passes_by("required")
    assert table["low"].tolist() == [2, 1]
    assert table["high"].tolist() == [2, 2]


def test_difficulty_by_required_is_that_of_the_listed_puzzles():
    rng = random.Random(3)
    counts = np.zeros((3, 2, 12), np.int64)
    for _ in range(200):
        counts[rng.randrange(1, 3), rng.randrange(2), rng.randrange(2, 12)] += 1
    table = tally_of(counts).passes_by("required")
    for required in (1, 2):
        passes = np.sort(np.repeat(np.tile(np.arange(12), 2) / 2, counts[required].ravel()))
        row = table.loc[required]
        assert row["puzzles"] == len(passes)
        assert row["mean"] == pytest.approx(passes.mean())
        assert row["greatest"] == passes[-1]
        assert row["low"] == np.quantile(passes, 0.05, method="inverted_cdf")
        assert row["high"] == np.quantile(passes, 0.95, method="inverted_cdf")


@pytest.mark.parametrize(("excess", "kind"), [(-1, "int64"), (0, "object"), (1, "object")])
def test_numbers_are_small_as_long_as_all_of_them_together_are(excess, kind):
    numbers = whole_numbers(pd.Series([2**62, 2**62 + excess]))
    assert numbers.dtype == kind
    assert numbers.sum() == 2**63 + excess
