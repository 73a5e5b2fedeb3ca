"""Parameters that take several numbers: ranges, sizes of grids, lists; see `rullo_core.declaration`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from rullo_core.declaration import LARGEST, SIZE, G, Parameter, V, is_number, is_whole
from rullo_core.errors import BadInput, written_as
from rullo_core.parameters import format_bounds, format_range, parse_range, parse_size, read_number


def ends_of(value: Any) -> tuple[Any, ...]:
    """Return the parts of a sequence, or any other value twice; bytes are no sequence of numbers."""
    is_sequence = isinstance(value, Sequence | np.ndarray) and not isinstance(value, bytes)
    return tuple(value) if is_sequence else (value, value)


class Range(Parameter[G, V]):
    """The least and the greatest whole number, or a single number for both."""

    annotation, doc_type, metavar = "tuple[int, int] | int", "(int, int) or int", "LEAST-GREATEST"
    number: type[int] | type[float] = int

    def read(self, text: str) -> tuple[Any, Any]:
        """Read a range such as 10-15, or a number such as 12."""
        low, dash, high = text.partition("-")
        bounds = read_number(low), read_number(high if dash else low)
        if None in bounds:
            raise self.refusal(text)
        return self.check(bounds, text)

    def check(self, value: Any, raw: Any = None) -> tuple[Any, Any]:
        """Return two numbers in order."""
        bounds = ends_of(value)
        are_numbers = all(map(is_whole if self.number is int else is_number, bounds))
        if len(bounds) != 2 or not are_numbers or not bounds[0] >= 0 or (self.number is int and max(bounds) > LARGEST):
            raise self.refusal(value if raw is None else raw)
        if not bounds[0] <= bounds[1]:
            text = written_as(value if raw is None else raw)
            raise BadInput(f"{self.name} {text}: write the smaller one first")
        try:
            return self.number(bounds[0]), self.number(bounds[1])
        except OverflowError:
            raise self.refusal(value if raw is None else raw) from None

    def write(self, value: Any) -> str:
        """Return the text of a range."""
        return str(value[0]) if value[0] == value[1] else format_bounds(value)

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return f"the least and the greatest, or one number, such as {self.example}"


Bounds = Range[tuple[int, int] | int | str | None, tuple[int, int] | None]
"""A range of whole numbers that may be left out."""


RequiredBounds = Range[tuple[int, int] | int | str, tuple[int, int]]
"""A range of whole numbers that is always there."""


class RealBounds(Range[tuple[float, float] | float | str | None, tuple[float, float] | None]):
    """The least and the greatest number, or a single number for both; it may be left out."""

    annotation, doc_type, number = "tuple[float, float] | float", "(float, float) or float", float


class Shape(Parameter[G, V]):
    """Height and width."""

    annotation, doc_type, metavar = SIZE, "str, int or (int, int)", "HxW"

    def read(self, text: str) -> Any:
        """Read a size such as 9x9, or 9."""
        try:
            return self.check_bounds(parse_size(text if re.search("[xX×]", text) else f"{text}x{text}"))
        except BadInput:
            raise self.refusal(text) from None

    def check(self, value: Any) -> Any:
        """Return height and width."""
        sides = ends_of(value)
        if len(sides) != 2 or not all(
            isinstance(side, int | np.integer) and not isinstance(side, bool) for side in sides
        ):
            raise self.refusal(value)
        return self.check_bounds((int(sides[0]), int(sides[1])), value)

    def check_bounds(self, sides: tuple[int, int], raw: Any = None) -> Any:
        """Return a size that is within bounds."""
        if not all(1 <= side < 10**9 for side in sides):
            raise self.refusal(sides if raw is None else raw)
        return sides

    def write(self, value: Any) -> str:
        """Return the text of a size."""
        return "x".join(map(str, value))

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return f"height x width, both at least 1, such as {self.example}"


Size = Shape[str | int | tuple[int, int], tuple[int, int]]
"""Height and width, always there."""


OptionalSize = Shape[str | int | tuple[int, int] | None, tuple[int, int] | None]
"""Height and width, or neither."""


class Side(Shape[str | int | tuple[int, int] | None, int | None]):
    """The number of rows and columns of a square grid."""

    metavar = "SIDE"

    def __init__(self, help: str, example: str, none_text: str, minimum: int, maximum: int) -> None:  # noqa: A002
        super().__init__(None, help, example, none_text)
        self.minimum, self.maximum = minimum, maximum

    def check_bounds(self, sides: tuple[int, int], raw: Any = None) -> int:
        """Return the side of a square within bounds."""
        height, width = sides
        if height != width or not self.minimum <= height <= self.maximum:
            raise self.refusal("x".join(map(str, sides)) if raw is None else raw)
        return height

    def write(self, value: Any) -> str:
        """Return the text of a side."""
        return str(value)

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return (
            f"a number from {self.minimum} to {self.maximum}, such as {self.example}, or {self.example}x{self.example}"
        )


class Values(Parameter["str | int | Sequence[int]", "tuple[int, ...]"]):
    """The numbers that may stand in a grid, in ascending order."""

    annotation, doc_type, metavar = "str | int | Sequence[int]", "str, int or sequence of int", "VALUES"

    def read(self, text: str) -> tuple[int, ...]:
        """Read numbers such as 1-9, or 2,3,5,7."""
        return parse_range(text)

    def check(self, value: Any) -> tuple[int, ...]:
        """Return the numbers in order."""
        if isinstance(value, bytes):
            raise self.refusal(value)
        try:
            return parse_range(",".join(map(str, value)) if isinstance(value, Iterable) else str(value))
        except BadInput:
            raise
        except ValueError:  # Python refuses to write numbers of more than 4300 digits.
            raise self.refusal(value) from None

    def write(self, value: Any) -> str:
        """Return the text of the numbers."""
        return format_range(value)
