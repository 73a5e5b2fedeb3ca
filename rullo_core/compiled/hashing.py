"""Slots of an open-addressing hash table: a uint64 array whose length is a power of two; 0 marks a free slot."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import NONE

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2**64 * (golden ratio - 1): its multiples are spread evenly (D. E. Knuth, The Art of Computer Programming, 6.4)."""


@kernel
def shift_for(places):
    """Return the shift that `place_of` needs for a table of this length: 64 minus the bits of a slot, as uint64."""
    shift = np.uint64(64)
    while places > 1:
        places >>= 1
        shift -= np.uint64(1)
    return shift


@kernel
def place_of(keys, key, shift):
    """Return the slot of a nonzero key, or the free slot for it; the table must have a free slot."""
    place = np.int64(key * GOLDEN >> shift)
    while keys[place] != key and keys[place] != NONE:
        place = (place + 1) & (len(keys) - 1)
    return place
