"""What the notebooks say, as committed and with other parameters."""

import re

import nbformat
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS, PUBLISHED
from rullo_core.runs.run import run_and_store
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study
from tests import analysis
from tests.outcomes import shown_markdown
from tests.reports.test_notebook import NEVER_SHOWN

RULES = NOTEBOOKS / "sudoku" / "00-rules.ipynb"
FILLING = NOTEBOOKS / "sudoku" / "01-filling.ipynb"
DIGGING = NOTEBOOKS / "sudoku" / "02-digging.ipynb"
DIFFICULTY = NOTEBOOKS / "sudoku" / "03-difficulty.ipynb"
STUDY = NOTEBOOKS / "sudoku" / "04-one-study.ipynb"
WAYS = NOTEBOOKS / "sudoku" / "05-how-it-is-dug.ipynb"
ALL_MINIMAL = NOTEBOOKS / "sudoku" / "06-all-minimal.ipynb"


def without_markup(path):
    """The tables of a committed notebook, a line for each row."""
    outputs = [output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", [])]
    rows = re.findall(r"<tr>.*?</tr>", "".join(output["data"].get("text/html", "") for output in outputs), re.DOTALL)
    return "\n".join(" | ".join(re.findall(r"<t[hd][^>]*>\s*(.*?)\s*</t[hd]>", row)) for row in rows)


def test_the_solver_of_the_rules_goes_the_same_way_as_the_package():
    """On the puzzle shown: the candidates after each pass of both levels."""
    notebook = analysis.run(RULES)
    assert notebook.differ == {"naked": 0, "hidden": 0}
    assert notebook.fixed["hidden"].tolist() == [30, 31, 38, 46, 55, 63, 71, 77, 81]
    assert notebook.own_passes == {"naked": "not solved", "hidden": 8}
    assert notebook.passes["gac-locked"] == 6
    assert "hidden singles solve it in **8 passes** (given: 30 of 81 cells)" in notebook.text


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [
        *rc.sudoku.read(PUBLISHED / "sudoku" / "pytudes.txt")[:130:26],
        *rc.sudoku.generate(2, box="3x2", seed=3),
        *rc.sudoku.generate(1, size=5, seed=1),
        *rc.sudoku.generate(1, size=16, level="naked", clues=140, seed=1),
    ],
)
def test_the_solver_of_the_rules_on_others(puzzle):
    """Puzzles of several sizes, including some on which singles get stuck."""
    notebook = analysis.run(RULES, puzzle=rc.sudoku.to_text(puzzle))
    assert notebook.differ == {"naked": 0, "hidden": 0}
    assert notebook.passes[list(notebook.own_passes)].to_dict() == notebook.own_passes
    says_nothing_false(notebook)


@pytest.mark.slow
def test_what_a_reader_of_the_rules_may_try():
    """A filled board, too, which takes no pass."""
    says_nothing_false(analysis.run(RULES, try_this=True, puzzle="1234341221434321"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("11..............", "puzzle, line 1, row 1, column 2: 1 is in row 1 already"),
        ("1" * 19, "puzzle, line 1: has 19 cells"),
        ("123....4........", "puzzle: has no solution; mend a given"),
    ],
)
def test_what_is_no_puzzle_is_refused_by_the_rules(text, says):
    with pytest.raises(BadInput, match=rf"^{says}[^\n]*$"):
        analysis.run(RULES, puzzle=text)


def test_filling_as_committed():
    text = shown_markdown(FILLING)
    assert "takes **3,330 dead ends** in the median" in text
    for odds in (
        "any digits, 3.4 · 10^-56",
        "as it has to be, 1.3 · 10^-49",
        "every box with every digit, 6.1 · 10^-29",
    ):
        assert odds in text
    assert "up to 1,218,998,108,160 images" in text
    tables = without_markup(FILLING)
    for row in (
        "9 | rows | 20,000 | 71 | 17 | 34 | 50 | 81",
        "16 | rows | hidden | usual | 60 | 88% | 5,194 | 44,259 ± 24,826 | 299,829 | 5,450",
        "random | 60 | 78% | 346 | 5,203 ± 2,148 | 19,975 | 380",
        "16 | 60 | 100% | 172 | 165 | 181 | 67%",
        "fewest | 60 | 9.15 | 19",
    ):
        assert row in tables
    for reported in (
        "0.4% come so far",
        "half by cell 34 of 81",
        "0.672 to 1; looking ahead 2.04 to 1",
        "46.8 ms, 277 at most",
        "0.294 ms on average, 0.946 at worst",
        "0.679 ms; every board",
        "6 to 7, and 42 to 50",
    ):
        assert reported in tables


