"""The one exception for input that the user can correct."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rullo_core.escaping import as_line


class BadInput(ValueError):
    """Input that cannot be used. The message is one line: where it is, what is wrong, and how to mend it.

    Parameters
    ----------
    reason : str
        What is wrong, and how to mend it.
    place : str
        What was read, and where in it; the message begins with it.
    line, column : int, optional
        The place in the text that was read, from 1.
    cell : int, optional
        The number of a cell of a board in reading order, from 0; whoever has read the board knows its line and column.

    Attributes
    ----------
    reason, line, column, cell
        As they were given.

    Examples
    --------
    >>> from rullo_core import BadInput
    >>> error = BadInput("'9x' is no digit", "puzzle.txt, line 3", 3, 5)
    >>> str(error), error.reason, error.line, error.column
    ("puzzle.txt, line 3: '9x' is no digit", "'9x' is no digit", 3, 5)
    """

    is_sure = False
    """Whether the text is of the kind and format of the reader that refuses it, beyond doubt."""

    def __init__(
        self,
        reason: str,
        place: str = "",
        line: int | None = None,
        column: int | None = None,
        cell: int | None = None,
    ) -> None:
        super().__init__(as_line(f"{place}: {reason}" if place else reason))
        self.reason, self.line, self.column, self.cell = reason, line, column, cell

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows of the error: one line."""
        return [f"{type(self).__name__}: {self}"]


class NotFound(BadInput):
    """Requested puzzles were not found; more tries may find them."""


class WrongArgument(BadInput, TypeError):
    """A function is called with an argument that it does not have, or without one that it needs."""


@contextmanager
def placed(line: int, column: int = 1, is_sure: bool = False) -> Iterator[None]:
    """Give errors their place in a whole text: they know it, if at all, in a part that begins in this line and column.

    Say, too, whether they are `BadInput.is_sure`.

    >>> with placed(3, 5):
    ...     raise BadInput("is no digit", "puzzle.txt", 1, 2)
    Traceback (most recent call last):
    rullo_core.errors.BadInput: puzzle.txt: is no digit
    """
    try:
        yield
    except BadInput as error:
        begin = column - 1 if error.line in (None, 1) else 0
        error.is_sure = error.is_sure or is_sure
        error.line, error.column = line + (error.line or 1) - 1, begin + (error.column or 1)
        raise


MOST_QUOTED = 40
"""The greatest number of characters of an input that a message repeats."""


def shortened(value: object) -> str:
    """Return a value on one line as `one_line` does, cut where it is long."""
    text = one_line(value)
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def one_line(value: object) -> str:
    """Return a value on one line, without characters that cannot be printed."""
    return " ".join(
        "".join(character for character in str(value) if character.isprintable() or character.isspace()).split()
    )


def written_as(value: object) -> str:
    """Return a value as Python writes it, or a text in quotes, on one line and cut where it is long.

    Examples
    --------
    >>> written_as("9x"), written_as([1, 2]), written_as(10**5000)
    ("'9x'", '[1, 2]', 'a number of more digits than can be shown')
    """
    if isinstance(value, str):
        return quoted(value)
    try:
        return shortened(repr(value))
    except ValueError:  # Python refuses to write numbers of more than 4300 digits.
        return "a number of more digits than can be shown"


def quoted(value: object) -> str:
    """Return a value in quotes, on one line and cut where it is long; its type if it is no text or number.

    Examples
    --------
    >>> quoted("9x"), quoted("1" * 5000)
    ("'9x'", "'1111111111111111111111111111111111111111…'")
    """
    text = str(value) if isinstance(value, str | int | float) else type(value).__name__
    quotation = repr(text[: MOST_QUOTED + 1])
    return quotation if len(quotation) <= MOST_QUOTED + 2 else f"{quotation[: MOST_QUOTED + 1]}…{quotation[-1]}"
