"""Local searches that start again and again: each attempt has a number, on which alone its result depends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from rullo_core.runs.shards import run_alone, run_on_threads

Success = TypeVar("Success")


def steps_of(attempt: int, first: int) -> int:
    """Return the number of steps of an attempt: that of the first attempt, doubled after every fourth attempt."""
    return first << attempt // 4


def first_success(attempts: int, make: Callable[[int, np.ndarray], Success | None]) -> Success | None:
    """Make at most `attempts` attempts until one succeeds; ``stop`` is as in `runs.shards.run_on_threads`."""
    return run_alone(lambda stop: first_until(stop, attempts, make))


def first_until(stop: np.ndarray, attempts: int, make: Callable[[int, np.ndarray], Success | None]) -> Success | None:
    """Make attempts as `first_success` does, on this thread, until ``stop`` is set."""
    for attempt in range(attempts):
        if stop[0]:
            break
        if (success := make(attempt, stop)) is not None:
            return success
    return None


def improvements(
    attempts: int,
    make: Callable[[int, np.ndarray], Success | None],
    worth: Callable[[Success], float],
    threads: int | None = None,
) -> Iterator[Success]:
    """Yield the result of each attempt that is worth more than all results before; None is worth nothing."""
    best = float("-inf")
    for success in run_on_threads(range(attempts), make, threads):
        if success is not None and worth(success) > best:
            best = worth(success)
            yield success
