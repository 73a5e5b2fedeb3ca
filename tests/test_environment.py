"""That the environment is described the same everywhere."""

import re
import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rullo_core.paths import ROOT


def pyproject():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def all_requirements(project):
    """All requirements, but for the extras that others consist of."""
    lines = project["dependencies"] + [line for extra in project["optional-dependencies"].values() for line in extra]
    return [line for line in lines if not line.startswith("rullo[")]


def requirements(lines):
    return {canonicalize_name(Requirement(line).name): Requirement(line).specifier for line in lines}


def test_environment_yml_says_what_pyproject_says():
    project = pyproject()
    entries = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    plain = [line for line in entries if isinstance(line, str) and line != "pip"]
    ((editable, *pip_lines),) = (line["pip"] for line in entries if isinstance(line, dict))
    assert editable == "-e ."
    conda = requirements(plain)
    assert str(conda.pop("python")) == project["requires-python"]
    assert conda | requirements(pip_lines) == requirements(all_requirements(project))


def test_lock_holds_names_versions_and_hashes_alone():
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    entries = re.split(r"\n(?=[a-z0-9])", lock.split("\n", 2)[2].replace("\\\n", " "))
    locked, extras = {}, {}
    for entry in entries:
        requirement = Requirement(entry.split("--hash")[0].strip())
        assert re.fullmatch(r"==[^,*]+", str(requirement.specifier)), entry
        assert "--hash=sha256:" in entry
        locked.setdefault(canonicalize_name(requirement.name), []).append(str(requirement.specifier)[2:])
        extras.setdefault(canonicalize_name(requirement.name), set()).update(requirement.extras)
    project = pyproject()
    for name, specifier in requirements(all_requirements(project)).items():
        assert all(specifier.contains(version) for version in locked[name]), name
    # Else pip takes a newer version than the locked one for what is required with them, and refuses it for its hash.
    for name, extras_of_name in extras.items():
        with suppress(PackageNotFoundError):  # of another system
            for dependency in map(Requirement, requires(name) or ()):
                if not dependency.marker or any(
                    dependency.marker.evaluate({"extra": extra}) for extra in (*extras_of_name, "")
                ):
                    assert dependency.extras <= extras[canonicalize_name(dependency.name)], f"{name} needs {dependency}"


def test_version_is_said_once():
    from rullo_core import __version__

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert pyproject()["version"] == __version__ == citation["version"]
