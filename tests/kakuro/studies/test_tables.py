import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.collection import read_collection_of
from rullo_core.kakuro.generation import generate_puzzle
from rullo_core.kakuro.puzzle import parse_puzzles
from rullo_core.kakuro.request import LayoutSpec, Request
from rullo_core.kakuro.studies import ladder, tables
from rullo_core.kakuro.studies.ladder import search
from rullo_core.paths import ROOT
from tests.kakuro.puzzles import MINIZINC

MODELS = ROOT / "benchmarks" / "kakuro-models.csv"


@pytest.fixture(scope="module")
def puzzles():
    return parse_puzzles(MINIZINC.read_text())


def test_what_is_printed_and_what_is_lost():
    kept = {number: tables.published_table(number) for number in tables.TABLES}
    assert {number: (int((~table["lost"]).sum()), int(table["lost"].sum())) for number, table in kept.items()} == {
        2: (4, 11), 3: (15, 0), 4: (1, 14), 5: (10, 5), 6: (2, 13), 7: (8, 7), 8: (5, 10), 11: (8, 2), 12: (6, 4),
    }  # fmt: skip
    # The sets of Table 3 are all 313 puzzles, of which 237 are solved.
    sets = kept[3].iloc[:-1]
    assert sets["puzzles"].sum() == kept[3]["puzzles"].iloc[-1] == 313
    assert (sets["puzzles"] * sets["solved"].fillna(0) / 100).round().sum() == 237
    with pytest.raises(BadInput, match="table 10: take one of 2, 3, 4"):
        tables.published_table(10)


def test_levels_by_size(puzzles):
    table = tables.by_level(puzzles, "G")
    assert list(table.index) == ["5x5", "7x7", "all"]
    assert list(table["k"]) == [3, 3, 6]
    assert list(table["setup"]) == pytest.approx([2 / 3, 2 / 3, 2 / 3])
    assert list(table["in_all"]) == [1, 1, 1]
    assert table["shaving"].min() == 1
    assert table["most"].max() == 0  # backtracks are those after shaving


def test_backtracks_are_those_of_puzzles_that_shaving_leaves(puzzles, monkeypatch):
    """It solves the six with B+FC, but not two that were repaired."""
    repaired = [
        generate_puzzle(LayoutSpec(8, 8, 0.25), Request("simple"), 1, index, ("repair",)).puzzle for index in range(2)
    ]
    table = tables.by_level([*puzzles, *repaired], "B+FC")
    assert table.loc["all", "setup"] == 0
    backtracks = search([*puzzles, *repaired], "B+FC")["backtracks"]
    assert backtracks.iloc[:6].sum() > 0
    assert table.loc["all", "backtracks"] == backtracks.iloc[6:].sum() / 8
    assert table.loc["all", "most"] == backtracks.iloc[6:].max()
    assert table.loc["all", "given_up"] == 0
    monkeypatch.setattr(ladder, "NODES", 3)
    assert tables.by_level([*puzzles, *repaired], "B+FC").loc["all", "given_up"] == 2


def test_rectangles_of_all_cells_and_lines_are_worth_most(puzzles):
    solved = tables.ways_to_use_rectangles([puzzles[2], puzzles[5]])
    assert solved[False, False] == 2
    assert solved[True, True] <= min(solved[True, False], solved[False, True])
    assert max(solved[True, False], solved[False, True]) <= 2
    # Both need a crossing of lines that are no neighbours, or a cell that is no crossing.
    assert solved[True, True] < 2


def test_grades_add_up(puzzles):
    table = tables.by_grade(read_collection_of(MINIZINC))
    assert list(table.index) == ["unknown", "all"]
    shares = table.loc["all", [*tables.GRADES]]
    assert shares.is_monotonic_increasing
    assert shares["P9"] == pytest.approx(4 / 6)


def test_smallest_cores(puzzles):
    assert [one.name for one in tables.smallest_cores(puzzles, 5)] == ["kakuro_6_6_super", "kakuro_8_8_super"]


def test_models_agree_and_are_read(tmp_path):
    measured = tables.read_models(MODELS)
    answers = measured[measured["solutions"] > 0].groupby("name")["solutions"].nunique()
    assert (answers == 1).all()
    ours = tables.by_model(measured, "ours", True)
    assert ours.loc["all", "solved"] == 1
    assert ours.loc["all", "k"] == ours["k"].iloc[:-1].sum() == measured["name"].nunique()
    apart = tables.ratios(measured, "cp-sat", False)
    assert (apart["least"] <= apart["median"]).all()
    assert (apart["median"] <= apart["greatest"]).all()
    path = tmp_path / "other.csv"
    with pytest.raises(BadInput, match=r"cannot be read .* make it with python -m benchmarks\.models"):
        tables.read_models(path)
    pd.DataFrame({"a": [1]}).to_csv(path)
    with pytest.raises(BadInput, match="its columns are not name, cells, model"):
        tables.read_models(path)
