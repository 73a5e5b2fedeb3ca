"""The page of columns and formats says what tables and files really have."""

import re

import pyarrow.parquet as pq
import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.columns import FIRST_COLUMNS, LAST_RATING_COLUMNS, SCALE_COLUMNS, STEP_COLUMNS, SWEEP_COLUMNS, made_of
from rullo_core.columns import types_of as types_of_columns
from rullo_core.datasets import store
from rullo_core.datasets.columns import TABLES, columns_of
from rullo_core.paths import ROOT
from rullo_core.puzzles.lookup import apis
from rullo_core.reports.columns import with_tables
from rullo_core.runs.registry import declarations
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
    "phases": {"size": "3x3", "values": "1-3", "count": 20},
}
"""Small ones."""

RESULT_TABLES = ("counts", "hardest", "by_grid", "puzzles")


def rows_of(heading):
    """The cells of the first table below a heading."""
    table = re.search(rf"^#+ {re.escape(heading)}\n.*?\n(\|.*?)\n\n", TEXT + "\n", re.MULTILINE | re.DOTALL)[1]
    return [cells_of(row) for row in table.splitlines()[2:]]


def cells_of(row):
    return re.split(r"\s*\|\s*", row)[1:-1]


def columns_below(heading, experiment=None):
    """The columns below a heading, with their types; of tables of datasets those of one experiment."""
    types = {}
    for row in rows_of(heading):
        if experiment is None or experiment in row[0].split(", ") or row[0] == "all":
            names, kind, *_ = row if experiment is None else row[1:]
            types |= dict.fromkeys((name.strip("`") for name in names.split(", ")), kind)
    return types


def types_of(frame):
    return {name: str(kind) for name, kind in frame.dtypes.items()}


def puzzles_of(kind):
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
    assert [*types][:11] == [*columns_below("First columns")]


@pytest.mark.parametrize("kind", FOUR)
def test_columns_of_ratings(kind):
    of_kind, of_all = (
        columns_below(f"Only of {apis()[kind].title}s"),
        columns_below("First columns") | columns_below("Ratings"),
    )
    costly = set(re.findall(r"`(\w+)`", TEXT.split("take long:")[1].split("\n\n")[0])) if kind == "sudoku" else set()
    of_scale = columns_below("Consistency of constraints")
    assert costly | {*of_scale} == apis()[kind].costly_columns
    for puzzles in (puzzles_of(kind), puzzles_of(kind)[:1], puzzles_of(kind)[1:], []):
        assert types_of(getattr(rc, kind).rate(puzzles, only="all")) == of_all | of_scale | of_kind
        soon = {name: of_kind[name] for name in of_kind if name not in costly}
        assert types_of(getattr(rc, kind).rate(puzzles)) == of_all | soon
    assert [*puzzles_of(kind)[0].rate().own] == [*of_kind]
    assert types_of(rc.rate(puzzles_of(kind), only="all")) == of_all | of_scale | of_kind


