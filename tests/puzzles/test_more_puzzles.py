"""Two more puzzles beside the four have all that they have: commands, pages, a board; and one of them experiments."""

import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

import rullo_core as rc
from rullo_core import paths
from rullo_core.paths import ROOT
from rullo_core.player import alone
from rullo_core.player.kinds import kinds
from rullo_core.reports import sweep as reports
from rullo_core.reports.site import put_together
from rullo_core.runs.registry import declaration
from tests import analysis
from tests.puzzles.protocol import BESIDE_FOLDER, FIFTH, FOUR, MORE_KINDS, SIXTH, TEXTS, module, with_more

pytestmark = pytest.mark.usefixtures("more_kinds")


MOST_LINES = 400
"""A puzzle takes fewer, if it leaves to others what follows from its rules: text, pictures, commands and all."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", MORE_KINDS)
def test_it_is_played_on_a_page_without_python(kind, browser, tmp_path):
    """As the site has it, in a real browser: its signs, pass after pass to the end, and what is said to need Python."""
    shelf = module(kind).play([kinds()[kind].puzzle.parse(text) for text in kinds()[kind].shelf])
    html = shelf._repr_mimebundle_()[0]["text/html"]
    (tmp_path / "page.html").write_text(f"<!doctype html><title>x</title>{html}<script>{alone.script()}</script>")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    board, play = page.locator(".rullo-board"), shelf.plays[0]
    assert board.locator("b.sign").all_inner_texts() == [sign for _, _, sign in play.signs]
    assert board.get_by_text("A new puzzle").count() == 0
    assert board.locator("b.sum").all_inner_texts() == [target for _, target in play.cages]
    open_cell = next(cell for cell, candidates in enumerate(play.start) if candidates & (candidates - 1))
    units = [unit for unit in play.units if open_cell in unit.cells]
    sums = [f"cage of {unit.total}, {unit.total} to go in {len(unit.cells)} cells" for unit in units if unit.total]
    signs = [unit.name for unit in units if unit.increasing]
    output = board.locator("td.cell button").nth(open_cell).get_attribute("aria-label")
    assert output == ", ".join([f"row {open_cell // 4 + 1}", f"column {open_cell % 4 + 1}: empty", *sums, *signs])
    for _ in range(100):
        board.get_by_role("button", name="Step", exact=True).click()
        if "Solved." in board.locator(".rullo-note").inner_text():
            break
    digits = [int(text) for text in board.locator("td.cell button").all_inner_texts()]
    assert digits == [place + 1 for place in play.solutions[0]]
    board.get_by_text("Your own text").click()
    board.get_by_role("button", name="Play this").click()
    message = f"the text of a {kinds()[kind].title} is read by Python; play it in JupyterLab"
    board.get_by_text(message).wait_for(timeout=5000)
    page.close()


SWEEPS = {
    "rullo": {"experiment": "sample", "size": ["3x3", "3x4"], "values": ["1-4"], "count": 50},
    "killer": {"experiment": "killer study", "cages": "28-30", "count": 3, "seed": [1, 2]},
    "sudoku": {"experiment": "sudoku study", "size": [4, 9], "count": 20},
    "futoshiki": {"experiment": "futoshiki study", "size": [3, 4], "count": 20},
}
"""A small sweep over an experiment of each kind; Kakuros are collected, not swept."""


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty folder for data."""
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    monkeypatch.setenv("RULLO_DATA", str(tmp_path / "data"))  # for notebooks, which are executed in other processes
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.mark.parametrize("kind", SWEEPS)
def test_an_experiment_is_swept_and_not_run_again(kind, data):
    specification = SWEEPS[kind]
    table = rc.sweep(specification)
    passes = "mean_level_passes" if kind == "sudoku" else "mean_passes"
    assert {"outcome", passes, "share"} <= set(table)
    (axis,) = (name for name, values in specification.items() if isinstance(values, list) and len(values) == 2)
    points = table.groupby(axis.removesuffix("s"))["share"].sum()
    assert len(points) == 2
    assert points.round(9).tolist() == [1, 1]
    files = {path: path.stat().st_mtime_ns for path in data.rglob("*.parquet")}
    assert files
    assert rc.sweep(specification).equals(table)
    assert files == {path: path.stat().st_mtime_ns for path in data.rglob("*.parquet")}


