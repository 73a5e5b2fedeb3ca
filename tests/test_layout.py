"""What may lean on what."""

import ast
import graphlib
import os
import shutil
import subprocess
import sys

import pytest

from rullo_core.lazy import attach_kind
from rullo_core.paths import PACKAGE, ROOT
from rullo_core.runs.registry import puzzles
from rullo_core.sources import imports, modules

GROUND = {
    "arguments",
    "bars",
    "columns",
    "declaration",
    "docstrings",
    "errors",
    "escaping",
    "extras",
    "files",
    "interpreted",
    "json_text",
    "lazy",
    "limits",
    "lines",
    "paths",
    "parameters",
    "progress",
    "ranges",
    "recognition",
    "sources",
    "tables",
    "terminal",
    "tuning",
    "uncertainty",
}
SHARED = {"compiled", "passes", "constraints", "datasets", "views", "runs", "reports", "cli", "player", "puzzles"}
ROOMS = {  # and what each may lean on
    "arguments": {"errors", "extras", "progress"},
    "bars": {"progress"},
    "columns": set(),
    "declaration": {"docstrings", "errors", "limits", "parameters"},
    "docstrings": set(),
    "recognition": {"errors"},
    "ranges": {"declaration", "errors", "parameters"},
    "errors": {"escaping"},
    "escaping": set(),
    "extras": {"errors"},
    "files": set(),
    "json_text": {"errors", "lines"},
    "lazy": {"extras"},
    "limits": {"arguments", "errors", "extras", "parameters", "progress"},
    "lines": {"errors"},
    "paths": {"arguments", "errors"},
    "sources": {"lazy"},
    "tables": set(),
    "terminal": {"escaping"},
    "parameters": {"arguments", "errors"},
    "tuning": set(),
    "uncertainty": set(),
    "interpreted": {"escaping", "progress"},
    "progress": {"escaping"},
    "compiled": {"arguments", "errors", "files", "interpreted", "limits"},
    "passes": {"limits"},
    "constraints": {"compiled", "errors", "limits", "passes"},
    "datasets": GROUND,
    "views": GROUND | {"datasets"},
    "runs": GROUND | {"compiled", "datasets"},
    "reports": GROUND | {"datasets", "runs", "puzzles", "player", "views"},
    "player": {"errors", "escaping", "interpreted", "lazy", "limits", "passes", "recognition"},
    "puzzles": GROUND | {"constraints", "passes", "player", "views", "datasets", "runs"},
    "cli": GROUND | {"compiled", "datasets", "views", "runs", "reports", "puzzles"},
    "__main__": {"errors", "interpreted", "runs", "cli"},
    "scale": GROUND | SHARED | set(puzzles()),  # of the studies alone: they compare kinds of puzzles
    "theory": GROUND | SHARED | set(puzzles()),  # likewise: it makes the tables of several kinds
} | dict.fromkeys(puzzles(), GROUND | SHARED)
BETWEEN_PUZZLES = {"killer": {"sudoku"}}
FOREIGN = {
    "compiled": {"llvmlite", "numba", "numpy", "platformdirs"},
    "passes": set(),
    "files": set(),
    "errors": set(),
    "escaping": set(),
    "extras": set(),
    "interpreted": {"numpy"},
    "lazy": set(),
    "sources": set(),
    "tuning": set(),
}
"""What may be leant on beside the standard library, where that is little."""

FLOORS = ["kernels", "files", "experiments", "commands"]
"""Of a puzzle in the library, from the ground up; all that is none of the others is its files."""

MODULES = modules()

PACKAGES = {"rullo_core", "rullo_studies"}

STUDIES = ROOT / "rullo_studies"


def leans_on(name):
    """The modules of ours that one imports, itself and the packages as such left out."""
    return {module for module in imports(MODULES[name], MODULES) if module in MODULES} - {name, *PACKAGES}


def floor(name):
    """Which of `FLOORS` a module of a puzzle is on."""
    folder = [*name.split(".")[2:], ""][0]
    return FLOORS.index(folder if folder in FLOORS else "files")


@pytest.mark.parametrize("name", sorted(set(MODULES) - PACKAGES))
def test_rooms(name):
    """Studies may lean on all that their kind of puzzle may lean on in the library, public or not."""
    package, room, *_ = name.split(".")
    for module in leans_on(name):
        other_package, other_room, *_ = module.split(".")
        assert other_room in ROOMS[room] | BETWEEN_PUZZLES.get(room, set()) | {room}, f"{name} leans on {module}"
        if package == other_package == "rullo_core" and {room, other_room} <= set(puzzles()):
            assert floor(module) <= floor(name), f"{name} leans on {module}"


def test_the_library_imports_no_studies():
    """It finds them by their place."""
    for name, path in MODULES.items():
        if name.split(".")[0] == "rullo_core":
            packages = {module.split(".")[0] for module in imports(path, MODULES)}
            assert "rullo_studies" not in packages, name


WITHOUT_STUDIES = """
import sys
import rullo_core as rc
from rullo_core.__main__ import command
print(rc.rullo.parse("5 7\\n4 1 4\\n8 5 3").solve().unique)
command().main(["figures", *sys.argv[1:]], standalone_mode=False)
print([name for name in sys.modules if "studies" in name])
"""


