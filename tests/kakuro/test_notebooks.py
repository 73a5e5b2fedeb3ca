"""What the notebooks say, as committed and with other parameters."""

import re

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.kakuro.levels import GRADES, STUCK
from rullo_core.kakuro.measures import share_with_one_set
from rullo_core.paths import NOTEBOOKS
from tests import analysis
from tests.kakuro.puzzles import EXAMPLE, MINIZINC
from tests.outcomes import shown_markdown
from tests.reports.test_notebook import NEVER_SHOWN

RULES = NOTEBOOKS / "kakuro" / "00-rules.ipynb"
REASONING = NOTEBOOKS / "kakuro" / "01-how-much-reasoning.ipynb"
TABLES = NOTEBOOKS / "kakuro" / "03-the-papers-tables.ipynb"
LEFT_OUT = NOTEBOOKS / "kakuro" / "04-what-may-be-left-out.ipynb"
AT_RANDOM = NOTEBOOKS / "kakuro" / "05-why-not-at-random.ipynb"
WAYS = NOTEBOOKS / "kakuro" / "02-two-ways-to-make-one.ipynb"
STUDY = NOTEBOOKS / "kakuro" / "06-one-study.ipynb"
GROWTH = NOTEBOOKS / "kakuro" / "07-size-by-black.ipynb"


def committed_tables(path):
    """The tables that a committed notebook shows: the texts of each row, without names that span several rows."""
    outputs = [output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", [])]
    pages = [output["data"]["text/html"] for output in outputs if "text/html" in output["data"]]
    return [
        [
            [element.get_text(strip=True) for element in row.find_all(["th", "td"]) if "rowspan" not in element.attrs]
            for row in BeautifulSoup(page, "html.parser").find_all("tr")
        ]
        for page in pages
    ]


def assert_sound(executed):
    """Nothing that a notebook shows is a number that is none, or one of several."""
    frames = [
        BeautifulSoup(output._repr_html_(), "html.parser")
        for output in executed.outputs
        if hasattr(output, "_repr_html_")
    ]
    for text in [executed.text, *(frame.get_text(" ") for frame in frames)]:
        assert not NEVER_SHOWN.search(text), text


def test_the_solver_of_the_rules_goes_the_same_way_as_the_package():
    """On the puzzle shown: the candidates after each pass, and the passes of both orders."""
    notebook = analysis.run(RULES)
    assert sum(notebook.differ) == 0
    assert notebook.counts[0] == (0, 9 * 26)
    assert [fixed for fixed, _ in notebook.counts] == [0, 0, 6, 12, 16, 22, 26]
    assert "passes needed: 6 if entries across come first, 6 if those down do; difficulty **6**" in notebook.text
    assert notebook.filter_entry([{1, 2}, {1, 2, 3}], None) == [{1, 2}, {1, 2, 3}]
    assert notebook.filter_entry([{1, 2}, {1, 2, 3}], 4) == [{1}, {3}]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_the_solver_of_the_rules_on_others(number):
    """Simple puzzles, and two on which filtering each entry separately is stuck."""
    puzzle = [*rc.kakuro.read(EXAMPLE), *rc.kakuro.read(MINIZINC)][number]
    notebook = analysis.run(RULES, puzzle=rc.kakuro.to_text(puzzle), try_this=number == 0)
    assert_sound(notebook)
    assert sum(notebook.differ) == 0
    assert (notebook.table["passes, solver above"] == notebook.table["passes, package"]).all()
    rating = puzzle.rate()
    assert notebook.table["cells left unfixed"].tolist() == [rating.open_cells] * 2
    assert (f"difficulty **{rating.passes or 0:g}**" in notebook.text) == rating.simple


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3 3\n- 4, 6,\n,7 0 x\n,3 0 0", "puzzle, line 1, row 2, column 3: 'x' is no cell"),
        ("3 3\n- 4, 6,\n,7 0 0\n,5 0 0", "no solution can exist"),
        ("", "puzzle: holds no puzzle"),
    ],
)
def test_what_is_no_puzzle_is_refused_by_the_rules(text, says):
    with pytest.raises(BadInput, match=rf"^puzzle[^\n]*{says.removeprefix('puzzle')}[^\n]*$"):
        analysis.run(RULES, puzzle=text)


