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

    A cell that is included in all combinations becomes included; one that is included in none becomes excluded. The
    combinations need not be listed for that: a cell has a choice just if some sum of the cells before it, with the
    number or without, leaves a sum that the cells after it can reach.

    Raises
    ------
    Contradiction
        If there is no combination at all.
    """
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    before = _reachable_sums(numbers, choices)
    after = _reachable_sums(numbers[::-1], choices[::-1])[::-1]
    solved: list[Cell] = []
    for i, number in enumerate(numbers):
        possible = [
            choice
            for choice in choices[i]
            if any(target - rest - number * choice in after[i + 1] for rest in before[i])
        ]
        if not possible:
            raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
        solved.append(possible[0] if len(possible) == 1 else UNKNOWN)
    return tuple(solved)


def _reachable_sums(numbers: Sequence[int], choices: Sequence[tuple[bool, ...]]) -> list[set[int]]:
    """For each i, and one more: the sums that the cells before the i-th can reach."""
    sums = [{0}]
    for number, own in zip(numbers, choices, strict=True):
        sums.append({rest + number * choice for rest in sums[-1] for choice in own})
    return sums
