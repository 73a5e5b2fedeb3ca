"""A puzzle and its inverse count as one, and every kind has a column."""

import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.runs.run import run_and_store
from rullo_studies.rullo.thesis.published import published_table
from rullo_studies.rullo.thesis.symmetry import count_once

KEYS = ("passes", "required")


@pytest.mark.parametrize("key", KEYS)
def test_a_census_is_counted_as_the_thesis_counts(thesis_census, key):
    counts = count_once(thesis_census, key)
    assert counts.index.name == key
    assert counts.equals(published_table(1, key, merge_inverses=True))


def test_of_grids_half_of_the_puzzles_count_and_of_a_sample_each(some_grids, some_puzzles):
    for key in KEYS:
        assert 2 * count_once(some_grids, key).to_numpy().sum() == some_grids.tally.total
        assert count_once(some_puzzles, key).to_numpy().sum() == some_puzzles.tally.without_skipped.total
    assert count_once(some_grids, "required").index.max() == 12
    assert count_once(some_puzzles, "required").index.max() <= 24


def test_difficulties_are_rounded_down_to_whole_passes(thesis_census):
    halves, rounded = (count_once(thesis_census, "passes", whole_passes=whole_passes) for whole_passes in (False, True))
    assert rounded.index.tolist() == [1, 2, 3, 4, 5]
    assert rounded.loc[4].tolist() == (halves.loc[4] + halves.loc[4.5]).tolist()
    assert rounded.sum().tolist() == halves.sum().tolist()


def test_a_kind_without_puzzles_has_a_column_and_holes_have_no_inverse(tmp_path):
    simple = run_and_store(Census(1, 3, (1, 2, 3)), tmp_path / "simple.parquet")
    assert count_once(simple, "required").columns.tolist() == ["simple", "exhaustive"]
    assert count_once(simple, "required").sum().tolist() == [simple.tally.total // 2, 0]
    holes = run_and_store(Census(2, 2, (0, 1, 2)), tmp_path / "holes.parquet")
    assert count_once(holes, "passes").to_numpy().sum() == holes.tally.total


def test_what_cannot_be_counted_is_refused(thesis_census, tmp_path):
    with pytest.raises(BadInput, match=r"^key 'difficulty': take passes or required$"):
        count_once(thesis_census, "difficulty")
    data = rc.run("sudoku study", size=4, count=5, path=tmp_path / "study.parquet")
    with pytest.raises(BadInput, match=r"^a dataset of sudoku study: take one of a census, of grids or of a sample$"):
        count_once(data, "passes")
