"""Limits of an answer about a puzzle: values that a search tries, seconds, and partial results that are kept.

A call sets them, for each of its puzzles. Without one, as in experiments, only that of partial results holds. At a
number of values or of partial results an answer ends at the same place on every machine, at a number of seconds it does
not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rullo_core.arguments import checked
from rullo_core.errors import BadInput, NotFound, quoted
from rullo_core.extras import naming_the_extra
from rullo_core.parameters import at_least_one
from rullo_core.progress import at_work

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 60.0
"""Seconds that a public function or a command takes for a puzzle by default."""

INTERVAL = 300.0
"""Seconds that a generator takes for the next puzzle by default."""

HOUR = 3600.0
"""Seconds that a study, or a command that searches for more than a puzzle's solutions, takes as a whole."""

DAY = 24 * HOUR
"""Seconds that the run of an experiment takes as a whole by default: it goes on where it has stopped."""

STATES = 2**22
"""Partial results that are kept by default: up to 1 GB, and lines of 40 numbers of any size."""


@dataclass(frozen=True)
class Limits:
    """How many values a search tries, how long an answer takes, and how many partial results it keeps at a time."""

    nodes: int | None = None
    seconds: float | None = None
    states: int = STATES


def limits_of(nodes: int | None, seconds: float | None, states: int) -> Limits:
    """Return limits as functions and commands take them; BadInput if one is none."""
    return Limits(
        None if nodes is None else at_least_one("nodes", nodes), seconds_of(seconds), at_least_one("states", states)
    )


def seconds_of(seconds: float | None) -> float | None:
    """Return a number of seconds as functions and commands take it; BadInput if it is none."""
    if seconds is not None and (isinstance(seconds, bool | str) or not seconds > 0):
        raise BadInput(f"seconds {quoted(seconds)}: write a number above 0, or None for no limit")
    return None if seconds is None else float(seconds)


class Undecided(NotFound):
    """A limit, ``bound``, in words ``limit_text``, ended an answer; ``state`` is the state by then."""

    def __init__(self, bound: str, state: Any = None) -> None:
        self.bound, self.state, self.limit_text = bound, state, limit_text(bound)
        super().__init__(f"undecided {self.limit_text}; allow more {bound}")


NO_LIMITS = Limits()
"""No limit but the usual one of partial results."""

USUAL = Limits(seconds=SECONDS)
"""The limits of public functions and of commands, by default."""

_limits: ContextVar[Limits] = ContextVar("_limits", default=NO_LIMITS)


def limits() -> Limits:
    """Return the limits of each puzzle."""
    return _limits.get()


def limit_text(bound: str) -> str:
    """Return in words that a limit is reached, given by its name."""
    if bound == "nodes":
        return f"after {limits().nodes:,} values"
    if bound == "states":
        return f"with {limits().states:,} partial results"
    answer, limit = _answer.get(), limits().seconds
    seconds = limit if answer is None else answer.seconds
    return f"after {seconds:.3g} seconds"


def bound_after(nodes: int) -> str:
    """Return which limit ended a search after it has tried `nodes` values."""
    largest = limits().nodes
    return "seconds" if largest is None or nodes < largest else "nodes"


def limits_with(nodes: int | None, seconds: float | None) -> Limits:
    """Return the limits of each puzzle, with others of nodes and seconds where these are given."""
    current = limits()
    return replace(current, nodes=nodes or current.nodes, seconds=seconds or current.seconds)


@contextmanager
def limited(new_limits: Limits | None) -> Iterator[None]:
    """Set the limits of each puzzle; for None, leave them as they are."""
    token = _limits.set(new_limits or limits())
    try:
        yield
    finally:
        _limits.reset(token)


# -- time -------------------------------------------------------------------------------------------------------------


class _Clock:
    """Counts seconds, except while kernels are compiled: that happens once, and does not depend on the puzzle."""

    def __init__(self) -> None:
        self.lost, self.stood_since = 0.0, math.inf

    def seconds(self) -> float:
        """Return the seconds since some time."""
        return min(time.monotonic(), self.stood_since) - self.lost

    def stand(self) -> None:
        """Count no more seconds."""
        self.stood_since = time.monotonic()

    def go_on(self) -> None:
        """Count again."""
        self.lost, self.stood_since = self.lost + time.monotonic() - self.stood_since, math.inf


