"""How a line combines its included numbers: by their sum, or otherwise in variants (thesis, section 4.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any


@dataclass(frozen=True)
class Operation:
    """How the included numbers of a line are combined, one after the other."""

    name: str  # name of the result, such as "sum" or "product"
    start: int  # the result without included numbers
    step: Callable[[Any, Any], Any]  # from the result so far and the next included number to the next result
    rest: Callable[[Any, Any], Any] | None = None  # from whole and part to the rest; None if the order matters

    def __hash__(self) -> int:
        """Return the hash of the name, in a fraction of the time that all fields take: each deduction needs it."""
        return hash(self.name)

    def of(self, numbers: Iterable[Any]) -> Any:
        """Combine numbers that are all included."""
        return reduce(self.step, numbers, self.start)


def divide(dividend: Any, divisor: Any) -> Any:
    """Return the exact quotient: an int if it is whole, else a Fraction."""
    quotient = Fraction(dividend) / divisor
    return quotient.numerator if quotient.denominator == 1 else quotient


SUM = Operation("sum", 0, operator.add, operator.sub)
"""The operation of a standard Rullo."""

PRODUCT = Operation("product", 1, operator.mul, divide)
"""A 0 is a hole here too, so a product is never 0."""
