"""Generated puzzles on the scale: the same as ratings say, and as committed."""

from dataclasses import replace

import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.scale.generated import PLACE, TABLE, planted_of, with_rests
from rullo_studies.scale.puzzle import Sum

ROWS = DATA / "scale" / "generated.csv"


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("rullo", {"size": "6x7", "values": "1-6", "unique": True}),
        ("kakuro", {"size": "7x7", "method": "parting-at-random"}),
        ("killer", {"size": 6}),
        ("sudoku", {}),
    ],
)
def test_what_is_measured_is_what_ratings_say(kind, parameters):
    puzzles = getattr(rc, kind).generate(12, seed=2, **parameters)
    table = getattr(rc, kind).rate(puzzles, only=["g1", "g2", "s", "depth"])
    for puzzle, (_, row) in zip(puzzles, table.iterrows(), strict=True):
        planted = planted_of(puzzle)
        consistency = Consistency(planted.network)
        solved = [bool((domains == planted.solution).all()) for domains in (consistency.g1(), consistency.g2())]
        assert solved == [row["g1"], row["g2"]]
        assert consistency.depth() == (None if pd.isna(row["depth"]) else row["depth"])
        for sum_ in planted.sums:
            numbers = sum_.numbers or [1] * len(sum_.cells)
            assert sum(n * planted.board[cell] for n, cell in zip(numbers, sum_.cells, strict=True)) == sum_.total


def test_rests_are_parts_of_units_with_their_sums():
    number = 0
    for puzzle in rc.killer.generate(10, seed=3):
        planted = planted_of(puzzle)
        extended = with_rests(planted)
        rests = extended.sums[len(planted.sums) :]
        assert len({sum_.cells for sum_ in extended.sums}) == len(extended.sums)
        for rest in rests:
            assert any({*rest.cells} < {*unit} for unit in planted.units)
            assert planted.board[[*rest.cells]].sum() == rest.total
        number += len(rests)
        domains_of_rests, domains_of_cages = (Consistency(each.network).g1() for each in (extended, planted))
        assert (domains_of_rests & ~domains_of_cages == 0).all()
    assert number > 50


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # A row that cages fill has no rest.
        ("a a a a\nb b c c\nd d e e\nf f f f\na=10 b=7 c=3 d=6 e=4 f=10", [(0, 1), (2, 3), (12, 13), (14, 15)]),
        # A row and a box have the same.
        (". . b b\nc c d d\ne e f f\ng g h h\nb=7 c=7 d=3 e=3 f=7 g=7 h=3", [(0, 1)]),
    ],
)
def test_rests_of_units_are_listed_once(rows, expected):
    puzzle = rc.killer.parse(f"killer 4x4 boxes 2x2\n{rows}")
    sums = tuple(Sum(cage.cells, None, cage.total) for cage in puzzle.cages)
    planted = replace(rs.scale.draw_planted("killer", "4x4", 5), sums=sums)
    rests = with_rests(planted).sums[len(sums) :]
    assert [rest.cells for rest in rests] == expected
    totals = {sum_.cells: sum_.total for sum_ in (*sums, *rests)}
    assert totals[0, 1] == 3
    assert totals.get((2, 3)) == 7


def test_the_table_has_its_rows():
    rows = rs.scale.load_generated(ROWS)
    expected = [
        (kind, label, rests, number)
        for label, (kind, number, _) in TABLE.items()
        for rests in ((False, True) if kind == "killer" else (False,))
    ]
    assert [*rows[[*PLACE, "puzzles"]].itertuples(index=False, name=None)] == expected
    assert (rows["single"] <= rows["assumption"]).all()


@pytest.mark.parametrize(
    ("generator", "rests"),
    [("9x9, dug to 32 givens", False), ("7x7 in five steps", False), ("6x6, 12 to 15 cages", True)],
)
def test_rows_are_made_again(generator, rests):
    rows = rs.scale.load_generated(ROWS)
    row = rows[rows["generator"].eq(generator) & rows["rests"].eq(rests)].reset_index(drop=True)
    pd.testing.assert_frame_equal(rs.scale.measure_generated(generator, rests=rests), row, check_dtype=False, rtol=1e-5)


def test_other_generators_and_files_are_refused(tmp_path):
    with pytest.raises(BadInput, match="write one of '8x9 over 1-9, unique'"):
        rs.scale.measure_generated("by hand")
    path = tmp_path / "generated.csv"
    path.write_text("kind\nrullo\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.scale.load_generated(path)
