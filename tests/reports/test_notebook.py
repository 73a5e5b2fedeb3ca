"""The notebooks, executed through papermill, and what executes them."""

import ast
import atexit
import json
import re
import subprocess
import sys
from functools import partial

import nbformat
import pandas as pd
import papermill
import pyarrow as pa
import pytest
import yaml
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient
from traitlets.config import Config

import rullo_core as rc
from rullo_core import paths
from rullo_core.datasets import store
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.kakuro.experiments.study import Study as Kakuro
from rullo_core.parameters import read_given, with_parameter_name
from rullo_core.reports.kernels import forking_manager
from rullo_core.reports.notebook import GREY, QUOTATION, execute, own_parameters, parse_value, read_parameters
from rullo_core.reports.sweep import SUMMARY
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.runs.registry import declarations
from rullo_core.runs.run import run_and_store
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study as Sudoku
from rullo_studies.killer.experiments.study import Study as Killer
from tests import analysis
from tests.outcomes import as_committed, shown_markdown
from tests.test_columns import EXPERIMENTS as SMALL_EXPERIMENTS

NOTEBOOKS = sorted(paths.NOTEBOOKS.glob("*/*.ipynb"))
RULES, INVERSION, PATTERNS, CENSUS, GRIDS, SAMPLE, RELATED, VARIANTS, DIFFICULT, FIXED, EXACT, ONE_DATASET, SWEEP = (
    paths.NOTEBOOKS / "rullo" / f"{name}.ipynb"
    for name in (
        "01-rules",
        "02-inversion",
        "03-deadly-patterns",
        "04-census-3x3",
        "05-grids-5x5",
        "06-sample-7x7",
        "07-related-puzzles",
        "08-variants",
        "09-difficult-puzzles",
        "10-proved-and-open",
        "11-exact-censuses",
        "12-one-dataset",
        "13-size-by-range",
    )
)

