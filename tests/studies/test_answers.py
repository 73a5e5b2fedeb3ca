"""Questions that notebooks begin with, each answered in at most five lines of plain pandas.

An answer is a function of what a notebook loads or generates. Here that is small, or of the project; the numbers are
those that the notebook prints, or are counted in another way.
"""

import inspect
from itertools import chain, pairwise, product

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.killer.solver import Reasoner
from rullo_core.passes.levels import is_fixed
from rullo_core.sudoku.solver import reach

ANSWERS = []
"""All answers."""

SIZES = {"rullo": 5, "kakuro": 5, "killer": 6, "sudoku": 9}


def answer(function):
    """Keep an answer, so that its lines are counted."""
    ANSWERS.append(function)
    return function


def test_an_answer_has_at_most_five_lines():
    assert len(ANSWERS) == 12
    for function in ANSWERS:
        lines = inspect.getsource(function).splitlines()
        body = lines[1 + next(i for i, line in enumerate(lines) if line.endswith('"""')) :]
        assert 1 <= len(body) <= 5, function.__name__


@answer
def solved_by_kind(puzzles):
    """How many puzzles of each kind do passes solve?"""
    solved = rc.rate(puzzles, only=["simple"]).groupby("puzzle", sort=False, observed=True)["simple"]
    return solved.agg(["sum", "size", "mean"])


def test_how_far_passes_get():
    puzzles = {kind: rc.generate(kind, 5, size=size, seed=2) for kind, size in SIZES.items()}
    answered = solved_by_kind([*chain(*puzzles.values())])
    expected = {
        kind: sum(puzzle.steps(level).guesses == 0 for puzzle in puzzles[kind])
        for kind, level in (("rullo", "lines"), ("kakuro", "G"), ("killer", "CA"), ("sudoku", "gac"))
    }
    assert answered["sum"].to_dict() == expected
    assert answered["mean"].to_dict() == {kind: number / 5 for kind, number in expected.items()}


@answer
def solved_at(ratings, bits):
    """What share of Rullos do passes solve at so many bits, between the sizes that there are?"""
    cells = ratings["size"].str.split("x", expand=True).astype(int).prod(axis=1)
    shares = ratings["passes"].notna().groupby(cells).mean()
    return np.interp(np.log(bits), np.log(shares.index), shares)


def test_where_passes_get_stuck_by_size():
    ratings = pd.concat(
        rc.rullo.rate(rc.rullo.generate(50, size=f"{n}x{n}", seed=1), only=["passes"]) for n in (4, 6, 8)
    )
    shares = {n: solved_at(ratings, n * n) for n in (4, 6, 8)}
    for n, share in shares.items():
        assert share == ratings[ratings["size"] == f"{n}x{n}"]["passes"].count() / 50
    assert all(min(pair) <= solved_at(ratings, bits) <= max(pair)
               for pair, bits in zip(pairwise(shares.values()), (25, 49), strict=True))  # fmt: skip


@answer
def smallest_layout_that_is_stuck(layouts):
    """How many white cells are enough for a Kakuro with one solution that passes do not find?"""
    first = layouts[layouts["unique"] > layouts["simple"]].iloc[0]
    return first["cells"], first["unique"], first["unique"] - first["simple"]


def test_how_much_reasoning_a_kakuro_takes():
    assert smallest_layout_that_is_stuck(rs.kakuro.count_layouts(5)) == (5, 6372, 2020)
    files = [rc.read(f"data/published/kakuro/{name}.txt") for name in ("example", "minizinc")]
    collection = [*chain(*files)]
    assert solved_by_kind(collection).loc["kakuro", ["sum", "size"]].tolist() == [5, 7]


@answer
def clues_left_out(puzzles):
    """Which share of the sums of a Kakuro can go, and which of the entries?"""
    ways = {way: rs.kakuro.reduce(puzzles, complete=way == "complete", orders=2) for way in ("complete", "partial")}
    return pd.concat(ways, names=["reduction"]).groupby("reduction")["share"].mean()


def test_what_may_be_left_out():
    puzzles = rc.kakuro.generate(3, size="5x5", seed=1)
    answered = clues_left_out(puzzles)
    assert 0 < answered["complete"] < 1
    assert 0 < answered["partial"] < 1
    rows = rs.kakuro.reduce(puzzles, complete=False, orders=2)
    shares = [1 - clues_in(row.reduced) / clues_in(puzzles[row.index]) for row in rows.itertuples()]
    assert answered["partial"] == pytest.approx(np.mean(shares))


def clues_in(puzzle):
    """The number of sums that a Kakuro prints."""
    return sum(map(len, puzzle.clues.values()))


@answer
def solved_in_a_study(puzzles):
    """Which share of the Kakuros that were found do passes solve, and in which interval?"""
    simple = puzzles.query("outcome != 'none'")["outcome"] == "simple"
    return simple.mean(), *rc.uncertainty.share_interval(simple.mean(), len(simple))


def test_what_is_in_a_study(study):
    share, low, high = solved_in_a_study(study)
    assert share == study["open_cells"].eq(0).mean()
    assert low < share < high < 1


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """Kakuros of a study."""
    path = tmp_path_factory.mktemp("data") / "study.parquet"
    return rc.run("kakuro study", size="8x8", black=0.25, method="parting", count=60, path=path).puzzles


@answer
def passes_by_point(puzzles, *keys):
    """How many passes do simple puzzles of each point take, averaged over both orders?"""
    solved = puzzles[puzzles["outcome"] == "simple"]
    passes = solved[["passes_across_first", "passes_down_first"]].mean(axis=1)
    return passes.groupby([solved[key] for key in keys]).agg(["size", "mean", "sem", "max"]).sort_values("mean")


