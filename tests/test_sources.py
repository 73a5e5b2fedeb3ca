"""Which source files results depend on."""

import json
import re
import shutil
import subprocess
import sys

import pytest

import rullo_core
from rullo_core import sources
from rullo_core.kakuro.experiments.census import Census as KakuroCensus
from rullo_core.kakuro.experiments.polyominoes import Polyominoes
from rullo_core.kakuro.experiments.study import Study as KakuroStudy
from rullo_core.killer.experiments.census import Census as KillerCensus
from rullo_core.paths import ROOT
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.phases import Phases
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.experiments.search import Search
from rullo_core.runs.registry import declarations
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study as SudokuStudy
from rullo_studies.killer.experiments.study import Study as KillerStudy

EXPERIMENTS = {
    "census": Census(2, 2, (1, 2)),
    "grids": Grids(2, 2, (1, 2), 1, 1),
    "sample": Sample(2, 2, (1, 2), 1, 1, 20),
    "search": Search(2, 2, (1, 2), 1, 1),
    "phases": Phases(2, 2, (1, 2), 1, 1),
    "killer census": KillerCensus(),
    "kakuro census": KakuroCensus(2, 2),
    "kakuro polyominoes": Polyominoes(4),
    "killer study": KillerStudy(1),
    "kakuro study": KakuroStudy(4, 4, 1),
    "sudoku study": SudokuStudy(9, 1),
    "sudoku population": Population(9, 1),
}


KAKURO_COUNTS = ("kakuro census", "kakuro polyominoes")


def identities():
    """Those of all experiments, with the files that the package has now."""
    sources.source_hash.cache_clear()
    return {name: experiment.identity for name, experiment in EXPERIMENTS.items()}


@pytest.fixture(scope="module")
def original_identities():
    """What the identities are without an edit."""
    return identities()