execute_sooner = partial(execute, manager=forking_manager())
"""Execute a notebook in a kernel that need not import again what all of them import."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_whole(path):
    """Executed from top to bottom without an error, with one cell of parameters, all literals."""
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert {output["output_type"] for cell in code for output in cell.outputs} <= {"execute_result", "display_data"}
    assert notebook.metadata.kernelspec.name == "python3"
    parameters = [cell for cell in code if "parameters" in cell.metadata.get("tags", [])]
    assert len(parameters) == 1
    for statement in ast.parse(parameters[0].source).body:
        ast.literal_eval(statement.value)
    assert notebook.cells[0].source.startswith("# ")


PATHS = sorted(RULES.parents[1].glob("*/*.ipynb"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_answer_stands_under_the_question(path):
    """A cell tagged so, among the first; with a text that the data give. And the end says what comes next."""
    cells = nbformat.read(path, as_version=4).cells
    indices = [i for i, cell in enumerate(cells) if "answer" in cell.metadata.get("tags", [])]
    if path.stem == "00-try-it":  # asks for clicks
        assert indices == []
    else:
        assert len(indices) == 1
        assert indices[0] <= 5
        output, *_ = cells[indices[0]].outputs
        assert len(output["data"]["text/markdown"]) > 60
        assert "when all cells have run" not in output["data"]["text/markdown"]
        assert re.search(r"\*\*.+?\*\*", cells[0].source, re.DOTALL), "no question"
    assert any("**Next:**" in cell.source for cell in cells[-3:])
    assert sum(cell.source.count("<details>") for cell in cells) == sum(
        cell.source.count("</details>") for cell in cells
    )


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_code_names_no_folder_above(path):
    """Which one that is depends on where the notebook runs; the project's files are found by their names in it."""
    cells = nbformat.read(path, as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"] + analysis.pieces_to_try(path)
    outside_links = re.compile(r"(?<!\]\()(?<!\.\./)\.\./")
    assert [line for source in code for line in source.splitlines() if outside_links.search(line)] == []


ELSEWHERE = {
    "rullo/03-deadly-patterns": {"size": ["2x2"], "count": 1},
    "kakuro/01-how-much-reasoning": {"cells": 4, "widest": 3},
    "rullo/16-hard-to-compute": {"count": 1},
    "rullo/17-hardest-known": {"count": 1},
    "sudoku/02-digging": {"count": 20, "each": 2, "large": 1},
}
"""Notebooks that read files of the project, with parameters under which they are soon done."""

SOONEST, *LATER = ELSEWHERE


@pytest.mark.parametrize("name", [SOONEST, *(pytest.param(name, marks=pytest.mark.slow) for name in LATER)])
def test_plain_papermill_executes_a_notebook_from_any_folder(tmp_path, monkeypatch, name):
    (tmp_path / "given.yaml").write_text(yaml.safe_dump(ELSEWHERE[name]))
    monkeypatch.setenv("PYTHONPATH", str(paths.ROOT))
    command = [sys.executable, "-m", "papermill", "--no-progress-bar", "-f", "given.yaml"]
    process = subprocess.run(
        [*command, paths.NOTEBOOKS / f"{name}.ipynb", "out.ipynb"], cwd=tmp_path, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr[-2000:]
    source = (paths.NOTEBOOKS / f"{name}.ipynb").read_text()
    assert ("*The text was written for " in (tmp_path / "out.ipynb").read_text()) == ("rc.written_for(" in source)


def cells_shown(path):
    """Sources and outputs, but for the cell that papermill puts in and the numbers of the cells."""
    return [
        (cell.source, [{**output, "execution_count": None} for output in cell.get("outputs", [])])
        for cell in nbformat.read(path, as_version=4).cells
        if "injected-parameters" not in cell.metadata.get("tags", [])
    ]


@as_committed
def test_notebook_executed_again_is_the_same(tmp_path):
    """Of the others `make figures` and git tell."""
    out = tmp_path / "again.ipynb"
    execute(RULES, out)
    assert cells_shown(out) == cells_shown(RULES)


def test_the_solver_of_the_rules_notebook_solves_the_worked_example():
    """Section 2.2 and Figures 3 to 6 of the thesis: what is deduced from each line, and the passes of both orders."""
    notebook = analysis.run(RULES)
    assert notebook.progress["cells unknown"].tolist() == [25, 19, 9, 2, 0]
    assert notebook.table["passes, solver above"].to_dict() == {"columns": 4, "rows": 3}
    assert notebook.rating.passes == 3.5
    reasons = " ".join(notebook.steps.reason)
    for sentence in (
        "Column 1 reaches 10 only with 2 + 8: the 7 in row 2 is excluded.",
        "Column 2 reaches 26 only with 1 + 8 + 8 + 9: the 9 in row 1 and the 1 in row 3 are included.",
        "Column 5 reaches 20 with 3 + 8 + 9 or 6 + 6 + 8: the 8 in row 5 is included.",
        "Row 5 reaches 21 only with 5 + 8 + 8:",
    ):
        assert sentence in reasons
    assert notebook.filter_line(notebook.line, 14, notebook.unmarked).tolist() == [1, 0, 1, -1, -1, 0]  # Figure 10
    assert notebook.filter_line(notebook.line, 13, notebook.unmarked).tolist() == [1, 1, 0, -1, -1, 0]


def test_the_solver_of_the_rules_notebook_is_the_package_s():
    """On random puzzles, with holes as well: as many passes, and as many cells unknown where it is stuck."""
    solver = analysis.run(RULES).run_passes
    for values in ("1-3", "0-4"):
        for puzzle in rc.rullo.generate(40, size="4x5", values=values, seed=3):
            rating = puzzle.rate()
            for first in ("columns", "rows"):
                states = solver(puzzle, first)
                unknown = int((states[-1] == -1).sum())
                assert unknown == rating.open_cells
                assert unknown or len(states) - 1 == rating.own[f"passes_{first}_first"]


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("rullo/01-rules", "3 5\n4 1 4\n4 8 5"),
        ("rullo/01-rules", "7 1 1\n3 1 1 1\n3 1 1 1\n3 2 2 2"),
        ("sudoku/00-rules", "12....34........"),
        ("kakuro/00-rules", "3 3\n- 16, 4,\n,3 0 0\n,17 0 0"),
    ],
)
def test_rules_notebooks_on_a_puzzle_without_a_solution(name, puzzle):
    """Nothing is said of guesses."""
    with pytest.raises(BadInput, match=r"^puzzle: has no solution; mend a "):
        analysis.run(paths.NOTEBOOKS / f"{name}.ipynb", puzzle=puzzle)


