"""What a bare install does, and what it says of the rest: which one command installs what is missing."""

import json
import re
import subprocess
import sys

import pytest

from rullo_core import extras
from rullo_core.extras import EXTRAS, NotInstalled, naming_the_extra, require
from rullo_core.paths import ROOT
from rullo_core.sources import modules
from tests.bare import PYPROJECT, asked_by, brought, modules_of
from tests.cli.test_help import COMMANDS as COMMANDS_OF
from tests.public_names import MODULES as PUBLIC


def bare(code, *arguments):
    """What is written by code in a process that has what a bare install brings."""
    command = [sys.executable, "-m", "tests.bare", code, *map(str, arguments)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (process.returncode, process.stderr) == (0, ""), process.stderr
    return process.stdout


def line(extra, *modules):
    """What is said where these modules are missing."""
    names = " and ".join(filter(None, [", ".join(modules[:-1]), modules[-1]]))
    are, pronoun = ("is", "it") if len(modules) == 1 else ("are", "them")
    install = f'python -m pip install -e "{ROOT}[{extra}]"'
    return f"this needs {names}, which {are} not installed; install {pronoun} with: {install}"


def test_extras_have_the_modules_that_are_looked_for():
    """Those of an extra come with it, and with none that is smaller: so the one command that is named brings them."""
    for extra, names in EXTRAS.items():
        importable = modules_of(brought() | brought(extra))
        assert set(names) <= importable, extra
        of_extra = modules_of({re.match(r"[\w-]+", line)[0].lower() for line in asked_by(extra)})
        assert set(names) <= of_extra, extra
        if extra != "dev":
            assert not set(names) & modules_of(brought()), extra
    assert {*EXTRAS} == {*PYPROJECT["optional-dependencies"]} - {"all"}


def test_all_is_all_that_users_need_and_dev_is_all():
    one_by_one = {line for extra in EXTRAS if extra != "dev" for line in asked_by(extra)}
    assert one_by_one == set(asked_by("all")) < set(asked_by("dev"))


def test_a_bare_install_is_small():
    assert len(brought()) <= 13


IMPORT_ALL = """
import importlib, json, sys
missing = {}
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing[name] = error.name
print(json.dumps(missing))
"""


def test_every_module_of_the_core_can_be_imported_in_a_bare_install():
    """But for those which draw, execute notebooks or write pages; no others need anything more."""
    missing = json.loads(bare(IMPORT_ALL, *modules()))
    modules_of_extras = {module for names in EXTRAS.values() for module in names} | {"jupyter_client"}
    assert {name.partition(".")[0] for name in missing.values()} <= modules_of_extras
    drawing = r"views\.(boards|charts|counts|sheets)"
    pages = r"reports\.\w+|player\.(offline|pages|widget)"
    of_studies = r"\w+\.(figures|charts|\w+_chart)"
    allowed = rf"rullo_core\.({drawing}|{pages})|rullo_studies\.{of_studies}"
    unexpected = [name for name in missing if not re.fullmatch(allowed, name)]
    assert not unexpected
    assert len(missing) > 10


PUBLIC_NAMES = """
import importlib, json, sys
refused = {}
for place in sys.argv[2:]:
    module, name = place.split(":")
    try:
        getattr(importlib.import_module(module), name)
    except Exception as error:
        refused[name] = [type(error).__name__, str(error), isinstance(error, ImportError)]
print(json.dumps(refused))
"""


def test_public_names_are_there_in_a_bare_install_or_name_what_is_missing():
    places = [f"{module}:{name}" for module, names in PUBLIC.items() for name in sorted(names)]
    errors = json.loads(bare(PUBLIC_NAMES, *places))
    assert all(name.startswith("plot_") for name in errors)
    assert {tuple(error) for error in errors.values()} == {("NotInstalled", line("figures", "matplotlib"), True)}
    assert "plot" not in errors


CORE = """
import sys
from pathlib import Path
import numpy as np
import rullo_core as rc
folder = Path(sys.argv[2])
for kind, size in (("rullo", "3x3"), ("kakuro", "5x5"), ("killer", 4), ("sudoku", 4)):
    api = getattr(rc, kind)
    puzzles = api.generate(2, size=size, seed=1)
    assert all(puzzle.solve().unique for puzzle in puzzles)
    assert api.rate(puzzles).columns.size > 5
    assert len(api.generate_frame(2, size=size, seed=1)) == 2
    assert puzzles[0].hint().reason and puzzles[0].steps().to_frame().shape[0] and puzzles[0].rate().level
    assert "<svg" in puzzles[0]._repr_svg_() and "<" in puzzles._repr_html_()
    arrays = api.to_arrays(puzzles)
    assert len(api.solve_arrays(arrays)) and len(api.from_arrays(arrays)) == 2
    api.write(puzzles, folder / f"{kind}.txt")
    api.generate_frame(2, size=size, seed=1).to_csv(folder / f"{kind}.csv")
    texts = list(map(str, puzzles))
    assert texts == list(map(str, rc.read(folder / f"{kind}.txt")))
    assert texts == list(map(str, rc.read(folder / f"{kind}.csv")))
    assert "<table" in rc.choose(lambda n: api.rate(puzzles[:n]), [1, 2])._repr_html_()
data = rc.run("census", size="2x2", values="1-2", path=folder / "census.parquet")
assert rc.load(folder / "census.parquet").counts.puzzles.sum() == data.counts.puzzles.sum() > 0
assert len(rc.experiments()) > 20
"""


def test_a_bare_install_solves_rates_generates_reads_writes_and_runs_experiments(tmp_path):
    assert not bare(CORE, tmp_path)
    assert len(list(tmp_path.glob("*.csv"))) == 4


EXAMPLES = """
import doctest, importlib, json, sys

class Runner(doctest.DocTestRunner):
    def report_unexpected_exception(self, out, test, example, error):
        first.setdefault(test.name, f"{error[0].__name__}: {error[1]}")
    def report_failure(self, out, test, example, got):
        first.setdefault(test.name, f"other than shown: {got}")

first, number = {}, 0
for module, names in json.loads(sys.argv[2]).items():
    for name in names:
        try:
            thing = getattr(importlib.import_module(module), name)
        except ImportError:  # which another test looks at
            continue
        for test in doctest.DocTestFinder().find(thing, f"{module}.{name}"):
            number += bool(test.examples)
            Runner(verbose=False, optionflags=doctest.ELLIPSIS).run(test)
print(json.dumps([number, first]))
"""


@pytest.mark.slow
def test_examples_of_public_names_run_in_a_bare_install_or_name_what_is_missing():
    """So no public function needs more than is known of it."""
    number, messages = json.loads(
        bare(EXAMPLES, json.dumps({module: sorted(names) for module, names in PUBLIC.items()}))
    )
    assert number > 150
    drawing = {"choose", "plot", "plot_unfixed", "write_sheet"}
    assert {name.rpartition(".")[2] for name in messages} == {*drawing, "play", "save_numbers"}
    for name, message in messages.items():
        module = "IPython" if name.endswith("save_numbers") else "anywidget"
        missing = ("figures", "matplotlib") if name.rpartition(".")[2] in drawing else ("notebooks", module)
        assert message == f"NotInstalled: {line(*missing)}", name


COMMANDS = """
import json, sys
from rullo_core.__main__ import command
from rullo_core.cli.errors import answer
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
told = []
for words in json.loads(sys.argv[2]):
    sys.argv = ["rullo", *words]
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            answer(command())
        except SystemExit as ended:
            status = ended.code
    told.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(told))
"""


def told_by(commands):
    """What commands answer in a bare install, one after the other: exit status, standard output and error."""
    return json.loads(bare(COMMANDS, json.dumps([[str(word) for word in words] for words in commands])))


SUDOKU = "rullo_core/sudoku/shelf.txt"


def test_commands_work_in_a_bare_install(tmp_path):
    """All have their help, and those of the core do their work; a sweep is counted, and only its notebook left out."""
    sweep = ["--name", "n", "--experiment", "census", "-p", "size", "1x2", "-p", "values", "[1-2, 1-3]"]
    count = ["census", "--size", "2x2", "--values", "1-2", "--out", tmp_path / "census.parquet"]
    commands = [
        ["solve", "data/published/puzzles.txt"],
        ["kakuro", "generate", "--size", "5x5"],
        ["killer", "generate", "--size", "4", "--format", "csv"],
        ["sudoku", "rate", SUDOKU],
        ["show", SUDOKU],
        count,
        ["show", tmp_path / "census.parquet"],
        ["sweep", *sweep, "--out", tmp_path / "sweep"],
    ]
    answers = told_by(commands)
    *preceding, (_, out, err) = answers
    assert [status for status, _, _ in answers] == [0] * len(commands), answers
    assert all(out for _, out, _ in preceding)
    assert "2 points" in out
    assert "0 failures" in out
    missing = ("PIL", "anywidget", "ipykernel", "jinja2", "matplotlib", "nbformat", "papermill")
    assert err == f"summary.ipynb: not executed, as {line('notebooks', *missing)}\n"
    assert {path.suffix for path in (tmp_path / "sweep").iterdir()} == {".csv", ".parquet", ".yaml"}


def test_every_command_has_its_help_in_a_bare_install():
    commands = [name.split()[1:] for name in COMMANDS_OF]
    answers = told_by([[*words, "--help"] for words in commands])
    assert all(status == 0 and "Usage: " in out and not err for status, out, err in answers)
    assert len(answers) > 50


NEEDING_EXTRAS = {
    "show --out {folder}/a.svg rullo_core/sudoku/shelf.txt": ("figures", "matplotlib"),
    "sudoku show --sheet --out {folder}/a.pdf rullo_core/sudoku/shelf.txt": ("figures", "matplotlib"),
    "kakuro generate --size 5x5 --sheet {folder}/a.pdf": ("figures", "matplotlib"),
    "figures {folder}": ("figures", "jinja2", "matplotlib"),
    "notebook notebooks/rullo/01-rules.ipynb {folder}/a.ipynb": ("notebooks",),
    "sweep sweeps/shape.yaml --notebooks --out {folder}/sweep": ("notebooks",),
    "lab": ("lab",),
    "site {folder}/site": ("site",),
    "census --size 1x2 --values 1-2 --cluster local --out {folder}/a.parquet": ("cluster", "distributed"),
    "sudoku generate --size 4 --cluster local --out {folder}/a.parquet": ("cluster", "distributed"),
}
"""Commands, and the extra that they need, with what is missing; all of it unless that is said."""


def test_commands_that_need_an_extra_name_it_in_one_line_before_they_do_anything(tmp_path):
    answers = told_by([command.format(folder=tmp_path).split() for command in NEEDING_EXTRAS])
    for (command, (extra, *missing)), answer in zip(NEEDING_EXTRAS.items(), answers, strict=True):
        message = line(extra, *(missing or sorted(EXTRAS[extra])))
        assert answer == [2, "", f"rullo: {message}\n"], command
    assert not list(tmp_path.iterdir())


def test_modules_that_make_runs_name_it_too(tmp_path):
    (tmp_path / "due").write_text("")
    for module, arguments, extra in (
        ("rullo_core.reports.paper", [tmp_path / "paper"], "paper"),
        ("rullo_core.cli.together", [tmp_path / "due"], "notebooks"),
    ):
        words = json.dumps([module, *map(str, arguments)])
        code = f"import runpy, sys; sys.argv = {words}; runpy.run_module({module!r}, run_name='__main__')"
        process = subprocess.run([sys.executable, "-m", "tests.bare", code], cwd=ROOT, capture_output=True, text=True)
        assert (process.returncode, process.stdout) == (2, "")
        assert process.stderr == f"rullo: {line(extra, *sorted(EXTRAS[extra]))}\n"
    assert not (tmp_path / "paper").exists()


FUNCTIONS = """
import json, sys
import rullo_core as rc
import rullo_studies as rs
from rullo_core.runs.cluster import Cluster
told = {}
def call(name, function, *given):
    try:
        function(*given)
    except rc.BadInput as error:
        told[name] = f"{type(error).__name__}: {error}"
for kind in ("rullo", "kakuro", "killer", "sudoku"):
    api = getattr(rc, kind)
    puzzle = api.read(f"rullo_core/{kind}/shelf.txt")[0]
    call(f"{kind}.plot", api.plot, puzzle)
    call(f"{kind}.play", api.play)
    call(f"{kind}.write_sheet", api.write_sheet, [puzzle], f"{sys.argv[2]}/sheet.pdf")
    call(f"{kind}, plotted", puzzle.plot)
    call(f"{kind}, played", puzzle.play)
size = 5
def written():
    rc.written_for(size=4)
call("plot", rc.plot, puzzle)
call("play", rc.play, puzzle)
call("written_for", written)
call("save_numbers", rc.save_numbers, {"share": "1 %"})
call("Cluster", Cluster, "local", 1)
call("plot_unfixed", rs.kakuro.plot_unfixed, rc.kakuro.read("rullo_core/kakuro/shelf.txt")[0])
print(json.dumps(told))
"""


def test_functions_that_need_an_extra_name_it_in_one_line(tmp_path):
    messages = json.loads(bare(FUNCTIONS, tmp_path))
    extras = {"play": ("notebooks", "anywidget"), "written_for": ("notebooks", "IPython")}
    extras["save_numbers"] = extras["written_for"]
    extras |= {"Cluster": ("cluster", "distributed"), "other": ("figures", "matplotlib")}
    assert len(messages) == 26
    for name, message in messages.items():
        word = {"played": "play"}.get(name.split()[-1], name.rpartition(".")[2])
        assert message == f"NotInstalled: {line(*extras.get(word, extras['other']))}", name
    assert not list(tmp_path.iterdir())


def test_the_command_is_that_of_a_checkout_or_of_what_is_installed(monkeypatch, tmp_path):
    assert extras.command("lab") == f'python -m pip install -e "{ROOT}[lab]"'
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path)
    assert extras.command("lab") == 'python -m pip install "rullo[lab]"'


def test_what_is_there_is_not_asked_for(monkeypatch):
    for extra in EXTRAS:
        require(extra)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    require("figures", "jinja2")
    with pytest.raises(NotInstalled, match="this needs matplotlib, which is not installed"):
        require("lab")


def test_modules_that_no_extra_brings_are_missing_as_ever():
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'no_such'$"), naming_the_extra():
        import no_such  # noqa: F401