@pytest.fixture
def edit(tmp_path, monkeypatch):
    """Edit a line in a copy of the packages' files, and take that for the packages'."""
    for package in ("rullo_core", "rullo_studies"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(rullo_core, "__path__", [str(tmp_path / "rullo_core")])

    def edit(place, old, new):
        path, *_ = sorted(tmp_path.glob(f"rullo_*/{place}"))  # in the library, if both packages have it
        text = path.read_text()
        assert text.count(old) == 1, f"{place}: {old}"
        path.write_text(text.replace(old, new))

    yield edit
    sources.source_hash.cache_clear()


def test_a_copy_has_the_same_identities(edit, original_identities):
    assert identities() == original_identities


def test_every_experiment_is_here():
    assert set(EXPERIMENTS) == set(declarations())


@pytest.mark.parametrize(
    ("place", "old", "new", "of"),
    [
        ("killer/levels.py", "LEVELS = ", "LEVELS = {} or ", {"killer study", "killer census"}),
        ("killer/batch.py", "RULES = ", "RULES = {} or ", {"killer study", "killer census"}),
        ("killer/generation.py", "MOVES = ", "MOVES = 1 + ", {"killer study"}),
        ("killer/gordon/classes.py", "def classes_of(", "def classes_of(*_, ", {"killer study"}),
        ("killer/request.py", "SPREADS = ", "SPREADS = () or ", {"killer study", "killer census"}),
        ("killer/gordon/strategies.py", "ANY_CAGES = ", "ANY_CAGES = () or ", {"killer study"}),
        ("killer/kernels/study.py", "import numpy as np", "import numpy as np  # edited", {"killer study"}),
        ("killer/formats/__init__.py", "from __future__", "# edited\nfrom __future__", set()),
        ("sudoku/batch.py", "RULES = ", "RULES = {} or ", {"sudoku study", "sudoku population"}),
        (
            "sudoku/digging.py",
            "def kernel_arguments(",
            "def kernel_arguments(*_, ",
            {"sudoku study", "sudoku population"},
        ),
        ("sudoku/kernels/splitting.py", "import numpy as np", "import numpy as np  # edited", {"sudoku population"}),
        ("kakuro/generation.py", "MOVES = ", "MOVES = 1 + ", {"kakuro study"}),
        ("kakuro/kernels/repair.py", "import numpy as np", "import numpy as np  # edited", {"kakuro study"}),
        ("kakuro/kernels/blocks.py", "import numpy as np", "import numpy as np  # edited", {"kakuro census"}),
        ("kakuro/kernels/fillings.py", "import numpy as np", "import numpy as np  # edited", {"kakuro polyominoes"}),
        ("killer/kernels/census.py", "import numpy as np", "import numpy as np  # edited", {"killer census"}),
        ("runs/enumeration.py", "import json", "import json  # edited", {"killer census", *KAKURO_COUNTS}),
        ("kakuro/formats.py", "from __future__", "# edited\nfrom __future__", set()),
        ("rullo/hard_puzzles.py", "KEEP = ", "KEEP = 1 + ", {"census", "grids", "sample", "search", "phases"}),
        ("rullo/experiments/classes.py", "from __future__", "# edited\nfrom __future__", {"census"}),
        (
            "runs/collection.py",
            "KEEP = ",
            "KEEP = 1 + ",
            set(EXPERIMENTS) - {"census", "grids", "sample"},
        ),
        ("datasets/tally.py", "from __future__", "# edited\nfrom __future__", set(EXPERIMENTS)),
    ],
)
def test_an_edit_changes_the_identity_of_what_depends_on_it(edit, original_identities, place, old, new, of):
    edit(place, old, new)
    edited = identities()
    assert {name for name in original_identities if original_identities[name] != edited[name]} == of


LOADING = """
import importlib
import json
import sys

loaded = {}
for module in sys.argv[1:]:
    importlib.import_module(module)
    loaded[module] = [one for one in sys.modules if one.startswith(("rullo_core", "rullo_studies"))]
    for one in loaded[module]:
        del sys.modules[one]
print(json.dumps(loaded))
"""
"""A program that prints what each of some modules imports of the package, of which nothing is imported before."""


def test_all_that_is_loaded_is_in_the_closure():
    """Python itself tells what experiments have imported."""
    of = {module for experiment in declarations().values() for module in [experiment.experiment.partition(":")[0]]}
    command = [sys.executable, "-c", LOADING, *sorted(of)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for module, loaded in json.loads(process.stdout).items():
        assert module in loaded
        assert set(loaded) <= sources.closure(module)


def test_a_module_is_found_with_the_packages_it_is_in():
    assert sources.closure("rullo_core.killer.kernels.sums") >= {
        "rullo_core",
        "rullo_core.killer",
        "rullo_core.killer.kernels",
        "rullo_core.killer.kernels.sums",
    }
    assert sources.closure("numpy", "builtins") == set()


def test_what_is_imported_in_a_function_counts(tmp_path):
    path = tmp_path / "some.py"
    path.write_text("def f():\n    from rullo_core.killer import batch, nothing\n    import rullo_core.files\n")
    assert set(sources.imports(path, sources.modules())) == {
        "rullo_core.killer.batch",
        "rullo_core.killer",
        "rullo_core.files",
    }
    path.write_text("from . import batch\n")
    with pytest.raises(ImportError, match="line 1: write absolute imports"):
        list(sources.imports(path, sources.modules()))


BLOCKS = """
class A:
    async def f(self):
        async with self:
            import a0
        async for _ in self:
            import a1
while True:
    import a2
else:
    import a3
for _ in ():
    import a4
else:
    import a5
try:
    import a6
except ImportError:
    import a7
else:
    import a8
finally:
    import a9
match 1:
    case 1:
        import b0
    case _:
        import b1
with open("a"):
    if True:
        import b2
    elif False:
        import b3
    else:
        import b4
"""


def test_what_is_imported_in_any_block_counts(tmp_path):
    path = tmp_path / "some.py"
    path.write_text(BLOCKS)
    assert list(sources.imports(path, {})) == re.findall(r"import (\w+)", BLOCKS)


def test_what_is_imported_for_types_only_makes_no_difference(tmp_path):
    path = tmp_path / "one.py"
    path.write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import rullo_core.views.svg\n"
        "else:\n    import rullo_core.lines\nif True:\n    import rullo_core.files\n"
    )
    assert set(sources.imports(path, sources.modules())) == {"typing", "rullo_core.files", "rullo_core.lines"}
    path.write_text("SOME = True\nif SOME:\n    import rullo_core.files\n")
    assert set(sources.imports(path, sources.modules())) == {"rullo_core.files"}


def test_the_program_names_a_module_that_is_not_there():
    process = subprocess.run(
        [sys.executable, "-m", "rullo_core.sources", "a=rullo_core.files", "b=rullo_core.none"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (1, "b=rullo_core.none: there is no module rullo_core.none\n")
    names = ("__init__", "errors", "escaping", "extras", "files", "lazy")
    assert process.stdout == f"a: {' '.join(f'rullo_core/{name}.py' for name in names)}\n"


def test_the_first_of_two_files_of_a_module_counts(tmp_path, monkeypatch):
    """As Python takes it that stands in the first folder of the package."""
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "twice.py").write_text(f"# {folder}\n")
    (tmp_path / "other" / "once.py").touch()
    monkeypatch.setattr(rullo_core, "__path__", [str(tmp_path / "one"), str(tmp_path / "other")])
    assert sources.modules() == {
        "rullo_core.twice": tmp_path / "one" / "twice.py",
        "rullo_core.once": tmp_path / "other" / "once.py",
    }
