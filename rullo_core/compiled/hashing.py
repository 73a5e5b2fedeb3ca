"""Places in an open hash table: a uint64 array with a power of two of places, 0 where there is none."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2**64 times the golden ratio less 1: its multiples lie far apart (D. E. Knuth, Art of Computer Programming, 6.4)."""


@kernel
def shift_for(places):
    """What `place_of` wants of a table with so many places: 64 less the bits of a place, as uint64."""
    shift = np.uint64(64)
    while places > 1:
        places >>= 1
        shift -= np.uint64(1)
    return shift


@kernel
def place_of(keys, key, shift):
    """Where a key, not 0, is or is to be put; there must be a free place."""
    place = np.int64(key * GOLDEN >> shift)
    while keys[place] != key and keys[place] != NONE:
        place = (place + 1) & (len(keys) - 1)
    return place
