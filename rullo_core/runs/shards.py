"""Cut an experiment into shards, and run them on threads."""

from __future__ import annotations

import math
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
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
    """Return how much of a total makes a shard: `least`, doubled until `MOST_SHARDS` are enough."""
    size = least
    while size * MOST_SHARDS < total:
        size *= 2
    return size


def run_on_threads(
    shards: Iterable[Shard], work: Callable[[Shard, np.ndarray], Done], threads: int | None = None
) -> Iterator[Done]:
    """Run every shard and yield what comes of it, in the order of the shards.

    Parameters
    ----------
    shards : iterable
        Taken a few at a time, so it may be as long as it likes.
    work : callable
        Called with a shard and with ``stop``, a uint8 array of shape (1,). It should release the GIL, look at ``stop``
        now and then, and return soon once that is set.
    threads : int, optional
        How many to run at once; as many as there are processors unless given.

    Notes
    -----
    When the consumer goes away, an interrupt for example, the shards under way are asked to stop.
    """
    threads = threads or default_threads()
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


def run_in_batches(
    items: Iterable[Shard],
    size: int,
    work: Callable[[Sequence[Shard], np.ndarray], Iterable[Done]],
    threads: int | None = None,
) -> Iterator[Done]:
    """Run batches of so many items as `run_on_threads` does, and yield what comes of each item."""
    given = list(items)
    batches = (given[first : first + size] for first in range(0, len(given), size))
    return chain.from_iterable(run_on_threads(batches, work, threads))


def improvements(
    attempts: int,
    work: Callable[[int, np.ndarray], Done | None],
    worth: Callable[[Done], float],
    threads: int | None = None,
) -> Iterator[Done]:
    """Yield the result of each attempt that is worth more than all before; None is worth nothing.

    Parameters
    ----------
    work : callable
        Called with the number of an attempt and with ``stop``; see `run_on_threads`.
    worth : callable
        Returns what a result is worth.
    """
    best = -math.inf
    for done in run_on_threads(range(attempts), work, threads):
        if done is not None and worth(done) > best:
            best = worth(done)
            yield done


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
