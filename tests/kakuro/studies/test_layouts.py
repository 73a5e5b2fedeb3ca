from collections import Counter
from itertools import product

import pytest

from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import rate
from rullo_core.kakuro.studies.layouts import _counts, counts_of_layouts, has_circle, layout_of, shapes


def counted_by_hand(layout):
    """The clues of every filling, by going through all digits."""
    found = Counter()
    for digits in product(range(1, 10), repeat=len(layout.cells)):
        inside = [[digits[cell] for cell in entry.cells] for entry in layout.entries]
        if all(len(set(one)) == len(one) for one in inside):
            found[tuple(map(sum, inside))] += 1
    return found


@pytest.mark.parametrize("shape", [{(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)}, {(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)}])
def test_against_all_digits(shape):
    layout = layout_of(frozenset(shape))
    vectors, counted = counted_by_hand(layout), _counts(layout)
    unique = sum(number == 1 for number in vectors.values())
    assert [counted[name] for name in ("fillings", "clues", "unique")] == [vectors.total(), len(vectors), unique]
    assert sum(counted["kinds"].values()) == unique


def test_five_cells_are_enough_for_a_puzzle_that_is_not_simple():
    assert [one.kinds for one in counts_of_layouts(4)] == [{"simple": 580}]
    (five,) = counts_of_layouts(5)
    assert five.kinds == {"simple": 4352, "rectangular": 2020}
    assert not five.crossed
    puzzle = five.examples["rectangular"]
    assert str(puzzle) == "3 4\n- 3, 7, -\n,6 0 0 0\n,6 0 0 -"
    assert rate(puzzle).kind == "rectangular"


def test_layouts_without_a_circle_have_simple_puzzles_only():
    for shape in shapes(5):
        layout = layout_of(shape)
        if not has_circle(layout):
            assert set(_counts(layout)["kinds"]) <= {"simple"}


@pytest.mark.slow
def test_eight_cells_are_enough_where_all_are_in_two_entries():
    for cells in (6, 7):
        assert all(set(one.kinds) == {"simple"} for one in counts_of_layouts(cells, crossed=True))
    found = [one.kinds for one in counts_of_layouts(8, crossed=True)]
    assert found == [
        {"simple": 21_648},
        {"simple": 43_216, "rectangular": 64},
        {"simple": 660_544, "rectangular": 9408},
    ]
    corner = Kakuro.parse("4 4\n- 10, 19, 6,\n,6 0 0 0\n,18 0 0 0\n,11 0 0 -")
    assert rate(corner).kind == "rectangular"
