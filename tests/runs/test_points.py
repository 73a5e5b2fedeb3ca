"""The table of a sweep: its columns, its standard errors, and its files."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core import files, paths
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.runs import points
from rullo_core.runs import run as runs
from rullo_core.runs.points import COUNT_COLUMNS, MEASURES, table_of, write_table
from rullo_core.runs.sweep import Point, count_points, parse_sweep

KAKURO = {"experiment": "kakuro study", "size": ["6x5", "6x6"], "black": [0.3, 0.4], "method": "fill", "count": 40}


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    return tmp_path


def test_parameters_are_columns_of_their_types(data):
    table = rc.sweep(KAKURO | {"seed": [1, 2**63 + 1]})
    assert table.columns.tolist() == [
        "puzzle", "point", "size", "black", "symmetry", "longest", "method", "max_tries", "seed", "rows", "columns",
        "grid_cells",
        *MEASURES,
    ]  # fmt: skip
    kinds = {name: table[name].dtype.kind for name in table}
    assert (kinds["size"], kinds["black"], kinds["longest"], kinds["seed"], kinds["share"]) == ("O", "f", "i", "u", "f")
    assert table["size"].cat.ordered
    assert all(kinds[name] == "i" for name in ("point", "rows", "columns", "grid_cells", *COUNT_COLUMNS))
    assert table["seed"].unique().tolist() == [1, 2**63 + 1]
    assert table.groupby("size")["grid_cells"].unique().map(list).to_dict() == {"6x5": [30], "6x6": [36]}
    assert table["point"].unique().tolist() == list(range(1, 9))
    sudoku = rc.sweep({"experiment": "sudoku study", "size": [4, 6], "order": ["random", "rows"], "count": [20, 30]})
    assert sudoku["size"].unique().tolist() == [4, 6]
    assert sudoku["grid_cells"].unique().tolist() == [16, 36]
    assert sudoku["total"].unique().tolist() == [20, 30]
    assert sudoku.attrs["parameters"] == ["size", "total", "seed", "level", "order", "symmetry"]


def test_sizes_and_ranges_are_ordered_by_their_numbers(data):
    specification = {
        "experiment": "sample",
        "size": ["10x2", "9x2", "2x2"],
        "values": ["1-10", "1-9", "-2-3", "1,2"],
        "count": 9,
    }
    table = rc.sweep(specification | {"count": 9})
    assert table["size"].cat.categories.tolist() == ["2x2", "9x2", "10x2"]
    assert table["values"].cat.categories.tolist() == ["-2-3", "1-2", "1-9", "1-10"]
    low_and_high = table.groupby("values")[["values_low", "values_high"]].first()
    assert low_and_high.to_numpy().tolist() == [[-2, 3], [1, 2], [1, 9], [1, 10]]
    assert set(table["puzzle"]) == {"rullo"}
    assert table.drop_duplicates("outcome").set_index("outcome")["simple"].to_dict() == {
        "simple": True,
        "exhaustive": False,
    }


def test_passes_mean_the_same_for_every_kind(data):
    """Of Killer Sudokus half a pass more than in counts, which have cages first; of Sudokus levels have theirs."""
    killer = rc.sweep({"experiment": "killer census", "cage_sizes": "2-4"}).set_index("outcome").loc["simple"]
    counts = rc.run("killer census", cage_sizes="2-4").tally.of_outcome("simple").frame
    mean = (counts["passes_cages_first"] * counts["puzzles"]).sum() / counts["puzzles"].sum()
    assert (killer["mean_passes"], killer["puzzle"]) == (pytest.approx(mean + 0.5), "killer")
    sudoku = rc.sweep({"experiment": "sudoku study", "size": 4, "count": 9})
    assert "mean_level_passes" in sudoku
    assert "mean_passes" not in sudoku


def test_rows_of_a_point_are_all_its_puzzles(data):
    """Each outcome of the sweep has a row at each point; together, shares and difficulties are those of the dataset."""
    specification = {
        "experiment": "sample",
        "size": ["2x2", "6x6"],
        "values": "1,2",
        "count": 3000,
        "guess_limit": [4, 9],
    }
    table = rc.sweep(specification)
    assert table["outcome"].tolist() == ["simple", "exhaustive", "skipped"] * 4
    assert table["share"].tolist() == (table["puzzles"] / table["total"]).tolist()
    of_point = table.groupby("point")
    assert of_point["puzzles"].sum().tolist() == of_point["total"].first().tolist() == [3000] * 4
    for number, limit in enumerate((4, 9), 3):
        rows = table[table["point"] == number]
        counts = rc.run("sample", size="6x6", values="1,2", count=3000, guess_limit=limit).counts
        with_difficulty = counts.dropna(subset="passes")
        assert rows["rated"].sum() == with_difficulty["puzzles"].sum() < 3000
        mean = (with_difficulty["passes"] * with_difficulty["puzzles"]).sum() / with_difficulty["puzzles"].sum()
        assert (rows["mean_passes"] * rows["rated"]).sum() / rows["rated"].sum() == pytest.approx(mean)
        assert rows["greatest_passes"].max() == with_difficulty["passes"].max()
    assert np.isnan(table["mean_passes"]).tolist() == (table["rated"] == 0).tolist()


def test_errors_know_what_was_drawn(data):
    """Nothing, puzzles or grids; a census has exactly what samples estimate."""
    census, sample, grids = (
        rc.sweep({"experiment": name, "size": "3x3", "values": "1-3"} | parameters).set_index("outcome").loc["simple"]
        for name, parameters in (("census", {}), ("sample", {"count": 4000}), ("grids", {"grids": 60}))
    )
    assert census["share_error"] == census["mean_passes_error"] == 0
    assert sample["share_error"] == pytest.approx(np.sqrt(census["share"] * (1 - census["share"]) / 4000), rel=0.1)
    for name in ("share", "mean_passes"):
        for row in (sample, grids):
            assert 0 < abs(row[name] - census[name]) < 4 * row[f"{name}_error"]
    frame = runs.run(Grids(3, 3, (1, 2, 3), 60, 1)).by_grid.query("outcome == 'simple'")
    shares = frame.groupby("grid")["puzzles"].sum() / 512
    assert grids["share_error"] == pytest.approx(shares.std(ddof=1) / np.sqrt(60))
    independent = np.sqrt(grids["share"] * (1 - grids["share"]) / grids["total"])
    assert grids["share_error"] > 1.5 * independent


@pytest.mark.slow
@pytest.mark.parametrize("experiment", ["sample", "grids"])
def test_errors_are_what_seeds_differ_by(data, experiment):
    """Over many seeds, shares and means spread as their standard errors say."""
    number = {"count": 500} if experiment == "sample" else {"grids": 100}
    specification = {"experiment": experiment, "size": "3x3", "values": "0-2", "seed": list(range(100))} | number
    table = rc.sweep(specification)
    for kind in ("simple", "exhaustive"):
        for name in ("share", "mean_passes"):
            rows = table[table["outcome"] == kind].dropna(subset=f"{name}_error")
            assert len(rows) > 20
            error = np.sqrt(np.mean(np.square(rows[f"{name}_error"])))
            assert 0.75 < error / rows[name].std() < 1.33, (kind, name)


def test_points_that_failed_are_said(data):
    specification = parse_sweep("experiment: census\nsize: [1x2, 2x2]\nvalues: 1-2\n", "it")
    first, second = count_points(specification)
    table = table_of(specification, [Point(first.experiment, None, failure="no space"), second])
    assert table["point"].tolist() == [2, 2]
    assert table.attrs["missing"] == {"census of 1x2 over 1-2": "no space"}
    assert table.attrs["points"] == 2


def test_files_say_what_the_table_says_and_are_written_once(data):
    table = rc.sweep(KAKURO)
    places = write_table(table, data)
    assert [place.name for place in places] == ["points.parquet", "points.csv"]
    pd.testing.assert_frame_equal(pd.read_parquet(places[0]), table)
    pd.testing.assert_frame_equal(pd.read_csv(places[1]).astype(table.dtypes.to_dict()), table)
    times = [place.stat().st_mtime_ns for place in places]
    write_table(rc.sweep(KAKURO), data)
    assert [place.stat().st_mtime_ns for place in places] == times
    write_table(table[table["outcome"] == "none"], data)
    assert set(pd.read_parquet(places[0])["outcome"]) == set(pd.read_csv(places[1])["outcome"]) <= {"none"}


def test_numbers_of_puzzles_that_need_more_than_64_bits(data):
    table = pd.DataFrame({"puzzles": [3 * 2**80], "total": [2**82], "rated": [5]})
    parquet, text = write_table(table, data)
    assert [int(pd.read_parquet(parquet)[name][0]) for name in COUNT_COLUMNS] == [3 * 2**80, 2**82, 5]
    assert text.read_text() == f"puzzles,total,rated\n{3 * 2**80},{2**82},5\n"


def test_a_file_that_cannot_be_written_stays_as_it_was(data, monkeypatch):
    table = rc.sweep(KAKURO | {"size": "6x5", "black": 0.3})
    places = write_table(table, data)
    contents = [place.read_bytes() for place in places]

    def fails(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fails)
    with pytest.raises(OSError, match="No space left"):
        write_table(table.assign(share=2.0), data)
    assert [place.read_bytes() for place in places] == contents
    assert not list(data.glob(".*.tmp*"))


def outcomes(sampled, *rows):
    """The errors of each kind, as a point's rows have them: of grids with so many puzzles of a kind and difficulty."""
    by_grid = pd.DataFrame(rows, columns=["grid", "outcome", "passes", "puzzles"])
    tally = by_grid.groupby(["outcome", "passes"], dropna=False)["puzzles"].sum().reset_index()
    tally_stub = SimpleNamespace(frame=tally, measure="passes", total=int(by_grid["puzzles"].sum()))
    dataset = SimpleNamespace(by_grid=by_grid, tally=tally_stub, manifest={"experiment": "grids"})
    kinds = sorted(by_grid["outcome"].unique())
    return {row["outcome"]: row for row in points._outcomes(dataset, sampled, kinds)}


