"""Random streams: every kernel draws its words, fractions, whole numbers and random orders with these functions.

A stream is the sequence of 64-bit words of Philox4x64-10 for a key of two words, a seed and a number, bit for bit those
of `numpy.random.Philox`. Philox is counter-based: block n of four words is a function of n and the key alone, so that a
stream may start at any block, and is the same whichever thread draws it, on every machine. (J. K. Salmon, M. A. Moraes,
R. O. Dror and D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3. SC 2011.)

The puzzle of a seed and an index is a function of the words of its streams. Where each try of a puzzle has a stream of
its own, the stream is determined by the seed and `stream_of(index, try)`; otherwise by the seed and the index. Parts of
a puzzle's generation that must not affect each other start at distant words of the same stream.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, instead_of, kernel
from rullo_core.compiled.bits import ONE
from rullo_core.compiled.hashing import GOLDEN
from rullo_core.compiled.instructions import high_word

WORDS = 4
"""Words in a block."""

STREAMS = 2**32
"""Number of streams that are reserved for the tries of a puzzle."""

ROUNDS = 10
MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
WEYL_0 = GOLDEN
WEYL_1 = np.uint64(0xBB67AE8584CAA73B)

UNIT = 2.0**-53
"""Scales the highest 53 bits of a word to a number from 0 to 1."""


@inlined
def mix(x_0, x_1, x_2, x_3, key_0, key_1):
    """Return the words of a block after one more round."""
    high_0, low_0 = high_word(MULTIPLIER_0, x_0), MULTIPLIER_0 * x_0
    high_1, low_1 = high_word(MULTIPLIER_1, x_2), MULTIPLIER_1 * x_2
    return high_1 ^ x_1 ^ key_0, low_1, high_0 ^ x_3 ^ key_1, low_0


@kernel
def philox(block, key_0, key_1, words, index):
    """Write block number `block`, which numpy counts from 1, of four random words to `words` from `index` on."""
    x_0, x_1, x_2, x_3 = block, np.uint64(0), np.uint64(0), np.uint64(0)
    for _ in range(ROUNDS):
        x_0, x_1, x_2, x_3 = mix(x_0, x_1, x_2, x_3, key_0, key_1)
        key_0 += WEYL_0
        key_1 += WEYL_1
    words[index], words[index + 1], words[index + 2], words[index + 3] = x_0, x_1, x_2, x_3


@instead_of(philox)
def philox_of_integers(block, key_0, key_1, words, index):
    """Do what `philox` does, with Python's integers."""
    multiplier_0, multiplier_1, weyl_0, weyl_1 = map(int, (MULTIPLIER_0, MULTIPLIER_1, WEYL_0, WEYL_1))
    x_0, x_1, x_2, x_3, key_0, key_1 = int(block), 0, 0, 0, int(key_0), int(key_1)
    for _ in range(ROUNDS):
        high_0, low_0 = divmod(multiplier_0 * x_0, 2**64)
        high_1, low_1 = divmod(multiplier_1 * x_2, 2**64)
        x_0, x_1, x_2, x_3 = high_1 ^ x_1 ^ key_0, low_1, high_0 ^ x_3 ^ key_1, low_0
        key_0, key_1 = (key_0 + weyl_0) % 2**64, (key_1 + weyl_1) % 2**64
    words[index], words[index + 1], words[index + 2], words[index + 3] = x_0, x_1, x_2, x_3


@kernel
def philox_pair(block, key_0, key_1, words, index):
    """Write block number `block` and the next, as `philox` does, in less than the time of both one after the other."""
    x_0, x_1, x_2, x_3 = block, np.uint64(0), np.uint64(0), np.uint64(0)
    y_0, y_1, y_2, y_3 = block + ONE, np.uint64(0), np.uint64(0), np.uint64(0)
    for _ in range(ROUNDS):
        x_0, x_1, x_2, x_3 = mix(x_0, x_1, x_2, x_3, key_0, key_1)
        y_0, y_1, y_2, y_3 = mix(y_0, y_1, y_2, y_3, key_0, key_1)
        key_0 += WEYL_0
        key_1 += WEYL_1
    words[index], words[index + 1], words[index + 2], words[index + 3] = x_0, x_1, x_2, x_3
    words[index + 4], words[index + 5], words[index + 6], words[index + 7] = y_0, y_1, y_2, y_3


