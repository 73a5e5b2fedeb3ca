"""Messages on standard error about work that takes long: the elapsed time, and how much is done.

A line is written now and then, on a terminal or not; a bar on a terminal says it in their place. The environment
variable `RULLO_PROGRESS` set to ``no`` keeps all lines back, as while notebooks are executed that others read.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from rullo_core.escaping import as_line

Item = TypeVar("Item")

FIRST, SECOND, LATER = 2.0, 10.0, 30.0
"""Seconds before the first line, then before the second, and before each other one."""

TICK = 0.5
"""Seconds between two looks at the work under way."""


@dataclass(eq=False)
class Work:
    """Work that may take long, with its message and the time of the next message."""

    name: Callable[[], str]
    since: float
    next: float
    lines: int = 0
    progress: object = ""  # as text, how far it is
    refresh: Callable[[], object] | None = None


_under_way: list[Work] = []
"""The work under way, the outermost first, which messages are about."""

_watching: list[threading.Thread] = []

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watching.clear)


def begin(name: Callable[[], str]) -> Work:
    """Begin work; `name` is called only if it takes long."""
    start = time.monotonic()
    work = Work(name, start, start + FIRST)
    _under_way.append(work)
    if not _watching and os.environ.get("RULLO_PROGRESS") != "no":
        thread = threading.Thread(target=_watch, name="progress", daemon=True)
        _watching.append(thread)
        thread.start()
    return work


def end(work: Work) -> None:
    """End work."""
    _under_way.remove(work)


@contextmanager
def at_work(name: str = "") -> Iterator[None]:
    """Work that may take long."""
    work = begin(lambda: name)
    try:
        yield
    finally:
        end(work)


@contextmanager
def waiting() -> Iterator[None]:
    """Wait for the user, without messages."""
    works = _under_way[:]
    for work in works:
        work.next = float("inf")
    try:
        yield
    finally:
        end_time = time.monotonic()
        for work in works:
            work.since, work.next, work.lines = end_time, end_time + FIRST, 0


def report(progress: object, refresh: Callable[[], object] | None = None) -> None:
    """Say how far the work is, as text once it is needed; and what shows it on a terminal in place of lines."""
    if _under_way:
        _under_way[0].progress, _under_way[0].refresh = progress, refresh


def how_many(count: float, total: float | None, unit: str) -> str:
    """Return how much of something is done.

    >>> how_many(3, 1000, " puzzles"), how_many(3, None, " puzzles")
    ('3 of 1,000 puzzles', '3 puzzles')
    """
    return f"{int(count):,}{unit}" if total is None else f"{int(count):,} of {int(total):,}{unit}"


@dataclass
class Count:
    """Counts finished work and reports it, like a progress bar that is not shown."""

    total: float
    unit: str
    amount: float = 0

    def update(self, number: float) -> None:
        """Add `number` to the count."""
        self.amount += number
        report(self)

    def __str__(self) -> str:
        return how_many(self.amount, self.total, self.unit)


def report_items(items: Iterable[Item], total: int, unit: str) -> Iterator[Item]:
    """Yield items, and say how many have been."""
    count = Count(total, unit)
    for number, item in enumerate(items):
        count.amount = number
        report(count)
        yield item


def _watch() -> None:
    """Watch the work under way until there is none."""
    with suppress(Exception):  # as Python ends, standard error and more may be gone
        while True:
            time.sleep(TICK)
            work = next(iter(_under_way), None)
            if work is None:
                _watching.clear()
                return
            if time.monotonic() >= work.next and work.refresh is None:
                _say(work)
            elif work.refresh is not None:
                work.refresh()


def _say(work: Work) -> None:
    time_now = time.monotonic()
    work.next = time_now + (LATER if work.lines else SECOND)
    work.lines += 1
    line = ": ".join(
        filter(None, ["rullo", work.name(), f"at work for {time_now - work.since:.0f} s", str(work.progress)])
    )
    print(as_line(line), file=sys.stderr, flush=True)
