"""Work on threads: in batches, by shape, and alone."""

import gc
import os
import threading
from concurrent.futures import Future

import numpy as np
import pytest

from rullo_core.runs import shards
from rullo_core.runs.shards import (
    BATCH,
    beginnings,
    default_threads,
    first_of_each,
    run_alone,
    run_by_shape,
    run_in_batches,
    run_on_slices,
    run_on_threads,
)


@pytest.mark.parametrize("threads", [1, 3])
def test_what_comes_of_batches_is_in_order(threads):
    number, sizes = 2 * BATCH + 1, []

    def work(batch, stop):
        assert not stop[0]
        sizes.append(len(batch))
        return [-number_of_puzzle for number_of_puzzle in batch]

    assert list(run_in_batches(iter(range(number)), work, threads)) == [
        -number_of_puzzle for number_of_puzzle in range(number)
    ]
    assert sorted(sizes) == [1, BATCH, BATCH]
    assert list(run_in_batches([], work, None)) == []


def test_puzzles_of_a_shape_share_working_memory():
    rooms = []

    def room_for(shape):
        rooms.append(shape)
        return [shape]

    def work(room, puzzle, stop):
        assert not stop[0]
        return room[0], puzzle

    number = BATCH + 3
    results = list(run_by_shape(range(number), lambda puzzle: puzzle % 3, room_for, work, 1))
    assert results == [(puzzle % 3, puzzle) for puzzle in range(number)]
    assert sorted(rooms) == [0, 1, 2]


@pytest.mark.parametrize("threads", [1, 3])
def test_slices_hold_puzzles_of_one_shape(threads):
    rows = np.array([*[[3, 3]] * 40, *[[2, 3]] * 5, *[[3, 3]] * 3])
    rooms = []

    def room_for(shape):
        rooms.append((threading.get_ident(), shape))
        return shape

    def work(room, part, stop):
        assert not stop[0]
        assert (rows[part] == room).all()
        return list(range(*part.indices(len(rows))))

    slices = list(run_on_slices(rows, 16, room_for, work, threads))
    assert [index for part in slices for index in part] == list(range(len(rows)))
    assert max(map(len, slices)) == (16 if threads == 1 else 6)
    assert len(rooms) == len(set(rooms))
    assert {shape for _, shape in rooms} == {(3, 3), (2, 3)}
    assert list(run_on_slices(rows[:0], 16, room_for, work, threads)) == []
    assert list(map(len, run_on_slices(rows[:, :0], 40, room_for, lambda room, part, _: range(48)[part], 1))) == [40, 8]


def test_rows_that_are_the_first_of_their_kind():
    rows = np.array([[1, 2], [1, 2], [0, 5], [1, 2], [0, 5], [7, 7]])
    assert beginnings(rows).tolist() == [0, 2, 3, 4, 5]
    assert sorted(first_of_each(rows).tolist()) == [0, 2, 5]
    assert (beginnings(rows[:0]).tolist(), first_of_each(rows[:0]).tolist()) == ([], [])


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


def test_threads_are_kept_for_the_next_work_unless_some_is_left_undone():
    def names():
        return set(run_on_threads(range(8), lambda shard, stop: threading.current_thread().name, 1))

    (first,) = names()
    assert names() == {first}
    unfinished = run_on_threads(range(8), lambda shard, stop: threading.current_thread().name, 1)
    assert next(unfinished) == first
    unfinished.close()
    (second,) = names()
    assert second != first
    with pytest.raises(ZeroDivisionError):
        list(run_on_threads([1, 0], lambda shard, stop: 1 // shard, 1))
    assert second not in names()


def test_a_profiler_sees_the_threads():
    list(run_on_threads([1], lambda shard, stop: shard, 1))
    functions = set()
    threading.setprofile(lambda frame, event, _: functions.add(frame.f_code.co_name))
    try:
        list(run_on_threads([1], lambda shard, stop: watched(), 1))
    finally:
        threading.setprofile(None)
    assert "watched" in functions
    functions.clear()
    list(run_on_threads([1], lambda shard, stop: watched(), 1))
    assert not functions


def watched():
    """Do nothing."""


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="Windows forks no process")
def test_a_forked_process_does_not_wait_for_threads_of_its_parent():
    assert list(run_on_threads(range(3), lambda shard, stop: shard, 2)) == [0, 1, 2]
    assert shards._idle[2]
    process = os.fork()
    if not process:
        os._exit(len(shards._idle[2]))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def test_threads_are_as_many_as_processors_of_this_process(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set() if process else {1, 2, 5}, raising=False)
    assert default_threads() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    for processors, threads in ((6, 6), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        assert default_threads() == threads


def test_a_result_that_arrives_just_when_the_wait_is_over_is_taken():
    """As on a machine that is busy: the wait has ended, and then the work has, before anybody looks."""

    class Late(Future):
        def result(self, timeout=None):
            if timeout is not None:
                self.set_result("arrived")
                raise TimeoutError
            return super().result()

    assert shards._result_of(Late()) == "arrived"


def test_a_timeout_of_the_work_itself_is_raised():
    failed = Future()
    failed.set_exception(TimeoutError("of the work"))
    with pytest.raises(TimeoutError, match="of the work"):
        shards._result_of(failed)
