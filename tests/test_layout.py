"""What may lean on what."""

import ast
import graphlib
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
    "sources",
    "tables",
    "terminal",
    "uncertainty",
}
SHARED = {"compiled", "passes", "constraints", "datasets", "views", "runs", "reports", "cli", "player", "puzzles"}
ROOMS = {  # and what each may lean on
    "arguments": {"errors", "extras", "progress"},
    "bars": {"progress"},
    "errors": {"escaping"},
    "escaping": set(),
    "extras": {"errors"},
    "files": set(),
    "json_text": {"errors", "lines"},
    "lazy": {"extras"},
    "limits": {"arguments", "errors", "extras", "parameters", "progress"},
    "lines": {"errors"},
    "paths": {"arguments", "errors"},
    "sources": set(),
    "tables": set(),
    "terminal": {"escaping"},
    "parameters": {"arguments", "errors"},
    "uncertainty": set(),
    "interpreted": {"escaping", "progress"},
    "progress": {"escaping"},
    "compiled": {"files", "interpreted", "limits"},
    "passes": {"limits"},
    "constraints": {"limits", "passes", "compiled"},
    "datasets": GROUND,
    "views": GROUND | {"datasets"},
    "runs": GROUND | {"compiled", "datasets"},
    "reports": GROUND | {"runs", "puzzles", "player", "views"},
    "player": {"errors", "escaping", "interpreted", "lazy", "limits", "passes"},
    "puzzles": GROUND | {"passes", "player", "views", "datasets", "runs"},
    "cli": GROUND | {"compiled", "datasets", "views", "runs", "reports", "puzzles"},
    "__main__": {"errors", "interpreted", "runs", "cli"},
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
}
"""What may be leant on beside the standard library, where that is little."""

FLOORS = ["kernels", "files", "experiments", "theory", "thesis", "records"]
FLOORS += ["studies", "figures", "commands"]
"""Of a puzzle, from the ground up; all that is none of the others is its files."""

MODULES = modules()


def leans_on(name):
    """The modules of ours that one imports, itself and the package as such left out."""
    return {other for other in imports(MODULES[name], MODULES) if other in MODULES} - {name, "rullo_core"}


def floor(name):
    """Which of `FLOORS` a module of a puzzle is on."""
    inside = [*name.split(".")[2:], ""][0]
    return FLOORS.index(inside if inside in FLOORS else "files")


@pytest.mark.parametrize("name", sorted(set(MODULES) - {"rullo_core"}))
def test_rooms(name):
    room = name.split(".")[1]
    for other in leans_on(name):
        other_room = other.split(".")[1]
        assert other_room in ROOMS[room] | BETWEEN_PUZZLES.get(room, set()) | {room}, f"{name} leans on {other}"
        if {room, other_room} <= set(puzzles()):
            assert floor(other) <= floor(name), f"{name} leans on {other}"


def test_no_room_is_forgotten():
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert there - {"__init__"} <= set(ROOMS)


def test_no_circle():
    graphlib.TopologicalSorter({name: leans_on(name) for name in MODULES}).prepare()


def test_kernels_stand_on_numba_and_numpy_alone():
    allowed = {"numba", "numpy", "typing", "rullo_core"}
    for path in PACKAGE.glob("*/kernels/**/*.py"):
        assert {name.split(".")[0] for name in imports(path, MODULES)} <= allowed
        assert all(
            "kernels" in name.split(".") or ".compiled" in name for name in imports(path, MODULES) if "rullo" in name
        )


def test_every_room_says_what_it_is_for():
    for path in PACKAGE.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text())), path


@pytest.mark.parametrize("room", FOREIGN)
def test_what_is_foreign(room):
    for name in MODULES:
        if name.split(".")[1:2] == [room]:
            foreign = {one.split(".")[0] for one in imports(MODULES[name], MODULES)} - set(sys.stdlib_module_names)
            assert foreign - {"rullo_core"} <= FOREIGN[room], name


def test_tests_mirror_the_rooms():
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert all((PACKAGE / folder).is_dir() for folder in folders)
    rooms = {path.parent.relative_to(PACKAGE) for path in PACKAGE.glob("*/__init__.py")}
    assert rooms <= folders


def test_solving_does_not_wait_for_the_compiler():
    """The command starts without numba and pandas, which take a second to import."""
    script = "import sys, rullo_core.__main__ as main; main.command()"
    script += "; print({'numba', 'pandas', 'matplotlib', 'papermill', 'pyarrow'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


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
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    *told, rest = done.stdout.split("\nset()\n")
    assert (len(told), rest) == (3, "")
    assert all(told)


def test_what_passes_solve_is_played_without_the_compiler():
    script = """
import sys
from rullo_core.player.kinds import kinds
for kind in kinds().values():
    kind.read(kind.shelf[0], "the shelf")
print(sys.modules.keys() & {"numba", "llvmlite"})
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("kind", puzzles())
def test_public_packages_of_a_kind_are_its_attributes_and_nothing_else_is_imported(kind, monkeypatch):
    """As in a process that has not imported them."""
    getattribute = attach_kind(f"rullo_core.{kind}", "Puzzle")[1]
    assert getattribute("studies").__name__ == f"rullo_core.{kind}.studies"
    for name in ("api", "notebooks", "no_such_thing"):
        with pytest.raises(AttributeError, match=f"module 'rullo_core.{kind}' has no attribute '{name}'"):
            getattribute(name)
    monkeypatch.setattr("rullo_core.lazy.PARTS", ("no_such_part",))
    with pytest.raises(AttributeError):
        getattribute("no_such_part")
