"""Rng in a kernel: random words one after the other, the same everywhere for the same seed and number."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined
from rullo_core.compiled.philox import WORDS, philox

UNIT = 2.0**-53
"""Of the highest 53 bits of a word, which make a number from 0 to 1."""


class Rng(NamedTuple):
    """Random words, as many as are asked for.

    Attributes
    ----------
    key : uint64 array of shape (2,)
        What they are a function of.
    used : int64 array of shape (1,)
        How many were.
    words : uint64 array of shape (4,)
        The block they are taken from.
    """

    key: np.ndarray
    used: np.ndarray
    words: np.ndarray


def rng_from_seed(seed: int, number: int) -> Rng:
    """The words of a seed and a number below it, both uint64."""
    return Rng(np.array([seed, number], np.uint64), np.zeros(1, np.int64), np.zeros(WORDS, np.uint64))


@inlined
def next_word(rng):
    """A uint64."""
    at = rng.used[0] % WORDS
    if at == 0:
        philox(np.uint64(rng.used[0] // WORDS + 1), rng.key[0], rng.key[1], rng.words, 0)
    rng.used[0] += 1
    return rng.words[at]


@inlined
def integer_below(rng, n):
    """An int64 from 0 to n - 1; n is small beside 2**64, so that none is drawn more often than it should be."""
    return np.int64(next_word(rng) % np.uint64(n))


@inlined
def uniform(rng):
    """A float64 from 0 to 1, 1 excluded."""
    return np.float64(next_word(rng) >> np.uint64(11)) * UNIT
