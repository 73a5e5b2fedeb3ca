"""The lines of a text that is read, and where in them the words are, for errors that name the place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from rullo_core.errors import BadInput


@dataclass(frozen=True)
class Line:
    """A line of a text, as it is there, with its number from 1.

    >>> line = Line(1, " ab cd")
    >>> line.words, line.column(), line.column(1)
    (['ab', 'cd'], 2, 5)
    """

    number: int
    raw: str

    @cached_property
    def text(self) -> str:
        """The line without blanks before and after it."""
        return self.raw.strip()

    @cached_property
    def words(self) -> list[str]:
        """The words, which blanks separate."""
        return self.raw.split()

    def column(self, word: int = 0) -> int:
        """Return the column in which a word begins, from 1; that of the first word if there is no such word."""
        columns = [match.start() + 1 for match in re.finditer(r"\S+", self.raw)] or [1]
        return columns[word if word < len(columns) else 0]

    def error(self, reason: str, source: str, word: int = 0) -> BadInput:
        """Return the error that something is wrong with a word of the line, which names the source and the line."""
        return BadInput(reason, f"{source}, line {self.number}", self.number, self.column(word))


def lines_of(text: str) -> list[Line]:
    """Return the lines of a text."""
    return [Line(number, raw) for number, raw in enumerate(text.splitlines(), start=1)]


def place_at(text: str, position: int) -> tuple[int, int]:
    r"""Return the line and the column, from 1, of a character of a text.

    >>> place_at("ab\ncdef", 5)
    (2, 3)
    """
    lines = f"{text[:position]}|".splitlines()
    return len(lines), len(lines[-1])


def wrong_at(text: str, position: int, reason: str, source: str) -> BadInput:
    """Return the error that something is wrong with a character of a text, which names its line and column."""
    line, column = place_at(text, position)
    return BadInput(reason, f"{source}, line {line}, column {column}", line, column)