def test_rules_notebook_on_a_puzzle_that_needs_a_guess():
    notebook = analysis.run(RULES, puzzle="2 2\n2 2 2\n2 2 2")
    assert "of the puzzle below this leaves 4 of 4 cells unknown: lines alone say no more of them" in notebook.text
    assert "This puzzle is not simple" in notebook.text


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [None, "1\n1 1", "3 4 0\n7 3 4 0\n0 0 0 5"])
def test_rules_notebook_on_other_puzzles(puzzle):
    notebook = analysis.run(RULES, try_this=True, **({} if puzzle is None else {"puzzle": puzzle}))
    assert notebook.rating.simple
    assert "The mean of both is" in notebook.text


def test_patterns_notebook_finds_the_thesis_s_patterns():
    """Figures 8, 9 and 20: their solutions and patterns; and the unique puzzles that need a guess."""
    notebook = analysis.run(PATTERNS, count=20, size=["3x3"], values=["1-2"])
    assert len(notebook.smallest.solve().solutions) == 2
    assert notebook.summary(notebook.rs.rullo.list_deadly_patterns(notebook.richer))["shape"].tolist() == [
        "several numbers",
        "rectangle",
    ]
    assert notebook.summary(notebook.patterns).number.tolist() == ["1", "3"]
    assert notebook.number == 4
    assert (len(notebook.ambiguous), notebook.with_rectangle) == (282, 282)
    assert (len(notebook.unique), len(notebook.different)) == (27, 2)
    assert notebook.classes.to_numpy().sum() == 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "says"),
    [
        ("1 1\n1 1 2\n1 5 1", "It has **one solution**, and no deadly pattern."),
        ("2 2\n2 2 2\n2 2 2", "It has **2 solutions**."),
        ("3 3 3 3 3 3\n" + 6 * "3 1 1 1 1 1 1\n", "It has more than 64 solutions. Lines leave too many cells unknown"),
    ],
)
def test_patterns_notebook_on_other_puzzles(puzzle, says):
    notebook = analysis.run(PATTERNS, try_this=True, puzzle=puzzle, count=1, size=["2x2"], values=["1-9"])
    assert says in notebook.text
    assert not NEVER_SHOWN.search(notebook.text)


def test_inversion_notebook_finds_no_difference():
    """Section 5.3, and the targets of Figures 11 and 12, one of them as it should be."""
    notebook = analysis.run(INVERSION, size="2x3", values="1-3")
    assert "All **46,656 puzzles** of 2x3 over 1-3 were solved" in notebook.text
    assert notebook.different == 0
    assert notebook.table["target of the inverse"].tolist() == [17, 8, 12, 12, 12]
    assert not notebook.differences.to_numpy().any()
    assert [(board == -1).sum() for board in notebook.runs["inverse"][1]] == [25, 19, 9, 2, 0]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["2 2\n2 2 2\n2 2 2", "3 4 0\n7 3 4 0\n0 0 0 5"])
def test_inversion_notebook_on_other_puzzles(puzzle):
    """One that needs a guess, and one with a hole."""
    notebook = analysis.run(INVERSION, try_this=True, puzzle=puzzle, size="1x2", values="3")
    assert "All **4 puzzles** of 1x2 over 3 were solved" in notebook.text


@as_committed
def test_census_notebook_executed_again_is_the_same(thesis_census, tmp_path, monkeypatch):
    """It finds its dataset in the data folder: with another one named, its text would be grey."""
    monkeypatch.setenv("RULLO_DATA", str(thesis_census.path.parent))
    execute_sooner(CENSUS, tmp_path / CENSUS.name)
    assert cells_shown(tmp_path / CENSUS.name) == cells_shown(CENSUS)


def test_committed_notebooks_are_of_the_datasets_with_the_checksums():
    checksums = {(dataset["experiment"], dataset["sha256"]) for dataset in json.loads(store.CHECKSUMS.read_text())}
    for path, experiment in ((CENSUS, "census"), (GRIDS, "grids"), (SAMPLE, "sample")):
        assert (experiment, re.search(r"\b[0-9a-f]{64}\b", path.read_text())[0]) in checksums


