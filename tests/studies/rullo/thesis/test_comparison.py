import numpy as np
import pandas as pd
import pytest

from rullo_core.datasets.tally import RATED_OUTCOMES
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs.run import run_and_store
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.comparison import compare_shares
from rullo_studies.rullo.thesis.symmetry import counted_once


def in_standard_errors(table):
    """How much shares differ, where the standard error is known."""
    distances = [table[f"{kind}, difference"] / table[f"{kind}, standard error"] for kind in RATED_OUTCOMES]
    return pd.concat(distances).dropna().abs()


@pytest.mark.parametrize("fixture", ["some_grids", "some_puzzles"])
def test_shares_match_the_thesis_within_sampling_error(request, fixture):
    """Tables 2 and 3 at a small scale with fixed seeds agree within four standard errors, where these exist."""
    dataset = request.getfixturevalue(fixture)
    text = 0
    for key in ("passes", "required"):
        distance = in_standard_errors(compare_shares(dataset, key))
        text += len(distance[distance > 0])
        assert distance.max() < 4
    assert text > 15


@pytest.mark.parametrize("fixture", ["some_grids", "some_puzzles"])
def test_shares_add_up_to_one(request, fixture):
    dataset = request.getfixturevalue(fixture)
    for source in ("ours", "published"):
        assert compare_shares(dataset, "passes").filter(like=source).to_numpy().sum() == pytest.approx(1)
        by_required = compare_shares(dataset, "required").filter(like=source).sum(axis=1)
        assert by_required[by_required > 0].to_numpy() == pytest.approx(1)
        assert (by_required > 0).sum() >= 10


def test_standard_error_of_grids_is_that_of_a_mean_over_grids(some_grids):
    """Compute one row independently: shares of 20 grids, with the thesis's 200 assumed to vary alike."""
    by_grid = some_grids.by_grid
    shares = []
    for index in range(20):
        rows = by_grid[by_grid["grid"] == index]
        row = rows[(rows["outcome"] == "simple") & (rows["passes"] == 2.5)]
        shares.append(row["puzzles"].sum() / 2**25)
    row = compare_shares(some_grids, "passes").loc[2.5]
    assert row["simple, ours"] == pytest.approx(np.mean(shares))
    assert row["simple, standard error"] == pytest.approx(np.std(shares, ddof=1) * np.sqrt(1 / 20 + 1 / 200))
    assert row["simple, published"] == 2_308_181_300 / 6_710_886_400
    assert row["simple, difference"] == row["simple, ours"] - row["simple, published"]


def test_standard_error_of_puzzles_is_that_of_a_share(some_puzzles):
    row = compare_shares(some_puzzles, "required").loc[24]
    frame = some_puzzles.tally.frame
    frame = frame[frame["required"].isin([24, 25]) & (frame["outcome"] != "skipped")]
    number, guessed = frame["puzzles"].sum(), frame[frame["outcome"] == "exhaustive"]["puzzles"].sum()
    assert row["exhaustive, ours"] == guessed / number
    pooled = (guessed + 2_250_357) / (number + 19_236_729 + 2_250_357)
    error = np.sqrt(pooled * (1 - pooled) * (1 / number + 1 / (19_236_729 + 2_250_357)))
    assert row["exhaustive, standard error"] == pytest.approx(error)


def test_small_counts_have_no_standard_error(some_grids, some_puzzles):
    assert compare_shares(some_grids, "passes")["exhaustive, standard error"].isna().all()
    assert pd.isna(compare_shares(some_puzzles, "required").loc[9, "exhaustive, standard error"])
    assert pd.isna(compare_shares(some_puzzles, "passes").loc[20, "simple, standard error"])


def test_our_puzzles_are_weighted_to_the_required_cells_of_the_thesis(some_puzzles, monkeypatch):
    """If it had drawn only puzzles with 20 required cells, our shares by difficulty would be of these."""
    published_counts = published.published_table(3, "required")
    published_counts.loc[published_counts.index != 20] = 0
    real = published.published_table
    monkeypatch.setattr(
        published, "published_table", lambda number, key: published_counts if key == "required" else real(number, key)
    )
    shares = compare_shares(some_puzzles, "passes")
    frame = counted_once(some_puzzles).frame
    frame = frame[(frame["required"] == 20) & (frame["outcome"] != "skipped")]
    for kind in RATED_OUTCOMES:
        for unit in (4, 5, 6):
            count = frame[(frame["outcome"] == kind) & frame["passes"].isin([unit, unit + 0.5])]["puzzles"].sum()
            assert shares.loc[unit, f"{kind}, ours"] == pytest.approx(count / frame["puzzles"].sum())


def test_datasets_without_a_published_table_have_no_comparison(thesis_census, tmp_path):
    small_sample = run_and_store(Sample(3, 3, (1, 2), 100, 1, 20), tmp_path / "other.parquet")
    for dataset in (thesis_census, small_sample):
        assert compare_shares(dataset, "required") is None
