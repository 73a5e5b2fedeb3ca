"""All puzzles of small layouts, by going through all digits, and which of them are not simple."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.experiments.polyominoes import (
    Polyominoes,
    count_layout,
    has_circle,
    layout_of,
    shapes,
    with_clues,
)
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.fillings import find_stuck, list_clues
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import rate
from rullo_core.runs.run import run
from rullo_studies.kakuro.smallest_layout import count_layouts


def counted_by_hand(layout):
    """The clues of every filling, by going through all digits."""
    tally = Counter()
    for digits in product(range(1, 10), repeat=len(layout.cells)):
        entry_digits = [[digits[cell] for cell in entry.cells] for entry in layout.entries]
        if all(len(set(digits)) == len(digits) for digits in entry_digits):
            tally[tuple(map(sum, entry_digits))] += 1
    return tally


@pytest.mark.parametrize("shape", [{(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)}, {(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)}])
def test_against_all_digits(shape):
    layout = layout_of(frozenset(shape))
    by_solutions = Counter()
    for row in count_layout(layout).counts:
        by_solutions[row["solutions"]] += row["puzzles"]
        assert (row["solutions"] > 1) == (row["kind"] == "ambiguous")
    assert +by_solutions == Counter(counted_by_hand(layout).values())


def kinds(cells, crossed="any"):
    """The unique puzzles of each kind, of each layout."""
    experiment = Polyominoes(cells, crossed)
    tally = run(experiment, 2).tally.frame
    unique = tally[tally["solutions"] == 1].groupby(["layout", "kind"])["puzzles"].sum()
    return [unique[str(layout)].to_dict() for layout in experiment.layouts]


def test_five_cells_are_enough_for_a_puzzle_that_is_not_simple():
    assert kinds(4) == kinds(4, "all") == [{"simple": 580}]
    assert kinds(5) == [{"simple": 4352, "rectangular": 2020}]
    result = run(Polyominoes(5), 1)
    assert set(result.tally.frame["crossed_cells"]) == {4}
    assert result.by_puzzle.column_names == [*result.hardest.column_names, "layout"]
    (text,) = result.hardest["puzzle"].to_pylist()
    puzzle = Kakuro.parse(text)
    assert str(puzzle) == "3 4\n- 3, 7, -\n,6 0 0 0\n,6 0 0 -"
    assert rate(puzzle).kind == "rectangular"


def test_layouts_without_a_circle_have_simple_puzzles_only():
    for shape in shapes(5):
        layout = layout_of(shape)
        if not has_circle(layout):
            enumerated = count_layout(layout)
            assert {row["kind"] for row in enumerated.counts if row["puzzles"]} <= {"simple", "ambiguous"}
            assert not enumerated.single


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3,), "3 cells: layouts are counted from 4 to 9"),
        ((10,), "10 cells: layouts are counted from 4 to 9"),
        ((5, "all"), "5 cells: there is no layout with all of them in two entries"),
        ((5, "some"), "crossed 'some': take one of any, all"),
    ],
)
def test_what_cannot_be(arguments, message):
    with pytest.raises(BadInput, match=message):
        Polyominoes(*arguments)


def test_sizes_without_a_layout_are_left_out_of_the_table():
    assert count_layouts(5, crossed=True)["cells"].tolist() == [4]


@pytest.mark.slow
def test_eight_cells_are_enough_where_all_are_in_two_entries():
    for cells in (6, 7):
        assert all(set(counts) == {"simple"} for counts in kinds(cells, "all"))
    assert kinds(8, "all") == [
        {"simple": 21_648},
        {"simple": 43_216, "rectangular": 64},
        {"simple": 660_544, "rectangular": 9408},
    ]
    corner = Kakuro.parse("4 4\n- 10, 19, 6,\n,6 0 0 0\n,18 0 0 0\n,11 0 0 -")
    assert rate(corner).kind == "rectangular"


@pytest.mark.parametrize("shape", ["0,0 0,1", "0,0 0,1 0,2", "0,0 0,1 1,0", "0,0 0,1 1,0 1,1"])
def test_kernels_against_all_digits(shape):
    """The keys of all fillings, with room for one less, for all and for one more; and which entries do not solve."""
    layout = layout_of(frozenset(tuple(map(int, cell.split(","))) for cell in shape.split()))
    arrays, by_hand = pack([layout]), Counter()
    for clues, number in counted_by_hand(layout).items():
        by_hand[sum(clue << 6 * place for place, clue in enumerate(reversed(clues)))] = number
    total = by_hand.total()
    for room in (total - 1, total, total + 1):
        keys = np.zeros(room, np.uint64)
        assert list_clues(arrays, keys) == total
        output = Counter(keys[:total].tolist())
        assert output <= by_hand
        assert output.total() == min(room, total)
    keys, stuck = np.sort(keys[:total]), np.zeros(total, np.uint64)
    unique = [key for key, number in by_hand.items() if number == 1]
    assert find_stuck(arrays, keys, stuck, desk_for(arrays)) == (len(by_hand), len(unique), 0)
    assert all(rate(with_clues(layout, key)).kind == "simple" for key in unique[::30])
