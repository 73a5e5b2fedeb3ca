"""Single answers at once: for a few seconds, kernels that have not been compiled yet run as plain Python.

Compiling the kernels of a puzzle takes up to a minute, once; interpreted, they are some hundred times slower, and give
the same results. One puzzle is soon interpreted, a thousand are sooner compiled.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import TypeVar

import numpy as np

Answer = TypeVar("Answer")

PATIENCE = 3.0
"""Seconds that an answer may take without compiled kernels; then it is begun again, and they are compiled."""

MOST = 20.0
"""Seconds that all answers of a process may take so: a loop over many is worth compiling for."""


def show_on_terminal(text: str) -> None:
    """Show a line on the terminal in place of the one before; an empty one clears it. Nothing is shown elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


class TooSlow(Exception):
    """Interpreted kernels did not come to an end in time."""


class Stopwatch:
    """Counts the time of answers that interpreted kernels give."""

    spent = 0.0

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.is_used = False

    def use(self) -> None:
        """Note that kernels are interpreted, and tell of it."""
        if not self.is_used:
            show_on_terminal("the kernels are not compiled yet: trying without them for a few seconds")
        self.is_used = True

    def check(self) -> None:
        """Raise `TooSlow` if the answer has taken too long."""
        if time.monotonic() > self.begun + PATIENCE:
            raise TooSlow

    def stop(self) -> None:
        """Add up the time, if kernels were interpreted in it."""
        if self.is_used:
            show_on_terminal("")
            Stopwatch.spent += time.monotonic() - self.begun


running: ContextVar[Stopwatch | None] = ContextVar("running", default=None)
"""Set while kernels that are not compiled are to be interpreted."""


def at_once(work: Callable[[], Answer]) -> Answer:
    """Return the result of work that may be begun twice, interpreting kernels that are not compiled; see `PATIENCE`."""
    if Stopwatch.spent > MOST:
        return work()
    watch = Stopwatch()
    token = running.set(watch)
    try:
        with np.errstate(all="ignore"):  # as compiled code does; random streams and hashes wrap around
            return work()
    except TooSlow:
        pass
    finally:
        running.reset(token)
        watch.stop()
    return work()


def each_at_once(number: int, work: Callable[[], Iterable[Answer]]) -> Iterable[Answer]:
    """Return the results of work as they come; if there is one only, `at_once`."""
    return at_once(lambda: list(work())) if number == 1 else work()