def test_digging_as_committed():
    text = shown_markdown(DIGGING)
    assert "24.4 numbers are left of a board (dug: 2,000). Singles solve 40.5% of these minimal" in text
    assert "rank correlation is **-0.12** (95 % confidence interval -0.19 to -0.05)" in text
    assert "takes **90 times** as long in the mean for minimal puzzles that were dug, and 191 times" in text
    tables = without_markup(DIGGING)
    for row in (
        "random order, no symmetry | 2,000 | 24.39 | 1.14 | 21 | 29",
        "quarter-turn | 300 | 30.98 | 2.32 | 24 | 36",
        "36 | 4 | 609.5 | 601 | 615 | 47.0%",
        "hidden | 40.5% | 15.7 | 27 | 26.3% | 10.5 | 20",
        "26 | 229 | 28.4% | 15.3",
        "28 | 9 | – | –",
        "half-turn | 300 | 97% | 5.2",
        "locked | 28,800 | 47,616 | 9,216 | 0",
    ):
        assert row in tables


def says_nothing_false(notebook):
    """Assert that the notebook shows no nan, no error of zero and no plural after 1."""
    assert not NEVER_SHOWN.search(notebook.text)
    assert not re.search(
        r">\s*nan\s*<", " ".join(table.to_html() for table in notebook.outputs if hasattr(table, "to_html"))
    )


@pytest.mark.slow
def test_digging_4x4_is_counted_in_full():
    """Whatever the parameters: 4x4 is exact; and what a reader may try runs."""
    notebook = analysis.run(DIGGING, try_this=True, count=40, each=4, large=2)
    assert notebook.by_number.to_dict() == {4: 25_728, 5: 58_368, 6: 1536}
    assert len(notebook.boards) == 288
    assert notebook.clue_counts.groupby(level=[0, 1]).size().tolist().count(4) == 11
    assert notebook.by_clues["puzzles"].sum() == 40
    assert notebook.summary.loc["hidden", ("published", "solved")] == pytest.approx(41 / 156)
    assert set(notebook.spare.index[notebook.spare["with numbers to spare"] > 0]) == {
        "half-turn",
        "quarter-turn",
        "mirror",
    }
    says_nothing_false(notebook)


@pytest.mark.parametrize(("path", "benchmark"), [(FILLING, "fillers"), (DIGGING, "sudoku")])
def test_times_that_are_not_there_are_told_in_a_line(path, benchmark):
    """Where they are received, which is the only cell that does so."""
    (cell,) = (cell.source for cell in nbformat.read(path, as_version=4).cells if "load_times" in cell.source)
    assert f'load_times(times, "{benchmark}")' in cell
    with pytest.raises(BadInput, match=rf"^times: none\.csv: cannot be read .*benchmarks\.{benchmark} none\.csv$"):
        rs.sudoku.load_times("none.csv", benchmark)
    with pytest.raises(BadInput, match=r"^times: .*pytudes\.txt: "):
        rs.sudoku.load_times(PUBLISHED / "sudoku" / "pytudes.txt", benchmark)
    with pytest.raises(BadInput, match=r"^benchmark 'x': take one of fillers, sudoku"):
        rs.sudoku.load_times("none.csv", "x")


def test_what_berthier_has_published():
    assert rs.sudoku.read_published("rates")["value"].tolist() == [3.1055, 26.577, 29.17, 37.61]
    assert rs.sudoku.read_published("clues")["percent"].sum() == pytest.approx(99.985, abs=0.001)  # as printed
    with pytest.raises(BadInput, match=r"^table 'x': take one of clues, rates"):
        rs.sudoku.read_published("x")


@pytest.mark.slow
@pytest.mark.parametrize(("puzzles", "repeats"), [(1, 1), (12, 2)])
def test_digging_few(puzzles, repeats):
    notebook = analysis.run(DIGGING, count=puzzles, each=repeats, large=1)
    assert "too few to say" in notebook.text
    says_nothing_false(notebook)


@pytest.mark.slow
def test_filling_of_few():
    """The notebook has as many boards and tries as requested; what a reader may try runs."""
    notebook = analysis.run(FILLING, try_this=True, boards=2, tries=50, limit=3000)
    assert notebook.fillings.groupby("side").size().to_dict() == {4: 14, 9: 14, 16: 14}
    assert notebook.repeated.loc["shifted", "mean"] == 90
    says_nothing_false(notebook)
    says_nothing_false(analysis.run(FILLING, boards=1, tries=1, limit=1))


