"""The package as it is built and installed: it works from any folder, without the checkout."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from rullo_core.paths import ROOT

pytestmark = pytest.mark.slow

SOURCE = (
    "rullo_core",
    "notebooks",
    "sweeps",
    "benchmarks",
    "data/published",
    "data/records",
    "data/checksums.json",
    "pyproject.toml",
    "setup.py",
    "README.md",
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Run python with the package as a wheel installs it, in an empty folder."""
    source, site, elsewhere = (tmp_path_factory.mktemp(name) for name in ("source", "site", "elsewhere"))
    for name in (*SOURCE, "README.md", "LICENSE", "MANIFEST.in"):
        place = source / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copyfile(ROOT / name, place)
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", build, str(site)], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = site.glob("*.whl")
    with ZipFile(wheel) as file:
        file.extractall(site)
    shutil.rmtree(source)

    def run(*arguments, status=0):
        home = {name: str(elsewhere / "home") for name in ("HOME", "XDG_DATA_HOME")}
        environment = os.environ | home | {"PYTHONPATH": str(site), "XDG_CONFIG_HOME": str(elsewhere / "home")}
        environment.pop("RULLO_DATA", None)
        done = subprocess.run([sys.executable, *map(str, arguments)], cwd=elsewhere, env=environment,
                              capture_output=True, text=True)  # fmt: skip
        assert done.returncode == status, done.stderr
        return done.stdout

    run.site, run.folder = site, elsewhere
    return run


def test_it_is_the_installed_one_that_runs(installed):
    output = installed(
        "-c", "import rullo_core.paths as p; print(p.PACKAGE, p.SHIPPED, p.DATA, p.IS_CHECKOUT, sep='\\n')"
    )
    package, shipped, data, is_checkout = output.splitlines()
    assert Path(package).parent == installed.site
    assert Path(shipped) == Path(package) / "shipped"
    assert Path(data).is_relative_to(installed.folder)
    assert is_checkout == "False"


def test_solve_and_rate_and_what_is_published(installed):
    (installed.folder / "puzzle.txt").write_text("5 7\n4 1 4\n8 5 3\n")
    assert "difficulty 1" in installed("-m", "rullo_core", "solve", "puzzle.txt")
    assert '"kind": "simple"' in installed("-m", "rullo_core", "rate", "puzzle.txt")
    script = "from rullo_core.rullo.thesis import published as p; "
    output = installed("-c", f"{script}print(len(p.puzzles()), len(p.published_table(3, 'required')))")
    count, rows = map(int, output.split())
    assert count >= 10
    assert rows >= 10


def test_the_public_functions_and_their_types(installed):
    assert (installed.site / "rullo_core" / "py.typed").exists()
    script = "import rullo_core as rc; p = rc.rullo.parse('5 7\\n4 1 4\\n8 5 3')"
    script += "; print(p.solve().unique, rc.rate(p).level[0])"
    assert installed("-c", script).split() == ["True", "lines"]


def test_a_dataset_its_figures_and_a_notebook(installed):
    sample = ["--size", "3x3", "--range", "1-3", "--puzzles", "500", "--out", "sample.parquet"]
    installed("-m", "rullo_core", "sample", *sample)
    assert "A hardest simple puzzle" in installed("-m", "rullo_core", "show", "sample.parquet")
    (installed.folder / "figures").mkdir(exist_ok=True)
    installed("-m", "rullo_core", "figures", "sample.parquet", "figures")
    assert (installed.folder / "figures" / "sample-distribution.svg").exists()
    notebook = installed.site / "rullo_core" / "shipped" / "notebooks" / "rullo" / "06-sample-7x7.ipynb"
    parameters = ["-p", "size", "2x2", "-p", "values", "1-2", "-p", "puzzles", "300"]
    installed("-m", "rullo_core", "notebook", notebook, "out.ipynb", *parameters)
    assert (installed.folder / "out.ipynb").stat().st_size > 1000
    assert list((installed.folder / "home").rglob("sample-2x2-1-2*.parquet"))


def test_jupyterlab_opens_copies_of_the_notebooks(installed):
    """With all that they read beside them; what was changed in them stays."""
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", installed("-m", "rullo_core", "lab", "--version"))
    (folder,) = (installed.folder / "home").rglob("rullo/notebooks")
    copied = {path.relative_to(folder.parent) for path in folder.parent.rglob("*") if path.is_file()}
    of_checkout = {path.relative_to(ROOT) for path in (ROOT / "notebooks").glob("*/*.ipynb")}
    assert of_checkout <= copied
    assert Path("data/records/killer/fewest-cages.txt") in copied
    assert {Path("benchmarks/peers.csv"), Path("sweeps/shape.yaml"), Path("data/published/table1.csv")} <= copied
    changed = folder / "rullo" / "01-rules.ipynb"
    changed.write_text("mine")
    installed("-m", "rullo_core", "lab", "--version")
    assert changed.read_text() == "mine"


def test_a_sweep(installed):
    (installed.folder / "sweep.yaml").write_text(
        "experiment: sample\nsizes: [2x2, 2x3]\nranges: ['1,2']\npuzzles: 200\n"
    )
    output = installed("-m", "rullo_core", "sweep", "sweep.yaml", "--out", "made")
    assert "2 points, 0 there from before, 0 failures" in output
    assert {path.name for path in (installed.folder / "made").iterdir()} == {
        "points.csv",
        "points.parquet",
        "summary.ipynb",
    }
