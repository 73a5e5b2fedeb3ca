"""Cut an experiment into shards, and run them on threads."""

from __future__ import annotations

import math
import os
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache, partial
from itertools import chain, islice, pairwise, starmap
from typing import Any, TypeVar

import numpy as np

from rullo_core.limits import Answer, Undecided, answering, check_whole

Shard = TypeVar("Shard")
Result = TypeVar("Result")
Shape = TypeVar("Shape", bound=Hashable)
Room = TypeVar("Room")

MOST_SHARDS = 4096
"""Greatest number of shards of an experiment: each is a file until all are done."""

BATCH = 64
"""Puzzles that a thread takes at a time."""

SLICES = 4
"""Slices of arrays for each thread beside the first, at least, so that none waits long for the others."""


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shard_size(total: int, smallest: int) -> int:
    """Return how much of a total makes a shard: `smallest`, doubled until `MOST_SHARDS` are enough."""
    size = smallest
    while size * MOST_SHARDS < total:
        size *= 2
    return size


def run_on_threads(
    shards: Iterable[Shard], work: Callable[[Shard, np.ndarray], Result], threads: int | None = None
) -> Generator[Result, None, None]:
    """Run every shard, by default on all processors, and yield the results in the order of the shards.

    Shards are taken a few at a time, so there may be any number of them. The work gets a shard and ``stop``, a uint8
    array of shape (1,). It should release the GIL, look at ``stop`` now and then, and return soon once that is set: as
    it is when the consumer goes away, on an interrupt for example, or when the time of the whole work is over.
    """
    threads = threads or default_threads()
    stop = np.zeros(1, np.uint8)
    waiting = iter(shards)
    consumer = threading.current_thread()
    pool = _take_pool(threads)
    under_way: deque[Future[Result]] = deque()

    def start(shard: Shard) -> Future[Result]:
        return pool.submit(copy_context().run, work, shard, stop)

    try:
        under_way.extend(map(start, islice(waiting, 2 * threads)))
        while under_way:
            check_whole()
            yield _result_of(under_way.popleft())
            under_way.extend(map(start, islice(waiting, 1)))
    except BaseException:
        stop[0] = 1
        _stop_late()
        # A generator that is left behind ends on whichever thread collects it, which may be one of the pool's own.
        pool.shutdown(wait=threading.current_thread() is consumer, cancel_futures=True)
        raise
    if _is_watched():
        pool.shutdown()
    else:
        _idle[threads].append(pool)


TICK = 0.1
"""Seconds after which those who wait for a result look at the time again."""

_stops: dict[int, tuple[np.ndarray, Answer, np.ndarray]] = {}
"""What stops the kernels of each answer that has a limit of time, with that and what stops all of its run."""


@contextmanager
def stopping_in_time(stop: np.ndarray) -> Iterator[np.ndarray]:
    """Yield what stops the kernels of one answer: ``stop`` does, and the end of its time, if that is limited."""
    with answering() as answer:
        if answer.until == math.inf:
            yield stop
            return
        stop_in_time = np.zeros_like(stop)
        _stops[id(stop_in_time)] = stop_in_time, answer, stop
        stop_in_time[0] = stop[0]
        try:
            yield stop_in_time
        finally:
            del _stops[id(stop_in_time)]


def _stop_late() -> None:
    """Stop the kernels whose time is over, or whose run has ended."""
    for stop_in_time, answer, stop in list(_stops.values()):
        if stop[0] or answer.is_late:
            stop_in_time[0] = 1


def _result_of(future: Future[Result]) -> Result:
    """Wait for a result, and meanwhile stop what takes too long."""
    while True:
        try:
            return future.result(TICK)
        except TimeoutError:
            if future.done():  # just now, or by this error
                return future.result()
            check_whole()
            _stop_late()


def each_in_time(
    work: Callable[[Any, np.ndarray], Sequence[Result]], puzzles: Any, stop: np.ndarray
) -> Sequence[Result]:
    """Return the results of work on puzzles: at once or, if that exceeds the time limit of one, each separately."""
    with stopping_in_time(stop) as stop_in_time:
        results = work(puzzles, stop_in_time)
    if stop_in_time is stop or not stop_in_time[0] or stop[0] or len(puzzles) == 1:
        return results
    return [result for i in range(len(puzzles)) for result in each_in_time(work, puzzles[i : i + 1], stop)]


