"""Statistics of studies, from known numbers."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.killer.experiments.study import Study, column
from rullo_core.killer.findings import report as findings
from rullo_core.killer.report import draw_puzzle
from rullo_core.killer.studies import inspection as studies
from rullo_core.killer.studies.backtracking import choices_by_class
from rullo_core.killer.studies.generation import SEEDS, repair_many
from rullo_core.killer.studies.strategy_use import find_small_sums, first_uses_in_level, first_uses_in_report
from rullo_core.runs.run import run, run_and_store
from rullo_core.uncertainty import rank_correlation_interval
from tests.killer.examples import examples


def frame(**columns):
    return pd.DataFrame(columns)


def test_trends():
    draw = np.random.default_rng(1)
    classes = np.repeat(["easy", "medium", "hard"], 400)
    noise = draw.normal(size=1200)
    table = pd.DataFrame({column(what, name): noise for what in ("strategy_count", "eliminated_by") for name in
                          ("elimination", "hidden singles", "pointing", "box-line")})  # fmt: skip
    table = table.assign(
        **{"class": classes, "solved_cells_G": 40, "strategy_passes": noise + np.repeat([5, 3, 3], 400)}
    )
    found = studies.trend(table, "strategy_passes")
    assert found.index.tolist() == ["easy to medium", "medium to hard"]
    assert abs(found["change"].iloc[0] + 2) < 0.25
    assert found["p"].iloc[0] < 1e-50
    assert found["p"].iloc[1] > 0.001
    assert abs(found["error"].iloc[0] - np.sqrt(2 / 400)) < 0.01
    assert studies.p_of(1.959964, 1) == pytest.approx(0.05, abs=1e-5)
    assert findings._order(table, "strategy_passes") == "easy > medium, medium ≈ hard"


def test_split_of_classes():
    """If draws are kept with probabilities 1/2, 1/4 and 1/8, the split is 4 : 2 : 1."""
    table = frame(**{"class": ["easy", "medium", "hard"] * 2, "draws": [2, 4, 8, 2, 4, 8]})
    assert studies.split(table).to_dict() == pytest.approx({"easy": 4 / 7, "medium": 2 / 7, "hard": 1 / 7})
    draw = np.random.default_rng(1)
    probabilities = {"easy": 0.5, "medium": 0.25, "hard": 0.1}
    estimates, errors = [], []
    for _ in range(300):
        rows = [(name, n) for name, p in probabilities.items() for n in draw.geometric(p, 50)]
        one = pd.DataFrame(rows, columns=["class", "draws"])
        estimates.append(studies.split(one)["hard"])
        errors.append(studies.error_of_split(one)["hard"])
    assert np.std(estimates) == pytest.approx(np.mean(errors), rel=0.15)


def test_correlations():
    draw = np.random.default_rng(2)
    passes = draw.integers(5, 20, 2000).astype(float)
    table = frame(
        cages=60 - passes,
        single_cell_cages=draw.permutation(2000),
        largest_cage=passes**2,
        cages_in_several_boxes=passes,
        cages_first=passes,
    )
    found = studies.correlations(table)
    assert found.loc["cages", "correlation"] == pytest.approx(-1)
    assert found.loc["largest_cage", "correlation"] == pytest.approx(1)
    low, high = found.loc["single_cell_cages", ["low", "high"]]
    assert low < 0 < high
    assert high - low == pytest.approx(2 * 1.96 * 1.03 / np.sqrt(1997), rel=0.01)


def test_partial_correlation_controls_for_cages():
    """Cages with noise are not correlated with passes from cages with other noise, once cages are controlled for."""
    draw = np.random.default_rng(3)
    cages = draw.normal(40, 3, 4000)
    passes = 60 - cages + draw.normal(0, 1, 4000)
    own = draw.normal(0, 1, 4000)
    table = frame(
        cages=cages,
        single_cell_cages=cages + draw.normal(0, 2, 4000),
        largest_cage=passes + own,
        cages_in_several_boxes=own,
        cages_first=passes,
    )
    found = studies.correlations(table)
    assert found.loc["single_cell_cages", "correlation"] < -0.7
    assert abs(found.loc["single_cell_cages", "alike"]) < 0.06
    assert found.loc["largest_cage", "alike"] > 0.5
    low, high = found.loc["largest_cage", ["alike low", "alike high"]]
    assert low < found.loc["largest_cage", "alike"] < high
    assert rank_correlation_interval(found.loc["largest_cage", "alike"], 3999) == (low, high)


def test_over_cages():
    table = run(Study(150, "grown", (30, 50)), threads=2).by_puzzle.to_pandas()
    found = studies.over_cages(table)
    assert found["puzzles"].sum() == 150
    some = table[table["cages"] == found.index[0]]
    assert found["unique"].iloc[0] == (some["solutions"] == 1).mean()


def test_comparison_at_equal_cages_removes_their_effect():
    """Singles are correlated with cages, and cages with uniqueness; at equal cages, singles have no effect."""
    draw = np.random.default_rng(4)
    cages = draw.integers(20, 50, 20_000)
    table = frame(
        cages=cages,
        single_cell_cages=cages // 5 + draw.integers(0, 5, 20_000),
        cages_in_several_boxes=draw.integers(5, 15, 20_000),
        solutions=1 + (draw.random(20_000) > cages / 60),
    )
    assert table["single_cell_cages"].corr(-table["solutions"]) > 0.2
    found = studies.at_equal_cages(table, "single_cell_cages")
    assert abs(found["difference"]) < 3 * found["error"]
    assert 0.004 < found["error"] < 0.012
    harmful = table.assign(solutions=1 + (table["cages_in_several_boxes"] > 10))
    assert studies.at_equal_cages(harmful, "share_in_several_boxes")["difference"] < -0.8


def test_findings_of_a_study(tmp_path):
    dataset = run_and_store(Study(60), tmp_path / "study.parquet", threads=2)
    table = dataset.by_puzzle
    output = findings.contents(dataset)
    assert output.startswith("**60 Killer Sudokus** of 35 to 46 cages, drawn as in the report.")
    assert f"solve **{(table['cages_first'].notna()).mean():.1%}**" in output
    assert "χ² = " in findings.split(dataset, pd.Series({"easy": 60, "medium": 33, "hard": 7}))
    assert findings.draws(dataset)["puzzles"].tolist() == [20, 20, 20]
    assert findings.levels(table).loc["OW"].tolist() == ["100.00%"] * 3
    assert f"{(table['solved_cells_CG'] == 81).mean():.1%}"[:-1] in findings.why(table)
    without = studies.without(table, "G")
    assert without["fills"].iloc[0] == table["solved_cells_G"].mean() / 81
    assert without.loc["combinations", "fills"] == 0


def test_examples_of_strategies():
    puzzle = draw_puzzle(1, 0).puzzle
    steps = first_uses_in_report(puzzle)
    assert [step.strategy for step in steps][:2] == ["elimination", "hidden singles"]
    assert all(step.cells and step.description for step in steps)
    puzzle = examples()["nine-forty-five"]
    steps = first_uses_in_level(puzzle, "O1")
    assert "rule of 45" in {step.strategy for step in steps}
    for step in steps:
        assert all(len(step.before[cell]) > 1 for cell in step.cells)
    for step in find_small_sums(puzzle):
        assert step.strategy in ("inside", "outside", "across")
        assert "rule of 45" in step.description


def test_choices_and_repairs():
    table = choices_by_class(1, 3)
    assert table["class"].tolist() == ["easy", "medium", "hard"]
    assert (table["after the strategies"] <= table["from the empty grid"]).all()
    made = repair_many(2)
    assert sorted(set(made["seeds"])) == sorted(SEEDS)
    assert (made.loc[~made["may move"], "moves"] == 0).all()
    assert (made["cages"] >= made["seeds"]).all()


def test_findings_of_repaired_puzzles_do_not_mention_draws(tmp_path):
    repaired = run_and_store(Study(12, "repaired", (28, 30)), tmp_path / "repaired.parquet")
    table = repaired.by_puzzle
    least, most = table["cages"].min(), table["cages"].max()
    assert most > 30
    output = findings.contents(repaired)
    assert f"of {least} to {most} cages, grown and repaired" in output
    assert findings.draws(repaired).empty
    assert "report" not in findings.needed(table, table)
    assert findings.needed(table, table).count(f"Of 12 puzzles of {least} to {most} cages") == 2
    assert "did less than its text says" not in findings.why(table)
    assert f"Of 12 puzzles of {least} to {most} cages" in findings.why(table)
    assert "grown" not in findings.extremes(table.assign(method="repaired"))
