"""Search for several solutions of a network: assume values, each followed by the consistency of single constraints.

The next cell is among those with the fewest values that whose constraints have the fewest open cells.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.consistency import reach

UNDECIDED = np.int64(-1)
"""In place of the number of solutions, where the limit of nodes was reached."""

BITS = 64


class Stack(NamedTuple):
    """Working memory of a search: for each assumption domains, its cell, and the values that are still to be tried."""

    domains: np.ndarray
    cell: np.ndarray
    untried: np.ndarray
    open_cells: np.ndarray


def stack_for(cells: int, constraints: int) -> Stack:
    """Return working memory for a network."""
    return Stack(
        np.zeros((cells + 1, cells), np.int64),
        np.zeros(cells + 1, np.int64),
        np.zeros(cells + 1, np.int64),
        np.zeros(constraints, np.int64),
    )


@inlined
def size_of(domain):
    """Return the number of values in a domain."""
    number = 0
    while domain:
        domain &= domain - 1
        number += 1
    return number


@kernel
def choose_cell(table, domains, open_cells):
    """Return the cell whose value is to be assumed next; -1 if every cell has a single value."""
    for constraint in range(len(table.rule)):
        open_cells[constraint] = 0
        for k in range(table.first[constraint], table.first[constraint + 1]):
            domain = domains[table.cells[k]]
            open_cells[constraint] += domain & (domain - 1) != 0
    choice, fewest_values, fewest_cells = -1, BITS, 0
    for cell in range(len(domains)):
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            continue
        values, nearby = size_of(domain), 0
        for k in range(table.at_first[cell], table.at_first[cell + 1]):
            nearby += open_cells[table.at[k]]
        if values < fewest_values or (values == fewest_values and nearby < fewest_cells):
            choice, fewest_values, fewest_cells = cell, values, nearby
    return choice


@kernel
def list_solutions(table, domains, limit, stack, solutions, stop):
    """Fill `solutions` with the domains of the first solutions, and return their number.

    `UNDECIDED` if neither all of them nor as many as there is room for are found by assuming so many values, or at a
    stop.
    """
    number = nodes = depth = 0
    copy(domains, stack.domains[0])
    if not reach(table, stack.domains[0], -1):
        return 0
    is_new = True
    while depth >= 0:
        if is_new:
            is_new = False
            cell = choose_cell(table, stack.domains[depth], stack.open_cells)
            if cell < 0:
                copy(stack.domains[depth], solutions[number])
                number += 1
                if number == len(solutions):
                    return number
                depth -= 1
                continue
            stack.cell[depth], stack.untried[depth] = cell, stack.domains[depth, cell]
        untried = stack.untried[depth]
        if untried == 0:
            depth -= 1
            continue
        if nodes == limit or stop[0]:
            return UNDECIDED
        nodes += 1
        bit = untried & -untried
        stack.untried[depth] = untried ^ bit
        copy(stack.domains[depth], stack.domains[depth + 1])
        stack.domains[depth + 1, stack.cell[depth]] = bit
        if reach(table, stack.domains[depth + 1], stack.cell[depth]):
            depth += 1
            is_new = True
    return number