CLOCK = _Clock()


@dataclass
class Answer:
    """An answer that is worked out: the seconds that it may take, and the time when they are over."""

    seconds: float
    until: float

    @classmethod
    def begin(cls, seconds: float | None) -> Answer:
        """Begin an answer that may take at most `seconds` seconds; without limit for None."""
        duration = math.inf if seconds is None else seconds
        return cls(duration, CLOCK.seconds() + duration)

    @property
    def is_late(self) -> bool:
        """Whether that time has come."""
        return CLOCK.seconds() > self.until

    def renew(self) -> None:
        """Give it all of its time again."""
        self.until = CLOCK.seconds() + self.seconds


_answer: ContextVar[Answer | None] = ContextVar("_answer", default=None)


@contextmanager
def answering(share: float = 1.0) -> Iterator[Answer]:
    """Begin an answer; or a part of one, which may take a share of the time that is left."""
    outer, time_now = _answer.get() or Answer.begin(limits().seconds), CLOCK.seconds()
    answer = outer if share == 1 else Answer(share * outer.seconds, time_now + share * (outer.until - time_now))
    with part_of(answer):
        yield answer


@contextmanager
def part_of(answer: Answer) -> Iterator[None]:
    """Work for an answer."""
    token = _answer.set(answer)
    try:
        yield
    finally:
        _answer.reset(token)


def check_time() -> None:
    """Raise `Undecided` if the answer takes too long, or `NotFound` if the whole work does."""
    check_whole()
    answer = _answer.get()
    if answer is not None and answer.is_late:
        raise Undecided("seconds")


# -- the time of work as a whole --------------------------------------------------------------------------------------

_outer_answer: ContextVar[Answer | None] = ContextVar("_whole", default=None)


@checked
def time_limit(seconds: float | None) -> AbstractContextManager[None]:
    """Limit the time of all that is called in a ``with`` block, whatever limits each puzzle has.

    Studies have a limit of an hour unless a block sets another one. Inside another block, the time of both is limited.

    Parameters
    ----------
    seconds : float or None
        Seconds that the calls in the block may take together, without those in which kernels are compiled; None for no
        limit.

    Returns
    -------
    context manager
        What a ``with`` statement takes.

    Raises
    ------
    BadInput
        If that is no number above 0, or when that time is over: the call that is under way ends, and what it has worked
        out is lost, but for the finished parts of experiments and of files of generated puzzles.

    Examples
    --------
    >>> import rullo_core as rc
    >>> with rc.time_limit(600):
    ...     puzzles = rc.sudoku.generate(2, size=4)
    """
    return _limited_time(seconds_of(seconds))


@contextmanager
def _limited_time(seconds: float | None) -> Iterator[None]:
    outer, inner = _outer_answer.get(), Answer.begin(seconds)
    token = _outer_answer.set(inner if outer is None else min(outer, inner, key=lambda answer: answer.until))
    try:
        yield
    finally:
        _outer_answer.reset(token)


def bounded_by(seconds: float | None) -> AbstractContextManager[None]:
    """Limit work by an upper bound on its estimated seconds: to a day, as estimates are rough, or to more."""
    return time_limit(max(float(seconds or 0), DAY))


def check_whole() -> None:
    """Raise `NotFound` if work takes longer as a whole than it may; see `time_limit`."""
    answer = _outer_answer.get()
    if answer is not None and answer.is_late:
        raise NotFound(f"not done in {answer.seconds:g} seconds; ask for less, or allow more")


def bounded_study(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that takes an hour at most, unless `time_limit` has set another limit."""
    name = ".".join([*function.__module__.split(".")[:2], function.__name__])

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> T:
        with naming_the_extra(), at_work(name), nullcontext() if _outer_answer.get() else time_limit(HOUR):
            return function(*arguments, **keywords)

    return call
