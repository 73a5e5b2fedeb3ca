import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.paths import ROOT
from rullo_studies.kakuro import simonis
from rullo_studies.kakuro.simonis import solve_by_rectangles
from tests.kakuro.puzzles import MINIZINC

MODELS = ROOT / "benchmarks" / "kakuro-models.csv"


@pytest.fixture(scope="module")
def puzzles():
    return parse_puzzles(MINIZINC.read_text())


def test_what_is_printed_and_what_is_lost():
    tables = {number: simonis.published_table(number) for number in simonis.TABLES}
    assert {number: (int((~table["lost"]).sum()), int(table["lost"].sum())) for number, table in tables.items()} == {
        2: (4, 11), 3: (15, 0), 4: (1, 14), 5: (10, 5), 6: (2, 13), 7: (8, 7), 8: (5, 10), 11: (8, 2), 12: (6, 4),
    }  # fmt: skip
    # The sets of Table 3 are all 313 puzzles, of which 237 are solved.
    sets = tables[3].iloc[:-1]
    assert sets["puzzles"].sum() == tables[3]["puzzles"].iloc[-1] == 313
    assert (sets["puzzles"] * sets["solved"].fillna(0) / 100).round().sum() == 237
    with pytest.raises(BadInput, match="table 10: take one of 2, 3, 4"):
        simonis.published_table(10)


def test_rectangles_of_all_cells_and_lines_are_worth_most(puzzles):
    sample = [puzzles[2], puzzles[5]]
    solved = {
        (neighbouring, corners): solve_by_rectangles(sample, neighbouring=neighbouring, crossings=corners).sum()
        for neighbouring in (True, False)
        for corners in (True, False)
    }
    assert solved[False, False] == 2
    assert solved[True, True] <= min(solved[True, False], solved[False, True])
    assert max(solved[True, False], solved[False, True]) <= 2
    # Both need a crossing of lines that are no neighbours, or a cell that is no crossing.
    assert solved[True, True] < 2


def test_models_agree_and_are_read(tmp_path):
    models = simonis.load_models(MODELS)
    answers = models[models["solutions"] > 0].groupby("name")["solutions"].nunique()
    assert (answers == 1).all()
    own_rows = models[models["model"] == "ours"]
    assert (own_rows["solutions"] == 1).all()
    assert len(own_rows) == models["name"].nunique()
    path = tmp_path / "other.csv"
    with pytest.raises(BadInput, match=r"cannot be read .* make it with python -m benchmarks\.models"):
        simonis.load_models(path)
    pd.DataFrame({"a": [1]}).to_csv(path)
    with pytest.raises(BadInput, match="its columns are not name, cells, model"):
        simonis.load_models(path)
