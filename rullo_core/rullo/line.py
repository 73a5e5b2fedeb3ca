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
    on_the_way = _on_the_way(numbers, choices, target, operation)

    def extend(chosen: tuple[bool, ...], made: Any) -> Iterator[tuple[bool, ...]]:
        i = len(chosen)
        if made not in on_the_way[i]:
            return
        if i == len(numbers):
            yield chosen
            return
        for choice in choices[i]:
            yield from extend((*chosen, choice), operation.step(made, numbers[i]) if choice else made)

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
    on_the_way = _on_the_way(numbers, choices, target, operation)
    if not on_the_way[0]:
        raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
    solved: list[Cell] = []
    for i, number in enumerate(numbers):
        possible = [
            choice
            for choice in choices[i]
            if any((operation.step(made, number) if choice else made) in on_the_way[i + 1] for made in on_the_way[i])
        ]
        solved.append(possible[0] if len(possible) == 1 else UNKNOWN)
    return tuple(solved)


def _on_the_way(
    numbers: Sequence[int], choices: Sequence[tuple[bool, ...]], target: int, operation: Operation
) -> list[set[Any]]:
    """For each i, and one more: what the cells before the i-th can make, if the rest can make the target-sum of it."""
    made = [{operation.start}]
    for number, own in zip(numbers, choices, strict=True):
        made.append({operation.step(value, number) if choice else value for value in made[-1] for choice in own})
    made[-1] &= {target}
    for i in reversed(range(len(numbers))):
        made[i] = {
            value
            for value in made[i]
            if any((operation.step(value, numbers[i]) if choice else value) in made[i + 1] for choice in choices[i])
        }
    return made
