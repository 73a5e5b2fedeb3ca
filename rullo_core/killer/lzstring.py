"""The compression of links to f-puzzles: LZ-string by P. Rouget, in base 64.

An LZ78 code of variable length: each code is written with its lowest bit first, and six bits make a letter, the first
the highest. Code 0 is followed by a new character of 8 bits, 1 by one of 16 bits, 2 ends the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rullo_core.errors import BadInput

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = 6
"""Bits of a letter."""

MOST_TEXT = 10**6
"""Greatest length of a decompressed text. It can grow with the square of the link; a puzzle has a few thousand."""

SHORT, LONG, END = range(3)
FIRST = 3
"""The first code that encodes text."""


class _Width:
    """The number of bits of a code: one more each time as many codes have been counted as it can distinguish."""

    def __init__(self) -> None:
        self.bits, self.remaining = 2, 2

    def count(self) -> None:
        self.remaining -= 1
        if self.remaining == 0:
            self.remaining = 2**self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Compress a text of the Basic Multilingual Plane.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    bits: list[int] = []
    width = _Width()
    codes: dict[str, int] = {}
    fresh: set[str] = set()

    def write(value: int, number: int) -> None:
        bits.extend(value >> i & 1 for i in range(number))

    def emit(text: str) -> None:
        if text in fresh:
            fresh.remove(text)
            long = ord(text) > 255
            write(LONG if long else SHORT, width.bits)
            write(ord(text), 16 if long else 8)
            width.count()
        else:
            write(codes[text], width.bits)
        width.count()

    prefix = ""
    for character in text:
        if character not in codes:
            codes[character] = FIRST + len(codes)
            fresh.add(character)
        if prefix + character in codes:
            prefix += character
            continue
        emit(prefix)
        codes[prefix + character] = FIRST + len(codes)
        prefix = character
    if prefix:
        emit(prefix)
    write(END, width.bits)
    bits += [0] * (BITS - len(bits) % BITS)
    letters = [int("".join(map(str, bits[i : i + BITS])), 2) for i in range(0, len(bits), BITS)]
    content = "".join(LETTERS[letter] for letter in letters)
    return content + "=" * (-len(content) % 4)


def decompress(content: str) -> str:
    """Decompress a text; BadInput if it is damaged or incomplete."""
    stream = _bits_of(content)

    def read(number: int) -> int:
        bits = list(islice(stream, number))
        if len(bits) < number:
            raise BadInput("the compressed text is cut off; copy the whole link")
        return sum(bit << i for i, bit in enumerate(bits))

    width = _Width()
    texts: list[str] = [""] * FIRST
    entries: list[str] = []
    previous, length = "", 0
    while True:
        code = read(width.bits)
        if code == END:
            _check_end(list(stream), content)
            return "".join(entries)
        if code in (SHORT, LONG):
            texts.append(chr(read(16 if code == LONG else 8)))
            code = len(texts) - 1
            width.count()
        if code < len(texts):
            entry = texts[code]
        elif code == len(texts) and previous:
            entry = previous + previous[0]
        else:
            raise BadInput("the compressed text is damaged; copy the whole link")
        entries.append(entry)
        length += len(entry)
        if length > MOST_TEXT:
            raise BadInput(f"the compressed text has more than {MOST_TEXT:,} characters; give a shorter link")
        if previous:
            texts.append(previous + entry[0])
        width.count()
        previous = entry


def _check_end(rest: list[int], content: str) -> None:
    """Check that nothing follows the end but one to six bits that fill a letter, and at most three =."""
    if not 1 <= len(rest) <= BITS or any(rest) or len(content) - len(content.rstrip("=")) > 3:
        raise BadInput("the compressed text goes on after its end; copy the link alone")


def _bits_of(content: str) -> Iterator[int]:
    for letter in content.rstrip("="):
        if letter not in LETTERS:
            raise BadInput(f"the compressed text has {letter!r} in it, no letter of base 64; copy the whole link")
        value = LETTERS.index(letter)
        yield from (value >> i & 1 for i in reversed(range(BITS)))
