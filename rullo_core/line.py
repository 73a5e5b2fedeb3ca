"""What one line reveals (thesis, section 5.1)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

INCLUDED, EXCLUDED, UNKNOWN = True, False, None
"""What is known of a cell."""

Cell = bool | None
LineState = tuple[Cell, ...]


class Contradiction(Exception):
    """A line cannot reach its target-sum any more: the state, or the puzzle, contradicts itself."""


def combinations(numbers: Sequence[int], target: int, state: LineState) -> Iterator[tuple[bool, ...]]:
    """Every way to include or exclude the unknown cells of a line that reaches its target-sum.

    Parameters
    ----------
    numbers : sequence of int
        The line; a 0 is no number and never included.
    target : int
        The target-sum.
    state : tuple of bool or None
        What is known of each cell: INCLUDED, EXCLUDED or UNKNOWN.

    Yields
    ------
    tuple of bool
        For each cell: included or not.
    """
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    # What the cells from i on can still add: without these bounds a long line would be tried to its very end.
    least = _sums_from(min(number * choice for choice in own) for number, own in zip(numbers, choices, strict=True))
    most = _sums_from(max(number * choice for choice in own) for number, own in zip(numbers, choices, strict=True))

    def extend(chosen: tuple[bool, ...], rest: int) -> Iterator[tuple[bool, ...]]:
        i = len(chosen)
        if not least[i] <= rest <= most[i]:
            return
        if i == len(numbers):
            yield chosen
            return
        for choice in choices[i]:
            yield from extend((*chosen, choice), rest - numbers[i] * choice)

    return extend((), target)


def _choices(number: int, known: Cell) -> tuple[bool, ...]:
    if number == 0:
        return (EXCLUDED,)
    return (INCLUDED, EXCLUDED) if known is UNKNOWN else (known,)


def _sums_from(terms: Iterator[int]) -> list[int]:
    """For each i, and one more: the sum of the terms from the i-th on."""
    return list(accumulate(reversed(list(terms)), initial=0))[::-1]


@lru_cache(maxsize=2**16)
def solve_line(numbers: tuple[int, ...], target: int, state: LineState) -> LineState:
    """What is known of a line once all its combinations have been looked at.

    A cell that is included in all combinations becomes included; one that is included in none becomes excluded.

    Raises
    ------
    Contradiction
        If there is no combination at all.
    """
    ways = list(combinations(numbers, target, state))
    if not ways:
        raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
    return tuple(
        INCLUDED if all(choices) else EXCLUDED if not any(choices) else UNKNOWN for choices in zip(*ways, strict=True)
    )
