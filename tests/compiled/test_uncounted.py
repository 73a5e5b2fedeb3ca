import sys
from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel, uncounted


class Pair(NamedTuple):
    numbers: np.ndarray
    words: np.ndarray


@inlined
def double(pair, i):
    pair.numbers[i] *= 2
    return pair.words[0, i]


@kernel
def double_all(pair):
    pair = uncounted(pair)
    total = 0
    for i in range(len(pair.numbers)):
        total += double(pair, i)
    return total


def test_uncounted_arrays_are_shared_and_keep_their_reference_counts():
    pair = Pair(np.arange(5), np.ones((2, 5), np.int64))
    before = [sys.getrefcount(array) for array in pair]
    for _ in range(10):
        assert double_all(pair) == 5
    assert [sys.getrefcount(array) for array in pair] == before
    assert pair.numbers.tolist() == [i * 2**10 for i in range(5)]
