"""The package as it is built and installed: it works from any folder, without the checkout."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from email.parser import Parser
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rullo_core import __version__
from rullo_core.paths import ROOT
from tests.cli.test_help import CHEAP, EXAMPLES, SLOW
from tests.test_links import links_of

pytestmark = pytest.mark.slow

SOURCE = (
    "rullo_core",
    "rullo_studies",
    "notebooks",
    "sweeps",
    "docs",
    "benchmarks",
    "data/published",
    "data/records",
    "data/checksums.json",
    "pyproject.toml",
    "setup.py",
    "README.md",
)


OF_OTHERS = {"ipython": "ipykernel", "jupyter-client": "ipykernel", "llvmlite": "numba", "traitlets": "ipykernel"}
"""What is used because something that is required is made of it, which therefore brings it in the version that fits."""

BUILD = "import sys; from setuptools import build_meta; getattr(build_meta, f'build_{sys.argv[1]}')(sys.argv[2])"


def built(kind, source, folder):
    """Build a wheel or an sdist from a folder, and return its path."""
    process = subprocess.run(
        [sys.executable, "-c", BUILD, kind, str(folder)], cwd=source, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    (path,) = [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]
    return path


def names_in(wheel):
    """The files of a wheel, and what each holds."""
    with ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist() if not name.endswith("/RECORD")}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """What a wheel is built from."""
    source = tmp_path_factory.mktemp("source")
    for name in (*SOURCE, "README.md", "LICENSE", "MANIFEST.in"):
        place = source / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copyfile(ROOT / name, place)
    return source


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """Built from an sdist, as an sdist is installed, too."""
    sdist = built("sdist", source, tmp_path_factory.mktemp("sdist"))
    with tarfile.open(sdist) as file:
        file.extractall(sdist.parent, filter="data")
    (unpacked,) = [path for path in sdist.parent.iterdir() if path.is_dir()]
    return built("wheel", unpacked, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installation(wheel, tmp_path_factory):
    """Run python with the package as a wheel installs it, in an empty folder, and with nothing compiled."""
    site, elsewhere = (tmp_path_factory.mktemp(name) for name in ("site", "elsewhere"))
    with ZipFile(wheel) as file:
        file.extractall(site)

    def run(*arguments, status=0):
        home = {name: str(elsewhere / "home") for name in ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        environment = os.environ | home | {"PYTHONPATH": str(site), "XDG_CONFIG_HOME": str(elsewhere / "home")}
        for name in ("NUMBA_CACHE_DIR", "RULLO_DATA"):
            environment.pop(name, None)
        process = subprocess.run([sys.executable, *map(str, arguments)], cwd=elsewhere, env=environment,
                              capture_output=True, text=True)  # fmt: skip
        assert process.returncode == status, process.stderr
        return process.stdout

    run.site, run.folder = site, elsewhere
    return run


def test_a_wheel_from_the_sources_is_that_from_the_sdist(source, wheel, tmp_path):
    assert names_in(built("wheel", source, tmp_path)) == names_in(wheel)


def test_the_wheel_has_all_that_the_package_has(wheel):
    """But what `make` reads; so no pattern is missing in `package-data`."""
    files = {path for path in ROOT.glob("rullo_*/**/*") if path.is_file() and path.suffix not in (".mk", ".pyc")}
    assert {path.relative_to(ROOT).as_posix() for path in files} <= set(names_in(wheel))
    assert f"rullo-{__version__}.dist-info/licenses/LICENSE" in names_in(wheel)


def test_notebooks_of_a_wheel_are_those_of_the_checkout_without_what_they_show(wheel):
    """Which is most of a package with it."""
    notebooks = {name: text for name, text in names_in(wheel).items() if name.endswith(".ipynb")}
    assert len(notebooks) == len([*ROOT.glob("notebooks/*/*.ipynb")]) > 40
    for name, text in notebooks.items():
        committed, shipped = (
            json.loads(content) for content in ((ROOT / name.partition("shipped/")[2]).read_bytes(), text)
        )
        for cell in committed["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
        assert shipped == committed
    assert wheel.stat().st_size < 3e6


def test_all_that_is_imported_is_required(wheel):
    """By an extra, if the core does without; `tests.test_extras` has what the core imports."""
    (text,) = [content for name, content in names_in(wheel).items() if name.endswith("/METADATA")]
    about = Parser().parsestr(text.decode())
    assert about["Requires-Python"] == ">=3.11"
    required = [Requirement(line) for line in about.get_all("Requires-Dist")]
    names_required = {canonicalize_name(requirement.name) for requirement in required}
    for name, by in OF_OTHERS.items():
        assert name in {canonicalize_name(Requirement(line).name) for line in requires(by)}
    distributions = packages_distributions()
    for path in ROOT.glob("rullo_*/**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in (
                {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"rullo_core", "rullo_studies"}
            ):
                providers = set(map(canonicalize_name, distributions.get(name, [name])))
                assert providers & (names_required | set(OF_OTHERS)), f"{path}: {name}"


def test_the_commands_of_the_readme(installation):
    """Those that need no checkout, in the folder of somebody who has none; and what its Python says."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [shlex.split(line)[1:] for line in re.findall(r"`(rullo [^`]*)`", text)]
    assert len(commands) >= 6
    for words in commands:
        # A million is many, and JupyterLab goes on until it is stopped.
        words = [{"1e6": "100"}.get(word, word) for word in words] + (["--version"] if words == ["lab"] else [])
        assert installation("-m", "rullo_core", *words) or "--out" in words
    assert (installation.folder / "sudokus.parquet").exists()
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    expressions = re.findall(r"`(rc\.[^`]*)`", text)
    assert len(expressions) >= 4
    assert "generate(10, " in block
    shortened = block.replace("generate(10, ", "generate(1, ")  # for which nothing is compiled
    installation("-c", "\n".join([shortened, *expressions]))


def test_the_examples_of_the_help(installation):
    """Those that take little, one after the other in a folder that holds nothing: one writes what another reads."""
    lines = [line for line in EXAMPLES if CHEAP.fullmatch(line) and not SLOW.fullmatch(line) and "hardest" not in line]
    lines.append("rullo figures census.parquet figures")
    assert set(lines) <= set(EXAMPLES)
    assert len(lines) > 30
    installation(
        "-c",
        "import shlex, sys\nfrom rullo_core.__main__ import command\n"
        "for line in sys.argv[1:]: command().main(shlex.split(line)[1:], 'rullo', standalone_mode=False)",
        *lines,
    )
    assert list((installation.folder / "figures").iterdir())


def test_the_python_of_the_pages(installation):
    """In a folder that holds nothing."""
    code = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False).failed)"
    for page in ("tutorial.md", "how-to.md", "python.md"):
        installation("-c", code, ROOT / "docs" / page)


