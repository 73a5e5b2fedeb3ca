"""A level is declared once, and whoever needs to know of it follows from that."""

import inspect
import subprocess
import sys

import pytest

import rullo_core as rc
from rullo_core.killer.levels import SOLVERS
from rullo_core.paths import ROOT
from rullo_core.player.kinds import kinds
from rullo_core.sudoku.levels import LEVELS
from tests.player import scripts

NEW_LEVEL = """
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
spec = find_spec("rullo_core.{kind}.levels")
head, declared, rest = Path(spec.origin).read_text().partition("LEVELS = {{\\n")
added = '"made-up": Level(("naked", "locked"), "a made-up title", quick=True),'
levels = sys.modules[spec.name] = module_from_spec(spec)
exec(head + declared + added + rest, vars(levels))
api, batch = (import_module(f"rullo_core.{kind}.{{name}}") for name in ("api", "batch"))
assert "made-up" in api.API.levels
assert api.API.titles["made-up"] == "a made-up title"
assert "passes_made-up" in api.API.own_columns
assert batch.RULES["made-up"] == batch.PARTS["naked"] | batch.PARTS["locked"]
(level,) = (level for level in api.API.played_levels if level.name == "made-up")
assert (level.title, *level.groups.values()) == ("a made-up title", ("naked", "locked"))
assert "a made-up title" in next(one.choices for one in api.API.options if one.name == "difficulty")
assert api.API.requests["a made-up title"].level == "made-up"
"""

OF_SUDOKU = """
from rullo_core.sudoku import request, commands
from rullo_studies.sudoku.charts import look_of
assert request.CRITERIA == ("one-solution", *levels.LEVELS)
assert request.DigSpec("made-up").criterion == "made-up"
assert len({str(look_of(name)) for name in levels.LEVELS}) == len(levels.LEVELS)
puzzle = api.API.parse(".4...32....3....")
assert puzzle.steps("made-up").level == "made-up"
assert "passes_made-up" in puzzle.rate().own
"""


@pytest.mark.parametrize(("kind", "checks"), [("sudoku", OF_SUDOKU), ("killer", "")])
def test_a_level_is_declared_once(kind, checks):
    """With an entry more in the declaration, it is in the titles, columns, criteria, marks and the player's choices."""
    script = NEW_LEVEL.format(kind=kind) + checks
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


UNKNOWN = """
const titles = () => given.map((text) => read_js.read("sudoku", text).title);
const before = titles();
const { levels } = kinds_js.kinds.sudoku;
const added = { ...levels[0], name: "made-up", title: "a made-up title", groups: { units: ["naked", "made-up"] } };
levels.splice(1, 0, added);
console.log(JSON.stringify([before, titles()]));
"""


def test_a_level_that_the_site_does_not_know_breaks_no_puzzle_there():
    """What the level deduces beyond others is not seen: puzzles are called by the others."""
    shelf = kinds()["sudoku"].shelf
    without_level, with_level = scripts.run(UNKNOWN, *shelf)
    assert without_level == with_level
    assert len(without_level) == len(shelf)
    assert len(set(without_level)) > 1


@pytest.mark.parametrize(("generate", "levels"), [(rc.sudoku.generate, LEVELS), (rc.killer.generate, SOLVERS)])
def test_signatures_list_the_levels(generate, levels):
    """What an editor completes while the program runs, and what help shows."""
    annotation = inspect.signature(generate).parameters["level"].annotation
    assert annotation == f"Literal[{', '.join(map(repr, levels))}] | None"
    assert "level : {" + ", ".join(map(repr, levels)) + "}" in generate.__doc__
