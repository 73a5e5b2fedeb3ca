"""The notebooks on Rullos, run in this process: the thesis's tables, other parameters, and what a reader may try."""

import nbformat
import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.thesis.published import published_table
from rullo_core.runs.run import run_and_store
from tests import analysis
from tests.outcomes import tables_of
from tests.reports.test_notebook import NEVER_SHOWN

FOLDER = paths.NOTEBOOKS / "rullo"
CENSUS = FOLDER / "04-census-3x3.ipynb"
GRIDS = FOLDER / "05-grids-5x5.ipynb"
SAMPLE = FOLDER / "06-sample-7x7.ipynb"
ONE = FOLDER / "12-one-dataset.ipynb"


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    return tmp_path


def texts(executed):
    """All text that is shown, tables as HTML."""
    html = [one.to_html() for one in executed.shown if hasattr(one, "to_html")]
    return "\n".join([executed.text, *html])


def assert_nothing_odd(executed):
    shown = texts(executed)
    assert [shown[max(0, one.start() - 60) : one.end() + 30] for one in NEVER_SHOWN.finditer(shown)] == []


def test_the_census_has_table_1(thesis_census):
    found = analysis.run(CENSUS, dataset=str(thesis_census.path))
    for table, key in ((found.by_difficulty, "difficulty"), (found.by_required, "required")):
        assert table.to_dict() == published_table(1, key).to_dict()
    assert found.differences.abs().max().max() == 0
    assert found.mean.simple.max() < 2  # section 6.1: the average does not go above 2
    assert (greatest := found.greatest).puzzles.sum() == 216
    assert greatest[greatest.required <= 4].puzzles.sum() == 108
    assert (len(found.permuted), len(found.classes), len(found.full), len(found.full_classes)) == (8, 2, 24, 10)
    assert found.figure_14 == set(found.classes)
    assert found.figure_15 in found.full_classes
    assert (found.full[0].rate().difficulty, found.exhaustive.index[-1], found.exhaustive.iloc[-1]) == (4, 5, 39_924)
    assert [way.tolist() for way in found.ways.values()] == [
        [1, 2, 2, 4],
        [0, 1, 2, 2, 4],
        [1, 2, 4, 2],
        [0, 1, 2, 4, 2],
    ]


@pytest.mark.parametrize(
    ("parameters", "total"),
    [
        ({"size": "2x3", "values": [-1, 0, 2]}, 15_625),
        ({"size": "1x1", "values": "1"}, 2),
        ({"size": "1x2", "values": "1-2"}, 16),
    ],
    ids=["holes", "one cell", "one row"],
)
def test_other_censuses(data, parameters, total):
    found = analysis.run(CENSUS, **parameters)
    assert found.total == total
    assert found.by_difficulty.to_numpy().sum() * (1 if 0 in found.numbers else 2) == total
    assert "The thesis prints no table for this size and range." in found.text
    assert_nothing_odd(found)


@pytest.mark.slow
def test_try_this_in_the_census(data):
    assert_nothing_odd(analysis.run(CENSUS, try_this=True, size="2x2", values="1-3"))


@pytest.mark.parametrize(
    ("experiment", "kinds"),
    [
        (Grids(1, 1, (1,), 1, 1), {"simple": 2}),
        (Grids(2, 2, (0, 3), 2, 1), None),
        (Sample(5, 5, (1,), 10, 3, 0), {"skipped": 10}),
        (Sample(4, 4, (1, 2), 300, 1, 9, 0.3), None),
    ],
    ids=["one cell", "holes", "all skipped", "biased"],
)
def test_one_dataset(data, experiment, kinds):
    run_and_store(experiment, data / "some.parquet", unique=True)
    found = analysis.run(ONE, try_this=True, dataset="some.parquet")
    assert kinds is None or found.by_kind.to_dict() == kinds
    assert found.by_kind.sum() == found.total == experiment.puzzles
    assert "included: 0.3" in found.text or experiment.parameters.get("included", 0.5) == 0.5
    assert_nothing_odd(found)


def test_the_thesis_s_grids_have_table_2():
    """To the last puzzle, as committed; their counts have the checksum that stands in the data folder."""
    rows = tables_of(GRIDS)
    for key in ("difficulty", "required"):
        for value, row in published_table(2, key).iterrows():
            printed = [f"{row['simple']:,}", f"{row['exhaustive']:,}"]
            assert [f"{value:g}", *printed, *printed] in rows


