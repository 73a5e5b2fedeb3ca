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
    """How the included numbers of a line are combined, one after the other.

    Parameters
    ----------
    name : str
        Name of the result, for example "sum" or "product".
    start : int
        Result of a line without included numbers.
    step : callable
        Maps the result so far and the next included number to the next result.
    rest : callable, optional
        Maps the result of a whole and of one part to the result of the other part; None if the order matters.
    """

    name: str
    start: int
    step: Callable[[Any, Any], Any]
    rest: Callable[[Any, Any], Any] | None = None

    def of(self, numbers: Iterable[Any]) -> Any:
        """Combine numbers that are all included."""
        return reduce(self.step, numbers, self.start)


def divide(whole: Any, part: Any) -> Any:
    """Return the exact quotient: an int if it is whole, else a Fraction."""
    quotient = Fraction(whole) / part
    return quotient.numerator if quotient.denominator == 1 else quotient


SUM = Operation("sum", 0, operator.add, operator.sub)
"""The operation of a standard Rullo."""

PRODUCT = Operation("product", 1, operator.mul, divide)
"""A 0 is a hole here too, so a product is never 0."""
