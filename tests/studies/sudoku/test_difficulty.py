"""Statistics of rated puzzles agree with the same computed independently."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.runs.run import run
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.solver import count_passes
from rullo_core.uncertainty import weighted_mean_error
from rullo_studies.sudoku import difficulty
from tests.sudoku.puzzles import published

PASSES = {level: f"passes_{level}" for level in LEVELS}
"""The columns of tables by those of files."""


def test_frames_of_what_is_rated():
    rows = run(Study(9, 300, 5)).by_puzzle.to_pandas().rename(columns=PASSES)
    levels = difficulty.measure_levels(rows)
    assert list(levels.index) == list(LEVELS)
    assert levels.loc["hidden", "share"] == pytest.approx(rows["passes_hidden"].notna().mean())
    assert levels.loc["hidden", "passes"] == pytest.approx(rows["passes_hidden"].mean())
    assert levels.loc["hidden", "most"] == rows["passes_hidden"].max()
    assert levels.loc["hidden", "share_error"] == pytest.approx(
        rows["passes_hidden"].notna().std(ddof=1) / np.sqrt(300)
    )
    assert levels.loc["hidden", "passes_error"] == pytest.approx(rows["passes_hidden"].sem())
    table = difficulty.by_clues(rows)
    assert table["puzzles"].sum() == 300
    assert table["share"].sum() == pytest.approx(1)
    assert (table["share"] * table["gac"]).sum() == pytest.approx(levels.loc["gac", "share"])
    spread = difficulty.distribution(rows)
    assert spread["gac"].sum() == pytest.approx(levels.loc["gac", "share"])
    assert (spread.index * spread["gac"]).sum() / spread["gac"].sum() == pytest.approx(levels.loc["gac", "passes"])


def test_passes_are_those_of_ratings():
    puzzles = [*published()[:20], rc.sudoku.parse("12.. ..34 3... 4...")]
    passes, ratings = difficulty.count_passes(puzzles, threads=2), rc.sudoku.rate(puzzles)
    assert passes.columns.tolist() == list(LEVELS)
    pd.testing.assert_frame_equal(passes.add_prefix("passes_"), ratings[[f"passes_{level}" for level in LEVELS]])
    assert passes.isna().any(axis=None)


@pytest.mark.parametrize("weights", [None, (1.0, 1.0, 4.0, 2.0)])
def test_shares_are_of_what_puzzles_stand_for(weights):
    frame = pd.DataFrame({"clues": [24, 24, 24, 25]} | {name: [10.0, np.nan, 13.0, np.nan] for name in PASSES.values()})
    if weights:
        frame = frame.assign(weight=np.log(weights) + 85, shard=range(4))
    passes, solved, share = (11.5, 2 / 3, 3 / 4) if weights is None else (62 / 5, 5 / 6, 6 / 8)
    table = difficulty.by_clues(frame)
    assert table["puzzles"].tolist() == [3, 1]
    assert table["share"].tolist() == pytest.approx([share, 1 - share])
    assert table["hidden"].tolist() == pytest.approx([solved, 0])
    naked = difficulty.measure_levels(frame).loc["naked"]
    assert naked["passes"] == pytest.approx(passes)
    assert naked["share"] == pytest.approx(share * solved)
    assert np.isnan(naked["share_error"])


def test_nothing_is_said_of_no_puzzles():
    no_puzzles = pd.DataFrame(columns=["clues", "weight", "shard", *PASSES.values()], dtype=float)
    levels = difficulty.measure_levels(no_puzzles)
    assert (levels["share"] == 0).all()
    assert levels.drop(columns="share").isna().all(axis=None)


def test_passes_are_followed_to_the_end():
    puzzles = [puzzle for puzzle in published()[:12] if rate_many_passes(puzzle)]
    for number, steps in difficulty.follow_passes(puzzles).groupby("index"):
        puzzle = puzzles[number]
        assert steps["pass"].tolist() == list(range(len(steps)))
        assert (len(steps) - 1, steps["fixed"].iloc[-1]) == (rate_many_passes(puzzle), 81 - puzzle.clues)
        assert (steps["fixed"].iloc[0], steps["candidates"].iloc[0]) == (0, 729 - 8 * puzzle.clues)
        assert steps["candidates"].iloc[-1] == 81
        assert steps["fixed"].is_monotonic_increasing
        assert steps["candidates"].is_monotonic_decreasing


def rate_many_passes(puzzle):
    """The passes of the first level that solves a puzzle, by the readable solver; 0 if none of the singles does."""
    return count_passes(puzzle, "naked") or count_passes(puzzle, "hidden") or 0


def test_a_sweep_is_loaded_point_by_point(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("experiment: sudoku study\nsize: [4, 6]\ncount: 10\norder: [random, rows]\n")
    assert len(difficulty.load_sweep(sweep, compute=False)) == 0
    assert set(difficulty.load_sweep(sweep, compute=False).attrs["missing"].values()) == {"it is not there"}
    puzzles = difficulty.load_sweep(sweep)
    assert puzzles.groupby(["side", "order"]).size().to_dict() == {
        (s, o): 10 for s in (4, 6) for o in ("random", "rows")
    }
    assert puzzles.attrs == {"title": "sweep", "points": 4, "missing": {}}
    assert puzzles.loc[puzzles["side"] == 6, "clues"].min() >= 6


def test_records_take_the_passes_that_they_are_said_to():
    """By the readable solver."""
    for level in LEVELS:
        place = paths.DATA / "records" / "sudoku" / f"{level}.txt"
        (puzzle,) = rc.sudoku.read(place)
        first_line = place.read_text().splitlines()[0]
        assert first_line == f"# {count_passes(puzzle, level)} passes of {level}, {puzzle.clues} clues"


@pytest.mark.slow
def test_errors_are_those_of_independent_shards():
    """What eight populations of thirty shards differ by is what each says of itself."""
    rows = run(Population(4, 1024 * 240, 7)).by_puzzle.to_pandas()
    means, errors = [], []
    for first in range(0, 240, 30):
        population = rows[(rows["shard"] >= first) & (rows["shard"] < first + 30)].reset_index(drop=True)
        weights, clues = difficulty.weights(population).to_numpy(), population["clues"].to_numpy(float)
        means.append((weights * clues).sum())
        errors.append(weighted_mean_error(clues, weights, population["shard"].to_numpy()))
    assert np.std(means) == pytest.approx(np.sqrt(np.mean(np.square(errors))), rel=0.5)


def test_weights_by_clues():
    """The mean over strata, with its error: here a level solves 6 of 30 and 15 of 20, and 0.25 and 0.75 are of each."""
    solved = [True] * 6 + [False] * 24 + [True] * 15 + [False] * 5 + [True] * 9
    clues = [24] * 30 + [25] * 20 + [26] * 9
    passes = np.where(solved, 4.0 + np.arange(len(solved)) % 3, np.nan)
    rows = pd.DataFrame({"clues": clues} | dict.fromkeys(PASSES.values(), passes))
    # Shares need not add up to 1; nine puzzles with 26 clues are too few, and none have 27.
    shares = pd.Series({24: 10.0, 25: 30.0, 26: 40.0, 27: 20.0})
    weight = difficulty.weights(rows, shares)
    assert weight.groupby(rows["clues"]).sum().to_dict() == pytest.approx({24: 0.25, 25: 0.75, 26: 0.0})
    hidden = difficulty.measure_levels(rows, shares).loc["hidden"]
    assert hidden["share"] == pytest.approx(0.25 * 6 / 30 + 0.75 * 15 / 20)
    variance = 0.25**2 * 0.2 * 0.8 / 30 + 0.75**2 * 0.75 * 0.25 / 20
    assert hidden["share_error"] == pytest.approx(np.sqrt(variance * 50 / 49))
    by_stratum = rows.groupby("clues")["passes_hidden"]
    mean = (0.25 * by_stratum.sum()[24] / 30 + 0.75 * by_stratum.sum()[25] / 20) / hidden["share"]
    assert hidden["passes"] == pytest.approx(mean)
    # The error of a ratio, of its linear part.
    deviations = np.where(solved, np.nan_to_num(passes) - mean, 0.0) / hidden["share"]
    variance = 0.25**2 * deviations[:30].var() / 30 + 0.75**2 * deviations[30:50].var() / 20
    assert hidden["passes_error"] == pytest.approx(np.sqrt(variance * 50 / 49))


def test_weights_by_clues_of_one_stratum_change_nothing():
    rows = pd.DataFrame({"clues": [24] * 40} | dict.fromkeys(PASSES.values(), [1.0, 2.0, np.nan, 5.0] * 10))
    plain, weighted = difficulty.measure_levels(rows), difficulty.measure_levels(rows, pd.Series({24: 1.0}))
    pd.testing.assert_frame_equal(plain.drop(columns="passes_error"), weighted.drop(columns="passes_error"))
    # Of the ratio of two means, which differ in how many puzzles they count.
    assert weighted["passes_error"].to_numpy() == pytest.approx(plain["passes_error"].to_numpy(), rel=0.01)
