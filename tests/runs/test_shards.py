"""Work on threads: in batches, by shape, and alone."""

import gc
import threading

import numpy as np
import pytest

from rullo_core.runs.shards import BATCH, run_alone, run_by_shape, run_in_batches, run_on_threads


@pytest.mark.parametrize("threads", [1, 3])
def test_what_comes_of_batches_is_in_order(threads):
    number, sizes = 2 * BATCH + 1, []

    def work(batch, stop):
        assert not stop[0]
        sizes.append(len(batch))
        return [-one for one in batch]

    assert list(run_in_batches(iter(range(number)), work, threads)) == [-one for one in range(number)]
    assert sorted(sizes) == [1, BATCH, BATCH]
    assert list(run_in_batches([], work, None)) == []


def test_puzzles_of_a_shape_share_working_memory():
    rooms = []

    def room_for(shape):
        rooms.append(shape)
        return [shape]

    def work(room, one, stop):
        assert not stop[0]
        return room[0], one

    number = BATCH + 3
    found = list(run_by_shape(range(number), lambda one: one % 3, room_for, work, 1))
    assert found == [(one % 3, one) for one in range(number)]
    assert sorted(rooms) == [0, 0, 1, 1, 2, 2]


def test_what_runs_alone_is_stopped_by_its_array():
    assert run_alone(lambda stop: stop.copy()).tolist() == [0]
    assert run_alone(lambda stop: (stop.dtype, stop.shape)) == (np.uint8, (1,))
    with pytest.raises(ZeroDivisionError):
        run_alone(lambda stop: 1 // stop[0].item())


def test_a_generator_left_behind_may_be_collected_on_one_of_its_own_threads(monkeypatch):
    unraisable, collected = [], threading.Event()
    monkeypatch.setattr("sys.unraisablehook", unraisable.append)
    left_behind = threading.Event()

    def work(shard, stop):
        if shard:
            assert left_behind.wait(60)
            gc.collect()
            collected.set()
        return stop

    results = run_on_threads([0, 1], work, 1)
    stop = next(results)
    cycle = [results]
    cycle.append(cycle)
    gc.disable()
    try:
        del results, cycle
        left_behind.set()
        assert collected.wait(60)
    finally:
        gc.enable()
    assert stop[0] == 1
    assert not unraisable
