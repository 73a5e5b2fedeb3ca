"""JSON of other programs, of which nothing is read as something else: not the last of two values with one key."""

from __future__ import annotations

import json
import re
from typing import Any

from rullo_core.errors import quoted
from rullo_core.lines import wrong_at

TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")\s*(:?)|[{}]|[][]')
"""A text, a key with its colon, and what begins or ends an object or a list."""


def _number(literal: str) -> int | float:
    """Return a number with a point or an exponent; a whole one is the same as without."""
    number = float(literal)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _integer(literal: str) -> int | float:
    """Return a number without either; one that is too long to be anything here need not be exact."""
    return int(literal) if len(literal) <= LONGEST else float(literal)


def _refuse(literal: str) -> None:
    raise ValueError(f"{literal} is no JSON")


LONGEST = 16
"""Digits of a number that is exact in other programs, too."""

DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_number, parse_constant=_refuse)


def read_json(text: str, source: str, expected: str, start: int = 0) -> tuple[Any, int]:
    """Return the value that begins at a place in a text, and where it ends.

    BadInput, which says what is to be given, names line and column of what is no JSON, and of a key that stands twice.

    >>> read_json('{"a": 1.0} ', "text", "a puzzle")
    ({'a': 1}, 10)
    """
    try:
        value, end = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise wrong_at(text, getattr(error, "pos", start), f"is no JSON; give {expected}", source) from None
    keys: list[set[str] | None] = []
    for token in TOKEN.finditer(text, start, end):
        if token[0] in "[{":
            keys.append(set() if token[0] == "{" else None)
        elif token[0] in "]}":
            keys.pop()
        elif token[2] and (keys_of_object := keys[-1]) is not None:
            key = json.loads(token[1])
            if key in keys_of_object:
                raise wrong_at(text, token.start(), f"has the key {quoted(key)} twice; remove one", source)
            keys_of_object.add(key)
    return value, end
