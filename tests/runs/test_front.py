"""The public functions for experiments."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.runs.sweep import place_of


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    return tmp_path


def test_all_experiments_and_their_parameters():
    table = rc.experiments()
    assert table.columns.tolist() == ["experiment", "parameter", "default", "meaning"]
    assert {"census", "grids", "sample", "killer study", "sudoku study", "sudoku population"} <= set(table.experiment)
    assert table.meaning.str.len().min() > 3
    assert table.set_index(["experiment", "parameter"]).default["sample", "seed"] == "1"


def test_a_dataset_is_made_once(data):
    dataset = rc.run("census", size="2x2", values="1-3", threads=1)
    assert dataset.counts.groupby("outcome").puzzles.sum().to_dict() == {"exhaustive": 6, "simple": 1290}
    assert dataset.counts.attrs["experiment"] == "census"
    assert dataset.parameters.to_dict("records") == [
        {"experiment": "census", "height": 2, "width": 2, "values": [1, 2, 3]}
    ]
    assert {"outcome", "passes", "numbers"} <= set(dataset.hardest)
    (path,) = [file for file in data.glob("*.parquet") if ".hardest" not in file.name]
    time = path.stat().st_mtime_ns
    reread = rc.run("census", size=(2, 2), values=[1, 2, 3])
    assert (reread.tally, path.stat().st_mtime_ns) == (dataset.tally, time)
    assert rc.load(path.name).tally == rc.load(path).tally == dataset.tally
    assert repr(dataset) == "<census, height 2, width 2, values [1, 2, 3]: 1,296 puzzles>"
    assert "<th>simple</th><td>1,290</td><td>99.54%</td>" in dataset._repr_html_()


def test_a_dataset_of_single_puzzles(data):
    dataset = rc.run("sudoku study", size=(4, 4), count=20.0, seed=3, path=data / "study.parquet")
    assert len(dataset.puzzles) == 20
    assert "clues" in dataset.puzzles
    assert dataset.puzzles.attrs["seed"] == 3


def test_parameters_are_given_as_values_or_as_text(data):
    manifests = [
        rc.run("killer study", size=4, method="repaired", count=2, **parameters).manifest["parameters"]
        for parameters in (
            {"cages": (5, 7)},
            {"cages": "5-7", "seed": None},
            {"cages": [5.0, np.int64(7)], "seed": 1.0},
        )
    ]
    assert manifests[0] == manifests[1] == manifests[2]
    assert manifests[0]["cages"] == [5, 7]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, r"census needs size, such as size="),
        ({"size": "3x3", "values": "1-3", "puzzles": 5}, "census: no parameter 'puzzles'; it has size, values"),
        ({"size": "3by3", "values": "1-3"}, r"^size '3by3': write"),
        ({"size": "3x3", "values": "9-1"}, r"^values '9-1': "),
        ({"size": "3x3", "values": None}, r"census needs values"),
    ],
)
def test_parameters_that_are_refused(parameters, message):
    with pytest.raises(BadInput, match=message):
        rc.run("census", **parameters)
    with pytest.raises(BadInput, match="experiment 'cenus'"):
        rc.run("cenus")


def test_a_sweep_is_one_table(data):
    table = rc.sweep({"experiment": "sample", "size": ["2x2", "2x3"], "values": ["1-3", [1, 2]], "count": 500})
    points = table.groupby(["size", "values"], sort=False)
    assert list(points.groups) == [("2x2", "1-3"), ("2x2", "1-2"), ("2x3", "1-3"), ("2x3", "1-2")]
    assert points.puzzles.sum().tolist() == [500] * 4
    assert points["share"].sum().round(12).tolist() == [1] * 4
    assert points.outcome.agg(list).tolist() == [["simple", "exhaustive"]] * 4
    by_text = rc.sweep({"experiment": "sample", "size": ["2x2", "2x3"], "values": ["1-3", "1,2"], "count": 500.0})
    pd.testing.assert_frame_equal(by_text, table)
    by_file = data / "sweep.yaml"
    by_file.write_text("experiment: sample\nsize: [2x2, 2x3]\nvalues: [1-3, '1,2']\ncount: 500\n")
    pd.testing.assert_frame_equal(rc.sweep(by_file), table)
    with pytest.raises(BadInput, match=r"^the sweep, size: size '2by2'"):
        rc.sweep({"experiment": "census", "size": ["2by2"], "values": "1-3"})
    with pytest.raises(BadInput, match=r"no key .*; a census sweep knows"):
        rc.sweep({"experiment": "census", "seeds": [1]})
    with pytest.raises(BadInput, match=r"^the sweep: has no size; add a line such as size: \["):
        rc.sweep({"experiment": "census", "values": "1-3"})


def test_points_that_are_missing_are_left_out_or_refused(data):
    points = {"experiment": "census", "size": "2x2", "values": ["1", "1-2"]}
    table = rc.sweep(points, compute=False)
    assert table.empty
    assert {"point", "size", "outcome", "share_error"} <= set(table)
    assert table.attrs["missing"] == dict.fromkeys(
        ["census of 2x2 over 1", "census of 2x2 over 1-2"], "it is not there"
    )
    with pytest.raises(BadInput, match=r"^2 of 2 points are not in .* count them with rullo sweep"):
        rc.sweep(points, seconds=0)
    rc.sweep(points | {"values": "1"})
    assert set(rc.sweep(points, compute=False)["values"]) == {"1"}
    assert rc.sweep(points).attrs | {"title": ""} == {
        "title": "", "experiment": "census", "parameters": ["size", "values"], "points": 2, "missing": {}
    }  # fmt: skip
    assert len(rc.sweep(points, seconds=0)) == 4


def test_a_sweep_has_the_points_after_one_that_failed(data):
    place_of(Census(1, 2, (1, 2))).mkdir(parents=True)
    with pytest.warns(UserWarning, match="census of 1x2 over 1-2: "):
        table = rc.sweep({"experiment": "census", "size": ["1x2", "2x2"], "values": "1-2"})
    assert set(table["size"]) == {"2x2"}


SWEEPS = {
    "title": "Small ones",
    "sweeps": [
        {"experiment": "sudoku study", "size": [4, 6], "count": 12},
        {"experiment": "search", "size": "3x3", "values": ["1,2", "1-9"], "count": 15},
    ],
}


def test_several_sweeps_are_one(data):
    table = rc.sweep(SWEEPS)
    assert table.attrs["title"] == "Small ones"
    assert table.attrs["parameters"] == ["experiment", "size", "values"]
    by_point = table.groupby("point").agg({"experiment": "first", "size": "first", "values": "first", "order": "first"})
    assert by_point.to_numpy().tolist() == [
        ["sudoku study", "4x4", "", "random"], ["sudoku study", "6x6", "", "random"],
        ["search", "3x3", "1-2", ""], ["search", "3x3", "1-9", ""],
    ]  # fmt: skip
    assert table.groupby("point")["puzzles"].sum().tolist() == [12, 12, 15, 15]
    assert table.groupby("point")["grid_cells"].first().tolist() == [16, 36, 9, 9]
    # Sudokus have no values: numbers of some points only stay whole numbers.
    assert table["values_high"].dtype == "Int64"
    assert table.groupby("point")["values_high"].first().fillna(0).tolist() == [0, 0, 2, 9]
    # Each part is the same as on its own.
    part_alone = rc.sweep(SWEEPS["sweeps"][0])
    columns = [
        name for name in part_alone if name in ("outcome", "puzzles", "share", "share_error", "mean_level_passes")
    ]
    rows = table[(table["experiment"] == "sudoku study") & table["outcome"].isin(part_alone["outcome"])]
    pd.testing.assert_frame_equal(rows[columns].reset_index(drop=True), part_alone[columns])


def test_the_puzzles_of_a_sweep(data):
    puzzles = rc.sweep_puzzles(SWEEPS)
    assert puzzles.groupby(["point", "experiment"]).size().to_dict() == {
        (1, "sudoku study"): 12, (2, "sudoku study"): 12, (3, "search"): 15, (4, "search"): 15,
    }  # fmt: skip
    of_run = rc.run("sudoku study", size=6, count=12).puzzles
    rows = puzzles[puzzles["point"] == 2]
    assert rows["size"].tolist() == [6] * 12
    assert rows["clues"].tolist() == of_run["clues"].tolist()
    # The nodes that a search may take are a parameter; those that it took are known of the puzzle.
    assert puzzles.loc[puzzles["experiment"] == "search", "nodes"].max() < 100_000
    assert rc.sweep_puzzles(SWEEPS | {"sweeps": SWEEPS["sweeps"][1:]}, compute=False).attrs["missing"] == {}


def test_puzzles_of_an_experiment_that_keeps_counts_only(data):
    with pytest.raises(BadInput, match="the experiment census keeps counts, and no puzzles: take counts or hardest"):
        rc.sweep_puzzles({"experiment": "census", "size": "2x2", "values": "1,2"})
    with pytest.raises(BadInput, match="experiment 'census': write one of search, sudoku study"):
        rc.sweep_puzzles({"experiment": "census", "size": "2x2", "values": "1,2"}, "search", "sudoku study")


@pytest.mark.parametrize(
    ("specification", "message"),
    [
        (
            {"sweeps": []},
            "the sweep, sweeps: is no list of sweeps; begin each with a line such as - experiment: sample",
        ),
        ({"sweeps": "census"}, "the sweep, sweeps: is no list of sweeps"),
        (
            {"sweeps": [{"experiment": "census"}], "size": "2x2"},
            "the sweep, size: is of one sweep; write it into those",
        ),
        ({"sweeps": [{"experiment": "bliss"}]}, "experiment 'bliss': write one of"),
        ({"sweeps": [{"experiment": "census", "values": "1,2"}]}, "has no size; add a line such as"),
    ],
)
def test_several_sweeps_that_are_refused(specification, message):
    with pytest.raises(BadInput, match=message):
        rc.sweep(specification)
