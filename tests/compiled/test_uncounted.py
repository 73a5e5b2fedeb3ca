import sys
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from rullo_core.compiled import inlined, inner, internals, kernel


class Pair(NamedTuple):
    numbers: np.ndarray
    words: np.ndarray


@inlined
def double(pair, i):
    pair.numbers[i] *= 2
    return pair.words[0, i]


@kernel
def double_all(pair):
    total = 0
    for i in range(len(pair.numbers)):
        total += double(pair, i)
    return total


def test_uncounted_arrays_are_shared_and_keep_their_reference_counts():
    pair = Pair(np.arange(5), np.ones((2, 5), np.int64))
    counts = [sys.getrefcount(array) for array in pair]
    for _ in range(10):
        assert double_all(pair) == 5
    assert [sys.getrefcount(array) for array in pair] == counts
    assert pair.numbers.tolist() == [i * 2**10 for i in range(5)]


@inlined
def ends(pair):
    return pair.numbers[:2], pair.words[-1]


@kernel
def exchange(pair):
    first, second = ends(pair)
    for row in pair.words:
        first, second = second, row
        first[0] += second[0]
    return first[0]


@kernel
def make_and_add(pair, times):
    total = 0
    for i in range(times):
        array = np.full(i + 1, 1)
        array[:] = array[::-1]
        total += array.sum() + exchange(pair)
    return total, ends(pair)


@pytest.fixture
def allocations():
    """Return a function that counts the arrays that compiled code has made, or received, and those it has freed."""
    _nrt_python.memsys_enable_stats()
    yield lambda: np.array(rtsys.get_allocation_stats()[2:])
    _nrt_python.memsys_disable_stats()


def test_views_keep_what_they_are_of_alive_and_arrays_that_are_made_are_freed(allocations):
    pair = Pair(np.arange(5), np.ones((2, 5), np.int64))
    counts, at_first = [sys.getrefcount(array) for array in pair], allocations()
    total, views = make_and_add(pair, 3)
    assert total == make_and_add.py_func(Pair(np.arange(5), np.ones((2, 5), np.int64)), 3)[0]
    assert all(sys.getrefcount(array) > count for array, count in zip(pair, counts, strict=True))
    assert [view.tolist() for view in views] == [pair.numbers[:2].tolist(), pair.words[-1].tolist()]
    del views
    assert [sys.getrefcount(array) for array in pair] == counts
    allocated, freed = allocations() - at_first
    assert allocated == freed >= 3


@inlined
def first_or_new(pair, is_first):
    return pair.numbers if is_first else np.zeros(3, np.int64)


@kernel
def choose(pair, values, is_first):
    values[0] += len(np.zeros(len(values)))
    return first_or_new(pair, is_first)


def test_an_argument_that_is_returned_is_kept_alive():
    pair, values = Pair(np.arange(5), np.ones((2, 5), np.int64)), np.zeros(4)
    counts = sys.getrefcount(pair.numbers), sys.getrefcount(values)
    first, new = choose(pair, values, True), choose(pair, values, False)
    assert (sys.getrefcount(pair.numbers), sys.getrefcount(values)) == (counts[0] + 1, counts[1])
    numbers = pair.numbers.__array_interface__["data"]
    del pair
    assert (first.tolist(), first.__array_interface__["data"]) == ([0, 1, 2, 3, 4], numbers)
    assert (new.tolist(), values.tolist()) == ([0, 0, 0], [8, 0, 0, 0])


@inner
def make_and_double(pair, times):
    total = 0
    for i in range(times):
        total += np.full(i + 1, 1).sum() + double(pair, i)
    return total


@inner
def rows_of(pair, times):
    rows = pair.words[:times]
    for row in pair.words:
        rows = np.zeros((1, 1), np.int64) if row[0] > 5 else rows
    return rows, times


@inner
def first_of_each(pair, arrays):
    pair.words[:] = pair.words + 1
    return [array[0] for array in arrays]


def use_all(pair):
    rows, _ = rows_of(pair, 2)
    return make_and_double(pair, 2) + rows.sum() + sum(first_of_each(pair, (pair.numbers, pair.numbers)))


def test_only_arguments_that_may_outlive_a_call_are_counted(monkeypatch):
    """Those that it may return, parts of these, and all where a list or the like is made that may keep them."""
    outliving, kept_arguments = {}, internals._kept_arguments

    def note(lower):
        outliving[lower.func_ir.func_id.func_name] = kept_arguments(lower)
        return outliving[lower.func_ir.func_id.func_name]

    monkeypatch.setattr(internals, "_kept_arguments", note)
    monkeypatch.setattr(internals, "keep", lambda *_: None)
    for function in (make_and_double, rows_of, first_of_each):
        monkeypatch.setitem(globals(), function.__name__, inner(function.py_func))
    assert kernel(use_all)(Pair(np.arange(5), np.ones((2, 5), np.int64))) == 15
    assert outliving == {"make_and_double": set(), "rows_of": {0}, "first_of_each": {0, 1}, "use_all": {0}}


@kernel
def append_all(pair):
    rows = [pair.numbers]
    for _ in range(3):
        rows.append(pair.words[0])
    return rows[1][0] + len(rows)


def test_arrays_in_lists_are_counted():
    pair = Pair(np.arange(5), np.ones((2, 5), np.int64))
    counts = [sys.getrefcount(array) for array in pair]
    assert append_all(pair) == 5
    assert [sys.getrefcount(array) for array in pair] == counts
