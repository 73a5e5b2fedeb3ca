"""Public functions are made of a class of parameters and of a method that works on an object of that class."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from rullo_core.arguments import checked, refuse_call
from rullo_core.declaration import docstring_of, signature_of
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.base import P
from rullo_core.puzzles.formats import Given
from rullo_core.puzzles.results import Climbed, Puzzles

if TYPE_CHECKING:
    from rullo_core.puzzles.climbing import Climb
    from rullo_core.puzzles.generation import Generation

T = TypeVar("T")
R = TypeVar("R")
Wanted = ParamSpec("Wanted")


def asking(
    request: Callable[Wanted, R], returned: str = "Puzzles"
) -> Callable[[Callable[[Any, R], T]], Callable[Concatenate[Any, Wanted], T]]:
    """Return what makes a public method, with the parameters that a class declares, of one that takes an object of that
    class; ``returned`` is the type in its signature.
    """

    def decorate(work: Callable[[Any, R], T]) -> Callable[Concatenate[Any, Wanted], T]:
        @wraps(work)
        def ask(self: PuzzleApi[Any], *args: Wanted.args, **wanted: Wanted.kwargs) -> T:
            try:
                given = request(*args, **wanted)
            except TypeError as error:
                refuse_call(ask, error, (self, *args), wanted)
                raise
            return work(self, given)

        return cast("Callable[Concatenate[Any, Wanted], T]", documented(ask, request, work, returned))

    return decorate


def asking_of(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, Given, R], T]], Callable[Concatenate[Any, Given, Wanted], T]]:
    """Return what `asking` does for a method that works on puzzles, which come first; its parameters are named."""

    def decorate(work: Callable[[Any, Given, R], T]) -> Callable[Concatenate[Any, Given, Wanted], T]:
        @wraps(work)
        def ask(self: PuzzleApi[Any], puzzles: Given, /, *args: Wanted.args, **wanted: Wanted.kwargs) -> T:
            try:
                given = request(*args, **wanted)
            except TypeError as error:
                refuse_call(ask, error, (self, puzzles, *args), wanted)
                raise
            return work(self, puzzles, given)

        return cast("Callable[Concatenate[Any, Given, Wanted], T]", documented(ask, request, work))

    return decorate


def documented(public: Any, request: Any, work: Callable[..., Any], returned: str = "Puzzles") -> Any:
    """Return a public method with the signature and the docstring that its parameters give it."""
    public.__doc__, public.__signature__ = docstring_of(request, work), signature_of(request, work, returned)
    public.work, public.request = work, request
    return checked(public)


def generating(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, R], Generation[P]]], Callable[Concatenate[Any, Wanted], Puzzles[P]]]:
    """Return what makes the public ``generate`` of a kind of the class of its parameters, given a method that turns a
    request into a `Generation`.
    """

    def decorate(work: Callable[[Any, R], Generation[P]]) -> Callable[Concatenate[Any, Wanted], Puzzles[P]]:
        @asking(request)
        @wraps(work)
        def generate(self: PuzzleApi[P], given: R) -> Puzzles[P]:
            return self.generated(work(self, given))

        @asking(request)
        @wraps(work)
        def asked(self: PuzzleApi[P], given: R) -> Generation[P]:
            return work(self, given)

        public: Any = generate
        public.work, public.asked = work, asked
        return generate

    return decorate


def climbing(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, R], Climb[P, Any]]], Callable[Concatenate[Any, Wanted], list[Climbed[P]]]]:
    """Return what makes the public ``hardest`` of a kind, as `generating` does, given a method that turns a request
    into a `Climb`.
    """

    def decorate(work: Callable[[Any, R], Climb[P, Any]]) -> Callable[Concatenate[Any, Wanted], list[Climbed[P]]]:
        @asking(request, "list[Climbed]")
        @wraps(work)
        def hardest(self: PuzzleApi[P], given: R) -> list[Climbed[P]]:
            return list(self.climbed(work(self, given)))

        public: Any = hardest
        public.work = work
        return hardest

    return decorate