def test_size_by_black(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("title: Small\nexperiment: kakuro study\nsize: [4x4, 6x6]\nmethod: [steps, parting]\ncount: 8\n")
    puzzles = rs.kakuro.load_sweep(sweep)
    points = passes_by_point(puzzles, "method", "size")
    assert points["mean"].is_monotonic_increasing
    simple = [row for row in puzzles.to_dict("records") if row["outcome"] == "simple"]
    for (method, size), point in points.iterrows():
        passes = [(row["passes_across_first"] + row["passes_down_first"]) / 2
                  for row in simple if (row["method"], row["size"]) == (method, size)]  # fmt: skip
        assert (point["size"], point["max"]) == (len(passes), max(passes))
        assert (point["mean"], point["sem"]) == pytest.approx(
            (np.mean(passes), np.std(passes, ddof=1) / len(passes) ** 0.5)
        )


@answer
def solved_by_level(puzzles):
    """How many Killer Sudokus does each level solve?"""
    solved = puzzles.filter(regex="^solved_cells_[A-Z1]+$").eq(81).sum()
    return solved.rename(lambda name: name.removeprefix("solved_cells_"))


def test_the_rule_of_45():
    puzzles = rc.killer.generate(6, cages=(28, 36), seed=1)
    answered = solved_by_level(rc.killer.rate(puzzles, only="all"))
    for level in ("CP", "O1", "OW"):
        assert answered[level] == sum(is_fixed(Reasoner(puzzle).reach(level).state) for puzzle in puzzles)
    assert answered["CP"] <= answered["O1"] <= answered["OW"]


@answer
def unique_and_stuck(counts):
    """How many Killer Sudokus have one solution, how many of them do passes not solve, and how few cages have they?"""
    unique = counts[counts["outcome"] != "ambiguous"]
    stuck = unique[unique["passes_cages_first"].isna()]
    return unique["puzzles"].sum(), stuck["puzzles"].sum(), unique["cages"].min()


def test_every_killer_sudoku_of_4x4_without_cages_of_one_cell(tmp_path):
    data = rc.run("killer census", cage_sizes="2-4", path=tmp_path / "census.parquet")
    assert unique_and_stuck(data.counts) == (89_456, 704, 5)


@answer
def determined_by_sums(side):
    """How many pictures of black and white cells do the sums of their lines determine?"""
    cells = pd.DataFrame(product((0, 1), repeat=side**2)).T
    rows, columns = (cells.groupby(line).sum() for line in (cells.index // side, cells.index % side))
    return (~pd.concat([rows, columns]).T.duplicated(keep=False)).sum()


@pytest.mark.parametrize("side", [1, 2, 3])
def test_related_puzzles(side):
    assert determined_by_sums(side) == rs.rullo.poly_bernoulli(side, side)


@answer
def better_with_the_pattern(around, free):
    """In how many sizes is the mean difficulty with a pattern greater, and less, than without?"""
    means = pd.concat({"with": around, "without": free}).fillna({"passes": 0})
    means = means.groupby([pd.Grouper(level=0), "size"])["passes"].mean().unstack(level=0)
    return (means["with"] > means["without"]).sum(), (means["with"] < means["without"]).sum()


def test_difficult_puzzles():
    effort = {"largest": 9, "steps": 300, "tries": 1, "seeds": (1, 2, 3)}
    around, free = (
        {size: rs.rullo.search_difficult(size, patterns, **effort) for size in ("4x3", "4x4")}
        for patterns in ([[1, 2]], [])
    )
    means = [[tables[size]["passes"].fillna(0).mean() for size in ("4x3", "4x4")] for tables in (around, free)]
    expected = sum(map(float.__gt__, *means)), sum(map(float.__lt__, *means))
    combined = [pd.concat(table.assign(size=size) for size, table in tables.items()) for tables in (around, free)]
    assert better_with_the_pattern(*combined) == expected


@answer
def solved_by_order(puzzles, *keys):
    """Which share of Sudokus do singles solve, by how givens were removed, the smallest first?"""
    shares = puzzles.groupby([*keys]).apply(lambda group: rs.sudoku.measure_levels(group).loc["hidden"])
    return shares.sort_values("share")[["share", "share_error"]]


def test_how_it_is_dug(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("title: Small\nexperiment: sudoku study\nsize: 9\norder: [random, digits]\ncount: 30\n")
    puzzles = rs.sudoku.load_sweep(sweep)
    answered = solved_by_order(puzzles, "order")
    for order, share in answered["share"].items():
        assert share == pytest.approx(puzzles[puzzles["order"] == order]["passes_hidden"].notna().mean())
    assert answered["share"].is_monotonic_increasing
    sample = rc.sudoku.generate(5, seed=1)
    solved = rc.sudoku.rate(sample, only=["passes_hidden"])["passes_hidden"].notna().tolist()
    assert solved == [is_fixed(reach(puzzle, "hidden").state) for puzzle in sample]


@answer
def solved_of_all_minimal(level):
    """Which share of all minimal Sudokus does a level solve, in per cent, and by which estimates?"""
    record = pd.read_csv(rc.find_file("data/records/sudoku/all-minimal.csv")).set_index("lot")
    shares = record[record["level"] == level][["share", "share_error"]]
    return (100 * shares).round(1)


def test_all_minimal_sudokus():
    answered = solved_of_all_minimal("hidden").T.to_dict("list")
    assert answered == {
        "dug, as they come": [41.7, 0.0],
        "dug, weighted by clues": [32.8, 0.2],
        "population": [29.2, 0.4],
    }
    rates = rs.sudoku.read_published("rates").query("unit == '%'")["value"]
    assert abs(answered["population"][0] - rates.iloc[0]) < 2 * answered["population"][1]
