r"""Parameters, each declared once: its name, type, default, bounds, help and example.

A class of parameters is a frozen dataclass whose fields are descriptors. Its constructor takes what a caller may write,
text or values; its attributes are what was read. From these fields follow the signature and the docstring of a public
function (`signature_of`, `docstring_of`), the options of a command (`rullo_core.cli.options.option_of`), the keys of
experiments and sweeps (`rullo_core.runs.registry.Key`) and what errors say.

>>> from dataclasses import dataclass
>>> from rullo_core.ranges import Bounds
>>> @dataclass(frozen=True)
... class Request:
...     passes: Bounds = Bounds(None, "Accept only puzzles that take this many passes", "12-15", "any")
>>> Request(12).passes, Request("12-15").passes, Request().passes
((12, 12), (12, 15), None)
>>> print("\n".join(parameters(Request)["passes"].numpydoc()))
passes : (int, int) or int, optional
    Accept only puzzles that take this many passes; default: any.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Collection, Iterator
from copy import copy
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, Self, TypeVar, cast, overload

import numpy as np

from rullo_core.docstrings import descriptions_of, with_parameters
from rullo_core.errors import BadInput, written_as
from rullo_core.limits import HOUR, INTERVAL
from rullo_core.parameters import check_choice, read_number

G = TypeVar("G")


V = TypeVar("V")


W = TypeVar("W", bound=str | None)


LARGEST = 10**12
"""The largest number of a parameter without another bound: kernels count it with 64 bits."""


SIZE = "str | int | tuple[int, int]"
"""How the size of a grid may be written."""


class Parameter(Generic[G, V]):
    """A parameter: what a caller may give for it, G, becomes a value, V.

    Parameters
    ----------
    default : object
        The default value, as a caller may write it.
    help : str
        A sentence without its full stop that says what the parameter does.
    example : str
        A value as it is written in a command.
    none_text : str
        The meaning of the default None in help and docstrings, such as ``"any"``.
    """

    name: str
    annotation: str
    """The type of what a caller may give, less None."""

    doc_type: str
    """The same as numpydoc has it."""

    metavar = "TEXT"
    """What stands for a value in the help of a command."""

    def __init__(self, default: G, help: str, example: str = "", none_text: str = "") -> None:  # noqa: A002
        self.default, self.help, self.example, self.none_text = default, help, example, none_text

    def __set_name__(self, owner: type, name: str) -> None:
        if vars(self).setdefault("name", name) != name:
            raise TypeError(f"{owner.__name__}.{name} is the parameter {self.name} of another class: declare it anew")

    def with_name(self, name: str) -> Self:
        """Return this parameter with a name, for where it is in no class."""
        renamed = copy(self)
        renamed.name = name
        return renamed

    @overload
    def __get__(self, instance: None, owner: type) -> G: ...
    @overload
    def __get__(self, instance: object, owner: type) -> V: ...
    def __get__(self, instance: object | None, owner: type) -> Any:
        return self.default if instance is None else instance.__dict__[self.name]

    def __set__(self, instance: object, value: G) -> None:
        instance.__dict__[self.name] = self.take(value)

    def take(self, value: Any) -> Any:
        """Return the value that a caller gives as text, or as a value; BadInput if it is none."""
        if value is None and self.default is None:
            return None
        return self.read(value) if isinstance(value, str) else self.check(value)

    def read(self, text: str) -> Any:
        """Read a value; BadInput if the text is none."""
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """Return a value in its usual form; BadInput if it is none."""
        raise self.refusal(value)

    def write(self, value: Any) -> str:
        """Return the text that `read` reads as a value."""
        return str(value)

    def refusal(self, value: Any) -> BadInput:
        """Return the error that a value is none of this parameter."""
        return BadInput(f"{self.name} {written_as(value)}: write {self.expected}")

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return f"{self.metavar}, such as {self.example}"

    @property
    def is_optional(self) -> bool:
        """Whether it may be None."""
        return self.default is None

    @property
    def flag(self) -> str:
        """The option of a command."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def option_help(self) -> str:
        """The help of the option."""
        return f"{self.help}, e.g. {self.flag} {self.example}."

    def numpydoc(self) -> Iterator[str]:
        """Yield the lines about it in the docstring of a function."""
        yield f"{self.name} : {self.doc_type}{', optional' * self.is_optional}"
        text, indent = f"{self.help}; default: {self.none_text}." if self.none_text else f"{self.help}.", "    "
        yield from textwrap.wrap(
            text, 116, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
        )