def test_bad_input_in_jupyterlab_is_one_line():
    """Without a traceback; any other error has one."""
    cells = ["import rullo_core as rc", 'rc.rullo.generate(values="4-2")', "1 / 0"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, allow_errors=True, kernel_name="python3").execute()
    (bad,), (division,) = (cell.outputs for cell in notebook.cells[1:])
    assert bad.traceback == ["BadInput: values '4-2': 4 is larger than 2; write the smaller first: 2-4"]
    assert len(division.traceback) > 1


LITTLE = {"sizes": ["2x2"], "steps": 10, "tries": 1}
BAD_PARAMETERS = [
    (CENSUS, {"heigth": 2}, "no parameter 'heigth'; this notebook knows dataset, size, values"),
    (CENSUS, {"size": "0x3"}, "size '0x3': write height x width, both at least 1, such as "),
    (CENSUS, {"values": "4-2"}, "write the smaller first: 2-4"),
    (CENSUS, {"dataset": "none.parquet"}, f"{paths.DATA / 'none.parquet'}: there is no such file"),
    (CENSUS, {"size": "5x5", "values": "1-9"}, "are counted one by one; take a"),
    (RULES, {"puzzle": "3 4\n8 3 4"}, "puzzle:1:1: the row target-sums total 8 and the column target-sums 7"),
    (RULES, {"puzzles": ""}, "no parameter 'puzzles'; did you mean 'puzzle'? This notebook knows puzzle"),
    (INVERSION, {"values": "0-2"}, "a 0 is a hole, and a hole has no inverse; leave it out"),
    (INVERSION, {"size": "4x4"}, "2,821,109,907,456 puzzles are too many to enumerate"),
    (RELATED, {"largest_picture": 5}, "largest_picture = 5: take from 1 to 4; pictures of 5x5 are too many"),
    (RELATED, {"largest_square": 10}, "largest_square = 10: take from 2 to 9; Kakuro has nine digits"),
    (RELATED, {"largest_square": 1}, "largest_square = 1: take from 2 to 9"),
    (RELATED, {"largest_picture": 1.5}, "largest_picture = 1.5: write a whole number, such as largest_picture = 4"),
    (PATTERNS, {"size": []}, "size = []"),
    (PATTERNS, {"values": []}, "values = []: name at least one of each"),
    (PATTERNS, {"values": [1.5]}, "values = 1.5: write a text, such as values = '1-9'"),
    (PATTERNS, {"values": ["1-9", "x"]}, "values 'x': 'x' is neither a number nor first-last"),
    (DIFFICULT, {"b": 1}, "a = 1, b = 1: take two different positive numbers"),
    (DIFFICULT, {"largest": 10**7}, "largest = 10000000: take at most 1000000"),
    (
        DIFFICULT,
        {"patterns": [[1, 2, 3]], "steps": 10},
        "patterns [[1, 2], [1, 2, 3]]: take as many letters for each",
    ),
    (DIFFICULT, {"steps": 1.5}, "steps = 1.5: write a whole number, such as steps = 100000"),
    (DIFFICULT, {"seeds": 0}, "seeds = 0: write a whole number, at least 1"),
    (DIFFICULT, {"patterns": [1.5]}, "patterns = 1.5: write a list, such as patterns = [4, 3]"),
    (EXACT, {"largest": 0}, "largest = 0: write a whole number, at least 1"),
    (EXACT, {"others": [["2x2"]]}, "others: ['2x2'] is no pair of a size and a range, such as ['2x2', '1-5']"),
    (EXACT, {"others": ["2x2"]}, "others: ['2x2'] is no pair of a size and a range"),
    (
        EXACT,
        {"size": "2x2", "largest": 1, "over_any_numbers": ["1x1"], "others": [["2x", "1-2"]]},
        "write height x width",
    ),
    (FIXED, {"sizes": []}, "sizes = []: name at least one, such as ['3x3']"),
    (FIXED, LITTLE | {"bins": 4}, "bins = 4: take from 1 to 3"),
    (FIXED, LITTLE | {"largest_capacity": 5}, "largest_capacity = 5: take from 6 to 100"),
    (FIXED, LITTLE | {"instances": 0}, "instances = 0: take from 1 to 10000"),
    (FIXED, LITTLE | {"size": "1x20", "values": 1}, "1x20: no side may be longer than 8"),
    (INVERSION, {"size": "1x13", "values": 1}, "1x13: no side may be longer than 8"),
    (FIXED, {"steps": 0}, "steps = 0: write a whole number, at least 1"),
    (FIXED, LITTLE | {"values": "1-9"}, "are too many to enumerate"),
    (VARIANTS, {"size": "4x4"}, "size 4x4 is too large; take at most 12 cells, such as 3x3"),
    (VARIANTS, {"size": "four"}, "write height x width, both at least 1, such as 3x3"),
    (GRIDS, {"grids": 0}, "grids 0: write a whole number from 1 "),
    (SAMPLE, {"seed": "one"}, "seed = 'one': write a whole number, such as seed = 1"),
    (EXACT, {"size": "2x2", "largest": 1, "over_any_numbers": []}, "over_any_numbers = []: name at least one"),
    (
        EXACT,
        {"over_any_numbers": ["4x2"], "size": "1x2", "largest": 2, "others": []},
        "4x2: lines of four cells have too many patterns; take at most 3x3",
    ),
    (ONE_DATASET, {"dataset": "none.parquet"}, "none.parquet: there is no such file"),
    (SWEEP, {"sweep": "../sweeps/none.yaml"}, "none.yaml: cannot be read"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "parameters", "says"), [BAD_PARAMETERS[i] for i in (0, 1, 5, -1)], ids=["name", "value", "puzzle", "file"]
)
def test_bad_parameters_stop_with_a_line_and_leave_nothing(path, parameters, says, tmp_path):
    with pytest.raises(BadInput) as error:
        execute_sooner(path, tmp_path / "out.ipynb", parameters)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def new_shell():
    """A shell of IPython that does nothing at the end of the process: each would look for garbage once more."""
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    atexit.unregister(shell.atexit_operations)
    return shell


