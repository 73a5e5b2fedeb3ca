"""Messages about unknown names of arguments, options, keys, parameters or levels, with names that may be meant."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rullo_core.errors import WrongArgument, quoted
from rullo_core.extras import naming_the_extra
from rullo_core.progress import begin, end

P = ParamSpec("P")
T = TypeVar("T")

SYNONYMS = (
    ("range", "ranges", "values", "numbers"),
    ("count", "puzzles", "number"),
    ("compute", "count"),
    ("layout", "digits"),
    ("given", "set"),
    ("fill_method", "method"),
    ("fill_limit", "limit"),
    ("fill_attempts", "attempts"),
    ("single_cell_cages", "singles"),
    ("single_cell_entries", "single"),
    ("no_simple", "exhaustive", "simple", "kind"),
    ("outcome", "kind"),
    ("level", "criterion", "criteria", "difficulty", "passes", "kind"),
    ("size", "sizes", "side", "height", "width"),
    ("sizes", "cage_sizes"),
    ("limit", "max_solutions"),
    ("max_solutions", "solutions"),
    ("nodes", "max_nodes"),
    ("seconds", "max_seconds", "timeout"),
    ("path", "out", "file"),
    ("index", "first"),
    ("tries", "max_tries", "attempts"),
    ("only", "columns"),
    ("level", "strategies"),
    ("solved", "solution"),
)
"""Names of the same or nearly the same thing, in functions, commands, sweeps, notebooks or other programs."""

OF_DIFFICULTY = ("easy", "medium", "hard", "difficult", "moderate", "expert", "evil", "beginner", "simple")
"""Words that others have for how difficult puzzles are."""

CUTOFF = 0.7
"""Least likeness, from 0 to 1, of a name to the one that is meant."""


def meant(name: str, names: Iterable[str]) -> list[str]:
    """Return which of the names that are known may be meant by another: the one most like it, and those for the same.

    >>> meant("range", ["count", "values"]), meant("--valeus", ["--values", "--size"]), meant("level", ["clues"])
    (['values'], ['--values'], [])
    """
    by_word = {_word(candidate): candidate for candidate in names}
    word = _word(name)
    close = get_close_matches(word, by_word, 1, CUTOFF)
    synonyms = [synonym for group in SYNONYMS if {word, *close} & {*group} for synonym in group if synonym in by_word]
    return [by_word[word] for word in dict.fromkeys([*close, *synonyms])][:2]


def _word(name: str) -> str:
    return str(name).lstrip("-").replace("-", "_").lower()


def no_such(
    noun: str,
    name: object,
    names: Iterable[str],
    place: str = "",
    has: str = "it has",
    listing: Iterable[str] | None = None,
) -> str:
    """Return the message that there is no such thing, with the names that may be meant, and with all that are known.

    The latter may be ``listing`` in another way.

    >>> no_such("argument", "range", ["count", "values"], "rullo.generate", "it takes")
    "rullo.generate: no argument 'range'; did you mean 'values'? It takes count, values"
    """
    names = list(names)
    parts = [f"{place}: no {noun} {quoted(name)}" if place else f"no {noun} {quoted(name)}"]
    if suggestion := " or ".join(map(quoted, meant(str(name), names))):
        parts.append(f"did you mean {suggestion}?")
    return _with_ending("; ".join(parts), f"{has} {', '.join(names if listing is None else listing)}" if has else "")


def no_such_word(name: str, value: object, words: Collection[str], has: str = "take one of") -> str:
    """Return the message that a value is none of some words, and for one of difficulty, how to ask for that.

    >>> no_such_word("level", "hiden", ["naked", "hidden"])
    "level 'hiden': did you mean 'hidden'? Take one of naked, hidden"
    """
    close = get_close_matches(str(value), words, 1, CUTOFF)
    begin = f"{name} {quoted(value)}:" + (f" did you mean {quoted(close[0])}?" if close else "")
    hint = ""
    if name == "level" and _word(str(value)) in OF_DIFFICULTY:
        hint = "; the weakest comes first: a puzzle is harder the later its level is, and the more passes it takes"
    return _with_ending(begin, f"{has} {', '.join(words)}{hint}")


def _with_ending(begin: str, end: str) -> str:
    """Return a sentence, or after a question another one."""
    if begin.endswith("?"):
        end = end[:1].upper() + end[1:]
    return f"{begin}{'' if begin.endswith(('?', ':')) else ';'} {end}" if end else begin


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Return a public function that names a wrong argument, and the one that is meant, with its public name, and that
    says how far it is if it takes long.

    A method is named after the ``public_name`` of its object, if it has one, or after its class.
    """

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> T:
        work = begin(lambda: _place(function, arguments))
        try:
            with naming_the_extra():
                return function(*arguments, **keywords)
        except TypeError as error:
            refuse_call(function, error, arguments, keywords)
            raise
        finally:
            end(work)

    public: Any = call
    public.is_public = True
    return call


def refuse_call(
    function: Callable[..., object], error: TypeError, arguments: tuple[object, ...], keywords: dict[str, object]
) -> None:
    """Raise the error of a wrong call of a function, unless the error is from inside the function."""
    if error.__traceback__ is not None and error.__traceback__.tb_next is None:
        raise WrongArgument(_fault(function, arguments, keywords)) from None


def check_call(function: Callable[..., object], arguments: tuple[object, ...], keywords: dict[str, object]) -> None:
    """Raise the error of a wrong call of a function that takes any arguments and has a signature of its own."""
    try:
        inspect.signature(function).bind(*arguments, **keywords)
    except TypeError:
        raise WrongArgument(_fault(function, arguments, keywords)) from None


def _place(function: Callable[..., object], arguments: tuple[object, ...]) -> str:
    """Return the public name of a function that is called."""
    if next(iter(inspect.signature(function).parameters), "") not in ("self", "cls"):
        return f"rullo_core.{function.__name__}"
    owner = arguments[0]
    if not isinstance(owner, type):
        owner = getattr(owner, "public_name", type(owner))
    return f"{getattr(owner, '__name__', owner)}.{function.__name__}"


def _fault(function: Callable[..., object], arguments: tuple[object, ...], keywords: dict[str, object]) -> str:
    """Return the error of a wrong call."""
    signature = inspect.signature(function)
    names = [name for name in signature.parameters if name not in ("self", "cls")]
    place = _place(function, arguments)
    for name in keywords:
        if name not in names:
            return no_such("argument", name, names, place, "it takes")
    try:
        signature.bind(*arguments, **keywords)
        reason = "is called in another way than it can be"
    except TypeError as error:
        reason = str(error)
    return f"{place}: {reason}; it takes {', '.join(names)}"