def test_as_committed():
    text = shown_markdown(REASONING)
    assert "Of 7 puzzles here, the kinds are: **5 simple, 2 rectangular**." in text
    assert "**5 white cells are enough**" in text
    assert "of the 6,372 puzzles with one solution" in text
    assert "puzzles in which no cell is fixed: 4 of 7" in text
    ratings, levels, by_cells, crossed, blocks = committed_tables(REASONING)
    assert ["simonis", "36", "24", "simple", "10", "9", "9.5", "P3"] in ratings
    assert levels[2][2:] == ["58%", "100%", "100%", "0%", "100%", "100%", "11%"]
    assert ["7", "25", "33,404,616", "5,635,574", "1,103,672", "941,946", "160,458", "1,268"] in by_cells
    assert ["8", "9,824,976", "2,919,927", "669,952", "660,544", "9,408", "0"] in crossed
    assert ["3x3", "43,038,576", "1,077,469", "6,840", "6,840", "0", "0"] in blocks
    assert ["2x5", "129,185,280", "7,602,545", "167,760", "147,360", "20,400", "0"] in blocks


@pytest.mark.slow
def test_reasoning_about_others(tmp_path):
    notebook = analysis.run(REASONING, try_this=True, puzzles=str(MINIZINC), cells=5, widest=4)
    assert_sound(notebook)
    assert "Of 6 puzzles here" in notebook.text
    # Table 1, the paper's example, and two fillings of a square by hand.
    assert notebook.blocks["size"].tolist() == ["2x2", "2x3", "2x4", "3x3"]
    assert notebook.by_cells.loc[4].tolist() == [1, 4104, 1835, 580, 580, 0, 0]
    assert "none of" not in notebook.text
    rc.kakuro.write(rc.kakuro.read(EXAMPLE), tmp_path / "one.txt")
    notebook = analysis.run(REASONING, puzzles=[str(tmp_path / "one.txt")], cells=4, widest=2)
    assert_sound(notebook)
    assert "Of 1 puzzle here, the kinds are: **1 simple**." in notebook.text
    assert "are enough" not in notebook.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "parameters", "says"),
    [
        (REASONING, {"puzzles": "none.txt"}, "none.txt"),
        (REASONING, {"cells": 3}, "cells = 3: write a whole number, at least 4"),
        (REASONING, {"puzzles": []}, r"^puzzles = \[\]: name at least one file"),
        (REASONING, {"widest": 1}, "widest = 1: write a whole number, at least 2"),
        (REASONING, {"cells": 4, "widest": 10}, "full blocks are counted up to 1x9, 2x9 and 3x4"),
        (TABLES, {"looked_at": 0}, "looked_at = 0: write a whole number, at least 1"),
    ],
)
def test_what_is_refused(path, parameters, says):
    with pytest.raises(BadInput, match=says):
        analysis.run(path, **parameters)


def test_ways_as_committed():
    text = shown_markdown(WAYS)
    assert "Of these 3,700 puzzles, the repaired ones take **1.9 to 3.5 times as many passes**" in text
    assert "the rank correlation of grade and passes is 0.74 (95 % confidence interval 0.72 to 0.75)" in text
    assert "share of black cells and method it is 0.36 ± 0.04 in the mean" in text
    ratios, kinds, grades, ladder = committed_tables(WAYS)
    assert [row[0] for row in ratios if row[-1] == "yes"] == ["8", "10", "12", "15", "20"]
    assert ["20", "7.00", "24.50", "3.50", "yes"] in ratios
    assert ["parting", "600", "91%", "8%", "1%", "24%"] in kinds
    assert ["setup", "72%", "3%", "4%", "14%", "6.2"] in grades
    assert ["G+D", "3,669", "99.2%", "99.7%"] in ladder
    assert ["S(G)", "3,700", "100.0%", "100.0%"] in ladder


SMALL_SWEEPS = """
sweeps:
  - {experiment: kakuro study, size: [6x6, 8x8], black: [0.25, 0.4], method: [steps, repair, parting], count: 2}
  - {experiment: kakuro study, size: [6x6, 8x8], black: [0.25, 0.4], method: constructor, count: 2}
"""


@pytest.mark.slow
def test_ways_of_few_puzzles(tmp_path):
    """Two of each stratum of small puzzles: shares and means by hand."""
    (tmp_path / "few.yaml").write_text(SMALL_SWEEPS)
    puzzles = rs.kakuro.load_collection(tmp_path / "few.yaml")
    notebook = analysis.run(WAYS, try_this=True, collection=str(tmp_path / "few.yaml"))
    assert_sound(notebook)
    assert len(notebook.comparable) == len(puzzles)
    for method, group in puzzles.groupby("method"):
        assert notebook.kinds.loc[method, "simple"] == group["simple"].mean()
        single = np.mean([share_with_one_set(rc.kakuro.parse(text)) for text in group["text"]])
        assert notebook.kinds.loc[method, "clues with one set"] == pytest.approx(single)
        assert notebook.shares[method].sum() == pytest.approx(1)
    simple = puzzles[puzzles["simple"]]
    ranks = simple["grade"].map([*GRADES, STUCK].index).rank()
    assert notebook.correlation == pytest.approx(np.corrcoef(ranks, simple["passes"].rank())[0, 1])
    assert notebook.low < notebook.correlation < notebook.high


