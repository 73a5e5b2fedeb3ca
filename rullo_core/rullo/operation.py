"""How the included numbers of a line are put together: added up, or otherwise in variants (thesis, section 4.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any


@dataclass(frozen=True)
class Operation:
    """What the included numbers of a line make, one after the other.

    Parameters
    ----------
    name : str
        What it makes: a sum, a product.
    start : int
        What a line makes of which nothing is included.
    step : callable
        Of what has been made so far, and the next included number.
    rest : callable, optional
        Of a whole and a part of it: what the other part makes. There is none where the order of the numbers matters.
    """

    name: str
    start: int
    step: Callable[[Any, Any], Any]
    rest: Callable[[Any, Any], Any] | None = None

    def of(self, numbers: Iterable[Any]) -> Any:
        """What numbers make that are all included."""
        return reduce(self.step, numbers, self.start)


def divide(whole: Any, part: Any) -> Any:
    """The exact quotient: a whole number where it is one, else a Fraction."""
    quotient = Fraction(whole) / part
    return quotient.numerator if quotient.denominator == 1 else quotient


SUM = Operation("sum", 0, operator.add, operator.sub)
"""That of the puzzle itself."""

PRODUCT = Operation("product", 1, operator.mul, divide)
"""A 0 is a hole here too, so a product is never 0."""
