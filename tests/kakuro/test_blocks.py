"""Fillings of full blocks, against those that are listed row by row."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from rullo_core.kakuro.kernels.blocks import list_keys


def keys_of(first, height):
    """The keys of all fillings with a first row and ascending sums, in plain words: no digit twice in a line."""
    for rows in product(permutations(range(1, 10), len(first)), repeat=height - 1):
        rows = [first, *rows]
        sums, columns = [sum(row) for row in rows], list(zip(*rows, strict=True))
        if sums == sorted(sums) and all(len(set(column)) == height for column in columns):
            key = 0
            for total in sums:
                key = key << 6 | total
            for total in sorted(map(sum, columns)):
                key = key << 5 | total
            yield key


@pytest.mark.parametrize(
    ("first", "height"),
    [((1, 2), 2), ((4, 9), 3), ((8, 9), 2), ((1, 2, 3), 2), ((3, 5, 9), 2), ((2,), 3), ((1, 4, 6, 7), 2), ((6,), 1)],
    ids=str,
)
def test_keys_of_blocks(first, height):
    keys = np.zeros(100_000, np.uint64)
    number = list_keys(sum(1 << digit - 1 for digit in first), height, keys)
    expected = Counter(keys_of(first, height))
    assert Counter(keys[:number].tolist()) == expected
    # Where there is less room, the number is the same.
    keys = np.zeros(2, np.uint64)
    assert list_keys(sum(1 << digit - 1 for digit in first), height, keys[:1]) == number
    assert keys[1] == 0
