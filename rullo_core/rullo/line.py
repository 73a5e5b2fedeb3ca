"""What one line reveals (thesis, section 5.1)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from rullo_core.passes.solver import Contradiction
from rullo_core.rullo.operation import SUM, Operation

INCLUDED, EXCLUDED, UNKNOWN = True, False, None
"""What is known of a cell."""

Cell = bool | None
LineState = tuple[Cell, ...]


def combinations(
    numbers: Sequence[int], target: int, state: LineState, operation: Operation = SUM
) -> Iterator[tuple[bool, ...]]:
    """Every way to include or exclude the unknown cells of a line that reaches its target-sum.

    Parameters
    ----------
    numbers : sequence of int
        The line; a 0 is no number and never included.
    target : int
        The target-sum.
    state : tuple of bool or None
        What is known of each cell: INCLUDED, EXCLUDED or UNKNOWN.
    operation : Operation
        What the line makes of its included numbers.

    Yields
    ------
    tuple of bool
        For each cell: included or not.
    """
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    ways = _ways(numbers, choices, target, operation)

    def extend(chosen: tuple[bool, ...], made: Any) -> Iterator[tuple[bool, ...]]:
        i = len(chosen)
        if i == len(numbers):
            if made == target:
                yield chosen
            return
        for choice in choices[i]:
            if (made, choice) in ways[i]:
                yield from extend((*chosen, choice), ways[i][made, choice])

    return extend((), operation.start)


def _choices(number: int, known: Cell) -> tuple[bool, ...]:
    if number == 0:
        return (EXCLUDED,)
    return (INCLUDED, EXCLUDED) if known is UNKNOWN else (known,)


@lru_cache(maxsize=2**16)
def solve_line(numbers: tuple[int, ...], target: int, state: LineState, operation: Operation = SUM) -> LineState:
    """What is known of a line once all its combinations have been looked at.

    A cell that is included in all combinations becomes included; one that is included in none becomes excluded. The
    combinations need not be listed for that: a cell has a choice just if it leads from a sum that is on the way to the
    target-sum to another that is.

    Raises
    ------
    Contradiction
        If there is no combination at all.
    """
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    ways = _ways(numbers, choices, target, operation)
    if not all(ways) or not (ways or operation.start == target):
        raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
    possible = ({choice for _, choice in steps} for steps in ways)
    return tuple(own.pop() if len(own) == 1 else UNKNOWN for own in possible)


def _ways(
    numbers: Sequence[int], choices: Sequence[tuple[bool, ...]], target: int, operation: Operation
) -> list[dict[tuple[Any, bool], Any]]:
    """For each cell: which choice makes what of what the cells before it can make, on the way to the target-sum."""
    ways: list[dict[tuple[Any, bool], Any]] = []
    made = {operation.start}
    for number, own in zip(numbers, choices, strict=True):
        ways.append({(m, choice): operation.step(m, number) if choice else m for m in made for choice in own})
        made = set(ways[-1].values())
    made &= {target}
    for i in reversed(range(len(numbers))):
        ways[i] = {step: after for step, after in ways[i].items() if after in made}
        made = {before for before, _ in ways[i]}
    return ways
