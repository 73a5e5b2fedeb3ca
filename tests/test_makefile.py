"""That what `make` remakes data from is all that a result depends on."""

import re

import pytest

from rullo_core.places import PACKAGE, ROOT
from rullo_core.runs.registry import declarations
from tests.test_layout import file_of, leans_on


def leant_on(names):
    """Modules, and all that they lean on, and these in turn."""
    found, left = set(), set(names)
    while left:
        name = left.pop()
        found.add(name)
        left |= leans_on(name) - found
    return found


@pytest.mark.parametrize("puzzle", sorted({one.experiment.split(".")[1] for one in declarations().values()}))
def test_data_are_made_again_when_anything_changes_that_they_depend_on(puzzle):
    """The folders that are watched, less the files that are named as looking at the data only."""
    rules = (PACKAGE / puzzle / "data.mk").read_text()
    looking = re.search(r"\$\(call generation-of,\w+,([\w ]*)\)", rules)[1].split()
    named = {ROOT / one for one in re.findall(r"rullo_core/[\w/]+\.py", rules)}
    assert all((PACKAGE / puzzle / f"{name}.py").exists() for name in looking)
    shared = re.search(
        r"SHARED := \$\(wildcard rullo_core/\*\.py \$\(foreach room,([\w /]+),", (ROOT / "Makefile").read_text()
    )
    rooms = {PACKAGE, *(PACKAGE / room for room in shared[1].split())}
    rooms |= {PACKAGE / puzzle, PACKAGE / puzzle / "kernels", PACKAGE / puzzle / "experiments"}
    counting = {
        declared.experiment.split(":")[0]
        for declared in declarations().values()
        if declared.experiment.startswith(f"rullo_core.{puzzle}.")
    }
    for name in leant_on(counting | {"rullo_core.runs.run"}):
        path = file_of(name)
        assert path.parent in rooms or path in named, f"{name} is not among what the data of {puzzle} are made from"
        assert path.stem not in looking or path.parent != PACKAGE / puzzle, f"{name} does more than look at the data"
