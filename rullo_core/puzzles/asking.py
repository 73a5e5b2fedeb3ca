"""Public functions are made of a class of parameters and of a method that works on an object of that class."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from rullo_core.arguments import checked, refuse_call
from rullo_core.declaration import docstring_of, signature_of
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.base import P
from rullo_core.puzzles.formats import PuzzleInput
from rullo_core.puzzles.results import Climbed, Puzzles

if TYPE_CHECKING:
    from rullo_core.puzzles.climbing import Climb
    from rullo_core.puzzles.generation import Generation

T = TypeVar("T")
R = TypeVar("R")
Parameters = ParamSpec("Parameters")


def asking(
    request: Callable[Parameters, R], returned: str = "Puzzles"
) -> Callable[[Callable[[Any, R], T]], Callable[Concatenate[Any, Parameters], T]]:
    """Return what makes a public method, with the parameters that a class declares, of one that takes an object of that
    class; ``returned`` is the type in its signature.
    """

    def decorate(work: Callable[[Any, R], T]) -> Callable[Concatenate[Any, Parameters], T]:
        @wraps(work)
        def ask(self: PuzzleApi[Any], *args: Parameters.args, **kwargs: Parameters.kwargs) -> T:
            try:
                parameters = request(*args, **kwargs)
            except TypeError as error:
                refuse_call(ask, error, (self, *args), kwargs)
                raise
            return work(self, parameters)

        return cast("Callable[Concatenate[Any, Parameters], T]", with_documentation(ask, request, work, returned))

    return decorate


def asking_of(
    request: Callable[Parameters, R],
) -> Callable[[Callable[[Any, PuzzleInput, R], T]], Callable[Concatenate[Any, PuzzleInput, Parameters], T]]:
    """Return what `asking` does for a method that works on puzzles, which come first; its parameters are named."""

    def decorate(work: Callable[[Any, PuzzleInput, R], T]) -> Callable[Concatenate[Any, PuzzleInput, Parameters], T]:
        @wraps(work)
        def ask(
            self: PuzzleApi[Any], puzzles: PuzzleInput, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> T:
            try:
                parameters = request(*args, **kwargs)
            except TypeError as error:
                refuse_call(ask, error, (self, puzzles, *args), kwargs)
                raise
            return work(self, puzzles, parameters)

        return cast("Callable[Concatenate[Any, PuzzleInput, Parameters], T]", with_documentation(ask, request, work))

    return decorate


def with_documentation(public: Any, request: Any, work: Callable[..., Any], returned: str = "Puzzles") -> Any:
    """Return a public method with the signature and the docstring that its parameters give it."""
    public.__doc__, public.__signature__ = docstring_of(request, work), signature_of(request, work, returned)
    public.work, public.request = work, request
    return checked(public)


def generating(
    request: Callable[Parameters, R],
) -> Callable[[Callable[[Any, R], Generation[P]]], Callable[Concatenate[Any, Parameters], Puzzles[P]]]:
    """Return what makes the public ``generate`` of a kind of the class of its parameters, given a method that turns a
    request into a `Generation`.
    """

    def decorate(work: Callable[[Any, R], Generation[P]]) -> Callable[Concatenate[Any, Parameters], Puzzles[P]]:
        @asking(request)
        @wraps(work)
        def generate(self: PuzzleApi[P], parameters: R) -> Puzzles[P]:
            return self.generate_puzzles(work(self, parameters))

        @asking(request)
        @wraps(work)
        def to_generation(self: PuzzleApi[P], parameters: R) -> Generation[P]:
            return work(self, parameters)

        public: Any = generate
        public.work, public.to_generation = work, to_generation
        return generate

    return decorate


def climbing(
    request: Callable[Parameters, R],
) -> Callable[[Callable[[Any, R], Climb[P, Any]]], Callable[Concatenate[Any, Parameters], list[Climbed[P]]]]:
    """Return what makes the public ``hardest`` of a kind, as `generating` does, given a method that turns a request
    into a `Climb`.
    """

    def decorate(work: Callable[[Any, R], Climb[P, Any]]) -> Callable[Concatenate[Any, Parameters], list[Climbed[P]]]:
        @asking(request, "list[Climbed]")
        @wraps(work)
        def hardest(self: PuzzleApi[P], parameters: R) -> list[Climbed[P]]:
            return list(self.climb_puzzles(work(self, parameters)))

        public: Any = hardest
        public.work = work
        return hardest

    return decorate
