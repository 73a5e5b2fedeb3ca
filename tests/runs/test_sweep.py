import hashlib
import os
import random
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import yaml

from rullo_core import paths
from rullo_core.datasets.store import load
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.reports import sweep as notebooks
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs import run as runs
from rullo_core.runs import sweep
from rullo_core.runs.points import value_of
from rullo_core.runs.registry import declarations
from rullo_core.runs.run import shards_of
from rullo_core.runs.sweep import Sweep, count_points, parse_sweep, place_of, points_of, read_sweep, specification_of
from rullo_studies.kakuro import load_sweep
from rullo_studies.rullo import measure_sweep

SPEC = """\
title: A small one
experiment: sample
size: [2x2, 2x3]
values: ["{1}", "1,2"]
count: 2e4
included: [0.5, 0.25]
seed: [7]
"""


@pytest.fixture
def spec(tmp_path, monkeypatch):
    """A specification; what it asks for goes to a folder of its own."""
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    path = tmp_path / "small.yaml"
    path.write_text(SPEC)
    return path


# -- the specification ------------------------------------------------------------------------------------------------


def test_points_are_all_combinations(spec):
    specification = read_sweep(spec)
    assert specification.title == "A small one"
    assert specification.experiments == tuple(
        Sample(2, width, values, 20_000, 7, 20, included)
        for width in (2, 3)
        for values in ((1,), (1, 2))
        for included in (0.5, 0.25)
    )


def test_other_experiments_and_ways_to_write(spec):
    spec.write_text("experiment: census\nsize: 2x3\nvalues:\n- 1-3\n- [2, 5]\n")
    assert read_sweep(spec).title == "small"
    assert read_sweep(spec).experiments == (Census(2, 3, (1, 2, 3)), Census(2, 3, (2, 5)))
    spec.write_text("experiment: grids\nsize: [4x4]\nvalues: 2-4\ngrids: 1e1\nseed: [1, 2]\n")
    assert read_sweep(spec).experiments == tuple(Grids(4, 4, (2, 3, 4), 10, seed) for seed in (1, 2))


@pytest.mark.parametrize("name", sorted(declarations()))
def test_every_parameter_may_be_a_list(name):
    """Two values of any one parameter where others have one."""
    registered = declarations()[name]
    two = {"count": ["5", "7"], "grids": ["5", "7"], "guess_limit": ["8", "9"], "generator": ["philox", "rand"]}
    usual = {key.name: yaml.safe_load(key.values) for key in registered.keys if key.is_required}
    usual = {key: value[0] if isinstance(value, list) else value for key, value in usual.items()}
    for key in registered.keys:
        listed_values = two.get(key.name) or yaml.safe_load(key.values)
        listed_values = listed_values if isinstance(listed_values, list) else [listed_values, 7]
        values = {"experiment": name} | usual | {key.name: listed_values}
        of_report = name != "killer study" or key.name in ("method", "ungrowable")
        extra = {} if of_report else {"method": "unique"} | ({"size": 8} if key.name == "box" else {})
        experiments = parse_sweep(yaml.safe_dump(values | extra), "it").experiments
        assert len(set(experiments)) == len(listed_values) >= 2
        assert len({str(value_of(key, experiment)) for experiment in experiments}) == len(listed_values)


def test_the_same_sweep_on_the_command_line():
    pairs = [("size", "2x2"), ("size", "[2x3, 3x3]"), ("values", "1,2"), ("values", "{1}"), ("values", "['2,5', 1-3]")]
    text = specification_of("mine", "census", pairs)
    assert re.findall(r"^(\w+):", text, re.M) == ["title", "experiment", *dict(pairs)]
    assert parse_sweep(text, "it") == Sweep(
        "mine",
        tuple(
            Census(height, width, values)
            for height, width in ((2, 2), (2, 3), (3, 3))
            for values in ((1, 2), (1,), (2, 5), (1, 2, 3))
        ),
    )
    with pytest.raises(BadInput, match=r"^size '\[2x2': is no list; write one such as"):
        specification_of("mine", "census", [("size", "[2x2")])


