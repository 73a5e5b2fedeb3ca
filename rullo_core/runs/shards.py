"""Cut an experiment into shards, and run them on threads."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

import numpy as np

Shard = TypeVar("Shard")
Done = TypeVar("Done")

MOST_SHARDS = 4096
"""Shards that an experiment is cut into, at most: each is a file until all are done."""


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shard_size(total: int, least: int) -> int:
    """How much of a total makes a shard: `least`, or as often twice that as it takes for `MOST_SHARDS` to be enough."""
    size = least
    while size * MOST_SHARDS < total:
        size *= 2
    return size


def run_on_threads(shards: Iterable[Shard], work: Callable[[Shard, np.ndarray], Done], threads: int) -> Iterator[Done]:
    """Run every shard and yield what comes of it, in the order of the shards.

    Parameters
    ----------
    shards : iterable
        Taken a few at a time, so it may be as long as it likes.
    work : callable
        Called with a shard and with ``stop``, a uint8 array of shape (1,). It should release the GIL, look at ``stop``
        now and then, and return soon once that is set.
    threads : int
        How many to run at once.

    Notes
    -----
    When the consumer goes away, an interrupt for example, the shards under way are asked to stop.
    """
    stop = np.zeros(1, np.uint8)
    waiting = iter(shards)
    with ThreadPoolExecutor(threads) as pool:
        under_way: deque[Future[Done]] = deque()
        try:
            under_way.extend(pool.submit(work, shard, stop) for shard in islice(waiting, 2 * threads))
            while under_way:
                yield under_way.popleft().result()
                under_way.extend(pool.submit(work, shard, stop) for shard in islice(waiting, 1))
        finally:
            stop[0] = 1
            for future in under_way:
                future.cancel()


def run_alone(work: Callable[[np.ndarray], Done]) -> Done:
    """Do one piece of work, called with ``stop``, on a thread of its own, so that an interrupt stops it."""
    (done,) = run_on_threads([work], lambda one, stop: one(stop), 1)
    return done


@contextmanager
def stopped_after(seconds: float | None, stop: np.ndarray) -> Iterator[None]:
    """Set ``stop`` after so long, unless what is done meanwhile ends before; never if that is None."""
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
