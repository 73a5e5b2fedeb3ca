"""The C library's rand(), with which the thesis drew its puzzles: any place of its stream, for any seed.

That of the GNU C library: each word is the sum of the word 3 before and the word 31 before, without its lowest bit. So
numbers that are drawn soon after each other are not independent, and what is drawn with them is not quite as random as
it should be (`rullo_core.rullo.findings.generator` tells of it).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

WORDS = 31
"""Words that the next ones are made of: the state."""

NEAR, FAR = 3, WORDS
"""How far back the two words are whose sum is the next one."""

DISCARDED = 310
"""Words that are made and not given out, after the seed has been spread over the first ones."""

BITS = 31
"""Of an output."""

LARGEST_SEED = 2**32 - 1

MULTIPLIER, MODULUS = 16807, 2**31 - 1
"""Of the generator that spreads the seed: S. K. Park and K. W. Miller's."""


def state_before(seed: int, skipped: int = 0) -> np.ndarray:
    """The words from which the next outputs follow.

    Parameters
    ----------
    seed : int
        As ``srand`` takes it, from 0 to `LARGEST_SEED`; a program that never calls ``srand`` has the seed 1.
    skipped : int
        How many outputs come before.

    Returns
    -------
    uint32 array of shape (31,)
        In their order; the next word is the sum of the first and of the third from the end.

    Notes
    -----
    Words are linear in those of the state. The word n places on has as its coefficients those of x**n modulo
    x**31 - x**28 - 1, all modulo 2**32, and the power is had by squaring.
    """
    first = _spread(seed)
    power = _power_of_x(DISCARDED + skipped)
    words = first.copy()
    for _ in range(WORDS):
        words.append(words[-NEAR] + words[-FAR])
    places = (sum(a * b for a, b in zip(power, words[i:], strict=False)) for i in range(WORDS))
    return np.array([word % 2**32 for word in places], np.uint32)


def outputs(seed: int, skipped: int = 0) -> Iterator[int]:
    """What ``rand()`` gives after ``srand(seed)`` and so many calls: integers from 0 to 2**31 - 1, without end."""
    words = state_before(seed, skipped).tolist()
    while True:
        words = [*words[1:], (words[-NEAR] + words[-FAR]) % 2**32]
        yield words[-1] >> 1


def draw(seed: int, index: int, base: int, cells: int) -> tuple[list[int], list[bool]]:
    """A puzzle as the thesis drew it: 2 calls for each cell, first all the numbers, then all the coins.

    Parameters
    ----------
    seed, index : int
        Of all puzzles of a seed, which one.
    base : int
        Size of the range.
    cells : int

    Returns
    -------
    digits : list of int
        For each cell, in reading order, which number of the range: ``rand() % base``.
    coins : list of bool
        For each cell, whether ``rand()`` was in its upper half.
    """
    words = list(islice(outputs(seed, 2 * cells * index), 2 * cells))
    return [word % base for word in words[:cells]], [word >= 2 ** (BITS - 1) for word in words[cells:]]


def _spread(seed: int) -> list[int]:
    """The words that follow from the seed alone, the last three of them the first three once more."""
    word = seed or 1
    if word >= 2**31:  # the library takes it for a negative number, and divides towards 0
        word -= 2**32
    words = [word]
    for _ in range(WORDS - 1):
        word = (abs(word) * MULTIPLIER % MODULUS) * (1 if word > 0 else -1) % MODULUS
        words.append(word)
    words[0] %= 2**32
    return words[NEAR:] + words[:NEAR]


def _power_of_x(exponent: int) -> list[int]:
    """The coefficients of x**exponent modulo x**31 - x**28 - 1, lowest first."""
    power = [1] + [0] * (WORDS - 1)
    for bit in bin(exponent)[2:]:
        product = [0] * (2 * WORDS)
        for i, a in enumerate(power):
            for j, b in enumerate(power):
                product[i + j + int(bit)] += a * b
        for i in range(2 * WORDS - 1, WORDS - 1, -1):
            product[i - NEAR] += product[i]
            product[i - FAR] += product[i]
        power = [a % 2**32 for a in product[:WORDS]]
    return power
