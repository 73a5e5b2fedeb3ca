"""Sets of up to 64 cells as the bits of a uint64."""

import numpy as np

from rullo_core.compiled import instead_of, kernel

NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel
def all_ones(n):
    """Return the mask of n cells, 1 <= n <= 64, as uint64."""
    return ~NONE >> np.uint64(64 - n)


@kernel
def count_ones(mask):
    """Return the number of cells in a mask, as int64."""
    n = 0
    while mask != NONE:
        mask &= mask - ONE
        n += 1
    return n


@instead_of(count_ones)
def count_ones_of_integer(mask):
    """Do what `count_ones` does, with Python's integers."""
    return int(mask).bit_count()


@kernel
def deposit(index, mask):
    """Return the index-th subset of a mask, in ascending order."""
    out = NONE
    while index != NONE:
        lowest = mask & (~mask + ONE)
        if index & ONE != NONE:
            out |= lowest
        mask ^= lowest
        index >>= ONE
    return out


@kernel
def gather(mask, first, step, cells):
    """Gather the bits first, first + step, ... of a board (a uint64) into the lowest `cells` bits."""
    out = NONE
    for i in range(cells):
        out |= (mask >> np.uint64(first + i * step) & ONE) << np.uint64(i)
    return out


@kernel
def spread(mask, step):
    """Move bit i of a mask (a uint64) to bit i * step, which must be at most 63."""
    out = NONE
    i = 0
    while mask != NONE:
        out |= (mask & ONE) << np.uint64(i)
        mask >>= ONE
        i += step
    return out
