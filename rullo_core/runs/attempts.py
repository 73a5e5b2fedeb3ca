"""Local searches that are begun again and again: each attempt has a number, of which its result is a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from rullo_core.runs.shards import run_alone, run_on_threads

Found = TypeVar("Found")


def steps_of(attempt: int, first: int) -> int:
    """Return the number of steps of an attempt: as many as in the first one, and twice as many after every fourth."""
    return first << attempt // 4


def first_success(attempts: int, make: Callable[[int, np.ndarray], Found | None]) -> Found | None:
    """Make attempts until one finds something.

    Parameters
    ----------
    attempts : int
        Greatest number of attempts.
    make : callable
        Called with the number of an attempt, from 0, and with ``stop`` as in `rullo_core.runs.shards.run_on_threads`.
    """

    def work(stop: np.ndarray) -> Found | None:
        for attempt in range(attempts):
            if stop[0]:
                break
            if (found := make(attempt, stop)) is not None:
                return found
        return None

    return run_alone(work)


def improvements(
    attempts: int,
    make: Callable[[int, np.ndarray], Found | None],
    worth: Callable[[Found], float],
    threads: int | None = None,
) -> Iterator[Found]:
    """Yield what an attempt finds each time that it is worth more than all before; None is worth nothing.

    Parameters
    ----------
    attempts : int
        Number of attempts.
    make : callable
        As in `first_success`.
    worth : callable
        Called with what an attempt found.
    """
    best = float("-inf")
    for found in run_on_threads(range(attempts), make, threads):
        if found is not None and worth(found) > best:
            best = worth(found)
            yield found
