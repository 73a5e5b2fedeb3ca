"""The reference: docstrings that are complete, whose examples run, and pages that say the same."""

import doctest
import inspect
import re
from dataclasses import fields, is_dataclass

import matplotlib.pyplot as plt
import pytest
from numpydoc.validate import validate

from rullo_core import paths
from rullo_core.paths import ROOT
from rullo_core.reports.reference import (
    FOLDER,
    KINDS,
    PAGES,
    PROPERTY,
    SECTIONS,
    doc_of,
    entries,
    module_of,
    page_of,
    signature,
    type_of,
)
from rullo_core.runs.registry import declarations
from rullo_core.runs.sweep import parse_sweep

EVERY = [(page, name, thing) for page, names in entries().items() for name, thing in names.items()]

ASKED = {
    "GL03", "GL08", "SS01", "SS02", "SS03", "SS04", "SS05", "SS06",
    "PR01", "PR02", "PR03", "PR04", "PR05", "PR06", "PR07", "PR08", "PR09", "PR10",
    "RT01", "RT03", "RT04", "RT05", "EX01",
}  # fmt: skip
"""What numpydoc is asked to find missing or wrong in a docstring."""

each = pytest.mark.parametrize(("page", "name", "thing"), EVERY, ids=[f"{page}.{name}" for page, name, _ in EVERY])


def imported_as(page, name):
    """What something is called by who uses it; what all kinds share, as that of one kind."""
    module = "rullo_core.sudoku" if page == "shared" else module_of(page)
    return f"{module}.{name.replace('Puzzle', 'Sudoku') if page != 'rullo_core' else name}"


@each
def test_docstrings_are_complete(page, name, thing):
    found = {code: output for code, output in validate(imported_as(page, name))["errors"] if code in ASKED}
    if inspect.isclass(thing) and not doc_of(thing)["Parameters"]:
        found.pop("PR01", None)  # made by nobody but the package: its attributes count
    if isinstance(thing, PROPERTY):
        assert type_of(thing)
        found.pop("EX01", None)  # shown in the example of its class, below
    assert not found


@each
def test_parameters_and_attributes_are_all_there(page, name, thing):
    """Each has its type; and what can be raised, its reason."""
    doc = doc_of(thing)
    output = {one: kind for some, kind, _ in [*doc["Parameters"], *doc["Attributes"]] for one in some.split(", ")}
    if isinstance(thing, PROPERTY):
        assert not output
    elif doc["Parameters"]:
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        taken = [f"{stars.get(one.kind, '')}{one.name}" for one in signature(thing).parameters.values()]
        documented = [one for some, _, _ in doc["Parameters"] for one in some.split(", ")]
        assert documented == taken
    elif is_dataclass(thing):
        assert [*output] == [one.name for one in fields(thing)]
    else:
        assert inspect.isclass(thing) or not signature(thing).parameters
    assert all(description for section in SECTIONS for _, _, description in doc[section])


@each
def test_every_property_is_in_an_example(page, name, thing):
    if isinstance(thing, PROPERTY):
        owner = entries()[page][name.partition(".")[0]]
        examples = " ".join([*doc_of(thing)["Examples"], *doc_of(owner)["Examples"]])
        assert f".{name.partition('.')[2]}" in examples


@pytest.fixture(scope="module")
def data(tmp_path_factory, some_grids):
    """The data folder of all examples: a sweep that several of them show is counted once, or was for the figures; and
    grids that are shown are those of other tests.
    """
    folder = tmp_path_factory.mktemp("data")
    (folder / "sweeps").mkdir()
    for path in (paths.DATA / "sweeps").glob("*.*"):
        (folder / "sweeps" / path.name).symlink_to(path)
    for path in some_grids.path.parent.iterdir():
        (folder / path.name).symlink_to(path)
    return folder


@each
def test_examples_come_out_as_they_stand_there(page, name, thing, data, monkeypatch):
    """On their own, with nothing imported before; those that are skipped elsewhere write to the data folder."""
    monkeypatch.setattr(paths, "DATA", data)
    monkeypatch.chdir(ROOT)
    text = inspect.getdoc(thing).replace("# doctest: +SKIP", "")
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert test.examples or isinstance(thing, PROPERTY) or thing is entries()["shared"]["Puzzle"]
    output = []
    failed = doctest.DocTestRunner(verbose=False).run(test, out=output.append).failed
    plt.close("all")
    assert not failed, "".join(output)


def test_every_kind_has_a_page_and_no_page_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.md")} == {*PAGES, "commands"}
    assert set(KINDS) < set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_what_docstrings_say_now(page):
    assert (FOLDER / f"{page}.md").read_text() == page_of(page), "docstrings have changed: run make reference"


@pytest.mark.parametrize("name", declarations())
def test_every_parameter_of_an_experiment_is_there_and_its_sweep_can_be_run(name):
    declared = declarations()[name]
    section = page_of("experiments").partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    assert list(rows) == [key.name for key in declared.keys]
    for key in declared.keys:
        assert ("must be given" in rows[key.name]) == key.is_required
        assert key.help.split(",")[0] in rows[key.name]
        assert key.is_required or key.take(key.default_text) == key.default
    (specification,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    assert len(parse_sweep(specification, "the example").experiments) >= 2
    assert f"\n    rullo {name} --" in section


@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_a_docstring_is_lost(page):
    text = page_of(page)
    for name, thing in entries()[page].items():
        doc = doc_of(thing)
        output = [
            one for section in ("Parameters", "Attributes") for some, _, _ in doc[section] for one in some.split(", ")
        ]
        assert all(f"- `{one}`" in text or f", `{one}`" in text for one in output), name
        assert all(line.replace("  # doctest: +SKIP", "") in text for line in doc["Examples"]), name
    assert "``" not in text.replace("```", "")
