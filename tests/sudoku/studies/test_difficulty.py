"""Measures beside each other, cells pass by pass, and the records as they are said to be."""

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.solver import LEVELS, count_passes
from rullo_core.sudoku.studies import difficulty
from tests.sudoku.puzzles import dug, published

RECORDS = DATA / "records" / "sudoku"


def test_records_take_the_passes_that_they_are_said_to():
    """By the readable solver; and nothing can go."""
    records = difficulty.read_records(RECORDS)
    assert list(records) == list(LEVELS)
    for level, puzzle in records.items():
        said = (RECORDS / f"{level}.txt").read_text().splitlines()[0]
        assert said == f"# {count_passes(puzzle, level)} passes of {level}, {puzzle.clues} clues"
    (rating,) = rate_many([records["hidden"]])
    assert (rating.passes_by_level["hidden"], rating.solutions, rating.complete) == (42, 1, True)


def test_records_that_are_not_there(tmp_path):
    with pytest.raises(BadInput, match=r"naked\.txt: cannot be read"):
        difficulty.read_records(tmp_path)


def test_measures():
    puzzles = [*dug(3, 30), *published()[:10]]
    ratings = list(rate_many(puzzles))
    frame = difficulty.measures_of(ratings)
    assert list(frame) == list(difficulty.MEASURES)
    assert frame["clues"].tolist() == [puzzle.clues for puzzle in puzzles]
    assert frame["passes"].isna().sum() == sum(one.passes_by_level["hidden"] is None for one in ratings)
    found = difficulty.rank_correlations(frame)
    both = frame[["passes", "forced"]].dropna()
    ranks = both.rank()
    assert found.loc["passes", "forced"] == pytest.approx(np.corrcoef(ranks.T)[0, 1])
    assert np.allclose(found, found.T, equal_nan=True)


def test_orders():
    ratings = [one for one in rate_many(published()[:12]) if one.passes_by_level["hidden"] is not None]
    table = difficulty.orders_of(ratings)
    assert (table.loc[0, "settled"], table.loc[0, "left"]) == (0, 1)
    assert (table["settled"].iloc[-1], table["left"].iloc[-1]) == (1, 0)
    assert table["settled"].is_monotonic_increasing
    assert table["left"].is_monotonic_decreasing
    one = ratings[0]
    alone = difficulty.orders_of([one])
    empty = 81 - one.clues
    assert alone.loc[1, "settled"] == one.fixed_by_pass[0] / empty
    assert alone.loc[1, "left"] == (one.candidates_by_pass[0] - 81) / (empty * 8)