_idle: dict[int, list[ThreadPoolExecutor]] = defaultdict(list)
"""Idle pools, by their numbers of threads: starting threads takes longer than solving some puzzles."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def _take_pool(threads: int) -> ThreadPoolExecutor:
    """Return an idle pool, or a new one."""
    try:
        return ThreadPoolExecutor(threads) if _is_watched() else _idle[threads].pop()
    except IndexError:
        return ThreadPoolExecutor(threads)


def _is_watched() -> bool:
    """Return whether a profiler or debugger waits for new threads; it does not see existing threads."""
    return threading.getprofile() is not None or threading.gettrace() is not None


def run_in_batches(
    puzzles: Iterable[Shard], work: Callable[[Sequence[Shard], np.ndarray], Iterable[Result]], threads: int | None
) -> Iterator[Result]:
    """Yield the result of each puzzle, in order, where each thread takes `BATCH` of them at a time."""
    sequence = list(puzzles)
    batches = (sequence[first : first + BATCH] for first in range(0, len(sequence), BATCH))
    for results in run_on_threads(batches, work, threads):
        yield from results


def run_by_shape(
    puzzles: Iterable[Shard],
    shape_of: Callable[[Shard], Shape],
    room_for: Callable[[Shape], Room],
    work: Callable[[Room, Shard, np.ndarray], Result],
    threads: int | None,
) -> Iterator[Result]:
    """Run in batches: `work` is called with working memory for the shape of a puzzle, the puzzle and ``stop``."""
    room_of = _one_on_each_thread(room_for)

    def work_on(puzzle: Shard, stop: np.ndarray) -> Result:
        with stopping_in_time(stop) as stop_in_time:
            return work(room_of(shape_of(puzzle)), puzzle, stop_in_time)

    return run_in_batches(puzzles, lambda batch, stop: [work_on(puzzle, stop) for puzzle in batch], threads)


def run_on_slices(
    shapes: np.ndarray,
    longest: int,
    room_for: Callable[[tuple[Any, ...]], Room],
    work: Callable[[Room, slice, np.ndarray], Result],
    threads: int | None,
) -> Iterator[Result]:
    """Run on puzzles in arrays, a row of `shapes` for each: `work` is called with working memory for the shape of some
    puzzles, `longest` at most, the slice of the arrays that holds them, and ``stop``.
    """
    room_of = _one_on_each_thread(room_for)
    slices = SLICES * ((threads or default_threads()) - 1) or 1
    size = min(longest, -(-len(shapes) // slices) or 1)
    ends = sorted({*range(0, len(shapes), size), *beginnings(shapes).tolist(), len(shapes)})

    def work_on(indices: range, stop: np.ndarray) -> list[Result]:
        return [work(room_of(tuple(shapes[indices.start].tolist())), slice(indices.start, indices.stop), stop)]

    ranges = starmap(range, pairwise(ends))
    return chain.from_iterable(run_on_threads(ranges, partial(each_in_time, work_on), threads))


def beginnings(rows: np.ndarray) -> np.ndarray:
    """Return the indices of the rows of an array that differ from the row before, and of the first.

    >>> beginnings(np.array([[3, 3], [3, 3], [2, 3]])).tolist()
    [0, 2]
    """
    if rows.size == 0:  # rows without columns, which are all the same, or no rows
        return np.arange(min(len(rows), 1))
    differs = np.ones(len(rows), bool)
    differs[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return np.flatnonzero(differs)


def first_of_each(rows: np.ndarray) -> np.ndarray:
    """Return an index of each different row of an array, the first one that has it."""
    begin = beginnings(rows)
    return begin[np.unique(rows[begin], axis=0, return_index=True)[1]]


def _one_on_each_thread(room_for: Callable[[Shape], Room]) -> Callable[[Shape], Room]:
    """Return a function that makes working memory for a shape once on each thread that calls it."""
    rooms = cache(lambda _, shape: room_for(shape))
    return lambda shape: rooms(threading.get_ident(), shape)


def run_alone(work: Callable[[np.ndarray], Result]) -> Result:
    """Do one piece of work, called with ``stop``, on its own thread, so that an interrupt stops it.

    Undecided is raised if the end of its time has stopped it.
    """

    def in_its_time(work: Callable[[np.ndarray], Result], stop: np.ndarray) -> Result:
        with stopping_in_time(stop) as stop_in_time:
            result = work(stop_in_time)
            if stop_in_time is not stop and stop_in_time[0]:
                raise Undecided("seconds")
            return result

    (result,) = run_on_threads([work], in_its_time, 1)
    return result


@contextmanager
def stopped_after(seconds: float | None, stop: np.ndarray) -> Iterator[None]:
    """Set ``stop`` after `seconds` seconds, unless the block ends before; never if that is None."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(max(seconds, 0.0), lambda: stop.fill(1))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