@instead_of(philox_pair)
def philox_pair_of_integers(block, key_0, key_1, words, index):
    """Do what `philox_pair` does, with Python's integers."""
    philox_of_integers(block, key_0, key_1, words, index)
    philox_of_integers(int(block) + 1, key_0, key_1, words, index + WORDS)


@kernel
def fill_words(seed, number, words):
    """Write the first words of a stream into an array of whole blocks."""
    index = 0
    while index + WORDS < len(words):
        philox_pair(np.uint64(index // WORDS + 1), seed, number, words, index)
        index += 2 * WORDS
    if index < len(words):
        philox(np.uint64(index // WORDS + 1), seed, number, words, index)


class Rng(NamedTuple):
    """A stream of random words, and a place in it."""

    key: np.ndarray  # uint64[2]: determines the stream
    position: np.ndarray  # int64[1]: number of the next word
    words: np.ndarray  # uint64[4]: the block that words are currently drawn from


def rng_from_seed(seed: int, number: int, first: int | np.int64 = 0) -> Rng:
    """Return the stream of a seed and a number, both uint64, from a word on whose number is a multiple of `WORDS`."""
    return Rng(np.array([seed, number], np.uint64), np.array([first], np.int64), np.zeros(WORDS, np.uint64))


def stream_of(index: int, number: int = 0) -> int:
    """Return the number of the stream that a try of a puzzle uses."""
    return (index * STREAMS + number) % 2**64


@kernel
def restart(rng, seed, number, first):
    """Set a generator to another stream, as `rng_from_seed` does."""
    rng.key[0], rng.key[1], rng.position[0] = seed, number, first


@inlined
def next_word(rng):
    """Draw a uint64."""
    index = rng.position[0] % WORDS
    if index == 0:
        philox(np.uint64(rng.position[0] // WORDS + 1), rng.key[0], rng.key[1], rng.words, 0)
    rng.position[0] += 1
    return rng.words[index]


@inlined
def to_integer(word, n):
    """Turn a word into an int64 from 0 to n - 1; n must be far below 2**64, so that the bias is negligible."""
    return np.int64(word % np.uint64(n))


@inlined
def fraction(word):
    """Turn a word into a float64 in [0, 1)."""
    return np.float64(word >> np.uint64(11)) * UNIT


@inlined
def integer_below(rng, n):
    """Draw an int64 from 0 to n - 1; see `to_integer`."""
    return to_integer(next_word(rng), n)


@inlined
def uniform(rng):
    """Draw a float64 in [0, 1)."""
    return fraction(next_word(rng))


@inlined
def scramble(word):
    """Return the word that follows in a sequence that is faster than a stream, and less random."""
    return (word ^ word >> np.uint64(31)) * GOLDEN + ONE


@inlined
def random_bit(bits, rng):
    """Draw one of the bits of a nonzero int64; return it alone."""
    number, rest = 0, bits
    while rest:
        rest &= rest - 1
        number += 1
    for _ in range(integer_below(rng, number)):
        bits &= bits - 1
    return bits & -bits


@inlined
def swap_random(items, i, end, rng):
    """Exchange item i with a random one from i to end - 1: the next item of a random order."""
    j = i + integer_below(rng, end - i)
    items[i], items[j] = items[j], items[i]


@kernel
def shuffle(items, rng):
    """Put the items of an array in a random order."""
    for i in range(len(items) - 1, 0, -1):
        j = integer_below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel
def shuffled(items, rng):
    """Return the items of an array in a random order."""
    out = items.copy()
    shuffle(out, rng)
    return out


@kernel
def fill_shuffled(order, rng):
    """Fill an array with the numbers from 0 to its length - 1 in a random order."""
    for i in range(len(order)):
        j = integer_below(rng, i + 1)
        order[i] = order[j]
        order[j] = i
