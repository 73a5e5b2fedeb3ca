"""A process that has what a bare ``pip install rullo`` brings, and nothing else: ``python -m tests.bare CODE``.

What else is installed here cannot be found in it, as if it were not there.
"""

import re
import sys
import tomllib
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rullo_core.paths import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def brought(*extras):
    """The names of the distributions that a bare install brings, or one with extras, and all that these need."""
    lines = [*PYPROJECT["dependencies"]] * (not extras) + asked_by(*extras)
    names = set()
    while lines:
        requirement = Requirement(lines.pop())
        name = canonicalize_name(requirement.name)
        if name not in names and (not requirement.marker or requirement.marker.evaluate({"extra": ""})):
            names.add(name)
            lines += requires(name) or []
    return names


def asked_by(*extras):
    """The requirements of extras, and of the extras that they consist of."""
    lines = [line for extra in extras for line in PYPROJECT["optional-dependencies"][extra]]
    inner = [name for line in lines if line.startswith("rullo[") for name in re.findall(r"[a-z]+", line)[1:]]
    return [line for line in lines if not line.startswith("rullo[")] + (asked_by(*inner) if inner else [])


distributions_of_modules = cache(packages_distributions)


def modules_of(names):
    """The modules that are imported from distributions of these names."""
    return {
        module
        for module, distributions in distributions_of_modules().items()
        if names & set(map(canonicalize_name, distributions))
    }


def hide_the_rest():
    """Have nothing found that is installed beside a bare package, but for the package itself."""
    hidden = distributions_of_modules().keys() - modules_of(brought()) - {"rullo_core"}
    find = PathFinder.find_spec
    PathFinder.find_spec = lambda name, *arguments: None if name in hidden else find(name, *arguments)
    for name in {name for name in sys.modules if name.partition(".")[0] in hidden}:
        del sys.modules[name]


if __name__ == "__main__":
    hide_the_rest()
    exec(sys.argv[1], {"__name__": "__main__"})