def test_the_commands_of_how_to(installation):
    """With the files that its Python writes, one after the other."""
    text = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    commands = [shlex.split(line.replace("\n", " "))[1:] for line in re.findall(r"`(rullo [^`]*\.[^`]*)`", text)]
    assert len(commands) >= 8
    code = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False).failed)"
    installation("-c", code, ROOT / "docs" / "how-to.md")
    for words in commands:
        installation("-m", "rullo_core", *words)


def test_it_is_the_installed_one_that_runs(installation):
    output = installation(
        "-c", "import rullo_core.paths as p; print(p.PACKAGE, p.SHIPPED, p.DATA, p.IS_CHECKOUT, sep='\\n')"
    )
    package, shipped, data, is_checkout = output.splitlines()
    assert Path(package).parent == installation.site
    assert Path(shipped) == Path(package) / "shipped"
    assert Path(data).is_relative_to(installation.folder)
    assert is_checkout == "False"


def test_solve_and_rate_and_what_is_published(installation):
    (installation.folder / "puzzle.txt").write_text("5 7\n4 1 4\n8 5 3\n")
    assert "difficulty 1" in installation("-m", "rullo_core", "solve", "puzzle.txt")
    assert '"simple": true' in installation("-m", "rullo_core", "rate", "puzzle.txt")
    script = "from rullo_studies.rullo.thesis import published as p; "
    output = installation("-c", f"{script}print(len(p.puzzles()), len(p.published_table(3, 'required')))")
    count, rows = map(int, output.split())
    assert count >= 10
    assert rows >= 10


def test_the_public_functions_and_their_types(installation):
    assert (installation.site / "rullo_core" / "py.typed").exists()
    script = "import rullo_core as rc; p = rc.rullo.parse('5 7\\n4 1 4\\n8 5 3')"
    script += "; print(p.solve().unique, rc.rate(p).level[0])"
    assert installation("-c", script).split() == ["True", "lines"]


def test_a_dataset_its_figures_and_a_notebook(installation):
    sample = ["--size", "3x3", "--values", "1-3", "--count", "500", "--out", "sample.parquet"]
    installation("-m", "rullo_core", "sample", *sample)
    assert "A hardest simple puzzle" in installation("-m", "rullo_core", "show", "sample.parquet")
    (installation.folder / "figures").mkdir(exist_ok=True)
    installation("-m", "rullo_core", "figures", "sample.parquet", "figures")
    assert (installation.folder / "figures" / "sample-distribution.svg").exists()
    notebook = installation.site / "rullo_core" / "shipped" / "notebooks" / "rullo" / "06-sample-7x7.ipynb"
    parameters = ["-p", "size", "2x2", "-p", "values", "1-2", "-p", "count", "300"]
    installation("-m", "rullo_core", "notebook", notebook, "out.ipynb", *parameters)
    assert (installation.folder / "out.ipynb").stat().st_size > 1000
    assert list((installation.folder / "home").rglob("sample-2x2-1-2*.parquet"))


def test_jupyterlab_opens_copies_of_the_notebooks(installation):
    """With all that they read beside them; what was changed in them stays."""
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", installation("-m", "rullo_core", "lab", "--version"))
    (folder,) = (installation.folder / "home").rglob("rullo/notebooks")
    copied = {path.relative_to(folder.parent) for path in folder.parent.rglob("*") if path.is_file()}
    of_checkout = {path.relative_to(ROOT) for path in (ROOT / "notebooks").glob("*/*.ipynb")}
    assert of_checkout <= copied
    assert Path("data/records/killer/fewest-cages.txt") in copied
    linked = {target for path in of_checkout for target, _ in links_of(ROOT / path)}
    pages = {path.relative_to(ROOT) for path in linked if path.suffix == ".md"}
    assert len(pages) >= 5
    assert pages <= copied
    assert {Path("benchmarks/peers.csv"), Path("sweeps/shape.yaml"), Path("data/published/table1.csv")} <= copied
    notebook = folder / "rullo" / "01-rules.ipynb"
    notebook.write_text("mine")
    installation("-m", "rullo_core", "lab", "--version")
    assert notebook.read_text() == "mine"


def test_a_sweep(installation):
    (installation.folder / "sweep.yaml").write_text(
        "experiment: sample\nsize: [2x2, 2x3]\nvalues: ['1,2']\ncount: 200\n"
    )
    output = installation("-m", "rullo_core", "sweep", "sweep.yaml", "--out", "made")
    assert "2 points, 0 reused, 0 failures" in output
    assert {path.name for path in (installation.folder / "made").iterdir()} == {
        "points.csv",
        "points.parquet",
        "summary.ipynb",
    }