def test_an_analysis_refuses_lists_that_it_does_not_tell_apart(spec):
    """As the first puzzles of a seed are the same, whatever their number, they would be counted twice."""
    spec.write_text(SPEC.replace("2e4", "[10, 20]"))
    with pytest.raises(BadInput, match=r"^A small one: has points that differ in count, which this analysis does not"):
        measure_sweep(spec)
    spec.write_text("experiment: kakuro study\nsize: 6x6\ncount: [2, 3]\nseed: [1, 2]\n")
    with pytest.raises(BadInput, match="differ in count"):
        load_sweep(spec)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("sweeps:\n- {experiment: census, size: [2x2, 2x3], values: 1-3}\n"
         "- {experiment: census, size: 2x2, values: [1-3, 1-4]}", 3),
        ("{experiment: killer study, method: unique, count: 1, cages: [usual, 28-34, 29-34]}", 2),
    ],
)  # fmt: skip
def test_points_that_are_the_same_are_one(text, points):
    """Those of several sweeps, and those whose values are written in two ways."""
    assert len(parse_sweep(text, "it").experiments) == points


def test_sweeps_of_other_experiments_are_refused():
    with pytest.raises(BadInput, match="it, experiment 'census': write one of grids, sample"):
        parse_sweep("{experiment: census, size: 2x2, values: 1-3}", "it", "grids", "sample")


@pytest.mark.parametrize("path", sorted((ROOT / "sweeps").glob("*.yaml")), ids=lambda path: path.stem)
def test_those_that_are_shipped_can_be_read(path):
    assert len(read_sweep(path).experiments) >= 10


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("experiment: sample", "experiment: sampling", "line 2, experiment 'sampling': write one of census, grids, "),
        ("experiment: sample\n", "", ", experiment: write one of census, grids, sample"),
        ("2x3", "2y3", "line 3, size: size '2y3': write height x width"),
        ("2x3", "9x9", "line 3, size: size 9x9: 81 cells, but rullo sample goes up to 64"),
        ("2x3", "2x2", "line 3, size: 2x2 is there twice"),
        ('"1,2"', "5-2", "line 4, values: values '5-2': 5 is larger than 2"),
        ('"{1}"', "{1}", "line 4, values: is no plain value; quote what has braces, as in '{1}'"),
        ("[2x2, 2x3]", "[]", "line 3, size: write it as in size: [3x3, 2x5]"),
        ("size: [2x2, 2x3]\n", "", "has no size; add a line such as size: [3x3, 2x5]"),
        ("2e4", "some", "line 5, count: count 'some'"),
        ("2e4", "[]", "line 5, count: write it as in count: 1e4"),
        ("2e4", "[[1]]", "line 5, count: is no plain value"),
        ("2e4", "0", "line 5, count: count '0'"),
        ("0.25", "1.5", "line 6, included: included '1.5': write a number from 0 to 1"),
        ("[7]", "[-1]", "line 7, seed: seed '-1': write a whole number"),
        (
            "seed",
            "sead",
            "line 7: no key 'sead'; did you mean 'seed'? "
            "A sample sweep knows title, experiment, size, values, count, seed, ",
        ),
        ("sample", "census", "line 5: no key 'count'; a census sweep knows"),
        ("seed", "title", "line 7, title: stands there twice"),
        ("seed", "sizes", "line 7: no key 'sizes'; did you mean 'size'? A sample sweep knows"),
        ("seed", "size", "line 7, size: stands there twice; write it once"),
        ("[7]", "[7", "is not YAML"),
        ("seed", "? [a]\n", "line 7: is no key; write a word and a colon"),
        ('"{1}"', "&a [*a]", "line 4, values: is no plain value"),
        (SPEC, "just text", "holds no keys and values"),
        (SPEC, "", "holds no keys and values"),
    ],
)
def test_a_bad_specification_is_refused_before_anything_runs(spec, old, new, says):
    assert old in SPEC
    spec.write_text(SPEC.replace(old, new, 1))
    with pytest.raises(BadInput) as error:
        read_sweep(spec)
    assert says in str(error.value)
    assert str(error.value).startswith(str(spec))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "size: [9, 25]\nlevel: [hidden, one-solution]",
            ", line 2, size, line 3, level: size 25, level one-solution: to search for a second solution may",
        ),
        ("size: 25\nlevel: one-solution", ", line 2, size, line 3, level: size 25, level one-solution: "),
        # Not every value that a part of the reason is written as.
        (
            "size: 25\nlevel: one-solution\nseed: [1, 6]",
            ", line 2, size, line 3, level: size 25, level one-solution: ",
        ),
    ],
)
def test_values_that_do_not_go_together_are_named_with_their_lines(spec, text, says):
    spec.write_text(f"experiment: sudoku study\n{text}\ncount: 3\n")
    with pytest.raises(BadInput) as error:
        read_sweep(spec)
    assert str(error.value).startswith(f"{spec}{says}")
    assert "--" not in str(error.value)


