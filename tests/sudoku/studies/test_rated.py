"""Statistics of rated puzzles agree with the same computed independently."""

import numpy as np
import pytest

from rullo_core.runs.run import run
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study
from rullo_core.sudoku.studies import rated

pytestmark = pytest.mark.slow


def test_frames_of_what_is_rated():
    rows = run(Study(9, 300, 5)).by_puzzle.to_pandas()
    far = rated.how_far(rows)
    assert far.loc["hidden", "share"] == pytest.approx(rows["hidden"].notna().mean())
    assert far.loc["hidden", "mean"] == pytest.approx(rows["hidden"].mean())
    assert far.loc["hidden", "error"] == pytest.approx(rows["hidden"].notna().std(ddof=1) / np.sqrt(300))
    assert far.loc["hidden", "error of mean"] == pytest.approx(rows["hidden"].sem())
    table = rated.by_clues(rows)
    assert table["puzzles"].sum() == 300
    assert table["share"].sum() == pytest.approx(1)
    assert (table["share"] * table["gac"]).sum() == pytest.approx(far.loc["gac", "share"])
    spread = rated.distribution(rows)
    assert spread["gac"].sum() == pytest.approx(far.loc["gac", "share"])
    assert (spread.index * spread["gac"]).sum() / spread["gac"].sum() == pytest.approx(far.loc["gac", "mean"])


def test_errors_are_those_of_independent_shards():
    """What eight populations of thirty shards differ by is what each says of itself."""
    rows = run(Population(4, 1024 * 240, 7)).by_puzzle.to_pandas()
    means, errors = [], []
    for first in range(0, 240, 30):
        some = rows[(rows["shard"] >= first) & (rows["shard"] < first + 30)].reset_index(drop=True)
        means.append((rated.weights_of(some) * some["clues"]).sum())
        errors.append(rated.error_of_mean(some["clues"].to_numpy(float), some))
    assert np.std(means) == pytest.approx(np.sqrt(np.mean(np.square(errors))), rel=0.5)
