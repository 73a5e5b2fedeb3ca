"""Public names are a promise: changes to them are noticed, and what shows how to use them uses nothing else."""

import difflib
import re

import pytest

from rullo_core.lazy import public_modules
from rullo_core.paths import ROOT
from tests.public_names import MODULES, NAMES, PUBLIC, internal, internal_imports, names

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_public_names_are_those_that_are_listed():
    lines = NAMES.read_text().splitlines()
    changes = [line for line in difflib.ndiff(lines, names()) if line[0] in "+-"]
    assert not changes, "\n".join(
        [
            "Public names differ from tests/public_names.txt. Who uses the package rests on them: change one only if",
            "that is meant, say so in the commit, and run `python -m tests.public_names`:",
            *changes,
        ]
    )


def test_every_public_module_is_listed():
    assert {*PUBLIC} == {*public_modules()}


def test_nothing_private_is_listed():
    assert not [line for line in names() if re.search(r"[.]_(?!_version__)", line.partition("(")[0])]


def test_notebooks_and_benchmarks_import_public_names_only():
    assert not internal_imports()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_name_public_names_only(page):
    """In code and in sentences: `rc.` and `rs.` name the packages in all of them."""
    text = page.read_text()
    for alias, name, inner in re.findall(r"\b(rc|rs)\.(\w+)(?:\.(\w+))?", text):
        package = {"rc": "rullo_core", "rs": "rullo_studies"}[alias]
        assert name in MODULES[package], f"{alias}.{name}"
        kind = f"{package}.{name}"
        assert not inner or kind not in MODULES or inner in MODULES[kind], f"{alias}.{name}.{inner}"
    for line in re.findall(r"^(?:>>> |\.\.\. )?\s*((?:from|import) rullo_(?:core|studies).*)$", text, re.MULTILINE):
        assert not internal(line), line


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import rullo_core as rc\nrc.rullo.parse('1').solve(); rc.__version__", set()),
        ("from rullo_core import kakuro, Rating\nfrom rullo_core.sudoku import Sudoku\nkakuro.rate([])", set()),
        ("import rullo_core.killer\nrullo_core.killer.generate()", set()),
        ("import rullo_core as rc\nrc.paths", {"rullo_core.paths"}),
        ("import rullo_core as rc\nrc.rullo.solver.run", {"rullo_core.rullo.solver"}),
        ("from rullo_core import paths", {"rullo_core.paths"}),
        ("from rullo_core.rullo import solver", {"rullo_core.rullo.solver"}),
        ("from rullo_core.rullo.puzzle import Rullo", {"rullo_core.rullo.puzzle"}),
        ("import rullo_core.runs.run as run", {"rullo_core.runs.run"}),
        ("from rullo_core import sudoku as s\ns.hints", {"rullo_core.sudoku.hints"}),
        ("import rullo_studies as rs\nrs.sudoku.fill(1)", set()),
        ("import rullo_studies as rs\nrs.sudoku.filling.fill(1)", {"rullo_studies.sudoku.filling"}),
        ("from rullo_studies.sudoku.filling import fill", {"rullo_studies.sudoku.filling"}),
    ],
)
def test_what_is_internal(code, expected):
    assert internal(code) == expected
