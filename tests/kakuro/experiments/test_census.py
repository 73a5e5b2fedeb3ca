"""The census of full blocks: by going through all digits, and with the numbers that another program has counted."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.kakuro.experiments.census import Census
from rullo_core.kakuro.solver import rate, solutions
from rullo_core.runs.collection import KEEP
from rullo_core.runs.run import run


def all_vectors(height, width):
    """The clues of every filling, by going through all digits."""
    rows = list(permutations(range(1, 10), width))
    return Counter(
        (*map(sum, digits), *map(sum, zip(*digits, strict=True)))
        for digits in product(rows, repeat=height)
        if all(len(set(column)) == height for column in zip(*digits, strict=True))
    )


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2)])
def test_against_all_digits(height, width):
    vectors, result = all_vectors(height, width), run(Census(height, width), 2)
    tally = result.tally.frame
    assert tally.groupby("solutions")["puzzles"].sum().to_dict() == Counter(vectors.values())
    assert (tally["solutions"] > 1).equals(tally["kind"] == "ambiguous")
    unique = {clues for clues, number in vectors.items() if number == 1}
    rows = result.by_puzzle.to_pandas()
    assert rows["orders"].sum() == len(unique)
    puzzles = list(map(rc.kakuro.parse, rows["puzzle"]))
    for puzzle, row in zip(puzzles, rows.itertuples(), strict=True):
        rating = rate(puzzle)
        assert (rating.kind, rating.difficulty, rating.open_cells) == (row.kind, row.difficulty, row.unfixed)
    text = [tuple(entry.clue for entry in puzzle.entries) for puzzle in puzzles]
    assert set(text) <= unique
    orbits = {
        (*row_sums, *column_sums)
        for clues in text
        for row_sums in permutations(clues[:height])
        for column_sums in permutations(clues[height:])
    }
    assert orbits == unique


def test_the_hardest_and_the_tally_by_difficulty():
    result = run(Census(2, 3), 1)
    rows, hardest = result.by_puzzle.to_pandas(), result.hardest.to_pandas()
    assert hardest["difficulty"].tolist() == sorted(rows["difficulty"], reverse=True)[:KEEP]
    by_difficulty = result.tally.frame.groupby("difficulty")["puzzles"].sum()
    assert by_difficulty.to_dict() == rows.groupby("difficulty")["orders"].sum().to_dict()


def test_every_part_of_the_work_has_other_puzzles():
    """The sum of the first row is the least, so that parts can be added."""
    census = Census(2, 4)
    parts = [census.count(shard, np.zeros(1, np.uint8)) for shard in census.shards()]
    assert len(parts) > 9
    lowest = [
        {min(e.clue for e in rc.kakuro.parse(row["puzzle"]).entries[:2]) for row in part.single} for part in parts
    ]
    assert all(len(sums) <= 1 for sums in lowest)
    assert census.count(12, np.ones(1, np.uint8)).puzzles == 0


# Fillings, clues, the most fillings of one, those with one: counted by another program before.
COUNTS = {
    (2, 2): (4104, 1835, 8, 580),
    (2, 3): (179_424, 34_153, 36, 3552),
    (2, 4): (5_772_816, 545_419, 192, 21_648),
    (3, 3): (43_038_576, 1_077_469, 744, 6840),
}


@pytest.mark.parametrize("size", COUNTS)
def test_known_counts(size):
    tally = run(Census(*size)).tally.frame
    unique = tally[tally["solutions"] == 1]
    fillings = (tally["solutions"] * tally["puzzles"]).sum()
    counts = (fillings, tally["puzzles"].sum(), tally["solutions"].max(), unique["puzzles"].sum())
    assert counts == COUNTS[size]
    assert set(unique["kind"]) == {"simple"}


def kinds(*size):
    tally = run(Census(*size)).tally.frame
    return tally[tally["solutions"] == 1].groupby("kind")["puzzles"].sum().to_dict()


@pytest.mark.slow
def test_a_full_block_with_one_solution_need_not_be_simple():
    """2x5 is the smallest with one that is not; it is looked into by the readable solver."""
    assert kinds(2, 5) == {"simple": 147_360, "rectangular": 20_400}
    rows = run(Census(2, 5)).by_puzzle.to_pandas()
    stuck = [rc.kakuro.parse(text) for text in rows.loc[rows["kind"] == "rectangular", "puzzle"]]
    assert len(list(solutions(stuck[0]))) == 1
    assert {rate(puzzle).kind for puzzle in stuck} == {"rectangular"}
    assert len(stuck) == 85
    assert kinds(2, 8) == {"simple": 71_688_960, "rectangular": 21_208_320, "exhaustive": 161_280}
    assert kinds(2, 9) == {}
    assert kinds(3, 4) == {"simple": 9216, "rectangular": 3168}


@pytest.mark.parametrize("size", [(4, 4), (2, 10), (0, 3), (3, 5), (5, 3)])
def test_larger_ones_are_refused(size):
    with pytest.raises(BadInput, match="full blocks are counted up to 1x9, 2x9 and 3x4"):
        Census(*size)
