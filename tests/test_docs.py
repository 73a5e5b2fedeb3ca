"""The README and docs/: complete, and saying what notebooks and commands say."""

import ast
import doctest
import re
import shlex

import click
import nbformat
import pandas as pd
import pytest

import rullo_core as rc
from benchmarks import arrays
from benchmarks.side_by_side import markdown
from rullo_core import __main__ as front
from rullo_core import paths
from rullo_core.paths import NOTEBOOKS, PACKAGE, ROOT
from rullo_core.sources import modules
from tests.outcomes import shown_markdown, tables_of

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "paper").glob("paper.*"))]


def rows_of(page, heading):
    """Cells of the rows of a table."""
    text = page.read_text()
    begin = text.index(heading)
    table = text[begin : text.index("\n\n", begin)]
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in table.splitlines()[2:]]


def test_where_everything_of_the_thesis_is():
    """Each figure and table."""
    index = rows_of(ROOT / "docs" / "thesis.md", "| Thesis | Notebook | Command | Files |")
    figures, text_about = set(), " ".join(row[0] for row in index)
    for row in index:
        for first, last, also in re.findall(r"Figures? (\d+)(?:–(\d+))?((?:(?:, | and )\d+)*)", row[0]):
            figures |= set(range(int(first), int(last or first) + 1)) | set(map(int, re.findall(r"\d+", also)))
    assert figures == set(range(1, 24))
    assert all(f"Table {number}" in text_about for number in (1, 2, 3))


def test_every_notebook_has_its_place_and_a_command():
    """In the table of its source; the files that are named exist."""
    places = set()
    for page in ("family", "thesis", "kakuro", "sudoku", "killer"):
        path = ROOT / "docs" / f"{page}.md"
        for row in rows_of(path, "| Thesis |" if page == "thesis" else "| Question |"):
            assert re.fullmatch(r"`rullo .*`", row[2])
            places |= set(re.findall(r"\(\.\./(notebooks/[\w./-]+)\)", row[1]))
            for place in re.findall(r"(?:notebooks|data/published)/[\w./-]+", " ".join(row[1:3])):
                assert (ROOT / place).is_file()
    assert places == {path.relative_to(ROOT).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb")}


def test_what_to_read_names_every_notebook():
    text = (ROOT / "docs" / "reading.md").read_text()
    names = [path.relative_to(NOTEBOOKS).with_suffix("").as_posix() for path in NOTEBOOKS.glob("*/*.ipynb")]
    assert [name for name in names if text.count(name) != 1] == []


def test_the_readme_says_what_the_notebooks_say():
    """Each number of the results at a glance stands in the notebook that the row links to."""
    text = (ROOT / "README.md").read_text()
    part = text[text.index("## Results at a glance") : text.index("## One example")]
    rows = re.findall(r"^\| \[[^\]]*\]\((notebooks/[^)]*)\)(.*)$", part, re.MULTILINE)
    assert len(rows) >= 8
    for notebook, row in rows:
        text_of_notebook = shown_markdown(ROOT / notebook)
        without_times = re.sub(r"[\d.]+ (?:minutes|hours|s)\b", "", row)
        numbers = re.findall(r"\d{1,3}(?:,\d{3})+|\d+\.\d+(?: ± \d+\.\d+)?|\d+ white cells|\d+%", without_times)
        assert numbers, row
        assert not [number for number in numbers if number not in text_of_notebook], notebook


def test_the_thesis_page_says_what_the_notebook_says():
    assert (
        "hold 43 rectangles of equal numbers, where\n27.4 ± 5.6 are to be expected and ours hold 23"
        in (ROOT / "docs" / "thesis.md").read_text()
    )
    rows = tables_of(NOTEBOOKS / "rullo" / "05-grids-5x5.ipynb")
    assert ["ours", "200", "23", "27.4", "5.6", "-0.8"] in rows
    assert ["thesis", "200", "43", "27.4", "5.6", "2.8"] in rows


def test_the_times_of_killer_sudoku_are_those_measured():
    times = pd.read_csv(ROOT / "benchmarks" / "killer.csv", index_col="what")
    for label, *cells in rows_of(ROOT / "docs" / "speed.md", "| | Ours, median | Mean | CP-SAT"):
        kind, level = label.split(", ")
        own_times, peer_times = times.loc[f"solve, {kind}, {level}"], times.loc[f"solve by CP-SAT, {kind}"]
        ratios = [peer_times[name] / own_times[name] for name in ("median_ms", "mean_ms")]
        times_in_ms = [*own_times[["median_ms", "mean_ms"]], *peer_times[["median_ms", "mean_ms"]]]
        assert cells == [*(f"{number:.3g}" for number in times_in_ms), *(f"{number:.0f}" for number in ratios)]


def test_the_page_on_other_programs_says_what_was_measured():
    table = pd.read_csv(ROOT / "benchmarks" / "side_by_side.csv")
    assert f"\n\n{markdown(table)}\n" in (ROOT / "docs" / "peers.md").read_text()


def test_the_page_on_speed_says_what_arrays_take():
    table = pd.read_csv(ROOT / "benchmarks" / "arrays.csv")
    assert f"\n\n{arrays.markdown(table)}\n" in (ROOT / "docs" / "speed.md").read_text()


@pytest.mark.parametrize(
    "page", [*PAGES, *sorted(NOTEBOOKS.glob("*/*.ipynb"))], ids=lambda page: f"{page.parent.name}/{page.name}"
)
def test_commands_that_are_shown_exist_with_their_options(page):
    """In pages and notebooks, also where code writes them."""
    text = page.read_text()
    if page.suffix == ".ipynb":
        cells = nbformat.read(page, as_version=4).cells
        text = "\n".join([*(cell.source for cell in cells if cell.cell_type == "markdown"), shown_markdown(page)])
    lines = re.findall(r"(?:^ +|`)(rullo [a-z][^`#\n]*?)(?:`| *#| *$)", text, re.MULTILINE)
    for line in lines:
        words, command = shlex.split(line.replace("…", ""))[1:], front.command()
        context = click.Context(command)
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            member = command.get_command(context, words.pop(0))
            assert member is not None, line
            command = member
        flags = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)} | {
            "--help"
        }
        options = [word for word in words if re.match(r"--?[a-z]", word)]
        assert set(options) <= flags, line
        repeatable = {
            name for parameter in command.params if getattr(parameter, "multiple", False) for name in parameter.opts
        }
        assert [option for option in options if options.count(option) > 1 and option not in repeatable] == [], line


