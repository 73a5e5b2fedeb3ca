"""Random words for kernels: Philox4x64-10, bit for bit the generator `numpy.random.Philox`.

Philox is counter-based: block n of four words is a function of n and the key alone. Each puzzle therefore has its own
words, whichever thread draws them. J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, Parallel random numbers: as
easy as 1, 2, 3. SC 2011.
"""

import numpy as np

from rullo_core.compiled import kernel

WORDS = 4
"""Words in a block."""

ROUNDS = 10
MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
WEYL_1 = np.uint64(0xBB67AE8584CAA73B)

HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


@kernel
def high_word(a, b):
    """Return the upper 64 bits of the 128-bit product of two uint64."""
    a_low, a_high = a & LOW, a >> HALF
    b_low, b_high = b & LOW, b >> HALF
    middle = a_high * b_low + (a_low * b_low >> HALF)
    other = a_low * b_high + (middle & LOW)
    return a_high * b_high + (middle >> HALF) + (other >> HALF)


@kernel
def philox(block, key_0, key_1, words, at):
    """Write a block of four random words.

    Parameters
    ----------
    block : uint64
        Number of the block; numpy's first block is number 1.
    key_0, key_1 : uint64
        The key.
    words : uint64 array
        Receives the words, from index `at` on.
    at : int
    """
    x_0, x_1, x_2, x_3 = block, np.uint64(0), np.uint64(0), np.uint64(0)
    for _ in range(ROUNDS):
        high_0, low_0 = high_word(MULTIPLIER_0, x_0), MULTIPLIER_0 * x_0
        high_1, low_1 = high_word(MULTIPLIER_1, x_2), MULTIPLIER_1 * x_2
        x_0, x_1, x_2, x_3 = high_1 ^ x_1 ^ key_0, low_1, high_0 ^ x_3 ^ key_1, low_0
        key_0 += WEYL_0
        key_1 += WEYL_1
    words[at], words[at + 1], words[at + 2], words[at + 3] = x_0, x_1, x_2, x_3