def test_difficulty_as_committed():
    text = shown_markdown(DIFFICULTY)
    assert "singles solve **41.9 ± 0.4 %** of them, in 15.9 passes on average and 31 at most".lower() in text.lower()
    assert (
        "Of *all* minimal puzzles it is an estimated **28.2 ± 4.5 %**, by a population of 51,200: "
        "puzzles that are dug are easier" in text
    )
    assert "Minimal puzzles that were dug: 50,000." in text
    assert "(3.14 ± 0.33) · 10^37 minimal puzzles" in text
    assert "26.54 ± 0.15 clues on average" in text
    assert (
        "best *forced cells* (rank correlation -0.80, 95 % confidence interval -0.83 to -0.76), and least *clues*"
        in text
    )
    tables = without_markup(DIFFICULTY)
    for row in (
        "hidden | 41.9 ± 0.4 | 15.9 ± &lt;0.1 | 31 | 28.2 ± 4.5 | 15.6 ± 0.5",
        "28 | 117 | 18.8% | 14.7",
        "29 | 0.03 | – | – | 1 | 3.60",
        "8 | 48.7% | 12.3% | 71.7% | 6.1%",
        "hidden | 31 | 42 | 23 | ..74",
    ):
        assert row in tables


def test_the_estimates_stand_beside_those_of_berthier():
    """What he printed, and the distance of ours, in standard errors: none is two or more."""
    tables = without_markup(DIFFICULTY)
    rates = pd.read_csv(PUBLISHED / "sudoku" / "berthier-rates.csv", index_col="quantity")
    for quantity, value in rates["value"].items():
        (row,) = (line.split(" | ") for line in tables.splitlines() if line.startswith(f"{quantity} | {value:g} | "))
        estimate, error, distance = map(float, row[-3:])
        assert distance == pytest.approx((estimate - value) / error, abs=0.1)
        assert abs(distance) < 2
    clues = pd.read_csv(PUBLISHED / "sudoku" / "berthier-clues.csv", index_col="clues")["percent"]
    for number, percent in clues.items():
        (row,) = (
            line
            for line in tables.splitlines()
            if re.match(rf"{number} \| [\d.]+ \| [\d.–]+ \| [^|]+ \| [\d,]+ \| ", line)
        )
        assert row.endswith(f" | {percent:.2f}")


def test_all_minimal_puzzles_as_committed():
    """Puzzles generated by digging differ from the collection by clues; the population of the record does not."""
    text, tables = shown_markdown(ALL_MINIMAL), without_markup(ALL_MINIMAL)
    assert "solves an estimated **29.2 ± 0.8 %** of all minimal puzzles, by a population of 2,560,000" in text
    assert "Denis Berthier has 29.17 %. Of 1,000,000 minimal puzzles that were dug it solves 41.7 ± 0.1 %" in text
    assert (
        "32.8 ± 0.4 %, which is biased. The smaller runs looked at below give 28.2 ± 4.5 % (a population of 51,200)"
        in text
    )
    assert "**digging does prefer some puzzles among those with the same number of clues**" in text
    assert "population | 2,560,000 | 29.2 ± 0.8 | +0.0" in tables
    record = pd.read_csv(paths.DATA / "records" / "sudoku" / "all-minimal.csv").set_index(["lot", "level"])
    rates = pd.read_csv(PUBLISHED / "sudoku" / "berthier-rates.csv", index_col="quantity")["value"]
    for level, quantity in (("hidden", "singles solve"), ("locked", "singles and locked candidates solve")):
        population, dug = record.loc["population", level], record.loc["dug, weighted by clues", level]
        assert population["share_error"] < 0.005
        assert abs(population["share"] - rates[quantity] / 100) < 2 * population["share_error"]
        assert dug["share"] - rates[quantity] / 100 > 10 * dug["share_error"]


def test_ways_of_digging_as_committed():
    text = shown_markdown(WAYS)
    assert "the fewest with *9×9, digits* (**34.3 ± 3.0 %**)" in text
    assert "the most with *9×9, candidates, quarter-turn* (**87.6 ± 2.1 %**)" in text
    tables = without_markup(WAYS)
    for row in (
        "rows | 25.1 | 27.8 | 32.0 | 28.2",
        "boxes | 61.1 | 56.7 | 80.0 | 70.8",
        "digits | 16.5 | 13.2 | 9.8 | 13.3",
    ):
        assert row in tables


