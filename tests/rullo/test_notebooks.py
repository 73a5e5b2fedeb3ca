"""The notebooks on Rullos, run in this process: the thesis's tables, other parameters, and what a reader may try."""

from functools import cache
from itertools import combinations_with_replacement, permutations, product

import nbformat
import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs.run import run_and_store
from rullo_studies.rullo.thesis.published import published_table
from rullo_studies.rullo.thesis.streams import find_in_streams
from tests import analysis
from tests.outcomes import shown_markdown, tables_of
from tests.reports.test_notebook import NEVER_SHOWN
from tests.studies.rullo.test_hard_to_compute import ROWS as TIMES

FOLDER = paths.NOTEBOOKS / "rullo"
CENSUS = FOLDER / "04-census-3x3.ipynb"
GRIDS = FOLDER / "05-grids-5x5.ipynb"
SAMPLE = FOLDER / "06-sample-7x7.ipynb"
PROVED = FOLDER / "10-proved-and-open.ipynb"
EXACT = FOLDER / "11-exact-censuses.ipynb"
DATASET = FOLDER / "12-one-dataset.ipynb"
RELATED = FOLDER / "07-related-puzzles.ipynb"
VARIANTS = FOLDER / "08-variants.ipynb"
DIFFICULT = FOLDER / "09-difficult-puzzles.ipynb"


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    return tmp_path


searched = cache(find_in_streams)


@pytest.fixture
def streams_searched_once(monkeypatch):
    """Whatever the parameters of a notebook, the thesis's puzzles are where they are."""
    studies = rs.rullo
    monkeypatch.setattr(
        studies,
        "find_in_streams",
        lambda puzzles, *arguments, **options: searched(tuple(puzzles), *arguments, **options),
    )


def texts(notebook):
    """All text that is shown, tables as HTML."""
    html = [output.to_html() for output in notebook.outputs if hasattr(output, "to_html")]
    return "\n".join([notebook.text, *html])


def assert_nothing_odd(notebook):
    text = texts(notebook)
    assert [text[max(0, match.start() - 60) : match.end() + 30] for match in NEVER_SHOWN.finditer(text)] == []


