"""Deductions that a player sees in a line, the easiest first: a number that is too large, or the only odd one.

What all ways to reach a sum have in common takes longer to work out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from rullo_core.limits import Undecided
from rullo_core.passes.explain import listed
from rullo_core.passes.units import State
from rullo_core.rullo.line import INCLUDED, OPEN, SubsetSum

MOST_WAYS = 10_000
"""If there are more ways to reach a target-sum than this, they are not counted."""

DIVISORS = (2, 10, 5, 3, 4, 6, 7, 8, 9)
"""Divisors in the order in which a player tries them: even numbers first, then last digits."""

VERBS = {True: "include", False: "exclude"}


@dataclass(frozen=True)
class Line:
    """A line as a player sees it: its open numbers by position, and the sum that they have to reach."""

    numbers: dict[int, int]
    rest: int

    @property
    def minimum(self) -> int:
        """The least sum of any open numbers."""
        return sum(number for number in self.numbers.values() if number < 0)

    @property
    def maximum(self) -> int:
        """The greatest sum of any open numbers."""
        return sum(number for number in self.numbers.values() if number > 0)

    @property
    def rule(self) -> SubsetSum:
        """The rule of the open numbers."""
        return SubsetSum(tuple(self.numbers.values()), self.rest)


Conclusion = tuple[str, dict[int, bool]]
"""A reason in words, and whether each cell that follows is included, by position."""


def _reached_sum(line: Line) -> Conclusion | None:
    if line.rest == line.minimum:
        reason = "has its sum already" if line.rest == 0 else f"needs {line.rest}, the least that its open numbers make"
        return reason, {i: number < 0 for i, number in line.numbers.items()}
    if line.rest == line.maximum:
        return f"needs all its open numbers for {line.rest}", {i: number > 0 for i, number in line.numbers.items()}
    return None


def _too_large(line: Line) -> Conclusion | None:
    room = line.rest - line.minimum
    fixed = {i: number < 0 for i, number in line.numbers.items() if abs(number) > room}
    if not fixed:
        return None
    if line.minimum == 0:
        is_so = "is" if len(fixed) == 1 else "are"
        return f"needs no more than {line.rest}, and {_join_numbers(line, fixed)} {is_so} larger", fixed
    ways_out = (f"the {line.numbers[i]} is {VERBS[included]}d" for i, included in fixed.items())
    return f"needs {line.rest}, and can only get down to it if {' and '.join(ways_out)}", fixed


def _needed_numbers(line: Line) -> Conclusion | None:
    slack = line.maximum - line.rest
    fixed = {i: number > 0 for i, number in line.numbers.items() if abs(number) > slack}
    if not fixed:
        return None
    return f"needs {line.rest}, which it cannot reach without {_join_numbers(line, fixed)}", fixed


def _divisible(line: Line) -> Conclusion | None:
    for divisor in DIVISORS:
        odd = [i for i, number in line.numbers.items() if number % divisor]
        if len(odd) == 1:
            (place,) = odd
            included = line.rest % divisor != 0
            divisibility = "even" if divisor == 2 else f"divisible by {divisor}"
            exception = f"every open number but the {line.numbers[place]} is"
            return f"needs {line.rest}, which is{' not' * included} {divisibility}, and {exception}", {place: included}
    return None


def _only_way(line: Line) -> Conclusion | None:
    fixed = _in_all_ways(line)
    if len(fixed) < len(line.numbers):
        return None
    terms = " + ".join(str(number) for i, number in line.numbers.items() if fixed[i])
    return f"can reach the {line.rest} that it needs in only one way: {terms or 'nothing'}", fixed


def _in_common(line: Line) -> Conclusion | None:
    fixed = _in_all_ways(line)
    if not fixed:
        return None
    ways = sum(1 for _ in islice(line.rule.rows((OPEN,) * len(line.numbers)), MOST_WAYS + 1))
    number = f"{ways:,}" if ways <= MOST_WAYS else "many"
    return f"can reach the {line.rest} that it needs in {number} ways, which have this in common", fixed


def _in_all_ways(line: Line) -> dict[int, bool]:
    try:
        narrowed = zip(line.numbers, line.rule.filter((OPEN,) * len(line.numbers)), strict=True)
    except Undecided:  # nobody sees it, and neither do we
        return {}
    return {i: INCLUDED in domain for i, domain in narrowed if len(domain) == 1}


def _join_numbers(line: Line, places: Iterable[int]) -> str:
    return listed(f"the {line.numbers[i]}" for i in places)


REASONS: dict[str, Callable[[Line], Conclusion | None]] = {
    "reached": _reached_sum,
    "too large": _too_large,
    "needed": _needed_numbers,
    "divisible": _divisible,
    "only way": _only_way,
    "in common": _in_common,
}
"""Why cells can be solved, the easiest to see first."""


@dataclass(frozen=True)
class Seen:
    """A rule: what a player sees of a line for one reason."""

    reason: Callable[[Line], Conclusion | None]
    rule: SubsetSum

    def look(self, domains: State) -> Conclusion | None:
        """Return the reason in words and the new domains, or None without a deduction."""
        numbers = self.rule.numbers
        included = sum(number for number, domain in zip(numbers, domains, strict=True) if domain == {INCLUDED})
        line = Line({i: numbers[i] for i, domain in enumerate(domains) if len(domain) > 1}, self.rule.target - included)
        return self.reason(line) if line.numbers else None

    def filter(self, domains: State) -> State:
        """See `rullo_core.passes.units.Rule`."""
        _, fixed = self.look(domains) or ("", {})
        return tuple(frozenset({fixed[i]}) if i in fixed else domain for i, domain in enumerate(domains))