@pytest.fixture(scope="module")
def small_data(tmp_path_factory):
    """Small datasets of each experiment, by name; the dataset of 4x4 boards has thirty shards."""
    folder = tmp_path_factory.mktemp("data")
    for name, experiment in {
        "study": Study(9, 300, 2),
        "one": Study(9, 1, 2),
        "six": Study(6, 40, 1, "hidden", "rows", "mirror"),
        "population": Population(9, 2048, 2),
        "fours": Population(4, 1024 * 30, 1),
    }.items():
        run_and_store(experiment, folder / f"{name}.parquet")
    return folder


@pytest.mark.slow
def test_difficulty_of_other_data(small_data):
    """Few shards conclude nothing; what a reader may try runs."""
    study, population = small_data / "study.parquet", small_data / "population.parquet"
    notebook = analysis.run(DIFFICULTY, try_this=True, study=str(study), population=str(population), compared=30)
    assert "(Shards of the population: 2; an error is estimated from 30 on, so none is given" in notebook.text
    assert "easier" not in notebook.text
    assert notebook.rates["errors apart"].isna().all()
    assert notebook.dug_levels.loc["hidden", "share"] == pytest.approx(notebook.dug["passes_hidden"].notna().mean())
    assert notebook.by_number["dug, %"].sum() == pytest.approx(100)
    assert notebook.by_number["of all, %"].sum() == pytest.approx(100)
    says_nothing_false(notebook)
    single = analysis.run(DIFFICULTY, study=str(small_data / "one.parquet"), population=str(population), compared=1)
    assert "There are too few puzzles here" in single.text
    says_nothing_false(single)


@pytest.mark.slow
def test_all_minimal_puzzles_of_other_data(small_data):
    study, single_puzzle, population = (str(small_data / f"{name}.parquet") for name in ("study", "one", "population"))
    notebook = analysis.run(ALL_MINIMAL, try_this=True, study=study, population=population, level="locked")
    assert "So no preference of digging" in notebook.text
    assert notebook.share == pytest.approx(0.3761, abs=0.0002)
    says_nothing_false(notebook)
    single = analysis.run(ALL_MINIMAL, study=single_puzzle, population=population)
    assert "Too few puzzles were dug to compare them" in single.text
    says_nothing_false(single)
    for parameters, message in (
        ({"study": str(small_data / "six.parquet")}, "study: is of 6×6, hidden; take minimal 9×9"),
        ({"study": study, "level": "gac"}, "level 'gac': take one of hidden, locked"),
    ):
        with pytest.raises(BadInput, match=message):
            analysis.run(ALL_MINIMAL, population=population, **parameters)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["study", "one", "six", "population", "fours"])
def test_one_study_of_other_data(small_data, name):
    notebook = analysis.run(STUDY, dataset=str(small_data / f"{name}.parquet"))
    assert f"**{len(notebook.puzzles):,} puzzle" in notebook.text
    assert ("± " in notebook.text) == (name in ("study",))  # naked singles solve all of 4x4, and singles these of 6x6
    assert ("so none is given" in notebook.text) == (name == "population")
    assert notebook.spread.sum().tolist() == pytest.approx(notebook.measures["share"].tolist())
    says_nothing_false(notebook)


@pytest.mark.slow
def test_the_command_of_a_study_makes_it_again(small_data, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    notebook = analysis.run(STUDY, try_this=True, dataset=str(small_data / "six.parquet"))
    options = "--size 6 --count 40 --seed 1 --level hidden --order rows --symmetry mirror"
    assert f"    rullo sudoku study {options} --out study.parquet" in notebook.text


@pytest.mark.slow
def test_ways_of_digging_of_other_sweeps(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("experiment: sudoku study\nsize: [4, 9]\ncount: 10\norder: [random, rows]\nseed: [1]\n")
    uncomputed = analysis.run(WAYS, sweep=str(sweep), compute=False)
    assert "Left out: 4 (it is not there)." in uncomputed.text
    says_nothing_false(uncomputed)
    notebook = analysis.run(WAYS, try_this=True, sweep=str(sweep))
    assert "these are the extremes of 4 shares" in notebook.text
    assert notebook.largest["side"].tolist() == [9, 9]
    says_nothing_false(notebook)
    sweep.write_text("experiment: sudoku population\nsize: [4]\ncount: 100\nseed: [1, 2]\n")
    populations = analysis.run(WAYS, sweep=str(sweep))
    assert populations.points["share"].tolist() == pytest.approx([1, 1])
    says_nothing_false(populations)