@pytest.mark.parametrize("kind", FOUR)
def test_columns_of_solutions_steps_and_hints(kind):
    module, puzzles = getattr(rc, kind), puzzles_of(kind)
    assert types_of(module.solve(puzzles)) == columns_below("Solutions")
    assert types_of(rc.solve(puzzles)) == {"puzzle": "category"} | columns_below("Solutions")
    assert types_of(module.steps(puzzles[:2])) == types_of(rc.steps(puzzles[:2])) == columns_below("Steps")
    assert types_of(module.hint(puzzles)) == columns_below("Hints")
    assert types_of(rc.hint(puzzles)) == {"puzzle": "category"} | columns_below("Hints")


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_columns_of_datasets(experiment, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    data = rc.run(experiment, **EXPERIMENTS[experiment], threads=1)
    assert len(data.hardest)
    for table in ("counts", "hardest", "parameters", "puzzles", "by_grid"):
        text = columns_below(f"`{table}`", experiment)
        if table in ("puzzles", "by_grid") and not text:
            with pytest.raises(rc.BadInput, match="keeps counts, and no "):
                getattr(data, table)
            continue
        types = types_of(getattr(data, table))
        assert [*types] == [*text] if table != "parameters" else {*types} == {*text}
        for name, kind in types.items():
            assert kind in text[name].split(" or "), f"{table}, {name}"


PARAMETER_COLUMNS = {("kakuro polyominoes", "cells"), ("killer study", "cages")}
"""Parameters that are, or bound, what is in the column of their name."""


def declared_tables():
    """The names of the columns of every declared table, by what it is called."""
    tables = {
        "First columns": FIRST_COLUMNS,
        "Ratings": LAST_RATING_COLUMNS,
        "Consistency of constraints": SCALE_COLUMNS,
        "Steps": STEP_COLUMNS,
        "Sweeps": SWEEP_COLUMNS,
    }
    tables |= {f"Only of {api.title}s": api.rating_columns for api in apis().values()}
    tables |= {f"Generated {kind}": made_of(kind) for kind in FOUR} | TABLES
    return {name: types_of_columns(columns) for name, columns in tables.items()}


def test_no_column_is_called_kind_or_difficulty():
    tables = declared_tables()
    assert len(tables) == 19
    assert all(tables.values())
    assert {name for name, columns in tables.items() if {"kind", "difficulty"} & {*columns}} == set()
    listed_ones = re.findall(r"^\| .*`(?:kind|difficulty)`", TEXT.split("### Names in files")[0], re.MULTILINE)
    assert listed_ones == []


def test_no_parameter_hides_a_column():
    """A name that a parameter and a measured column have means the same in both."""
    shared = set()
    for experiment, declaration in declarations().items():
        column_names = {
            name for table in RESULT_TABLES for column in columns_of(table, experiment) for name in column.names
        }
        shared |= {(experiment, key.name) for key in declaration.keys if key.name in column_names}
    assert shared == PARAMETER_COLUMNS


def test_sweeps_of_puzzles_have_every_parameter(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    parameters = {"size": 4, "method": "unique", "cages": "7-10", "single_cell_cages": "0-4", "count": 3}
    table = rc.sweep_puzzles({"experiment": "killer study", **parameters})
    keys = {key.name for key in declarations()["killer study"].keys} - {"count", "cages"}
    assert keys <= {*table}
    assert set(table["asked_cages"]) == {"7-10"}
    assert table["cages"].between(7, 10).all()
    assert set(table["single_cell_cages"]) == {"0-4"}
    assert table["single_cell_cage_count"].le(4).all()
    assert [*table][:2] == ["puzzle", "point"]
    cells = rc.sweep_puzzles({"experiment": "kakuro polyominoes", "cells": [4, 5]})
    assert cells["cells"].astype(str).equals(cells["asked_cells"].astype(str))


def test_files_have_the_names_of_version_1(tmp_path):
    data = rc.run("census", size="2x2", values="1-3", path=tmp_path / "census.parquet")
    assert pq.read_table(data.path).column_names == ["required", "kind", "difficulty", "puzzles"]
    assert pq.read_table(store.path_beside(data.path, "hardest")).column_names[:3] == ["kind", "difficulty", "numbers"]
    read = rc.load(data.path)
    assert read.tally == data.tally
    assert read.hardest_table.equals(data.hardest_table)


def test_parameters_that_are_left_out_where_they_are_usual(tmp_path):
    parameters = {
        "size": 6,
        "box": "3x2",
        "cage_sizes": "2-4",
        "single_cell_cages": "0-3",
        "diagonals": True,
        "level": "CP",
    }
    parameters |= {"spread": "boxes", "symmetry": "half-turn", "method": "unique", "count": 1}
    types = types_of(rc.run("killer study", **parameters, path=tmp_path / "study.parquet").parameters)
    left_out = columns_below("`parameters`, if they are not usual", "killer study")
    assert {name: types[name] for name in left_out} == left_out
    assert set(types) - set(left_out) == set(columns_below("`parameters`", "killer study")) - {"ungrowable"}


def test_every_experiment_is_there():
    table = rc.experiments()
    assert types_of(table) == columns_below("Experiments")
    assert {*table.experiment} == {*EXPERIMENTS}
    for heading in ("counts", "hardest", "by_grid", "puzzles", "parameters"):
        assert {experiment for row in rows_of(f"`{heading}`") for experiment in row[0].split(", ")} <= {
            *EXPERIMENTS,
            "all",
        }


def test_levels():
    levels = {kind: tuple(row[1].strip("`") for row in rows_of("Levels") if row[0] == kind) for kind in FOUR}
    assert levels == {kind: api.levels for kind, api in apis().items()}


def test_formats():
    words = {True: "yes", False: "no"}
    rows = {(row[0], row[1].strip("`")): [cell.strip("`") for cell in row[2:5]] for row in rows_of("File formats")}
    assert rows == {
        (kind, name): [words[form.read is not None], words[form.write is not None], ", ".join(form.suffixes)]
        for kind, api in apis().items()
        for name, form in api.formats.items()
    }


@pytest.mark.parametrize("experiment", ["sample", "phases"])
def test_columns_of_a_sweep(tmp_path, monkeypatch, experiment):
    """Only phases have what is predicted."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    table = rc.sweep({"experiment": experiment, "size": "2x2", "values": "1-3", "count": [10, 20]})
    varied = {*table.attrs["parameters"]} - {"total"}
    fixed_columns = {name: kind for name, kind in types_of(table).items() if name not in varied}
    assert fixed_columns == {
        name: kind
        for name, kind in columns_below("Sweeps").items()
        if "each parameter" not in name and (experiment == "phases" or not name.startswith("predicted"))
    }


def test_tables_of_ratings_are_made_from_the_declaration():
    assert with_tables(TEXT) == TEXT
    changed_text = TEXT.replace("| `level_passes` | Int64 |", "| `level_passes` | int8 |")
    assert with_tables(changed_text) == TEXT != changed_text


def test_every_column_has_a_meaning():
    for row in re.findall(r"^\| .*`.*$", TEXT, re.MULTILINE):
        assert cells_of(row)[-1], row