def test_a_value_that_is_told_otherwise_than_it_was_written_is_named_with_its_line(spec):
    spec.write_text("experiment: killer study\nmethod: grown\ncages: [29, 31]\ncount: 3\n")
    with pytest.raises(BadInput, match=r", line 3, cages: .*29-29"):
        read_sweep(spec)
    spec.write_text("experiment: grids\nsize: 4x4\nvalues: 2-4\ngrids: 1e11\n")
    with pytest.raises(BadInput, match=r", line 4, grids: .*100000000000"):
        read_sweep(spec)


def test_values_that_go_together_are_taken_whatever_the_defaults_of_other_keys(spec):
    spec.write_text("experiment: sudoku study\nsize: [16, 25]\nlevel: [naked, hidden]\ncount: 3\n")
    assert [(experiment.side, experiment.level) for experiment in read_sweep(spec).experiments] == [
        (16, "naked"),
        (16, "hidden"),
        (25, "naked"),
        (25, "hidden"),
    ]
    spec.write_text("experiment: killer study\nmethod: report\ncages: [17-20]\nungrowable: [0, 3]\ncount: 3\n")
    assert [experiment.ungrowable for experiment in read_sweep(spec).experiments] == [0, 3]


def test_the_command_refuses_it_too_and_writes_nothing(spec, tmp_path):
    spec.write_text(SPEC.replace("[7]", "[x]"))
    process = rullo(tmp_path, "sweep", spec, "--out", tmp_path / "out")
    assert process.returncode == 2
    assert process.stderr.startswith(f"rullo: {spec}, line 7, seed: seed 'x': write a whole number")
    assert process.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.yaml"]


