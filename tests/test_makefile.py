"""That what `make` makes data again from is all that they depend on, and nothing else."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports.notebook import own_parameters
from rullo_core.runs.registry import declaration
from rullo_core.sources import closure, modules

RUN = "rullo_core.runs.run"
RULLO = "rullo_core.rullo.experiments"
MADE_BY = {
    "kakuro-study-10x10-0.4-parting.parquet": ["rullo_core.kakuro.experiments.study", RUN],
    "kakuro-census-2x5.parquet": ["rullo_core.kakuro.experiments.census", RUN],
    "killer-study-report-35-46.parquet": ["rullo_studies.killer.experiments.study", RUN],
    "killer-study-repaired-28-34.parquet": ["rullo_studies.killer.experiments.study", RUN],
    "census-3x3-2-4.parquet": [f"{RULLO}.census", RUN],
    "grids-5x5-1-9.parquet": [f"{RULLO}.grids", RUN],
    "grids-5x5-1-9-rand.parquet": [f"{RULLO}.grids", RUN],
    "sample-7x7-1-9.parquet": [f"{RULLO}.sample", RUN],
    "sample-7x7-1-9-rand.parquet": [f"{RULLO}.sample", RUN],
    "sample-7x7-1-9-rand-numbers.parquet": [f"{RULLO}.sample", RUN],
    "sample-7x7-1-9-rand-coins.parquet": [f"{RULLO}.sample", RUN],
    "sudoku-study-9x9-one-solution-random.parquet": ["rullo_core.sudoku.experiments.study", RUN],
    "sudoku-population-9x9-one-solution.parquet": ["rullo_core.sudoku.experiments.population", RUN],
}


def is_new_enough():
    """Whether there is GNU make, 4.0 or later: macOS has 3.81."""
    if shutil.which("make") is None:
        return False
    version = subprocess.run(["make", "--version"], capture_output=True, text=True).stdout
    return version.startswith("GNU Make ") and int(version.split()[2].split(".")[0]) >= 4


pytestmark = pytest.mark.skipif(not is_new_enough(), reason="no GNU make 4.0 or later here")


def active_environment():
    """The environment in which this one is active, without what a make that runs the tests says to another."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return settings | {"VIRTUAL_ENV": sys.prefix, "PATH": f"{sys.prefix}/bin:{os.environ['PATH']}"}


def make(out, *arguments, **options):
    """What a dry run says, which writes the rules anew all the same; the folder is that of all that is generated."""
    command = ["make", "-n", f"OUT={out}", f"COMPILED={out}/build/kernels.compiled", "SCALE=quick", *arguments]
    return subprocess.run(command, cwd=ROOT, env=active_environment(), capture_output=True, text=True, **options)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """A folder in which all data are there, newer than every source."""
    out = tmp_path_factory.mktemp("out")
    (out / "data").mkdir()
    assert make(out, "help").returncode == 0
    (out / "build" / "kernels.compiled").touch()
    for name in MADE_BY:
        for part in ("", ".hardest", ".grids", ".puzzles"):
            (out / "data" / name.replace(".parquet", f"{part}.parquet")).touch()
    return out


def experiment_of(command):
    """The experiment of a command, and the file that it writes."""
    words = shlex.split(command)
    start = next(i for i, word in enumerate(words) if word.startswith("--"))
    experiment, options = (
        declaration(" ".join(words[:start])),
        dict(zip(words[start::2], words[start + 1 :: 2], strict=True)),
    )
    keys = {key.flag: key for key in experiment.keys}
    place = options.pop("--out")
    return experiment.make({keys[flag].name: keys[flag].take(text) for flag, text in options.items()}), place


def test_the_command_that_is_named_for_a_dataset_is_the_one_that_make_runs(out):
    """Every dataset that notebooks and figures need, at the thesis's scale."""
    shutil.copytree(out / "build", out / "thesis" / "build")
    output = make(out / "thesis", "SCALE=thesis", "data").stdout
    experiments = [
        experiment_of(line.partition(" -m rullo_core ")[2]) for line in output.splitlines() if "--out" in line
    ]
    assert {Path(place).name for _, place in experiments} == {*MADE_BY}
    for experiment, place in experiments:
        with pytest.raises(BadInput, match="there is no such file; make it with: rullo ") as error:
            rc.load(place)
        assert experiment_of(str(error.value).partition(": rullo ")[2]) == (experiment, place)


def test_every_dataset_that_a_notebook_names_is_made_by_make():
    notebooks = [nbformat.read(path, as_version=4) for path in NOTEBOOKS.glob("*/*.ipynb")]
    values = {str(value) for notebook in notebooks for value in own_parameters(notebook.cells).values()}
    datasets = {value for value in values if value.endswith(".parquet")}
    assert len(datasets) >= 6
    assert datasets <= {*MADE_BY}


def test_every_dataset_depends_on_all_that_its_modules_import(out):
    rules = dict(line.split(": ") for line in (out / "build" / "sources.mk").read_text().splitlines())
    paths = modules()
    assert {name: set(rules[f"{out}/data/{name}"].split()) for name in MADE_BY} == {
        name: {os.path.relpath(paths[module], ROOT) for module in closure(*made_by)}
        for name, made_by in MADE_BY.items()
    }
    assert len(rules) == len(MADE_BY)


