"""Phases: the outcomes of searches with simple puzzles apart, and the prediction beside them."""

from itertools import islice

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.rullo.experiments.phases import Phases
from rullo_core.rullo.experiments.search import Search
from rullo_core.rullo.solver import is_simple, solutions
from rullo_core.runs.run import run
from rullo_core.runs.sweep import read_sweep

NUMBERS = {"1-29": tuple(range(1, 30)), "1-3": (1, 2, 3), "1-9": tuple(range(1, 10))}


@pytest.mark.parametrize(
    ("size", "values", "nodes", "included"),
    [((12, 12), "1-29", 200, 0.5), ((7, 6), "1-9", 200, 0.5), ((3, 5), "1-3", 100_000, 0.3), ((8, 8), "1-9", 1, 0.5)],
)
def test_outcomes_are_those_of_a_search_with_simple_puzzles_apart(size, values, nodes, included):
    phases = run(Phases(*size, NUMBERS[values], 80, 3, included, nodes), 2).by_puzzle.to_pandas()
    search = run(Search(*size, NUMBERS[values], 80, 3, included, 2, nodes), 2).by_puzzle.to_pandas()
    expected = search["outcome"].where(search["open_cells"] > 0, "simple")
    assert phases["outcome"].tolist() == expected.tolist()
    assert len(set(expected)) > 1
    assert phases.drop(columns="outcome").equals(search.drop(columns="outcome"))


def test_outcomes_agree_with_the_readable_solver():
    puzzles = rc.rullo.generate(60, size="6x6", values="1-4", seed=3)
    outcomes = run(Phases(6, 6, (1, 2, 3, 4), 60, 3)).by_puzzle.to_pandas()["outcome"]
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        number = 0 if is_simple(puzzle) else len(list(islice(solutions(puzzle), 2)))
        assert outcome == ("simple", "unique", "ambiguous")[number]
    assert set(outcomes) == {"simple", "unique", "ambiguous"}


def test_counts_have_the_passes_of_simple_puzzles():
    data = run(Phases(8, 8, NUMBERS["1-9"], 300, 5))
    counts = data.tally.frame
    rows = data.by_puzzle.to_pandas()
    passes = (rows["passes_columns_first"] + rows["passes_rows_first"]) / 2
    are_simple = counts["outcome"] == "simple"
    assert counts["passes"].notna().equals(are_simple)
    assert (counts["passes"] * counts["puzzles"]).sum() == passes.sum()


def test_the_prediction_stands_beside_the_count(tmp_path, monkeypatch):
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path)
    data = rc.run("phases", size="6x7", values="1-4", count=3000, path=tmp_path / "phases.parquet")
    prediction = rc.rullo.predict("6x7", values="1-4")
    predicted = {"share": prediction.simple, "error": prediction.error, "passes": prediction.passes}
    assert data.manifest["predicted"] == {"simple": predicted}
    table = rc.sweep({"experiment": "phases", "size": "6x7", "values": "1-4", "count": 3000}).set_index("outcome")
    simple = table.loc["simple"]
    assert [simple[f"predicted_{name}"] for name in ("share", "error", "passes")] == list(predicted.values())
    assert abs(simple["share"] - simple["predicted_share"]) < 0.03
    others = table.drop(index="simple")
    assert set(others.index) == {"unique", "ambiguous"}
    assert others["predicted_share"].isna().all()
    assert table["simple"].to_dict() == {"simple": True, "unique": False, "ambiguous": False}


def test_counts_say_what_is_simple(tmp_path):
    data = rc.run("phases", size="8x8", values="1-9", count=40, max_nodes=1, path=tmp_path / "phases.parquet")
    assert data.counts.groupby("outcome")["simple"].first().to_dict() == {"simple": True, "undecided": False}
    assert data.puzzles["simple"].equals(data.puzzles["open_cells"].eq(0).astype("boolean"))


def test_where_no_passes_are_expected_none_are_in_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path)
    table = rc.sweep({"experiment": "phases", "size": "14x14", "values": "1-2", "count": 20, "max_nodes": 1})
    assert table["predicted_passes"].dtype == "float64"
    assert np.isnan(table["predicted_passes"]).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"values": (0, 1)}, "without holes"),
        ({"values": (-1, 1), "included": 0.3}, "leave it at 0.5"),
        ({"included": 1.0}, "every puzzle is simple then"),
        ({"height": 60, "values": (1, 2**20)}, "lines of 60 cells are predicted with sums up to"),
        ({"nodes": 0}, "max_nodes 0: take from 1 to 2147483647"),
    ],
)
def test_what_cannot_be_predicted_is_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        Phases(**{"height": 5, "width": 5, "values": (1, 2), "number": 1, "seed": 1} | arguments)


def test_the_sweep_has_points_on_both_sides_of_both_borders():
    points = read_sweep(ROOT / "sweeps" / "phases.yaml").experiments
    assert {point.name for point in points} == {"phases"}
    assert len(points) == 28