def test_an_experiment_that_is_interrupted_goes_on_where_it_was(data, tmp_path, monkeypatch):
    request = {"size": 3, "count": 40, "threads": 1}
    uninterrupted = rc.run("futoshiki study", path=tmp_path / "whole.parquet", **request)
    study = sys.modules["rullo_core.futoshiki.experiments.study"].Study
    count, called = study.count, []

    def interrupted(self, shard, stop):
        called.append(shard)
        if len(called) == 4:
            raise KeyboardInterrupt
        return count(self, shard, stop)

    monkeypatch.setattr(study, "count", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rc.run("futoshiki study", path=tmp_path / "again.parquet", **request)
    resumed = rc.run("futoshiki study", path=tmp_path / "again.parquet", **request)
    assert resumed.manifest["shards"] == {"all": 5, "taken up from before": 3}
    assert sorted(set(called)) == [(first, first + 8) for first in range(0, 40, 8)]
    assert resumed.counts.equals(uninterrupted.counts)
    assert resumed.counts["puzzles"].sum() == 40


@pytest.mark.parametrize("kind", MORE_KINDS)
def test_it_is_one_small_folder(kind):
    files = [path for path in (BESIDE_FOLDER / kind).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(path.read_text().splitlines()) for path in files) < MOST_LINES
    searched = ["rullo_core", "notebooks", "sweeps", "docs/site", "Makefile", "pyproject.toml"]
    result = subprocess.run(["grep", "-rilI", kind, *searched], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")


@pytest.mark.parametrize("kind", MORE_KINDS)
def test_a_level_is_added_as_contributing_says(kind, tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (code,) = re.findall(
        r"```python\n(.*?)```", text[text.index("## Add a level") : text.index("## Add an exp")], re.DOTALL
    )
    shutil.copytree(BESIDE_FOLDER / kind, tmp_path / kind)
    api = tmp_path / kind / "api.py"
    new_source, number = re.subn(r"^RULES = .*\n", lambda _: code, api.read_text(), flags=re.MULTILINE)
    assert number == 1
    api.write_text(new_source.replace('"gac": "whole', '"hidden": "places of digits", "gac": "whole'))
    script = f"""
puzzles = rc.{kind}.generate(40, size=4, seed=1, level="gac")
rated = rc.{kind}.rate(puzzles)
print(rated[["passes_naked", "passes_hidden", "passes_gac"]].notna().sum().tolist())
print((rated["level"] == "hidden").sum())
"""
    script = with_more(script).replace(repr(str(BESIDE_FOLDER)), repr(str(tmp_path)))
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert process.returncode == 0, process.stderr
    counts, first = process.stdout.splitlines()
    naked, hidden, gac = json.loads(counts)
    assert 0 < naked < hidden <= gac
    assert int(first) == hidden - naked


SOLVED = {
    FIFTH: ("Pass 1, signs: 1 cell", "7 passes lines first and 6 signs first: difficulty 6.5."),
    SIXTH: ("Pass 1, lines: 0 cells", "4 passes lines first and 3 cages first: difficulty 3.5."),
}
"""How the solution of the puzzle in `TEXTS` begins, and how it ends."""


@pytest.mark.parametrize("kind", MORE_KINDS)
def test_it_is_on_the_command_line(kind, rullo, tmp_path):
    (tmp_path / "one.txt").write_text(TEXTS[kind])
    assert kind in rullo("--help")[1]
    status, output, _ = rullo(kind, "solve", tmp_path / "one.txt")
    assert (status, output.splitlines()[:2]) == (0, ["# first", SOLVED[kind][0]])
    assert output.endswith(f"\nSolved by passes alone, in {SOLVED[kind][1]}\n")
    assert [len(line.split()) for line in output.splitlines()[-5:-2]] == [3, 3, 3]
    status, output, _ = rullo(kind, "rate", tmp_path / "one.txt", "--only", "level", "--format", "csv")
    assert (status, output.splitlines()[1].split(",")[:4]) == (0, [kind, "naked", "3x3", "first"])
    status, output, _ = rullo(kind, "generate", "--size", "3x3", "--count", "2", "--seed", "5")
    assert (status, output) == (0, f"{module(kind).to_text(module(kind).generate(2, 3, seed=5))}\n")
    status, _, output = rullo(kind, "solve", tmp_path / "none.txt")
    assert (status, output.count("\n")) == (2, 1)


def test_its_experiments_are_on_the_command_line(rullo, tmp_path, data):
    status, output, _ = rullo(FIFTH, "study", "--size", "3", "--count", "9", "--out", tmp_path / "nine.parquet")
    assert status == 0
    assert "study of 3x3 Futoshikis, seed 1, 9 puzzles" in output
    status, output, _ = rullo("show", tmp_path / "nine.parquet")
    assert status == 0
    assert "\nfutoshiki 3x3\n" in output
    (tmp_path / "figures").mkdir()
    assert rullo("figures", tmp_path / "nine.parquet", tmp_path / "figures")[0] == 0
    assert list((tmp_path / "figures").glob("nine*.svg"))


def test_it_has_its_pages_on_the_site(tmp_path):
    put_together(tmp_path / "site")
    index = (tmp_path / "site" / "index.md").read_text()
    assert ":caption: Futoshiki\n\nnotebooks/futoshiki/01-study\n" in index
    captions = ("results at a glance", "the project", "the family", "the docs", "the reference")
    assert index.count(":caption:") == len((*FOUR, FIFTH)) + len(captions)  # Calcudoku has no pages
    assert all(f'"{kind}": {{' in alone.script() for kind in MORE_KINDS)


def test_a_sweep_executes_its_notebook_and_can_be_summarised(rullo, tmp_path, data, monkeypatch):
    specification = {"title": "Sizes", **SWEEPS[FIFTH], "count": 5}
    (tmp_path / "sizes.yaml").write_text(yaml.safe_dump(specification))
    summary = reports.SUMMARY
    # Another process does not have the fifth: the summary is run in this one.
    notebook = paths.NOTEBOOKS / declaration(f"{FIFTH} study").notebook_of_point
    monkeypatch.setattr(reports, "SUMMARY", notebook)
    status, output, problems = rullo("sweep", "sizes.yaml", "--out", "made", "--notebooks")
    assert status == 0, problems
    assert "0 failures" in output
    assert len(list((tmp_path / "made").glob("*.ipynb"))) == 3
    analysed = analysis.run(summary, sweep=str(tmp_path / "sizes.yaml"), compute=False)
    assert "points: 2, puzzles: 10." in analysed.text
    assert analysed.x == "size"