def test_the_readme_is_a_page():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 120


@pytest.mark.parametrize(
    ("page", "fewest"), [("python.md", 30), ("sudoku.md", 4), ("tutorial.md", 15), ("how-to.md", 8)]
)
def test_python_that_is_shown_comes_out_so(tmp_path, monkeypatch, page, fewest):
    """With the data and in the folder of somebody who begins."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(ROOT / "data")
    failed, count = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert (failed, count > fewest) == (0, True)


def test_the_sweep_that_is_shown_runs(tmp_path, monkeypatch):
    """With fewer puzzles."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "sweeps.md").read_text(), re.DOTALL)
    assert '"count": 100' in block
    names = {"rc": rc}
    exec(block.replace('"count": 100', '"count": 3'), names)
    assert names["points"].groupby(["size", "black"]).ngroups == 4


def test_python_beside_the_shell_does_the_same(monkeypatch, rullo):
    """In the table of the README: the same puzzle is generated, and the hint and the number of passes are the same."""
    monkeypatch.chdir(ROOT)
    rows = rows_of(ROOT / "README.md", "| | Shell | Python |")
    assert len(rows) == 4
    for _, shell, python in rows:
        status, output, _ = rullo(*shlex.split(shell.strip("`"))[1:])
        result = eval(python.strip("`"), {"rc": rc})
        assert status == 0
        if isinstance(result, rc.Puzzles):
            assert str(result[0]) in output
        elif isinstance(result, rc.Hint):
            assert str(result) in output
        else:
            assert f"Pass {result.passes}" in output


def test_python_of_the_readme_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    names = {}
    exec(block, names)
    assert names["puzzle"].solve().unique
    assert len(names["killers"]) == 10


def defined_in(path):
    """The names that a module defines or imports."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        for part in [node] if isinstance(node, ast.FunctionDef | ast.ClassDef) else ast.walk(node):
            names.add(getattr(part, "name", getattr(part, "id", None)))
    return names


def is_there(name, paths):
    """Whether a dotted name, which may leave out the first packages, is of a module, of what one defines, or a file."""
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        place = "." + ".".join(parts[:i])
        for path in (path for module, path in paths.items() if f".{module}".endswith(place)):
            if i == len(parts) or parts[i] in defined_in(path):
                return True
    return any(ROOT.glob(f"rullo_*/**/{name}"))


def test_code_that_docstrings_name_is_there():
    """Modules, and what they define, as in `rullo_core.rullo.solver.run` or `kernels.lines.board`."""
    paths = modules()
    packages = {name.rpartition(".")[2] for name, path in paths.items() if path.stem == "__init__"}
    texts = [*paths.values(), *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").glob("*.py"), *PAGES]
    references = {(path, name) for path in texts for name in re.findall(r"`([a-z_]\w*(?:\.\w+)+)`", path.read_text())}
    references = {(path, name) for path, name in references if name.split(".")[0] in packages}
    assert len(references) > 30
    assert [(path.name, name) for path, name in sorted(references) if not is_there(name, paths)] == []


def test_files_that_the_page_on_the_code_and_scripts_name_are_there():
    names = re.findall(r"`(\w[\w./]*(?:/|\.\w+))`", (ROOT / "docs" / "code.md").read_text())
    assert len(names) > 50
    names += [name for path in PACKAGE.rglob("*.js") for name in re.findall(r"\w+/[\w/]+\.py\b", path.read_text())]
    assert [name for name in names if not (ROOT / name).exists() and not any(ROOT.glob(f"rullo_*/**/{name}"))] == []