@pytest.mark.slow
@pytest.mark.parametrize(("path", "parameters", "says"), BAD_PARAMETERS)
def test_bad_parameters_are_refused_by_a_cell(path, parameters, says, monkeypatch):
    """Of every notebook, without a process of its own."""
    monkeypatch.chdir(path.parent)
    shell = new_shell()
    try:
        cells = nbformat.read(path, as_version=4).cells
        values = read_given(parameters, own_parameters(cells))
        for cell in cells:
            if cell.cell_type == "code":
                shell.run_cell(cell.source, store_history=True).raise_error()
            if "parameters" in cell.metadata.get("tags", []):
                shell.user_ns.update(values)
    except BadInput as error:
        assert says in with_parameter_name(str(error), parameters)
        assert "\n" not in str(error)
    else:
        pytest.fail("it took them")


def run_to_the_data(path, parameters):
    """Run the cells up to that of parameters, and with others the one after it, which reads the data."""
    shell = new_shell()
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    (last,) = (i for i, cell in enumerate(cells) if "parameters" in cell.metadata.get("tags", []))
    for cell in cells[: last + 1]:
        shell.run_cell(cell.source, store_history=True).raise_error()
    shell.user_ns.update(parameters)
    shell.run_cell(cells[last + 1].source, store_history=True).raise_error()


ANY_DATASET = paths.NOTEBOOKS / "family" / "04-any-dataset.ipynb"

OF_DATASETS = [
    (path, [name for name in papermill.inspect_notebook(path) if name in ("dataset", "study", "population", "report")])
    for path in sorted(paths.NOTEBOOKS.glob("*/*.ipynb"))
    if path != ANY_DATASET  # which takes those of all experiments
]


@pytest.mark.parametrize(
    ("path", "names"), [path for path in OF_DATASETS if path[1]], ids=lambda path: getattr(path, "stem", None)
)
def test_a_dataset_of_another_experiment_is_refused(path, names, tmp_path, monkeypatch):
    """By every notebook that takes one, in a line; it is looked for in the data folder by all of them."""
    tally = Tally.from_frame(pd.DataFrame({"outcome": ["simple"], "passes": [1.0], "puzzles": [1]}))
    store.save(tmp_path / "other.parquet", tally, pa.table({"passes": [1.0]}), "toy tosses", {})
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.chdir(path.parent)
    with pytest.raises(BadInput, match=r"^other\.parquet: is a dataset of the experiment toy tosses; name one of \w+"):
        run_to_the_data(path, dict.fromkeys(names, "other.parquet"))


