from itertools import permutations

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.findings import proved as findings_proved
from rullo_core.rullo.solver import solutions
from rullo_core.rullo.theory.three_partition import (
    as_puzzle,
    compare_partitions,
    instances,
    partition_of,
    partitions,
)


def solution_of(partition):
    """The solution of the puzzle that a partition is."""
    items = sum(map(len, partition))
    return tuple(tuple(i in one_bin for i in range(items)) for one_bin in partition)


def test_a_puzzle_of_an_instance():
    puzzle = as_puzzle((6, 6, 6, 6, 7, 7, 7, 7, 8), 3)
    assert puzzle.row_targets == (20, 20, 20)
    assert puzzle.column_targets == (6, 6, 6, 6, 7, 7, 7, 7, 8)
    assert set(puzzle.numbers) == {(6, 6, 6, 6, 7, 7, 7, 7, 8)}


def test_both_ways():
    """Solutions are partitions, and partitions solutions, of instances with and without one."""
    yes, no = (6, 6, 6, 6, 7, 7, 7, 7, 8), (4, 4, 4, 4, 4, 6)
    puzzle = as_puzzle(yes, 3)
    found = list(solutions(puzzle))
    assert found
    for solution in found:
        partition = partition_of(solution)
        assert all(len(one) == 3 and sum(yes[i] for i in one) == 20 for one in partition)
        assert sorted(i for one in partition for i in one) == list(range(9))
        assert solution_of(partition) == solution
    for partition in partitions(yes, 3):
        assert puzzle.is_solved_by(solution_of(partition))
    assert next(solutions(as_puzzle(no, 2)), None) is None
    assert next(partitions(no, 2), None) is None


def test_partitions_by_trying_all_orders():
    sizes = (4, 5, 6, 4, 5, 6)
    expected = {
        (tuple(sorted(order[:3])), tuple(sorted(order[3:])))
        for order in permutations(range(6))
        if sum(sizes[i] for i in order[:3]) == 15
    }
    assert set(partitions(sizes, 2)) == expected


def test_instances():
    assert list(instances(2, 11)) == [(3, 3, 3, 3, 5, 5), (3, 3, 3, 4, 4, 5), (3, 3, 4, 4, 4, 4)]
    assert list(instances(2, 8)) == []


def test_compare():
    table = compare_partitions(2, range(6, 20), 100)
    assert (table["can be partitioned"] == table["puzzles with a solution"]).all()
    assert (table["differ"] == 0).all()
    assert (table["instances"] > table["can be partitioned"]).any()
    text = findings_proved.reduction(table, 2, 100)
    assert "**the two agree in every instance**" in text
    table.loc[6, "differ"] = 1
    assert "(of each capacity the first" not in text
    assert "(of each capacity the first 13)" in findings_proved.reduction(table, 2, 13)
    assert "1 differ." in findings_proved.reduction(table, 2, 100)


@pytest.mark.parametrize("sizes", [(5, 7, 8), (10, 6, 6, 6, 6, 6)], ids=["a quarter", "half"])
def test_numbers_of_just_a_quarter_or_half_of_a_bin_are_refused(sizes):
    bins = len(sizes) // 3
    assert sum(sizes) == 20 * bins
    with pytest.raises(BadInput, match="numbers for bins of 20: take each between a quarter and a half of that"):
        as_puzzle(sizes, bins)


def test_too_many_bins():
    with pytest.raises(BadInput, match="4 bins: take from 1 to 3"):
        compare_partitions(4, [6], 1)


@pytest.mark.parametrize(
    ("sizes", "bins", "says"),
    [
        ((1, 2), 1, "for 1 bins take 3"),
        ((3, 3, 4, 4, 4, 5), 2, "a multiple of 2"),
        ((1, 2, 3), 1, "between a quarter and a half"),
    ],
)
def test_invalid_instances_are_refused(sizes, bins, says):
    with pytest.raises(BadInput, match=says):
        as_puzzle(sizes, bins)
