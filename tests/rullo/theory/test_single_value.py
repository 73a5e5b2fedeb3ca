from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.errors import BadInput
from rullo_core.rullo.findings import proved as findings_proved
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import solutions
from rullo_core.rullo.theory.single_value import (
    Verdicts,
    compare_verdicts,
    construct,
    keeps_gale_and_ryser,
    without_minus,
)


@given(st.data())
def test_counts_of_a_picture_are_met(data):
    height, width = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    picture = [[data.draw(st.booleans()) for _ in range(width)] for _ in range(height)]
    rows, columns = [sum(row) for row in picture], [sum(column) for column in zip(*picture, strict=True)]
    assert keeps_gale_and_ryser(rows, columns)
    made = construct(rows, columns)
    assert [sum(row) for row in made] == rows
    assert [sum(column) for column in zip(*made, strict=True)] == columns


def test_all_counts_of_3x3_against_all_pictures():
    met = set()
    for cells in product((0, 1), repeat=9):
        rows = [cells[i : i + 3] for i in (0, 3, 6)]
        met.add((tuple(map(sum, rows)), tuple(map(sum, zip(*rows, strict=True)))))
    for counts in product(range(4), repeat=6):
        rows, columns = counts[:3], counts[3:]
        if sum(rows) == sum(columns):
            assert keeps_gale_and_ryser(rows, columns) == ((rows, columns) in met)
            assert (construct(rows, columns) is not None) == ((rows, columns) in met)


@given(st.data())
def test_a_number_and_its_negative(data):
    """Cell by cell the other choice where the number is negative: solutions of the one are solutions of the other."""
    height, width, v = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    grid = [[data.draw(st.sampled_from([v, -v])) for _ in range(width)] for _ in range(height)]
    solution = [[data.draw(st.booleans()) for _ in range(width)] for _ in range(height)]
    puzzle = Rullo.from_solution(grid, solution)
    turned = {
        tuple(tuple(cell == (n > 0) for cell, n in zip(*two, strict=True)) for two in zip(one, grid, strict=True))
        for one in solutions(without_minus(puzzle))
    }
    assert turned == set(solutions(puzzle))


def test_other_numbers_are_refused():
    for grid in ([[1, 2]], [[0, 0]]):
        with pytest.raises(BadInput, match="take one number, other than 0, and its negative"):
            without_minus(Rullo.from_solution(grid, [[False, False]]))


@pytest.mark.parametrize(("height", "width"), [(1, 1), (2, 3), (3, 3)])
def test_the_three_agree(height, width):
    verdicts = compare_verdicts(height, width)
    assert verdicts.differ == 0
    assert 0 < verdicts.with_solution <= verdicts.puzzles


def test_no_picture_has_rows_and_columns_of_other_totals():
    assert construct((1,), (0,)) is None
    assert construct((0,), (1,)) is None
    assert construct((2, 1), (1, 1)) is None


def test_sentences():
    assert "**The three agree on all of them.**" in findings_proved.single_value([compare_verdicts(2, 2)])
    assert "do not agree on 3" in findings_proved.single_value([Verdicts(2, 2, 8, 7, 3)])
    assert "over {1, −1} is **solved** by this reduction" in findings_proved.minus_signs(20, 3)
    assert "**solved** by this construction" in findings_proved.large_picture(40, 1)
