"""Tables and sentences about the hardest puzzles found here."""

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.findings import hardest as findings
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.climbing import EXHAUSTIVE, Record, kept_records
from rullo_core.rullo.records.overview import (
    found_by_pass,
    odd_rounds,
    random_difficulties,
    record_of,
    records_table,
)
from rullo_core.rullo.solver import run

DIGITS = tuple(range(1, 10))


@pytest.fixture(scope="module")
def kept():
    return kept_records()


def test_the_table_of_records(kept):
    table = records_table([*kept, Record(9, 9, DIGITS)])
    assert table.loc["7x7", ["cells", "sides", "difficulty", "at most"]].tolist() == [49, "both sides odd", 40.5, 40.5]
    assert "9x9" not in table.index or record_of(kept, 9, 9).puzzle is not None
    text = findings.bound_met(table.loc[["2x4", "3x3", "3x4", "4x4", "6x6"]])
    assert "Of 5 sizes, the hardest puzzle found here **meets the bound in 4**" in text
    assert "They are 2x4, 3x3, 3x4 and 4x4." in text
    assert (
        "its difficulty is 5.5 less than the number of cells in 6x6, as in 4x4, where that is the greatest; the bound"
        in text
    )
    assert "less than the number of cells" not in findings.bound_met(table.loc[["3x3", "4x4"]])
    with pytest.raises(BadInput, match="9x2: there is no record of this size; take one of 2x2, 2x3"):
        record_of(kept, 9, 2)


def test_both_kinds_beside_each_other(kept):
    simple, exhaustive = records_table(kept), records_table(kept, EXHAUSTIVE)
    assert exhaustive.loc["3x3", ["difficulty", "at most"]].tolist() == [5, 9.5]
    shown = findings.all_records(simple, exhaustive.drop("3x3"))
    assert shown.loc["3x3"].tolist() == ["9", "4.5", "4.5", "–", "–"]
    text = findings.with_guesses(simple.loc[["2x2", "3x3", "7x7"]], exhaustive)
    assert "Of 3 sizes, the hardest puzzle found here is exhaustive in 2 and simple in 1" in text
    assert "for 2x2 and 3x3." in text


def test_every_odd_line_is_odd_once_where_the_bound_is_met(kept):
    """As the proof of the bound says that it must be; and every even line is odd an even number of times."""
    for size in ((3, 3), (5, 5), (7, 7)):
        puzzle = record_of(kept, *size).puzzle
        for first in ("columns", "rows"):
            odd = odd_rounds(run(puzzle, first))
            assert all(odd[kind][line] == 1 for kind in odd for line in range(size[0]))
    for first in ("columns", "rows"):
        odd = odd_rounds(run(record_of(kept, 6, 6).puzzle, first))
        assert all(odd[kind][line] % 2 == 0 for kind in odd for line in range(6))
    text = findings.why_odd_lag(record_of(kept, 5, 5).puzzle)
    assert text.startswith("* columns first, 5 of its 5 rows once\n* columns first, 5 of its 5 columns once")


def test_cells_found_by_pass(figures):
    puzzle = figures["figure 17"]
    assert found_by_pass(puzzle, "columns") == [2, 1, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2]
    text = findings.single_finds(puzzle)
    assert "columns first 12 passes, of which 3 fix 1, 5 fix 2 and 4 fix 3; rows first 11 passes" in text


def test_random_puzzles_to_compare_with():
    means = random_difficulties([(1, 1), (3, 3)], DIGITS, 20, 1)
    assert means["1x1"] == 1.0
    assert 1 < means["3x3"] < 3
    assert random_difficulties([(8, 8)], (1,), 2, 1).isna().all()


def test_odd_rounds_of_a_single_line():
    """Of 1x2 with equal numbers, columns first, each row and column is odd or even as counted by hand."""
    odd = odd_rounds(run(Rullo.parse("1 0\n1 1 1", "")))
    assert odd == {"rows": {0: 0}, "columns": {0: 1, 1: 1}}
