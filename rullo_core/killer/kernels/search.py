"""Search for solutions: propagate by a level, then branch on the first cell with the fewest candidates."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.different import DIGITS
from rullo_core.killer.kernels import board, singles
from rullo_core.killer.kernels.levels import (
    CAGES,
    HIDDEN,
    NAKED,
    UNITS,
    Reasoning,
    is_fixed,
    make_pass,
    wake_everything,
)
from rullo_core.killer.kernels.packing import take_cages


class Stack(NamedTuple):
    """Working memory for a search: candidates at each depth, the cell of the branch and its untried digits."""

    reasoning: Reasoning
    singles: singles.Singles
    domains: np.ndarray
    cell: np.ndarray
    digits: np.ndarray


def stack_for(reasoning: Reasoning) -> Stack:
    """Return working memory for boards of a shape."""
    size = int(reasoning.frame.side) ** 2
    domains, cell, digits = np.zeros((size + 1, size), np.int64), *np.zeros((2, size + 1), np.int64)
    return Stack(reasoning, singles.singles_for(reasoning.frame), domains, cell, digits)


SINGLES = NAKED | HIDDEN | CAGES
"""The level that `singles` filters by on boards up to 9x9."""


@inlined
def rules_of(parts):
    """Return the rules for units of a level, as `board.reach` takes them."""
    if parts & UNITS:
        return board.FULL
    return (board.NAKED if parts & NAKED else 0) | (board.HIDDEN if parts & HIDDEN else 0)


@inner
def propagate(domains, room, parts):
    """Propagate by a level that filters cages fully, cheap parts first, the others by passes; False if infeasible."""
    cheap = NAKED | HIDDEN | UNITS | CAGES
    while True:
        for cell in range(len(domains)):
            room.output[cell] = domains[cell]
        if not board.reach(domains, room.frame, rules_of(parts), room.desk):
            return False
        if parts & ~cheap == 0 or is_fixed(domains):
            return True
        for cell in range(len(domains)):
            if room.output[cell] != domains[cell]:
                room.is_changed[cell] = 1
            if room.is_changed[cell] and room.frame.of_cell[cell, 0] >= 0:
                room.desk.waiting[room.frame.of_cell[cell, 0]] = 1
        changes = make_pass(domains, room, parts & ~cheap)
        if changes <= 0:
            return changes == 0


@kernel
def search(stack, parts, max_solutions, nodes_at_most, stop, solutions):
    """Search for solutions of the state at depth 0, in order; return how many, whether these are all, and the nodes.

    The digits of the first ones are written to `solutions`. The search ends after `max_solutions` solutions,
    `nodes_at_most` nodes, or when another thread sets stop. The level has to filter cages and units.
    """
    room, domains, size = stack.reasoning, stack.domains, stack.domains.shape[1]
    frame, desk, places = room.frame, room.desk, stack.singles.places
    by_cells = parts == SINGLES and frame.side <= DIGITS
    depth = number = nodes = 0
    if by_cells:
        is_consistent = singles.reach(domains[0], places[0], frame, desk, stack.singles)
    else:
        wake_everything(room)
        is_consistent = propagate(domains[0], room, parts)
    while True:
        cell, fewest = -1, 2**62
        if is_consistent:
            for i in range(size):
                domain = domains[depth, i]
                if domain & (domain - 1):
                    count = desk.sets.size[domain]
                    if count < fewest:
                        cell, fewest = i, count
                        if count == 2:
                            break
            if cell < 0:
                if number < len(solutions):
                    for i in range(size):
                        solutions[number, i] = room.sums.low[domains[depth, i]]
                number += 1
                if number == max_solutions:
                    return number, False, nodes
                is_consistent = False
        if is_consistent:
            stack.cell[depth], stack.digits[depth] = cell, domains[depth, cell]
        else:
            depth -= 1
            while depth >= 0 and stack.digits[depth] == 0:
                depth -= 1
            if depth < 0:
                return number, True, nodes
        if stop[0] or nodes >= nodes_at_most:
            return number, False, nodes
        cell = stack.cell[depth]
        digit = stack.digits[depth] & -stack.digits[depth]
        stack.digits[depth] ^= digit
        for i in range(size):
            domains[depth + 1, i] = domains[depth, i]
        depth += 1
        nodes += 1
        if by_cells:
            for unit in range(frame.units):
                places[depth, unit] = places[depth - 1, unit]
            is_consistent = singles.fix(domains[depth], places[depth], frame, desk, stack.singles, cell, digit)
        else:
            domains[depth, cell] = digit
            desk.waiting[:] = 0
            room.is_changed[:] = 0
            room.is_changed[cell] = 1
            board.wake(cell, frame, desk.waiting)
            is_consistent = propagate(domains[depth], room, parts)


@kernel
def search_by_levels(stack, parts, strongest, patience, max_solutions, limit, stop, solutions):
    """Search as `search` from all candidates, by a level, and after some nodes afresh by the strongest one."""
    all_digits = (1 << stack.reasoning.frame.side) - 1
    stack.domains[0] = all_digits
    first_limit = limit if parts == strongest else min(limit, patience)
    number, complete, nodes = search(stack, parts, max_solutions, first_limit, stop, solutions)
    if complete or number == max_solutions or nodes >= limit or stop[0] or parts == strongest:
        return number, complete, nodes
    stack.domains[0] = all_digits
    number, complete, further_nodes = search(stack, strongest, max_solutions, limit - nodes, stop, solutions)
    return number, complete, nodes + further_nodes


@kernel
def search_each(
    stack, parts, strongest, patience, max_solutions, limit, stop, cages, sums, numbers, complete, nodes, first
):
    """Search for solutions of puzzles, given the cage of each cell and the sums of cages, and for one more than
    `max_solutions` to see whether there are others, with `limit` nodes each. Fill in the number of each,
    `max_solutions` at most, whether these are all, the nodes, and the first solution.
    """
    side = cages.shape[1]
    solutions = np.zeros((1, side * side), np.int64)
    for i in range(len(cages)):
        take_cages(stack.reasoning, cages[i], sums[i])
        number, complete[i], nodes[i] = search_by_levels(
            stack, parts, strongest, patience, max_solutions + 1, limit, stop, solutions
        )
        numbers[i] = min(number, max_solutions)
        if number > 0:
            copy(solutions.reshape(side, side), first[i])