@pytest.mark.slow
def test_ways_of_puzzles_that_do_not_say_how_they_were_made(tmp_path):
    notebook = analysis.run(WAYS, collection=str(MINIZINC))
    assert_sound(notebook)
    assert "Of no size and share of black cells are there simple puzzles of five steps as well" in notebook.text
    assert notebook.ladder.loc["G", "puzzles solved"] == 4
    assert notebook.kinds.loc["unknown", "rectangular"] == pytest.approx(2 / 6)
    rc.kakuro.write(rc.kakuro.read(MINIZINC)[0], tmp_path / "one.txt")
    notebook = analysis.run(WAYS, collection=str(tmp_path / "one.txt"))
    assert_sound(notebook)
    assert "too few simple puzzles" in notebook.text


def test_tables_as_committed():
    """Tables 2 to 8 and 10: rows of the paper as printed, compared with ours."""
    text = shown_markdown(TABLES)
    assert "**B+FC 1.3%, R+B+FC 20.7%, R+B+H 24.1%, G 98.4%**" in text
    assert "it is 98.8%, 99.9%, 99.9%, 100.0%, in the same order" in text
    assert "a search takes at least 24.4 backtracks on average where it took at least 239" in text
    assert "Table 2: rows that our copy has lost: 11 of 15." in text
    rows = [row for table in committed_tables(TABLES) for row in table]
    for row in (
        ["jnp", "10x10", "8", "0.00", "87.50", "100.00", "0.03", "0.07", "3.88", "31"],
        ["all", "1,850", "1.3%", "86.1%", "98.8%", "239", "13,447", "22"],
        ["All", "", "313", "26.52", "100.00", "100.00", "0.04", "1.76", "0.00", "0"],
        ["all", "1,850", "24.1%", "98.9%", "99.9%", "17.7", "11,374", "2"],
        ["All", "", "313", "99.04", "100.00", "100.00", "0.07", "2.73", "0.00", "0"],
        ["All", "", "313", "2122.33", "75.71", "20.78", "301.24"],
        ["all", "740", "99.1%", "0.199", "12", "14.9", "17", "254"],
        ["mix", "12x12", "12", "100.00", "1.00", "6.83", "35.00", "136", "0.06", "0.08"],
        ["all", "740", "100.0%", "2,113", "11.2", "8,339", "19.7", "3.55", "27,018", "221"],
        ["All", "", "313", "99.04", "100.00", "0.08", "0.89", "0.10", "1.67", "24.00"],
        ["all", "740", "22.4", "109", "1,070"],
        ["any lines, all cells", "23", "27"],
        ["steps", "600", "72.5%", "72.5%", "79.0%", "88.3%", "94.8%", "98.0%", "98.8%", "99.8%", "100.0%", "6.6"],
    ):
        assert row in rows, row


@pytest.mark.slow
def test_tables_of_others(tmp_path, monkeypatch):
    """Of six puzzles, two of which filtering each entry separately does not solve; and of a puzzle that it solves."""
    notebook = analysis.run(TABLES, try_this=True, collection=str(MINIZINC))
    assert_sound(notebook)
    assert "Share of 6 puzzles that each level solves alone: **B+FC 0.0%, R+B+FC 66.7%, R+B+H 66.7%, G 66.7%**" in (
        notebook.text
    )
    assert notebook.tables["G"]["puzzles"].to_dict() == {"5x5": 3, "7x7": 3, "all": 6}
    assert notebook.tables["G"].loc["all", "shaving"] == 1
    assert notebook.tables["G"]["most_backtracks"].max() == 0  # those after shaving
    assert notebook.ways["any lines, all cells"] == 2
    assert notebook.graded.loc["all", "P9"] == pytest.approx(4 / 6)
    rc.kakuro.write(rc.kakuro.read(MINIZINC)[0], tmp_path / "one.txt")
    assert_sound(analysis.run(TABLES, collection=str(tmp_path / "one.txt"), each=1, looked_at=1))
    with pytest.raises(BadInput, match="each = 0: write a whole number"):
        analysis.run(TABLES, each=0)
    with pytest.raises(BadInput, match=r"none\.csv: cannot be read .* make it with python -m benchmarks\.models"):
        analysis.run(TABLES, collection=str(MINIZINC), models="none.csv")


