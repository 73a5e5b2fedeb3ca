"""Searches for solutions of random puzzles: the same as puzzle by puzzle, whatever counts them."""

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.search import KINDS, Search
from rullo_core.rullo.hard_puzzles import text_of
from rullo_core.rullo.kernels.searching.search import count_passes
from rullo_core.rullo.search import find_solutions, rooms_for
from rullo_core.runs.collection import KEEP
from rullo_core.runs.run import run

NUMBERS = {"1-29": tuple(range(1, 30)), "1-3": (1, 2, 3), "0-4": (0, 1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("size", "values", "max_solutions", "nodes", "included"),
    [
        ((12, 12), "1-29", 2, 200, 0.5),
        ((7, 6), "1-29", 2, 200, 0.5),
        ((3, 5), "1-3", 9, 100_000, 0.3),
        ((4, 4), "0-4", 3, 1, 0.5),
    ],
)
def test_the_same_as_puzzle_by_puzzle(size, values, max_solutions, nodes, included):
    outcome = run(Search(*size, NUMBERS[values], 40, 3, included, max_solutions, nodes), 2)
    puzzles = rc.rullo.generate(40, size=size, values=values, seed=3, included=included)
    rows = outcome.by_puzzle.to_pandas()
    for puzzle, row in zip(puzzles, rows.itertuples(), strict=True):
        expected = find_solutions(puzzle, max_solutions, nodes)
        count = len(expected.solutions)
        assert (row.solutions, row.nodes) == (count, expected.nodes)
        assert row.kind == ("ambiguous" if count > 1 else "unique" if expected.complete else "undecided")
        rating = puzzle.rate(max_solutions=1, nodes=1)
        assert row.unfixed == rating.open_cells
        passes = (row.columns_first, row.rows_first)
        orders = rating.own["passes_columns_first"], rating.own["passes_rows_first"]
        assert np.isnan(passes).all() if row.unfixed else passes == orders
    tally = outcome.tally.frame
    assert tally.groupby("kind")["puzzles"].sum().to_dict() == rows["kind"].value_counts().to_dict()
    digits = [len(f"{count:b}") if count else 0 for count in rows["nodes"]]
    assert tally.groupby("nodes_digits")["puzzles"].sum().to_dict() == {n: digits.count(n) for n in sorted({*digits})}
    for kind in KINDS:
        stored = [row for row in outcome.hardest.to_pylist() if row["kind"] == kind]
        hardest = rows[rows["kind"] == kind].sort_values("nodes", ascending=False, kind="stable")[:KEEP]
        assert [row["nodes"] for row in stored] == hardest["nodes"].tolist()
        assert [text_of(row) for row in stored] == [str(puzzles[i]) for i in hardest.index]


def test_every_kind_is_met():
    """A limit of one value leaves what lines alone do not solve undecided."""
    assert set(run(Search(12, 12, NUMBERS["1-29"], 60, 1)).tally.frame["kind"]) == {"unique", "ambiguous"}
    table = run(Search(12, 12, NUMBERS["1-29"], 60, 1, nodes=1)).by_puzzle.to_pandas()
    assert (table["kind"] == "undecided").equals(table["unfixed"] > 0)


@pytest.mark.parametrize(
    ("rows", "columns", "passes"), [((1, 1), (1, 1), -1), ((3, 0), (1, 1), -1), ((2, 0), (1, 1), 1)]
)
def test_passes_that_get_stuck_or_find_a_contradiction_are_not_counted(rows, columns, passes):
    arrays = np.ones((2, 2), np.int64), np.array(rows), np.array(columns)
    assert count_passes(*arrays, *rooms_for(2, 2, 1), 0) == passes


def test_threads_and_parts_make_no_difference(monkeypatch):
    search = Search(6, 7, NUMBERS["1-3"], 50, 5)
    expected = run(search, threads=1)
    monkeypatch.setattr(Search, "shard", 7)
    outcome = run(search, threads=2)
    assert outcome.by_puzzle.equals(expected.by_puzzle)
    assert outcome.hardest.equals(expected.hardest)
    assert search.count((0, 5), np.ones(1, np.uint8)).puzzles == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"height": 65}, "size 65x5: lines have 64 cells at most"),
        ({"height": 900}, "size 900x5: 4500 cells, but rullo search goes up to 4096"),
        ({"values": ()}, "give at least one number"),
        ({"number": 0}, "0 puzzles: take from 1 to "),
        ({"seed": -1}, "seed -1: take one from 0 to "),
        ({"included": 2}, "included 2: take a probability, from 0 to 1"),
        ({"max_solutions": 1}, "1 solutions: take from 2 to 1,000,000"),
        ({"max_solutions": 10**6 + 1}, "1000001 solutions: take from 2 to 1,000,000"),
        ({"nodes": 0}, "0 nodes: take from 1 to 2147483647"),
        ({"nodes": 2**31}, "2147483648 nodes: take from 1 to 2147483647"),
    ],
)
def test_what_cannot_be(arguments, message):
    with pytest.raises(BadInput, match=message):
        Search(**{"height": 5, "width": 5, "values": (1, 2), "number": 1, "seed": 1} | arguments)


def test_the_greatest_that_can_be():
    Search(64, 64, (1, 2), 1, 2**64 - 1, max_solutions=10**6, nodes=2**31 - 1, included=1.0)
