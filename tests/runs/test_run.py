"""Where a dataset is looked for, and where it is put: by all its parameters."""

import numpy as np
import pytest

from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs import run as runs
from rullo_core.runs.collection import KEEP, select_hardest
from rullo_core.runs.run import load_or_run, place_of, run, run_and_store
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study as SudokuStudy
from rullo_studies.killer.experiments.study import Study as KillerStudy

RANGE = (1, 2, 3)


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder of its own, with the dataset of the short name in it."""
    monkeypatch.setattr(paths, "DATA", tmp_path)
    run_and_store(Sample(2, 2, RANGE, 500, 1, 20), tmp_path / "sample-2x2-1-3.parquet")
    return tmp_path


def test_the_dataset_of_the_short_name_is_taken_where_it_has_the_parameters(data):
    assert load_or_run(Sample(2, 2, RANGE, 500, 1, 20)).path == data / "sample-2x2-1-3.parquet"


@pytest.mark.parametrize(
    "experiment",
    [
        Sample(2, 2, RANGE, 500, 2, 20),
        Sample(2, 2, RANGE, 600, 1, 20),
        Sample(2, 2, RANGE, 500, 1, 1),
        Sample(2, 2, RANGE, 500, 1, 20, 0.25),
        Sample(2, 2, RANGE, 500, 1, 20, generator="rand"),
    ],
    ids=["seed", "puzzles", "guess limit", "included", "generator"],
)
def test_other_parameters_are_counted_beside_it(data, experiment):
    content = (data / "sample-2x2-1-3.parquet").read_bytes()
    dataset = load_or_run(experiment)
    assert dataset.tally == run(experiment).tally
    assert dataset.path == place_of(experiment) != data / "sample-2x2-1-3.parquet"
    assert (data / "sample-2x2-1-3.parquet").read_bytes() == content
    time = dataset.path.stat().st_mtime_ns
    assert load_or_run(experiment).path == dataset.path
    assert dataset.path.stat().st_mtime_ns == time


def test_a_command_without_a_place_puts_it_where_a_notebook_looks(data, rullo):
    status, text, _ = rullo("sample", "--size", "2x2", "--values", "1-3", "--count", "500", "--seed", "2")
    place = place_of(Sample(2, 2, RANGE, 500, 2, 20))
    assert status == 0
    assert text.startswith(f"{place}: sample of 2x2 over 1-3, seed 2, 500 puzzles")
    time = place.stat().st_mtime_ns
    assert load_or_run(Sample(2, 2, RANGE, 500, 2, 20)).path == place
    assert place.stat().st_mtime_ns == time


def test_what_takes_long_is_refused_with_the_command_that_makes_it(data, rullo):
    experiment = Sample(2, 2, RANGE, 500, 3, 19, 0.25)
    with pytest.raises(BadInput, match="make it with: rullo sample ") as error:
        load_or_run(experiment, most_seconds=-1)
    assert "\n" not in str(error.value)
    assert rullo(*str(error.value).split("make it with: rullo ")[1].split())[0] == 0
    assert load_or_run(experiment).tally == run(experiment).tally


def test_nobody_is_advised_to_wait_for_ever(data, monkeypatch):
    monkeypatch.setattr(Census, "estimate_seconds", lambda *_: 1e26)
    with pytest.raises(BadInput) as error:
        load_or_run(Census(5, 5, tuple(range(1, 10))), most_seconds=120)
    assert "and would take more than 10 years; take fewer puzzles, a smaller size or fewer numbers" in str(error.value)
    assert "rullo census" not in str(error.value)


def test_a_long_range_has_a_place(data):
    census = Census(1, 1, tuple(range(1, 4000, 2)))
    assert load_or_run(census).tally.total == 4000
    assert load_or_run(census).path == place_of(census)


def test_documented_names_stay():
    """What `make data` writes and prose names."""
    assert [
        experiment.stem
        for experiment in (
            Census(3, 3, (2, 3, 4)),
            Grids(5, 5, tuple(range(1, 10)), 200, 1),
            Sample(7, 7, tuple(range(1, 10)), 10**8, 1, 20),
            Sample(7, 7, tuple(range(1, 10)), 10**8, 1, 20, generator="rand"),
            KillerStudy(10_000),
            SudokuStudy(9, 50_000),
            Population(9, 51_200),
        )
    ] == [
        "census-3x3-2-4",
        "grids-5x5-1-9",
        "sample-7x7-1-9",
        "sample-7x7-1-9-rand",
        "killer-study-report-35-46",
        "sudoku-study-9x9-one-solution-random",
        "sudoku-population-9x9-one-solution",
    ]


def test_the_hardest_are_the_first_of_equals_and_what_has_no_difficulty_is_none_of_them():
    """A difficulty of 0 is one."""
    text = np.arange(24).reshape(12, 2)
    hardest = select_hardest(np.array([3, -1, 0, 7, 3, -1, 7, 0, 1, -1, -1, -1]), text)
    assert [(difficulty, cells.tolist()[0] // 2) for difficulty, cells in hardest] == [
        *((7, 3), (7, 6), (3, 0), (3, 4), (1, 8), (0, 2), (0, 7)),
    ]
    assert [cells.tolist()[0] // 2 for _, cells in select_hardest(np.full(12, 5), text)] == list(range(KEEP))


def test_a_run_that_has_lost_a_shard_ends_without_a_result(monkeypatch):
    results = runs.results_of
    monkeypatch.setattr(runs, "results_of", lambda *arguments: list(results(*arguments))[:-1])
    with pytest.raises(AssertionError, match="puzzles counted where there are 500"):
        run(Sample(2, 2, RANGE, 500, 1, 20))