@pytest.mark.parametrize(
    "path",
    [path for path, _ in OF_DATASETS if path != SUMMARY and "sweep" in papermill.inspect_notebook(path)],
    ids=lambda path: path.stem,
)
def test_a_sweep_of_another_experiment_is_refused(path, tmp_path, monkeypatch):
    (tmp_path / "other.yaml").write_text(
        "experiment: sudoku study\ncount: 1\n"
        if path.parent.name == "rullo"
        else "experiment: census\nsize: 1x1\nvalues: 1\n"
    )
    monkeypatch.chdir(path.parent)
    with pytest.raises(BadInput, match=r"other\.yaml, line 1, experiment '.*': write one of "):
        run_to_the_data(path, {"sweep": str(tmp_path / "other.yaml")})


def test_a_kernel_that_does_not_start_is_told_in_one_line(tmp_path, monkeypatch):
    def never(*_, start_timeout, **__):
        raise RuntimeError(f"Kernel didn't respond in {start_timeout} seconds")

    monkeypatch.setattr("rullo_core.reports.notebook.papermill.execute_notebook", never)
    with pytest.raises(BadInput, match=r"01-rules\.ipynb: no kernel started in 300 seconds; try again"):
        execute(paths.NOTEBOOKS / "rullo" / "01-rules.ipynb", tmp_path / "out.ipynb")
    assert not list(tmp_path.iterdir())


def test_a_notebook_that_fails_leaves_the_old_one(tmp_path):
    source = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")])
    source.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = tmp_path / "fails.ipynb"
    nbformat.write(source, path)
    content = path.read_bytes()
    with pytest.raises(Exception, match="division by zero"):
        execute(path, path)
    assert path.read_bytes() == content
    assert [path] == list(tmp_path.iterdir())


PUZZLE = "# one: mine\n  5 7\n4 1 4\n8 5 3\n"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(text, text) for text in (PUZZLE, "3 3\n- 4, 6,\n,7 0 0\n,3 0 0", "5\t7\n4\t1 4", "1-9", "10 # ten\n5 5")],
        *[(text, text) for text in ("3", "1e-3", "0100", "1:30", "1__0", "2026-01-01", "none", "yes")],
        *[("[2, 3]", ["2", "3"]), ("[[4, 3],\n [5, 6]]", [["4", "3"], ["5", "6"]]), ("true", True), ("null", None)],
        *[("'3'", "3"), ('"5 7\\n4 1 4"', "5 7\n4 1 4"), ("|\n 5 7\n 4 1 4", "5 7\n4 1 4"), ("", None)],
    ],
)
def test_a_text_keeps_its_lines(text, value):
    assert parse_value("puzzle", text) == value


