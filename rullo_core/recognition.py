"""Which kind of puzzle a text is of: the first one that reads it, in one place for all that recognise texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from rullo_core.errors import BadInput

T = TypeVar("T")


def read_by_first(readers: Mapping[str, Callable[[], T]], text: str, source: str, advice: str) -> T:
    """Return what the first reader that can read a text returns; the readers are by the title of what each reads.

    BadInput if none can: that of the reader that got furthest, or, where several did, one that names all titles and
    gives advice how to name the kind.

    >>> read_by_first({"number": lambda: int("12"), "word": lambda: "12"}, "12", "text", "")
    12
    """
    if not text.strip():
        raise BadInput("holds no puzzle; write one, in a format of any kind of puzzle", source, 1, 1)
    errors: dict[str, BadInput] = {}
    for title, read in readers.items():
        try:
            return read()
        except BadInput as error:
            errors[title] = error
    *_, second, furthest = (None, *sorted(errors.values(), key=_place))
    if second is None or _place(furthest) > _place(second):
        raise furthest
    _, line, column = _place(furthest)
    *titles, last = errors
    raise BadInput(
        f"cannot be read as {', '.join(titles)} or {last}; to see why, name the kind{advice}",
        f"{source}, line {line}" if line else source,
        line or None,
        column or None,
    )


def _place(error: BadInput) -> tuple[bool, int, int]:
    """Return how far a reader got: a text that is of its kind beyond doubt is read further than any other."""
    return error.is_sure, error.line or 0, error.column or 0
