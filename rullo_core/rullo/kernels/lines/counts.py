"""Counts of puzzles by required, kind and difficulty, with the hardest of them."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy

SIMPLE, EXHAUSTIVE, SKIPPED = 0, 1, 2
"""The kinds, as indices."""


WORD = 61
"""Bits of the lower of two words of a large number: the sum of two such words and part of a product fits in 64 bits."""


def halves_bound(cells: int) -> int:
    """Return a number that no difficulty in halves reaches.

    Every iteration fixes a cell, except the last one of a stalled run, and so does every guess: there are at most
    `cells` of either, with two halves each. The last run adds its passes rows first, one more than columns first.
    """
    return 6 * cells + 8


class Counts(NamedTuple):
    """Counts of a part of an experiment.

    All but the first two and `completed` are indexed by kind and by whether the grid has every number of the range.
    """

    puzzles: np.ndarray  # int64[cells + 1, 3, halves_bound]: by required, kind and halves; skipped ones at 0 halves
    upper_words: np.ndarray  # multiples of 2**`WORD` to add; all 0 unless only representatives are solved
    hardest: np.ndarray  # int64[2, 2]: the greatest difficulty, in halves; -1 for none
    hardest_counts: np.ndarray  # int64[2, 2]: puzzles of that difficulty; only representatives of classes, if counted
    grids: np.ndarray  # uint16[2, 2, keep, cells]: the first of them, by the index of each number in the range
    solutions: np.ndarray  # uint64[2, 2, keep]: their solutions, by row
    completed: np.ndarray  # int64[2]: number of puzzles done, in two words


def empty_counts(cells: int, keep: int) -> Counts:
    """Return zero counts, with room for `keep` of the hardest puzzles of each kind."""
    shape = (cells + 1, 3, halves_bound(cells))
    return Counts(
        puzzles=np.zeros(shape, np.int64),
        upper_words=np.zeros(shape, np.int64),
        hardest=np.full((2, 2), -1, np.int64),
        hardest_counts=np.zeros((2, 2), np.int64),
        grids=np.zeros((2, 2, keep, cells), np.uint16),
        solutions=np.zeros((2, 2, keep), np.uint64),
        completed=np.zeros(2, np.int64),
    )


@kernel
def plus_product(word, upper_word, number, weight):
    """Add a product to a number in two words, word + beyond * 2**`WORD`, the first below 2**`WORD`.

    The factors are not negative, the first below 2**30, the second below 2**62.
    """
    # Split the second factor: both products then fit, and the upper one is a multiple of 2**31.
    half = WORD // 2 + 1
    lower = number * (weight & (1 << half) - 1)
    upper = number * (weight >> half)
    word += lower + ((upper & (1 << WORD - half) - 1) << half)
    return word & (1 << WORD) - 1, upper_word + (upper >> WORD - half) + (word >> WORD)


@inner
def holds_every_number(digits, flags):
    """Return 1 if every number of the range is among the digits, else 0; `flags` is working memory."""
    for number in range(len(flags)):
        flags[number] = False
    missing = len(flags)
    for cell in range(len(digits)):
        missing -= not flags[digits[cell]]
        flags[digits[cell]] = True
    return int(missing == 0)


@kernel
def keep(counts, kind, every_number, halves, digits, solution):
    """Keep a puzzle that is as difficult as the hardest so far; a more difficult one replaces them."""
    if halves > counts.hardest[kind, every_number]:
        counts.hardest[kind, every_number] = halves
        counts.hardest_counts[kind, every_number] = 0
    place = counts.hardest_counts[kind, every_number]
    counts.hardest_counts[kind, every_number] += 1
    if place < counts.solutions.shape[2]:
        copy(digits, counts.grids[kind, every_number, place])
        counts.solutions[kind, every_number, place] = solution
