"""Deductions from one line (thesis, section 5.1)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from rullo_core.passes.solver import Contradiction
from rullo_core.rullo.operation import SUM, Operation

INCLUDED, EXCLUDED, UNKNOWN = True, False, None
"""The states of a cell."""

Cell = bool | None
LineState = tuple[Cell, ...]


def combinations(
    numbers: Sequence[int], target: int, state: LineState, operation: Operation = SUM
) -> Iterator[tuple[bool, ...]]:
    """Yield every way to include or exclude the unknown cells of a line that reaches its target, without its holes."""
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
    """Return the state of a line after all deductions that its combinations allow.

    A cell that is included in all combinations becomes included; one that is included in none becomes excluded. The
    combinations need not be enumerated: a cell has a choice if and only if this leads from one partial sum on a path to
    the target to another.
    """
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    made = [{operation.start}]  # before each cell, and in the end
    for number, own in zip(numbers, choices, strict=True):
        made.append({operation.step(m, number) if choice else m for m in made[-1] for choice in own})
    left = made[-1] & {target}
    after: list[Cell] = []
    for number, own, before in zip(reversed(numbers), reversed(choices), reversed(made[:-1]), strict=True):
        out = before & left if EXCLUDED in own else set()
        into = {m for m in before if operation.step(m, number) in left} if INCLUDED in own else set()
        after.append(UNKNOWN if out and into else bool(into))
        left = out | into
    if not left:
        raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
    return tuple(reversed(after))


def _ways(
    numbers: Sequence[int], choices: Sequence[tuple[bool, ...]], target: int, operation: Operation
) -> list[dict[tuple[Any, bool], Any]]:
    """Map, for each cell, (partial sum, choice) to the next partial sum, on the paths that reach the target-sum."""
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
