"""What may lean on what, and that the environment is described the same everywhere."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rullo_core"

# From the ground up: each module, and those of ours that it may import. `cli` and the notebooks may import anything.
ARROWS = {
    "errors": set(),
    "files": set(),
    "parameters": {"errors"},
    "operation": set(),
    "puzzle": {"errors", "operation"},
    "line": {"operation", "puzzle"},
    "solver": {"line", "operation", "puzzle"},
    "words": {"line", "puzzle", "solver"},
    "rand": set(),
    "generate": {"errors", "puzzle", "rand", "solver"},
    "published": {"puzzle"},
    "tally": set(),
    "store": {"errors", "files", "puzzle", "tally"},
    "shards": set(),
    "results": {"kernels"},
    "resume": {"files", "kernels"},
    "experiment": {"errors", "generate", "kernels", "parameters", "results", "shards", "store"},
    "alike": {"kernels", "shards"},
    "counting": {"alike", "experiment", "grids", "kernels", "shards"},
    "census": {"alike", "counting", "experiment", "kernels", "parameters", "puzzle", "shards", "store"},
    "grids": {"experiment", "generate", "kernels", "parameters", "rand", "results", "shards", "store"},
    "sample": {"errors", "experiment", "generate", "kernels", "parameters", "rand", "shards"},
    "uniqueness": {"alike", "census", "experiment", "generate", "grids", "kernels", "sample", "shards"},
    "inversion": {"kernels", "parameters"},
    "related": {"errors", "puzzle", "solver"},
    "variants": {"errors", "kernels", "line", "operation"} | {"parameters", "puzzle", "shards", "solver"},
    "patterns": {"generate", "line", "parameters", "puzzle", "solver", "variants"},
    "cluster": {"errors", "experiment", "kernels", "results", "shards"},
    "runs": {"cluster", "errors", "experiment", "kernels", "puzzle"}
    | {"results", "resume", "shards", "store", "tally", "uniqueness"},
    "sweep": {"census", "errors", "experiment", "generate", "grids", "parameters", "runs"}
    | {"sample", "shards", "solver", "store", "uniqueness"},
    "report": {"notebook", "sweep"},
    "realisable": {"errors", "kernels", "parameters", "puzzle", "store"},
    "expectation": {"kernels"},
    "findings_sweep": {"errors", "expectation", "generate", "parameters", "related"}
    | {"store", "sweep", "tables", "tally"},
    "hardest": {"puzzle", "store"},
    "tables": {"files", "tally"},
    "charts": {"files", "tally"},
    "board": {"charts", "line", "puzzle", "solver"},
    "comparison": {"published", "store", "tables", "tally"},
    "thesis_draws": {"comparison", "kernels", "published", "puzzle", "rand", "shards", "store"},
    "findings_generator": {"comparison", "published", "puzzle", "rand", "store", "thesis_draws"},
    "findings_random": {"comparison", "hardest", "parameters", "published", "store"},
    "findings": {"hardest", "parameters", "published", "puzzle", "solver", "store", "tally"},
    "bounds": {"errors", "kernels", "parameters"},
    "constructions": {"errors", "line", "puzzle", "solver"},
    "search": {"constructions", "errors", "kernels", "parameters", "puzzle", "shards"},
    "reduction": {"errors", "puzzle", "solver"},
    "single_value": {"errors", "puzzle", "solver"},
    "findings_constructions": {"bounds", "constructions", "parameters", "published", "puzzle", "search", "solver"},
    "findings_settled": {
        "bounds",
        "findings_constructions",
        "parameters",
        "published",
        "puzzle",
        "search",
        "single_value",
        "solver",
    },
    "findings_exact": {"alike", "census", "errors", "experiment", "hardest", "parameters"}
    | {"puzzle", "realisable", "runs", "shards", "store", "tally"},
    "findings_variants": {"operation", "parameters", "variants"},
    "findings_patterns": {"patterns", "puzzle", "related", "solver"},
    "figures": {"board", "charts", "comparison", "constructions", "generate", "hardest"}
    | {"patterns", "published", "puzzle", "solver", "store", "tables"},
    "notebook": {"errors", "files", "parameters"},
    "site": {"errors", "files"},
    "kernels": {"kernels"},
}


def imports(path):
    """Modules that a file imports, ours by their name within the package."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write absolute imports"
            yield node.module
            if node.module in ("rullo_core", "rullo_core.kernels"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path):
    named = {name.split(".")[1] for name in imports(path) if name.startswith("rullo_core.")}
    return {name for name in named if (PACKAGE / f"{name}.py").exists() or (PACKAGE / name).is_dir()}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows(path):
    name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if name in ("cli", "__init__", "__main__"):
        return
    assert ours(path) <= ARROWS[name]


def test_kernels_stand_on_numba_and_numpy_alone():
    allowed = {"numba", "numpy", "platformdirs", "hashlib", "pathlib", "tempfile", "typing", "rullo_core"}
    for path in (PACKAGE / "kernels").glob("*.py"):
        assert {name.split(".")[0] for name in imports(path)} <= allowed


def test_solving_does_not_wait_for_the_compiler():
    """The command starts without numba and pandas, which take a second to import."""
    script = "import sys, rullo_core.cli; print({'numba', 'pandas', 'matplotlib', 'papermill'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def pyproject():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def everything(project):
    return project["dependencies"] + [line for extra in project["optional-dependencies"].values() for line in extra]


def requirements(lines):
    return {canonicalize_name(Requirement(line).name): Requirement(line).specifier for line in lines}


def test_environment_yml_says_what_pyproject_says():
    project = pyproject()
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    plain = [line for line in listed if isinstance(line, str) and line != "pip"]
    conda = requirements(plain)
    assert str(conda.pop("python")) == project["requires-python"]
    assert conda == requirements(everything(project))
    assert {"pip": ["-e ."]} in listed


def test_lock_holds_names_versions_and_hashes_alone():
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    entries = re.split(r"\n(?=[a-z0-9])", lock.split("\n", 2)[2].replace("\\\n", " "))
    locked = {}
    for entry in entries:
        requirement = Requirement(entry.split("--hash")[0].strip())
        assert re.fullmatch(r"==[^,*]+", str(requirement.specifier)), entry
        assert "--hash=sha256:" in entry
        locked.setdefault(canonicalize_name(requirement.name), []).append(str(requirement.specifier)[2:])
    project = pyproject()
    for name, specifier in requirements(everything(project)).items():
        assert all(specifier.contains(version) for version in locked[name]), name


def test_version_is_said_once():
    from rullo_core import __version__

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert pyproject()["version"] == __version__ == citation["version"]


def test_kernel_cache_is_keyed_by_the_source_of_all_kernels():
    import numba

    from rullo_core import kernels

    assert Path(numba.config.CACHE_DIR).name == f"kernels-{kernels.source_hash()}"