@pytest.mark.slow
def test_backtracks_of_puzzles_that_shaving_leaves(tmp_path):
    """It solves the six with B+FC, but not two that were repaired."""
    repaired = rc.kakuro.generate(2, size="8x8", black=0.25, level="G", method="repair", seed=1)
    rc.kakuro.write([*rc.kakuro.read(MINIZINC), *repaired], tmp_path / "some.txt")
    notebook = analysis.run(TABLES, collection=str(tmp_path / "some.txt"))
    table, searched = notebook.tables["B+FC"], notebook.solved["B+FC"]
    assert searched["backtracks"].iloc[:6].sum() > 0
    assert table.loc["all", "mean_backtracks"] == searched["backtracks"].iloc[6:].sum() / 8
    assert table.loc["all", "most_backtracks"] == searched["backtracks"].iloc[6:].max()
    assert table.loc["all", "given_up"] == 0


def test_what_may_be_left_out_as_committed():
    text = shown_markdown(LEFT_OUT)
    assert "Of 256 puzzles, in 3 random orders each, **12.6% of the sums** can go" in text
    assert "differs by 1.8 on average, and by 10 at most" in text
    paper, by_size, by_method, small, paper_12, hard, levels, q6_reductions = committed_tables(LEFT_OUT)
    assert ["All", "", "243", "3.41", "9.60", "16.67", "6.25", "17.98", "37.50"] in paper
    assert ["all", "256", "1.9%", "9.0%", "22.2%", "2.3%", "12.6%", "27.8%"] in by_size
    assert ["repair", "64", "7.3%", "26%", "9.7%", "15%"] in by_method
    assert ["simonis", "24", "4", "1", "4", "6", "2", "6"] in small
    assert ["All", "", "243", "25.51", "96.30", "100.00", "1.05", "49.85", "0.51", "65"] in paper_12
    assert ["all", "768", "39.6%", "99.1%", "100.0%", "11.6", "7,185", "0"] in hard
    assert ["G+Q+Q6", "89.6%", "84.6%"] in levels
    assert ["partial", "186", "68", "111", "768", "14,079"] in q6_reductions


@pytest.mark.slow
def test_what_may_be_left_out_of_others(tmp_path):
    parameters = {"collection": str(MINIZINC), "small": [str(EXAMPLE)]}
    notebook = analysis.run(LEFT_OUT, try_this=True, **parameters, orders=2)
    assert_sound(notebook)
    assert "Of 6 puzzles, in 2 random orders each" in notebook.text
    # Table 11: the paper's greatest shares are of sets that were not lost, but for the least and the mean.
    paper = rs.kakuro.published_table(11)
    assert paper["partial_most"].iloc[:-1].max() == paper["partial_most"].iloc[-1] == 37.5
    assert notebook.by_size.loc["all", ("", "puzzles")] == 6
    for way, complete in notebook.ways.items():
        reductions = rs.kakuro.reduce(rc.kakuro.read(MINIZINC), complete=complete, orders=2)
        assert notebook.by_size.loc["all", (way, "mean")] == pytest.approx(reductions["share"].mean())
        solved = rs.kakuro.propagate(reductions["reduced"], "G+Q+Q6")["unfixed"] == 0
        assert notebook.ladder.loc["G+Q+Q6", way] == pytest.approx(solved.mean())
    rc.kakuro.write(rc.kakuro.read(MINIZINC)[0], tmp_path / "one.txt")
    notebook = analysis.run(LEFT_OUT, collection=str(tmp_path / "one.txt"), small=str(tmp_path / "one.txt"), orders=1)
    assert_sound(notebook)
    assert "Of 1 puzzle, in 1 random order each" in notebook.text
    assert "One order of each puzzle does not say whether the order matters." in notebook.text
    with pytest.raises(BadInput, match="most_cells = 3: no unique puzzle of the collection"):
        analysis.run(LEFT_OUT, **parameters, most_cells=3)
    with pytest.raises(BadInput, match=r"small = .*: name at least one file"):
        analysis.run(LEFT_OUT, **parameters | {"small": []})