def is_number(value: Any) -> bool:
    """Return whether a value is a number that is no truth value."""
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number: 1e6 is one, as in a command."""
    return is_number(value) and (isinstance(value, int | np.integer) or float(value).is_integer())


class Number(Parameter[G, V]):
    """A number from a minimum to a maximum; either bound may be excluded."""

    minimum: float
    maximum: float

    def __init__(
        self,
        default: G,
        help: str,  # noqa: A002
        example: str,
        none_text: str = "",
        *,
        minimum: float | None = None,
        maximum: float | None = None,
        open_below: bool = False,
        open_above: bool = False,
    ) -> None:
        super().__init__(default, help, example, none_text)
        self.open_below, self.open_above = open_below, open_above
        if minimum is not None:
            self.minimum = minimum
        if maximum is not None:
            self.maximum = maximum

    def read(self, text: str) -> Any:
        """Read a number such as 100, 1e6, 1_000_000 or 0.25."""
        number = read_number(text)
        if number is None:
            raise self.refusal(text)
        return self.check(number, text)

    def check(self, value: Any, raw: Any = None) -> Any:
        """Return a number within the bounds; an error shows what was written."""
        raise NotImplementedError

    def holds(self, value: Any) -> bool:
        """Whether a number lies within the bounds."""
        is_excluded = (self.open_below and value == self.minimum) or (self.open_above and value == self.maximum)
        return bool(self.minimum <= value <= self.maximum and not is_excluded)


class WholeNumber(Number[G, V]):
    """A whole number from a minimum to a maximum."""

    annotation, doc_type, metavar = "int", "int", "COUNT"
    minimum: int = 1
    maximum: int = LARGEST

    def check(self, value: Any, raw: Any = None) -> int:
        """Return a number within the bounds."""
        if not is_whole(value) or not self.holds(value):
            raise self.refusal(value if raw is None else raw)
        return int(value)

    @property
    def expected(self) -> str:
        """What a value has to be."""
        is_power = self.maximum >= 2**63 - 1
        upper_end = f"to {f'2^{self.maximum.bit_length()} - 1' if is_power else f'{self.maximum:,}'}"
        return f"a whole number from {self.minimum} {upper_end}, such as {self.example}"


Count = WholeNumber[int, int]
"""A number that is always there."""


OptionalCount = WholeNumber[int | None, int | None]
"""A number that may be left out."""


class Real(Number[G, V]):
    """A number from a minimum to a maximum, which may be excluded."""

    annotation, doc_type, metavar = "float", "float", "NUMBER"
    minimum = 0.0
    maximum = float("inf")

    def check(self, value: Any, raw: Any = None) -> float:
        """Return a number within the bounds."""
        if not is_number(value) or not self.holds(value):
            raise self.refusal(value if raw is None else raw)
        try:
            return float(value)
        except OverflowError:
            raise self.refusal(value if raw is None else raw) from None

    def write(self, value: Any) -> str:
        """Return the text of a number."""
        return f"{value:g}"

    @property
    def expected(self) -> str:
        """What a value has to be."""
        if self.maximum == float("inf"):
            return f"a number above {self.minimum:g}, such as {self.example}"
        end = f"less than {self.maximum:g}" if self.open_above else f"{self.maximum:g}"
        return f"a number from {self.minimum:g} to {end}, such as {self.example}"


Share = Real[float, float]
"""A number that is always there."""


OptionalShare = Real[float | None, float | None]
"""A number that may be left out."""


class Flag(Parameter[G, V]):
    """Whether something is so: an option without a value."""

    annotation, doc_type, metavar = "bool", "bool", "[true|false]"

    def __init__(self, help: str) -> None:  # noqa: A002
        super().__init__(cast("G", False), help, "true")

    def read(self, text: str) -> bool:
        """Read true or false."""
        values = {"true": True, "false": False}
        if text.lower() not in values:
            raise self.refusal(text)
        return values[text.lower()]

    def check(self, value: Any) -> bool:
        """Return True or False."""
        if not isinstance(value, bool | np.bool_):
            raise self.refusal(value)
        return bool(value)

    def write(self, value: Any) -> str:
        """Return true or false."""
        return str(value).lower()

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return "true or false"

    @property
    def option_help(self) -> str:
        """The help of the option."""
        return f"{self.help}, e.g. {self.flag}."


class OptionalFlag(Flag[bool | None, bool | None]):
    """Whether something has to be so, or has to be not so, or neither: an option with an opposite."""

    def __init__(self, help: str, none_text: str) -> None:  # noqa: A002
        Parameter.__init__(self, None, help, "true", none_text)

    @property
    def opposite(self) -> str:
        """The option of a command for what must not be so."""
        return f"--no-{self.name.replace('_', '-')}"


Truth = Flag[bool, bool]
"""Whether something is so."""


class Choice(Parameter[W, W]):
    """One of some words."""

    def __init__(
        self,
        words: Collection[str],
        default: W,
        help: str,  # noqa: A002
        example: str = "",
        none_text: str = "",
    ) -> None:
        super().__init__(default, help, example, none_text)
        self.words = tuple(words)

    @property
    def annotation(self) -> str:  # type: ignore[override]
        """The type of what a caller may give, less None."""
        return f"Literal[{', '.join(map(repr, self.words))}]"

    @property
    def doc_type(self) -> str:  # type: ignore[override]
        """The same as numpydoc has it."""
        return "{" + ", ".join(map(repr, self.words)) + "}"

    @property
    def metavar(self) -> str:  # type: ignore[override]
        """What stands for a value in the help of a command."""
        return f"[{'|'.join(self.words)}]"

    def read(self, text: str) -> str:
        """Return a known word."""
        check_choice(self.name, text, self.words)
        return text

    def check(self, value: Any) -> str:
        """Refuse values that are no text."""
        if isinstance(value, str):
            check_choice(self.name, value, self.words)
        raise self.refusal(value)


Word = Choice[str]
"""A word that is always there."""


OptionalWord = Choice[str | None]
"""A word that may be left out."""


def parameters(request: type) -> dict[str, Parameter[Any, Any]]:
    """Return the parameters of a class, by name, in the order of its constructor."""
    attributes = {name: value for base in reversed(request.__mro__) for name, value in vars(base).items()}
    return {name: attributes[name] for name in inspect.signature(request).parameters}


def signature_of(request: type, method: Callable[..., Any], returned: str) -> inspect.Signature:
    """Return the signature of a public method: the parameters of another before its last one, and those of a class."""
    of_class, by_name = inspect.signature(request), parameters(request)
    options = [
        parameter.replace(annotation=by_name[name].annotation + " | None" * by_name[name].is_optional)
        for name, parameter in of_class.parameters.items()
    ]
    *first, _ = inspect.signature(method).parameters.values()
    if len(first) > 1:  # the object to work on comes first, and the parameters are named
        options = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in options]
    return inspect.Signature([*first, *options], return_annotation=returned)


def docstring_of(request: type, function: Callable[..., Any]) -> str:
    """Return the docstring of a function that describes the parameters of a class after its own."""
    text = inspect.cleandoc(function.__doc__ or "")
    of_class = {name: "\n".join(parameter.numpydoc()) for name, parameter in parameters(request).items()}
    return with_parameters(text, [*descriptions_of(text), *of_class], of_class)


@dataclass(frozen=True)
class Stream:
    """The parameters that all generators have: how many results of a stream of random ones, and from which on.

    Seed and index determine a result.
    """

    count: Count = Count(1, "Number of results to generate", "4")
    _: KW_ONLY
    seed: Count = Count(
        1,
        "Random seed, from 0 to 2^64 - 1: the same seed and index give the same result everywhere",
        "7",
        minimum=0,
        maximum=2**64 - 1,
    )
    first: Count = Count(
        0, "Index in the stream of the seed of the first result, from 0", "3", minimum=0, maximum=2**63 - 1
    )


class Seconds(Real[float | None, float | None]):
    """Seconds after which something is given up; never for None."""

    annotation, doc_type, metavar = "float | None", "float or None", "SECONDS"

    def take(self, value: Any) -> float | None:
        """Return a number of seconds above 0, or None."""
        return None if value is None else super().take(value)

    def numpydoc(self) -> Iterator[str]:
        """Yield the lines about it in the docstring of a function."""
        yield from super().numpydoc()
        yield "    Never for None."


SECONDS = Seconds(INTERVAL, "Give up when so many seconds bring no further puzzle", "3600", open_below=True)
"""The parameter that every generator has at its end."""


TOTAL_SECONDS = Seconds(HOUR, "Give up after this many seconds as a whole", "600", open_below=True)
"""The parameter of functions whose results come together."""


def changes(usual: int) -> Count:
    """Return the parameter of how many changes an attempt of hill climbing tries."""
    return Count(usual, "Number of changes to try in each attempt", "1000")


@dataclass(frozen=True, kw_only=True)
class Climbing:
    """The parameters that every search by hill climbing has; a kind says how many steps an attempt usually has."""

    seed: Count = Count(
        1,
        "Random seed, from 0 to 2^64 - 1: the same seed and attempt give the same puzzle everywhere",
        "7",
        minimum=0,
        maximum=2**64 - 1,
    )
    attempts: Count = Count(10, "Number of grids to climb from", "100")
    steps: Count = changes(20_000)
    threads: OptionalCount = OptionalCount(
        None,
        "Number of threads to search with, which makes no difference to the puzzles",
        "2",
        "the number of processors",
        maximum=1024,
    )
    seconds: Seconds = TOTAL_SECONDS
