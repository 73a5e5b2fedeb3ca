"""Random number generator for kernels: the same seed and number give the same words on every machine."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined
from rullo_core.compiled.philox import WORDS, philox

UNIT = 2.0**-53
"""Scales the highest 53 bits of a word to a number from 0 to 1."""


class Rng(NamedTuple):
    """A stream of random words.

    Attributes
    ----------
    key : uint64 array of shape (2,)
        Determines the stream.
    used : int64 array of shape (1,)
        Number of words drawn so far.
    words : uint64 array of shape (4,)
        The block that words are currently drawn from.
    """

    key: np.ndarray
    used: np.ndarray
    words: np.ndarray


def rng_from_seed(seed: int, number: int) -> Rng:
    """Return the generator of a seed and a number (an index below the seed), both uint64."""
    return Rng(np.array([seed, number], np.uint64), np.zeros(1, np.int64), np.zeros(WORDS, np.uint64))


@inlined
def next_word(rng):
    """Draw a uint64."""
    at = rng.used[0] % WORDS
    if at == 0:
        philox(np.uint64(rng.used[0] // WORDS + 1), rng.key[0], rng.key[1], rng.words, 0)
    rng.used[0] += 1
    return rng.words[at]


@inlined
def integer_below(rng, n):
    """Draw an int64 from 0 to n - 1; n must be far below 2**64, so that the bias is negligible."""
    return np.int64(next_word(rng) % np.uint64(n))


@inlined
def uniform(rng):
    """Draw a float64 in [0, 1)."""
    return np.float64(next_word(rng) >> np.uint64(11)) * UNIT
