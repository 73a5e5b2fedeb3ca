"""The notebooks about Killer Sudoku, run in this process: their variables against printed numbers and kernels."""

import re

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS
from rullo_core.runs.run import run_and_store
from rullo_studies.killer.experiments.study import Study
from rullo_studies.killer.gordon.strategies import count_choices
from tests import analysis
from tests.killer.examples import SOLUTIONS, examples
from tests.killer.experiments.test_census import ROWS
from tests.outcomes import shown_markdown

RULES, REPORT, NONE_SOLVED, RULE_OF_45, MAKING, CENSUS = sorted((NOTEBOOKS / "killer").glob("*.ipynb"))


@pytest.fixture(scope="module")
def rules():
    return analysis.run(RULES, try_this=True)


def test_the_solver_in_cells_is_the_package(rules):
    """Passes, cells fixed after each and digits; and the number of passes of another puzzle."""
    assert (rules.comparison["cells fixed, solver above"] == rules.comparison["cells fixed, package"]).all()
    assert "finds **the same solution**" in rules.text
    puzzle = examples()["nine-easy"]
    rating = puzzle.rate().own
    states = rules.run_passes(puzzle, rules.units_of(puzzle))
    assert sum(len(domain) == 1 for domain in states[-1].values()) == rating["solved_cells_CA"]
    assert len(states) - 1 == rating["passes_CA"]
    assert sum(map(len, states[-1].values())) == rating["candidates_CA"]


def test_backtracking_in_cells_is_the_kernel(rules):
    puzzle = examples()["four-five-cages"]
    choices = rules.list_choices(puzzle)
    assert len(choices) == count_choices(puzzle)
    path = [len(choices) - 1]
    while choices.before[path[0]] >= 0:
        path.insert(0, choices.before[path[0]])
    assert "".join(map(str, choices.digit[path])) == SOLUTIONS["four-five-cages"]


def test_examples_of_strategies(rules):
    assert rules.first_uses(rules.deductions).strategy.tolist() == [
        "elimination", "hidden singles", "pointing", "box-line"
    ]  # fmt: skip
    assert "rule of 45" in set(rules.first_uses(rules.stronger).strategy)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7, 9])  # 9: after more than the usual attempts
def test_rules_with_another_seed(seed):
    text = analysis.run(RULES, seed=seed).text
    assert "finds **the same solution**" in text
    assert not re.search(r"\bnan\b|(?<!\d)1 passes", text)


@pytest.mark.slow
def test_census():
    """On another number of threads; with the exercise's pieces of code."""
    notebook = analysis.run(CENSUS, try_this=True, threads=1)
    rows = [list(map(int, line.split())) for line in ROWS.splitlines()]
    assert [[int(cages), *row[:4]] for cages, *row in notebook.table.iloc[:-1].itertuples()] == rows
    assert notebook.table.loc["all"].tolist() == [435_902, 46_341_221, 30_211_840, 89_456, 30_209_856]
    assert notebook.by_passes.sum() == 30_209_856
    assert (notebook.by_passes[1], notebook.by_passes.index.max()) == (288, 12)
    assert notebook.text == shown_markdown(CENSUS)


@pytest.fixture(scope="module")
def little(tmp_path_factory):
    """A folder with small datasets of each method, and a small sweep."""
    folder = tmp_path_factory.mktemp("data")
    for method, cages in (("report", (44, 46)), ("repaired", (28, 34)), ("grown", (22, 24))):
        run_and_store(Study(60 if method == "report" else 9, method, cages), folder / f"{method}.parquet")
    (folder / "few.yaml").write_text("experiment: killer study\nmethod: repaired\ncages: [29-31]\ncount: 16\n")
    return folder


LITTLE = [
    (REPORT, {"dataset": "report.parquet"}),
    (REPORT, {"dataset": "repaired.parquet"}),
    (REPORT, {"dataset": "grown.parquet"}),
    (NONE_SOLVED, {"study": "report.parquet", "count": 1}),
    (NONE_SOLVED, {"study": "repaired.parquet", "count": 2}),
    (RULE_OF_45, {"study": "repaired.parquet", "report": "repaired.parquet"}),
    (RULE_OF_45, {"study": "grown.parquet", "report": "report.parquet", "seed": 3}),
    (MAKING, {"sweep": "few.yaml", "count": 2}),
    (MAKING, {"sweep": "few.yaml", "count": 1}),
]

NEVER_SHOWN = re.compile(r"\bnan\b|± 0(?:\.0+)?(?![\d.])|(?<![\d.,×·–-])1 (?:puzzles|passes|cells|cages|points)\b")


@pytest.mark.slow
@pytest.mark.parametrize(("path", "parameters"), LITTLE, ids=lambda value: getattr(value, "stem", None))
def test_nothing_false_is_said_of_little(path, parameters, little, monkeypatch):
    """Everything that is shown, tables included; and what the reader may try works, too."""
    monkeypatch.setattr(paths, "DATA", little)
    parameters = {
        key: str(little / value) if str(value).endswith(".yaml") else value for key, value in parameters.items()
    }
    notebook = analysis.run(path, try_this=True, **parameters)
    assert not NEVER_SHOWN.findall(notebook.text)
    for output in notebook.outputs:
        if isinstance(output, pd.io.formats.style.Styler):
            assert not NEVER_SHOWN.findall(re.sub(r"<[^>]*>", " ", output.to_html()))