def test_random_fillings_as_committed():
    assert "**none has clues with one solution**" in shown_markdown(AT_RANDOM)
    fillings, steps, repaired = committed_tables(AT_RANDOM)
    assert ["20x20, 40% black", "200", "0", "200", "0", "86%", "100.0%", "39.8"] in fillings
    assert ["6x6, 25% black", "200", "9", "191", "0", "78%", "83.0%", "1.9"] in fillings
    assert ["5", "clues of an unfixed cell changed together", "0.0"] in steps
    assert ["8x8, 25% black", "20", "20", "217"] in repaired


@pytest.mark.slow
def test_random_fillings_of_few():
    """What nobody came to in ten moves has no median; one filling of each layout has no spread."""
    notebook = analysis.run(AT_RANDOM, try_this=True, fillings=1, repaired=1, moves=10)
    assert_sound(notebook)
    assert "Of 8 random fillings" in notebook.text
    assert (notebook.table["fillings"] == 1).all()
    assert notebook.outcome["median moves"].isna().any()
    notebook = analysis.run(AT_RANDOM, fillings=30, repaired=2, moves=20000)
    assert_sound(notebook)
    pushed = notebook.random_fillings[notebook.random_fillings["pushed"] == "yes"]
    assert notebook.table.loc["yes", "unique"].sum() == (pushed["outcome"] == "unique").sum() > 0
    with pytest.raises(BadInput, match="fillings = 0: write a whole number"):
        analysis.run(AT_RANDOM, fillings=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "puzzles", "says"),
    [
        ("parting-at-random", 200, r"\*\*200 puzzles\*\* of 6x6, 40% black, by parting-at-random\. Passes solve "),
        ("steps", 1, r"\*\*1 puzzle\*\* .* Passes solve \*\*100\.0%\*\* of the 1 that were found, which are too few"),
        ("fill", 60, r"Passes solve \*\*0\.0%\*\* of the 60 that were found"),
        ("check", 3, r"For 3, 1 layouts led to none\."),
    ],
)
def test_one_study_of_other_data(tmp_path, monkeypatch, method, puzzles, says):
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path)
    path = tmp_path / "study.parquet"
    parameters = {"size": "6x6", "method": method, "count": puzzles, "max_tries": 1 if method == "check" else 100}
    rc.run("kakuro study", path=path, **parameters)
    notebook = analysis.run(STUDY, try_this=True, dataset=str(path))
    assert re.search(says, notebook.text), notebook.text
    assert (
        f"rullo kakuro study --size 6x6 --black 0.4 --symmetry half-turn --longest 9 --method {method} "
        in notebook.text
    )
    assert notebook.grades.sum() == notebook.puzzles["grade"].notna().sum()
    assert_sound(notebook)


@pytest.mark.slow
def test_kakuros_as_they_grow_of_other_sweeps(tmp_path, monkeypatch):
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("experiment: kakuro study\nsize: [4x4, 6x6]\nsymmetry: [none, mirror]\nmethod: fill\ncount: 3\n")
    empty = analysis.run(GROWTH, sweep=str(sweep), compute=False)
    assert "Left out: 4 (it is not there)." in empty.text
    assert_sound(empty)
    notebook = analysis.run(GROWTH, sweep=str(sweep))
    assert "12 puzzles in all, of which " in notebook.text
    assert_sound(notebook)
    sweep.write_text("experiment: kakuro study\nsize: [4x4, 6x6]\nsymmetry: [none, mirror]\ncount: 40\n")
    notebook = analysis.run(GROWTH, try_this=True, sweep=str(sweep), across="symmetry", lines="method", panels="size")
    assert notebook.points.index.names == ["size", "method", "symmetry"]
    assert notebook.points["puzzles"].tolist() == [40] * 4
    assert notebook.points["simple"].tolist() == [1] * 4
    assert notebook.points["passes"].between(1, 30).all()
    assert_sound(notebook)
    with pytest.raises(BadInput, match="across = 'colour': write one of size, black, "):
        analysis.run(GROWTH, sweep=str(sweep), across="colour")


def test_what_is_said_of_kakuros_as_they_grow():
    """The committed figures, by which the prose was written."""
    rows = committed_tables(GROWTH)[0][2:]
    passes = np.array([[float(cell) for cell in row[-4:]] for row in rows]).reshape(3, 4, 4)
    steps, repair, _ = passes
    assert [row[-5] for row in rows] == 3 * ["0.25", "0.3", "0.35", "0.4"]
    assert ((repair / steps > 1.8) & (repair / steps < 3.4)).all()
    assert ((repair[:, -1] / repair[:, 0] > 1.8) & (repair[:, -1] / repair[:, 0] < 2.6)).all()
    assert (passes[1:, 0] > passes[1:, -1]).all()
    assert (np.diff(passes[1:], axis=2) > 0).all()
