import sys
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

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


@inlined
def ends(pair):
    return pair.numbers[:2], pair.words[-1]


@kernel
def exchange(pair):
    one, other = ends(pair)
    for row in pair.words:
        one, other = other, row
        one[0] += other[0]
    return one[0]


@kernel
def make_and_add(pair, times):
    total = 0
    for i in range(times):
        made = np.full(i + 1, 1)
        made[:] = made[::-1]
        total += made.sum() + exchange(pair)
    return total, ends(pair)


@pytest.fixture
def allocations():
    """Return a function that counts the arrays that compiled code has made, or received, and those it has freed."""
    _nrt_python.memsys_enable_stats()
    yield lambda: np.array(rtsys.get_allocation_stats()[2:])
    _nrt_python.memsys_disable_stats()


def test_views_keep_what_they_are_of_alive_and_arrays_that_are_made_are_freed(allocations):
    pair = Pair(np.arange(5), np.ones((2, 5), np.int64))
    before, at_first = [sys.getrefcount(array) for array in pair], allocations()
    total, views = make_and_add(pair, 3)
    assert total == make_and_add.py_func(Pair(np.arange(5), np.ones((2, 5), np.int64)), 3)[0]
    assert all(sys.getrefcount(array) > count for array, count in zip(pair, before, strict=True))
    assert [view.tolist() for view in views] == [pair.numbers[:2].tolist(), pair.words[-1].tolist()]
    del views
    assert [sys.getrefcount(array) for array in pair] == before
    made, freed = allocations() - at_first
    assert made == freed >= 3