def test_what_the_report_prints():
    """60 easy, 33 medium and 7 hard puzzles; six panels of Figures 11 to 14."""
    published = rs.killer.read_published("classes").set_index("class").puzzles
    assert published.to_dict() == {"easy": 60, "medium": 33, "hard": 7}
    assert rs.killer.read_published("figures").figure.tolist() == [11, 12, 13, 13, 14, 14]
    with pytest.raises(BadInput, match="table = 'tables': write one of classes, figures"):
        rs.killer.read_published("tables")


@pytest.mark.parametrize(
    ("path", "rows"),
    [
        (REPORT, ["easy 63.6 0.49 60", "medium 27.8 0.45 33", "hard 8.6 0.17 7", "hard 3,333 60.1 6.3% 86.8% 5.3%"]),
        (REPORT, ["0.66 ± 0.02 1.08 ± 0.02 1.12 ± 0.02"]),
        (REPORT, ["CH 99.97% 99.61% 96.16%", "cages of one cell -0.654 -0.665 -0.642 -0.081 -0.102 -0.061"]),
        (NONE_SOLVED, ["easy 29,043 79 0 0", "medium 53,396 541 0 0", "hard 775,220 7,078 0 2"]),
        (RULE_OF_45, ["CP 95.40% 79.20% 50.40%", "O1 99.30% 95.90% 82.80%", "OW 99.90% 99.60% 96.50%"]),
        (MAKING, ["cages of one cell 7,823 29.8% 26.6% -3.1 ± 1.8", "cages in several boxes 8,212 23.9% 31.4% +7.5"]),
    ],
)
def test_tables_as_committed(path, rows):
    text = re.sub(
        r"\s+", " ", re.sub(r"<[^>]*>", " ", path.read_text().replace("\\n", "").replace('",', "").replace('"', ""))
    )
    assert not [row for row in rows if row not in text]


@pytest.mark.parametrize(("hard", "square", "is_near"), [(7, "0.0", True), (20, "27.0", False)])
def test_split_is_compared_with_the_report(hard, square, is_near, little, monkeypatch):
    """If draws are kept as 60 : 33 : 7; by Pearson's chi-squared test at 5 %, whose critical value is 5.99."""
    monkeypatch.setattr(paths, "DATA", little)
    draws = {"easy": 77, "medium": 140, "hard": 660}
    load = rc.load

    def loaded(*arguments):
        data = load(*arguments)
        data.by_puzzle["draws"] = data.by_puzzle["class"].map(draws)
        return data

    monkeypatch.setattr(rc, "load", loaded, raising=False)
    classes = pd.DataFrame({"class": [*draws], "puzzles": [60 - (hard - 7), 33, hard]})
    figures = rs.killer.read_published("figures")
    monkeypatch.setattr(rs.killer, "read_published", {"classes": classes, "figures": figures}.get, raising=False)
    text = analysis.run(REPORT, dataset="report.parquet").text
    assert f"χ² = {square}" in text
    assert ("consistent with random sampling" in text) == is_near


@pytest.mark.slow
def test_comparison_at_equal_cages_removes_their_effect(little, monkeypatch):
    """Singles are correlated with cages, and cages with uniqueness; at equal cages, singles have no effect."""
    monkeypatch.setattr(paths, "DATA", little)
    compare = analysis.run(MAKING, sweep=str(little / "few.yaml"), count=1).compare
    draw = np.random.default_rng(4)
    cages = draw.integers(20, 50, 20_000)
    singles = pd.Series(cages // 5 + draw.integers(0, 5, 20_000))
    table = pd.DataFrame({"cages": cages, "solutions": 1 + (draw.random(20_000) > cages / 60)})
    assert singles.corr(-table.solutions) > 0.2
    difference, error = map(float, compare(table, singles)[3].split(" ± "))
    assert abs(difference) < 1.5 * error
    assert 0.8 < error < 2.4
    trait = pd.Series(draw.integers(5, 15, 20_000))
    assert float(compare(table.assign(solutions=1 + (trait > 10)), trait)[3].split(" ± ")[0]) < -80


def test_choices_and_repairs():
    studies = rs.killer
    table = studies.count_choices(1, seed=3)
    assert table["class"].tolist() == ["easy", "medium", "hard"]
    assert (table.after_strategies <= table.from_empty_grid).all()
    repairs = studies.repair_puzzles(2)
    assert set(repairs.seeds) == {40, 34, 28, 24}
    assert (repairs.moves[~repairs.cells_may_move] == 0).all()
    assert (repairs.cages >= repairs.seeds).all()
    timed = studies.repair_puzzles(2, timed=True)
    assert timed.drop(columns="milliseconds").equals(repairs)
    assert (timed.milliseconds > 0).all()
    for call, name in (
        (studies.count_choices, "count"),
        (studies.repair_puzzles, "count"),
        (studies.count_4x4, "threads"),
    ):
        with pytest.raises(BadInput, match=f"{name} = 0: write a whole number"):
            call(0)


def test_maze_is_drawn(rules):
    axes = rs.killer.plot_maze(rules.choices)
    assert [int(text.get_text()) for text in axes.texts] == rules.choices.digit.tolist()
    ends = set(rules.choices.index[:-1]) - set(rules.choices.before)
    assert len(axes.lines) == len(rules.choices) + len(ends)
