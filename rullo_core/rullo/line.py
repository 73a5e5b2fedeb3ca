"""Deductions from one line (thesis, section 5.1)."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from rullo_core.limits import Undecided, limits
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
    completing = _completing(numbers, choices, target, operation, limits().states)

    def extend(chosen: tuple[bool, ...], made: Any) -> Iterator[tuple[bool, ...]]:
        i = len(chosen)
        if i == len(numbers):
            yield chosen
            return
        for choice in choices[i]:
            after = operation.step(made, numbers[i]) if choice else made
            if after in completing[i + 1]:
                yield from extend((*chosen, choice), after)

    return extend((), operation.start) if completing[0] else iter(())


def _choices(number: int, known: Cell) -> tuple[bool, ...]:
    if number == 0:
        return (EXCLUDED,)
    return (INCLUDED, EXCLUDED) if known is UNKNOWN else (known,)


def solve_line(numbers: tuple[int, ...], target: int, state: LineState, operation: Operation = SUM) -> LineState:
    """Return the state of a line after all deductions that its combinations allow.

    A cell that is included in all combinations becomes included; one that is included in none becomes excluded. The
    combinations need not be enumerated: a cell has a choice if and only if this leads from one partial sum on a path to
    the target to another. Undecided is raised if there are more partial sums than limits allow.
    """
    return _solve_line(numbers, target, state, operation, limits().states)


@lru_cache(maxsize=2**16)
def _solve_line(numbers: tuple[int, ...], target: int, state: LineState, operation: Operation, most: int) -> LineState:
    choices = [_choices(number, known) for number, known in zip(numbers, state, strict=True)]
    before, *completing = _completing(numbers, choices, target, operation, most)
    if not before:
        raise Contradiction(f"{' '.join(map(str, numbers))} cannot reach {target} any more")
    after: list[Cell] = []
    for number, own, left in zip(numbers, choices, completing, strict=True):
        out = before & left if EXCLUDED in own else set()
        into = {operation.step(m, number) for m in before} & left if INCLUDED in own else set()
        after.append(UNKNOWN if out and into else bool(into))
        before = out | into
    return tuple(after)


def _completing(
    numbers: Sequence[int], choices: Sequence[tuple[bool, ...]], target: int, operation: Operation, most: int
) -> list[set[Any]]:
    """Return the partial sums before each cell, and in the end, from which the target can be reached.

    Of the first half of the unknown cells these are only sums that can be made. From either end there are no more than
    subsets of half of the cells, however large the numbers are; an operation whose order matters has no other end.
    """
    unknown = [i for i, own in enumerate(choices) if len(own) > 1]
    middle = len(numbers) if operation.rest is None or not unknown else unknown[len(unknown) // 2]
    kept = 0

    def sums(first: Any, cells: Sequence[int], step: Callable[[Any, Any], Any]) -> list[set[Any]]:
        nonlocal kept
        found = [{first}]
        for i in cells:
            found.append({step(m, numbers[i]) if choice else m for m in found[-1] for choice in choices[i]})
            kept += len(found[-1])
            if kept > most:
                raise Undecided("states")
        return found

    cells = range(len(numbers))
    made = sums(operation.start, cells[:middle], operation.step)
    left = sums(target, cells[middle:][::-1], operation.rest or operation.step)[::-1]
    left[0] &= made.pop()
    for i in reversed(cells[:middle]):
        there = left[0]
        ways = {
            m for m in made.pop() for choice in choices[i] if (operation.step(m, numbers[i]) if choice else m) in there
        }
        left.insert(0, ways)
    return left
