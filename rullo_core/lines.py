"""The lines of a text that is read, and where in them the words are, for errors that tell the place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Word:
    """Letters without a blank between them.

    Attributes
    ----------
    text : str
    column : int
        Of the first letter, from 1.
    """

    text: str
    column: int


@dataclass(frozen=True)
class Line:
    """A line of a text.

    Attributes
    ----------
    number : int
        From 1.
    raw : str
        As it stands there.
    """

    number: int
    raw: str

    @cached_property
    def text(self) -> str:
        """Without blanks before and after it."""
        return self.raw.strip()

    @cached_property
    def words(self) -> list[Word]:
        """Its words, each with its column."""
        return [Word(one[0], one.start() + 1) for one in re.finditer(r"\S+", self.raw)]

    @property
    def column(self) -> int:
        """Of its first word; 1 if it has none."""
        return self.words[0].column if self.words else 1


def lines_of(text: str) -> list[Line]:
    r"""The lines of a text.

    Examples
    --------
    >>> [line.words for line in lines_of("a\n b")]
    [[Word(text='a', column=1)], [Word(text='b', column=2)]]
    """
    return [Line(number, raw) for number, raw in enumerate(text.splitlines(), start=1)]
