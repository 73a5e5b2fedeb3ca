"""Cut an experiment into shards, and run them on threads."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from itertools import islice
from typing import TypeVar

import numpy as np

Shard = TypeVar("Shard")
Done = TypeVar("Done")
Shape = TypeVar("Shape", bound=Hashable)
Room = TypeVar("Room")

MOST_SHARDS = 4096
"""Greatest number of shards of an experiment: each is a file until all are done."""

BATCH = 64
"""Puzzles that a thread takes at a time."""


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shard_size(total: int, least: int) -> int:
    """Return how much of a total makes a shard: `least`, doubled until `MOST_SHARDS` are enough."""
    size = least
    while size * MOST_SHARDS < total:
        size *= 2
    return size


def run_on_threads(
    shards: Iterable[Shard], work: Callable[[Shard, np.ndarray], Done], threads: int | None = None
) -> Generator[Done, None, None]:
    """Run every shard, on all processors unless given, and yield the results in the order of the shards.

    Shards are taken a few at a time, so there may be any number of them. The work gets a shard and ``stop``, a uint8
    array of shape (1,). It should release the GIL, look at ``stop`` now and then, and return soon once that is set: as
    it is when the consumer goes away, on an interrupt for example.
    """
    threads = threads or default_threads()
    stop = np.zeros(1, np.uint8)
    waiting = iter(shards)
    consumer = threading.current_thread()
    pool = ThreadPoolExecutor(threads)
    under_way: deque[Future[Done]] = deque()

    def start(shard: Shard) -> Future[Done]:
        return pool.submit(copy_context().run, work, shard, stop)

    try:
        under_way.extend(map(start, islice(waiting, 2 * threads)))
        while under_way:
            yield under_way.popleft().result()
            under_way.extend(map(start, islice(waiting, 1)))
    finally:
        stop[0] = 1
        # A generator that is left behind ends on whichever thread collects it, which may be one of the pool's own.
        pool.shutdown(wait=threading.current_thread() is consumer, cancel_futures=True)


def run_in_batches(
    puzzles: Iterable[Shard], work: Callable[[Sequence[Shard], np.ndarray], Iterable[Done]], threads: int | None
) -> Iterator[Done]:
    """Yield the result of each puzzle, in order, where each thread takes `BATCH` of them at a time."""
    given = list(puzzles)
    batches = (given[first : first + BATCH] for first in range(0, len(given), BATCH))
    for done in run_on_threads(batches, work, threads):
        yield from done


def run_by_shape(
    puzzles: Iterable[Shard],
    shape_of: Callable[[Shard], Shape],
    room_for: Callable[[Shape], Room],
    work: Callable[[Room, Shard, np.ndarray], Done],
    threads: int | None,
) -> Iterator[Done]:
    """Run in batches: `work` is called with working memory for the shape of a puzzle, the puzzle and ``stop``."""

    def work_on(batch: Sequence[Shard], stop: np.ndarray) -> list[Done]:
        rooms = cache(room_for)
        return [work(rooms(shape_of(puzzle)), puzzle, stop) for puzzle in batch]

    return run_in_batches(puzzles, work_on, threads)


def run_alone(work: Callable[[np.ndarray], Done]) -> Done:
    """Do one piece of work, called with ``stop``, on its own thread, so that an interrupt stops it."""
    (done,) = run_on_threads([work], lambda one, stop: one(stop), 1)
    return done


@contextmanager
def stopped_after(seconds: float | None, stop: np.ndarray) -> Iterator[None]:
    """Set ``stop`` after so many seconds, unless the block ends before; never if that is None."""
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
