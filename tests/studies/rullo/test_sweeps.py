from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs import run as runs
from rullo_studies.rullo import sweeps
from rullo_studies.rullo.expectation import mean_rectangles


@pytest.fixture
def points(tmp_path, monkeypatch):
    """A function that measures a specification, counted in a folder of its own."""
    monkeypatch.setattr(paths, "DATA", tmp_path)

    def count(text):
        (tmp_path / "spec.yaml").write_text(text)
        return sweeps.measure_sweep(tmp_path / "spec.yaml")

    return count


def test_a_census_is_exact(points):
    """All 2x2 puzzles over 1: the two with both cells of a diagonal are not simple, and are each other's solution."""
    table = points("experiment: census\nsize: [2x2, 1x3]\nvalues: ['{1}']\n")
    row = table.iloc[0]
    assert (row["puzzles"], row["simple"], row["unique"], row["not simple"]) == (16, 14 / 16, 14 / 16, 2 / 16)
    assert (row["simple ±"], row["unique ±"], row["mean ±"], row["skipped"]) == (0, 0, 0, 0)
    tally = runs.run(Census(2, 2, (1,))).tally.frame
    assert row["mean"] == (tally["passes"] * tally["puzzles"]).sum() / 16
    assert row["greatest"] == tally["passes"].max() == 3
    assert (row["others"], row["others is exact"]) == (pytest.approx(2 / 16), True)
    assert row["rectangles"] == mean_rectangles(2, 2, (1,))
    assert table.iloc[1]["simple"] == table.iloc[1]["unique"] == 1


def test_samples_and_seeds(points):
    spec = "experiment: sample\nsize: [4x4]\nvalues: ['1,2']\ncount: 4000\nguess_limit: 8\nseed: {}\n"
    first, second, combined = ((points(spec.format(seeds))).iloc[0] for seeds in ("[1]", "[2]", "[1, 2]"))
    assert combined["puzzles"] == 8000
    for name in ("simple", "unique", "skipped"):
        assert combined[name] == pytest.approx((first[name] + second[name]) / 2)
    assert combined["simple ±"] == pytest.approx(
        np.sqrt(combined["simple"] * (1 - combined["simple"]) / 8000), rel=1e-3
    )
    assert abs(first["simple"] - second["simple"]) < 5 * np.hypot(first["simple ±"], second["simple ±"])
    samples = [runs.run(Sample(4, 4, (1, 2), 4000, seed, 8)) for seed in (1, 2)]
    frame = pd.concat([sample.tally.without_skipped.frame for sample in samples])
    difficulties = np.repeat(frame["passes"], frame["puzzles"])
    assert combined["mean"] == pytest.approx(difficulties.mean())
    assert combined["mean ±"] == pytest.approx(difficulties.std(ddof=1) / np.sqrt(len(difficulties)))


def test_grids_have_the_spread_between_them(points):
    row = points("experiment: grids\nsize: [3x3]\nvalues: [1-3]\ngrids: 12\nseed: [4]\n").iloc[0]
    experiment = Grids(3, 3, (1, 2, 3), 12, 4)
    frame = runs.run(experiment).by_grid
    shares = frame[frame["outcome"] == "simple"].groupby("grid")["puzzles"].sum() / 512
    assert row["simple"] == pytest.approx(shares.mean())
    assert row["simple ±"] == pytest.approx(shares.std(ddof=1) / np.sqrt(12))
    unique = np.array(experiment.count_unique()) / 512
    assert row["unique ±"] == pytest.approx(unique.std(ddof=1) / np.sqrt(12))
    assert (unique >= shares.to_numpy()).all()


def test_errors_of_grids_with_holes():
    """Grids with more holes have fewer puzzles: over many seeds, the shares spread as the standard error says."""
    shares, errors = [], []
    for seed in range(60):
        experiment = Grids(3, 3, (0, 1, 2), 20, seed)
        outcome = runs.run(experiment)
        dataset = SimpleNamespace(
            tally=outcome.tally,
            by_grid=outcome.by_grid,
            manifest={"experiment": "grids", "unique": experiment.count_unique()},
        )
        row = sweeps._measures([dataset])
        shares.append(row["simple"])
        errors.append(row["simple ±"])
    assert 0.7 < np.sqrt(np.mean(np.square(errors))) / np.std(shares) < 1.3


def test_what_is_missing_is_named(points, tmp_path):
    (tmp_path / "two.yaml").write_text("experiment: census\nsize: [1x2, 1x3]\nvalues: '1'\n")
    with pytest.raises(BadInput, match="no point of the sweep has been counted"):
        sweeps.measure_sweep(tmp_path / "two.yaml", compute=False)
    points("experiment: census\nsize: [1x2]\nvalues: '1'\n")
    table = sweeps.measure_sweep(tmp_path / "two.yaml", compute=False)
    assert table["size"].tolist() == ["1x2"]
    assert table.attrs["missing"] == {"census of 1x3 over 1": "it is not there"}