def test_the_library_works_without_the_studies(thesis_census, tmp_path):
    """Where they are not beside it, datasets are drawn as those of any other experiment."""
    shutil.copytree(PACKAGE, tmp_path / "rullo_core", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", WITHOUT_STUDIES, str(thesis_census.path), "drawn"]
    environment = {**os.environ, "PYTHONPATH": ""}
    process = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert (process.stdout.splitlines()[0], process.stdout.splitlines()[-1]) == ("True", "[]")
    assert {path.name for path in (tmp_path / "drawn").glob("*.svg")} == {"census-3x3-2-4-kinds.svg"}


def test_no_room_is_forgotten():
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms - {"__init__"} <= set(ROOMS)


MOST_LINES = 500
"""Of a module."""


def test_no_module_is_too_long():
    long = {name: lines for name, path in MODULES.items() if (lines := len(path.read_text().splitlines())) > MOST_LINES}
    assert not long


LOADERS = {"rullo_core.lazy", "rullo_core.runs.registry", "rullo_core.compiled.internals"}
"""Modules that import others by a name that a program knows: public names when they are used, what a folder of a puzzle
has, experiments, and what numba calls its own.
"""

DOORS = {name for name, path in MODULES.items() if path.name == "__init__.py" and "attach" in path.read_text()}
"""Packages that offer names of modules inside them, which are imported when they are used."""


def loads(name):
    """The modules of ours that one leans on, also for types alone or by name; what `LOADERS` load is not seen."""
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & set(MODULES)
            yield from inner or {node.module}
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            assert name in LOADERS, f"{name}, line {node.lineno}: leave imports by name to {sorted(LOADERS)}"


def test_no_circle():
    """Not even for types alone."""
    graph = {name: set(loads(name)) & set(MODULES) - {name, *DOORS} for name in MODULES.keys() - DOORS}
    assert "rullo_core.puzzles.generation" in graph["rullo_core.puzzles.asking"]  # for types alone
    graphlib.TopologicalSorter(graph).prepare()


def test_what_is_imported_by_name_is_seen(monkeypatch, tmp_path):
    path = tmp_path / "module.py"
    path.write_text("import importlib\nimportlib.import_module('rullo_core.api')")
    monkeypatch.setitem(MODULES, "rullo_core.module", path)
    with pytest.raises(AssertionError, match="line 2: leave imports by name"):
        list(loads("rullo_core.module"))


def test_kernels_stand_on_numba_and_numpy_alone():
    allowed = {"numba", "numpy", "typing", *PACKAGES}
    for path in ROOT.glob("rullo_*/*/kernels/**/*.py"):
        assert {name.split(".")[0] for name in imports(path, MODULES)} <= allowed
        assert all(
            "kernels" in name.split(".") or ".compiled" in name for name in imports(path, MODULES) if "rullo" in name
        )


def test_every_room_says_what_it_is_for():
    for path in ROOT.glob("rullo_*/**/__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text())), path


@pytest.mark.parametrize("room", FOREIGN)
def test_what_is_foreign(room):
    for name in MODULES:
        if name.split(".")[1:2] == [room]:
            foreign = {module.split(".")[0] for module in imports(MODULES[name], MODULES)} - set(
                sys.stdlib_module_names
            )
            assert foreign - {"rullo_core"} <= FOREIGN[room], name


def test_tests_mirror_the_rooms():
    """Those of the studies in a folder of their own."""
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    studies = {folder for folder in folders if folder.parts[:1] == ("studies",)}
    mirrors = {PACKAGE: folders - studies, STUDIES: {folder.relative_to("studies") for folder in studies}}
    for package, mirroring in mirrors.items():
        assert all((package / folder).is_dir() for folder in mirroring)
        assert {path.parent.relative_to(package) for path in package.glob("*/__init__.py")} <= mirroring


def test_solving_does_not_wait_for_the_compiler():
    """The command starts without numba and pandas, which take a second to import."""
    script = "import sys, rullo_core.__main__ as main; main.command()"
    script += "; print({'numba', 'pandas', 'matplotlib', 'papermill', 'pyarrow'} & set(sys.modules))"
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "set()\n"


@pytest.mark.parametrize("puzzle", ["rullo", "kakuro", "killer", "sudoku"])
def test_what_passes_solve_is_told_without_the_compiler(puzzle, tmp_path):
    """Solved, as a hint and as it is, each after the other in one process."""
    script = """
import sys
import rullo_core.__main__ as main
place, *puzzle = sys.argv[1:]
for verb in ("solve", "hint", "show"):
    sys.argv = ["rullo", *puzzle, verb, place]
    main.command().main(standalone_mode=False)
    print(sys.modules.keys() & {"numba", "llvmlite"})
"""
    place = tmp_path / "puzzle.txt"
    place.write_text((PACKAGE / puzzle / "shelf.txt").read_text().split("\n\n")[0])
    command = [sys.executable, "-c", script, str(place), *([] if puzzle == "rullo" else [puzzle])]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    *outputs, rest = process.stdout.split("\nset()\n")
    assert (len(outputs), rest) == (3, "")
    assert all(outputs)


def test_what_passes_solve_is_played_without_the_compiler():
    script = """
import sys
from rullo_core.player.kinds import kinds
for kind in kinds().values():
    kind.read_play(kind.shelf[0], "the shelf")
print(sys.modules.keys() & {"numba", "llvmlite"})
"""
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "set()\n"


@pytest.mark.parametrize("kind", puzzles())
def test_what_is_no_public_name_of_a_kind_is_no_attribute(kind):
    """As in a process that has not imported it; what has moved is told with its new name."""
    getattribute = attach_kind(f"rullo_core.{kind}")[0]
    with pytest.raises(AttributeError, match=f"rullo_core.{kind}.studies is rullo_studies.{kind} since"):
        getattribute("studies")
    for name in ("api", "notebooks", "no_such_thing"):
        with pytest.raises(AttributeError, match=f"module 'rullo_core.{kind}' has no attribute '{name}'"):
            getattribute(name)


def test_a_module_inside_a_kind_is_imported_without_its_functions():
    """They may be what imports it."""
    script = "import sys; from rullo_core.rullo import rand; print('rullo_core.rullo.api' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "False\n"