def test_a_specification_that_is_not_there(tmp_path):
    with pytest.raises(BadInput, match=r"none\.yaml: cannot be read"):
        read_sweep(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is not"):
        read_sweep(tmp_path / "bytes.yaml")


# -- the points -------------------------------------------------------------------------------------------------------


def test_what_is_there_is_not_counted_again_whatever_its_date(spec, monkeypatch):
    first = list(count_points(read_sweep(spec)))
    assert [point.was_there for point in first] == [False] * 8
    spec.write_text(SPEC.replace("2x3]", "2x3, 3x2]"))
    experiments = []
    run = runs.run_and_store
    monkeypatch.setattr(
        sweep,
        "run_and_store",
        lambda experiment, *rest, **options: experiments.append(experiment) or run(experiment, *rest, **options),
    )
    second = points_of(read_sweep(spec))
    assert [point.experiment.size for point in second if not point.was_there] == ["3x2"] * 4
    assert experiments == [point.experiment for point in second[8:]]
    for point in second:
        assert point.dataset.tally == runs.run(point.experiment).tally


def test_shards_that_a_killed_run_left_beside_its_dataset_are_removed(spec):
    specification = read_sweep(spec)
    expected = [point.dataset.tally for point in count_points(specification)]
    experiment = specification.experiments[1]
    shards = shards_of(experiment, place_of(experiment))
    shards.write(3, "a shard", b"what was found")
    assert shards.path(3).exists()
    assert [point.dataset.tally for point in count_points(specification)] == expected
    assert not shards.parent.exists()


def test_points_are_told_apart_by_all_their_parameters():
    points = [
        Sample(3, 3, (1, 2), 10, 1, 20),
        Sample(3, 3, (1, 2), 10, 1, 20, 0.3),
        Sample(3, 3, (1, 2), 10, 2, 20),
        Sample(3, 3, (1, 2), 11, 1, 20),
        Sample(3, 3, (1, 2), 10, 1, 19),
        Grids(3, 3, (1, 2), 10, 1),
        Census(3, 3, (1, 2)),
        *(Census(2, 2, (*range(1, 200, 2), last)) for last in (300, 301)),
    ]
    assert len({place_of(point) for point in points}) == len(points)
    assert all(len(place_of(point).name) < 120 for point in points)


def test_a_damaged_point_is_counted_again(spec, capsys):
    specification = read_sweep(spec)
    expected = [point.dataset.tally for point in count_points(specification)]
    paths = [place_of(experiment) for experiment in specification.experiments]
    paths[0].write_bytes(paths[0].read_bytes()[:-50])
    paths[1].write_bytes(paths[2].read_bytes())
    paths[3].with_name(paths[3].stem + ".hardest.parquet").unlink()
    points = list(count_points(specification))
    assert [point.was_there for point in points] == [False, False, True, False] + [True] * 4
    assert [point.dataset.tally for point in points] == expected
    output = capsys.readouterr().err
    assert output.count("it is counted again") == 3


def test_a_point_that_fails_does_not_stop_the_others(spec):
    specification = read_sweep(spec)
    place_of(specification.experiments[2]).mkdir(parents=True)
    points = list(count_points(specification))
    assert [bool(point.failure) for point in points] == [False, False, True] + [False] * 5
    assert points[2].dataset is None
    assert [point.failure for point in points_of(specification, compute=False)] == [
        "",
        "",
        "it is not there",
        *[""] * 5,
    ]


def test_a_long_sweep_is_not_counted_unasked(spec, monkeypatch):
    monkeypatch.setattr(sweep, "LONGEST_UNCONFIRMED", 0)
    with pytest.raises(BadInput, match=r"8 of 8 points are not in .* count them with rullo sweep"):
        points_of(read_sweep(spec))


def test_what_is_told_of_unique_puzzles_takes_its_time_too(spec, monkeypatch):
    monkeypatch.setattr(Sample, "estimate_seconds", lambda *_: 40.0)
    monkeypatch.setattr(Sample, "estimate_seconds_for_unique", lambda *_: 30.0)
    experiments = list(read_sweep(spec).experiments)
    assert sweep.estimate_seconds(experiments, 1) == 8 * 70
    monkeypatch.setattr(sweep, "LONGEST_UNCONFIRMED", 8 * 70 - 1)
    with pytest.raises(BadInput, match=r"8 of 8 points are not in .* and would take about"):
        points_of(read_sweep(spec))


def test_the_time_of_many_points_is_estimated_from_a_few_of_all(spec, monkeypatch):
    """Which have every value of every parameter, however these alternate."""
    sample = []
    monkeypatch.setattr(Sample, "estimate_seconds", lambda experiment, *_: sample.append(experiment) or 2.0)
    monkeypatch.setattr(Sample, "estimate_seconds_for_unique", lambda *_: 1.0)
    experiments = [Sample(2, 2, (1,), 10, seed, 20, 0.5 + seed % 2 / 4) for seed in range(1000)]
    assert sweep.estimate_seconds(experiments, 1) == 3000
    assert len(sample) == len(set(sample)) == sweep.MOST_TRIED
    assert all(
        sum(experiment.seed // 250 == part for experiment in sample) == sweep.MOST_TRIED // 4 for part in range(4)
    )
    assert {experiment.included for experiment in sample} == {0.5, 0.75}
    first = list(sample)
    sweep.estimate_seconds(experiments, 1)
    assert sample == first * 2
    assert sweep.estimate_seconds([], 1) == 0


def test_a_sweep_that_is_stopped_in_the_middle_of_a_point_goes_on_from_there(spec, monkeypatch):
    spec.write_text("experiment: sample\nsize: 3x3\nvalues: 1-3\ncount: 5e5\nseed: [1, 2]\n")
    specification = read_sweep(spec)
    expected = [runs.run(experiment).tally for experiment in specification.experiments]
    count, seeds_counted = Sample.count, []

    def stopped(experiment, shard, stop):
        if experiment.seed == 2 and seeds_counted.count(2) == 2:
            raise KeyboardInterrupt
        seeds_counted.append(experiment.seed)
        return count(experiment, shard, stop)

    monkeypatch.setattr(Sample, "count", stopped)
    with pytest.raises(KeyboardInterrupt):
        list(count_points(specification, 1))
    monkeypatch.setattr(
        Sample, "count", lambda *arguments: seeds_counted.append(arguments[0].seed) or count(*arguments)
    )
    shards = seeds_counted.count(1)
    assert shards > 3
    first, second = count_points(specification, 1)
    assert [first.was_there, second.was_there] == [True, False]
    assert second.dataset.manifest["shards"] == {"all": shards, "taken up from before": 2}
    assert seeds_counted.count(1) == seeds_counted.count(2) == shards
    assert [first.dataset.tally, second.dataset.tally] == expected


def test_unique_puzzles_are_in_the_manifest(spec):
    spec.write_text("experiment: grids\nsize: [2x2]\nvalues: [1-3]\ngrids: 5\nseed: 3\n")
    (point,) = count_points(read_sweep(spec))
    unique = point.dataset.manifest["unique"]
    assert len(unique) == 5
    simple = point.dataset.by_grid.query("outcome == 'simple'").groupby("grid")["puzzles"].sum()
    assert all(unique[grid] >= number for grid, number in simple.items())


# -- the command ------------------------------------------------------------------------------------------------------


def rullo(folder, *arguments, **options):
    return subprocess.run(
        command(*arguments), env=environment(folder), capture_output=True, text=True, cwd=folder, **options
    )


def command(*arguments):
    return [sys.executable, "-m", "rullo_core", *map(str, arguments)]


def environment(folder):
    return os.environ | {"RULLO_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def parameters_by_path(tmp_path, monkeypatch):
    """The notebooks that a sweep executes, of which none is."""
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    parameters_by_path = {}
    monkeypatch.setattr(
        notebooks, "_execute", lambda notebook, out, parameters, *_: parameters_by_path.update({out: parameters})
    )
    return parameters_by_path


def test_a_sweep_without_a_file_is_written_as_one(parameters_by_path, tmp_path, rullo):
    words = ["sweep", "--name", "mine", "--experiment", "census", "-p", "size", "[1x2, 2x2]", "-p", "values", "1,2"]
    status, output, error = rullo(*words, "-p", "values", "1-3")
    assert (status, error) == (0, "")
    assert "build/sweeps/mine/sweep.yaml: 4 points, 0 reused, 0 failures" in output
    folder = tmp_path / "build" / "sweeps" / "mine"
    assert {path.name for path in folder.iterdir()} == {"sweep.yaml", "points.parquet", "points.csv"}
    table = pd.read_parquet(folder / "points.parquet")
    assert table.attrs["title"] == "mine"
    assert table.groupby(["size", "values"])["total"].first().to_dict() == {
        ("1x2", "1-2"): 16, ("1x2", "1-3"): 36, ("2x2", "1-2"): 256, ("2x2", "1-3"): 1296
    }  # fmt: skip
    pd.testing.assert_frame_equal(pd.read_csv(folder / "points.csv").astype(table.dtypes.to_dict()), table)
    spec = folder.relative_to(tmp_path) / "sweep.yaml"
    assert parameters_by_path == {
        spec.with_name("summary.ipynb"): {"sweep": str(folder / "sweep.yaml"), "compute": False}
    }
    status, output, _ = rullo("sweep", spec, "--out", "again", "--notebooks")
    assert status == 0
    assert "4 points, 4 reused" in output
    assert (tmp_path / "again" / "points.csv").read_bytes() == (folder / "points.csv").read_bytes()
    assert len(parameters_by_path) == 1 + 1 + 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "name a YAML file such as those in sweeps, or give --experiment and --name"),
        ("--experiment census -p size 2x2 -p values 1", "name a YAML file such as those in sweeps, or give --exp"),
        ("--experiment census --name ../up", "--name '../up': is not the name of a folder; take one without slashes"),
        ("some.yaml -p size 2x2", "some.yaml: names the experiment and its parameters; leave out --experiment, -p "),
        ("--experiment census --name a -p size 2x2", "the sweep: has no values; add a line such as values: "),
        ("--experiment census --name a -p size 2y2 -p values 1", "the sweep, size: size '2y2': write height x width"),
        ("--experiment cenus --name a", "the sweep, experiment 'cenus': write one of census, grids, sample"),
        (
            "--experiment census --name a -p size 2x2 -p sizes 3x3 -p values 1",
            "the sweep: no key 'sizes'; did you ",
        ),
    ],
)
def test_a_sweep_that_is_given_wrongly(parameters_by_path, tmp_path, rullo, words, says):
    status, _, error = rullo("sweep", *words.split())
    assert (status, error.count("\n")) == (2, 1)
    assert error.startswith(f"rullo: {says}")
    assert not list(tmp_path.iterdir())


