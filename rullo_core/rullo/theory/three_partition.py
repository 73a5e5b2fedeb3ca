"""3-PARTITION as a Rullo: why it is NP-complete to decide whether a puzzle has a solution (thesis, section 8.1).

3-PARTITION asks whether 3m numbers can be put into m bins so that each bin holds the same total B, where each number
lies strictly between B/4 and B/2, so that each bin takes three. It is NP-complete even if the numbers are small (M. R.
Garey and D. S. Johnson, Computers and Intractability, 1979).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import solutions

Partition = tuple[tuple[int, ...], ...]
"""For each bin the indices, from 0, of the numbers in it."""


def as_puzzle(sizes: Sequence[int], bins: int) -> Rullo:
    """Return the Rullo that has a solution if and only if the numbers, 3 * bins of them, can be partitioned.

    Rows are bins and columns are numbers: a column holds its number in every row and has it as target; the target of a
    row is the capacity of a bin.
    """
    total = sum(sizes)
    if bins < 1 or len(sizes) != 3 * bins or total % bins:
        raise BadInput(
            f"{len(sizes)} numbers with a sum of {total}: for {bins} bins take {3 * bins}, and a multiple of {bins}"
        )
    if not all(total < 4 * bins * size and 2 * bins * size < total for size in sizes):
        raise BadInput(f"numbers for bins of {total // bins}: take each between a quarter and a half of that")
    return Rullo((tuple(sizes),) * bins, (total // bins,) * bins, tuple(sizes))


def partition_of(solution: Solution) -> Partition:
    """Return the partition that a solution of the puzzle represents."""
    return tuple(tuple(i for i, included in enumerate(row) if included) for row in solution)


def partitions(sizes: Sequence[int], bins: int) -> Iterator[Partition]:
    """Generate every way to put numbers into bins, three into each with the same total, directly by trying triples."""
    capacity = sum(sizes) // bins

    def fill(left: tuple[int, ...]) -> Iterator[Partition]:
        if not left:
            yield ()
        for triple in combinations(left, 3):
            if sum(sizes[i] for i in triple) == capacity:
                for rest in fill(tuple(i for i in left if i not in triple)):
                    yield (triple, *rest)

    return fill(tuple(range(len(sizes))))


def instances(bins: int, capacity: int) -> Iterator[tuple[int, ...]]:
    """Generate every instance of 3-PARTITION with a number of bins of a capacity, its numbers in ascending order."""
    allowed = range(capacity // 4 + 1, (capacity + 1) // 2)
    for sizes in combinations_with_replacement(allowed, 3 * bins):
        if sum(sizes) == bins * capacity:
            yield sizes


MOST_BINS = 3
"""Largest number of bins: four have up to 369,600 partitions, all of which would be listed."""


def compare_partitions(bins: int, capacities: Sequence[int], most: int) -> pd.DataFrame:
    """Solve up to `most` instances of 3-PARTITION of each capacity directly, and as puzzles.

    Those that differ have partitions that are not just the solutions of their puzzle.
    """
    if not 1 <= bins <= MOST_BINS:
        raise BadInput(f"{bins} bins: take from 1 to {MOST_BINS}, as all partitions are listed")
    rows = {}
    for capacity in capacities:
        tried = list(islice(instances(bins, capacity), most))
        direct = [set(partitions(sizes, bins)) for sizes in tried]
        as_rullo = [set(map(partition_of, solutions(as_puzzle(sizes, bins)))) for sizes in tried]
        differ = sum(one != other for one, other in zip(direct, as_rullo, strict=True))
        rows[capacity] = [len(tried), sum(map(bool, direct)), sum(map(bool, as_rullo)), differ]
    columns = ["instances", "can be partitioned", "puzzles with a solution", "differ"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("capacity")
