"""Puzzles of every kind as one kind of network: cells with a few values, and constraints on them.

A constraint is of one of two rules. Cells that are all `DIFFERENT` have digits, with or without a given sum: units of a
Sudoku, cages, entries of a Kakuro. In a `SUM` each cell has a number, which is added or not: lines of a Rullo. What is
measured on networks, in `rullo_core.constraints.consistency`, is therefore the same for all kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rullo_core.limits import check_time

DIFFERENT, SUM = 0, 1
"""The rules."""

ANY = -1
"""The total of different digits without a given sum."""


class Network(NamedTuple):
    """Cells and constraints as arrays.

    Attributes
    ----------
    domains : uint64 array of shape (cells,)
        The possible values of each cell: bit i is value i. Value i of a cell among different ones is the digit i + 1;
        in a sum, value 0 leaves its number out, and value 1 adds it.
    first : int64 array of shape (constraints + 1,)
        Where the cells of each constraint begin in `cells`, and where those of the last one end.
    cells : int64 array
        The cells of all constraints, one after the other.
    weights : int64 array
        The number of each of these cells; 1 among different ones.
    rule : int64 array of shape (constraints,)
        `DIFFERENT` or `SUM`.
    total : int64 array of shape (constraints,)
        The sum of the digits, or of the numbers that are added; `ANY` for different digits without a given sum.
    """

    domains: np.ndarray
    first: np.ndarray
    cells: np.ndarray
    weights: np.ndarray
    rule: np.ndarray
    total: np.ndarray

    @property
    def constraints(self) -> int:
        """The number of constraints."""
        return len(self.rule)

    def scope(self, constraint: int) -> list[int]:
        """Return the cells of a constraint, in its order."""
        members: list[int] = self.cells[self.first[constraint] : self.first[constraint + 1]].tolist()
        return members


class Constraint(NamedTuple):
    """One constraint; numbers are needed for a sum only."""

    cells: Sequence[int]
    total: int | None = None
    numbers: Sequence[int] | None = None


def network_of(domains: Iterable[int], constraints: Iterable[Constraint]) -> Network:
    """Return the network of these cells and constraints; ValueError if one is none.

    >>> network = network_of([0b111] * 3, [Constraint((0, 1, 2)), Constraint((0, 1), 3)])
    >>> network.rule.tolist(), network.total.tolist(), consistent_domains(network)
    ([0, 0], [-1, 3], [3, 3, 4])
    """
    domain_array, listed = np.array([*domains], np.uint64), [*constraints]
    for constraint in listed:
        if len({*constraint.cells}) < len(constraint.cells):
            raise ValueError(f"cells {constraint.cells}: write different ones")
        if constraint.numbers is not None and (constraint.total is None or 0 in constraint.numbers):
            raise ValueError("a sum needs a total, and numbers other than 0")
        if constraint.numbers is None and constraint.total is not None and constraint.total < 0:
            raise ValueError(f"total {constraint.total}: digits add up to more")
    sizes = [len(constraint.cells) for constraint in listed]
    return Network(
        domain_array,
        np.cumsum([0, *sizes], dtype=np.int64),
        np.array([cell for constraint in listed for cell in constraint.cells], np.int64),
        np.array([number for each in listed for number in each.numbers or (1,) * len(each.cells)], np.int64),
        np.array([DIFFERENT if constraint.numbers is None else SUM for constraint in listed], np.int64),
        np.array([ANY if constraint.total is None else constraint.total for constraint in listed], np.int64),
    )


# -- the definition of the weakest consistency, to be read -----------------------------------------------------------


def values_of(domain: int) -> list[int]:
    """Return the values in a domain, in ascending order.

    >>> values_of(0b1101)
    [0, 2, 3]
    """
    return [value for value in range(int(domain).bit_length()) if domain >> value & 1]


def tuples_of(network: Network, constraint: int, domains: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield what a constraint allows: each tuple of values of its cells, out of their domains."""
    scope, total = network.scope(constraint), int(network.total[constraint])
    weights = network.weights[network.first[constraint] :].tolist()

    def extend(values: tuple[int, ...], rest: int) -> Iterator[tuple[int, ...]]:
        check_time()
        place = len(values)
        if place == len(scope):
            if rest == 0 or (network.rule[constraint] == DIFFERENT and total == ANY):
                yield values
            return
        for value in values_of(domains[scope[place]]):
            if network.rule[constraint] == SUM:
                yield from extend((*values, value), rest - weights[place] * value)
            elif value not in values:
                yield from extend((*values, value), rest - value - 1)

    return extend((), total)


def consistent_domains(network: Network, domains: Sequence[int] | None = None) -> list[int] | None:
    """Return the values that are left if every constraint by itself has a tuple with each; None if one has no tuple.

    This is what `rullo_core.constraints.consistency.Consistency.g1` does, by listing all tuples.
    """
    current: list[int] = (network.domains if domains is None else np.array(domains, np.uint64)).tolist()
    before = None
    while before != current:
        before = [*current]
        for constraint in range(network.constraints):
            rows = [*tuples_of(network, constraint, current)]
            if not rows:
                return None
            for cell, column in zip(network.scope(constraint), zip(*rows, strict=True), strict=True):
                current[cell] = sum(1 << value for value in {*column})
    return current