def test_the_error_of_a_mean_over_grids_is_of_the_puzzles_that_are_rated():
    """A ratio of two sums over grids: of difficulties, and of puzzles that have one, not of all."""
    rng = np.random.default_rng(3)
    rated_counts, unrated_counts, passes = (
        rng.integers(1, 9, 40),
        rng.integers(0, 90, 40),
        rng.integers(1, 6, 40).astype(float),
    )
    rows = [(i, "simple", passes[i], rated_counts[i]) for i in range(40)]
    rows += [(i, "simple", np.nan, unrated_counts[i]) for i in range(40)]
    row = outcomes("grids", *rows)["simple"]
    mean = (rated_counts * passes).sum() / rated_counts.sum()
    assert row["rated"] == rated_counts.sum() < row["puzzles"]
    assert row["mean_passes"] == pytest.approx(mean)
    deviations = rated_counts * passes - mean * rated_counts
    assert row["mean_passes_error"] == pytest.approx(deviations.std(ddof=1) / np.sqrt(40) / rated_counts.mean())


def test_a_mean_of_nothing_has_no_error():
    """Where all puzzles are counted, too, which leaves no error for those that are rated."""
    rows = outcomes("nothing", (0, "simple", 2.0, 5), (0, "skipped", np.nan, 3))
    assert (rows["simple"]["share_error"], rows["simple"]["mean_passes_error"]) == (0, 0)
    assert rows["skipped"]["share_error"] == 0
    assert np.isnan([rows["skipped"][name] for name in ("mean_passes", "mean_passes_error")]).all()