def test_every_dataset_that_is_made_is_there(out):
    """With all of them there and new, nothing is left to be made; so `MADE_BY` has them all."""
    process = make(out, "data")
    assert (process.returncode, "rullo_core" in process.stdout) == (0, False), process.stdout + process.stderr
    shutil.copytree(out / "build", out / "none" / "build")
    commands = make(out / "none", "data").stdout
    assert sum(" -m rullo_core " in line for line in commands.splitlines()) == len(MADE_BY)


@pytest.mark.parametrize(
    ("source", "targets"),
    [
        ("killer/solver.py", {"killer"}),
        ("killer/gordon/strategies.py", {"killer"}),
        ("killer/kernels/study.py", {"killer"}),
        ("killer/playing.py", set()),
        ("killer/formats/__init__.py", set()),
        ("killer/gordon/menu.py", set()),
        ("killer/commands/solving.py", set()),
        ("sudoku/rules.py", {"killer", "sudoku"}),
        ("sudoku/kernels/splitting.py", {"sudoku population"}),
        ("kakuro/formats.py", set()),
        ("kakuro/kernels/repair.py", {"kakuro study"}),
        ("kakuro/playing.py", set()),
        ("rullo/experiments/classes.py", {"census"}),
        ("rullo/figures.py", set()),
        ("runs/sweep.py", set()),
        ("kakuro/kernels/blocks.py", {"kakuro census"}),
        ("runs/checkpoint.py", {"kakuro study", "kakuro census", "killer", "sudoku", "census", "grids", "sample"}),
        ("parameters.py", {"killer", "sudoku", "kakuro", "census", "grids", "sample"}),
    ],
)
def test_an_edit_makes_what_depends_on_it_again_and_nothing_else(out, source, targets):
    """By the rules that are there, as the file is not edited indeed."""
    (path,) = ROOT.glob(f"rullo_*/{source}")
    process = make(out, "data", "-W", str(path.relative_to(ROOT)), "-o", f"{out}/build/sources.mk")
    lines = [line for line in process.stdout.splitlines() if "-m rullo" in line]
    output = [line.partition(" -m rullo_core ")[2] for line in lines if not line.endswith(" compile")]
    assert all(any(line.startswith(f"{name} ") for name in targets) for line in output), output
    assert all(any(line.startswith(f"{name} ") for line in output) for name in targets), output


def test_an_edit_has_the_rules_written_anew(out, tmp_path):
    shutil.copytree(out / "build", tmp_path / "build")
    rules = tmp_path / "build" / "sources.mk"
    content = rules.read_text()
    rules.write_text("")
    assert make(tmp_path, "help", "-W", "rullo_core/files.py").returncode == 0
    assert rules.read_text() == content.replace(str(out), str(tmp_path))


def test_a_missing_file_of_what_notebooks_show_is_written_again_without_executing_them(out, tmp_path):
    shutil.copytree(out, tmp_path, dirs_exist_ok=True)
    stamps, file = tmp_path / "build", tmp_path / "figures" / "notebooks" / "rullo" / "04-census-3x3" / "one.csv"
    commands = make(tmp_path, "figures").stdout.split()
    for stamp in [word for word in commands if word.startswith(f"{stamps}/") and word.endswith(".done")]:
        Path(stamp).parent.mkdir(exist_ok=True)
        Path(stamp).touch()  # in the order of the steps
    file.parent.mkdir(parents=True)
    file.touch()
    (stamps / "shown.list").write_text(f"{file}\n")
    process = make(tmp_path, "figures")
    assert "rullo_core" not in process.stdout, process.stdout
    file.unlink()
    (command,) = [line for line in make(tmp_path, "figures").stdout.splitlines() if " -m rullo_core" in line]
    assert f" -m rullo_core.reports.figures {tmp_path}/figures/notebooks {tmp_path}/notebooks/rullo/06-" in command


def test_an_active_environment_that_lacks_something_is_told_what(tmp_path):
    """What pyproject.toml names, be it of an extra, is looked for; nothing else is done."""
    for name in ("Makefile", "requirements.lock", "rullo_core", "rullo_studies", "notebooks", "data"):
        (tmp_path / name).symlink_to(ROOT / name)
    pyproject = (ROOT / "pyproject.toml").read_text()

    def answer(text):
        (tmp_path / "pyproject.toml").write_text(text)
        process = subprocess.run(
            ["make", "env"], cwd=tmp_path, env=active_environment(), capture_output=True, text=True
        )
        return process.returncode, process.stderr

    status, message = answer(pyproject.replace('"typst>=0.14"', '"no-such-thing>=1"'))
    assert status == 2
    assert message.startswith(
        f"The active environment, {sys.prefix}, lacks no-such-thing: install what is needed with\n"
    )
    assert answer(pyproject) == (0, "")


def test_without_python_there_is_help_all_the_same(tmp_path):
    environment = {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}
    (tmp_path / "bin").mkdir()
    for tool in ("make", "bash", "sh", "find", "cat", "grep", "column", "sed", "echo", "cksum", "cut", "sort", "mkdir"):
        if place := shutil.which(tool):
            (tmp_path / "bin" / tool).symlink_to(place)
    checkout = tmp_path / "checkout"
    for package in ("rullo_core", "rullo_studies"):
        shutil.copytree(ROOT / package, checkout / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "Makefile", checkout)
    process = subprocess.run(
        [str(tmp_path / "bin" / "make"), "help"], cwd=checkout, env=environment, capture_output=True, text=True
    )
    assert (process.returncode, process.stdout.startswith("RULLO:")) == (0, True), process.stderr