def test_a_puzzle_is_given_in_lines(rullo, tmp_path):
    path, out = tmp_path / "in.ipynb", tmp_path / "out.ipynb"
    cells = [nbformat.v4.new_code_cell("puzzle = ''"), nbformat.v4.new_code_cell("print(puzzle)")]
    cells[0].metadata["tags"] = ["parameters"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    assert rullo("notebook", path, out, "-p", "puzzle", PUZZLE)[0] == 0
    assert nbformat.read(out, as_version=4).cells[-1].outputs[0].text == PUZZLE + "\n"


def test_read_parameters(tmp_path):
    path = tmp_path / "p.yaml"
    path.write_text("height: 2\nvalues: [2, 3, 4]\n")
    assert read_parameters(path) == {"height": "2", "values": ["2", "3", "4"]}
    path.write_text("height: 2\nvalues: 1-3\nheight: 3\n")
    with pytest.raises(BadInput, match=r"p.yaml, line 3: is not YAML: the key height is there twice"):
        read_parameters(path)
    assert read_parameters(None) == {}
    for text in ("- 1\n", "a: [\n"):
        path.write_text(text)
        with pytest.raises(BadInput, match="write lines of name: value"):
            read_parameters(path)


@pytest.fixture(scope="module")
def small_data(tmp_path_factory):
    """A folder with small datasets of other kinds than the committed ones."""
    folder = tmp_path_factory.mktemp("data")
    run_and_store(Killer(30, "repaired", (28, 34)), folder / "repaired.parquet")
    run_and_store(Population(4, 300, 1), folder / "population.parquet")
    run_and_store(Population(9, 1024, 1), folder / "population-9.parquet")
    run_and_store(Sudoku(9, 30, 1), folder / "study.parquet")
    run_and_store(Grids(2, 3, (2, 3), 1, 1), folder / "grid.parquet")
    run_and_store(Kakuro(5, 5, 20, method="parting"), folder / "kakuro.parquet")
    for name, sweep in {
        "few": "experiment: killer study\nmethod: repaired\ncages: [29-31]\ncount: 16\n",
        "kakuro": "experiment: kakuro study\nsize: [4x4, 5x5]\ncount: 10\n",
        "rullo": "experiment: sample\nsize: [2x2, 2x3]\nvalues: [1-2, 1-3]\nincluded: [0.4, 0.6]\ncount: 200\n",
        "family": "experiment: search\nsize: [2x2, 2x3]\nvalues: [1-9, 1-29]\ncount: 30\n",
        "sudoku": "experiment: sudoku study\nsize: [4, 9]\ncount: 10\n",
    }.items():
        (folder / f"{name}.yaml").write_text(sweep)
    return folder


MINIZINC = "data/published/kakuro/minizinc.txt"
RERUNS = {
    "family/00-try-it": {"rullo": "5 7\n4 1 4\n8 5 3"},
    "family/01-how-far": {"count": 4, "growing": 2, "large": 1, "stalls": 1},
    "family/02-against-others": {"draws": 2},
    "family/03-by-size": {"sweep": "family.yaml", "compared_at": 6},
    "family/04-any-dataset": {"dataset": "grid.parquet"},
    "family/05-any-sweep": {"sweep": "few.yaml"},
    "family/06-one-scale": {"draws": 2},
    "kakuro/00-rules": {"puzzle": "3 3\n- 3, 5,\n,3 0 0\n,5 0 0"},
    "kakuro/01-how-much-reasoning": {"cells": 4, "widest": 2},
    "kakuro/02-two-ways-to-make-one": {"collection": MINIZINC},
    "kakuro/03-the-papers-tables": {"collection": MINIZINC},
    "kakuro/04-what-may-be-left-out": {"collection": MINIZINC, "orders": 1, "small": MINIZINC},
    "kakuro/05-why-not-at-random": {"fillings": 2, "moves": 100, "repaired": 1},
    "kakuro/06-one-study": {"dataset": "kakuro.parquet"},
    "kakuro/07-size-by-black": {"sweep": "kakuro.yaml"},
    "killer/01-rules": {"seed": 2},
    "killer/02-the-report": {"dataset": "repaired.parquet"},
    "killer/03-why-none-was-solved": {"study": "repaired.parquet", "count": 1},
    "killer/04-rule-of-45": {"study": "repaired.parquet", "report": "repaired.parquet"},
    "killer/05-making": {"sweep": "few.yaml", "count": 1},
    "killer/06-census-4x4": {"threads": 1},
    "rullo/01-rules": {"puzzle": "1\n1 1"},
    "rullo/02-inversion": {"size": "1x2", "values": "3"},
    "rullo/03-deadly-patterns": {"size": ["2x2"], "values": ["1-9"], "count": 1},
    "rullo/04-census-3x3": {"size": "1x2", "values": "1-2"},
    "rullo/05-grids-5x5": {"size": "3x4", "values": "7", "grids": 3},
    "rullo/06-sample-7x7": {"size": "2x5", "count": 1000},
    "rullo/07-related-puzzles": {"largest_square": 3, "largest_picture": 2},
    "rullo/08-variants": {"size": "2x2", "grids": 20},
    "rullo/09-difficult-puzzles": {"steps": 100, "tries": 1, "seeds": 1},
    "rullo/10-proved-and-open": {
        "bins": 2,
        "largest_capacity": 8,
        "size": "2x2",
        "sizes": ["2x2"],
        "steps": 10,
        "tries": 1,
    },
    "rullo/11-exact-censuses": {"size": "1x2", "largest": 2, "others": [["1x2", "1-3"]], "over_any_numbers": ["1x2"]},
    "rullo/12-one-dataset": {"dataset": "grid.parquet"},
    "rullo/13-size-by-range": {"sweep": "rullo.yaml", "searched": ["2x2 1-9"], "searches": 10},
    "rullo/14-shape": {"sweep": "rullo.yaml"},
    "rullo/15-included": {"sweep": "rullo.yaml"},
    "rullo/16-hard-to-compute": {"count": 1},
    "rullo/17-hardest-known": {"size": "3x3", "count": 5},
    "rullo/18-why-passes-stop": {"size": "4x4", "values": "1-3", "puzzles": 1, "size_of_sets": "3x3"},
    "sudoku/00-rules": {"puzzle": "1234341221434321"},
    "sudoku/01-filling": {"boards": 1, "tries": 1, "limit": 1},
    "sudoku/02-digging": {"count": 20, "each": 2, "large": 1},
    "sudoku/03-difficulty": {"study": "study.parquet", "population": "population-9.parquet", "compared": 5},
    "sudoku/04-one-study": {"dataset": "study.parquet"},
    "sudoku/05-how-it-is-dug": {"sweep": "sudoku.yaml"},
    "sudoku/06-all-minimal": {"study": "study.parquet", "population": "population-9.parquet"},
}
"""Every notebook, with parameters under which there is little of everything."""

NEVER_SHOWN = re.compile(
    r"\bnan\b|± 0(?:\.0+)?(?![\d.])"
    r"|(?<![\d.,×·–-])1 (?:puzzles|passes|cells|cages|points|grids|fillings|orders|solutions)\b"
)
"""Text that must not be shown: nan, an error of zero, and a plural after 1."""


def test_every_notebook_is_executed_with_other_parameters():
    assert {*RERUNS} == {f"{path.parent.name}/{path.stem}" for path in NOTEBOOKS}
    for name, parameters in RERUNS.items():
        defaults = own_parameters(nbformat.read(paths.NOTEBOOKS / f"{name}.ipynb", as_version=4).cells)
        assert parameters.keys() <= defaults.keys()
        assert all(value != defaults[key] for key, value in parameters.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", RERUNS)
def test_notebooks_say_nothing_false_of_little(tmp_path, small_data, monkeypatch, name):
    """Nothing in what cells show; and what was written for other parameters is grey, as a line on top says."""
    monkeypatch.setenv("RULLO_DATA", str(small_data))
    parameters = {
        key: str(small_data / value) if str(value).endswith(".yaml") else value for key, value in RERUNS[name].items()
    }
    execute_sooner(paths.NOTEBOOKS / f"{name}.ipynb", tmp_path / "out.ipynb", parameters)
    text = shown_markdown(tmp_path / "out.ipynb")
    assert text or name == "family/00-try-it"
    assert [text[max(0, match.start() - 60) : match.end() + 30] for match in NEVER_SHOWN.finditer(text)] == []
    source = nbformat.read(paths.NOTEBOOKS / f"{name}.ipynb", as_version=4).cells
    title, *cells = [cell.source for cell in nbformat.read(tmp_path / "out.ipynb", as_version=4).cells]
    quoted = [
        quotation for cell in source if cell.cell_type == "markdown" for quotation in QUOTATION.findall(cell.source)
    ]
    assert "".join(cells).count(GREY) == len(quoted)
    assert all(any(f"{GREY}\n\n{quotation}\n\n</div>" in cell for cell in cells) for quotation in quoted)
    assert ("*The text was written for " in title) == bool(quoted)
    if quoted:
        defaults = own_parameters(source)
        assert all(f"{key} {defaults[key]!r}" in title for key in parameters)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(declarations()))
def test_the_notebook_on_any_dataset_shows_those_of_every_experiment(name, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    data = rc.run(name, **SMALL_EXPERIMENTS[name])
    notebook = analysis.run(ANY_DATASET, try_this=True, dataset=str(data.path))
    assert notebook.total == data.manifest["totals"]["puzzles"]
    assert notebook.by_outcome.to_dict() == data.counts.groupby("outcome").puzzles.sum().to_dict()
    assert {*notebook.hardest.index} == {*data.hardest["outcome" if "outcome" in data.hardest else "by_level"]}
    assert not NEVER_SHOWN.search(notebook.text)


def test_what_is_never_told():
    for wrong_text in ("after nan moves", "12.50% ± 0.00%", "31.0 ± 0.0 %", "solved in 1 passes", "of 1 puzzles"):
        assert NEVER_SHOWN.search(wrong_text)
    for right in ("1.59 ± 0.05 %", "± 0.006 %", "11 puzzles", "0.1 passes", "1 puzzle", "from 2–1 puzzles"):
        assert not NEVER_SHOWN.search(right)
