"""The GNU C library's rand(), with which the thesis drew its puzzles: any position of its stream, for any seed.

Each output is a word without its lowest bit, and each word is the sum of the words 3 and 31 before it. Outputs close to
each other are therefore not independent, and neither are puzzles drawn from them; the notebook
06-sample-7x7 measures the effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

WORDS = 31
"""Number of words that determine the next ones: the size of the state."""

SHORT_LAG, LONG_LAG = 3, WORDS
"""Distances of the two earlier words whose sum is the next word."""

DISCARDED = 310
"""Number of words discarded after seeding."""

BITS = 31
"""Number of bits in an output."""

LARGEST_SEED = 2**32 - 1

MULTIPLIER, MODULUS = 16807, 2**31 - 1
"""Constants of the generator of S. K. Park and K. W. Miller, which expands the seed."""


def state_before(seed: int, skipped: int = 0) -> np.ndarray:
    """Return the 31 words from which the outputs follow after `skipped` outputs.

    The next word is the sum of the first and of the third from the end. A program that never calls ``srand`` has seed
    1.

    Each word is a linear combination of the words of the state. The coefficients of the word n positions later are
    those of x**n modulo x**31 - x**28 - 1, all modulo 2**32; the power is computed by repeated squaring.
    """
    first = _spread(seed)
    power = power_of_x(DISCARDED + skipped)
    words = first.copy()
    for _ in range(WORDS):
        words.append(words[-SHORT_LAG] + words[-LONG_LAG])
    places = (sum(a * b for a, b in zip(power, words[i:], strict=False)) for i in range(WORDS))
    return np.array([word % 2**32 for word in places], np.uint32)


def outputs(seed: int, skipped: int = 0) -> Iterator[int]:
    """Yield the outputs of ``rand()`` after ``srand(seed)`` and `skipped` calls: integers from 0 to 2**31 - 1."""
    words = state_before(seed, skipped).tolist()
    while True:
        words = [*words[1:], (words[-SHORT_LAG] + words[-LONG_LAG]) % 2**32]
        yield words[-1] >> 1


def draw(seed: int, index: int, base: int, cells: int) -> tuple[list[int], list[bool]]:
    """Draw a puzzle as the thesis did: two calls per cell, first for all numbers, then for all coins.

    Return for each cell the index of its number in the range, ``rand() % base``, and whether ``rand()`` for its coin
    was in the upper half.
    """
    words = list(islice(outputs(seed, 2 * cells * index), 2 * cells))
    return [word % base for word in words[:cells]], [word >= 2 ** (BITS - 1) for word in words[cells:]]


def _spread(seed: int) -> list[int]:
    """Return the words that the seed expands to; the last three repeat the first three."""
    word = seed or 1
    if word >= 2**31:  # the library takes this for a negative number, and divides towards 0
        word -= 2**32
    words = [word]
    for _ in range(WORDS - 1):
        word = (abs(word) * MULTIPLIER % MODULUS) * (1 if word > 0 else -1) % MODULUS
        words.append(word)
    words[0] %= 2**32
    return words[SHORT_LAG:] + words[:SHORT_LAG]


def power_of_x(exponent: int) -> list[int]:
    """Return the coefficients of x**exponent modulo x**31 - x**28 - 1, lowest first."""
    power = REMAINDERS[0]
    for bit in bin(exponent)[2:]:
        square = np.convolve(power, power)
        # Sums wrap around at 2**64, which is a multiple of 2**32.
        power = square @ REMAINDERS[int(bit) :][: len(square)] % 2**32
    return list(map(int, power))


def _remainders() -> np.ndarray:
    """Return the remainders of 1, x, x**2 and so on, up to the greatest power in x times the square of a remainder."""
    powers = np.zeros((2 * WORDS, WORDS), np.uint64)
    powers[:WORDS] = np.eye(WORDS)
    for n in range(WORDS, len(powers)):
        powers[n] = powers[n - SHORT_LAG] + powers[n - LONG_LAG]
    return powers


REMAINDERS = _remainders()
