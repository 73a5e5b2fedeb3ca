import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.sudoku.findings import filling as findings
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_core.sudoku.studies import filling


@pytest.mark.slow
def test_where_fillers_without_a_way_back_stick():
    """As a prototype has it for four million tries: 0.31 % are filled, one in ten stops by 17, half by 34."""
    far = filling.without_a_way_back(3, True, 4000, threads=2)
    assert far.sum() == 4000
    assert 2 <= far[81] <= 30
    share = far.cumsum() / 4000
    assert [int(share.index[(share >= part).argmax()]) for part in (0.1, 0.5, 0.9)] == [17, 34, 50]
    small = filling.without_a_way_back(2, True, 4000, threads=1)
    assert abs(small[16] / 4000 - 0.749717) < 0.03
    assert abs(filling.without_a_way_back(2, False, 4000)[16] / 4000 - 0.149252) < 0.03


@pytest.mark.slow
def test_tallies():
    found = filling.fill_many([FillSpec("rows"), FillSpec("fewest", limit=1, attempts=1)], (2, 3), 20, threads=2)
    table = filling.tallies(found)
    assert list(table["boards"]) == [20] * 4
    assert table.loc[(9, "rows", "hidden", "usual"), "filled"] == 1
    assert table.loc[(9, "fewest", "hidden", "usual"), "filled"] == 0
    assert table.loc[(9, "rows", "hidden", "usual"), "choices"] == 81


def test_choices_are_those_of_boards_that_were_filled():
    found = pd.DataFrame(
        {"side": 9, "method": "fewest", "level": "hidden", "order": "usual", "dead ends": 1, "placements": 50}
        | {"filled": [True, False, True], "choices": [44, 0, 46]}
    )
    table = filling.tallies(found)
    assert list(table.iloc[0][["choices", "least", "most"]]) == [45, 44, 46]
    text = findings.choices(table).iloc[0]
    assert text["filled"] == "67% of 3"
    assert text["share"] == "56%"
    none = findings.choices(filling.tallies(found.assign(filled=False))).iloc[0]
    assert set(none[["choices, mean", "least", "most", "share"]]) == {"–"}


def test_a_mean_of_enough_boards_has_an_error():
    found = pd.DataFrame(
        {"side": 9, "method": "rows", "level": "hidden", "order": "usual", "filled": True, "placements": 9}
        | {"choices": 81, "dead ends": [0, 2] * 50}
    )
    (shown,) = findings.in_the_loop(filling.tallies(found))["mean"]
    assert shown == "1 ± 0.201"  # twice the standard deviation, a root of 100/99, over the root of 100
    (few,) = findings.in_the_loop(filling.tallies(found[:4]))["mean"]
    assert few == "1"


def test_patterns():
    square = Sudoku((2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    # 1 2 3 and 2 3 4 are nowhere else; of the columns 1 3 2 and 3 2 4, 2 4 1 and 4 1 3 ...
    triples = [square.cells[i : i + 3] for i in (0, 1, 4, 5, 8, 9, 12, 13)]
    columns = [tuple(square.cells[c + 4 * r] for r in range(i, i + 3)) for c in range(4) for i in (0, 1)]
    assert filling.repeated(square) == len(triples + columns) - len(set(triples + columns))
    counts = filling.patterns([FillSpec("shifted"), FillSpec("permuted")], 3, 5)
    assert counts.loc["shifted", "mean"] == 90 > counts.loc["permuted", "most"]


def test_times_are_read(tmp_path):
    assert len(filling.read_times(ROOT / "benchmarks" / "sudoku-fillers.csv")) > 20
    with pytest.raises(BadInput, match=r"none\.csv: cannot be read .* make it with python -m benchmarks\.fillers"):
        filling.read_times(tmp_path / "none.csv")
    path = tmp_path / "other.csv"
    path.write_text("a\n1\n")
    with pytest.raises(BadInput, match="its columns are not side, method"):
        filling.read_times(path)
