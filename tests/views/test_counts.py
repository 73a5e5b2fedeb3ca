"""Charts and tables of any dataset."""

import pytest

import rullo_core as rc
from rullo_core.views.counts import kinds, measure_of, render


@pytest.fixture(scope="module")
def datasets(tmp_path_factory):
    """With a difficulty, and without one."""
    folder = tmp_path_factory.mktemp("data")
    return [
        rc.run("kakuro census", size="2x3", path=folder / "block.parquet"),
        rc.run("kakuro polyominoes", cells=5, path=folder / "five.parquet"),
    ]


def test_the_measure_is_a_number_that_puzzles_have(datasets):
    assert [measure_of(dataset.tally) for dataset in datasets] == ["passes", "solutions"]


def test_kinds_and_their_shares(datasets):
    table = kinds(datasets[0].tally)
    assert table["puzzles"].to_dict() == {"simple": 3552, "ambiguous": 34153 - 3552}
    assert table["share"].sum() == pytest.approx(1)


def test_files(datasets, tmp_path):
    for dataset, measure in zip(datasets, ("difficulty", "solutions"), strict=True):
        stem = dataset.path.stem
        names = {path.name for path in render(dataset, tmp_path)}
        suffixes = {f"{stem}-kinds.{suffix}" for suffix in ("svg", "md", "tex", "csv")}
        assert names == suffixes | {f"{stem}-by-{measure}.{suffix}" for suffix in ("md", "tex", "csv")}
        assert all((tmp_path / name).stat().st_size for name in names)
    by_solutions = (tmp_path / "five-by-solutions.csv").read_text().splitlines()
    assert by_solutions[0] == "solutions,simple,ambiguous,rectangular"
    assert by_solutions[1] == "1,4352,0,2020"
