"""The reference: docstrings and helps that are complete, and whose examples run; pages of the site show them."""

import doctest
import inspect
from dataclasses import fields, is_dataclass

import matplotlib.pyplot as plt
import pytest
from numpydoc.validate import validate

import rullo_core as rc
from rullo_core import paths
from rullo_core.cli.experiment import command_of
from rullo_core.paths import ROOT
from rullo_core.runs.registry import declarations
from rullo_core.runs.sweep import parse_sweep
from tests.public_names import PROPERTY, doc_of, entries, signature, type_of

SECTIONS = ("Parameters", "Attributes", "Returns", "Raises", "Warns")

CHECKS = {
    "GL03", "GL08", "SS01", "SS02", "SS03", "SS04", "SS05", "SS06",
    "PR01", "PR02", "PR03", "PR04", "PR05", "PR06", "PR07", "PR08", "PR09", "PR10",
    "RT01", "RT03", "RT04", "RT05", "EX01",
}  # fmt: skip
"""What numpydoc is asked to find missing or wrong in a docstring."""

on_each_entry = pytest.mark.parametrize(("place", "thing"), entries().items(), ids=entries())


@on_each_entry
def test_docstrings_are_complete(place, thing):
    errors = {code: output for code, output in validate(place)["errors"] if code in CHECKS}
    if inspect.isclass(thing) and not doc_of(thing)["Parameters"]:
        errors.pop("PR01", None)  # made by nobody but the package: its attributes count
    if isinstance(thing, PROPERTY):
        assert type_of(thing)
        errors.pop("EX01", None)  # shown in the example of its class, below
    assert not errors


@on_each_entry
def test_parameters_and_attributes_are_all_there(place, thing):
    """Each has its type; and what can be raised, its reason."""
    doc = doc_of(thing)
    output = {name: kind for names, kind, _ in [*doc["Parameters"], *doc["Attributes"]] for name in names.split(", ")}
    if isinstance(thing, PROPERTY):
        assert not output
    elif doc["Parameters"]:
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        names = [
            f"{stars.get(parameter.kind, '')}{parameter.name}" for parameter in signature(thing).parameters.values()
        ]
        documented = [name for names, _, _ in doc["Parameters"] for name in names.split(", ")]
        assert documented == names
    elif is_dataclass(thing):
        assert [*output] == [field.name for field in fields(thing)]
    else:
        assert inspect.isclass(thing) or not signature(thing).parameters
    assert all(description for section in SECTIONS for _, _, description in doc[section])


@on_each_entry
def test_every_property_is_in_an_example(place, thing):
    if isinstance(thing, PROPERTY):
        owner, _, name = place.rpartition(".")
        examples = " ".join([*doc_of(thing)["Examples"], *doc_of(entries()[owner])["Examples"]])
        assert f".{name}" in examples


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


@on_each_entry
def test_examples_come_out_as_they_stand_there(place, thing, data, monkeypatch):
    """On their own, with nothing imported before; those that are skipped elsewhere write to the data folder."""
    monkeypatch.setattr(paths, "DATA", data)
    monkeypatch.chdir(ROOT)
    text = inspect.getdoc(thing).replace("# doctest: +SKIP", "")
    test = doctest.DocTestParser().get_doctest(text, {}, place, None, 0)
    assert test.examples or isinstance(thing, PROPERTY)
    output = []
    failed = doctest.DocTestRunner(verbose=False).run(test, out=output.append).failed
    plt.close("all")
    assert not failed, "".join(output)


@pytest.mark.parametrize("name", declarations())
def test_every_parameter_of_an_experiment_is_said_and_its_sweep_can_be_run(name):
    """Each is a parameter of its command, whose help says the same."""
    experiment = declarations()[name]
    options = {option.name: option for option in command_of(experiment).params}
    for key in experiment.keys:
        assert options[key.name].help.startswith(key.help.split(",")[0])
        assert options[key.name].required == key.is_required
        assert key.is_required or key.take(key.default_text) == key.default
    varied = [key for key in experiment.keys if not key.is_required and key.values.startswith("[")][:2]
    keys = [key for key in experiment.keys if key.is_required or key in varied]
    specification = "\n".join([f"experiment: {name}", *(f"{key.name}: {key.values}" for key in keys)])
    assert len(parse_sweep(specification, "the example").experiments) >= 2
    assert experiment.example.startswith("--")
    rows = rc.experiments().query("experiment == @name")
    assert rows["parameter"].tolist() == [key.name for key in experiment.keys]
    assert rows["meaning"].tolist() == [key.help for key in experiment.keys]