def contents(folder):
    """What a sweep leaves: the rows and puzzles of every dataset, and the bytes of every notebook and table."""
    by_name = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".ipynb" or path.stem == "points":
            by_name[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
        elif path.suffix == ".parquet" and not path.name.endswith(("hardest.parquet", "grids.parquet")):
            dataset = load(path)
            by_name[path.name] = dataset.manifest["sha256"], dataset.hardest_table, dataset.manifest["unique"]
        elif path.is_file() and path.suffix not in (".parquet", ".yaml") and not path.name.endswith(".card.md"):
            by_name[path.name] = "left over"
    return by_name


SMALL = """\
experiment: sample
size: [7x7]
values: [1-9]
count: 1e6
included: [0.5, 0.4]
"""


@pytest.mark.slow
def test_a_sweep_that_is_killed_again_and_again_ends_in_the_same_bytes(tmp_path):
    """Here and there of the same name, since notebooks hold the path of the specification."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "small.yaml").write_text(SMALL)
    arguments = ("sweep", "small.yaml", "--out", "out", "--notebooks")
    completed = rullo(folder, *arguments)
    assert completed.returncode == 0, completed.stderr
    assert "2 points, 0 reused, 0 failures" in completed.stdout
    expected = contents(folder)
    assert len(expected) == 2 + 2 + 1 + 2

    folder.rename(tmp_path / "first")
    folder.mkdir()
    (folder / "small.yaml").write_text(SMALL)
    moments = random.Random(5)
    killed = 0
    for longest in (3, 5, 7):  # starting takes some 2 seconds
        process = subprocess.Popen(
            command(*arguments), env=environment(folder), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            process.communicate(timeout=moments.uniform(2, longest))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            killed += 1
        else:
            assert process.returncode == 0
    assert rullo(folder, *arguments).returncode == 0
    assert killed >= 2
    for path in folder.rglob(".*.tmp*"):
        path.unlink()
    assert contents(folder) == expected

    begin = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    completed = rullo(folder, *arguments)
    assert completed.returncode == 0, completed.stderr
    assert "2 points, 2 reused, 0 failures" in completed.stdout
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == begin


@pytest.mark.slow
def test_failures_are_reported_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    spec = tmp_path / "small.yaml"
    spec.write_text("experiment: census\nsize: [1x2, 2x2]\nvalues: ['1,2']\n")
    place_of(Census(1, 2, (1, 2))).mkdir(parents=True)
    process = rullo(tmp_path, "sweep", spec, "--out", tmp_path / "out")
    assert process.returncode == 1
    assert "2 points, 0 reused, 1 failure" in process.stdout
    last = process.stderr.splitlines()[-1]
    assert last.startswith("rullo: census of 1x2 over 1-2: ")
    summary = (tmp_path / "out" / "summary.ipynb").read_text()
    assert "Left out: 1 (it is not there)." in summary
    assert ">2x2</" in summary
    assert len(list((tmp_path / "out").glob("*.ipynb"))) == 1
    assert set(pd.read_csv(tmp_path / "out" / "points.csv")["size"]) == {"2x2"}


def small_part(path):
    """A sweep, or several, with the first and the last of the values that are listed, and few puzzles."""
    spec = yaml.safe_load(path.read_text())
    if "sweeps" in spec:
        return spec | {"sweeps": [few_points(part) for part in spec["sweeps"]]}
    return few_points(spec)


def few_points(spec):
    """One sweep with few points."""
    for key, value in spec.items():
        if isinstance(value, list) and len(value) > 2:
            spec[key] = [value[0], value[-1]]
    first = spec.get("size") if isinstance(spec.get("size"), list) else []
    return spec | {"seed": 1, "count": 24} | ({"size": first[:1]} if len(first) > 1 else {})


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "sweeps").glob("*.yaml")), ids=lambda path: path.stem)
def test_those_that_are_shipped_run_to_the_end(path, tmp_path):
    """The commands, every notebook and all, with few points and few puzzles."""
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(small_part(path)))
    number = len(read_sweep(tmp_path / "small.yaml").experiments)
    assert 2 <= number <= 8
    process = rullo(tmp_path, "sweep", "small.yaml", "--out", "out")
    assert (process.returncode, process.stderr) == (0, "")
    assert f"{number} points, 0 reused, 0 failures" in process.stdout
    assert [path.name for path in (tmp_path / "out").glob("*.ipynb")] == ["summary.ipynb"]
    assert rullo(tmp_path, "sweep", "small.yaml", "--out", "out", "--notebooks").returncode == 0
    assert len(list((tmp_path / "out").glob("*.ipynb"))) == number + 1


def test_a_notebook_is_executed_again_when_what_it_is_made_from_changes(tmp_path, monkeypatch):
    executed = []
    monkeypatch.setattr(notebooks, "execute", lambda *arguments: executed.append(arguments))
    monkeypatch.setattr(notebooks, "is_made_from", lambda out, source: [source] == [call[3] for call in executed])
    of_a_point = paths.NOTEBOOKS / "rullo/12-one-dataset.ipynb"
    notebooks._execute(of_a_point, tmp_path / "a.ipynb", {"dataset": "a"}, "sum")
    notebooks._execute(of_a_point, tmp_path / "a.ipynb", {"dataset": "a"}, "sum")
    assert len(executed) == 1
    notebooks._execute(of_a_point, tmp_path / "a.ipynb", {"dataset": "a"}, "another sum")
    assert len(executed) == 2


def test_the_sum_of_choices_is_that_of_the_tally(spec):
    """A coin that is not fair: the mean of required cells tells."""
    for point in count_points(read_sweep(spec)):
        frame = point.dataset.tally.frame
        mean = (frame["required"] * frame["puzzles"]).sum() / point.dataset.tally.total / point.experiment.cells
        share = point.experiment.included
        assert abs(mean - share) < 5 * np.sqrt(share * (1 - share) / 20_000 / point.experiment.cells)


def test_a_dataset_without_the_unique_ones_is_counted_again(spec, capsys):
    """One that lies where a point's should, but was made by another command."""
    specification = read_sweep(spec)
    experiment = specification.experiments[0]
    list(count_points(specification, 2))
    place = place_of(experiment)
    runs.run_and_store(experiment, place)
    assert sweep.find(experiment) is None
    assert "it is counted again" in capsys.readouterr().err
    assert all(point.dataset.manifest["unique"] for point in count_points(specification, 2))


def test_a_dataset_of_other_parameters_under_the_name_of_a_point_is_not_that_point(spec, capsys):
    """Whole, with all its files, so that nothing but its parameters tells it."""
    specification = read_sweep(spec)
    expected = [point.dataset.tally for point in count_points(specification)]
    first, second = (place_of(experiment) for experiment in specification.experiments[:2])
    for path in second.parent.glob(f"{second.stem}.*"):
        path.with_name(path.name.replace(second.stem, first.stem)).write_bytes(path.read_bytes())
    points = list(count_points(specification))
    assert [point.was_there for point in points] == [False] + [True] * 7
    assert [point.dataset.tally for point in points] == expected
    assert f"{first}: is of another experiment; it is counted again" in capsys.readouterr().err


def test_a_point_that_is_refused_is_named_with_its_values():
    """Where the reason quotes none of them as it was written."""
    text = "experiment: killer study\nmethod: unique\nsize: [6, 8]\ncages: [12-14, 28-30]\ncount: 5\n"
    with pytest.raises(BadInput, match=r"^it, method unique, size 6, cages 28-30, count 5: 28 cages, 0 of one cell"):
        parse_sweep(text, "it")