def test_the_census_has_table_1(thesis_census):
    notebook = analysis.run(CENSUS, dataset=str(thesis_census.path))
    for table, key in ((notebook.by_difficulty, "passes"), (notebook.by_required, "required")):
        assert table.to_dict() == published_table(1, key).to_dict()
    assert notebook.differences.abs().max().max() == 0
    assert notebook.mean.simple.max() < 2  # section 6.1: the average does not go above 2
    assert (greatest := notebook.greatest).puzzles.sum() == 216
    assert greatest[greatest.required <= 4].puzzles.sum() == 108
    puzzles = (notebook.permuted, notebook.classes, notebook.full, notebook.full_classes)
    assert list(map(len, puzzles)) == [8, 2, 24, 10]
    assert notebook.figure_14 == set(notebook.classes)
    assert notebook.figure_15 in notebook.full_classes
    assert notebook.full[0].rate().passes == 4
    assert (notebook.exhaustive.index[-1], notebook.exhaustive.iloc[-1]) == (5, 39_924)
    assert [way.tolist() for way in notebook.ways.values()] == [
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
    notebook = analysis.run(CENSUS, **parameters)
    assert notebook.total == total
    assert notebook.by_difficulty.to_numpy().sum() * (1 if 0 in notebook.numbers else 2) == total
    assert "The thesis prints no table for this size and range." in notebook.text
    assert_nothing_odd(notebook)


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
    notebook = analysis.run(DATASET, try_this=True, dataset="some.parquet")
    assert kinds is None or notebook.by_kind.to_dict() == kinds
    assert notebook.by_kind.sum() == notebook.total == experiment.puzzles
    assert "included: 0.3" in notebook.text or experiment.parameters.get("included", 0.5) == 0.5
    assert_nothing_odd(notebook)


def test_the_thesis_s_grids_have_table_2():
    """To the last puzzle, as committed; their counts have the checksum that stands in the data folder."""
    rows = tables_of(GRIDS)
    for key in ("passes", "required"):
        for value, row in published_table(2, key).iterrows():
            printed = [f"{row['simple']:,}", f"{row['exhaustive']:,}"]
            assert [f"{value:g}", *printed, *printed] in rows


def test_the_sample_stands_beside_table_3():
    """As committed: puzzles drawn as the thesis drew them, within sampling error of each printed count."""
    rows, text = tables_of(SAMPLE), SAMPLE.read_text()
    for key in ("passes", "required"):
        squares, total = [], 0
        for value, printed in (published_table(3, key) // (2 if key == "passes" else 1)).iterrows():
            simple, exhaustive = (f"{number:,}" for number in printed)
            (row,) = [
                row for row in rows if len(row) == 7 and (row[0], row[1], row[4]) == (f"{value:g}", simple, exhaustive)
            ]
            pairs = [number for number in zip(printed, (row[3], row[6]), strict=True) if number[1] != "–"]
            squares += [float(deviation) ** 2 for _, deviation in pairs]
            total += sum(number for number, _ in pairs)
        degrees = len(squares) - total / 100_000_000  # a count of n out of N varies by n (1 - n / N)
        assert abs(sum(squares) - degrees) < 3 * (2 * degrees) ** 0.5
        assert f"both have {degrees:.0f} degrees of freedom" in text


@pytest.mark.slow
def test_a_sample_beside_table_3(data, some_puzzles):
    notebook = analysis.run(SAMPLE, dataset=str(some_puzzles.path), count=100_000)
    assert notebook.total == 100_000
    assert notebook.printed == pytest.approx(0.10012, abs=5e-6)
    assert notebook.obey.all()
    assert len(notebook.obey) == 36
    weight, frame = notebook.thesis_counts / notebook.thesis_counts.sum(), notebook.pair_counts
    number, guessed = (
        counts.groupby("required").puzzles.sum() for counts in (frame, frame[frame.outcome == "exhaustive"])
    )
    assert notebook.share == pytest.approx((guessed / number).mul(weight).sum())
    assert notebook.error == pytest.approx((notebook.share * (1 - notebook.share) / number.sum()) ** 0.5, rel=0.1)
    assert notebook.deviations.abs().max() < 4
    assert [way.tolist() for way in notebook.ways.values()][2][:3] == [0, 2, 3]
    assert_nothing_odd(notebook)


@pytest.mark.parametrize(
    "parameters",
    [
        {"size": "4x4", "values": "1-2", "count": 3000, "guess_limit": 9},
        {"size": "1x3", "values": 7, "count": 1e2},
        {"size": "5x5", "values": "0-1", "count": 10, "guess_limit": 0},
    ],
    ids=["sample", "lines", "holes"],
)
def test_other_samples(data, streams_searched_once, parameters):
    notebook = analysis.run(SAMPLE, try_this=True, **parameters)
    assert "The thesis prints no table for these parameters" in notebook.text
    assert_nothing_odd(notebook)


def test_grids_beside_table_2(some_grids):
    notebook = analysis.run(GRIDS, dataset=str(some_grids.path))
    assert (notebook.number, notebook.total) == (20, 20 * 2**25)
    assert notebook.by_required.tolist() == notebook.binomials.tolist()
    published = notebook.comparison["passes"].filter(like="published") * 200 * 2**25
    assert published.round().astype(int).to_numpy().tolist() == published_table(2, "passes").to_numpy().tolist()
    assert notebook.rectangles.loc["thesis", ["found", "expected", "standard deviation"]].round(1).tolist() == [
        43,
        27.4,
        5.6,
    ]
    assert notebook.place == 128
    assert [way.tolist() for way in notebook.ways.values()][2][:4] == [2, 1, 1, 1]
    assert "no count can be the same" in notebook.text
    assert_nothing_odd(notebook)


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
    notebook = analysis.run(GRIDS, try_this=True, **parameters)
    assert "The thesis prints no table for these parameters" in notebook.text
    assert ("±" in notebook.text.split("after")[0]) == (parameters["grids"] >= 10)
    assert_nothing_odd(notebook)


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
        instances = [sizes for sizes in combinations_with_replacement(allowed, 6) if sum(sizes) == 2 * capacity]
        assert list(proved.list_instances(6, 2 * capacity, capacity // 4 + 1, (capacity - 1) // 2)) == instances
    assert proved.compare_partitions(2, 19, 100) == (13, 10, 10, 0)
    assert proved.compare_partitions(2, 19, 5)[0] == 5
    assert proved.table.differ.sum() == 0


def test_a_picture_is_constructed_if_there_is_one(proved):
    """All counts of 3x3 against all pictures."""
    pictures = np.array(list(product((0, 1), repeat=9))).reshape(-1, 3, 3)
    possible_counts = {(*cells.sum(axis=1), *cells.sum(axis=0)) for cells in pictures}
    for counts in product(range(4), repeat=6):
        rows, columns = counts[:3], counts[3:]
        if sum(rows) == sum(columns):
            picture_made = proved.construct(rows, columns)
            assert (
                proved.keeps_gale_and_ryser(rows, columns) == (picture_made is not None) == (counts in possible_counts)
            )
            assert picture_made is None or (*picture_made.sum(axis=1), *picture_made.sum(axis=0)) == counts
    assert proved.single["the three differ"].sum() == 0
    assert proved.single["with a solution"].tolist() == [7, 22, 34, 76, 221]
    picture = rc.rullo.Rullo.from_solution(np.ones((100, 100), int).tolist(), proved.picture.tolist())
    assert picture.is_solved_by(proved.construction.tolist())
    assert proved.solved


@pytest.mark.parametrize(
    "parameters",
    [
        {"bins": 1, "largest_capacity": 8, "instances": 1, "size": "1x1", "values": [3], "sizes": ["1x2"]},
        {"bins": 2, "largest_capacity": 6, "size": "2x3", "values": [-1, 2], "sizes": ["8x8", "2x3"], "steps": 1},
    ],
    ids=["one cell", "one step"],
)
def test_other_bounds(parameters):
    notebook = analysis.run(PROVED, **LITTLE | parameters)
    assert notebook.table.differ.sum() == 0
    assert set(notebook.counts.index) <= {-1, 0, 1}
    assert_nothing_odd(notebook)


@pytest.mark.slow
def test_try_this_about_bounds():
    assert_nothing_odd(analysis.run(PROVED, try_this=True, **LITTLE))


def orbit(puzzle):
    """Return all puzzles that permuting, transposing (of squares) and inverting make of one."""
    numbers, (solution,) = np.array(puzzle.numbers), np.array(puzzle.solve().solutions, int)
    images = set()
    for cells in (solution, 1 - solution):
        board = np.stack([numbers, cells])
        for oriented in [board, board.swapaxes(1, 2)] if puzzle.height == puzzle.width else [board]:
            for rows, columns in product(*(list(permutations(range(side))) for side in oriented.shape[1:])):
                images.add(oriented[:, rows][:, :, columns].tobytes())
    return images


def test_a_census_beside_the_thesis_s(data):
    """Section 6.1: 216 puzzles of the greatest difficulty, two of which differ; classes, combinations and lines."""
    small = {"others": [["3x3", "2-4"], ["1x2", 1]], "over_any_numbers": ["1x2", "2x2"]}
    notebook = analysis.run(EXACT, size="2x3", largest=3, **small)
    row = notebook.overview.loc["3x3 over 2-4"]
    assert row.puzzles == 10_077_696
    assert row["simple (%)"] == pytest.approx(100 * 9_669_786 / 10_077_696)
    assert row.filter(like=", ").tolist() == [4.5, 5, 216, 39_924]
    assert notebook.overview["classes of simple ones with it"].tolist() == [102, 2, 1]
    assert [len(set().union(*map(orbit, puzzles))) for puzzles in notebook.different.values()] == [2_196, 216, 2]
    assert notebook.classes.grids.sum() == 3**6
    assert len(notebook.classes) == 53
    assert notebook.combinations.loc["2x2"].tolist() == [5, 5, 3, 2, 3, 3]
    assert notebook.growth.exhaustive.is_monotonic_decreasing
    assert notebook.growth.puzzles.tolist() == [(2 * n) ** 6 for n in (1, 2, 3)]
    lines = [line for line in product(range(1, 7), repeat=3) if len(set(line)) == 3 and 2 * max(line) != sum(line)]
    assert notebook.distinct[6] == len(lines) / 6**3
    assert notebook.full["required"].loc["1x2 over 1"].simple.tolist() == [1, 2, 1]
    assert_nothing_odd(notebook)


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
    notebook = analysis.run(EXACT, try_this=True, **parameters)
    assert ("each grid is rated separately" in notebook.text) == (parameters["size"] == "1x3")
    assert_nothing_odd(notebook)


def shares_by_solutions(size, values, puzzles):
    """Shares of random puzzles by their numbers of solutions, and those of a geometric distribution of that mean."""
    solutions = rc.run("search", size=size, values=values, count=puzzles, max_solutions=1000).puzzles["solutions"]
    assert solutions.max() < 1000
    unique = 1 / solutions.mean()
    return {n: ((solutions == n).mean(), unique * (1 - unique) ** (n - 1)) for n in range(1, 10)}


def test_numbers_of_solutions_are_not_geometric_since_changes_multiply():
    shares = shares_by_solutions("5x5", "2-4", 10_000)
    assert shares[3][0] == pytest.approx(2 / 3 * shares[3][1], rel=0.1)
    assert shares[8][0] > 2 * shares[8][1]
    assert shares[6][0] > max(shares[5][0], shares[7][0])
    text = FOLDER.joinpath("13-size-by-range.ipynb").read_text()
    assert "about a third rarer than in a geometric" in text
    assert "eight more than twice as frequent" in text
    assert "close to geometric" not in text


def test_the_share_of_unique_puzzles_is_not_predicted_at_9x9():
    """As many as the sweep of the family has; the formula has less than a quarter."""
    sizes = pd.read_csv(paths.ROOT / "figures/notebooks/family/03-by-size/the-numbers.csv").set_index(["maker", "size"])
    unique, formula = shares_by_solutions("9x9", "1-9", 400)[1]
    assert 400 * unique == sizes.at[("1-9", "9×9"), "puzzles"] == 151
    assert formula < 1 / 4
    assert unique > 1 / 3


def test_lines_get_stuck_in_unique_puzzles_as_grids_grow():
    """What the notebook on deadly patterns says of larger grids than its own, by the committed counts of two others."""
    figures = paths.ROOT / "figures" / "notebooks"
    points = (
        pd.read_csv(figures / "rullo/13-size-by-range/the-numbers.csv").set_index(["size", "values"]).loc["8x8", "1-9"]
    )
    simple, unique = (float(points[f"{kind} (%)"].split()[0]) for kind in ("simple", "unique"))
    assert (unique - simple) / (100 - simple) == pytest.approx(1 / 2, abs=0.02)
    sizes = pd.read_csv(figures / "family/03-by-size/the-numbers.csv").set_index(["maker", "size"])
    unique, solved = sizes.loc[("1-29", "12×12"), ["puzzles", "simple"]]
    stuck = unique * (1 - float(solved.split("%")[0]) / 100)
    assert stuck / (stuck + 400 - unique) > 0.95
    text = FOLDER.joinpath("03-deadly-patterns.ipynb").read_text()
    assert "half have one solution, and of those of" in text
    assert "Mostly because there are several solutions" not in text


def test_the_variance_of_other_solutions_grows_about_as_that_of_twofold_changes():
    """By 1 + m, but for 5x5 over 1 and 2, where changes are neither few nor independent."""
    table = pd.read_csv(
        paths.ROOT / "figures/notebooks/rullo/13-size-by-range/how-many-other-solutions.csv", index_col=0
    )
    ratio = table["variance"] / (1 + table["m"])
    assert ratio.drop("5x5 1,2").between(0.9, 1.2).all()
    assert ratio["5x5 1,2"] < 1 / 4


def test_a_lower_bound_of_the_mean_draws_a_point_on_the_wrong_side_of_the_line():
    figures = paths.ROOT / "figures/notebooks/rullo/13-size-by-range"
    bounded = pd.read_csv(figures / "the-numbers.csv").set_index(["size", "values"]).loc["8x8", "1-9"]
    exact = pd.read_csv(figures / "how-many-other-solutions.csv", index_col=0).loc["8x8 1-9"]
    share = float(bounded["unique (%)"].split()[0])
    assert (bounded["others"], exact["m"]) == (0.301, 0.36)
    assert 100 / (1 + bounded["others"]) - 1 < share < 100 / (1 + bounded["others"])
    assert share > exact["geometric (%)"] + 2
    text = FOLDER.joinpath("13-size-by-range.ipynb").read_text()
    assert "*m* is 0.36 here; the chart above has a lower bound, 0.301. So the 76 %" in text


SWEEPS = [FOLDER / f"{name}.ipynb" for name in ("13-size-by-range", "14-shape", "15-included")]

SPECIFICATIONS = {
    "one point": "experiment: census\nsize: 1x2\nvalues: '1'\n",
    "grids": "experiment: grids\nsize: [2x3, 3x2, 3x3]\nvalues: [1-2, '0,1']\ngrids: 2\n",
    "biased": "experiment: sample\nsize: [2x2, 3x3]\nvalues: [1-2, '5']\ncount: 200\nincluded: [0.3, 0.5, 0.7]\n",
    "skipped": "experiment: sample\nsize: 5x5\nvalues: '{1}'\ncount: 5\nguess_limit: 0\n",
}


@pytest.mark.parametrize("specification", SPECIFICATIONS)
@pytest.mark.parametrize("path", SWEEPS, ids=lambda path: path.stem)
def test_other_sweeps(data, path, specification):
    (data / "some.yaml").write_text(SPECIFICATIONS[specification])
    options = {"searches": 50} if path == SWEEPS[0] else {}
    notebook = analysis.run(path, try_this=True, sweep=str(data / "some.yaml"), **options)
    assert f"**{notebook.points.puzzles.sum():,}** puzzles" in notebook.text
    assert_nothing_odd(notebook)


def test_opposite_coins_and_transposed_grids_are_paired(data):
    (data / "some.yaml").write_text(SPECIFICATIONS["biased"])
    notebook = analysis.run(SWEEPS[2], sweep=str(data / "some.yaml"))
    assert notebook.pairs[["included", "included inverse"]].drop_duplicates().to_numpy().tolist() == [[0.3, 0.7]]
    assert len(notebook.pairs) == 4
    (data / "some.yaml").write_text(SPECIFICATIONS["grids"])
    notebook = analysis.run(SWEEPS[1], sweep=str(data / "some.yaml"))
    assert notebook.pairs[["size", "size tall"]].drop_duplicates().to_numpy().tolist() == [["2x3", "3x2"]]


def test_a_single_number_has_its_exact_share(data):
    """14 of the 16 choices of 2x2, which a census counts."""
    (data / "some.yaml").write_text("experiment: census\nsize: [2x2, 2x3]\nvalues: '{1}'\n")
    notebook = analysis.run(SWEEPS[0], sweep=str(data / "some.yaml"), searches=50)
    assert notebook.exact == [87.5, 100 * 46 / 64] == notebook.points["unique (%)"].tolist()


def test_each_notebook_describes_its_sweep():
    sources = [nbformat.read(path, as_version=4).cells for path in SWEEPS]
    assert [cells[0].source.splitlines()[0] for cells in sources] == [
        "# Size by range",
        "# The shape of the grid",
        "# The share of included cells",
    ]
    for cells, name in zip(sources, ("size-by-range", "shape", "included"), strict=True):
        assert f'sweep = "sweeps/{name}.yaml"' in cells[2].source


def test_a_latin_square_is_a_rullo_and_a_kakuro(figures):
    """Section 3, for every side that Kakuro's digits allow; Figure 7 is the one of side 3."""
    notebook = analysis.run(RELATED, largest_picture=1)
    assert notebook.figure_7 == figures["figure 7"]
    assert notebook.squares.index.tolist() == list(range(2, 10))
    assert notebook.squares.filter(like="solves").all(axis=None)
    assert set(notebook.squares["kind of Rullo"]) == {"simple"}
    solutions = notebook.squares["solutions of the Kakuro"].tolist()
    assert solutions == ["2", "12", "576", *["more than 1,000"] * 5]  # Latin squares
    assert_nothing_odd(notebook)


def test_pictures_that_sums_and_nonograms_determine():
    """Three counts agree; uniquely solvable Nonograms are OEIS A242876."""
    notebook = analysis.run(RELATED, largest_square=2)
    assert notebook.counts["unique by Nonogram"].tolist() == [2, 14, 384, 52_362]
    for column in ("unique by sums", "nested", "poly-Bernoulli"):
        assert notebook.counts[column].tolist() == [2, 14, 230, 6902]
    assert (notebook.RUNS[0b1011], notebook.RUNS[0]) == ((1, 2), ())
    assert "The three counts of what sums determine agree. The share" in notebook.text
    assert "determine 6,902, **10.5%**, and their Nonogram 52,362, **79.9%**" in notebook.text


@pytest.mark.parametrize("side", [1, 2])
def test_small_pictures(side):
    notebook = analysis.run(RELATED, try_this=True, largest_square=side + 1, largest_picture=side)
    assert ("falls" in notebook.text) == (side == 2)
    assert_nothing_odd(notebook)


def test_the_variants_of_a_small_size():
    """Over 1 and 2 all 256 puzzles; subtraction and division are a sum and a product; products need four cells."""
    notebook = analysis.run(VARIANTS, size="2x2", grids=100)
    assert notebook.table.loc["1 and 2", ["puzzles", "all grids"]].tolist() == [256, True]
    assert notebook.compare((1, 2, 3), np.add, np.subtract) == {"puzzles": 1296, "a line allows other choices": 0}
    assert notebook.compare((2, 3), np.multiply, np.divide) == {"puzzles": 256, "a line allows other choices": 0}
    assert notebook.compare((2, 3), np.multiply, np.subtract)["a line allows other choices"] > 0
    assert {"1 to 3", "product of 2, 4 and 8"} <= set(notebook.duplicates.index)
    assert_nothing_odd(notebook)


def test_the_variants_include_table_1():
    """As committed: the share of the thesis's census, and of the variants that are equivalent."""
    rows = {row[0]: row[1:] for row in tables_of(VARIANTS) if len(row) == 11 and row[0]}
    simple = published_table(1, "passes")["simple"].sum() / published_table(1, "passes").to_numpy().sum()
    assert rows["2 to 4"][2:4] == ["10,077,696", f"{100 * simple:.3f}"] == rows["product of 2 to 4"][2:4]
    assert rows["1 to 9"][3] == "99.836"
    assert ["2, 4 and 8", "10,077,696", "95.8367", "95.7071", "-13,062"] in tables_of(VARIANTS)
    assert ["the first ten primes", "10,240,000", "99.8892", "99.8897", "+48"] in tables_of(VARIANTS)
    (sums,), (products,) = (
        [row for row in tables_of(VARIANTS) if number in row] for number in ("1,634,770", "1,634,794")
    )
    assert ("2x4" in sums, products[0]) == (
        True,
        "product of 2 to 4",
    )  # products differ from sums in lines of four cells


@pytest.mark.slow
@pytest.mark.parametrize(("size", "grids"), [("1x1", 2), ("2x4", 30), ("1x8", 5)])
def test_other_variants(size, grids):
    notebook = analysis.run(VARIANTS, try_this=size != "1x8", size=size, grids=grids)
    assert ("Left out" in notebook.text) == (size != "1x1")
    assert_nothing_odd(notebook)


QUICK = {"steps": 300, "tries": 1, "seeds": 1}


def test_the_patterns_of_the_thesis(figures):
    """Figures 21 to 23: how they are completed, what a padding has to give, and how difficult they are alone."""
    notebook = analysis.run(DIFFICULT, **QUICK)
    assert list(notebook.rows[4].values()) == [15, 16, 16]
    assert notebook.summary(notebook.ways).to_numpy().tolist() == 2 * [[8, 2, True, 1]]
    assert notebook.summary(notebook.tall_ways).to_numpy().tolist() == 8 * [[12, 4, True, 1]]
    assert notebook.where_given(notebook.tall_ways).to_dict() == {(6, 1): 8, (3, 2): 8, (2, 1): 8, (1, 2): 8}
    assert notebook.stairs["passes"].tolist() == list(range(1, 13))
    assert notebook.stairs["simple"].all()
    assert dict(notebook.thesis.to_numpy()) == {"3x3": 4.5, "5x5": 11.5, "7x7": 24.5}
    assert np.unique(notebook.passes_of_cells(figures["figure 1"]), return_counts=True)[1].tolist() == [6, 10, 7, 2]
    assert notebook.passes_of_cells(figures["figure 19"]).min() == 2  # its first pass fixes nothing
    assert all(notebook.checked)
    assert_nothing_odd(notebook)


def test_the_difficult_puzzles_found_stand_beside_the_thesis_s():
    """As committed: by a search of several repetitions, all checked, and beyond the hardest of the thesis."""
    rows = tables_of(DIFFICULT)
    for size, greatest in (("3x3", "4.5"), ("5x5", "11.5"), ("7x7", "24.5")):
        (row,) = [row for row in rows if row[0] == size and len(row) == 5]
        assert row[4] == greatest
        assert float(row[1]) >= float(greatest)
    checked = [row for row in rows if len(row) == 7 and row[4] == "yes" and " of " in row[6]]
    assert [row[2] for row in checked[:3]] == ["6.5", "11.5", "14.5"]
    assert len(checked) == 11
    assert ["5x5", "18.5", "18.5", "18.5", "11.5"] in rows
    assert "greater in **1 of 11** comparisons, and less in **9**" in shown_markdown(DIFFICULT)


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [{"a": 3, "b": 1, "c": 2, "patterns": [[1, 2]], "largest": 7}, {"patterns": [], "largest": 1, "steps": 1}],
    ids=["letters", "one zigzag"],
)
def test_other_difficult_puzzles(parameters):
    notebook = analysis.run(DIFFICULT, try_this=True, **(QUICK | parameters))
    assert len(notebook.comparison) == 5 + 3 * len(parameters["patterns"])
    assert_nothing_odd(notebook)


COMPUTE = FOLDER / "16-hard-to-compute.ipynb"


def run_with_times(tmp_path, text, **parameters):
    (tmp_path / "peers.csv").write_text(text)
    return analysis.run(COMPUTE, measured=str(tmp_path / "peers.csv"), **{"count": 2} | parameters)


def test_times_of_two_solvers(tmp_path):
    notebook = run_with_times(tmp_path, TIMES)
    assert notebook.our_points.loc[("1-9", 8)].tolist() == [2, 1.0, 3.0, 4.0]
    assert notebook.points.loc[("clingo", "1-9", 9)].tolist() == [1, 0.0, 10000.0, 10000.0]
    assert "**Of 3 points (a size and a range), 1 is hard to compute**" in notebook.text
    assert "undecided): 1-9 from 9×9. Where" in notebook.text
    assert notebook.differ == 1
    assert [*notebook.compare("clingo").values()] == [4, 3, 3, 0.5, 500, 1, 500, 1, 1, 0, 1]
    assert notebook.comparison["ratio", "of medians"].round(2).tolist() == [0.5, 2.33, 500]
    assert_nothing_odd(notebook)


def test_solvers_are_compared_on_the_same_puzzles(tmp_path):
    """Not on one that the other was not given, nor where neither decides; of two equal times none is faster."""
    notebook = run_with_times(tmp_path, TIMES + "8,1,1,ours,2,99.0\n8,1,7,ours,2,5.0\n8,1,7,clingo,2,5.0\n")
    comparison = notebook.compare("clingo")
    assert (comparison["puzzles"], comparison["puzzles on which it is faster"]) == (5, 1)
    assert comparison["least ratio there"] == 2.75 / 3
    notebook = run_with_times(tmp_path, TIMES.replace("9,1-9,0,ours,2,", "9,1-9,0,ours,,"))
    assert notebook.compare("clingo")["points where one of the two decides most"] == 2


@pytest.mark.parametrize(("time", "solutions", "hard"), [("10.0", 1, 0), ("10.1", 1, 1), ("0.1", "", 1)])
def test_a_point_is_hard_if_it_takes_long_or_stays_undecided(tmp_path, time, solutions, hard):
    notebook = run_with_times(tmp_path, TIMES.splitlines()[0] + f"\n5,1-3,0,ours,{solutions},{time}\n", count=1)
    assert notebook.is_hard.sum() == hard
    assert ("undecided): 1-3 from 5×5." in notebook.text) == bool(hard)
    assert_nothing_odd(notebook)


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
    notebook = analysis.run(HARDEST, records=str(few_records), size="3x3", count=20)
    assert "Of 4 sizes, the hardest puzzle found here **meets the bound in 4**" in notebook.text
    assert "Sizes: 2x2, 3x3, 4x4, 6x6." in notebook.text
    assert notebook.even[["cells − difficulty", "cells − bound"]].to_numpy().tolist() == [[5.5, 5.5], [5.5, 5.5]]
    assert notebook.harder == "3x3"
    assert notebook.random.index.tolist() == ["2x2", "3x3", "4x4", "6x6"]
    assert 1 < notebook.random["mean difficulty"]["3x3"] < 3
    assert_nothing_odd(notebook)


@pytest.mark.parametrize("size", ["3x3", "4x4", "6x6"])
def test_every_line_is_odd_as_the_proof_of_the_bound_says(few_records, size):
    """Each line of an odd number of cells once where the bound is met, and the others an even number of times."""
    notebook = analysis.run(HARDEST, records=str(few_records), size=size, count=1)
    odd, side = notebook.odd, int(size[0])
    assert len(odd) == 4
    assert all(numbers.sum() == side for numbers in odd.values())
    assert all(
        {*numbers.index} == {1} if side % 2 else all(times % 2 == 0 for times in numbers.index)
        for numbers in odd.values()
    )
    for first in ("columns", "rows"):
        assert notebook.by_pass[first].sum() == side**2
        assert (notebook.by_pass[first][2:] > 0).all()
    assert_nothing_odd(notebook)


def test_records_over_another_range(few_records):
    notebook = analysis.run(HARDEST, records=str(few_records), values="1", size="1x2", count=1)
    assert {key: counts.to_dict() for key, counts in notebook.odd.items()} == {
        ("columns first", "rows"): {0: 1},
        ("columns first", "columns"): {1: 2},
        ("rows first", "rows"): {0: 1},
        ("rows first", "columns"): {1: 2},
    }
    assert "Size: 1x2." in notebook.text
    assert_nothing_odd(notebook)


def test_records_that_are_not_there(few_records):
    for parameters, says in (
        ({"size": "9x2"}, "size '9x2': there is no record of this size; take one of 2x2, 3x3, 4x4, 6x6"),
        ({"values": "1-2"}, "has no record of a simple puzzle over 1-2"),
    ):
        with pytest.raises(rc.BadInput, match=says):
            analysis.run(HARDEST, records=str(few_records), **parameters)


def test_the_hardest_known_as_committed():
    rows = tables_of(HARDEST)
    assert ["8x8", "64", "58.5", "58.5", "5.5", "5.5"] in rows
    assert ["7x7", "49", "40.5", "40.5", "24.0", "49.5"] in rows
    assert ["1", "33", "33"] in rows


@pytest.mark.slow
def test_try_this_with_the_hardest_known(few_records):
    assert_nothing_odd(analysis.run(HARDEST, try_this=True, records=str(few_records), size="6x6", count=3))
