"""The classes of M. Gordon's report: easy, medium and hard puzzles, by their number of cages."""

from __future__ import annotations

from itertools import pairwise

from rullo_core.killer.request import Range

SEEDS, UNGROWABLE = (35, 46), 10
"""M. Gordon's range of the number of cages (section 3.1), and number of cages that stay single cells (section 3.4)."""

CLASSES = ("easy", "medium", "hard")
"""M. Gordon's classes by the number of cages: many, fewer, few."""


def classes_of(cages: Range) -> tuple[Range, ...]:
    """Return the range of the number of cages of each of `CLASSES`: parts of the same length, as far as possible.

    M. Gordon's report does not state their limits; with 35 to 46 cages these give its shares, 60, 33 and 7 of 100.

    >>> classes_of((35, 46))
    ((43, 46), (39, 42), (35, 38))
    """
    min_cages, max_cages = cages
    ends = [max_cages - round(i * (max_cages - min_cages + 1) / len(CLASSES)) for i in range(len(CLASSES) + 1)]
    return tuple((low + 1, high) for high, low in pairwise(ends))
