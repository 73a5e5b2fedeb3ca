"""The notebooks on Rullos, run in this process: the thesis's tables, other parameters, and what a reader may try."""

from itertools import combinations_with_replacement, permutations, product

import nbformat
import numpy as np
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
PROVED = FOLDER / "10-proved-and-open.ipynb"
EXACT = FOLDER / "11-exact-censuses.ipynb"
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


LITTLE = {"sizes": ["3x3", "2x2"], "steps": 500, "tries": 1, "largest_capacity": 11, "size": "2x2", "values": "1-3"}


@pytest.fixture(scope="module")
def proved():
    return analysis.run(PROVED, **LITTLE, bins=2)


def test_the_bound_stands_beside_the_thesis_s_hardest(proved):
    """The greatest difficulties of sections 6.1 to 6.3, and of Figure 20; as committed, with what the search found."""
    rows = tables_of(PROVED)
    for row in (
        ["3x3", "4.5", "4.5", "4.5", "100%"],
        ["5x5", "18.5", "18.5", "11.5", "100%"],
        ["7x7", "40.5", "38.5", "24.5", "95%"],
        ["figure 20", "7x7", "16", "49.5"],
        ["0", "5,828,790", "60.3%"],
        ["18", "12", "10", "10", "0"],
    ):
        assert row in rows
    assert proved.bounds["in the thesis"].dropna().to_dict() == {"3x3": 4.5}
    assert proved.guessed.loc["figure 20"].tolist() == ["7x7", 16, 49.5]


def test_a_partition_is_a_solution(proved):
    """Partitions by trying all orders, instances by trying all numbers; and both methods on some instances."""
    numbers = (4, 5, 6, 4, 5, 6)
    orders = {
        (tuple(sorted(order[:3])), tuple(sorted(order[3:])))
        for order in permutations(range(6))
        if sum(numbers[i] for i in order[:3]) == 15
    }
    assert set(proved.partitions(numbers, 15, range(6))) == orders
    for capacity in range(6, 14):
        allowed = range(capacity // 4 + 1, (capacity + 1) // 2)
        every = [one for one in combinations_with_replacement(allowed, 6) if sum(one) == 2 * capacity]
        assert list(proved.list_instances(6, 2 * capacity, capacity // 4 + 1, (capacity - 1) // 2)) == every
    assert proved.compare_partitions(2, 19, 100) == (13, 10, 10, 0)
    assert proved.compare_partitions(2, 19, 5)[0] == 5
    assert proved.table.differ.sum() == 0


def test_a_picture_is_constructed_if_there_is_one(proved):
    """All counts of 3x3 against all pictures."""
    pictures = np.array(list(product((0, 1), repeat=9))).reshape(-1, 3, 3)
    met = {(*one.sum(axis=1), *one.sum(axis=0)) for one in pictures}
    for counts in product(range(4), repeat=6):
        rows, columns = counts[:3], counts[3:]
        if sum(rows) == sum(columns):
            made = proved.construct(rows, columns)
            assert proved.keeps_gale_and_ryser(rows, columns) == (made is not None) == (counts in met)
            assert made is None or (*made.sum(axis=1), *made.sum(axis=0)) == counts
    assert proved.single["the three differ"].sum() == 0
    assert proved.single["with a solution"].tolist() == [7, 22, 34, 76, 221]
    picture = rc.rullo.Rullo.from_solution(np.ones((100, 100), int).tolist(), proved.picture.tolist())
    assert picture.is_solved_by(proved.made.tolist())
    assert proved.solved


@pytest.mark.parametrize(
    "parameters",
    [
        {"bins": 1, "largest_capacity": 8, "instances": 1, "size": "1x1", "values": [3], "sizes": ["1x2"]},
        {"bins": 2, "largest_capacity": 6, "size": (2, 3), "values": [-1, 2], "sizes": ["8x8", "2x3"], "steps": 1},
    ],
    ids=["one cell", "one step"],
)
def test_other_bounds(parameters):
    found = analysis.run(PROVED, **LITTLE | parameters)
    assert found.table.differ.sum() == 0
    assert set(found.counts.index) <= {-1, 0, 1}
    assert_nothing_odd(found)


@pytest.mark.slow
def test_try_this_about_bounds():
    assert_nothing_odd(analysis.run(PROVED, try_this=True, **LITTLE))


def test_a_census_beside_the_thesis_s(data):
    """Section 6.1: 216 puzzles of the greatest difficulty, two of which differ; classes, combinations and lines."""
    small = {"others": [["3x3", "2-4"], ["1x2", 1]], "over_any_numbers": ["1x2", "2x2"]}
    found = analysis.run(EXACT, size="2x3", largest=3, **small)
    row = found.overview.loc["3x3 over 2-4"]
    assert row.puzzles == 10_077_696
    assert row["simple (%)"] == pytest.approx(100 * 9_669_786 / 10_077_696)
    assert row.filter(like=", ").tolist() == [4.5, 5, 216, 39_924]
    assert found.overview["different ones"].tolist() == [102, 2, 1]
    assert found.classes.grids.sum() == 3**6
    assert len(found.classes) == 53
    assert found.anything.loc["2x2"].tolist() == [5, 5, 3, 2, 3, 3]
    assert found.growth.exhaustive.is_monotonic_decreasing
    assert found.growth.puzzles.tolist() == [(2 * n) ** 6 for n in (1, 2, 3)]
    lines = [one for one in product(range(1, 7), repeat=3) if len(set(one)) == 3 and 2 * max(one) != sum(one)]
    assert found.distinct[6] == len(lines) / 6**3
    assert found.full["required"].loc["1x2 over 1"].simple.tolist() == [1, 2, 1]
    assert_nothing_odd(found)


def test_the_exact_results_are_these():
    """As committed."""
    rows = tables_of(EXACT)
    for row in (
        ["3x3 over 1-9", "198,359,290,368", "99.84", "4.5", "5", "8,496", "6,490,872", "62"],
        ["2x2 over 1-5", "10,000", "99.90", "2", "3", "360", "10", "45"],
        ["2x3 over 1-3", "46,656", "98.61", "2.5", "4", "2,196", "612", "102"],
        ["3x4 over 1-3", "2,176,782,336", "91.26", "6.5", "7", "39,600", "98,640", "138"],
        ["4x4 over 1-2", "4,294,967,296", "52.10", "9.5", "11", "16,128", "5,760", "7"],
        ["2x2", "5", "5", "3", "2", "3", "3"],
        ["2x3", "79", "77", "6", "2.5", "4", "75"],
        ["3x3", "9,129", "7,070", "16", "4.5", "5", "13"],
        ["1", "512", "44.92", "55.08", "3"],
        ["5", "1,000,000,000", "99.07", "0.9327", "4.5"],
    ):
        assert row in rows


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        {"size": "1x3", "largest": 1, "others": [], "over_any_numbers": ["1x1"]},
        {"size": "2x2", "largest": 4, "others": [["2x2", "-1,0,2"]], "over_any_numbers": ["2x3", "2x2"]},
    ],
    ids=["one number", "holes"],
)
def test_other_exact_censuses(data, parameters):
    found = analysis.run(EXACT, try_this=True, **parameters)
    assert ("each grid is rated separately" in found.text) == (parameters["size"] == "1x3")
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
