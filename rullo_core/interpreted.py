"""Single answers at once: for a few seconds, kernels that have not been compiled yet run as plain Python.

Compiling the kernels of a puzzle takes up to a minute, once; interpreted, they are some hundred times slower, and give
the same results. One puzzle is soon interpreted, a thousand are sooner compiled.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

import numpy as np

from rullo_core.escaping import as_line
from rullo_core.progress import report

Answer = TypeVar("Answer")

PATIENCE = 3.0
"""Seconds of a processor that an answer may take before the kernels are compiled, and it is begun again."""

LONGEST_INTERPRETED = 20.0
"""Seconds that a process may spend on interpreted answers in all: compiling pays for a loop over many puzzles."""


SMALL_BATCH = 10
"""The greatest number of answers that may be interpreted, if that is faster than compiling."""

COMPILING = 8.0
"""Seconds that compiling takes for common answers."""

asked_for: ContextVar[str | None] = ContextVar("asked_for", default=None)
"""The kind of puzzle that a command is about, once it is known."""


def show_on_terminal(text: str) -> None:
    """Show a line on the terminal in place of the one before; an empty one clears it.

    Elsewhere, lines about work that takes long have it; see `rullo_core.progress`.
    """
    terminal = sys.stderr.isatty()
    report(text, (lambda: None) if terminal and text else None)
    if terminal:
        print(f"\r\033[K{as_line(text)}", end="", file=sys.stderr, flush=True)


class TooSlow(Exception):
    """Interpreted kernels did not come to an end in time."""


class Stopwatch:
    """Counts the time of answers that interpreted kernels give."""

    spent = 0.0

    def __init__(self) -> None:
        self.start_time, self.busy_before = time.monotonic(), time.process_time()
        self.is_used = False

    @property
    def seconds(self) -> float:
        """The seconds that this process has had of a processor: others may make it wait, for compiling, too."""
        return time.process_time() - self.busy_before

    def use(self) -> None:
        """Note that kernels are interpreted, and say so once."""
        if not self.is_used:
            show_on_terminal("the kernels are not compiled yet: trying without them for a few seconds")
        self.is_used = True

    def check(self) -> None:
        """Raise `TooSlow` if the answer has taken too long."""
        # The clock is read in a tenth of the time that the seconds take.
        if time.monotonic() > self.start_time + PATIENCE and self.seconds > PATIENCE:
            raise TooSlow

    def stop(self) -> None:
        """Add up the time, if kernels were interpreted in it."""
        if self.is_used:
            show_on_terminal("")
            Stopwatch.spent += self.seconds


running: ContextVar[Stopwatch | None] = ContextVar("running", default=None)
"""Set while kernels that are not compiled are to be interpreted."""


def at_once(work: Callable[[], Answer]) -> Answer:
    """Return the result of work that may be begun twice, interpreting kernels that are not compiled; see `PATIENCE`."""
    if Stopwatch.spent > LONGEST_INTERPRETED:
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


def few_at_once(number: int, work: Callable[[int], Answer]) -> Iterator[Answer]:
    """Yield the results of work for 0, 1 and so on as `at_once`, up to the number, or until compiling is worthwhile.

    None is yielded for more than `SMALL_BATCH`, and where the kernels are compiled or not used, only the first one.
    """
    for count in range(1, number + 1 if number <= SMALL_BATCH else 1):
        spent = Stopwatch.spent
        yield at_once(lambda i=count - 1: work(i))  # type: ignore[misc]
        if not 0 < (Stopwatch.spent - spent) * (number - count) <= COMPILING:
            return
