"""What kernels count: puzzles by required, kind and difficulty, and the hardest of them."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel

SIMPLE, EXHAUSTIVE, SKIPPED = 0, 1, 2
"""The kinds, as indices."""


WORD = 61
"""Bits of a number that is written in two words: a sum of two such words and a product of a word still fits in 64."""


def halves_bound(cells: int) -> int:
    """A number that no difficulty in halves reaches.

    Every iteration but the idle one at the end of a stuck run settles a cell, and so does every guess; so there are at
    most `cells` of either, at two halves each. The last run adds its passes rows first, one more than columns first.
    """
    return 6 * cells + 8


class Counts(NamedTuple):
    """What a part of an experiment adds up to.

    Attributes
    ----------
    puzzles : int64 array of shape (cells + 1, 3, halves_bound)
        How many, by required, kind and halves of difficulty; skipped ones at 0 halves.
    beyond : int64 array of the same shape
        How many times 2**`WORD` more; all zero where every puzzle is gone through by itself.
    hardest : int64 array of shape (2, 2)
        The greatest difficulty met, in halves, by kind and by whether the grid holds every number of the range; -1
        where there was none. The same first two axes below.
    met : int64 array of shape (2, 2)
        How many puzzles of that difficulty there were; where grids and solutions stand for others, how many of them.
    grids : uint16 array of shape (2, 2, keep, cells)
        The first of them: for each cell, which number of the range.
    solutions : uint64 array of shape (2, 2, keep)
        And the solution, by row.
    done : int64 array of shape (2,)
        Puzzles gone through, and how many times 2**`WORD` more.
    """

    puzzles: np.ndarray
    beyond: np.ndarray
    hardest: np.ndarray
    met: np.ndarray
    grids: np.ndarray
    solutions: np.ndarray
    done: np.ndarray


def empty_counts(cells: int, keep: int) -> Counts:
    """Counts of nothing, with room for so many of the hardest puzzles of each sort."""
    shape = (cells + 1, 3, halves_bound(cells))
    return Counts(
        puzzles=np.zeros(shape, np.int64),
        beyond=np.zeros(shape, np.int64),
        hardest=np.full((2, 2), -1, np.int64),
        met=np.zeros((2, 2), np.int64),
        grids=np.zeros((2, 2, keep, cells), np.uint16),
        solutions=np.zeros((2, 2, keep), np.uint64),
        done=np.zeros(2, np.int64),
    )


@kernel
def plus_product(word, beyond, number, weight):
    """Add a product to a number that is written in two words.

    Parameters
    ----------
    word, beyond : int64
        The number is word + beyond * 2**`WORD`, the first of them below 2**`WORD`.
    number, weight : int64
        Factors, not negative: the first below 2**30, the second below 2**62.

    Returns
    -------
    word, beyond : int64
    """
    # The second factor in two halves: then both products fit, and the upper one is a multiple of 2**31.
    half = WORD // 2 + 1
    lower = number * (weight & (1 << half) - 1)
    upper = number * (weight >> half)
    word += lower + ((upper & (1 << WORD - half) - 1) << half)
    return word & (1 << WORD) - 1, beyond + (upper >> WORD - half) + (word >> WORD)


@inner
def holds_every_number(digits, met):
    """1 if every number of the range is among the digits, else 0; `met` is room for a flag for each number."""
    for number in range(len(met)):
        met[number] = False
    missing = len(met)
    for cell in range(len(digits)):
        missing -= not met[digits[cell]]
        met[digits[cell]] = True
    return int(missing == 0)


@kernel
def keep(counts, kind, every_number, halves, digits, solution):
    """Keep a puzzle that is as difficult as the hardest so far, or more difficult and takes their place."""
    if halves > counts.hardest[kind, every_number]:
        counts.hardest[kind, every_number] = halves
        counts.met[kind, every_number] = 0
    place = counts.met[kind, every_number]
    counts.met[kind, every_number] += 1
    if place < counts.solutions.shape[2]:
        for cell in range(len(digits)):
            counts.grids[kind, every_number, place, cell] = digits[cell]
        counts.solutions[kind, every_number, place] = solution