def test_the_sample_stands_beside_table_3():
    """As committed: puzzles drawn as the thesis drew them, within sampling error of each printed count."""
    rows = tables_of(SAMPLE)
    for key in ("difficulty", "required"):
        squares = []
        for value, printed in (published_table(3, key) // (2 if key == "difficulty" else 1)).iterrows():
            simple, exhaustive = (f"{number:,}" for number in printed)
            (row,) = [
                row for row in rows if len(row) == 7 and (row[0], row[1], row[4]) == (f"{value:g}", simple, exhaustive)
            ]
            squares += [float(apart) ** 2 for apart in (row[3], row[6]) if apart != "–"]
        assert abs(sum(squares) - len(squares)) < 3 * (2 * len(squares)) ** 0.5


@pytest.mark.slow
def test_a_sample_beside_table_3(data, some_puzzles):
    found = analysis.run(SAMPLE, dataset=str(some_puzzles.path), puzzles=100_000)
    assert found.total == 100_000
    assert found.printed == pytest.approx(0.10012, abs=5e-6)
    assert found.obey.all()
    assert len(found.obey) == 36
    weight, frame = found.theirs / found.theirs.sum(), found.once
    number, guessed = (some.groupby("required").puzzles.sum() for some in (frame, frame[frame.kind == "exhaustive"]))
    assert found.share == pytest.approx((guessed / number).mul(weight).sum())
    assert found.error == pytest.approx((found.share * (1 - found.share) / number.sum()) ** 0.5, rel=0.1)
    assert found.far.abs().max() < 4
    assert [way.tolist() for way in found.ways.values()][2][:3] == [0, 2, 3]
    assert_nothing_odd(found)


@pytest.mark.parametrize(
    "parameters",
    [
        {"size": "4x4", "values": "1-2", "puzzles": 3000, "guess_limit": 9},
        {"size": "1x3", "values": 7, "puzzles": 1e2},
        {"size": "5x5", "values": "0-1", "puzzles": 10, "guess_limit": 0},
    ],
    ids=["sample", "lines", "holes"],
)
def test_other_samples(data, parameters):
    found = analysis.run(SAMPLE, try_this=True, **parameters)
    assert "The thesis prints no table for these parameters" in found.text
    assert_nothing_odd(found)


def test_grids_beside_table_2(some_grids):
    found = analysis.run(GRIDS, dataset=str(some_grids.path))
    assert (found.number, found.total) == (20, 20 * 2**25)
    assert found.by_required.tolist() == found.binomials.tolist()
    published = found.compared["difficulty"].filter(like="published") * 200 * 2**25
    assert published.round().astype(int).to_numpy().tolist() == published_table(2, "difficulty").to_numpy().tolist()
    assert found.rectangles.loc["thesis", ["found", "expected", "standard deviation"]].round(1).tolist() == [
        43,
        27.4,
        5.6,
    ]
    assert found.place == 128
    assert [way.tolist() for way in found.ways.values()][2][:4] == [2, 1, 1, 1]
    assert "no count can be the same" in found.text
    assert_nothing_odd(found)


@pytest.mark.parametrize(
    "parameters",
    [
        {"size": "3x4", "values": "1-5", "grids": 30},
        {"size": "2x2", "values": [0, 3], "grids": 2},
        {"size": "1x1", "values": 7, "grids": 1},
    ],
    ids=["grids", "holes", "one cell"],
)
def test_other_grids(data, parameters):
    found = analysis.run(GRIDS, try_this=True, **parameters)
    assert "The thesis prints no table for these parameters" in found.text
    assert ("±" in found.text.split("after")[0]) == (parameters["grids"] >= 10)
    assert_nothing_odd(found)


SWEEPS = [FOLDER / f"{name}.ipynb" for name in ("13-size-by-range", "14-shape", "15-included")]

SPECIFICATIONS = {
    "one point": "experiment: census\nsizes: 1x2\nranges: '1'\n",
    "grids": "experiment: grids\nsizes: [2x3, 3x2, 3x3]\nranges: [1-2, '0,1']\ngrids: 2\n",
    "biased": "experiment: sample\nsizes: [2x2, 3x3]\nranges: [1-2, '5']\npuzzles: 200\nincluded: [0.3, 0.5, 0.7]\n",
    "skipped": "experiment: sample\nsizes: 5x5\nranges: '{1}'\npuzzles: 5\nguess_limit: 0\n",
}


@pytest.mark.parametrize("specification", SPECIFICATIONS)
@pytest.mark.parametrize("path", SWEEPS, ids=lambda path: path.stem)
def test_other_sweeps(data, path, specification):
    (data / "some.yaml").write_text(SPECIFICATIONS[specification])
    found = analysis.run(path, try_this=True, sweep=str(data / "some.yaml"))
    assert f"**{found.points.puzzles.sum():,}** puzzles" in found.text
    assert_nothing_odd(found)


def test_opposite_coins_and_transposed_grids_are_paired(data):
    (data / "some.yaml").write_text(SPECIFICATIONS["biased"])
    found = analysis.run(SWEEPS[2], sweep=str(data / "some.yaml"))
    assert found.pairs[["included", "included inverse"]].drop_duplicates().to_numpy().tolist() == [[0.3, 0.7]]
    assert len(found.pairs) == 4
    (data / "some.yaml").write_text(SPECIFICATIONS["grids"])
    found = analysis.run(SWEEPS[1], sweep=str(data / "some.yaml"))
    assert found.pairs[["size", "size tall"]].drop_duplicates().to_numpy().tolist() == [["2x3", "3x2"]]


def test_a_single_number_has_its_exact_share(data):
    """14 of the 16 choices of 2x2, which a census counts."""
    (data / "some.yaml").write_text("experiment: census\nsizes: [2x2, 2x3]\nranges: '{1}'\n")
    found = analysis.run(SWEEPS[0], sweep=str(data / "some.yaml"))
    assert found.exact == [87.5, 100 * 46 / 64] == found.points["unique (%)"].tolist()


def test_each_notebook_describes_its_sweep():
    sources = [nbformat.read(path, as_version=4).cells for path in SWEEPS]
    assert [cells[0].source.splitlines()[0] for cells in sources] == [
        "# Size by range",
        "# The shape of the grid",
        "# The share of included cells",
    ]
    for cells, name in zip(sources, ("size-by-range", "shape", "included"), strict=True):
        assert f'sweep = "../../sweeps/{name}.yaml"' in cells[2].source


COMPUTE = FOLDER / "16-hard-to-compute.ipynb"

TIMES = """size,range,index,solver,solutions,milliseconds
8,1-9,0,ours,1,2.0
8,1-9,0,clingo,1,6.0
8,1-9,1,ours,2,4.0
8,1-9,1,clingo,1,8.0
9,1-9,0,ours,2,20.0
9,1-9,0,clingo,,10000.0
8,1,0,ours,2,1.0
8,1,0,clingo,2,0.5
"""


def run_with_times(tmp_path, text, **parameters):
    (tmp_path / "peers.csv").write_text(text)
    return analysis.run(COMPUTE, measured=str(tmp_path / "peers.csv"), **{"count": 2} | parameters)


def test_times_of_two_solvers(tmp_path):
    found = run_with_times(tmp_path, TIMES)
    assert found.ours.loc[("1-9", 8)].tolist() == [2, 1.0, 3.0, 4.0]
    assert found.points.loc[("clingo", "1-9", 9)].tolist() == [1, 0.0, 10000.0, 10000.0]
    assert "**Of 3 points (a size and a range), 1 is hard to compute**" in found.text
    assert "undecided: 1-9 from 9×9. Lines" in found.text
    assert found.differ == 1
    assert [*found.compare("clingo").values()] == [4, 3, 3, 0.5, 500, 1, 500, 1, 1, 0, 1]
    assert found.both["ratio", "of medians"].round(2).tolist() == [0.5, 2.33, 500]
    assert_nothing_odd(found)


def test_solvers_are_compared_on_the_same_puzzles(tmp_path):
    """Not on one that the other was not given, nor where neither decides; of two equal times none is faster."""
    found = run_with_times(tmp_path, TIMES + "8,1,1,ours,2,99.0\n8,1,7,ours,2,5.0\n8,1,7,clingo,2,5.0\n")
    compared = found.compare("clingo")
    assert (compared["puzzles"], compared["puzzles on which it is faster"]) == (5, 1)
    assert compared["least ratio there"] == 2.75 / 3
    found = run_with_times(tmp_path, TIMES.replace("9,1-9,0,ours,2,", "9,1-9,0,ours,,"))
    assert found.compare("clingo")["points where one of the two decides most"] == 2


@pytest.mark.parametrize(("time", "solutions", "hard"), [("10.0", 1, 0), ("10.1", 1, 1), ("0.1", "", 1)])
def test_a_point_is_hard_if_it_takes_long_or_stays_undecided(tmp_path, time, solutions, hard):
    found = run_with_times(tmp_path, TIMES.splitlines()[0] + f"\n5,1-3,0,ours,{solutions},{time}\n", count=1)
    assert found.is_hard.sum() == hard
    assert ("undecided: 1-3 from 5×5." in found.text) == bool(hard)
    assert_nothing_odd(found)


def test_the_measured_times_as_committed():
    """The ridge over 1–29, and that no other solver is faster at any point."""
    rows = tables_of(COMPUTE)
    assert ["15", "20", "95%", "1,109.5", "4,947.0", "10"] in rows
    assert ["points with a ratio below 1", "0", "0", "0"] in rows
    assert ["1-99", "20", "20", "18", "6", "1", "0", "0", "0", "0", "0", "0"] in rows


@pytest.mark.slow
def test_try_this_where_it_is_hard_to_compute(tmp_path):
    assert_nothing_odd(run_with_times(tmp_path, TIMES, try_this=True))
    assert_nothing_odd(run_with_times(tmp_path, TIMES.replace("clingo", "sat"), try_this=True, seed=3))


HARDEST = FOLDER / "17-hardest-known.ipynb"


@pytest.fixture
def few_records(tmp_path):
    """Records of four sizes, and over another range the hardest simple puzzle of one row."""
    for name in ("2x2-1-9", "3x3-1-9", "3x3-1-9-exhaustive", "4x4-1-9", "6x6-1-9"):
        (tmp_path / f"{name}.txt").write_text((paths.DATA / "records" / f"{name}.txt").read_text())
    text = (
        "# 1x2 over 1: simple, difficulty 1.5\n# climbed to in attempt 0 of 1, seed 1, 9 steps each\n  1 0\n1 [1] (1)\n"
    )
    (tmp_path / "1x2-1.txt").write_text(text)
    return tmp_path


def test_the_hardest_known(few_records):
    found = analysis.run(HARDEST, records=str(few_records), size="3x3", count=20)
    assert "Of 4 sizes, the hardest puzzle found here **meets the bound in 3**" in found.text
    assert "Sizes: 2x2, 3x3, 4x4." in found.text
    assert found.even[["cells − difficulty", "cells − bound"]].to_numpy().tolist() == [[5.5, 5.5], [5.5, 2.5]]
    assert found.harder == "3x3"
    assert found.random.index.tolist() == ["2x2", "3x3", "4x4", "6x6"]
    assert 1 < found.random["mean difficulty"]["3x3"] < 3
    assert_nothing_odd(found)


@pytest.mark.parametrize("size", ["3x3", "4x4", "6x6"])
def test_every_line_is_odd_as_the_proof_of_the_bound_says(few_records, size):
    """Each line of an odd number of cells once where the bound is met, and the others an even number of times."""
    found = analysis.run(HARDEST, records=str(few_records), size=size, count=1)
    odd, side = found.odd, int(size[0])
    assert len(odd) == 4
    assert all(some.sum() == side for some in odd.values())
    assert all(
        {*some.index} == {1} if side % 2 else all(times % 2 == 0 for times in some.index) for some in odd.values()
    )
    for first in ("columns", "rows"):
        assert found.by_pass[first].sum() == side**2
        assert (found.by_pass[first][2:] > 0).all()
    assert_nothing_odd(found)


def test_records_over_another_range(few_records):
    found = analysis.run(HARDEST, records=str(few_records), values="1", size="1x2", count=1)
    assert {key: some.to_dict() for key, some in found.odd.items()} == {
        ("columns first", "rows"): {0: 1},
        ("columns first", "columns"): {1: 2},
        ("rows first", "rows"): {0: 1},
        ("rows first", "columns"): {1: 2},
    }
    assert "Size: 1x2." in found.text
    assert_nothing_odd(found)


def test_records_that_are_not_there(few_records):
    for parameters, says in (
        ({"size": "9x2"}, "size '9x2': there is no record of this size; take one of 2x2, 3x3, 4x4, 6x6"),
        ({"values": "1-2"}, "has no record of a simple puzzle over 1-2"),
    ):
        with pytest.raises(rc.BadInput, match=says):
            analysis.run(HARDEST, records=str(few_records), **parameters)


def test_the_hardest_known_as_committed():
    rows = tables_of(HARDEST)
    assert ["8x8", "64", "58.5", "61.5", "5.5", "2.5"] in rows
    assert ["7x7", "49", "40.5", "40.5", "24.0", "49.5"] in rows
    assert ["1", "33", "33"] in rows


@pytest.mark.slow
def test_try_this_with_the_hardest_known(few_records):
    assert_nothing_odd(analysis.run(HARDEST, try_this=True, records=str(few_records), size="6x6", count=3))
