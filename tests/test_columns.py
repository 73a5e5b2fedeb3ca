"""The page of columns and formats says what tables and files really have."""

import re

import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.paths import ROOT
from rullo_core.puzzles.lookup import apis
from rullo_core.reports.columns import with_tables
from tests.puzzles.protocol import AMBIGUOUS, FOUR, INFEASIBLE, TEXTS

TEXT = (ROOT / "docs" / "columns.md").read_text()

EXPERIMENTS = {
    "census": {"size": "2x2", "values": "1-3"},
    "grids": {"size": "2x2", "values": "1-3", "grids": 3},
    "sample": {"size": "2x2", "values": "1-3", "count": 100},
    "sudoku study": {"size": 4, "count": 20},
    "sudoku population": {"size": 4, "count": 20},
    "killer study": {"count": 6},
    "kakuro study": {"size": "4x4", "count": 6},
    "kakuro census": {"size": "2x2"},
    "kakuro polyominoes": {"cells": 5},
    "killer census": {"cage_sizes": "2-4"},
    "search": {"size": "3x3", "values": "1-3", "count": 20},
}
"""Small ones."""


def rows_of(heading):
    """The cells of the first table below a heading."""
    table = re.search(rf"^#+ {re.escape(heading)}\n.*?\n(\|.*?)\n\n", TEXT + "\n", re.MULTILINE | re.DOTALL)[1]
    return [cells_of(row) for row in table.splitlines()[2:]]


def cells_of(row):
    return re.split(r"\s*\|\s*", row)[1:-1]


def listed(heading, experiment=None):
    """The columns below a heading, with their types; of tables of datasets those of one experiment."""
    found = {}
    for row in rows_of(heading):
        if experiment is None or experiment in row[0].split(", ") or row[0] == "all":
            names, kind, *_ = row if experiment is None else row[1:]
            found |= dict.fromkeys((name.strip("`") for name in names.split(", ")), kind)
    return found


def types_of(frame):
    return {name: str(kind) for name, kind in frame.dtypes.items()}


def some(kind):
    return [getattr(rc, kind).parse(texts[kind]) for texts in (TEXTS, AMBIGUOUS, INFEASIBLE)]


@pytest.mark.parametrize("kind", FOUR)
def test_columns_of_generated_puzzles(kind):
    """The page and the card of a dataset say the same."""
    api = apis()[kind]
    generation = type(api).generate.to_generation(api, 2, size="4x4")
    rows = [row[1:] for row in rows_of("Generated puzzles") if row[0] == "all" or kind in row[0].split(", ")]
    rows = [*rows_of("First columns"), *rows]
    types = {name.strip("`"): kind for name, kind, *_ in rows}
    assert {name.strip("`"): meaning for name, *_, meaning in rows} == generation.meanings
    assert types == generation.types == types_of(api.generate_frame(2, size="4x4"))
    assert [*types][:11] == [*listed("First columns")]


@pytest.mark.parametrize("kind", FOUR)
def test_columns_of_ratings(kind):
    own, of_all = listed(f"Only of {apis()[kind].title}s"), listed("First columns") | listed("Ratings")
    costly = set(re.findall(r"`(\w+)`", TEXT.split("take long:")[1].split("\n\n")[0])) if kind == "sudoku" else set()
    assert costly == apis()[kind].costly
    for puzzles in (some(kind), some(kind)[:1], some(kind)[1:], []):
        assert types_of(getattr(rc, kind).rate(puzzles, only="all")) == of_all | own
        soon = {name: own[name] for name in own if name not in costly}
        assert types_of(getattr(rc, kind).rate(puzzles)) == of_all | soon
    assert [*some(kind)[0].rate().own] == [*own]
    assert types_of(rc.rate(some(kind), only="all")) == of_all | own


@pytest.mark.parametrize("kind", FOUR)
def test_columns_of_solutions_steps_and_hints(kind):
    module, puzzles = getattr(rc, kind), some(kind)
    assert types_of(module.solve(puzzles)) == listed("Solutions")
    assert types_of(rc.solve(puzzles)) == {"puzzle": "category"} | listed("Solutions")
    assert types_of(module.steps(puzzles[:2])) == types_of(rc.steps(puzzles[:2])) == listed("Steps")
    assert types_of(module.hint(puzzles)) == listed("Hints")
    assert types_of(rc.hint(puzzles)) == {"puzzle": "category"} | listed("Hints")


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_columns_of_datasets(experiment, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    data = rc.run(experiment, **EXPERIMENTS[experiment], threads=1)
    assert len(data.hardest)
    for table in ("counts", "hardest", "parameters", "puzzles", "by_grid"):
        text = listed(f"`{table}`", experiment)
        if table in ("puzzles", "by_grid") and not text:
            with pytest.raises(rc.BadInput, match="keeps counts, and no "):
                getattr(data, table)
            continue
        types = types_of(getattr(data, table))
        assert [*types] == [*text] if table != "parameters" else {*types} == {*text}
        for name, kind in types.items():
            assert kind in text[name].split(" or "), f"{table}, {name}"


def test_parameters_that_are_left_out_where_they_are_usual(tmp_path):
    asked = {"size": 6, "box": "3x2", "cage_sizes": "2-4", "single_cell_cages": "0-3", "diagonals": True, "level": "CP"}
    asked |= {"spread": "boxes", "symmetry": "half-turn", "method": "unique", "count": 1}
    types = types_of(rc.run("killer study", **asked, path=tmp_path / "study.parquet").parameters)
    left_out = listed("`parameters`, if they are not usual", "killer study")
    assert {name: types[name] for name in left_out} == left_out
    assert set(types) - set(left_out) == set(listed("`parameters`", "killer study")) - {"ungrowable"}


def test_every_experiment_is_there():
    table = rc.experiments()
    assert types_of(table) == listed("Experiments")
    assert {*table.experiment} == {*EXPERIMENTS}
    for heading in ("counts", "hardest", "by_grid", "puzzles", "parameters"):
        assert {one for row in rows_of(f"`{heading}`") for one in row[0].split(", ")} <= {*EXPERIMENTS, "all"}


def test_levels():
    found = {kind: tuple(row[1].strip("`") for row in rows_of("Levels") if row[0] == kind) for kind in FOUR}
    assert found == {kind: api.levels for kind, api in apis().items()}


def test_formats():
    said = {True: "yes", False: "no"}
    found = {(row[0], row[1].strip("`")): [cell.strip("`") for cell in row[2:5]] for row in rows_of("File formats")}
    assert found == {
        (kind, name): [said[one.read is not None], said[one.write is not None], ", ".join(one.suffixes)]
        for kind, api in apis().items()
        for name, one in api.formats.items()
    }


def test_columns_of_a_sweep(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    table = rc.sweep({"experiment": "sample", "size": "2x2", "values": "1-3", "count": [10, 20]})
    varied = {*table.attrs["parameters"]} - {"total"}
    found = {name: kind for name, kind in types_of(table).items() if name not in varied}
    assert found == {name: kind for name, kind in listed("Sweeps").items() if "each parameter" not in name}


def test_tables_of_ratings_are_made_from_the_declaration():
    assert with_tables(TEXT) == TEXT
    other = TEXT.replace("| `level_passes` | Int64 |", "| `level_passes` | int8 |")
    assert with_tables(other) == TEXT != other


def test_every_column_has_a_meaning():
    for row in re.findall(r"^\| .*`.*$", TEXT, re.MULTILINE):
        assert cells_of(row)[-1], row
